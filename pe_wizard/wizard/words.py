"""A question as the page says it: wording, choices and paragraphs in the language of the page.

Wording and restatements come from `treaties`; here they are translated, filled with names, and
kept, since the same question is shown again and again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.shown import called
from pe_wizard.display import language, party_name
from pe_wizard.templatetags.law import paragraph_anchor, paragraph_label
from pe_wizard.tongue import say
from pe_wizard.wizard.editing import rows_at, value_at
from pe_wizard.wizard.fields import GIVEN, ONGOING, UNKNOWN
from treaties import QUESTIONS, UNNAMED, Treaty, parse_path

ANSWERS = {"true": _("Yes"), "false": _("No"), "null": _("Not known")}
LIST_ANSWERS = {"some": _("Yes"), "none": _("No, none"), "null": _("Not known")}
LONG = 420  # characters of a restatement that a page shows at once
LEADS = {"yes": "true", "no": "false", "unknown": "null"}
ON_A_DAY = _("On a day")
ANSWERS_OF = {
    "yes_no": ANSWERS,
    "worked": ANSWERS,
    "list": LIST_ANSWERS,
    "activities": {
        "some": _("Those chosen below"),
        "none": _("None that an exception covers"),
        "null": ANSWERS["null"],
    },
    "day": {GIVEN: ON_A_DAY, UNKNOWN: ANSWERS["null"]},
    "last_day": {GIVEN: ON_A_DAY, ONGOING: _("Still going on"), UNKNOWN: ANSWERS["null"]},
    "percent": {GIVEN: _("Per cent"), UNKNOWN: ANSWERS["null"]},
    "project": {GIVEN: _("This project"), UNKNOWN: ANSWERS["null"]},
}


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of one question. `leads` pairs the word for an answer with what it leads to."""

    text: str
    label: str
    hint: str
    why: str
    leads: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A paragraph of the treaty: its label, its place on the treaty's page, its restatement."""

    label: str
    url: str
    text: str
    language: str  # of the restatement, where it is not that of the page

    @property
    def long(self) -> bool:
        """Whether it is shown in part until someone reads on."""
        return len(self.text) > LONG


def words(treaty: Treaty, document: Document, path: str) -> Words:
    """The question at a path, with the names that stand in the document."""
    parsed = parse_path(path)
    return _words(
        treaty.code,
        language(),
        parsed.pattern,
        document["residence_state"],
        document["source_state"],
        name_at(document, path),
        activity_at(path),
    )


@lru_cache(maxsize=8192)
def _words(
    treaty: str, language: str, pattern: str, residence: str, source: str, name: str, activity: str
) -> Words:
    question = QUESTIONS[pattern]
    values: Mapping[str, Any] = {
        "treaty": treaty,
        "residence": party_name(residence, treaty),
        "state": party_name(source, treaty),
        "name": name,
        "activity": gettext(QUESTIONS["places[].activities[].kind"].choices[activity])
        if activity
        else "",
    }
    answers = LIST_ANSWERS if question.leads and pattern in _LISTS else ANSWERS
    said = dict(zip(("true", "false", "null"), answers.values(), strict=True))
    return Words(
        text=say(question.text, **values),
        label=say(question.label, **values),
        hint=say(question.hint, **values),
        why=say(question.why, **values),
        leads=tuple(
            (str(said[LEADS[answer]]), say(text, **values))
            for answer, text in question.leads.items()
        ),
        choices=tuple((value, gettext(label)) for value, label in question.choices.items()),
    )


_LISTS = frozenset(
    pattern for pattern in QUESTIONS if pattern in UNNAMED or pattern == "places[].activities"
)


def name_at(document: Document, path: str) -> str:
    """The name of the item that the path leads through; what stands for one that has none yet."""
    first = parse_path(path).steps[0]
    if first.item is None:
        return ""
    item = value_at(document, f"{first.field.name}[{first.item}]")
    return called(item if isinstance(item, dict) else {}, first.field.name)


def activity_at(path: str) -> str:
    """The kind of activity that the path leads through, or nothing."""
    for step in parse_path(path).steps:
        if step.field.name == "activities" and step.item is not None:
            return str(step.item)
    return ""


def words_of_kinds() -> tuple[tuple[str, str], ...]:
    """The kinds of activity, value and label, in the language of the page."""
    return _words_of_kinds(language())


@lru_cache(maxsize=8)
def _words_of_kinds(code: str) -> tuple[tuple[str, str], ...]:
    choices = QUESTIONS["places[].activities[].kind"].choices
    return tuple((value, gettext(label)) for value, label in choices.items())


@lru_cache(maxsize=64)
def answer_words(kind: str, code: str) -> tuple[tuple[str, str], ...]:
    """The answers that a field of a kind takes, value and word, in the language of the page."""
    return tuple((value, str(word)) for value, word in ANSWERS_OF.get(kind, {}).items())


def item_choices(document: Document, list_name: str) -> list[tuple[str, str]]:
    """The items of a list, id and name, for a reference to choose from."""
    return [
        (str(item["id"]), called(item, list_name))
        for item in rows_at(document, list_name)
        if item.get("id")
    ]


def references(treaty: Treaty, labels: tuple[str, ...]) -> tuple[Reference, ...]:
    """The paragraphs of these labels, restated in the language of the page."""
    return tuple(_reference(treaty, label, language()) for label in labels)


@lru_cache(maxsize=2048)
def _reference(treaty: Treaty, label: str, code: str) -> Reference:
    paragraph = treaty.paragraphs.get(label) or treaty.borrowed.get(label)
    return Reference(
        label=paragraph_label(label, treaty),
        url=f"{reverse('library:treaty', args=[treaty.code])}#{paragraph_anchor(label)}",
        text=paragraph.text.said(code) if paragraph else "",
        language="en" if code != "en" and paragraph and not getattr(paragraph.text, code) else "",
    )

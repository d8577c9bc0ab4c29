"""The questions as they were shown, with the answers: what a completed version keeps beside its
facts, so that it can be read when the wording has long changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.documents import Document, items
from pe_wizard.assessments.sections import section_of
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import comma, day_text, digits, party_name, semicolon
from pe_wizard.tongue import say
from treaties import (
    LISTS,
    QUESTIONS,
    READING_WORDS,
    UNNAMED,
    AskedItem,
    FactsError,
    get_fact,
    parse_path,
    structure,
)

NOT_KNOWN = _("Not known")
FRAME = ("treaty", "residence_state", "source_state", "as_of", "tax_period.from", "tax_period.to")
WITH_PROJECT = ("building_sites", "services", "exploration")
ROWS = {
    "building_sites": ("interruptions", ("from", "to")),
    "services": ("periods", "service_periods"),
    "exploration": ("periods", "exploration_periods"),
}


def questions_shown(stands: Standing, reasons: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every fact that is used, in the order of the pages and in the language of the page.

    Each is {"section", "path", "paragraphs", "question", "answer"}; a row of dates is one of them.
    A reading that was chosen stands under "readings.<name>", with its "reason" where there is one.
    """
    document = stands.used
    if document is None or stands.interview is None:
        return []
    shown = [
        _entry(stands, document, path) for path in FRAME if _at(document, path) is not None
    ]  # fmt: skip
    for section in stands.interview.sections:
        if section.key == "agents":
            # what describes a person comes with the person
            shown += [_entry(stands, document, fact.path) for fact in section.facts]
            continue
        for fact in section.facts:
            if fact.status in ("answered", "not_known") or (
                fact.status == "optional" and _at(document, fact.path) is not None
            ):
                shown.append(_entry(stands, document, fact.path))
        if section.key == "treaty":
            shown += _readings(stands, document, reasons)
        for item in section.items:
            shown += _of_item(stands, document, item, described=section.key != "activities")
    return [one for one in shown if one]


def _of_item(
    stands: Standing, document: Document, item: AskedItem, *, described: bool
) -> Iterator[dict[str, Any]]:
    start = f"{item.list}[{item.id}]."
    done = set()
    if described:
        for name in structure(stands.treaty)[item.list]:
            path = f"{start}{name}"
            done.add(path)
            if name == ROWS.get(item.list, ("", ""))[0]:
                yield from _rows(stands, document, item, path)
            elif _at(document, path) is not None or _is_said(document, path) or name == "to":
                yield _entry(stands, document, path)
    for fact in item.facts:
        if fact.status not in ("answered", "not_known") or fact.path in done:
            continue
        if ".periods[" not in fact.path:
            yield _entry(stands, document, fact.path)


def _rows(
    stands: Standing, document: Document, item: AskedItem, path: str
) -> Iterator[dict[str, Any]]:
    rows = _at(document, path)
    named = ROWS[item.list][1]
    names = structure(stands.treaty)[named] if isinstance(named, str) else named
    if not rows and (rows is not None or _is_said(document, path)):
        yield _entry(stands, document, path)
    for at, row in enumerate(rows or ()):
        said = []
        for name in names:
            if name in ("from", "to", "person") or row.get(name) is not None:
                answer = answer_text(document, f"{path}[{at}].{name}")
                said.append(f"{label(document, f'{path}[{at}].{name}')}: {answer}")
        yield {
            "section": section_of(path),
            "path": f"{path}[{at}]",
            "paragraphs": _paragraphs(stands, path),
            "question": question_text(document, path),
            "answer": semicolon().join(said),
        }


def _readings(
    stands: Standing, document: Document, reasons: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    for name, option in (document.get("readings") or {}).items():
        words = READING_WORDS[name]
        entry = {
            "section": "treaty",
            "path": f"readings.{name}",
            "paragraphs": list(stands.treaty.readings[name].paragraphs),
            "question": gettext(words.question),
            "answer": gettext(words.options[option].label),
        }
        if reasons.get(name):
            entry["reason"] = reasons[name]
        yield entry


def _entry(stands: Standing, document: Document, path: str) -> dict[str, Any]:
    return {
        "section": section_of(path),
        "path": path,
        "paragraphs": _paragraphs(stands, path),
        "question": question_text(document, path),
        "answer": answer_text(document, path),
    }


def _paragraphs(stands: Standing, path: str) -> list[str]:
    fact = stands.asked.get(path)
    return list(fact.paragraphs) if fact else []


# ---- words


def question_text(document: Document, path: str) -> str:
    """The question at a path, with the names that stand in the document."""
    return _worded(document, path, "text")


def label(document: Document, path: str) -> str:
    """The short form of the question, for lists of answers."""
    return _worded(document, path, "label")


def _worded(document: Document, path: str, form: str) -> str:
    parsed = parse_path(path)
    steps = [step for step in parsed.steps if step.item is not None]
    values = {
        "treaty": document.get("treaty", ""),
        "residence": party_name(document.get("residence_state", ""), document.get("treaty", "")),
        "state": party_name(document.get("source_state", ""), document.get("treaty", "")),
        "name": item_name(document, steps[0].field.name, str(steps[0].item)) if steps else "",
        "activity": "",
    }
    for step in steps:
        if step.field.name == "activities":
            kinds = QUESTIONS["places[].activities[].kind"].choices
            values["activity"] = gettext(kinds.get(str(step.item), ""))
    return say(getattr(QUESTIONS[parsed.pattern], form), **values)


def item_name(document: Document, list_name: str, item_id: str) -> str:
    """The name of an item, as `called` has it; the id of one that is not there."""
    for one in items(document, list_name):
        if one.get("id") == item_id:
            return called(one, list_name)
    return item_id


def called(item: Mapping[str, Any], list_name: str) -> str:
    """What people call an item: its name, else its project, else what stands for it."""
    for key in ("name", "project"):
        text = item.get(key)
        if isinstance(text, str) and text:
            return text
    return gettext(UNNAMED[list_name])


def nameless(document: Mapping[str, Any]) -> dict[str, str]:
    """What people call each item that the law's texts know by its id: one without a name, and one
    that is a project of its own because its project is not known."""
    return {
        str(one["id"]): called(one, list_name)
        for list_name in UNNAMED
        for one in document.get(list_name) or ()
        if one.get("id")
        and not (one.get("name") and (one.get("project") or list_name not in WITH_PROJECT))
    }


def answer_text(document: Document, path: str) -> str:
    """The answer at a path in words, in the language of the page."""
    parsed = parse_path(path)
    field, value = parsed.field, _at(document, path)
    if _is_said(document, path):
        return str(NOT_KNOWN)
    if field.name == "to" and value is None:
        owner = _at(document, path.rpartition(".")[0]) or {}
        return gettext("Still going on") if "to" in owner else str(NOT_KNOWN)
    if field.kind == "reference" and value is None:
        return gettext("None") if field.name == "part_of_site" else gettext("The enterprise itself")
    if value is None:
        return str(NOT_KNOWN)
    if field.kind == "yes_no":
        return gettext("Yes") if value else gettext("No")
    if field.kind == "percent":
        return gettext("%(share)s per cent") % {"share": digits(value)}
    if field.kind == "date":
        return _day(value)
    if field.kind == "choice":
        return gettext(QUESTIONS[parsed.pattern].choices.get(value, value))
    if field.kind == "reference":
        lists = [name for name in field.to if name in LISTS]
        return next(
            (
                item_name(document, name, value)
                for name in lists
                if any(one.get("id") == value for one in items(document, name))
            ),
            str(value),
        )
    if field.kind == "list":
        return _list(document, parsed.pattern, path, value)
    if field.name in ("residence_state", "source_state"):
        return party_name(value, document.get("treaty", ""))
    return str(value)


def _list(document: Document, pattern: str, path: str, value: list[Any]) -> str:
    if not value:
        return gettext("None")
    if pattern in LISTS:
        return comma().join(item_name(document, pattern, str(one.get("id"))) for one in value)
    if pattern == "places[].activities":
        kinds = QUESTIONS["places[].activities[].kind"].choices
        return comma().join(gettext(kinds.get(one.get("kind"), "")) for one in value)
    return digits(len(value))


def _day(value: str) -> str:
    try:
        return day_text(date.fromisoformat(value))
    except ValueError:
        return value


def _is_said(document: Document, path: str) -> bool:
    return path in (document.get("not_known") or ())


def _at(document: Document, path: str) -> Any:
    try:
        return get_fact(document, path)
    except (FactsError, AttributeError, TypeError):
        return None

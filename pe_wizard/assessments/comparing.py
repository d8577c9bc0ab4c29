"""Two versions laid side by side: facts, readings and outcomes that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from pe_wizard.assessments.documents import walk
from pe_wizard.assessments.facts_in_words import Document, fact_label
from pe_wizard.assessments.models import Version
from pe_wizard.assessments.presenting import (
    MeasureShown,
    option_label,
    show_measure,
    subject_name,
)
from pe_wizard.assessments.shown import answer_text, called
from pe_wizard.tongue import say
from treaties import (
    HEAD_WORDS,
    HEADS,
    LISTS,
    QUESTIONS,
    READING_WORDS,
    FactsError,
    fact_field,
)

SAID = ("annotations", "not_known", "readings", "format")


@dataclass(frozen=True)
class FactDiffers:
    """A fact that differs; a side that does not have it is empty."""

    item: str
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Side:
    """A head on one side of the comparison."""

    outcome: str
    since: date | None
    measure: MeasureShown | None


@dataclass(frozen=True)
class HeadsBeside:
    """A head for one subject, on both sides; None where it is not there."""

    name: str
    subject: str
    before: Side | None
    after: Side | None
    differs: bool


@dataclass(frozen=True)
class ReadingDiffers:
    """A reading under which the two versions were made differently."""

    title: str
    before: str
    after: str


@dataclass(frozen=True)
class Comparison:
    """What is different between two versions, the older one first."""

    before: Version
    after: Version
    facts: tuple[FactDiffers, ...]
    heads: tuple[HeadsBeside, ...]
    readings: tuple[ReadingDiffers, ...]
    same_treaty_file: bool


def compare(before: Version, after: Version) -> Comparison:
    """What differs between two versions."""
    return Comparison(
        before=before,
        after=after,
        facts=tuple(differing_facts(before.facts, after.facts)),
        heads=tuple(
            heads_beside(
                (before.facts, before.conclusion["heads"]), (after.facts, after.conclusion["heads"])
            )
        ),
        readings=tuple(
            differing_readings(before.conclusion["readings"], after.conclusion["readings"])
        ),
        same_treaty_file=before.treaty_file_id == after.treaty_file_id,
    )


# ---- facts


def differing_facts(before: Document, after: Document) -> list[FactDiffers]:
    """The facts that are answered differently; an item on one side only is told as a whole."""
    first, second = _leaves(before), _leaves(after)
    differing = []
    for path in dict.fromkeys([*second, *first]):
        absent = fact_field(path).absent
        if first.get(path, absent) == second.get(path, absent):
            continue
        if _added_whole(path, first, second):
            continue
        owner = after if path in second else before
        try:
            item, label = fact_label(owner, path)
        except (FactsError, KeyError):
            continue
        shown = FactDiffers(
            item,
            label,
            _answer(before, path) if path in first else "",
            _answer(after, path) if path in second else "",
        )
        if shown.before != shown.after:
            differing.append(shown)
    return [*_items(before, after), *differing]


def _answer(document: Document, path: str) -> str:
    return answer_text(dict(document), path)


def _leaves(document: Document) -> dict[str, Any]:
    """Every fact of the document by its path, items and groups by their parts."""
    found = {}
    for one in walk(dict(document)):
        first = one.path.partition("[")[0].partition(".")[0]
        if first in SAID or one.field.name == "id" or one.pattern == "places[].activities[].kind":
            continue
        if one.field.kind != "group" and (one.field.kind != "list" or not one.value):
            found[one.path] = one.value
    return found


def _added_whole(path: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether the item the path is about is only on one side: it is told as a whole."""
    start, bracket, _rest = path.partition("]")
    if not bracket:
        return False
    return not (
        any(one.startswith(start + bracket) for one in first)
        and any(one.startswith(start + bracket) for one in second)
    )


def _items(before: Document, after: Document) -> list[FactDiffers]:
    """Items that are only on one side."""
    found = []
    for list_name in LISTS:
        old = {one["id"]: one for one in before.get(list_name) or ()}
        new = {one["id"]: one for one in after.get(list_name) or ()}
        label = _list_label(list_name)
        for item_id, item in {**old, **new}.items():
            if item_id in old and item_id in new:
                continue
            name = called(item, list_name)
            found.append(
                FactDiffers(
                    name,
                    label,
                    _("on file") if item_id in old else "",
                    _("on file") if item_id in new else "",
                )
            )
    return found


def _list_label(list_name: str) -> str:
    return say(QUESTIONS[list_name].label)


# ---- heads, readings


Told = tuple[Document, Sequence[Mapping[str, Any]]]  # facts, and the heads of their conclusion


def heads_beside(before: Told, after: Told) -> list[HeadsBeside]:
    """Every head of the two, in the order of the heads."""
    first = {(one["head"], one["subject"]): one for one in before[1]}
    second = {(one["head"], one["subject"]): one for one in after[1]}
    keys = sorted(dict.fromkeys([*second, *first]), key=lambda key: HEADS.index(key[0]))
    rows = []
    for key in keys:
        old, new = first.get(key), second.get(key)
        document = after[0] if new else before[0]
        rows.append(
            HeadsBeside(
                say(HEAD_WORDS[key[0]]),
                subject_name(document, new or old or {}),
                _side(old),
                _side(new),
                _told(old) != _told(new),
            )
        )
    return rows


def _side(head: Mapping[str, Any] | None) -> Side | None:
    if head is None:
        return None
    since = date.fromisoformat(head["since"]) if head["since"] else None
    return Side(head["outcome"], since, show_measure(head.get("measure")))


def _told(head: Mapping[str, Any] | None) -> tuple[Any, ...]:
    if head is None:
        return ()
    return (head["outcome"], head["since"], (head.get("measure") or {}).get("counted"))


def differing_readings(before: Mapping[str, str], after: Mapping[str, str]) -> list[ReadingDiffers]:
    """The readings that are applied differently."""
    return [
        ReadingDiffers(
            say(READING_WORDS[name].title),
            option_label(name, before[name]) if name in before else "",
            option_label(name, after[name]) if name in after else "",
        )
        for name in dict.fromkeys([*after, *before])
        if before.get(name) != after.get(name)
    ]

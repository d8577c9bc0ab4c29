"""Facts of a document in words: what a fact is called, how it was answered, how it is asked.

Wording stands in `treaties` beside each fact; here it is filled with the names of the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pe_wizard.assessments import shown
from pe_wizard.display import comma, digits
from pe_wizard.tongue import say
from treaties import QUESTIONS, FactsError, parse_path

Document = Mapping[str, Any]

# A row that has a number instead of a name.
ROWS = {
    "services[].periods[]": lambda n: _("stay %(n)s") % {"n": digits(n)},
    "exploration[].periods[]": lambda n: _("period %(n)s") % {"n": digits(n)},
    "building_sites[].interruptions[]": lambda n: _("interruption %(n)s") % {"n": digits(n)},
}


@dataclass(frozen=True)
class FactRead:
    """A fact that a finding read: the item it is about, what it is called, and what was noted."""

    path: str
    item: str
    label: str
    evidence: tuple[str, ...] = ()
    note: str = ""
    contested: bool = False
    href: str = ""


def item_of(document: Document, list_name: str, item_id: str) -> dict[str, Any] | None:
    """The item of that id, if the list has it."""
    for item in document.get(list_name) or ():
        if item.get("id") == item_id:
            found: dict[str, Any] = item
            return found
    return None


def item_name(document: Document, list_name: str, item_id: str) -> str:
    """The name of an item; what stands for it until it has one; its id where it is not there."""
    return shown.item_name(dict(document), list_name, item_id)


def fact_read(document: Document, path: str, href: str = "") -> FactRead:
    """The fact at a path, as a finding names it; a path that is none stands for itself."""
    try:
        item, label = fact_label(document, path)
    except FactsError:
        item, label = "", path
    noted = (document.get("annotations") or {}).get(path) or {}
    return FactRead(
        path,
        item,
        label,
        tuple(noted.get("evidence") or ()),
        noted.get("note") or "",
        bool(noted.get("contested")),
        href,
    )


def fact_label(document: Document, path: str) -> tuple[str, str]:
    """The item a path leads through, and the short name of the fact. Raises FactsError."""
    parsed = parse_path(path)
    item, rows, pattern = "", [], ""
    for step in parsed.steps:
        pattern += f"{'.' if pattern else ''}{step.field.name}"
        if step.item is None:
            continue
        pattern += "[]"
        if pattern in ROWS:
            rows.append(ROWS[pattern](int(step.item) + 1))
        elif pattern.endswith(".activities[]"):
            rows.append(activity_label(str(step.item)))
        else:
            item = item_name(document, step.field.name, str(step.item))
    if parsed.names_item:
        return item, comma().join(rows)
    label = shown.label(dict(document), path)
    return item, f"{label} ({', '.join(rows)})" if rows else label


def activity_label(kind: str) -> str:
    """What is done at a place, as a label."""
    return say(QUESTIONS["places[].activities[].kind"].choices[kind])


def question(document: Document, path: str) -> str:
    """The question that a path answers; the item and the row, for what has no question."""
    if parse_path(path).names_item:
        return ": ".join(filter(None, fact_label(document, path)))
    return shown.question_text(dict(document), path)


def answer_in_words(document: Document, path: str, value: Any) -> str:
    """A value of the fact at a path, in words: another yes or no, another share, or its answer."""
    if isinstance(value, bool):
        return pgettext("answer", "Yes") if value else pgettext("answer", "No")
    if parse_path(path).field.kind == "percent" and value is not None:
        return _("%(share)s per cent") % {"share": digits(value)}
    return shown.answer_text(dict(document), path)


def facts_read(
    document: Document, paths: Iterable[str], hrefs: Mapping[str, str]
) -> tuple[FactRead, ...]:
    """The facts at these paths, several rows of one item as one."""
    rows: dict[str, list[int]] = {}
    found: dict[str, FactRead] = {}
    for path in paths:
        owner, number = _row(path)
        if number is None:
            found[path] = fact_read(document, path, hrefs.get(path, ""))
            continue
        rows.setdefault(owner, []).append(number)
        found.setdefault(owner, fact_read(document, path, hrefs.get(path, "")))
    for owner, numbers in rows.items():
        if len(numbers) > 1:
            one = found[owner]
            found[owner] = FactRead(
                one.path, one.item, _rows_in_words(owner, numbers), href=one.href
            )
    return tuple(found.values())


def _row(path: str) -> tuple[str, int | None]:
    """The list that a path takes one numbered row of, and the number from 1."""
    owner, bracket, number = path.rpartition("[")
    if bracket and number.endswith("]") and number[:-1].isdigit():
        return owner, int(number[:-1]) + 1
    return path, None


def _rows_in_words(owner: str, numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = comma().join(
        digits(run[0]) if len(run) == 1 else f"{digits(run[0])}–{digits(run[-1])}" for run in runs
    )
    if owner.startswith("services"):
        return _("stays %(numbers)s") % {"numbers": said}
    return _("periods %(numbers)s") % {"numbers": said}

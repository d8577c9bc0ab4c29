"""Facts of a document in words: what a fact is called, how it was answered, how it is asked.

Wording stands in `treaties` beside each fact; here it is filled with the names of the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pe_wizard.display import day_text, digits, state_name
from pe_wizard.tongue import say, typed
from treaties import QUESTIONS, UNNAMED, FactsError, get_fact, parse_path

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
    """The name of an item; where it has none, its id; its kind of item where it is not there."""
    item = item_of(document, list_name, item_id)
    if item is None:
        return item_id
    return item.get("name") or item_id or say(UNNAMED[list_name])


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
        return item, ", ".join(rows)
    label = say(QUESTIONS[parsed.pattern].label, **placeholders(document, path))
    return item, f"{label} ({', '.join(rows)})" if rows else label


def activity_label(kind: str) -> str:
    """What is done at a place, as a label."""
    return say(QUESTIONS["places[].activities[].kind"].choices[kind])


def placeholders(document: Document, path: str) -> dict[str, str]:
    """What the words of a question are filled with."""
    name = activity = ""
    for step in parse_path(path).steps:
        if step.item is None:
            continue
        if step.field.name == "activities":
            activity = activity_label(str(step.item))
        elif step.field.name in UNNAMED:
            name = item_name(document, step.field.name, str(step.item))
    return {
        "state": state_name(document["source_state"]),
        "residence": state_name(document["residence_state"]),
        "treaty": document["treaty"],
        "name": name,
        "activity": activity,
    }


def question(document: Document, path: str) -> str:
    """The question that a path answers; the label of what has no question of its own."""
    parsed = parse_path(path)
    if parsed.names_item:
        return ": ".join(filter(None, fact_label(document, path)))
    return say(QUESTIONS[parsed.pattern].text, **placeholders(document, path))


def answer(document: Document, path: str) -> str:
    """How a fact stands in the document, in words."""
    return answer_in_words(document, path, get_fact(dict(document), path))


def answer_in_words(document: Document, path: str, value: Any) -> str:
    """A value of the fact at a path, in words; any kind of fact, a group or an item by its name."""
    field = parse_path(path).field
    if field.kind == "percent" and value is not None:
        return _("%(n)s %%") % {"n": digits(value)}
    if value is None:
        if field.kind == "date" and field.name == "to":
            return pgettext("last day", "Not known, or still going on")
        return pgettext("answer", "Not known")
    if value is True:
        return pgettext("answer", "Yes")
    if value is False:
        return pgettext("answer", "No")
    if field.kind == "date":
        return day_text(date.fromisoformat(value))
    if field.kind == "reference":
        return typed(_name_anywhere(document, str(value)))
    if isinstance(value, list):
        return digits(len(value)) if value else pgettext("list", "None")
    choices = QUESTIONS[parse_path(path).pattern].choices if _is_asked(path) else {}
    return say(choices[value]) if value in choices else typed(str(value))


def _is_asked(path: str) -> bool:
    parsed = parse_path(path)
    return not parsed.names_item and parsed.pattern in QUESTIONS


def _name_anywhere(document: Document, item_id: str) -> str:
    for list_name in UNNAMED:
        if item_of(document, list_name, item_id) is not None:
            return item_name(document, list_name, item_id)
    return item_id


def facts_read(
    document: Document, paths: Iterable[str], hrefs: Mapping[str, str]
) -> tuple[FactRead, ...]:
    """The facts at these paths, several rows of one item as one."""
    rows: dict[str, list[int]] = {}
    shown: dict[str, FactRead] = {}
    for path in paths:
        owner, number = _row(path)
        if number is None:
            shown[path] = fact_read(document, path, hrefs.get(path, ""))
            continue
        rows.setdefault(owner, []).append(number)
        shown.setdefault(owner, fact_read(document, path, hrefs.get(path, "")))
    for owner, numbers in rows.items():
        if len(numbers) > 1:
            one = shown[owner]
            shown[owner] = FactRead(
                one.path, one.item, _rows_in_words(owner, numbers), href=one.href
            )
    return tuple(shown.values())


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
    said = ", ".join(
        digits(run[0]) if len(run) == 1 else f"{digits(run[0])}–{digits(run[-1])}" for run in runs
    )
    if owner.startswith("services"):
        return _("stays %(numbers)s") % {"numbers": said}
    return _("periods %(numbers)s") % {"numbers": said}

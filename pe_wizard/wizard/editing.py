"""Changes to a facts document, as pure functions: what a form says, written into the answers.

A change that names an item which is no longer there is left out: the save that carries it is
refused by the revision of its section, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pe_wizard.assessments.documents import Document, copied, tidy
from treaties import SHAPES, FactsError, parse_path


class Missing:
    """The value of a key that is not in the document: not answered, which is not null."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


@dataclass(frozen=True, slots=True)
class Answer:
    """What one field says: a value (MISSING: none), or that it was asked and is not known."""

    value: Any = MISSING
    not_known: bool = False


NOT_KNOWN = Answer(None, True)
UNANSWERED = Answer()


@dataclass(frozen=True, slots=True)
class Note:
    """What is said about a fact beside its answer."""

    text: str = ""
    evidence: tuple[str, ...] = ()
    contested: bool = False

    def as_document(self) -> dict[str, Any]:
        """As it stands under `annotations`; empty where nothing is said."""
        said: dict[str, Any] = {}
        if self.text:
            said["note"] = self.text
        if self.evidence:
            said["evidence"] = list(self.evidence)
        if self.contested:
            said["contested"] = True
        return said


def value_at(document: Document, path: str) -> Any:
    """What stands at the path; MISSING where the key, or an item on the way, is not there."""
    owner: Any = document
    for step in parse_path(path).steps:
        if not isinstance(owner, dict) or step.field.name not in owner:
            return MISSING
        owner = owner[step.field.name]
        if step.item is not None:
            owner = _row(owner, step.field.of, step.item)
            if owner is None:
                return MISSING
    return owner


def answer_at(document: Document, path: str) -> Answer:
    """The answer at the path, "not known" included."""
    if path in (document.get("not_known") or ()):
        return NOT_KNOWN
    return Answer(value_at(document, path))


def note_at(document: Document, path: str) -> Note:
    """What is said about the fact at the path."""
    said = (document.get("annotations") or {}).get(path) or {}
    return Note(
        said.get("note") or "", tuple(said.get("evidence") or ()), said.get("contested") is True
    )


def with_answers(
    document: Document, answers: Mapping[str, Answer], notes: Mapping[str, Note] | None = None
) -> Document:
    """The document with these answers and notes; everything else in it is the same."""
    changed: Document = copied(document)
    not_known = dict.fromkeys(changed.get("not_known") or ())
    for path, answer in answers.items():
        if not _put(changed, path, answer.value):
            continue
        if answer.not_known:
            not_known[path] = None
        else:
            not_known.pop(path, None)
    _keep(changed, "not_known", list(not_known))
    said = dict(changed.get("annotations") or {})
    for path, note in (notes or {}).items():
        mine = note.as_document()
        if mine:
            said[path] = mine
        else:
            said.pop(path, None)
    _keep(changed, "annotations", said)
    return changed


def _keep(document: Document, key: str, value: Any) -> None:
    if value or key in document:
        document[key] = value


def _put(document: Document, path: str, value: Any) -> bool:
    """Write the value at the path, with the groups on the way; whether its item is there."""
    *way, last = parse_path(path).steps
    owner: Any = document
    for step in way:
        if step.item is None:
            if value is MISSING and not owner.get(step.field.name):
                return True
            if owner.get(step.field.name) is None:
                owner[step.field.name] = {}
            owner = owner[step.field.name]
        else:
            owner = _row(owner.get(step.field.name), step.field.of, step.item)
            if owner is None:
                return False
    if value is MISSING:
        owner.pop(last.field.name, None)
    else:
        owner[last.field.name] = copied(value)
    return True


def _row(rows: Any, shape: str, item: str | int) -> Any:
    if not isinstance(rows, list):
        return None
    if isinstance(item, int):
        return rows[item] if item < len(rows) else None
    key = SHAPES[shape].key
    return next((row for row in rows if isinstance(row, dict) and row.get(key) == item), None)


# ---- rows without an id: periods and breaks


def rows_at(document: Document, path: str) -> list[dict[str, Any]]:
    """The rows of the list at the path (`services[e1].periods`); none where it is not known."""
    value = value_at(document, path)
    return value if isinstance(value, list) else []


def add_row(document: Document, path: str, row: dict[str, Any] | None = None) -> Document:
    """A new row at the end; the list is known from then on."""
    return with_answers(document, {path: Answer([*rows_at(document, path), row or {}])})


def remove_row(document: Document, path: str, at: int) -> Document:
    """The list without the row, and without what was said about it."""
    rows = rows_at(document, path)
    return _rearranged(document, path, [one for one in range(len(rows)) if one != at])


def insert_row(document: Document, path: str, at: int, row: dict[str, Any]) -> Document:
    """The row at a position, from 0; what stands there and behind moves on by one."""
    last = len(rows_at(document, path))
    changed = add_row(document, path, row)
    at = min(at, last)
    return _rearranged(changed, path, [*range(at), last, *range(at, last)])


def _rearranged(document: Document, path: str, order: list[int]) -> Document:
    """The rows in another order, each with what is said about it; some may be left out."""
    rows = rows_at(document, path)
    changed = with_answers(document, {path: Answer([rows[old] for old in order])})
    said = changed.get("not_known") or []
    notes = changed.get("annotations") or {}
    start = f"{path}["
    about = [(*_of_row(one, start), one) for one in said if one.startswith(start)]
    _keep(
        changed,
        "not_known",
        [one for one in said if not one.startswith(start)]
        + [
            f"{start}{new}]{rest}"
            for new, old in enumerate(order)
            for number, rest, _ in about
            if number == old
        ],
    )
    _keep(
        changed,
        "annotations",
        {one: note for one, note in notes.items() if not one.startswith(start)}
        | {
            f"{start}{new}]{rest}": note
            for new, old in enumerate(order)
            for one, note in notes.items()
            if one.startswith(start)
            for number, rest in (_of_row(one, start),)
            if number == old
        },
    )
    tidy(changed)
    return changed


def _of_row(path: str, start: str) -> tuple[int, str]:
    number, _, rest = path.removeprefix(start).partition("]")
    return (int(number) if number.isdigit() else -1), rest


# ---- activities, by kind


def with_activities(document: Document, path: str, kinds: Iterable[str]) -> Document:
    """The list of activities at a place holds these kinds; those that stay keep their answers."""
    rows = {row.get("kind"): row for row in rows_at(document, path)}
    changed = with_answers(
        document, {path: Answer([rows.get(kind, {"kind": kind}) for kind in kinds])}
    )
    tidy(changed)
    return changed


def is_path(text: str) -> bool:
    """Whether the text is a path of the facts format."""
    try:
        parse_path(text)
    except FactsError:
        return False
    return True


def is_list_of_rows(text: str) -> bool:
    """Whether the text is the path of a list of rows without ids, as `services[e1].periods`."""
    if not is_path(text):
        return False
    path = parse_path(text)
    field = path.field
    return not path.names_item and field.kind == "list" and not SHAPES[field.of].key


Change = Callable[[Document], Document]

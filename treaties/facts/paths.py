"""Facts paths: `places[ID].fixed`, `services[ID].periods[0].worked`, `enterprise.insurer`.

A path names a fact, or a whole item (`services[ID].periods[0]`). Items of the lists of the document
are named by their id, activities by their kind, periods and interruptions by their number from 0.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from typing import Any

from treaties.errors import FactsError, Fault
from treaties.facts.objects import Facts, Span
from treaties.facts.shapes import FORMAT, SHAPES, Field, Shape
from treaties.facts.values import ValueFault, read_percent
from treaties.text import shown

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
_STEP = re.compile(r"([a-z_]+)(?:\[([^\[\].]*)\])?")
LISTED = 40  # names that a remedy looks at
_LONGEST = 400  # characters; the longest path of the grammar is shorter


@dataclass(frozen=True, slots=True)
class Step:
    """One step down: a field, and the item taken from it where it is a list (by key or number)."""

    field: Field
    item: str | int | None


@dataclass(frozen=True, slots=True)
class Path:
    """A path that the grammar allows, with the ids left out in `pattern`: `places[].fixed`."""

    text: str
    pattern: str
    steps: tuple[Step, ...]

    @property
    def field(self) -> Field:
        """The field that the last step names; the list, where the path names a whole item."""
        return self.steps[-1].field

    @property
    def names_item(self) -> bool:
        """Whether it names a whole item rather than one fact."""
        return self.steps[-1].item is not None


@lru_cache(maxsize=8192)
def parse_path(text: str) -> Path:
    """The steps of a path. Raises FactsError, naming the nearest key, for any other text."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise _refused(text, "is no facts path", 'Write a path such as "places[ID].fixed"')
    shape: Shape | None = SHAPES["facts"]
    steps: list[Step] = []
    pattern = ""
    for part in text.split("."):
        if shape is None:
            raise _refused(
                text, f'goes on after "{steps[-1].field.name}", which has no parts', "End it there"
            )
        step = _step(text, part, shape)
        steps.append(step)
        pattern += f"{'.' if pattern else ''}{step.field.name}{'' if step.item is None else '[]'}"
        goes_on = step.field.kind == "group" or step.item is not None
        shape = SHAPES[step.field.of] if goes_on else None
    return Path(text, pattern, tuple(steps))


def fact_field(path: str) -> Field:
    """The field that a path names; the list, for a whole item. Raises FactsError for a bad path."""
    return parse_path(path).field


def get_fact(source: Facts | dict[str, Any], path: str) -> Any:
    """The value at a path, in facts or in a facts document; None where it is not known.

    From Facts: bool, Decimal, text, an ISO date, or the object or tuple; a contested fact is None.
    From a document: the JSON value as it stands. Raises FactsError for a bad path or lost item.
    """
    steps = parse_path(path).steps
    if isinstance(source, Facts):
        return _typed(source, steps, path)
    value: Any = source
    for step in steps:
        if value is None:
            return None
        value = value.get(step.field.name, step.field.absent)
        if step.item is not None:
            rows = value or ()
            key = SHAPES[step.field.of].key
            keys = [row.get(key) for row in rows] if key else rows  # rows of days have no id
            value = rows[_position(keys, step.item, path)]
    return value


def with_fact(facts: Facts, path: str, value: bool | int | Decimal | None) -> Facts:
    """The same facts with one yes/no fact or percentage changed; everything else is shared.

    `document`, `not_known`, `contested` and `annotations` stay those of the original. Raises
    FactsError for a bad path, a missing item, another kind of fact, or a value that does not fit.
    """
    parsed = parse_path(path)
    kind = parsed.field.kind
    if kind == "yes_no" and not parsed.names_item:
        if not (value is True or value is False or value is None):
            raise _refused(path, f"cannot be {shown(value)}", "Give true, false or null")
    elif kind == "percent":
        try:
            value = None if value is None else read_percent(value)
        except ValueFault as fault:
            raise _refused(path, fault.problem, fault.remedy) from None
    else:
        raise _refused(
            path, "is no yes/no fact and no percentage", "Change it in the document and parse again"
        )
    changed: Facts = _with(facts, parsed.steps, 0, value, path)
    return changed


def nearest(name: str, known: Iterable[str], *, otherwise: str = "") -> str:
    """A remedy: write the nearest known name, or one of them where none is near; or `otherwise`."""
    names = list(islice(known, LISTED))
    near = get_close_matches(name[:80], names, n=1, cutoff=0.6)
    if near:
        return f'Write "{near[0]}"{otherwise}'
    return f"Use one of: {', '.join(names)}{', …' if len(names) == LISTED else ''}{otherwise}"


def _step(text: str, part: str, shape: Shape) -> Step:
    found = _STEP.fullmatch(part)
    field = shape.field(found[1]) if found else None
    if found is None or field is None:
        known = (field.name for field in shape.fields)
        raise _refused(
            text,
            f"names no fact: {shown(part)} is no key here",
            nearest(part.partition("[")[0], known),
        )
    if found[2] is None:
        return Step(field, None)
    if field.kind != "list":
        raise _refused(text, f'puts an item after "{field.name}", which is no list', "Leave [] out")
    key = SHAPES[field.of].key
    if not key:
        if not _INDEX.fullmatch(found[2]):
            raise _refused(
                text, f"names no item: {shown(found[2])} is no number", "Number the items from 0"
            )
        return Step(field, int(found[2]))
    if key == "id" and not ID.fullmatch(found[2]):
        raise _refused(
            text, f"names no item: {shown(found[2])} is no id", "Put the item's id in []"
        )
    return Step(field, found[2])


def _refused(path: str, problem: str, remedy: str) -> FactsError:
    return FactsError([Fault(path if isinstance(path, str) else "", problem, remedy)])


def _typed(facts: Facts, steps: tuple[Step, ...], path: str) -> Any:
    value: Any = facts
    for step in steps:
        field = step.field
        if field.name in ("from", "to"):
            span = value if isinstance(value, Span) or value is None else value.span
            day = None if span is None else span.first if field.name == "from" else span.last
            return None if day is None else date.fromordinal(day).isoformat()
        if field.kind == "group" and SHAPES[field.of].builds is None:
            continue  # its keys are attributes of the object it belongs to
        value = FORMAT if field.name == "format" else getattr(value, field.name)
        if step.item is not None:
            value = value[_position_of(value, step, path)]
    return value.isoformat() if isinstance(value, date) else value


def _with(owner: Any, steps: tuple[Step, ...], depth: int, value: object, path: str) -> Any:
    step = steps[depth]
    name = step.field.name
    if depth == len(steps) - 1:
        return _changed(owner, name, value)
    if step.field.kind == "group" and SHAPES[step.field.of].builds is None:
        return _with(owner, steps, depth + 1, value, path)
    part = getattr(owner, name)
    if step.item is None:
        return _changed(owner, name, _with(part, steps, depth + 1, value, path))
    at = _position_of(part, step, path)
    items = list(part)
    items[at] = _with(items[at], steps, depth + 1, value, path)
    return _changed(owner, name, tuple(items))


def _changed(owner: Any, name: str, value: object) -> Any:
    # Several times faster than dataclasses.replace: the inquiry changes facts by the thousand.
    kind: Any = type(owner)
    read, positions = _attributes(kind)
    values = list(read(owner))
    values[positions[name]] = value
    return kind(*values)


@cache
def _attributes(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    names = [attribute.name for attribute in fields(kind)]
    return attrgetter(*names), {name: position for position, name in enumerate(names)}


def _position_of(items: tuple[Any, ...] | None, step: Step, path: str) -> int:
    key = SHAPES[step.field.of].key
    if not key:
        return _position(items or (), step.item, path)
    return _position([getattr(item, key) for item in items or ()], step.item, path)


def _position(keys: Sequence[object], item: str | int | None, path: str) -> int:
    if isinstance(item, int):
        if item < len(keys):
            return item
    elif item in keys:
        return keys.index(item)
    raise _refused(
        path, f"names no item: there is no {shown(item)} here", "Name an item that exists"
    )

"""The typed objects built from a normalised facts document; nothing is checked here any more."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import date
from functools import cache, lru_cache
from typing import Any

from treaties.facts.objects import Facts, Span
from treaties.facts.shapes import SHAPES, Field, Shape
from treaties.facts.values import read_date, read_percent

Record = dict[str, Any]
Read = Callable[[Record], Any]


def build(document: Record, contested: dict[str, tuple[str | int, ...]]) -> Facts:
    """Facts from a normalised document; `contested` says where in it each contested fact stands."""
    facts: Facts = _builder("facts")(
        {
            **_with_null_at(document, contested.values()),
            "contested": frozenset(contested),
            "document": document,
        }
    )
    return facts


def _with_null_at(document: Record, ways: Iterable[tuple[str | int, ...]]) -> Record:
    """The document with null at those places; only what lies on the way there is copied."""
    changed: dict[Any, Any] = dict(document)
    copied: set[int] = {id(changed)}
    for way in ways:
        owner: Any = changed
        for key in way[:-1]:
            part = owner.get(key) if isinstance(owner, dict) else owner[key]
            if part is None:
                break  # a group that is null: its facts are not known as it is
            if id(part) not in copied:
                part = part.copy()
                copied.add(id(part))
                owner[key] = part
            owner = part
        else:
            owner[way[-1]] = None
    return changed


@cache
def _builder(name: str) -> Read:
    """From a normalised object of the shape of that name to the object that it becomes."""
    shape = SHAPES[name]
    if shape.builds is None:
        raise TypeError(f"{name} builds nothing")
    if shape.builds is Span:
        return _span
    make = shape.builds
    attributes = [attribute.name for attribute in fields(make)]
    absent = [shape.absent(name) for name in attributes]
    reads = [
        (position, read)
        for position, name in enumerate(attributes)
        if (read := _reader(shape, name)) is not None
    ]

    def built(record: Record) -> Any:
        values = list(map(record.get, attributes, absent))
        for position, read in reads:
            values[position] = read(record)
        return make(*values)

    return built


def _reader(shape: Shape, name: str) -> Read | None:
    """How one attribute is read from a normalised object; None where it stands there as it is."""
    if name == "span":
        return _span
    if name == "name":
        return _called
    field = shape.field(name)
    if field is None:
        return _reader_elsewhere(shape, name)
    match field.kind:
        case "list":
            return _items(field, none=() if name == "interruptions" else None)
        case "group":
            return _part(name, _builder(field.of), needed=name != "tax_period")
        case "percent":
            return lambda record: None if record.get(name) is None else read_percent(record[name])
        case "paths":
            return lambda record: frozenset([] if record.get(name) is None else record[name])
        case "readings" | "annotations":
            return lambda record: {} if record.get(name) is None else record[name]
        case "date":
            return lambda record: date.fromordinal(read_date(record[name]))
        case _:
            return None


def _called(record: Record) -> str:
    """What an item is called: by its name, else by its project, else by its id."""
    for key in ("name", "project"):
        if record.get(key) is not None:
            return str(record[key])
    return str(record["id"])


def _reader_elsewhere(shape: Shape, name: str) -> Read | None:
    for field in shape.fields:
        if field.kind == "group" and SHAPES[field.of].builds is None:
            inner = SHAPES[field.of].field(name)
            if inner is not None:
                part = _builder(inner.of)
                return _part(field.name, _part(name, part))
    return None


def _part(name: str, read: Read, *, needed: bool = True) -> Read:
    empty: Record = {}

    def part(record: Record) -> Any:
        found = record.get(name)
        if found is None:
            return read(empty) if needed else None
        return read(found)

    return part


def _items(field: Field, *, none: tuple[()] | None) -> Read:
    name, build_item = field.name, _builder(field.of)

    def items(record: Record) -> tuple[Any, ...] | None:
        listed = record.get(name)
        return none if listed is None else tuple([build_item(item) for item in listed])

    return items


def _span(record: Record) -> Span:
    return _span_of(record.get("from"), record.get("to"), "to" in record)


@lru_cache(maxsize=4096)
def _span_of(first: str | None, last: str | None, has_last: bool) -> Span:
    return Span(
        None if first is None else read_date(first),
        None if last is None else read_date(last),
        last is None and has_last,
    )

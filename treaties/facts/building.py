"""The typed objects built from a normalised facts document; nothing is checked here any more."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import date
from functools import cache
from typing import Any

from treaties.facts.objects import Facts, Span
from treaties.facts.shapes import SHAPES, Field, Shape
from treaties.facts.values import read_date, read_percent

Record = dict[str, Any]
Read = Callable[[Record], Any]

_NOT_KNOWN = Span(None, None, False)
_OF_A_RIG = {
    "person": None,
    "worked": True,
}  # what a Period states that a rig's period does not ask


def build(document: Record, contested: dict[str, tuple[str | int, ...]]) -> Facts:
    """Facts from a normalised document; `contested` says where in it each contested fact stands."""
    record = _with_null_at(document, contested.values())
    as_of = date.fromordinal(read_date(record["as_of"]))
    values = {field.name: _reader(SHAPES["facts"], field.name)(record) for field in _DERIVED}
    return Facts(
        **values,
        as_of=as_of,
        tax_period=None if record.get("tax_period") is None else _span(record["tax_period"]),
        readings=record.get("readings") or {},
        not_known=frozenset(record.get("not_known") or ()),
        contested=frozenset(contested),
        annotations=record.get("annotations") or {},
        document=document,
    )


_DERIVED = [
    field
    for field in SHAPES["facts"].fields
    if field.name not in ("format", "as_of", "tax_period")
    and field.kind not in ("readings", "paths", "annotations")
]


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
    reads = [_reader(shape, attribute.name) for attribute in fields(make)]

    def built(record: Record) -> Any:
        return make(*[read(record) for read in reads])

    return built


def _reader(shape: Shape, name: str) -> Read:
    """From a normalised object of that shape to the value of one attribute."""
    if name == "span":
        return _span
    field = shape.field(name)
    if field is None:
        return _reader_elsewhere(shape, name)
    if field.kind == "list":
        return _items(field, none=() if name == "interruptions" else None)
    if field.kind == "group":
        part = _builder(field.of)
        return lambda record: part({} if record.get(name) is None else record[name])
    if field.kind == "percent":
        return lambda record: None if record.get(name) is None else read_percent(record[name])
    if name == "name":
        return lambda record: record["id"] if record.get("name") is None else record["name"]
    absent = field.absent
    return lambda record: record.get(name, absent)


def _reader_elsewhere(shape: Shape, name: str) -> Read:
    for field in shape.fields:
        if field.kind == "group" and SHAPES[field.of].builds is None:
            group, inner = field.name, _reader(SHAPES[field.of], name)
            return lambda record: inner({} if record.get(group) is None else record[group])
    value = _OF_A_RIG[name]
    return lambda record: value


def _items(field: Field, *, none: tuple[()] | None) -> Read:
    name, build_item = field.name, _builder(field.of)

    def items(record: Record) -> tuple[Any, ...] | None:
        listed = record.get(name)
        return none if listed is None else tuple([build_item(item) for item in listed])

    return items


def _span(record: Record) -> Span:
    first, last = record.get("from"), record.get("to")
    if first is None and last is None and "to" not in record:
        return _NOT_KNOWN
    return Span(
        None if first is None else read_date(first),
        None if last is None else read_date(last),
        last is None and "to" in record,
    )

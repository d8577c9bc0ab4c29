"""A treaty file half read: its tables one by one, before they are held against one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from treaties.clauses import KINDS
from treaties.clauses.base import Clause, Table
from treaties.treaty.tables import members


@dataclass(frozen=True)
class Draft:
    """A file whose tables have been read one by one; an entry that failed is None."""

    raw_clauses: list[Any]
    clauses: list[Clause | None]
    paragraphs: Mapping[str, Any]
    borrowed: Mapping[str, Any]
    readings: Mapping[str, Any]
    notes: Mapping[str, Any]
    month: str | None  # [counting]

    def read(self) -> Iterator[tuple[str, Clause]]:
        """Each clause that was read, with its key."""
        for place, clause in enumerate(self.clauses):
            if clause is not None:
                yield clause_key(place, self.raw_clauses[place]), clause

    def failed(self) -> list[Any]:
        """The tables of the clauses that were not read."""
        return [
            raw
            for raw, clause in zip(self.raw_clauses, self.clauses, strict=True)
            if clause is None
        ]


def clause_key(place: int, raw: Any) -> str:
    """How faults name a clause: its number in the file, counted from 1, and its kind."""
    kind = kind_of(raw)
    return f"clause {place + 1} ({kind})" if kind else f"clause {place + 1}"


def kind_of(raw: Any) -> str | None:
    """The kind that a raw clause says, if it is a known one."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    return kind if isinstance(kind, str) and kind in KINDS else None


def tables_in(
    table: Table, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Table]]:
    """The table and every table inside it, each with its path."""
    yield path, table
    for name, field in type(table).model_fields.items():
        value, step = getattr(table, name), field.alias or name
        if isinstance(value, Table):
            yield from tables_in(value, (*path, step))
        elif isinstance(value, list):
            for place, one in enumerate(value):
                if isinstance(one, Table):
                    yield from tables_in(one, (*path, step, place))


def kinds_of_table(kind: Any) -> Iterator[type[Table]]:
    """The kind of table and every kind of table that may stand inside it."""
    for member in members(kind):
        if get_origin(member) in (list, dict):
            yield from kinds_of_table(get_args(member)[-1])
        elif isinstance(member, type) and issubclass(member, Table):
            yield member
            for field in member.model_fields.values():
                yield from kinds_of_table(field.annotation)


def open_in(kind: Any) -> set[str]:
    """Every key that a kind of clause can leave to a reading."""
    return {name for table in kinds_of_table(kind) for name in table.OPEN}


def labels(value: Any) -> list[str]:
    """One label or a list of labels, as a list."""
    return [value] if isinstance(value, str) else list(value)


def repeated(values: Iterable[str]) -> list[str]:
    """The values that stand more than once, each once."""
    return [value for value, times in Counter(values).items() if times > 1]

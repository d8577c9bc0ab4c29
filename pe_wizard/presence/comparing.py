"""A table against itself and against the draft: rows twice, rows that overlap, stays there already.

Rows are taken in the order of the file, so that of two the later one has the fault.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pe_wizard.assessments.documents import Document, items
from pe_wizard.presence.reading import span
from pe_wizard.presence.rows import FORGIVABLE, Coded, Row, key_of
from pe_wizard.text import fold
from treaties import Days

# First and last day, and whose they are: the number of a row, or, below zero, that of a stay of the
# draft, counted from -1 through all engagements. Many of them are held at once.
Interval = tuple[int, int, int]
LISTED = 50  # engagements, or projects, in a summary


@dataclass
class Summary:
    """What a table holds, in numbers; `faults` and `remarks` count rows by code.

    `places`: of each engagement or unknown project {"id", "project", "new", "days"}; `days` are
    different days of the new rows that could be taken.
    """

    rows: int = 0
    new: int = 0
    there: int = 0
    faulty: int = 0
    forgivable: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    remarks: dict[str, int] = field(default_factory=dict)
    places: list[dict[str, Any]] = field(default_factory=list)
    more_places: int = 0


class Comparing:
    """Compares the rows of one table, one after the other."""

    def __init__(self, document: Document) -> None:
        self.as_of: str = document["as_of"]
        self.summary = Summary()
        self._there: set[int] = set()
        self._seen: dict[int, int] = {}
        self._taken: dict[str, list[Interval]] = {}
        self._spans: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._counts: dict[tuple[str, str], int] = {}
        self._folded: dict[str, str] = {}
        self._engagements: list[tuple[int, str]] = []  # the stays before it, and its id
        stays = 0
        for engagement in items(document, "services"):
            identity = engagement.get("id", "")
            self._engagements.append((stays, identity))
            for stay in engagement.get("periods") or ():
                stays += 1
                self._there.add(hash((identity, key_of(stay))))
                self._note(stay, -stays)
        for intervals in self._taken.values():
            intervals[:] = _merged(intervals)

    def _note(self, stay: dict[str, Any], number: int) -> None:
        try:
            first = date.fromisoformat(stay["from"]).toordinal()
            last = stay["to"]
            end = date.fromisoformat(self.as_of if last is None else last).toordinal()
        except (KeyError, TypeError, ValueError):
            return
        if stay.get("person") and first <= end:
            self._taken.setdefault(self._fold(stay["person"]), []).append((first, end, number))

    def _said(self, whose: int) -> Coded:
        """Whose days they are, as a fault has it."""
        if whose > 0:
            return ["row", whose]
        at = bisect_left(self._engagements, (-whose,)) - 1
        before, identity = self._engagements[at]
        return ["stay", identity, -whose - before]

    def row(self, row: Row) -> Row:
        """The row with what is wrong between it and others, or known of it."""
        row = row._replace(
            faults=[fault for fault in row.faults if fault[0] not in ("overlap", "twice")],
            there=False,
        )
        if row.codes <= frozenset(FORGIVABLE):
            row = self._compared(row)
        self._count(row)
        return row

    def _compared(self, row: Row) -> Row:
        where = row.engagement or f"\0{self._fold(row.project)}"
        key = hash((where, key_of(row.stay)))
        if key in self._there:
            return row._replace(there=True)
        if key in self._seen:
            return row._replace(faults=[*row.faults, ["twice", self._seen[key]]])
        self._seen[key] = row.number
        days = span(row, self.as_of)
        if row.person and days:
            other = self._overlapping(self._fold(row.person), *days, row.number)
            if other:
                return row._replace(faults=[*row.faults, ["overlap", *self._said(other)]])
        return row

    def _fold(self, text: str) -> str:
        if text not in self._folded:
            self._folded[text] = fold(text)
        return self._folded[text]

    def _overlapping(self, person: str, first: int, last: int, mine: int) -> int:
        """Whose days of this person it shares; 0 where they are free, and are taken then."""
        taken = self._taken.setdefault(person, [])
        at = bisect_right(taken, last, key=_first)
        if at and taken[at - 1][1] >= first:
            return taken[at - 1][2]
        taken.insert(at, (first, last, mine))
        return 0

    def _count(self, row: Row) -> None:
        summary = self.summary
        summary.rows += 1
        if row.there:
            summary.there += 1
            return
        for code in {remark[0] for remark in row.remarks}:
            summary.remarks[code] = summary.remarks.get(code, 0) + 1
        if row.faults:
            summary.faulty += 1
            for code in row.codes:
                summary.faults[code] = summary.faults.get(code, 0) + 1
            if row.codes <= frozenset(FORGIVABLE):
                name = "+".join(sorted(row.codes))
                summary.forgivable[name] = summary.forgivable.get(name, 0) + 1
            return
        summary.new += 1
        place = (row.engagement, row.project)
        self._counts[place] = self._counts.get(place, 0) + 1
        days = span(row, self.as_of)
        if days:
            self._spans.setdefault(place, []).append(days)

    def finished(self) -> Summary:
        """The numbers, once every row was compared."""
        places = sorted(self._counts, key=lambda place: -self._counts[place])
        self.summary.more_places = max(0, len(places) - LISTED)
        self.summary.places = [
            {
                "id": identity,
                "project": project,
                "new": self._counts[identity, project],
                "days": len(Days.of(self._spans.get((identity, project), ()))),
            }
            for identity, project in places[:LISTED]
        ]
        return self.summary


def _first(interval: Interval) -> int:
    return interval[0]


def _merged(intervals: Iterable[Interval]) -> list[Interval]:
    """The intervals in order, those that share days as one, under the name of the first."""
    merged: list[Interval] = []
    for first, last, whose in sorted(intervals, key=_first):
        if merged and merged[-1][1] >= first:
            before = merged[-1]
            merged[-1] = (before[0], max(before[1], last), before[2])
        else:
            merged.append((first, last, whose))
    return merged

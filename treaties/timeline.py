"""The days behind a count, for drawing and for tables: who was there when, and how it added up.

Nothing is decided here: the days are those that the clause counted, or left out, and the running
count is its own count, day by day.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from treaties.assess import Assessment, Head, heads_of
from treaties.clauses.projects import Group
from treaties.durations import Days, months_later
from treaties.finding import Finding, Op
from treaties.truth import Truth


@dataclass(frozen=True, slots=True)
class Stay:
    """A run of days of one item, ordinals, both ends inclusive; `counts`: whether they count."""

    item: str
    first: int
    last: int
    counts: Truth

    @property
    def days(self) -> int:
        """How many days it has."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class Timeline:
    """What a head with a clock counted.

    `stays` are in the order of the facts, those of one item together; `days` are the days that
    certainly count, as the clock counts them; `rolling` says whether they are held against any
    twelve months instead of the whole period.
    """

    stays: tuple[Stay, ...]
    days: Days
    rolling: bool

    def count_on(self, day: int) -> int:
        """The days counted up to `day`: of the twelve months that end on it, or of the whole."""
        before = self._up_to(_window_start(day) - 1) if self.rolling else 0
        return self._up_to(day) - before

    def _up_to(self, day: int) -> int:
        """How many days are counted up to `day`, the whole time."""
        firsts, totals = self._sums
        at = bisect_right(firsts, day) - 1
        if at < 0:
            return 0
        first, last = self.days.runs[at]
        return totals[at] + min(last, day) - first + 1

    @cached_property
    def _sums(self) -> tuple[list[int], list[int]]:
        """The first days of the runs, and how many days are counted before each."""
        firsts, totals, total = [], [], 0
        for first, last in self.days.runs:
            firsts.append(first)
            totals.append(total)
            total += last - first + 1
        return firsts, totals

    def vertices(self) -> list[tuple[int, int]]:
        """The running count as (day, count): every day on which it changes its pace, in order."""
        if not self.days:
            return []
        turning: set[int] = set()
        for first, last in self.days.runs:
            turning.update((first - 1, last))
            if self.rolling:
                turning.update(months_later(day, 12, "calendar") - 1 for day in (first, last + 1))
        end = max(last for _, last in self.days.runs)
        return [(day, self.count_on(day)) for day in sorted(turning) if day <= end]


@dataclass(frozen=True, slots=True)
class Convention:
    """How a head counts under another option of one reading, the other readings as applied."""

    reading: str
    option: str
    head: Head


def conventions(assessment: Assessment) -> dict[tuple[str, str | None], tuple[Convention, ...]]:
    """By head and subject: the options of readings under which its days count otherwise.

    Otherwise is another count, another threshold in days, or another day on which that is passed.
    Options come in the order of the treaty file.
    """
    counted = {
        (head.head, head.subject): head for head in assessment.heads if head.measure is not None
    }
    found: dict[tuple[str, str | None], list[Convention]] = {}
    for kind in dict.fromkeys(head for head, _subject in counted):
        read = frozenset().union(*(one.readings for one in counted.values() if one.head == kind))
        for name, reading in assessment.treaty.readings.items():
            for option in reading.options if name in read else ():
                if option == assessment.readings[name]:
                    continue
                readings = {**assessment.readings, name: option}
                heads, _read = heads_of(kind, assessment.facts, assessment.treaty, readings)
                for head in heads:
                    key = (head.head, head.subject)
                    if key in counted and _counts_otherwise(counted[key], head):
                        found.setdefault(key, []).append(Convention(name, option, head))
    return {key: tuple(those) for key, those in found.items()}


def _counts_otherwise(applied: Head, other: Head) -> bool:
    first, second = applied.measure, other.measure
    if first is None or second is None:
        return False
    return (first.counted, first.threshold_days, first.exceeded_on, first.threshold_on) != (
        second.counted,
        second.threshold_days,
        second.exceeded_on,
        second.threshold_on,
    )


def timeline(head: Head) -> Timeline | None:
    """The days behind the measure of a head; None for a head that counts nothing."""
    if head.measure is None:
        return None
    for finding in head.finding.walk():
        if finding.op is Op.COUNT and isinstance(finding.detail, Group):
            group = finding.detail
            outcomes = [part.outcome for part in finding.parts]
            days, count = group.counted(outcomes, at_most=False)
            if count.counted == head.measure.counted and count.window == head.measure.window:
                return Timeline(
                    stays=tuple(_stays(group)),
                    days=days,
                    rolling=group.clock.clause.measured.within == "any_twelve_months",
                )
    return None


def _stays(group: Group) -> Iterator[Stay]:
    by_item: dict[str, list[Stay]] = {}
    for share in group.shares:
        name = _item(share.finding)
        for first, last in share.days.runs:
            by_item.setdefault(name, []).append(Stay(name, first, last, share.finding.outcome))
    for stays in by_item.values():
        yield from sorted(stays, key=lambda stay: (stay.first, stay.last))


def _item(finding: Finding) -> str:
    return next((str(one.values["item"]) for one in finding.walk() if "item" in one.values), "")


def _window_start(day: int) -> int:
    """The first day of the twelve months that end on `day`, or that hold it and end after it."""
    start = day - 366
    while months_later(start, 12, "calendar") <= day:
        start += 1
    return start


__all__ = ["Convention", "Stay", "Timeline", "conventions", "timeline"]

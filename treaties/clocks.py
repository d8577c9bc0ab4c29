"""Clocks that run: heads whose threshold is still to be passed, and the day on which it will be.

The facts are followed beyond their `as_of`: what goes on goes on without a break, what is planned
counts as given. On each later day the clock shows what an assessment as of that day would count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise

from treaties.assess import Assessment, Head
from treaties.clauses.projects import Clock, Group, Share
from treaties.durations import EVERY_LENGTH, Count, Days
from treaties.finding import Op
from treaties.truth import UNKNOWN, YES, Truth

Course = tuple[tuple[int, int], ...]

_LAST_DAY = date.max.toordinal()
A_YEAR = 366  # as long as a clock is followed beyond its threshold that is read day by day


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A head that counts towards its threshold. Days are ordinals, both ends inclusive.

    `threshold` is in `unit`, days or months, and holds `threshold_days`; `passes_on` is the first
    day above it, later than `as_of`. `course` says what is counted as of each day from `as_of` on,
    beyond `passes_on` as long as the stay goes on: see `counted_on`. A clock that is only
    `possible` counts days of which it is not known whether they count; it runs if they do.
    """

    head: str
    subject: str
    paragraph: str
    unit: str
    threshold: int
    threshold_days: int
    as_of: int
    passes_on: int
    course: Course
    possible: bool


def running_clocks(assessment: Assessment) -> tuple[RunningClock, ...]:
    """The clocks that run, in the order of the heads.

    One runs when its threshold is not passed on the day `as_of` of the facts and will be: because a
    stay goes on (`"to": null`), or because the dates that are planned say so. It counts the days
    that certainly count; where they pass the threshold never, or later than with the days that may
    count, it counts those too and is `possible`.
    """
    as_of = assessment.facts.as_of.toordinal()
    clocks = (_running_clock(head, as_of) for head in assessment.heads)
    return tuple(clock for clock in clocks if clock is not None)


def counted_on(course: Sequence[Sequence[int]], day: int) -> int:
    """What a clock counts as of a day, from the corners (day, count) of its course.

    Between two corners the count stands still or grows by one a day; before the first and after the
    last it is that of the corner.
    """
    at = bisect_right(course, day, key=lambda corner: corner[0]) - 1
    first, counted = course[max(at, 0)]
    if not 0 <= at < len(course) - 1 or course[at + 1][1] == counted:
        return counted
    return counted + day - first


def _running_clock(head: Head, as_of: int) -> RunningClock | None:
    """The clock of a head; where several clauses count, that of the one that is passed first."""
    if head.subject is None:
        return None
    counting = [
        (finding.paragraph, finding.detail, [part.outcome for part in finding.parts])
        for finding in head.finding.walk()
        if finding.op is Op.COUNT and isinstance(finding.detail, Group)
    ]
    crossings = [
        crossing
        for possible in (False, True)
        if (crossing := _first_passed(counting, as_of, possible=possible)) is not None
    ]
    if not crossings:
        return None
    day, paragraph, run = min(crossings, key=lambda crossing: crossing[0])
    more_than = run.clock.clause.more_than
    unit, threshold = ("months", more_than.months) if more_than.months else ("days", more_than.days)
    assert threshold is not None
    return RunningClock(
        head.head,
        head.subject,
        paragraph,
        unit,
        threshold,
        run.count(day).threshold,
        as_of,
        day,
        run.course(day),
        run.possible,
    )


def _first_passed(
    counting: Iterable[tuple[str, Group, Sequence[Truth]]], as_of: int, *, possible: bool
) -> tuple[int, str, _Run] | None:
    """The day, the paragraph and the run that is passed first; None where one is passed already."""
    runs = [
        (paragraph, _Run(group, outcomes, as_of, possible=possible))
        for paragraph, group, outcomes in counting
    ]
    if any(run.is_passed for _, run in runs):
        return None
    crossings = [
        (day, paragraph, run) for paragraph, run in runs if (day := run.passes_on) is not None
    ]
    return min(crossings, key=lambda crossing: crossing[0], default=None)


class _Run:
    """The days of one project that certainly count, followed beyond the day `as_of`.

    One that is `possible` has those that may count as well.
    """

    def __init__(
        self, group: Group, outcomes: Sequence[Truth], as_of: int, *, possible: bool
    ) -> None:
        self.clock: Clock = group.clock
        self.as_of = as_of
        self.possible = possible
        self.shares: list[Share] = []
        if group.possible_own if possible else group.certain_own:
            self.shares = [
                share
                for share, outcome in zip(group.shares, outcomes, strict=True)
                if share.settled and (outcome is YES or (possible and outcome is UNKNOWN))
            ]

    def count(self, day: int) -> Count:
        """The count as an assessment as of `day` has it."""
        return self.clock.count(self._days(day))

    def _days(self, day: int) -> Days:
        return self.clock.days([_until(share, day) for share in self.shares])

    @cached_property
    def is_passed(self) -> bool:
        """Whether the threshold is passed on the day of the facts."""
        exceeded_on = self.count(self.as_of).exceeded_on
        return exceeded_on is not None and exceeded_on <= self.as_of

    @cached_property
    def begins(self) -> int | None:
        """The first day after `as_of` that is still to come of a stay that goes on."""
        return min(self._beginnings, default=None)

    @property
    def _beginnings(self) -> set[int]:
        return {one.going_on_from for one in self.shares if one.going_on_from is not None}

    @cached_property
    def passes_on(self) -> int | None:
        """The first day as of which the threshold is exceeded; None for never, or passed."""
        if self.is_passed:
            return None
        planned = self.count(self.as_of).exceeded_on
        if self.begins is None:
            return planned
        exceeded_on = self.count(self._far_enough(self.begins)).exceeded_on
        if exceeded_on is None or planned is not None:
            return exceeded_on
        # A project that is resumed later counts the time between as well: nobody knew before.
        return max(exceeded_on, self.begins)

    def _far_enough(self, begins: int) -> int:
        """A day by which a clock that is ever passed is passed."""
        clause = self.clock.clause
        known = [begins]
        for share in self.shares:
            known += [last for _, last in share.days.runs]
            known += [last for _, last in share.paused.runs if last < _LAST_DAY]
        end = max(known)
        longest = max(EVERY_LENGTH, clause.limit.allowed(end, self.clock.month))
        return min(end + longest + longest // 12, _LAST_DAY)

    def course(self, passes_on: int) -> Course:
        """What is counted as of each day from `as_of` on, as corners of a broken line."""
        last = self._followed_until(passes_on)
        corners = {self.as_of, passes_on, last}
        for begins in self._beginnings:
            corners |= {begins - 1, begins}
        known = sorted(day for day in corners if self.as_of <= day <= last)
        days = known if self._is_steady else range(self.as_of, last + 1)
        counted = {day: self.count(day).counted for day in days}
        if self._is_steady:
            for first, end in pairwise(known):
                _bend(lambda day: self.count(day).counted, first, end, counted)
        return tuple(_straightened(sorted(counted.items())))

    def _followed_until(self, passes_on: int) -> int:
        """The day after which nothing changes, or which is too far away to matter."""
        if self.begins is None:
            return passes_on
        if not self._is_steady:
            return min(passes_on + A_YEAR, _LAST_DAY)
        if self.clock.clause.measured.within == "whole_period":
            return _LAST_DAY
        return max(passes_on, self._far_enough(max(self._beginnings)))

    @property
    def _is_steady(self) -> bool:
        """Whether a day more never counts as less, or as more than a day.

        Twelve months that are held against a number of months are compared by what is left of it.
        """
        clause = self.clock.clause
        return clause.limit.days is not None or clause.measured.within == "whole_period"


def _until(share: Share, day: int) -> Days:
    """The days of a share as of a later day."""
    if share.going_on_from is None or share.going_on_from > day:
        return share.days
    return share.days | (Days.of([(share.going_on_from, day)]) - share.paused)


def _bend(value: Callable[[int], int], first: int, last: int, known: dict[int, int]) -> None:
    """Add points, until between them a count that grows by nothing or one a day is straight."""
    if last - first < 2 or known[last] - known[first] in (0, last - first):
        return
    middle = (first + last) // 2
    known[middle] = value(middle)
    _bend(value, first, middle, known)
    _bend(value, middle, last, known)


def _straightened(points: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The points without those that lie on a line between their neighbours."""
    for at, (day, counted) in enumerate(points):
        if 0 < at < len(points) - 1:
            (before, less), (after, more) = points[at - 1], points[at + 1]
            paces = {(counted - less) / (day - before), (more - counted) / (after - day)}
            if paces in ({0}, {1}):
                continue
        yield day, counted


__all__ = ["Course", "RunningClock", "counted_on", "running_clocks"]

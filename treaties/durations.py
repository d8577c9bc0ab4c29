"""Sets of days, months in three calendars, and the days a limit allows in twelve months.

A day is its proleptic Gregorian ordinal (`date.toordinal()`), so that part of a day is a day and
an interval includes both of its ends. Nothing here knows a treaty: what to count, over which
period and against which limit are the caller's. Nothing here reads the clock either.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple

from persiantools.jdatetime import JalaliDate

MONTHS = ("calendar", "solar_hijri", "thirty_days")
WITHIN = ("whole_period", "any_twelve_months")

_LAST_DAY = date.max.toordinal()
_LAST_SOLAR_HIJRI_YEAR = 9377  # the last one that persiantools converts
# From this many spans on, a table of all days costs less than sorting them.
_MANY = 20_000
# A leap day is never more than eight years away (1896 to 1904): every length that twelve
# months can have turns up within nine years.
EVERY_LENGTH = 9 * 366


class _Once:
    """A property worked out once for each object; `cached_property` would take a lock each time."""

    def __init__(self, make: Callable[[Any], list[int]]) -> None:
        self._make = make

    def __get__(self, owner: Any, kind: type) -> list[int]:
        made = owner.__dict__[self._make.__name__] = self._make(owner)
        return made


@dataclass(frozen=True)
class Days:
    """An immutable set of days, made by `Days.of`.

    `runs` holds its inclusive (first, last) stretches: sorted, disjoint and not adjacent, so
    that two sets with the same days are equal.
    """

    runs: tuple[tuple[int, int], ...]
    EMPTY: ClassVar["Days"]

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int]]) -> "Days":
        """The days of inclusive (first, last) spans, in any order, overlapping or not.

        Raises ValueError for a span that ends before it begins, or outside the years 1 to 9999.
        """
        sized = list(spans)
        runs: list[tuple[int, int]] = []
        begin, end = 1, -1  # before every day: nothing to keep yet
        for first, last in _furthest(sized) if len(sized) > _MANY else sorted(sized):
            if not 0 < first <= last <= _LAST_DAY:
                raise _no_span(first, last)
            if first > end + 1:
                runs.append((begin, end))
                begin, end = first, last
            elif last > end:
                end = last
        runs.append((begin, end))
        return cls(tuple(runs[1:]))

    @property
    def first(self) -> int | None:
        """The earliest day; None for the empty set."""
        return self.runs[0][0] if self.runs else None

    @property
    def last(self) -> int | None:
        """The latest day; None for the empty set."""
        return self.runs[-1][1] if self.runs else None

    @_Once
    def _starts(self) -> list[int]:
        return [first for first, _ in self.runs]

    @_Once
    def _before(self) -> list[int]:
        """The number of days before each run, and the number of all days at the end."""
        return list(accumulate((last - first + 1 for first, last in self.runs), initial=0))

    def __len__(self) -> int:
        """The number of days."""
        runs = self.runs
        return runs[0][1] - runs[0][0] + 1 if len(runs) == 1 else self._before[-1]

    def __bool__(self) -> bool:
        return bool(self.runs)

    def __contains__(self, day: int) -> bool:
        run = bisect_right(self._starts, day) - 1
        return run >= 0 and day <= self.runs[run][1]

    def __or__(self, other: "Days") -> "Days":
        """The days of either set."""
        if not self.runs or not other.runs:
            return self if self.runs else other
        return Days.of(self.runs + other.runs)

    def __and__(self, other: "Days") -> "Days":
        """The days that both sets have."""
        shared = []
        mine = theirs = 0
        while mine < len(self.runs) and theirs < len(other.runs):
            first = max(self.runs[mine][0], other.runs[theirs][0])
            last = min(self.runs[mine][1], other.runs[theirs][1])
            if first <= last:
                shared.append((first, last))
            if self.runs[mine][1] == last:
                mine += 1
            else:
                theirs += 1
        return Days(tuple(shared))

    def __sub__(self, other: "Days") -> "Days":
        """The days of this set that the other does not have."""
        if not self.runs or not other.runs:
            return self
        rest = []
        taken = 0
        for first, last in self.runs:
            while taken < len(other.runs) and other.runs[taken][1] < first:
                taken += 1
            hole = taken
            while hole < len(other.runs) and other.runs[hole][0] <= last:
                if first < other.runs[hole][0]:
                    rest.append((first, other.runs[hole][0] - 1))
                first = other.runs[hole][1] + 1
                hole += 1
            if first <= last:
                rest.append((first, last))
            taken = max(taken, hole - 1)
        return Days(tuple(rest))

    def without_first(self) -> "Days":
        """The set without its earliest day; the empty set stays empty."""
        if not self.runs:
            return self
        first, last = self.runs[0]
        return Days((((first + 1, last),) if first < last else ()) + self.runs[1:])

    def hull(self) -> "Days":
        """Every day from the first to the last, breaks included."""
        return Days(((self.runs[0][0], self.runs[-1][1]),)) if len(self.runs) > 1 else self

    def nth(self, n: int) -> int:
        """The n-th day in order of time, the first being 1.

        Raises ValueError where the set has no n-th day.
        """
        if not 1 <= n <= len(self):
            raise ValueError(f"there is no day number {n}: the set has {len(self)} days")
        run = bisect_right(self._before, n - 1) - 1
        return self.runs[run][0] + n - 1 - self._before[run]


Days.EMPTY = Days(())


def _furthest(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The longest of the spans from each first day, in order of time.

    A million spans share the days of some centuries: one pass over a table of all days costs a
    tenth of sorting them. The table is what makes this too dear for a few.
    """
    reach = array("i", bytes(4 * (_LAST_DAY + 1)))
    starts: list[int] = []
    first = last = 0
    try:
        for first, last in spans:
            if last < first or first < 1:
                raise _no_span(first, last)
            known = reach[first]
            if known < last:
                if not known:
                    starts.append(first)
                reach[first] = last
    except (IndexError, OverflowError):
        raise _no_span(first, last) from None
    starts.sort()
    return ((first, reach[first]) for first in starts)


def _no_span(first: int, last: int) -> ValueError:
    return ValueError(
        f"days {first} to {last} are no span of days: it begins on a day of the years 1 to 9999 "
        "and does not end before it begins"
    )


def months_later(day: int, months: int, month: str) -> int:
    """The same-numbered day `months` later or, where that month lacks it, the first of the next.

    A period from `day` lasts exactly `months` when it ends the day before; the day returned is
    the first on which it lasts longer. `month` is one of MONTHS: "calendar" (Gregorian),
    "solar_hijri" (from 622 on) or "thirty_days".

    Raises ValueError for another month or a negative number, OverflowError past the year 9999.
    """
    if months < 0:
        raise ValueError(f"months are counted forwards, so {months} is not a number of months")
    if month == "calendar":
        start = date.fromordinal(day)
        index = start.year * 12 + start.month - 1 + months
        if index > 9999 * 12 + 11:
            raise OverflowError(f"{months} months after {start} lie past the year 9999")
        try:
            return date(index // 12, index % 12 + 1, start.day).toordinal()
        except ValueError:
            return date((index + 1) // 12, (index + 1) % 12 + 1, 1).toordinal()
    if month == "solar_hijri":
        return _solar_hijri_months_later(day, months)
    if month == "thirty_days":
        if day + 30 * months > _LAST_DAY:
            raise OverflowError(f"{months} months of thirty days lie past the year 9999")
        return day + 30 * months
    raise ValueError(f"a month is one of {', '.join(MONTHS)}, not {month!r}")


@lru_cache(maxsize=1 << 14)
def _solar_hijri_months_later(day: int, months: int) -> int:
    start = _solar_hijri(day)
    index = start.year * 12 + start.month - 1 + months
    if index >= _LAST_SOLAR_HIJRI_YEAR * 12 + 11:
        raise OverflowError(f"{months} Solar Hijri months after {start} lie past the year 9999")
    year, month = divmod(index, 12)
    numbered = start.day
    if numbered > JalaliDate.days_in_month(month + 1, year):
        year, month = divmod(index + 1, 12)
        numbered = 1
    later = JalaliDate(year, month + 1, numbered)  # type: ignore[no-untyped-call]
    return later.to_gregorian().toordinal()


def _solar_hijri(day: int) -> JalaliDate:
    return JalaliDate(date.fromordinal(day))  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Limit:
    """The most that stays below "more than": a number of days, or a number of months.

    Exactly one of the two is given, and it is not negative; otherwise ValueError.
    """

    days: int | None = None
    months: int | None = None

    def __post_init__(self) -> None:
        number = self.months if self.days is None else self.days
        if (self.days is None) == (self.months is None) or number is None or number < 0:
            raise ValueError("a limit is one number, in days or in months, and not negative")

    def allowed(self, first: int, month: str) -> int:
        """How many days, `first` included, may be counted from `first` on without exceeding it.

        For months that is the number of days which they hold from `first`; `month` is one of
        MONTHS and makes no difference to a limit in days. Errors: see `months_later`.
        """
        if self.days is not None:
            return self.days
        return months_later(first, self.months or 0, month) - first


class Count(NamedTuple):
    """What was counted against a limit. Every day is an ordinal, every interval inclusive.

    `counted` days lie in `window`, against the `threshold` of days that may be reached;
    `exceeded_on` is the first day above it, None while it is not exceeded; `since` is the
    first day counted for it.
    """

    counted: int
    exceeded_on: int | None
    since: int | None
    window: tuple[int, int] | None
    threshold: int


def count_whole(days: Days, limit: Limit, month: str) -> Count:
    """All the days against what the limit allows from the first of them.

    `window` reaches from the first day to the last and `since` is the first. Without days,
    nothing is counted and a limit in months, having no day to start from, is 0 days.
    """
    if not days:
        return _nothing_counted(limit)
    first, last = days.runs[0][0], days.runs[-1][1]
    threshold = limit.allowed(first, month)
    exceeded_on = days.nth(threshold + 1) if len(days) > threshold else None
    return Count(len(days), exceeded_on, first, (first, last), threshold)


def count_any_twelve_months(days: Days, limit: Limit, month: str) -> Count:
    """The most days that any twelve Gregorian months hold, against the limit.

    A period runs from any day to the day before the same date a year later, as `months_later`
    has it. Since a period that starts between two counted days holds no more than the one that
    starts on the later of them, only periods from a counted day are looked at: `window` is the
    earliest of the best, `exceeded_on` the earliest day on which some period already holds
    more than the limit, `since` the first counted day of that period (None if there is none).

    `month` says how a limit in months is measured, from the first day of each period; the
    best period is then the one that comes furthest above its own limit. Without days: see
    `count_whole`.
    """
    if not days:
        return _nothing_counted(limit)
    first, last = days.runs[0][0], days.runs[-1][1]
    if limit.days is not None and last - first < 365:
        # the twelve months from the first day hold all there is
        exceeded_on = days.nth(limit.days + 1) if len(days) > limit.days else None
        end = first + _twelve_months(first)[1] - 1
        since = None if exceeded_on is None else first
        return Count(len(days), exceeded_on, since, (first, end), limit.days)
    counted, start, length, threshold = max(
        _held(days, limit, month), key=lambda period: period[0] - period[3]
    )
    exceeded_on, since = _first_excess(days, limit, month) or (None, None)
    return Count(counted, exceeded_on, since, (start, start + length - 1), threshold)


def passes_on(days: Days, limit: Limit, month: str, within: str, going_on_from: int) -> int | None:
    """The first day on which the limit is exceeded if every day from `going_on_from` counts too.

    `within` is one of WITHIN. None if that never happens (no twelve months hold 400 days) or
    only after the year 9999. Raises ValueError for another `within` or month.
    """
    if within not in WITHIN:
        raise ValueError(f"days are counted within {' or '.join(WITHIN)}, not {within!r}")
    try:
        if within == "whole_period":
            first = going_on_from if days.first is None else min(days.first, going_on_from)
            enough = limit.allowed(first, month) + 1
        else:
            enough = EVERY_LENGTH
        end = min(going_on_from + enough, _LAST_DAY)
        everything = days | Days.of([(going_on_from, end)])
        if within == "whole_period":
            return everything.nth(enough) if len(everything) >= enough else None
        excess = _first_excess(everything, limit, month)
        return excess[0] if excess else None
    except OverflowError:
        return None


def _nothing_counted(limit: Limit) -> Count:
    return Count(0, None, None, None, limit.days or 0)


def _held(days: Days, limit: Limit, month: str) -> Iterator[tuple[int, int, int, int]]:
    """The twelve months from which a best one is found, in order of time.

    Gives (days counted in them, their first day, their length in days, days the limit allows).
    Only the first start of a piece is needed: each later one gives up a counted day and gains
    at most one.
    """
    seen = ahead = 0
    for first, last, length, allowed in _alike(days, limit, month):
        end = first + length
        while ahead < len(days.runs) and days.runs[ahead][0] < end:
            ahead += 1
        beyond = max(0, days.runs[ahead - 1][1] + 1 - end)
        yield days._before[ahead] - beyond - seen, first, length, allowed
        seen += last - first + 1


def _first_excess(days: Days, limit: Limit, month: str) -> tuple[int, int] | None:
    """The first day on which twelve months hold more than the limit, and the first day counted."""
    starts, before, total = days._starts, days._before, len(days)
    found: tuple[int, int] | None = None
    seen = 0
    for first, last, length, allowed in _alike(days, limit, month):
        if found and first > found[0]:
            break
        # The start and the day that exceeds from it move on together, at one distance, until
        # the latter comes to the end of its run.
        number = seen + allowed
        run = bisect_right(before, number) - 1
        start = first
        while start <= last and number < total:
            day = starts[run] + number - before[run]
            if day < start + length:
                if found is None or day < found[0]:
                    found = day, start
                break
            run += 1
            start += before[run] - number
            number = before[run]
        seen += last - first + 1
    return found


def _alike(days: Days, limit: Limit, month: str) -> Iterator[tuple[int, int, int, int]]:
    """The runs, cut so that twelve months and the limit last as long from each day of a piece.

    Gives (first, last, days in twelve months, days the limit allows).
    """
    length = allowed = until = 0
    for first, last in days.runs:
        while first <= last:
            if first > until:
                until, length = _twelve_months(first)
                allowed = limit.allowed(first, month)
                if limit.months is not None:
                    until = min(until, _same_length_until(first, month))
            end = min(last, until)
            yield first, end, length, allowed
            first = end + 1


def _twelve_months(day: int) -> tuple[int, int]:
    """The last day before the next 1 March, and the days that twelve months hold until then.

    Twelve months hold 366 days if a 29 February is among them, as it then is from every day
    after the last 1 March.
    """
    year = date.fromordinal(min(day, _LAST_DAY)).year
    if day >= _first_of_march(year):
        year += 1
    march = _first_of_march(year)
    return march - 1, march - _first_of_march(year - 1)


def _first_of_march(year: int) -> int:
    # As date(year, 3, 1).toordinal(), for the year after 9999 as well.
    return 365 * (year - 1) + 60 + year // 4 - year // 100 + year // 400


def _same_length_until(day: int, month: str) -> int:
    """A day up to which a number of months lasts as long as it does from `day`.

    Days that every month has reach the same-numbered one, so that only the length of the months
    between matters; each later day stands alone.
    """
    if month == "thirty_days":
        return _LAST_DAY
    if month == "solar_hijri":
        return day + max(0, 29 - _solar_hijri(day).day)
    return day + max(0, 28 - date.fromordinal(day).day)

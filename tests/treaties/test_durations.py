"""Days, months and twelve-month periods: tables to read, and days counted one by one as yardstick.

No expected value in the tables was taken from the code. Those of the Solar Hijri calendar rest
on the first days of its years as Iran's official calendar gives them (NOROUZ).
"""

import calendar
import random
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treaties.durations import (
    MONTHS,
    WITHIN,
    Count,
    Days,
    Limit,
    count_any_twelve_months,
    count_whole,
    months_later,
    passes_on,
)


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def span(text: str) -> tuple[int, int]:
    """An ISO 8601 interval of days, or one day; the end may leave out what the two share."""
    first, _, last = text.partition("/")
    return day(first), day(first[: len(first) - len(last)] + last)


def days(spans: str) -> Days:
    return Days.of(span(each) for each in spans.split())


def limit_of(text: str) -> Limit:
    number, unit = text.split()
    return Limit(**{unit: int(number)})


MONTHS_LATER = [
    # from, months, month, first day above, why
    ("2025-01-15", 12, "calendar", "2026-01-15", "they end on 14 January 2026"),
    ("2024-08-31", 6, "calendar", "2025-03-01", "they end on the last of February"),
    ("2023-08-31", 6, "calendar", "2024-03-01", "they end on the last of February, the 29th"),
    ("2024-02-29", 12, "calendar", "2025-03-01", "they end on 28 February 2025"),
    ("2024-02-29", 48, "calendar", "2028-02-29", "48 months are not four times twelve"),
    ("2023-02-28", 12, "calendar", "2024-02-28", "they end on 27 February 2024"),
    ("2024-03-01", 12, "calendar", "2025-03-01", "they end on 28 February 2025"),
    ("2025-01-29", 1, "calendar", "2025-03-01", "February 2025 has no 29th"),
    ("2024-01-29", 1, "calendar", "2024-02-29", "February 2024 has one"),
    ("2025-10-31", 1, "calendar", "2025-12-01", "November has no 31st"),
    ("2025-12-31", 2, "calendar", "2026-03-01", "over the turn of the year"),
    ("2025-12-01", 1, "calendar", "2026-01-01", "into January"),
    ("2025-11-30", 1, "calendar", "2025-12-30", "the same number, not the last of the month"),
    ("1899-02-28", 12, "calendar", "1900-02-28", "1900 is no leap year"),
    ("2025-05-05", 0, "calendar", "2025-05-05", "no months at all"),
    ("9999-11-30", 1, "calendar", "9999-12-30", "the last month there is"),
    # 1 Farvardin 1404 to 31 Shahrivar
    ("2025-03-21", 6, "solar_hijri", "2025-09-23", "186 days; the limit is 22 September"),
    # 1 Mehr to 29 Esfand 1404, and to 30 Esfand of the leap year 1403
    ("2025-09-23", 6, "solar_hijri", "2026-03-21", "179 days"),
    ("2024-09-22", 6, "solar_hijri", "2025-03-21", "180 days in a leap year"),
    ("2021-03-20", 12, "solar_hijri", "2022-03-21", "30 Esfand 1399: 1400 has none"),
    ("2025-03-20", 12, "solar_hijri", "2026-03-21", "30 Esfand 1403: 1404 has none"),
    ("2021-03-20", 48, "solar_hijri", "2025-03-20", "30 Esfand 1399 to 30 Esfand 1403"),
    ("2024-10-21", 5, "solar_hijri", "2025-03-20", "30 Mehr 1403 to 30 Esfand 1403"),
    ("2025-10-22", 5, "solar_hijri", "2026-03-21", "30 Mehr 1404: no 30 Esfand, 1 Farvardin"),
    ("2025-04-20", 5, "solar_hijri", "2025-09-22", "31 Farvardin to 31 Shahrivar"),
    ("2025-04-20", 6, "solar_hijri", "2025-10-23", "31 Farvardin: Mehr has no 31st, 1 Aban"),
    ("2025-09-22", 1, "solar_hijri", "2025-10-23", "31 Shahrivar: Mehr has no 31st, 1 Aban"),
    ("2025-03-21", 12, "solar_hijri", "2026-03-21", "a year, here of 365 days"),
    ("2024-03-20", 12, "solar_hijri", "2025-03-21", "a year of 366 days"),
    ("2025-03-21", 6, "thirty_days", "2025-09-17", "180 days"),
    ("2025-01-15", 12, "thirty_days", "2026-01-10", "360 days"),
    ("2025-01-31", 1, "thirty_days", "2025-03-02", "30 days"),
]


@pytest.mark.parametrize(("first", "months", "month", "above", "why"), MONTHS_LATER)
def test_months_end_the_day_before_the_same_numbered_day(
    first: str, months: int, month: str, above: str, why: str
) -> None:
    later = months_later(day(first), months, month)
    assert date.fromordinal(later).isoformat() == above, why


NOROUZ = {
    1399: "2020-03-20",
    1400: "2021-03-21",
    1401: "2022-03-21",
    1402: "2023-03-21",
    1403: "2024-03-20",
    1404: "2025-03-21",
    1405: "2026-03-21",
    1406: "2027-03-21",
    1407: "2028-03-20",
    1408: "2029-03-20",
    1409: "2030-03-21",
}


@pytest.mark.parametrize("year", list(NOROUZ)[:-1])
def test_six_solar_hijri_months_have_186_days_from_farvardin_and_179_or_180_from_mehr(
    year: int,
) -> None:
    farvardin, next_farvardin = day(NOROUZ[year]), day(NOROUZ[year + 1])
    mehr = months_later(farvardin, 6, "solar_hijri")
    assert mehr - farvardin == 186
    assert months_later(mehr, 6, "solar_hijri") == next_farvardin
    assert next_farvardin - mehr == (180 if year in (1399, 1403, 1408) else 179)


def solar_hijri_days() -> list[tuple[int, int, int]]:
    """Every day of the years of NOROUZ, numbered one by one: (year, month, day)."""
    numbered = []
    for year in list(NOROUZ)[:-1]:
        length = day(NOROUZ[year + 1]) - day(NOROUZ[year])
        for month in range(1, 13):
            in_month = 31 if month < 7 else 30 if month < 12 else length - 336
            numbered += [(year, month, number) for number in range(1, in_month + 1)]
    return numbered


def test_solar_hijri_months_agree_with_days_numbered_one_by_one() -> None:
    numbered = solar_hijri_days()
    ordinal = {each: day(NOROUZ[1399]) + place for place, each in enumerate(numbered)}
    for year, month, number in numbered[::3]:
        for months in (1, 6, 12):
            index = year * 12 + month - 1 + months
            if index // 12 > 1407:
                continue
            same = (index // 12, index % 12 + 1, number)
            following = ((index + 1) // 12, (index + 1) % 12 + 1, 1)
            expected = ordinal[same] if same in ordinal else ordinal[following]
            later = months_later(ordinal[year, month, number], months, "solar_hijri")
            assert later == expected, (year, month, number, months)


@given(st.dates(date(1850, 1, 1), date(2250, 1, 1)), st.integers(0, 60))
def test_calendar_months_agree_with_the_calendar(start: date, months: int) -> None:
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    in_month = calendar.monthrange(year, month + 1)[1]
    if start.day <= in_month:
        expected = date(year, month + 1, start.day)
    else:
        expected = date(year, month + 1, in_month) + timedelta(days=1)
    assert months_later(start.toordinal(), months, "calendar") == expected.toordinal()


@given(st.dates(date(1850, 1, 1), date(2250, 1, 1)), st.integers(0, 30), st.sampled_from(MONTHS))
def test_a_later_start_never_ends_earlier(start: date, months: int, month: str) -> None:
    first = start.toordinal()
    assert months_later(first, months, month) <= months_later(first + 1, months, month)
    assert months_later(first, months, month) < months_later(first, months + 1, month)


@pytest.mark.parametrize("month", MONTHS)
def test_no_period_of_months_reaches_past_the_year_9999(month: str) -> None:
    with pytest.raises(OverflowError, match="past the year 9999"):
        months_later(day("9998-12-31"), 13, month)


@pytest.mark.parametrize(
    ("months", "month", "says"),
    [(6, "lunar", "calendar, solar_hijri, thirty_days"), (-1, "calendar", "counted forwards")],
)
def test_only_known_months_count_and_only_forwards(months: int, month: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        months_later(day("2025-01-01"), months, month)


ALLOWED = [
    (Limit(days=90), "2025-01-01", "calendar", 90),
    (Limit(days=90), "2025-01-01", "solar_hijri", 90),
    (Limit(days=0), "2025-01-01", "calendar", 0),
    (Limit(months=12), "2025-01-15", "calendar", 365),
    (Limit(months=12), "2024-02-29", "calendar", 366),
    (Limit(months=6), "2024-08-31", "calendar", 182),
    (Limit(months=6), "2025-03-21", "calendar", 184),
    (Limit(months=6), "2025-03-21", "solar_hijri", 186),
    (Limit(months=6), "2025-09-23", "solar_hijri", 179),
    (Limit(months=6), "2025-03-21", "thirty_days", 180),
]


@pytest.mark.parametrize(("limit", "first", "month", "allowed"), ALLOWED)
def test_a_limit_allows_its_days_or_the_days_its_months_hold(
    limit: Limit, first: str, month: str, allowed: int
) -> None:
    assert limit.allowed(day(first), month) == allowed


@pytest.mark.parametrize(
    "numbers", [{}, {"days": 90, "months": 3}, {"days": -1}, {"months": -1}], ids=str
)
def test_a_limit_is_one_number_that_is_not_negative(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="in days or in months"):
        Limit(**numbers)


RUNS: list[tuple[str, list[tuple[int, int]], tuple[tuple[int, int], ...]]] = [
    ("none", [], ()),
    ("one day", [(5, 5)], ((5, 5),)),
    ("a gap of one day stays", [(1, 3), (5, 9)], ((1, 3), (5, 9))),
    ("adjacent spans are one", [(1, 3), (4, 9)], ((1, 9),)),
    ("overlapping spans count once", [(1, 6), (4, 9)], ((1, 9),)),
    ("one within another", [(1, 9), (3, 4)], ((1, 9),)),
    ("the longest from one day", [(1, 2), (1, 9), (1, 4)], ((1, 9),)),
    ("twice the same", [(1, 3), (1, 3)], ((1, 3),)),
    ("any order", [(20, 21), (1, 3), (10, 12), (2, 10)], ((1, 12), (20, 21))),
]


@pytest.mark.parametrize("times", [1, 12_000], ids=["few", "many"])
@pytest.mark.parametrize(("what", "spans", "runs"), RUNS, ids=[case[0] for case in RUNS])
def test_spans_become_runs(
    what: str,
    spans: list[tuple[int, int]],
    runs: tuple[tuple[int, int], ...],
    times: int,
) -> None:
    assert Days.of(spans * times).runs == runs
    assert Days.of(iter(spans * times)) == Days(runs)


def test_many_spans_are_the_days_they_have_one_by_one() -> None:
    rng = random.Random(5)
    spans = [
        (first, first + rng.randrange(9)) for first in rng.choices(range(1, 200_000), k=30_000)
    ]
    assert Days.of(spans) == Days.of(set(spans))
    assert one_by_one(Days.of(spans)) == {
        each for first, last in spans for each in range(first, last + 1)
    }


@pytest.mark.parametrize("others", [0, 30_000], ids=["few", "many"])
@pytest.mark.parametrize(
    "wrong", [(9, 8), (0, 3), (-5, 3), (3, 3_652_060), (3_652_061, 3_652_062), (1, 1 << 70)]
)
def test_a_span_that_ends_before_it_begins_or_leaves_the_calendar_is_refused(
    wrong: tuple[int, int], others: int
) -> None:
    with pytest.raises(ValueError, match=f"days {wrong[0]} to {wrong[1]} are no span"):
        Days.of([(1, 2)] * others + [wrong])


def one_by_one(some: Days) -> set[int]:
    return {each for first, last in some.runs for each in range(first, last + 1)}


def spans(within: int = 60, longest: int = 12) -> st.SearchStrategy[list[tuple[int, int]]]:
    one = st.tuples(st.integers(1, within), st.integers(0, longest))
    return st.lists(one.map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=12)


@given(spans())
def test_a_set_has_the_days_of_its_spans_and_only_one_form(given: list[tuple[int, int]]) -> None:
    some = Days.of(given)
    expected = {each for first, last in given for each in range(first, last + 1)}
    assert one_by_one(some) == expected
    assert all(one[1] + 1 < two[0] for one, two in zip(some.runs, some.runs[1:], strict=False))
    assert len(some) == len(expected)
    assert bool(some) is bool(expected)
    assert [each for each in range(80) if each in some] == sorted(expected)
    assert (some.first, some.last) == ((min(expected), max(expected)) if expected else (None, None))
    assert some == Days.of((each, each) for each in expected)
    assert hash(some) == hash(Days.of(reversed(given)))


@given(spans(), spans())
def test_sets_combine_as_their_days_do(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> None:
    one, two = Days.of(ours), Days.of(theirs)
    for combined, expected in (
        (one | two, one_by_one(one) | one_by_one(two)),
        (one & two, one_by_one(one) & one_by_one(two)),
        (one - two, one_by_one(one) - one_by_one(two)),
    ):
        assert combined == Days.of((each, each) for each in expected)


@given(spans())
def test_a_set_joined_with_itself_is_itself(given: list[tuple[int, int]]) -> None:
    some = Days.of(given)
    assert some | some == some & some == some | Days.EMPTY == Days.EMPTY | some == some
    assert some - some == some & Days.EMPTY == Days.EMPTY
    assert some - Days.EMPTY == some


@given(spans())
def test_the_nth_day_the_hull_and_leaving_out_the_first(given: list[tuple[int, int]]) -> None:
    some = Days.of(given)
    ordered = sorted(one_by_one(some))
    assert [some.nth(n) for n in range(1, len(some) + 1)] == ordered
    for outside in (0, -1, len(some) + 1):
        with pytest.raises(ValueError, match="there is no day number"):
            some.nth(outside)
    assert sorted(one_by_one(some.without_first())) == ordered[1:]
    hull = range(ordered[0], ordered[-1] + 1) if ordered else range(0)
    assert sorted(one_by_one(some.hull())) == list(hull)


def test_a_set_of_days_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Days.EMPTY.runs = ((1, 2),)  # type: ignore[misc]


WHOLE = [
    # what, days, limit, month, counted, threshold, exceeded on
    ("at the limit of 90 days", "2025-01-01/03-31", "90 days", "calendar", 90, 90, None),
    ("one day above it", "2025-01-01/04-01", "90 days", "calendar", 91, 90, "2025-04-01"),
    ("270 days and 271", "2008-01-04/09-30", "270 days", "calendar", 271, 270, "2008-09-30"),
    ("twelve months", "2025-01-15/2026-01-14", "12 months", "calendar", 365, 365, None),
    ("and a day", "2025-01-15/2026-01-15", "12 months", "calendar", 366, 365, "2026-01-15"),
    ("six from 31 August", "2024-08-31/2025-02-28", "6 months", "calendar", 182, 182, None),
    ("1 March exceeds them", "2024-08-31/2025-03-01",
     "6 months", "calendar", 183, 182, "2025-03-01"),
    ("from 29 February", "2024-02-29/2025-02-28", "12 months", "calendar", 366, 366, None),
    ("185 days, Gregorian", "2025-03-21/09-21", "6 months", "calendar", 185, 184, "2025-09-21"),
    ("185 days, Solar Hijri", "2025-03-21/09-21", "6 months", "solar_hijri", 185, 186, None),
    ("185 days, by thirties", "2025-03-21/09-21",
     "6 months", "thirty_days", 185, 180, "2025-09-17"),
    # 122, 181 and 63 days in two years: the breaks between them do not count.
    ("breaks left out", "2024-03-01/06-30 2025-01-01/06-30 2026-01-01/03-04",
     "12 months", "calendar", 366, 365, "2026-03-04"),
    ("overlaps once", "2025-01-01/02-15 2025-02-01/03-31", "90 days", "calendar", 90, 90, None),
    ("one day, none allowed", "2025-01-01", "0 days", "calendar", 1, 0, "2025-01-01"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "spans", "limit", "month", "counted", "threshold", "exceeded"),
    WHOLE,
    ids=[case[0] for case in WHOLE],
)
def test_the_days_of_a_whole_period(
    what: str,
    spans: str,
    limit: str,
    month: str,
    counted: int,
    threshold: int,
    exceeded: str | None,
) -> None:
    first, last = span(spans.split()[0])[0], span(spans.split()[-1])[1]
    assert count_whole(days(spans), limit_of(limit), month) == Count(
        counted=counted,
        exceeded_on=day(exceeded) if exceeded else None,
        since=first,
        window=(first, last),
        threshold=threshold,
    )


@pytest.mark.parametrize("counting", [count_whole, count_any_twelve_months])
@pytest.mark.parametrize(("limit", "threshold"), [(Limit(days=90), 90), (Limit(months=6), 0)])
def test_without_days_nothing_is_counted(
    counting: Callable[[Days, Limit, str], Count], limit: Limit, threshold: int
) -> None:
    assert counting(Days.EMPTY, limit, "calendar") == Count(0, None, None, None, threshold)


TWELVE = [
    # what, days, limit, counted, window, exceeded on, since
    ("a year of 365 days", "2025-01-01/2026-12-31", 400, 365, "2025-01-01/12-31", None, None),
    ("366 with a 29 February", "2023-03-01/2024-02-29",
     365, 366, "2023-03-01/2024-02-29", "2024-02-29", "2023-03-01"),
    ("no 366 up to 28 February", "2023-02-28/2024-02-28",
     365, 365, "2023-02-28/2024-02-27", None, None),
    ("from 29 February", "2024-02-29/2025-03-01", 366, 366, "2024-02-29/2025-02-28", None, None),
    ("a start within a run is best", "2023-01-01/2024-02-29",
     365, 366, "2023-03-01/2024-02-29", "2024-02-29", "2023-03-01"),
    ("the same date a year later is outside", "2025-01-01 2026-01-01",
     1, 1, "2025-01-01/12-31", None, None),
    ("the day before is inside", "2025-01-02 2026-01-01",
     1, 2, "2025-01-02/2026-01-01", "2026-01-01", "2025-01-02"),
    ("over the turn of a year", "2025-07-01/09-30 2026-01-01/04-02",
     183, 184, "2025-07-01/2026-06-30", "2026-04-02", "2025-07-01"),
    ("at the limit", "2025-07-01/09-30 2026-01-01/04-01",
     183, 183, "2025-07-01/2026-06-30", None, None),
    ("two years, in neither enough", "2024-01-01/05-30 2025-06-01/10-29",
     183, 151, "2024-01-01/12-31", None, None),
    ("the earliest of equals", "2022-01-01/01-10 2025-01-01/01-10",
     9, 10, "2022-01-01/12-31", "2022-01-10", "2022-01-01"),
    # Above the limit already in 2022, but most in 2025: since and exceeded_on are of 2022.
    ("best is not first", "2022-01-01/01-10 2025-01-01/01-20",
     9, 20, "2025-01-01/12-31", "2022-01-10", "2022-01-01"),
    # The first days fall out again before the limit is passed.
    ("first days fall out", "2024-01-01/01-05 2024-12-01/2025-01-10",
     36, 41, "2024-12-01/2025-11-30", "2025-01-06", "2024-12-01"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "spans", "limit", "counted", "window", "exceeded", "since"),
    TWELVE,
    ids=[case[0] for case in TWELVE],
)
@pytest.mark.parametrize("month", MONTHS)
def test_the_days_of_any_twelve_months(
    what: str,
    spans: str,
    limit: int,
    counted: int,
    window: str,
    exceeded: str | None,
    since: str | None,
    month: str,
) -> None:
    assert count_any_twelve_months(days(spans), Limit(days=limit), month) == Count(
        counted=counted,
        exceeded_on=day(exceeded) if exceeded else None,
        since=day(since) if since else None,
        window=span(window),
        threshold=limit,
    )


def test_months_within_twelve_months_are_measured_from_each_period() -> None:
    # From 1 March six months hold 184 days, from 1 September 181: fewer days can be too many.
    some = days("2021-03-01/08-30 2025-09-01/2026-03-01")
    assert count_any_twelve_months(some, Limit(months=6), "calendar") == Count(
        counted=182,
        exceeded_on=day("2026-03-01"),
        since=day("2025-09-01"),
        window=span("2025-09-01/2026-08-31"),
        threshold=181,
    )


class Yardstick(NamedTuple):
    """What the periods say when each start is tried and each day looked at."""

    most: int  # in a period that starts on any day at all
    best: Count


def yardstick(counted: set[int], limit: Limit, month: str) -> Yardstick:
    most = 0
    best: tuple[int, int, int, int] | None = None
    excess: tuple[int, int] | None = None
    for start in range(min(counted) - 367, max(counted) + 1):
        end = months_later(start, 12, "calendar")
        inside = [each for each in range(start, end) if each in counted]
        most = max(most, len(inside))
        if start not in counted:
            continue
        allowed = limit.allowed(start, month)
        if best is None or len(inside) - allowed > best[1] - best[3]:
            best = start, len(inside), end - 1, allowed
        if len(inside) > allowed and (excess is None or inside[allowed] < excess[0]):
            excess = inside[allowed], start
    assert best is not None
    exceeded_on, since = excess or (None, None)
    return Yardstick(most, Count(best[1], exceeded_on, since, (best[0], best[2]), best[3]))


@st.composite
def periods(draw: st.DrawFn) -> set[int]:
    """Counted days of some years around a leap year, of 1900 and of 2100 too."""
    base = draw(st.sampled_from([day("2023-01-01"), day("1899-02-01"), day("2099-02-01")]))
    longest = draw(st.sampled_from([1, 20, 300]))
    lengths = st.tuples(st.integers(0, 800), st.integers(0, longest))
    drawn = draw(st.lists(lengths, min_size=1, max_size=25))
    return {base + first + more for first, length in drawn for more in range(length + 1)}


DAY_LIMITS = st.one_of(st.sampled_from([0, 1, 90, 183, 364, 365, 366]), st.integers(0, 400)).map(
    lambda number: Limit(days=number)
)
MONTH_LIMITS = st.integers(0, 13).map(lambda number: Limit(months=number))


def set_of(each_day: Iterable[int]) -> Days:
    return Days.of((each, each) for each in each_day)


@settings(max_examples=40, deadline=None)
@given(periods(), DAY_LIMITS)
def test_twelve_months_agree_with_every_start_tried(counted: set[int], limit: Limit) -> None:
    expected = yardstick(counted, limit, "calendar")
    count = count_any_twelve_months(set_of(counted), limit, "calendar")
    assert count == expected.best
    assert count.counted == expected.most, "a start between counted days is never better"


@settings(max_examples=40, deadline=None)
@given(periods(), MONTH_LIMITS, st.sampled_from(MONTHS))
def test_months_within_twelve_months_agree_with_every_start_tried(
    counted: set[int], limit: Limit, month: str
) -> None:
    expected = yardstick(counted, limit, month)
    assert count_any_twelve_months(set_of(counted), limit, month) == expected.best


COUNTING = {"whole_period": count_whole, "any_twelve_months": count_any_twelve_months}
LIMITS = st.one_of(DAY_LIMITS, MONTH_LIMITS)


@settings(deadline=None)
@given(periods(), LIMITS, st.sampled_from(MONTHS), st.sampled_from(WITHIN))
def test_exceeded_on_is_the_first_day_above(
    counted: set[int], limit: Limit, month: str, within: str
) -> None:
    counting = COUNTING[within]
    count = counting(set_of(counted), limit, month)
    assert (count.exceeded_on is not None) == (count.counted > count.threshold)
    if count.exceeded_on is None:
        return
    assert count.exceeded_on in counted
    assert count.since in counted
    up_to = {each for each in counted if each <= count.exceeded_on}
    assert counting(set_of(up_to), limit, month).exceeded_on == count.exceeded_on
    before = counting(set_of(up_to - {count.exceeded_on}), limit, month)
    assert before.exceeded_on is None


@settings(deadline=None)
@given(periods(), periods(), DAY_LIMITS, st.sampled_from(WITHIN))
def test_more_days_never_lower_the_count_or_pass_the_limit_later(
    some: set[int], more: set[int], limit: Limit, within: str
) -> None:
    fewer = COUNTING[within](set_of(some), limit, "calendar")
    greater = COUNTING[within](set_of(some | more), limit, "calendar")
    assert greater.counted >= fewer.counted
    if fewer.exceeded_on is not None:
        assert greater.exceeded_on is not None
        assert greater.exceeded_on <= fewer.exceeded_on


GOING_ON = [
    # what, days so far, limit, month, within, going on from, passes on
    ("nothing yet", "", "90 days", "calendar", "whole_period", "2025-01-01", "2025-04-01"),
    ("nothing yet, twelve months", "",
     "12 months", "calendar", "whole_period", "2025-01-15", "2026-01-15"),
    ("straight on", "2024-08-31/12-31",
     "6 months", "calendar", "whole_period", "2025-01-01", "2025-03-01"),
    ("Solar Hijri months", "2025-03-21/06-30",
     "6 months", "solar_hijri", "whole_period", "2025-07-01", "2025-09-23"),
    ("after a break", "2025-01-01/01-10",
     "20 days", "calendar", "whole_period", "2025-03-01", "2025-03-11"),
    ("already passed", "2025-01-01/12-31",
     "90 days", "calendar", "whole_period", "2026-01-01", "2025-04-01"),
    ("days to come are known", "2025-01-01/01-10 2025-06-01/12-31",
     "20 days", "calendar", "whole_period", "2025-05-30", "2025-06-09"),
    ("183 days within twelve months", "2025-07-01/09-30",
     "183 days", "calendar", "any_twelve_months", "2026-01-01", "2026-04-02"),
    ("days that fall out", "2025-01-01/01-10",
     "20 days", "calendar", "any_twelve_months", "2026-01-05", "2026-01-25"),
    ("days that remain", "2025-01-01/01-10",
     "6 days", "calendar", "any_twelve_months", "2026-01-05", "2025-01-07"),
    ("365 days need a 29 February", "",
     "365 days", "calendar", "any_twelve_months", "2025-01-01", "2028-02-29"),
    ("and wait eight years about 2100", "",
     "365 days", "calendar", "any_twelve_months", "2096-03-01", "2104-02-29"),
    ("366 days are never exceeded", "",
     "366 days", "calendar", "any_twelve_months", "2025-01-01", None),
    ("past the year 9999", "", "1 months", "calendar", "whole_period", "9999-12-15", None),
    ("past the year 9999 in days", "", "31 days", "calendar", "whole_period", "9999-12-01", None),
    ("on its last day", "", "30 days", "calendar", "whole_period", "9999-12-01", "9999-12-31"),
    ("within twelve months that end after it", "",
     "30 days", "calendar", "any_twelve_months", "9999-12-01", "9999-12-31"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "so_far", "limit", "month", "within", "going_on_from", "passes"),
    GOING_ON,
    ids=[case[0] for case in GOING_ON],
)
def test_the_day_on_which_the_limit_will_be_passed(
    what: str,
    so_far: str,
    limit: str,
    month: str,
    within: str,
    going_on_from: str,
    passes: str | None,
) -> None:
    found = passes_on(days(so_far), limit_of(limit), month, within, day(going_on_from))
    assert found == (day(passes) if passes else None)


@settings(deadline=None)
@given(periods(), LIMITS, st.sampled_from(MONTHS), st.sampled_from(WITHIN), st.integers(-50, 900))
def test_passes_on_is_where_days_added_to_no_end_exceed_the_limit(
    counted: set[int], limit: Limit, month: str, within: str, after: int
) -> None:
    going_on_from = min(counted) + after
    passed = passes_on(set_of(counted), limit, month, within, going_on_from)
    # Twenty years stand for no end: no limit here takes as long.
    unbroken = Days.of([(going_on_from, going_on_from + 20 * 366)])
    count = COUNTING[within](set_of(counted) | unbroken, limit, month)
    assert passed == count.exceeded_on


def test_days_are_counted_within_one_of_two_periods() -> None:
    with pytest.raises(ValueError, match="whole_period or any_twelve_months"):
        passes_on(Days.EMPTY, Limit(days=1), "calendar", "fiscal_year", day("2025-01-01"))

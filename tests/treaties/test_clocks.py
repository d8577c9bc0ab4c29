"""Clocks against brute force: the same facts assessed anew as of every later day that matters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from persiantools.jdatetime import JalaliDate

import treaties
from treaties import Assessment, Measure, RunningClock, counted_on, running_clocks

from .deciding import TOY, Document, decided, decided_under_the_toy, facts_document, samples

MONTHS = ("calendar", "solar_hijri", "thirty_days")
AS_OF = date(2026, 6, 30)


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def going_on(first: str, **facts: Any) -> Document:
    return {"id": "s1", "kind": "construction", "project": "p", "from": first, "to": None, **facts}


def clock_of(document: Document) -> RunningClock | None:
    """The only clock that runs, if any."""
    clocks = running_clocks(decided(document))
    assert len(clocks) < 2
    return clocks[0] if clocks else None


def measures(assessment: Assessment, as_of: int) -> dict[tuple[str, str | None], Measure]:
    """What every head counts when the same facts are assessed as of another day."""
    facts = replace(assessment.facts, as_of=date.fromordinal(as_of))
    anew = treaties.assess(facts, assessment.treaty, assessment.readings)
    return {
        (head.head, head.subject): head.measure for head in anew.heads if head.measure is not None
    }


def is_passed(measure: Measure, as_of: int) -> bool:
    return measure.exceeded_on is not None and measure.exceeded_on <= as_of


def days_that_matter(clocks: tuple[RunningClock, ...], as_of: int) -> Iterator[int]:
    chance = random.Random(as_of)
    yield from (as_of, as_of + 1, as_of + 4000)
    yield from (as_of + chance.randrange(500) for _ in range(4))
    for clock in clocks:
        yield from (clock.passes_on + days for days in (-1, 0, 1, 100, 700))


@pytest.mark.parametrize("document", [*samples(120), *samples(120, "rich", 1000)])
def test_a_clock_shows_what_an_assessment_as_of_each_later_day_counts(document: Document) -> None:
    assessment = decided(document)
    as_of = assessment.facts.as_of.toordinal()
    clocks = running_clocks(assessment)
    running = {(clock.head, clock.subject): clock for clock in clocks}
    now = measures(assessment, as_of)
    for on in sorted(set(days_that_matter(clocks, as_of))):
        for head, measure in measures(assessment, on).items():
            clock = running.get(head)
            if clock is None:
                assert is_passed(measure, on) == is_passed(now[head], as_of), (head, on)
            elif clock.possible:
                assert is_passed(measure, on) <= (on >= clock.passes_on), (head, on)
                most = measure.counted_at_most
                assert counted_on(clock.course, on) == (measure.counted if most is None else most)
            else:
                assert is_passed(measure, on) == (on >= clock.passes_on), (head, on)
                assert counted_on(clock.course, on) == measure.counted, (head, on)


@pytest.mark.parametrize("document", samples(150, "rich", 3000))
def test_a_clock_of_several_clauses_is_passed_when_the_first_of_them_is(document: Document) -> None:
    assessment = decided_under_the_toy(document)
    assert assessment.treaty is TOY
    as_of = assessment.facts.as_of.toordinal()
    for clock in running_clocks(assessment):
        assert clock.passes_on > as_of
        if clock.possible:
            continue
        for on in (as_of, clock.passes_on - 1, clock.passes_on):
            facts = replace(assessment.facts, as_of=date.fromordinal(on))
            heads = treaties.assess(facts, TOY, assessment.readings).heads
            passed = [
                one.values["exceeded_on"]
                for head in heads
                if (head.head, head.subject) == (clock.head, clock.subject)
                for one in head.finding.walk()
                if one.values.get("exceeded_on") is not None
            ]
            assert any(exceeded <= on for exceeded in passed) == (on >= clock.passes_on)


# ---- by hand: the calendar as one counts on one's fingers


def after_months(first: date, months: int, month: str) -> date:
    """The day on which a stay from `first` has lasted longer than so many months."""
    if month == "thirty_days":
        return first + timedelta(days=30 * months)
    later = first
    for _ in range(months):  # one month after the other, always to the 1st
        later = next_first(later, month)
    number = JalaliDate(first).day if month == "solar_hijri" else first.day
    end = next_first(later, month)
    first_of = later if is_first(later, month) else first
    same = first_of + timedelta(days=number - 1)
    return min(same, end)


def is_first(one: date, month: str) -> bool:
    return (JalaliDate(one).day if month == "solar_hijri" else one.day) == 1


def next_first(one: date, month: str) -> date:
    one += timedelta(days=1)
    while not is_first(one, month):
        one += timedelta(days=1)
    return one


@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("treaty", ["IR-ME", "IR-HU"])
def test_a_site_passes_its_months_on_the_day_found_by_counting(treaty: str, month: str) -> None:
    chance = random.Random(f"{treaty} {month}")
    months = 12 if treaty == "IR-ME" else 6
    for _ in range(25):
        first = AS_OF - timedelta(days=chance.randrange(150))
        clock = clock_of(
            facts_document(
                treaty,
                building_sites=[going_on(first.isoformat())],
                readings={"month": month},
            )
        )
        assert clock is not None
        assert date.fromordinal(clock.passes_on) == after_months(first, months, month), first
        assert (clock.unit, clock.threshold) == ("months", months)
        assert clock.threshold_days == clock.passes_on - first.toordinal()


def test_services_pass_their_days_on_the_day_found_by_counting() -> None:
    chance = random.Random("services")
    for _ in range(40):
        begins = AS_OF - timedelta(days=chance.randrange(60))
        old = begins - timedelta(days=chance.randrange(1, 400))
        stays = [(old, old + timedelta(days=chance.randrange(60)))]
        worked = {
            stays[0][0] + timedelta(days=n) for n in range((stays[0][1] - stays[0][0]).days + 1)
        }
        clock = clock_of(
            facts_document(
                "GE-IN",
                services=[
                    {
                        "id": "e1",
                        "project": "p",
                        "through_personnel": True,
                        "periods": [
                            *({"from": str(one), "to": str(other)} for one, other in stays),
                            {"from": str(begins), "to": None},
                        ],
                    }
                ],
            )
        )
        today = begins
        while True:
            worked.add(today)
            try:
                start = today.replace(year=today.year - 1)
            except ValueError:  # 29 February
                start = today.replace(year=today.year - 1, month=3, day=1)
            if sum(start < one <= today for one in worked) > 90:
                break
            today += timedelta(days=1)
        if today <= AS_OF:
            assert clock is None
        else:
            assert clock is not None
            assert date.fromordinal(clock.passes_on) == today, (stays, begins)


def test_days_left_fall_by_one_a_day_from_whichever_day_one_looks() -> None:
    document = facts_document("IR-HU", building_sites=[going_on("2026-03-01")])
    seen = []
    for later in range(64):
        as_of = AS_OF + timedelta(days=later)
        clock = clock_of({**document, "as_of": as_of.isoformat()})
        if clock is None:
            break
        seen.append(clock.passes_on - as_of.toordinal())
    assert seen == list(range(63, 0, -1))  # on 1 September it is passed
    assert clock is None


CLOCKS = [
    ("one that goes on", {"building_sites": [going_on("2026-03-01")]}, "2026-09-01"),
    ("one that has ended", {"building_sites": [going_on("2026-03-01", to="2026-06-01")]}, None),
    ("one that ends in time", {"building_sites": [going_on("2026-03-01", to="2026-07-01")]}, None),
    (
        "one that is planned for too long",
        {"building_sites": [going_on("2026-03-01", to="2027-03-01")]},
        "2026-09-01",
    ),
    ("one that is passed", {"building_sites": [going_on("2025-03-01")]}, None),
    ("one that begins later", {"building_sites": [going_on("2026-08-31")]}, "2027-03-01"),
    (
        "one that is resumed later: the time between counts as soon as it is",
        {
            "building_sites": [
                going_on("2025-12-01", to="2026-01-31"),
                going_on("2026-09-10", id="s2"),
            ]
        },
        "2026-09-10",
    ),
    (
        "one that will be interrupted, where breaks do not count",
        {
            "building_sites": [
                going_on(
                    "2026-03-01", interruptions=[{"from": "2026-07-10", "to": "2026-07-19"}]
                )
            ],
            "readings": {"breaks": "excluded"},
        },
        "2026-09-11",
    ),
    (
        "one that is interrupted without an end",
        {
            "building_sites": [
                going_on("2026-03-01", interruptions=[{"from": "2026-06-10", "to": None}])
            ],
            "readings": {"breaks": "excluded"},
        },
        None,
    ),
    ("a place", {"places": [{"id": "x", "from": "2026-01-01", "to": None}]}, None),
]  # fmt: skip


@pytest.mark.parametrize(("what", "facts", "passes"), CLOCKS, ids=[what for what, _, _ in CLOCKS])
def test_which_clocks_run(what: str, facts: Document, passes: str | None) -> None:
    clock = clock_of(facts_document("IR-HU", **facts))
    assert (clock and clock.passes_on) == (passes and day(passes))


def engagement(number: int, first: date, last: date | None, **facts: Any) -> Document:
    period = {"from": str(first), "to": last and str(last), "worked": True}
    return {"id": f"e{number}", "project": "p", "through_personnel": True, "periods": [period],
            **facts}  # fmt: skip


def test_a_clock_goes_on_beyond_its_threshold_as_long_as_the_stay_does() -> None:
    clock = clock_of(facts_document("IR-HU", building_sites=[going_on("2026-03-01")]))
    assert clock is not None
    assert not clock.possible
    for on in (clock.passes_on, clock.passes_on + 77, clock.passes_on + 100_000):
        assert counted_on(clock.course, on) == on - day("2026-03-01") + 1


def test_a_clock_of_twelve_months_fills_them_and_stands_still() -> None:
    clock = clock_of(facts_document("GE-IN", services=[engagement(1, date(2026, 6, 1), None)]))
    assert clock is not None
    assert clock.passes_on == day("2026-06-01") + 90
    assert counted_on(clock.course, day("2027-05-31")) == 365
    assert counted_on(clock.course, day("2027-12-31")) == 365
    assert counted_on(clock.course, day("2030-12-31")) == 366  # with 29 February 2028


def test_a_stay_of_which_it_is_not_known_whether_it_counts_runs_a_clock_that_says_so() -> None:
    services = [engagement(1, date(2026, 6, 1), None, through_personnel=None)]
    may = clock_of(facts_document("GE-IN", services=services))
    services[0]["through_personnel"] = True
    does = clock_of(facts_document("GE-IN", services=services))
    assert does is not None
    assert not does.possible
    assert may == replace(does, possible=True)
    services[0]["through_personnel"] = False
    assert clock_of(facts_document("GE-IN", services=services)) is None


def test_an_open_answer_that_brings_the_day_nearer_makes_a_clock_possible() -> None:
    """Against the same facts with the open answers given so that the days count, and not."""
    chance = random.Random("possible")
    seen = set()
    for _ in range(150):
        services = []
        for number in range(chance.randrange(1, 5)):
            first = AS_OF - timedelta(days=chance.randrange(-40, 200))
            ends = first + timedelta(days=chance.randrange(40))
            last = chance.choice([None, ends, ends])
            services.append(engagement(number, first, last))
        unknown = [one for one in services if chance.random() < 0.5]
        clocks = {}
        for answer in (True, False, None):
            for one in unknown:
                one["through_personnel"] = answer
            clocks[answer] = clock_of(facts_document("GE-IN", services=services))
        counts, does_not, open_ = clocks[True], clocks[False], clocks[None]
        nearer = counts is not None and (does_not is None or counts.passes_on < does_not.passes_on)
        if nearer:
            assert counts is not None
            assert open_ == replace(counts, possible=True)
        else:
            assert open_ == does_not
        seen.add((nearer, does_not is None))
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("on", "counted"), [(0, 3), (10, 3), (11, 3), (12, 4), (20, 12), (25, 12), (99, 12)]
)
def test_a_course_is_read_between_its_corners(on: int, counted: int) -> None:
    assert counted_on([(5, 3), (11, 3), (20, 12), (30, 12)], on) == counted

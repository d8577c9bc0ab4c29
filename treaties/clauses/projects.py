"""Days of one project held against a threshold: what sites, services and exploration share.

The items of one project make a group. What certainly counts, what may count and what is left open
is kept apart: an unknown attribution never becomes a silent yes or no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from treaties.clauses.base import Clocked, Matter
from treaties.clauses.relation import Relation, is_closely_related
from treaties.durations import (
    Count,
    Days,
    count_any_twelve_months,
    count_whole,
    passes_on,
)
from treaties.facts import Period, Span
from treaties.finding import Finding, Op, all_of, fact, given, left_open
from treaties.truth import NO, UNKNOWN, YES, Truth
from treaties.wording import _N, Plural, Say

EMPTY = Days.of(())
CITED_AT_MOST = 50  # periods named one by one in a finding; of more, the list is cited


@dataclass(slots=True)
class Share:
    """What one item, or some of its periods, brings to the count of a project.

    `finding` says whether it counts; `days` are the days it brings then. One that is not `settled`
    brings no known days, but may be enough by itself: its dates are not known, or a reading leaves
    it open. One that goes on does so from `going_on_from`, a day to come, except on `paused` days.
    """

    finding: Finding
    days: Days
    own: bool
    settled: bool = True
    going_on_from: int | None = None
    paused: Days = EMPTY


@dataclass(slots=True)
class Clock:
    """A clause's clock: how the days of a group become a count."""

    clause: Clocked
    month: str
    unbroken: bool = False  # from the first day to the last, breaks included
    leaves_out_first: bool = False

    def days(self, parts: Iterable[Days]) -> Days:
        """The days that the clock counts."""
        some = [part for part in parts if part]
        days = some[0] if len(some) == 1 else Days.of(run for part in some for run in part.runs)
        if self.unbroken and days:
            days = days.hull()
        return days.without_first() if self.leaves_out_first and days else days

    def count(self, days: Days) -> Count:
        """Counts the days that `days` has made ready."""
        if self.clause.measured.within == "whole_period":
            return count_whole(days, self.clause.limit, self.month)
        return count_any_twelve_months(days, self.clause.limit, self.month)

    def passes_on(self, days: Days, going_on_from: int) -> int | None:
        """The day on which the threshold would be exceeded if the days went on unbroken."""
        within = self.clause.measured.within
        return passes_on(days, self.clause.limit, self.month, within, going_on_from)


@dataclass(slots=True)
class Group:
    """The shares of one project under one clause."""

    clock: Clock
    subject: str
    shares: list[Share]
    certain_own: bool  # the enterprise certainly has an item of its own on the project
    possible_own: bool
    _counted: dict[tuple[int, ...], tuple[Days, Count]] = field(default_factory=dict)

    def counted(self, outcomes: Sequence[Truth], *, at_most: bool) -> tuple[Days, Count]:
        """The days that certainly count, or (`at_most`) with those that may count, and the count.

        A share that is not settled brings no days.
        """
        counting = tuple(
            [
                index
                for index, share in enumerate(self.shares)
                if share.settled
                and (outcomes[index] is YES or (at_most and outcomes[index] is UNKNOWN))
            ]
        )
        counted = self._counted.get(counting)
        if counted is None:
            days = self.clock.days([self.shares[index].days for index in counting])
            counted = self._counted[counting] = (days, self.clock.count(days))
        return counted

    def outcome(self, parts: Sequence[Truth]) -> Truth:
        """More than the threshold, not more, or not known; for given outcomes of the shares."""
        return self.judged(parts)[0]

    def judged(self, parts: Sequence[Truth]) -> tuple[Truth, Days, Count, Count]:
        """The outcome, the days that certainly count, their count, and that of all that may."""
        days, certain = self.counted(parts, at_most=False)
        possible = self.counted(parts, at_most=True)[1] if UNKNOWN in parts else certain
        at_least = self.certain_own and certain.exceeded_on is not None
        at_most = possible.exceeded_on is not None
        if not self.possible_own:
            outcome = NO
        elif at_least and at_most:
            outcome = YES
        elif at_least or at_most or (UNKNOWN in parts and self.is_open(parts)):
            outcome = UNKNOWN
        else:
            outcome = NO
        return outcome, days, certain, possible

    def is_open(self, parts: Sequence[Truth]) -> bool:
        """Whether days that are not known, or left open by a reading, could still count."""
        return any(
            outcome is not NO and not share.settled
            for share, outcome in zip(self.shares, parts, strict=True)
        )


MESSAGES = {
    "project.days": Say(
        yes=Plural(
            "Project “{project}” counts {days} day, from {first:date} to {last:date}: more "
            "than {limit} days.",
            "Project “{project}” counts {days} days, from {first:date} to {last:date}: more "
            "than {limit} days; first exceeded on {exceeded_on:date}.",
            "days",
        ),
        no=Plural(
            "Project “{project}” counts {days} day, from {first:date} to {last:date}: not more "
            "than {limit} days.",
            "Project “{project}” counts {days} days, from {first:date} to {last:date}: not "
            "more than {limit} days.",
            "days",
        ),
        unknown=Plural(
            "Of project “{project}” {days} day is certain and {at_most} may count: it is not "
            "known whether that is more than {limit} days.",
            "Of project “{project}” {days} days are certain and {at_most} may count: it is not "
            "known whether that is more than {limit} days.",
            "days",
        ),
    ),
    "project.months": Say(
        yes=_N(
            "Project “{project}” ran from {first:date} to {last:date}, {days} days: more than "
            "{limit} months, first exceeded on {exceeded_on:date}."
        ),
        no=Plural(
            "Project “{project}” ran from {first:date} to {last:date}, {days} day: not more "
            "than {limit} months, which hold {limit_days} days from its first day.",
            "Project “{project}” ran from {first:date} to {last:date}, {days} days: not more "
            "than {limit} months, which hold {limit_days} days from its first day.",
            "days",
        ),
        unknown=Plural(
            "Of project “{project}” {days} day is certain and {at_most} may count: it is not "
            "known whether that is more than {limit} months.",
            "Of project “{project}” {days} days are certain and {at_most} may count: it is not "
            "known whether that is more than {limit} months.",
            "days",
        ),
    ),
    "project.window": Say(
        yes=_N(
            "Project “{project}” counts {days} days in the twelve months from {first:date} to "
            "{last:date}: more than {limit} days; first exceeded on {exceeded_on:date}."
        ),
        no=Plural(
            "In no twelve months does project “{project}” count more than {limit} days; the "
            "most is {days} day, from {first:date} to {last:date}.",
            "In no twelve months does project “{project}” count more than {limit} days; the "
            "most is {days} days, from {first:date} to {last:date}.",
            "days",
        ),
        unknown=Plural(
            "In the best twelve months of project “{project}” {days} day is certain and "
            "{at_most} may count: it is not known whether that is more than {limit} days.",
            "In the best twelve months of project “{project}” {days} days are certain and "
            "{at_most} may count: it is not known whether that is more than {limit} days.",
            "days",
        ),
    ),
    "project.window_months": Say(
        yes=_N(
            "Project “{project}” counts {days} days in the twelve months from {first:date} to "
            "{last:date}: more than {limit} months hold; first exceeded on {exceeded_on:date}."
        ),
        no=Plural(
            "In no twelve months does project “{project}” count more days than {limit} months "
            "hold; the most is {days} day, from {first:date} to {last:date}.",
            "In no twelve months does project “{project}” count more days than {limit} months "
            "hold; the most is {days} days, from {first:date} to {last:date}.",
            "days",
        ),
        unknown=Plural(
            "In the best twelve months of project “{project}” {days} day is certain and "
            "{at_most} may count: it is not known whether that is more than {limit} months "
            "hold.",
            "In the best twelve months of project “{project}” {days} days are certain and "
            "{at_most} may count: it is not known whether that is more than {limit} months "
            "hold.",
            "days",
        ),
    ),
    "project.at_most_days": Say(
        no=Plural(
            "Of project “{project}” {days} day is certain and {at_most} may count: in no case "
            "more than {limit} days.",
            "Of project “{project}” {days} days are certain and {at_most} may count: in no "
            "case more than {limit} days.",
            "days",
        ),
    ),
    "project.at_most_months": Say(
        no=Plural(
            "Of project “{project}” {days} day is certain and {at_most} may count: in no case "
            "more than {limit} months.",
            "Of project “{project}” {days} days are certain and {at_most} may count: in no "
            "case more than {limit} months.",
            "days",
        ),
    ),
    "project.at_most_window": Say(
        no=Plural(
            "In the best twelve months of project “{project}” {days} day is certain and "
            "{at_most} may count: in no case more than {limit} days.",
            "In the best twelve months of project “{project}” {days} days are certain and "
            "{at_most} may count: in no case more than {limit} days.",
            "days",
        ),
    ),
    "project.at_most_window_months": Say(
        no=Plural(
            "In the best twelve months of project “{project}” {days} day is certain and "
            "{at_most} may count: in no case more than {limit} months hold.",
            "In the best twelve months of project “{project}” {days} days are certain and "
            "{at_most} may count: in no case more than {limit} months hold.",
            "days",
        ),
    ),
    "project.nothing": Say(
        no=_N("No day of project “{project}” counts."),
        unknown=_N("It is not known whether days of project “{project}” count, and how many."),
    ),
    "project.none_of_own": Say(
        no=_N(
            "On project “{project}” the enterprise itself has no work of its own, to which that of "
            "others could be added."
        ),
    ),
    "project.dates": Say(
        unknown=_N("Not all dates of “{item}” are known."),
    ),
    "project.interruption": Say(
        unknown=_N("Not all dates of the interruptions of “{item}” are known."),
    ),
    "project.unknown": Say(
        no=_N(
            "It is not known to which project “{item}” belongs, but its days do not count in any "
            "case."
        ),
        unknown=_N("It is not known to which project “{item}” belongs."),
    ),
    "project.related": Say(
        yes=_N(
            "The days of “{enterprise}” are added: it is closely related and does substantially "
            "the same."
        ),
        no=_N("The days of “{enterprise}” are not added."),
        unknown=_N("It is not known whether the days of “{enterprise}” are added."),
    ),
    "project.same": Say(
        yes=_N("“{enterprise}” does substantially the same on the project."),
        no=_N("“{enterprise}” does not do substantially the same on the project."),
        unknown=_N(
            "It is not known whether “{enterprise}” does substantially the same on the project."
        ),
    ),
    "project.not_added": Say(
        no=_N("The days of “{enterprise}” are not added here."),
    ),
}


def span_days(matter: Matter, span: Span) -> Days:
    """The days of a span whose dates are known; one still going on is cut at the day asked for."""
    assert span.first is not None
    last = matter.as_of if span.ongoing else span.last
    assert last is not None
    return Days.of(((span.first, last),)) if span.first <= last else EMPTY


def goes_on_from(matter: Matter, span: Span) -> int | None:
    """The first day that is still to come of a span that is going on; None for one that ended."""
    if not span.ongoing or span.first is None:
        return None
    return max(matter.as_of + 1, span.first)


def time_is_added(matter: Matter, relation: Relation | None, *, to_exploration: bool) -> bool:
    """Whether the treaty adds the time of closely related enterprises to this kind of clause."""
    if relation is None or relation.adds_time == "none":
        return False
    if to_exploration:
        return True
    return matter.option(relation, "aggregation") == "sites_and_services"


def related_days(
    matter: Matter,
    relation: Relation | None,
    by: str,
    same: bool | None,
    path: str,
    *,
    to_exploration: bool = False,
) -> Finding:
    """Whether the days of a related enterprise are added to those of the enterprise."""
    related = matter.related(by)
    values = {"enterprise": related.name}
    added = time_is_added(matter, relation, to_exploration=to_exploration)
    if not added or relation is None or relation.adds_time == "none":
        readings = ("aggregation",) if relation and relation.adds_time != "none" else ()
        return given("project.not_added", NO, "", values, (path + "by",), readings)
    return all_of(
        "project.related",
        (
            is_closely_related(matter, relation, related),
            fact("project.same", path + "substantially_same", same, "", values),
        ),
        relation.adds_time.paragraph,
        values,
    )


Kind = tuple[str | None, bool | None, bool | None, bool]  # by, same, worked, dates known


def kinds_of(periods: Sequence[Period]) -> dict[Kind, list[int]]:
    """The numbers of the periods by what decides on them, so that very many cost little."""
    kinds: dict[Kind, list[int]] = {}
    for index, period in enumerate(periods):
        span = period.span
        dated = span.first is not None and (span.last is not None or span.ongoing)
        kind = (period.by, period.substantially_same, period.worked, dated)
        found = kinds.get(kind)
        if found is None:
            kinds[kind] = [index]
        else:
            found.append(index)
    return kinds


def cited(path: str, indexes: Sequence[int]) -> tuple[str, ...]:
    """Periods named one by one; of very many, the list."""
    if len(indexes) > CITED_AT_MOST:
        return (path + "periods",)
    return tuple([f"{path}periods[{index}]" for index in indexes])


def days_of(
    matter: Matter, periods: Sequence[Period], indexes: Sequence[int]
) -> tuple[Days, int | None]:
    """The days of periods whose dates are known, and from when one of them goes on (or None)."""
    as_of = matter.as_of
    spans: list[tuple[int, int]] = []
    going_on: list[int] = []
    for index in indexes:
        span = periods[index].span
        first, last = span.first, span.last
        assert first is not None
        if last is None:  # still going on: cut at the day asked for
            going_on.append(max(as_of + 1, first))
            last = as_of
        if first <= last:
            spans.append((first, last))
    return Days.of(spans), min(going_on) if going_on else None


def open_dates(path: str, span: Span) -> tuple[str, ...]:
    """The paths of the dates that are not known."""
    from_unknown, to_unknown = span.first is None, span.last is None and not span.ongoing
    return (path + "from",) * from_unknown + (path + "to",) * to_unknown


class Item(Protocol):
    """What is grouped by project: a site, an engagement, a rig."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def project(self) -> str | None: ...


AnItem = TypeVar("AnItem", bound=Item)


def grouped(items: Sequence[AnItem]) -> list[tuple[str, list[AnItem], list[AnItem]]]:
    """The groups in the order of the facts: subject, the items that belong, those that may.

    An item of unknown project makes a group of its own, and may belong to every other.
    """
    named: dict[str, list[AnItem]] = {}
    adrift = []
    for item in items:
        if item.project is None:
            adrift.append(item)
        else:
            named.setdefault(item.project, []).append(item)
    groups = [(name, belonging, adrift) for name, belonging in named.items()]
    groups += [(lone.id, [lone], [item for item in items if item is not lone]) for lone in adrift]
    return groups


def measured_projects(
    clock: Clock,
    items: Sequence[AnItem],
    shares: Mapping[str, list[Share]],
    listed: Callable[[AnItem], str],
) -> list[tuple[str, Measured]]:
    """Every project with its count, in the order of the facts.

    `shares` are what each item brings, by its id; `listed` names the list that an item stands in.
    """
    results = []
    for subject, belonging, possible in grouped(items):
        of_group = [share for item in belonging for share in shares[item.id]]
        certain_own = possible_own = any(share.own for share in of_group)
        lone = belonging[0] if belonging[0].project is None else None
        for item in possible:
            # whose project is not known: that of the group itself, or of the other item
            unknown = lone or item
            path = f"{listed(unknown)}[{unknown.id}].project"
            of_group += [adrift(share, path, item.name) for share in shares[item.id]]
            possible_own = possible_own or any(share.own for share in shares[item.id])
        measured = measure(
            clock, subject, of_group, certain_own=certain_own, possible_own=possible_own
        )
        results.append((subject, measured))
    return results


def adrift(share: Share, path: str, name: str) -> Share:
    """The share as one that may belong to the project or not."""
    finding = all_of(
        "project.unknown",
        (left_open("project.unknown", (path,), "", {"item": name}), share.finding),
        "",
        {"item": name},
    )
    return Share(finding, share.days, share.own, share.settled, share.going_on_from, share.paused)


@dataclass(slots=True)
class Measured:
    """What the clock of one group shows; days are ordinals."""

    finding: Finding
    count: Count
    counted_at_most: int | None
    unit: str
    threshold: int
    threshold_on: int | None
    since: int | None
    until: int | None


def measure(
    clock: Clock, subject: str, shares: list[Share], *, certain_own: bool, possible_own: bool
) -> Measured:
    """Counts one project under one clause."""
    group = Group(clock, subject, shares, certain_own, possible_own)
    outcomes = [share.finding.outcome for share in shares]
    outcome, days, count, at_most = group.judged(outcomes)
    limit = clock.clause.limit
    unit, threshold = ("days", limit.days) if limit.days is not None else ("months", limit.months)
    assert threshold is not None
    going_on = [
        share.going_on_from
        for share, one in zip(shares, outcomes, strict=True)
        if one is YES and share.going_on_from is not None
    ]
    threshold_on = since = until = None
    if outcome is YES:
        since, until = count.since, None if going_on else days.last
        if clock.leaves_out_first:  # left out of the count, not of the establishment
            since = _first_day(shares, outcomes)
    elif going_on and count.exceeded_on is None and certain_own:
        threshold_on = clock.passes_on(days, min(going_on))
    finding = Finding(
        Op.COUNT,
        outcome,
        _message(clock, group, outcome, count, at_most),
        clock.clause.paragraph,
        _values(clock, subject, count, at_most, threshold),
        (),
        tuple([share.finding for share in shares]),
        clock.clause.clock_readings,
        group,
    )
    more = at_most.counted if at_most.counted != count.counted else None
    return Measured(finding, count, more, unit, threshold, threshold_on, since, until)


def _first_day(shares: Sequence[Share], outcomes: Sequence[Truth]) -> int | None:
    return min(
        (
            share.days.first
            for share, one in zip(shares, outcomes, strict=True)
            if one is YES and share.days.first is not None
        ),
        default=None,
    )


def _message(clock: Clock, group: Group, outcome: Truth, count: Count, at_most: Count) -> str:
    if not group.possible_own:
        return "project.none_of_own"
    in_days = clock.clause.more_than.days is not None
    against = "days" if in_days else "months"
    if clock.clause.measured.within == "any_twelve_months":
        against = "window" if in_days else "window_months"
    if outcome is NO and at_most.counted > count.counted:
        return f"project.at_most_{against}"
    return f"project.{against}" if count.counted else "project.nothing"


def _values(
    clock: Clock, subject: str, count: Count, at_most: Count, threshold: int
) -> dict[str, Any]:
    values: dict[str, Any] = {
        "project": subject,
        "days": count.counted,
        "at_most": at_most.counted,
        "limit": threshold,
        "limit_days": count.threshold,
        "exceeded_on": count.exceeded_on,
    }
    if count.window is not None:
        values["first"], values["last"] = count.window
    return values

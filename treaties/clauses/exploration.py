"""Structures, rigs and ships used to explore for natural resources: days of one project.

Days of closely related enterprises doing substantially the same on the same project are added where
the treaty says so; a day on which both are there counts once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import CLOCK_RESERVED, Clocked, Matter
from treaties.clauses.projects import (
    EMPTY,
    Clock,
    Measured,
    Share,
    goes_on_from,
    measured_projects,
    related_days,
    span_days,
    time_is_added,
)
from treaties.clauses.relation import Relation
from treaties.durations import Days
from treaties.facts import Period, Rig
from treaties.finding import Finding, all_of, given, left_open
from treaties.truth import YES
from treaties.wording import _N, Say


class Exploration(Clocked):
    """`uses` are the things used; `purpose` is exploration alone, not exploitation."""

    OPEN: ClassVar[tuple[str, ...]] = ("month", "first_day")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **CLOCK_RESERVED,
        "uses": ("any_activity", "equipment"),
        "purpose": ("exploitation", "dredging"),
        "area": ("offshore",),
        "without": ("supply", "towing", "excepted"),
    }

    kind: Literal["exploration"]
    uses: list[Literal["structure", "rig", "ship"]] = Field(min_length=1)
    purpose: list[Literal["exploration"]] = Field(min_length=1)
    first_day: Literal["counted", "not_counted"] | None = None


MESSAGES = {
    "exploration.counts": Say(
        yes=_N("The days of “{item}” count."),
        no=_N("The days of “{item}” do not count."),
        unknown=_N("It is not known whether the days of “{item}” count."),
    ),
    "exploration.periods": Say(unknown=_N("The dates of “{item}” are not known.")),
}


def exploration_projects(
    matter: Matter, clause: Exploration, relation: Relation | None
) -> list[tuple[str, Measured]]:
    """Every project with its count, in the order of the facts."""
    rigs = [
        rig for rig in matter.facts.exploration or () if rig.kind is None or rig.kind in clause.uses
    ]
    month = matter.option(clause, "month") if clause.more_than.months is not None else "calendar"
    clock = Clock(
        clause,
        month,
        unbroken=clause.measured.counts == "run",
        leaves_out_first=matter.option(clause, "first_day") == "not_counted",
    )
    added = time_is_added(matter, relation, to_exploration=True)
    shares = {rig.id: _shares(matter, relation, rig, added) for rig in rigs}
    return measured_projects(clock, rigs, shares, lambda _: "exploration")


def _shares(matter: Matter, relation: Relation | None, rig: Rig, added: bool) -> list[Share]:
    path = f"exploration[{rig.id}]."
    values = {"item": rig.name}
    if rig.periods is None:
        return [
            Share(
                left_open("exploration.periods", (path + "periods",), "", values),
                EMPTY,
                True,
                False,
            )
        ]
    return [
        _share(matter, relation, rig, index, period, added)
        for index, period in enumerate(rig.periods)
    ]


def _share(
    matter: Matter, relation: Relation | None, rig: Rig, index: int, period: Period, added: bool
) -> Share:
    path = f"exploration[{rig.id}].periods[{index}]."
    values = {"item": rig.name}
    conditions: list[Finding] = []
    if period.by is not None:
        conditions.append(
            related_days(matter, relation, period.by, period.substantially_same, path, added)
        )
    span = period.span
    if not span.known:
        unknown = [
            name
            for name, gone in (
                ("from", span.first is None),
                ("to", span.last is None and not span.ongoing),
            )
            if gone
        ]
        conditions.append(
            left_open("project.dates", tuple(path + name for name in unknown), "", values)
        )
        return Share(
            all_of("exploration.counts", conditions, "", values), EMPTY, period.by is None, False
        )
    finding = (
        all_of("exploration.counts", conditions, "", values)
        if conditions
        else given("exploration.counts", YES, "", values, (path[:-1],))
    )
    days: Days = span_days(matter, span)
    return Share(finding, days, period.by is None, True, goes_on_from(matter, span))

"""Structures, rigs and ships used to explore for natural resources: days of one project.

Days of closely related enterprises doing substantially the same on the same project are added where
the treaty says so; a day on which both are there counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import CLOCK_RESERVED, Clocked, Matter
from treaties.clauses.projects import (
    EMPTY,
    Clock,
    Measured,
    Share,
    cited,
    days_of,
    kinds_of,
    measured_projects,
    open_dates,
    related_days,
)
from treaties.clauses.relation import Relation
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
    shares = {rig.id: _shares(matter, relation, rig) for rig in rigs}
    return measured_projects(clock, rigs, shares, lambda _: "exploration")


def _shares(matter: Matter, relation: Relation | None, rig: Rig) -> list[Share]:
    """The periods of one rig, taken together where the same answers decide on them."""
    if rig.periods is None:
        path = f"exploration[{rig.id}].periods"
        open_list = left_open("exploration.periods", (path,), "", {"item": rig.name})
        return [Share(open_list, EMPTY, True, False)]
    shares = []
    for (by, same, _, dated), indexes in kinds_of(rig.periods).items():
        alone = not dated or (by is not None and same is None)
        for together in [[index] for index in indexes] if alone else [indexes]:
            shares.append(_share(matter, relation, rig, rig.periods, together))
    return shares


def _share(
    matter: Matter,
    relation: Relation | None,
    rig: Rig,
    periods: Sequence[Period],
    indexes: list[int],
) -> Share:
    path = f"exploration[{rig.id}]."
    first = periods[indexes[0]]
    one_path = f"{path}periods[{indexes[0]}]."
    values = {"item": rig.name}
    own = first.by is None
    conditions: list[Finding] = []
    if first.by is not None:
        same = first.substantially_same
        conditions.append(
            related_days(matter, relation, first.by, same, one_path, to_exploration=True)
        )
    if not first.span.known:
        unknown = open_dates(one_path, first.span)
        conditions.append(left_open("project.dates", unknown, "", values))
        return Share(all_of("exploration.counts", conditions, "", values), EMPTY, own, False)
    if conditions:
        finding = all_of("exploration.counts", conditions, "", values)
    else:
        finding = given("exploration.counts", YES, "", values, cited(path, indexes))
    days, going_on = days_of(matter, periods, indexes)
    return Share(finding, days, own, True, going_on)

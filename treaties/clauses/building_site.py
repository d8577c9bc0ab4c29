"""Building sites and construction, assembly or installation projects, with their supervision.

One project is one run from its earliest first day to its latest last day; breaks do not stop the
clock unless the reading says so. A site of a related enterprise joins only where its time is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import CLOCK_RESERVED, Clocked, Matter
from treaties.clauses.projects import (
    EMPTY,
    Clock,
    Share,
    goes_on_from,
    measured_projects,
    open_dates,
    related_days,
    span_days,
)
from treaties.clauses.projects import Measured as ProjectMeasured
from treaties.clauses.relation import Relation
from treaties.durations import Days
from treaties.facts import Site
from treaties.finding import Finding, all_of, fact, fact_not, given, left_open
from treaties.truth import YES
from treaties.wording import _N, Say

_LAST_DAY = date.max.toordinal()

SiteKind = Literal["building_site", "construction", "assembly", "installation", "supervision"]


class BuildingSite(Clocked):
    """`works` are the kinds of work it covers; `installation` whether only of buildings."""

    OPEN: ClassVar[tuple[str, ...]] = ("month", "breaks", "first_day", "installation")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **CLOCK_RESERVED,
        "works": ("dredging", "excavation", "planning", "consultancy"),
        "of": ("machinery",),
        "on_site_only": (),
        "incidental_to_sale": (),
        "subcontractors": (),
    }

    kind: Literal["building_site"]
    works: list[SiteKind] = Field(min_length=1)
    breaks: Literal["counted", "excluded"] | None = None
    first_day: Literal["counted", "not_counted"] | None = None
    installation: Literal["any", "building_only"] | None = None


MESSAGES = {
    "site.counts": Say(
        yes=_N("“{item}” counts towards the project."),
        no=_N("“{item}” does not count towards the project."),
        unknown=_N("It is not known whether “{item}” counts towards the project."),
    ),
    "site.of_building": Say(
        yes=_N("“{item}” is assembly or installation of a building."),
        no=_N("“{item}” is not assembly or installation of a building."),
        unknown=_N("It is not known whether “{item}” is assembly or installation of a building."),
    ),
    "site.not_of_building": Say(
        yes=_N("“{item}” is not assembly or installation of a building."),
        no=_N("“{item}” is assembly or installation of a building."),
        unknown=_N("It is not known whether “{item}” is assembly or installation of a building."),
    ),
    "site.outside": Say(
        no=_N("“{item}” does not stand outside the clause on building sites."),
        unknown=_N(
            "“{item}” may stand outside the clause on building sites, which is read as speaking of "
            "buildings only; as a place it is then judged under the general rule."
        ),
    ),
}


def site_projects(
    matter: Matter, clause: BuildingSite, relation: Relation | None
) -> list[tuple[str, ProjectMeasured]]:
    """Every project with its count, in the order of the facts."""
    sites = [
        site
        for site in matter.facts.building_sites or ()
        if site.kind is None or site.kind in clause.works
    ]
    month = matter.option(clause, "month") if clause.more_than.months is not None else "calendar"
    clock = Clock(
        clause,
        month,
        unbroken=matter.option(clause, "breaks") == "counted",
        leaves_out_first=matter.option(clause, "first_day") == "not_counted",
    )
    shares = {site.id: _shares(matter, clause, relation, site, clock.unbroken) for site in sites}
    if any(site.kind == "supervision" for site in sites):
        matter.touch("site.supervision")
    return measured_projects(clock, sites, shares, lambda _: "building_sites")


def _shares(
    matter: Matter,
    clause: BuildingSite,
    relation: Relation | None,
    site: Site,
    unbroken: bool,
) -> list[Share]:
    """What one site brings: its days, and apart those that interruptions leave uncertain."""
    path = f"building_sites[{site.id}]."
    values = {"item": site.name}
    own = site.by is None
    conditions: list[Finding] = []
    outside: list[Share] = []
    if site.by is not None:
        conditions.append(related_days(matter, relation, site.by, site.substantially_same, path))
    if site.kind in ("assembly", "installation"):
        if site.of_building is not True:
            matter.touch("site.not_of_building")
        if matter.option(clause, "installation") == "building_only":
            reading = ("installation",)
            building = (path + "of_building", site.of_building, "", values, reading)
            # what is not of a building leaves the project open, whatever its days
            left = left_open("site.outside", (), clause.paragraph, values, reading)
            parts = [*conditions, fact_not("site.not_of_building", *building), left]
            outside.append(Share(all_of("site.outside", parts, "", values), EMPTY, own, False))
            conditions.append(fact("site.of_building", *building))
    span = site.span
    if not span.known:
        conditions.append(left_open("project.dates", open_dates(path, span), "", values))
        return [Share(all_of("site.counts", conditions, "", values), EMPTY, own, False), *outside]
    days = span_days(matter, span)
    ongoing = goes_on_from(matter, span)
    counts = _counting(conditions, path, values)
    if unbroken or not site.interruptions:
        return [Share(counts, days, own, True, ongoing), *outside]
    sure, unsure = _worked(matter, site, days)
    shares = [Share(counts, sure, own, True, ongoing, _paused(site)), *outside]
    if unsure:
        open_break = left_open("project.interruption", (path + "interruptions",), "", values)
        finding = all_of("site.counts", [*conditions, open_break], "", values)
        shares.append(Share(finding, unsure, own))
    return shares


def _paused(site: Site) -> Days:
    """The days on which work on a site that goes on is interrupted, or may be, to come ones too."""
    assert site.span.first is not None
    return Days.of(
        (
            site.span.first if one.first is None else one.first,
            _LAST_DAY if one.last is None else max(one.last, one.first or site.span.first),
        )
        for one in site.interruptions
    )


def _counting(conditions: list[Finding], path: str, values: dict[str, str]) -> Finding:
    if not conditions:
        return given("site.counts", YES, "", values, (path + "from", path + "to"))
    return all_of("site.counts", conditions, "", values)


def _worked(matter: Matter, site: Site, days: Days) -> tuple[Days, Days]:
    """The days certainly worked on, and those that interruptions with open dates leave unknown."""
    breaks, perhaps = EMPTY, EMPTY
    for interruption in site.interruptions:
        if interruption.known:
            breaks = breaks | span_days(matter, interruption)
        elif days:
            first = interruption.first if interruption.first is not None else days.first
            last = interruption.last if interruption.last is not None else days.last
            assert first is not None and last is not None
            if first <= last:
                perhaps = perhaps | Days.of(((first, last),))
    worked = days - breaks
    return worked - perhaps, worked & perhaps

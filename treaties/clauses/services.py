"""Services furnished through personnel: days within any twelve months, one project at a time.

A day counts once, however many people worked on it. Days of leave, business development or private
days do not count unless the reading says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from treaties.clauses.base import CLOCK_RESERVED, Clocked, Matter
from treaties.clauses.projects import (
    EMPTY,
    Clock,
    Measured,
    Share,
    cited,
    days_of,
    goes_on_from,
    kinds_of,
    measured_projects,
    open_dates,
    related_days,
    span_days,
)
from treaties.clauses.relation import Relation
from treaties.facts import Engagement, Site
from treaties.finding import Finding, all_of, fact, given, left_open
from treaties.truth import NO, YES
from treaties.wording import _N, Plural, Say


class Services(Clocked):
    """`service_days` says which days count, `supervision_as_service` if supervision counts too."""

    OPEN: ClassVar[tuple[str, ...]] = ("month", "service_days", "supervision_as_service")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **CLOCK_RESERVED,
        "through": ("one_individual", "individual_alone"),
        "revenue_over_percent": (),
        "for_related": ("always",),
        "yields_to": (),
        "unless_limited_to": (),
    }

    kind: Literal["services"]
    through: Literal["personnel"]
    service_days: Literal["worked", "presence"] | None = None
    supervision_as_service: Literal["no", "yes"] | None = None


MESSAGES = {
    "services.counts": Say(
        yes=_N("The days of “{item}” count."),
        no=_N("The days of “{item}” do not count."),
        unknown=_N("It is not known whether the days of “{item}” count."),
    ),
    "services.personnel": Say(
        yes=_N(
            "“{item}” was furnished through employees or other personnel engaged for the purpose."
        ),
        no=_N(
            "“{item}” was not furnished through employees or other personnel engaged for the "
            "purpose."
        ),
        unknown=_N(
            "It is not known whether “{item}” was furnished through employees or other personnel "
            "engaged for the purpose."
        ),
    ),
    "services.worked": Say(
        yes=_N("On these days of “{item}” work was done."),
        no=Plural(
            "Of “{item}” {periods} stay is left out: leave, business development or private days.",
            "Of “{item}” {periods} stays are left out: leave, business development or private "
            "days.",
            "periods",
        ),
        unknown=_N("It is not known whether work was done on these days of “{item}”."),
    ),
    "services.periods": Say(
        unknown=_N("The dates of “{item}” are not known."),
    ),
    "services.supervision": Say(
        yes=_N("The supervision “{item}” is counted as services too."),
    ),
}


def service_projects(
    matter: Matter, clause: Services, relation: Relation | None
) -> list[tuple[str, Measured]]:
    """Every project with its count, in the order of the facts."""
    engagements: list[Engagement | Site] = list(matter.facts.services or ())
    supervision = [site for site in matter.facts.building_sites or () if site.kind == "supervision"]
    if supervision:
        matter.touch("services.supervision")
        if matter.option(clause, "supervision_as_service") == "yes":
            engagements += supervision
    month = matter.option(clause, "month") if clause.more_than.months is not None else "calendar"
    shares = {
        one.id: _supervision(matter, relation, one)
        if isinstance(one, Site)
        else _shares(matter, clause, relation, one)
        for one in engagements
    }
    return measured_projects(Clock(clause, month), engagements, shares, _list_of)


def _list_of(one: Engagement | Site) -> str:
    return "building_sites" if isinstance(one, Site) else "services"


def _supervision(matter: Matter, relation: Relation | None, site: Site) -> list[Share]:
    """All days of a supervision from first to last, as furnished through personnel."""
    path = f"building_sites[{site.id}]."
    values = {"item": site.name}
    conditions = [
        given(
            "services.supervision", YES, "", values, (path + "kind",), ("supervision_as_service",)
        )
    ]
    if site.by is not None:
        conditions.append(related_days(matter, relation, site.by, site.substantially_same, path))
    if not site.span.known:
        conditions.append(left_open("project.dates", open_dates(path, site.span), "", values))
        return [
            Share(all_of("services.counts", conditions, "", values), EMPTY, site.by is None, False)
        ]
    return [
        Share(
            all_of("services.counts", conditions, "", values),
            span_days(matter, site.span),
            site.by is None,
            True,
            goes_on_from(matter, site.span),
        )
    ]


def _shares(
    matter: Matter,
    clause: Services,
    relation: Relation | None,
    engagement: Engagement,
) -> list[Share]:
    """The periods of one engagement, taken together where the same answers decide on them."""
    path = f"services[{engagement.id}]."
    values = {"item": engagement.name}
    personnel = fact(
        "services.personnel",
        path + "through_personnel",
        engagement.through_personnel,
        clause.paragraph,
        values,
    )
    if engagement.periods is None:
        open_dates = left_open("services.periods", (path + "periods",), "", values)
        return [
            Share(
                all_of("services.counts", (personnel, open_dates), "", values), EMPTY, True, False
            )
        ]
    kinds = kinds_of(engagement.periods)
    presence = any(worked is not True for _, _, worked, _ in kinds) and (
        matter.option(clause, "service_days") == "presence"
    )
    shares = []
    for (by, same, worked, dated), indexes in kinds.items():
        # an answer or a date of its own decides on it
        alone = not dated or (by is not None and same is None) or (worked is None and not presence)
        for together in [[index] for index in indexes] if alone else [indexes]:
            shares.append(
                _share(matter, clause, relation, engagement, together, personnel, presence)
            )
    return shares


def _share(
    matter: Matter,
    clause: Services,
    relation: Relation | None,
    engagement: Engagement,
    indexes: list[int],
    personnel: Finding,
    presence: bool,
) -> Share:
    assert engagement.periods is not None
    periods = engagement.periods
    path = f"services[{engagement.id}]."
    first = periods[indexes[0]]
    one_path = f"{path}periods[{indexes[0]}]."
    values = {"item": engagement.name, "periods": len(indexes)}
    # days that were worked count on either reading
    readings = () if clause.service_days or first.worked is True else ("service_days",)
    own = first.by is None
    conditions = [personnel]
    if first.by is not None:
        conditions.append(
            related_days(matter, relation, first.by, first.substantially_same, one_path)
        )
    if not presence:
        if first.worked is None:
            conditions.append(
                fact("services.worked", one_path + "worked", None, "", values, readings)
            )
        else:
            outcome = YES if first.worked else NO
            conditions.append(
                given("services.worked", outcome, "", values, cited(path, indexes), readings)
            )
    if not first.span.known:
        conditions.append(left_open("project.dates", open_dates(one_path, first.span), "", values))
        return Share(all_of("services.counts", conditions, "", values), EMPTY, own, False)
    days, going_on = days_of(matter, periods, indexes)
    return Share(all_of("services.counts", conditions, "", values), days, own, True, going_on)

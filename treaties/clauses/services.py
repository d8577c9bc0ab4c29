"""Services furnished through personnel: days within any twelve months, one project at a time.

A day counts once, however many people worked on it. Days of leave, business development or private
days do not count unless the reading says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from treaties.clauses.base import CLOCK_RESERVED, Clocked, Matter
from treaties.clauses.projects import (
    CITED_AT_MOST,
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
from treaties.facts import Engagement, Period, Site
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
            _N(
                "Of “{item}” {periods} stay is left out: leave, business development or private "
                "days."
            ),
            _N(
                "Of “{item}” {periods} stays are left out: leave, business development or private "
                "days."
            ),
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
    as_service = matter.option(clause, "supervision_as_service") == "yes"
    if as_service:
        engagements += supervision
    if supervision:
        matter.touch("services.supervision")
    month = matter.option(clause, "month") if clause.more_than.months is not None else "calendar"
    clock = Clock(clause, month)
    presence = matter.option(clause, "service_days") == "presence"
    added = any(_has_related(one) for one in engagements) and time_is_added(
        matter, relation, to_exploration=False
    )
    shares = {
        one.id: _supervision(matter, relation, one, added)
        if isinstance(one, Site)
        else _shares(matter, clause, relation, one, presence, added)
        for one in engagements
    }
    return measured_projects(clock, engagements, shares, _list_of)


def _list_of(one: Engagement | Site) -> str:
    return "building_sites" if isinstance(one, Site) else "services"


def _has_related(one: Engagement | Site) -> bool:
    if isinstance(one, Site):
        return one.by is not None
    return any(period.by is not None for period in one.periods or ())


def _supervision(matter: Matter, relation: Relation | None, site: Site, added: bool) -> list[Share]:
    """All days of a supervision from first to last, as furnished through personnel."""
    path = f"building_sites[{site.id}]."
    values = {"item": site.name}
    conditions = [
        given(
            "services.supervision", YES, "", values, (path + "kind",), ("supervision_as_service",)
        )
    ]
    if site.by is not None:
        conditions.append(
            related_days(matter, relation, site.by, site.substantially_same, path, added)
        )
    if not site.span.known:
        conditions.append(left_open("project.dates", (path + "from", path + "to"), "", values))
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
    presence: bool,
    added: bool,
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
    alike: dict[tuple[object, ...], list[int]] = {}
    for index, period in enumerate(engagement.periods):
        by, same, worked, span = period.by, period.substantially_same, period.worked, period.span
        dated = span.first is not None and (span.last is not None or span.ongoing)
        # an answer or a date of its own decides on it
        alone = not dated or (worked is None and not presence) or (by is not None and same is None)
        key = (by, same, worked, index if alone else None)
        found = alike.get(key)
        if found is None:
            alike[key] = [index]
        else:
            found.append(index)
    return [
        _share(matter, clause, relation, engagement, indexes, personnel, presence, added)
        for indexes in alike.values()
    ]


def _share(
    matter: Matter,
    clause: Services,
    relation: Relation | None,
    engagement: Engagement,
    indexes: list[int],
    personnel: Finding,
    presence: bool,
    added: bool,
) -> Share:
    assert engagement.periods is not None
    periods = engagement.periods
    path = f"services[{engagement.id}]."
    first = periods[indexes[0]]
    one_path = f"{path}periods[{indexes[0]}]."
    cited = (
        tuple(f"{path}periods[{index}]" for index in indexes)
        if len(indexes) <= CITED_AT_MOST
        else (path + "periods",)
    )
    values = {"item": engagement.name, "periods": len(indexes)}
    readings = () if clause.service_days else ("service_days",)
    conditions = [personnel]
    if first.by is not None:
        conditions.append(
            related_days(matter, relation, first.by, first.substantially_same, one_path, added)
        )
    if not presence:
        if first.worked is None:
            conditions.append(
                fact("services.worked", one_path + "worked", None, "", values, readings)
            )
        else:
            outcome = YES if first.worked else NO
            conditions.append(given("services.worked", outcome, "", values, cited, readings))
    if not first.span.known:
        conditions.append(left_open("project.dates", _open_dates(one_path, first), "", values))
        return Share(
            all_of("services.counts", conditions, "", values), EMPTY, first.by is None, False
        )
    finding = all_of("services.counts", conditions, "", values)
    as_of = matter.as_of
    spans: list[tuple[int, int]] = []
    going_on: list[int] = []
    for index in indexes:
        span = periods[index].span
        begin, end = span.first, span.last
        assert begin is not None
        if end is None:  # still going on: cut at the day asked for
            going_on.append(max(as_of + 1, begin))
            end = as_of
        if begin <= end:
            spans.append((begin, end))
    days = Days.of(spans)
    return Share(finding, days, first.by is None, True, min(going_on) if going_on else None)


def _open_dates(path: str, period: Period) -> tuple[str, ...]:
    span = period.span
    return tuple(
        path + name
        for name, unknown in (
            ("from", span.first is None),
            ("to", span.last is None and not span.ongoing),
        )
        if unknown
    )

"""Building sites, services and exploration: one head for each project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from treaties.clauses.base import Matter
from treaties.clauses.building_site import site_projects
from treaties.clauses.exploration import exploration_projects
from treaties.clauses.projects import Measured
from treaties.clauses.services import service_projects
from treaties.finding import any_of
from treaties.heads.objects import Head, Measure, noting, unknown_list
from treaties.heads.plan import Plan


def sites(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.sites:
        return []
    if matter.facts.building_sites is None:
        return [unknown_list("building_site", "building_sites", clauses.sites[0].paragraph)]
    return _projects(
        matter,
        "building_site",
        [partial(site_projects, matter, clause, clauses.time) for clause in clauses.sites],
    )


def services(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.services:
        return []
    # supervision may count as services even where the list of services is not known
    heads = _projects(
        matter,
        "services",
        [partial(service_projects, matter, clause, clauses.time) for clause in clauses.services],
    )
    if matter.facts.services is None:
        unknown = unknown_list("services", "services", clauses.services[0].paragraph)
        readings = frozenset().union(*(head.readings for head in heads), matter.readings_read)
        return [Head("services", None, unknown.finding, readings), *heads]
    return heads


def explorations(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.explorations:
        return []
    if matter.facts.exploration is None:
        return [unknown_list("exploration", "exploration", clauses.explorations[0].paragraph)]
    return _projects(
        matter,
        "exploration",
        [
            partial(exploration_projects, matter, clause, clauses.time)
            for clause in clauses.explorations
        ],
    )


def _projects(
    matter: Matter, head: str, clauses: Sequence[Callable[[], list[tuple[str, Measured]]]]
) -> list[Head]:
    """The heads of one kind: each project's outcome is the OR over the clauses of that kind."""
    by_subject: dict[str, list[Measured]] = {}
    readings: set[str] = set()
    for clause in clauses:
        projects, read = noting(matter, clause)
        readings |= read
        for subject, measured in projects:
            by_subject.setdefault(subject, []).append(measured)
    matter.readings_read = readings
    return [
        _project(head, subject, measured, frozenset(readings))
        for subject, measured in by_subject.items()
    ]


def _project(head: str, subject: str, measured: list[Measured], readings: frozenset[str]) -> Head:
    best = measured[0]
    finding = best.finding
    if len(measured) > 1:
        finding = any_of("clauses", [one.finding for one in measured])
        best = next(one for one in measured if one.finding.outcome is finding.outcome)
    return Head(
        head,
        subject,
        finding,
        readings,
        Measure(
            best.count.counted,
            best.counted_at_most,
            best.unit,
            best.threshold,
            best.count.threshold,
            best.count.window,
            best.count.exceeded_on,
            best.threshold_on,
        ),
        best.since,
        best.until,
    )

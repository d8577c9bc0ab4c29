"""Sites, services and exploration: what is still asked, project by project."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from treaties.charts import OPEN
from treaties.clauses.base import Matter
from treaties.clauses.building_site import site_projects
from treaties.clauses.exploration import exploration_projects
from treaties.clauses.services import service_projects
from treaties.facts import Engagement, Facts, Period, Related, Rig, Site
from treaties.finding import Finding
from treaties.heads.plan import plan
from treaties.interview.asking import Asking
from treaties.interview.objects import AskedFact, AskedItem, AskedSection
from treaties.interview.weighing import (
    Readings,
    Statuses,
    Weighing,
    blank_facts,
    blank_related,
    under_every_setting,
    weighing_of,
)
from treaties.treaty import Treaty

_PROJECTS: Mapping[str, tuple[str, str, Callable[..., Any]]] = {
    "building_sites": ("building_site", "sites", site_projects),
    "services": ("services", "services", service_projects),
    "exploration": ("exploration", "explorations", exploration_projects),
}
_ALWAYS_SHOWN = (
    ".from",
    ".to",
    ".project",
    ".periods",
    ".through_personnel",
    ".substantially_same",
    ".worked",
)


# From this many rows of days on, an item lists only the rows with something not known, and what was
# worked out for it is not kept.
MANY_ROWS = 2_000

Cluster = tuple[tuple[Site, ...], tuple[Engagement, ...], tuple[Rig, ...]]


def weigh_projects(asking: Asking) -> None:
    """Every project of every kind: a site may bear on services too, where supervision counts."""
    related = tuple(blank_related(one.id) for one in asking.facts.related_enterprises or ())
    for sites, services, rigs in _clusters(asking.facts):
        rows = sum(len(one.periods or ()) for one in services)
        rows += sum(len(one.periods or ()) for one in rigs)
        weigh = _weighed if rows <= MANY_ROWS else _weighed.__wrapped__
        for weighing, result in weigh(
            asking.treaty, asking.readings, asking.facts.as_of, sites, services, rigs, related
        ):
            asking.note_relations(result[2])
            for path in weighing.heads:
                asking.projects.setdefault(path, []).append((weighing, result))


def _clusters(facts: Facts) -> list[Cluster]:
    """Items of one project together; all of them where the project of one is not known."""
    lists: tuple[Sequence[Any], ...] = (
        facts.building_sites or (),
        facts.services or (),
        facts.exploration or (),
    )
    if any(item.project is None for items in lists for item in items):
        return [(tuple(lists[0]), tuple(lists[1]), tuple(lists[2]))]
    by_project: dict[str, tuple[list[Any], list[Any], list[Any]]] = {}
    for kind, items in enumerate(lists):
        for item in items:
            by_project.setdefault(item.project, ([], [], []))[kind].append(item)
    return [(tuple(s), tuple(e), tuple(r)) for s, e, r in by_project.values()]


@lru_cache(maxsize=4096)
def _weighed(
    treaty: Treaty,
    readings: Readings,
    as_of: date,
    sites: tuple[Site, ...],
    services: tuple[Engagement, ...],
    rigs: tuple[Rig, ...],
    related: tuple[Related, ...],
) -> list[tuple[Weighing, Statuses]]:
    """The weighings of the projects of one cluster, and where its facts stand."""
    facts = replace(
        blank_facts(treaty, None, None),
        as_of=as_of,
        related_enterprises=related,
        building_sites=sites,
        services=services,
        exploration=rigs,
    )
    weighings = [
        weighing
        for head, clauses, project in _PROJECTS.values()
        if getattr(plan(treaty), clauses)
        for weighing in _project_weighings(facts, treaty, readings, head, clauses, project)
    ]
    needed = {path for weighing in weighings for path in weighing.order}
    answers = {path: answer for path, answer in _project_answers(facts) if path in needed}
    return [(weighing, weighing.statuses(answers, {})) for weighing in weighings]


def projects_asked(asking: Asking, name: str) -> AskedSection:
    head, clauses, _ = _PROJECTS[name]
    kinds = getattr(asking.clauses, clauses)
    if not kinds:
        return AskedSection(name, False, (), ())
    listed = asking.list_fact(name, kinds[0].paragraph, (head,))
    return AskedSection(
        name,
        True,
        (listed,),
        tuple(
            AskedItem(
                name,
                item.id,
                item.name,
                tuple(
                    _of_project(asking, path, answer)
                    for path, answer in _project_fields(name, item)
                ),
            )
            for item in getattr(asking.facts, name) or ()
        ),
    )


def _project_weighings(
    facts: Facts,
    treaty: Treaty,
    readings: Readings,
    head: str,
    clauses: str,
    project: Callable[..., Any],
) -> list[Weighing]:
    """One weighing for each project: its counts under every setting of the readings."""

    def make(matter: Matter) -> list[tuple[str, Finding]]:
        return [
            (subject, measured.finding)
            for clause in getattr(plan(treaty), clauses)
            for subject, measured in project(matter, clause, plan(treaty).time)
        ]

    by_subject: dict[str, list[tuple[str, Finding]]] = {}
    for subject, finding in under_every_setting(treaty, facts, dict(readings), make):
        by_subject.setdefault(subject, []).append((head, finding))
    return [weighing_of(findings) for findings in by_subject.values()]


def _of_project(asking: Asking, path: str, answer: Any) -> AskedFact:
    paragraphs: dict[str, None] = {}
    heads: dict[str, None] = {}
    mattered = matters = False
    for weighing, (then, now, others) in asking.projects.get(path, ()):
        paragraphs.update(dict.fromkeys(weighing.paragraphs.get(path, ())))
        heads.update(dict.fromkeys(weighing.heads[path]))
        mattered = mattered or then.get(path, False)
        matters = (
            matters
            or now.get(path, False)
            or any(path in name[1:].split("|") for name in others if name.startswith(OPEN))
        )
    if path.endswith(_ALWAYS_SHOWN):
        # they describe the item, or say which days the clock shows whatever the outcome
        mattered = True
        matters = matters or (answer is None and path.endswith(".periods"))
    return asking.fact(path, answer, mattered, matters, tuple(paragraphs), tuple(heads))


def _project_fields(name: str, item: Any) -> Iterator[tuple[str, Any]]:
    path = f"{name}[{item.id}]."
    if name == "building_sites":
        yield path + "of_building", item.of_building
        yield path + "substantially_same", item.substantially_same
        yield path + "from", item.span.first
        yield path + "to", True if item.span.ongoing else item.span.last
        yield path + "project", item.project
        return
    if name == "services":
        yield path + "through_personnel", item.through_personnel
    yield path + "project", item.project
    yield path + "periods", item.periods
    many = len(item.periods or ()) > MANY_ROWS
    for index, period in enumerate(item.periods or ()):
        if many and _is_known(period):
            continue
        row = f"{path}periods[{index}]."
        yield row + "from", period.span.first
        yield row + "to", True if period.span.ongoing else period.span.last
        if period.by is not None:
            yield row + "substantially_same", period.substantially_same
        if name == "services" and period.worked is None:
            yield row + "worked", None


def _is_known(period: Period) -> bool:
    """Whether nothing is left to ask of the days, nor of who did what on them."""
    span = period.span
    dated = span.first is not None and (span.ongoing or span.last is not None)
    return dated and period.worked is not None and period.by is None


def _project_answers(facts: Facts) -> Iterator[tuple[str, bool | None]]:
    for site in facts.building_sites or ():
        yield f"building_sites[{site.id}].of_building", site.of_building
        yield f"building_sites[{site.id}].substantially_same", site.substantially_same
    for engagement in facts.services or ():
        yield f"services[{engagement.id}].through_personnel", engagement.through_personnel
        for index, period in enumerate(engagement.periods or ()):
            path = f"services[{engagement.id}].periods[{index}]."
            yield path + "worked", period.worked
            yield path + "substantially_same", period.substantially_same
    for rig in facts.exploration or ():
        for index, period in enumerate(rig.periods or ()):
            yield (
                f"exploration[{rig.id}].periods[{index}].substantially_same",
                period.substantially_same,
            )

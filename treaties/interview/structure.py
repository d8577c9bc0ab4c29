"""What a treaty asks at all: its lists, and the fields that describe an item of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from treaties.heads.plan import plan
from treaties.treaty import Treaty

LISTS = ("related_enterprises", "places", "building_sites", "services", "exploration", "agents")


@lru_cache(maxsize=64)
def structure(treaty: Treaty) -> Mapping[str, tuple[str, ...]]:
    """The fields of each list that describe an item and that this treaty needs, in order of asking.

    Names, kinds, dates, projects and references: they are shown for every item. Yes/no facts and
    percentages come from the interview itself.
    """
    clauses = plan(treaty)
    related = ("by",) if clauses.time else ()
    serves = ("part_of_site",) if clauses.sites or clauses.explorations else ()
    people: tuple[str, ...] = ("name", "relation")
    if any(
        shield.lost_if == "exclusive_for_related"
        for _, shield, _ in (*clauses.agents, *clauses.insurances)
    ):
        people = (*people, "enterprise")
    return {
        "related_enterprises": ("name",),
        "places": ("name", "kind", "from", "to", *serves),
        "building_sites": ("name", "kind", "project", *related, "from", "to", "interruptions"),
        "services": ("name", "project", "periods"),
        "exploration": ("name", "kind", "project", "periods"),
        "agents": people,
        "service_periods": ("from", "to", "person", "worked", *related),
        "exploration_periods": ("from", "to", *related),
    }


@lru_cache(maxsize=64)
def lists_needed(treaty: Treaty) -> tuple[str, ...]:
    """The lists that some clause of the treaty reads."""
    clauses = plan(treaty)
    needed = {
        "related_enterprises": bool(treaty.clauses_of("relation")),
        "places": bool(clauses.fixed_places),
        "building_sites": bool(clauses.sites),
        "services": bool(clauses.services),
        "exploration": bool(clauses.explorations),
        "agents": bool(clauses.agents or clauses.insurances),
    }
    return tuple(name for name in LISTS if needed[name])

"""How the clauses of a treaty work together: each with those that it leans on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from treaties.clauses.agent import AgentClause
from treaties.clauses.building_site import BuildingSite
from treaties.clauses.conditions import Conditions
from treaties.clauses.exceptions import Exceptions
from treaties.clauses.exploration import Exploration
from treaties.clauses.fixed_place import FixedPlace
from treaties.clauses.fragmentation import Fragmentation
from treaties.clauses.independence import Independence
from treaties.clauses.insurance import Insurance
from treaties.clauses.relation import Relation
from treaties.clauses.services import Services
from treaties.treaty import Treaty


@dataclass(frozen=True, slots=True)
class Plan:
    """The clauses of a treaty with those they lean on; made once for each treaty."""

    conditions: Conditions
    fixed_places: tuple[FixedPlace, ...]
    exceptions: Exceptions | None
    fragmentation: Fragmentation | None
    fragmentation_relation: Relation | None
    sites: tuple[BuildingSite, ...]
    services: tuple[Services, ...]
    explorations: tuple[Exploration, ...]
    time: Relation | None
    agents: tuple[tuple[AgentClause, Independence, Relation | None], ...]
    insurances: tuple[tuple[Insurance, Independence, Relation | None], ...]


@lru_cache(maxsize=256)
def plan(treaty: Treaty) -> Plan:
    """How the clauses of a treaty work together."""

    def one(kind: str) -> Any:
        clauses = treaty.clauses_of(kind)
        return clauses[0] if clauses else None

    def shielded(clause: Any) -> tuple[Any, Independence, Relation | None]:
        shield: Any = treaty.clause_at(clause.independent, "independence")
        relation = treaty.clause_at(shield.relation, "relation") if shield.relation else None
        return clause, shield, relation

    fragmentation = one("fragmentation")
    return Plan(
        conditions=one("conditions"),
        fixed_places=treaty.clauses_of("fixed_place"),
        exceptions=one("exceptions"),
        fragmentation=fragmentation,
        fragmentation_relation=(
            treaty.clause_at(fragmentation.relation, "relation") if fragmentation else None
        ),
        sites=treaty.clauses_of("building_site"),
        services=treaty.clauses_of("services"),
        explorations=treaty.clauses_of("exploration"),
        time=next((r for r in treaty.clauses_of("relation") if r.adds_time != "none"), None),
        agents=tuple(shielded(clause) for clause in treaty.clauses_of("agent")),
        insurances=tuple(shielded(clause) for clause in treaty.clauses_of("insurance")),
    )

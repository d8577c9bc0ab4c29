"""The kinds of clause: one module each, with its parameters, its messages and how it decides.

No module here names a treaty. A treaty file says which kinds occur, where and with what parameters.
"""

from __future__ import annotations

from collections.abc import Mapping

from treaties.clauses import (
    agent,
    building_site,
    conditions,
    control,
    exceptions,
    exploration,
    fixed_place,
    fragmentation,
    independence,
    insurance,
    projects,
    relation,
    services,
)
from treaties.clauses.base import RESERVED_EVERYWHERE, Clause
from treaties.wording import Say

KINDS: Mapping[str, type[Clause]] = {
    "conditions": conditions.Conditions,
    "fixed_place": fixed_place.FixedPlace,
    "exceptions": exceptions.Exceptions,
    "fragmentation": fragmentation.Fragmentation,
    "building_site": building_site.BuildingSite,
    "services": services.Services,
    "exploration": exploration.Exploration,
    "relation": relation.Relation,
    "agent": agent.AgentClause,
    "independence": independence.Independence,
    "insurance": insurance.Insurance,
    "control": control.Control,
}

# kind -> key -> values known but not supported yet (none named: the whole key)
RESERVED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    kind: {**RESERVED_EVERYWHERE, **model.RESERVED} for kind, model in KINDS.items()
}

MESSAGES: Mapping[str, Say] = {
    **conditions.MESSAGES,
    **fixed_place.MESSAGES,
    **exceptions.MESSAGES,
    **fragmentation.MESSAGES,
    **projects.MESSAGES,
    **building_site.MESSAGES,
    **services.MESSAGES,
    **exploration.MESSAGES,
    **relation.MESSAGES,
    **agent.MESSAGES,
    **independence.MESSAGES,
    **insurance.MESSAGES,
}

__all__ = ["KINDS", "MESSAGES", "RESERVED", "Clause"]

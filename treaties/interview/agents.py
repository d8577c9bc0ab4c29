"""People who act for the enterprise, and insurance: what is still asked."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache

from treaties.clauses.base import Matter
from treaties.clauses.insurance import insures_without_person
from treaties.facts import Agent, Related
from treaties.interview.asking import Asking, Said, weighed_fact
from treaties.interview.objects import AskedItem, AskedSection
from treaties.interview.weighing import BLANK_ID, Readings, agent_weighing, settings
from treaties.treaty import Treaty

_AGENT_TEXTS = ("id", "name", "relation", "enterprise")
_AGENT_FACTS = tuple(one.name for one in fields(Agent) if one.name not in _AGENT_TEXTS)


def agents_asked(asking: Asking) -> AskedSection:
    clauses = asking.clauses
    kinds = [clause for clause, _, _ in (*clauses.agents, *clauses.insurances)]
    if not kinds:
        return AskedSection("agents", False, (), ())
    heads = ("dependent_agent", "insurance") if clauses.insurances else ("dependent_agent",)
    listed = asking.list_fact("agents", kinds[0].paragraph, heads)
    items = []
    for agent in asking.facts.agents or ():
        related = asking.related_enterprise(agent.enterprise)
        said = asking.said_of(f"agents[{agent.id}]")
        insurer = asking.facts.enterprise.insurer
        item, variables = _agent(asking.treaty, asking.readings, insurer, agent, related, said)
        asking.note_relations(variables)
        items.append(item)
    return AskedSection("agents", True, (listed,), tuple(items))


@lru_cache(maxsize=4096)
def _agent(
    treaty: Treaty,
    readings: Readings,
    insurer: bool | None,
    agent: Agent,
    related: Related | None,
    said: Said,
) -> tuple[AskedItem, frozenset[str]]:
    """One person, and the variables that are no facts of that person and can matter still."""
    weighing = agent_weighing(treaty, readings, insurer, agent.enterprise, related)
    answers = {f"agents[{BLANK_ID}].{name}": getattr(agent, name) for name in _AGENT_FACTS}
    fixed = {} if insurer is None else {"enterprise.insurer": insurer}
    result = weighing.statuses(answers, fixed)
    facts = tuple(
        weighed_fact(f"agents[{agent.id}].{name}", getattr(agent, name), weighing, [result], said)
        for name in _AGENT_FACTS
    )
    return AskedItem("agents", agent.id, agent.name, facts), result[2]


def insurance_asked(asking: Asking) -> AskedSection:
    """The insurer's own facts; what is asked of each person stands with the person."""
    if not asking.clauses.insurances:
        return AskedSection("insurance", False, (), ())
    clause = asking.clauses.insurances[0][0]
    enterprise = asking.facts.enterprise
    without = any(
        insures_without_person(Matter(asking.treaty, asking.facts, setting), clause) is not None
        for setting in settings(
            asking.treaty,
            asking.applied,
            [name for name in clause.open_keys() if name in asking.treaty.readings],
        )
    )
    # asked wherever there is the clause: without it the head is not even listed
    paragraphs, heads = (clause.paragraph,), ("insurance",)
    facts = [
        asking.fact("enterprise.insurer", enterprise.insurer, True, True, paragraphs, heads),
        asking.fact(
            "enterprise.premiums_without_person",
            enterprise.premiums_without_person,
            without and enterprise.insurer is not False,
            without and enterprise.insurer is not False,
            paragraphs,
            heads,
        ),
    ]
    return AskedSection("insurance", True, tuple(facts), ())

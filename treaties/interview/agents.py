"""People who act for the enterprise, and insurance: what is still asked."""

from __future__ import annotations

from dataclasses import fields

from treaties.clauses.base import Matter
from treaties.clauses.insurance import insures_without_person
from treaties.facts import Agent
from treaties.interview.asking import Asking
from treaties.interview.objects import AskedItem, AskedSection
from treaties.interview.weighing import agent_weighing, settings

_AGENT_TEXTS = frozenset({"id", "name", "relation", "enterprise"})


def agents_asked(asking: Asking) -> AskedSection:
    clauses = asking.clauses
    kinds = [clause for clause, _, _ in (*clauses.agents, *clauses.insurances)]
    if not kinds:
        return AskedSection("agents", False, (), ())
    heads = ("dependent_agent", "insurance") if clauses.insurances else ("dependent_agent",)
    listed = asking.list_fact("agents", kinds[0].paragraph, heads)
    items = tuple(_agent(asking, agent) for agent in asking.facts.agents or ())
    return AskedSection("agents", True, (listed,), items)


def _agent(asking: Asking, agent: Agent) -> AskedItem:
    related = asking.related_enterprise(agent.enterprise)
    weighing = agent_weighing(
        asking.treaty, asking.readings, asking.facts.enterprise.insurer, agent.enterprise, related
    )
    answers = {
        f"agents[*].{one.name}": getattr(agent, one.name)
        for one in fields(Agent)
        if one.name not in _AGENT_TEXTS
    }
    fixed = {}
    insurer = asking.facts.enterprise.insurer
    if insurer is not None:
        fixed["enterprise.insurer"] = insurer
    results = [weighing.statuses(answers, fixed)]
    asking.note_relations(results)
    return AskedItem(
        "agents",
        agent.id,
        agent.name,
        tuple(
            asking.weighed(
                f"agents[{agent.id}].{one.name}", getattr(agent, one.name), weighing, results
            )
            for one in fields(Agent)
            if one.name not in _AGENT_TEXTS
        ),
    )


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

"""People who act for the enterprise: dependent agents, and those through whom it insures."""

from __future__ import annotations

from treaties.clauses.agent import makes_establishment
from treaties.clauses.base import Matter
from treaties.clauses.insurance import insurer, insures_through, insures_without_person
from treaties.facts import Agent
from treaties.finding import Finding, all_of, any_of, left_open
from treaties.heads.objects import Head, noting, unknown_list
from treaties.heads.plan import Plan


def agents(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.agents:
        return []
    agents = matter.facts.agents
    if agents is None:
        return [unknown_list("dependent_agent", "agents", clauses.agents[0][0].paragraph)]
    return [_agent(matter, clauses, agent) for agent in agents]


def _agent(matter: Matter, clauses: Plan, agent: Agent) -> Head:
    def test() -> Finding:
        findings = [
            makes_establishment(matter, clause, shield, relation, agent)
            for clause, shield, relation in clauses.agents
        ]
        return findings[0] if len(findings) == 1 else any_of("clauses", findings)

    finding, readings = noting(matter, test)
    return Head("dependent_agent", agent.id, finding, readings)


def insurances(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.insurances:
        return []
    clause, shield, relation = clauses.insurances[0]
    facts = matter.facts
    if facts.enterprise.insurer is False:
        return [Head("insurance", None, insurer(matter, clause), frozenset())]
    without, readings = noting(matter, lambda: insures_without_person(matter, clause))
    heads = []
    if facts.agents is None:
        unknown = all_of(
            "list.unknown",
            (insurer(matter, clause), left_open("list.unknown", ("agents",), clause.paragraph)),
            clause.paragraph,
        )
        parts = [unknown] if without is None else [without, unknown]
        finding = parts[0] if len(parts) == 1 else any_of("clauses", parts, clause.paragraph)
        heads.append(Head("insurance", None, finding, readings))
    elif without is not None:
        heads.append(Head("insurance", None, without, readings))
    for agent in facts.agents or ():

        def test(agent: Agent = agent) -> Finding:
            return insures_through(matter, clause, shield, relation, agent)

        finding, read = noting(matter, test)
        # the reading on insurance without a person adds a head of its own
        heads.append(Head("insurance", agent.id, finding, read | readings))
    return heads

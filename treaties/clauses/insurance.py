"""Insurance: premiums collected or risks insured there, through a person without a shield."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from treaties.clauses.base import Clause, Matter
from treaties.clauses.independence import Independence, is_not_independent
from treaties.clauses.relation import Relation
from treaties.facts import Agent
from treaties.finding import Finding, all_of, any_of, fact, fact_not
from treaties.wording import _N, Say


class Insurance(Clause):
    """`reinsurance` says what it is to insure; `insurance_person` whether a person is needed."""

    OPEN: ClassVar[tuple[str, ...]] = ("reinsurance", "insurance_person")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "test": ("premiums_and_risks",),
        "through": (),
    }

    kind: Literal["insurance"]
    test: Literal["premiums_or_risks"]
    independent: str
    reinsurance: Literal["excepted", "insures", "does_not_insure"] | None = None
    insurance_person: Literal["person_required", "premiums_without_person"] | None = None

    def cites(self) -> list[str]:
        return [self.paragraph, self.independent]

    def points_to(self) -> list[tuple[str, str]]:
        return [(self.independent, "independence")]


MESSAGES = {
    "insurance": Say(
        yes=_N(
            "The enterprise insures in the State through “{agent}”, who is not an independent "
            "agent to whom the exception applies."
        ),
        no=_N(
            "The enterprise does not insure in the State through “{agent}” in the way the clause "
            "names."
        ),
        unknown=_N(
            "It is not known whether the enterprise insures in the State through “{agent}” in the "
            "way the clause names."
        ),
    ),
    "insurance.insurer": Say(
        yes=_N("The enterprise is an insurance enterprise."),
        no=_N("The enterprise is not an insurance enterprise."),
        unknown=_N("It is not known whether the enterprise is an insurance enterprise."),
    ),
    "insurance.limbs": Say(
        yes=_N("Premiums are collected or risks insured there through “{agent}”."),
        no=_N("Neither are premiums collected nor risks insured there through “{agent}”."),
        unknown=_N(
            "It is not known whether premiums are collected or risks insured there through “"
            "{agent}”."
        ),
    ),
    "insurance.premiums": Say(
        yes=_N("Premiums are collected in the State through “{agent}”."),
        no=_N("No premiums are collected in the State through “{agent}”."),
        unknown=_N(
            "It is not known whether premiums are collected in the State through “{agent}”."
        ),
    ),
    "insurance.risks": Say(
        yes=_N("Risks situated in the State are insured through “{agent}”."),
        no=_N("No risks situated in the State are insured through “{agent}”."),
        unknown=_N(
            "It is not known whether risks situated in the State are insured through “{agent}”."
        ),
    ),
    "insurance.own_risks": Say(
        yes=_N(
            "Risks situated in the State are insured through “{agent}”, and not by reinsurance "
            "only."
        ),
        no=_N(
            "No risks situated in the State are insured through “{agent}” other than by "
            "reinsurance."
        ),
        unknown=_N(
            "It is not known whether risks situated in the State are insured through “{agent}” "
            "other than by reinsurance."
        ),
    ),
    "insurance.not_reinsurance": Say(
        yes=_N("The business done through “{agent}” is not reinsurance only."),
        no=_N("The business done through “{agent}” is reinsurance only."),
        unknown=_N(
            "It is not known whether the business done through “{agent}” is reinsurance only."
        ),
    ),
    "insurance.without_person": Say(
        yes=_N("The insurer collects premiums in the State without any person."),
        no=_N("The insurer does not collect premiums in the State without any person."),
        unknown=_N(
            "It is not known whether the insurer collects premiums in the State without any person."
        ),
    ),
}


def insurer(matter: Matter, clause: Insurance) -> Finding:
    """Whether the enterprise is an insurance enterprise at all."""
    return fact(
        "insurance.insurer", "enterprise.insurer", matter.facts.enterprise.insurer, clause.paragraph
    )


def insures_through(
    matter: Matter, clause: Insurance, shield: Independence, relation: Relation | None, agent: Agent
) -> Finding:
    """Whether the enterprise insures there through this person."""
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    premiums = fact(
        "insurance.premiums", path + "collects_premiums", agent.collects_premiums, "", values
    )
    risks = fact("insurance.risks", path + "insures_risks", agent.insures_risks, "", values)
    reinsurance = matter.option(clause, "reinsurance")
    readings = () if clause.reinsurance else ("reinsurance",)
    if agent.reinsurance_only is True:
        matter.touch("insurance.reinsurance")
    not_only = fact_not(
        "insurance.not_reinsurance",
        path + "reinsurance_only",
        agent.reinsurance_only,
        "",
        values,
        readings,
    )
    if reinsurance == "does_not_insure":
        risks = all_of("insurance.own_risks", (risks, not_only), "", values, readings)
    parts = [
        insurer(matter, clause),
        is_not_independent(matter, shield, relation, agent),
        any_of("insurance.limbs", (premiums, risks), "", values),
    ]
    if reinsurance == "excepted":
        parts.append(not_only)
    return all_of("insurance", parts, clause.paragraph, values)


def insures_without_person(matter: Matter, clause: Insurance) -> Finding | None:
    """Premiums collected without any person; None where the reading does not catch them."""
    if matter.option(clause, "insurance_person") == "person_required":
        return None
    without = fact(
        "insurance.without_person",
        "enterprise.premiums_without_person",
        matter.facts.enterprise.premiums_without_person,
        "",
        {},
        ("insurance_person",),
    )
    return all_of(
        "insurance.without_person",
        (insurer(matter, clause), without),
        clause.paragraph,
        {},
        ("insurance_person",),
    )

"""The shield of the independent agent, and what takes it away.

Losing independent status makes no permanent establishment: it only removes the shield.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from treaties.clauses.base import Clause, Matter
from treaties.clauses.relation import Relation, is_closely_related
from treaties.facts import Agent
from treaties.finding import Finding, all_of, any_of, fact, fact_not, negate
from treaties.wording import _N, Say


class Independence(Clause):
    """Four kinds of proviso: `lost_if` says when an independent agent loses the status."""

    OPEN: ClassVar[tuple[str, ...]] = ("ordinary_course", "related_principals")
    RESERVED: ClassVar[dict[str, tuple[str, ...]]] = {
        "lost_if": (
            "devoted_with_controlled",
            "devoted_unless_arms_length_shown",
            "not_arms_length",
        ),
        "stock_harmless": (),
    }

    kind: Literal["independence"]
    lost_if: Literal["never", "devoted", "devoted_and_not_arms_length", "exclusive_for_related"]
    ordinary_course: Literal["of_agent", "of_enterprise"] | None = None
    related_principals: Literal["single", "group"] | None = None
    relation: str | None = None

    def asks_for(self, key: str) -> bool:
        return key != "related_principals" or self.lost_if.startswith("devoted")

    def cites(self) -> list[str]:
        return [self.paragraph, *([self.relation] if self.relation else [])]

    def points_to(self) -> list[tuple[str, str]]:
        return [(self.relation, "relation")] if self.relation else []


MESSAGES = {
    "independent": Say(
        yes=_N("“{agent}” is an independent agent."),
        no=_N("“{agent}” does not count as an independent agent."),
        unknown=_N("It is not known whether “{agent}” is an independent agent."),
    ),
    "independent.not": Say(
        yes=_N("“{agent}” is not an independent agent to whom the exception applies."),
        no=_N("“{agent}” is an independent agent to whom the exception applies."),
        unknown=_N(
            "It is not known whether “{agent}” is an independent agent to whom the exception "
            "applies."
        ),
    ),
    "independent.status": Say(
        yes=_N("“{agent}” is legally and economically independent."),
        no=_N("“{agent}” is not legally and economically independent."),
        unknown=_N("It is not known whether “{agent}” is legally and economically independent."),
    ),
    "independent.course": Say(
        yes=_N("“{agent}” acts in the ordinary course of its own business."),
        no=_N("“{agent}” does not act in the ordinary course of its own business."),
        unknown=_N(
            "It is not known whether “{agent}” acts in the ordinary course of its own business."
        ),
    ),
    "independent.course_of_enterprise": Say(
        yes=_N("“{agent}” acts in the ordinary course of the business of the enterprise."),
        no=_N("“{agent}” does not act in the ordinary course of the business of the enterprise."),
        unknown=_N(
            "It is not known whether “{agent}” acts in the ordinary course of the business of the "
            "enterprise."
        ),
    ),
    "independent.kept": Say(
        yes=_N("“{agent}” does not lose its independent status."),
        no=_N("“{agent}” is not regarded as independent, because of whom it works for."),
        unknown=_N("It is not known whether “{agent}” loses its independent status."),
    ),
    "independent.lost": Say(
        yes=_N("The proviso takes the independent status from “{agent}”."),
        no=_N("The proviso does not take the independent status from “{agent}”."),
        unknown=_N(
            "It is not known whether the proviso takes the independent status from “{agent}”."
        ),
    ),
    "independent.devoted": Say(
        yes=_N("“{agent}” works wholly or almost wholly for the enterprise."),
        no=_N("“{agent}” does not work wholly or almost wholly for the enterprise."),
        unknown=_N(
            "It is not known whether “{agent}” works wholly or almost wholly for the enterprise."
        ),
    ),
    "independent.devoted_group": Say(
        yes=_N("“{agent}” works wholly or almost wholly for the enterprise and its group."),
        no=_N("“{agent}” does not work wholly or almost wholly for the enterprise and its group."),
        unknown=_N(
            "It is not known whether “{agent}” works wholly or almost wholly for the enterprise "
            "and its group."
        ),
    ),
    "independent.terms": Say(
        yes=_N(
            "The conditions between “{agent}” and the enterprise differ from those of independent "
            "enterprises."
        ),
        no=_N(
            "The conditions between “{agent}” and the enterprise are those of independent "
            "enterprises."
        ),
        unknown=_N(
            "It is not known whether the conditions between “{agent}” and the enterprise are those "
            "of independent enterprises."
        ),
    ),
    "independent.exclusive": Say(
        yes=_N("“{agent}” acts exclusively or almost exclusively for one enterprise or one group."),
        no=_N(
            "“{agent}” does not act exclusively or almost exclusively for one enterprise or one "
            "group."
        ),
        unknown=_N(
            "It is not known whether “{agent}” acts exclusively or almost exclusively for one "
            "enterprise or one group."
        ),
    ),
    "independent.related": Say(
        yes=_N("“{agent}” is closely related to the enterprises it acts for."),
        no=_N("“{agent}” is not closely related to the enterprises it acts for."),
        unknown=_N(
            "It is not known whether “{agent}” is closely related to the enterprises it acts for."
        ),
    ),
}


def is_not_independent(
    matter: Matter, clause: Independence, relation: Relation | None, agent: Agent
) -> Finding:
    """No shield: not independent, outside the ordinary course, or the status is lost."""
    return matter.once(
        ("not independent", clause.paragraph, agent.id),
        lambda: _decide(matter, clause, relation, agent),
    )


def _readings(matter: Matter, clause: Independence) -> tuple[str, str]:
    course = matter.option(clause, "ordinary_course")
    devoted = clause.lost_if.startswith("devoted")
    return course, matter.option(clause, "related_principals") if devoted else "single"


def _decide(
    matter: Matter, clause: Independence, relation: Relation | None, agent: Agent
) -> Finding:
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    course, principals = _readings(matter, clause)
    parts = [fact("independent.status", path + "independent", agent.independent, "", values)]
    if course == "of_agent":
        readings = () if clause.ordinary_course else ("ordinary_course",)
        parts.append(
            fact(
                "independent.course",
                path + "ordinary_course",
                agent.ordinary_course,
                "",
                values,
                readings,
            )
        )
    else:
        parts.append(
            fact(
                "independent.course_of_enterprise",
                path + "ordinary_course_of_enterprise",
                agent.ordinary_course_of_enterprise,
                "",
                values,
                ("ordinary_course",),
            )
        )
    if agent.ordinary_course is not agent.ordinary_course_of_enterprise:
        matter.touch("independence.ordinary_course_split")
    lost = _lost(matter, clause, relation, agent, principals)
    if lost is not None:
        parts.append(negate("independent.kept", lost, "", values))
    elif agent.devoted_to_enterprise is True:
        matter.touch("independence.devoted_without_proviso")
    shield = all_of("independent", parts, clause.paragraph, values)
    return negate("independent.not", shield, clause.paragraph, values)


def _lost(
    matter: Matter, clause: Independence, relation: Relation | None, agent: Agent, principals: str
) -> Finding | None:
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    if clause.lost_if == "never":
        return None
    if clause.lost_if == "exclusive_for_related":
        exclusive = fact(
            "independent.exclusive",
            path + "exclusive_for_related",
            agent.exclusive_for_related,
            "",
            values,
        )
        if agent.enterprise is not None:
            assert relation is not None
            related = is_closely_related(matter, relation, matter.related(agent.enterprise))
        else:
            related = fact(
                "independent.related", path + "closely_related", agent.closely_related, "", values
            )
        return all_of("independent.lost", (exclusive, related), "", values)
    devoted = fact(
        "independent.devoted",
        path + "devoted_to_enterprise",
        agent.devoted_to_enterprise,
        "",
        values,
    )
    if agent.devoted_to_group is True and agent.devoted_to_enterprise is not True:
        matter.touch("independence.devoted_to_group")
    if principals == "group":
        group = fact(
            "independent.devoted_group",
            path + "devoted_to_group",
            agent.devoted_to_group,
            "",
            values,
            ("related_principals",),
        )
        devoted = any_of("independent.devoted_group", (group, devoted), "", values)
    if clause.lost_if == "devoted":
        return all_of("independent.lost", (devoted,), "", values)
    terms = fact_not(
        "independent.terms", path + "arms_length_terms", agent.arms_length_terms, "", values
    )
    return all_of("independent.lost", (devoted, terms), "", values)

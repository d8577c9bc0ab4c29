"""Anti-fragmentation: the exceptions fall away where places are parts of one cohesive business.

The clause only lifts the exceptions; the place must still be a fixed place of business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from treaties.clauses.base import Clause, Matter
from treaties.clauses.relation import Relation, is_closely_related
from treaties.facts import Place
from treaties.finding import Finding, Op, all_of, any_of, fact, fact_not
from treaties.truth import Truth
from treaties.wording import _N, Say


class Fragmentation(Clause):
    """`lifts` points to the exceptions, `relation` to who is closely related."""

    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {"limbs": ()}

    kind: Literal["fragmentation"]
    lifts: str
    relation: str

    def cites(self) -> list[str]:
        return [self.paragraph, self.lifts, self.relation]

    def points_to(self) -> list[tuple[str, str]]:
        return [(self.lifts, "exceptions"), (self.relation, "relation")]


MESSAGES = {
    "fragmentation": Say(
        yes=_N(
            "The exceptions fall away: “{place}” and business carried on at the same or another "
            "place are complementary parts of one cohesive business operation."
        ),
        no=_N("The anti-fragmentation rule does not take the exceptions from “{place}”."),
        unknown=_N(
            "It is not known whether the anti-fragmentation rule takes the exceptions from “"
            "{place}”."
        ),
    ),
    "fragmentation.business": Say(
        yes=_N(
            "The enterprise, or the related enterprise named, carries on business there or at "
            "another place."
        ),
        no=_N(
            "Neither the enterprise nor a related one carries on other business there or at "
            "another place."
        ),
        unknown=_N(
            "It is not known whether the enterprise or a related one carries on business there or "
            "at another place."
        ),
    ),
    "fragmentation.complementary": Say(
        yes=_N("The activities are complementary functions of one cohesive business operation."),
        no=_N("The activities are not complementary functions of one cohesive business operation."),
        unknown=_N(
            "It is not known whether the activities are complementary functions of one cohesive "
            "business operation."
        ),
    ),
    "fragmentation.limbs": Say(
        yes=_N(
            "One of the places is a permanent establishment, or the activities together are not "
            "preparatory."
        ),
        no=_N(
            "None of the places is a permanent establishment, and together the activities are "
            "preparatory."
        ),
        unknown=_N(
            "It is not known whether one of the places is a permanent establishment or whether the "
            "activities together are preparatory or auxiliary."
        ),
    ),
    "fragmentation.one_is_pe": Say(
        yes=_N("This or the other place is a permanent establishment of one of the enterprises."),
        no=_N("Neither this nor the other place is known as a permanent establishment of its own."),
        unknown=_N("It is not known whether this or the other place is a permanent establishment."),
    ),
    "fragmentation.elsewhere": Say(
        yes=_N(
            "Another place or building site of the enterprise is a permanent establishment: “"
            "{other}”."
        ),
        no=_N(
            "No other place and no building site of the enterprise is a permanent establishment."
        ),
        unknown=_N(
            "It is not known whether another place or building site is a permanent establishment."
        ),
    ),
    "fragmentation.combined": Say(
        yes=_N("The activities taken together are not preparatory or auxiliary."),
        no=_N("The activities taken together are preparatory or auxiliary."),
        unknown=_N(
            "It is not known whether the activities taken together are preparatory or auxiliary."
        ),
    ),
}


def lifts_exceptions(
    matter: Matter,
    clause: Fragmentation,
    relation: Relation,
    place: Place,
    elsewhere: Truth,
    other: str,
) -> Finding:
    """Whether the exceptions are lifted for this place.

    `elsewhere` is the outcome of the enterprise's other places and building sites, `other` the name
    of one that is a permanent establishment or may be.
    """
    path = f"places[{place.id}].fragmentation."
    answers = place.fragmentation
    values = {"place": place.name, "other": other}
    parts = [
        fact(
            "fragmentation.business",
            path + "business_at_same_or_other_place",
            answers.business_at_same_or_other_place,
            "",
            values,
        ),
    ]
    if answers.enterprise is not None:
        related = matter.related(answers.enterprise)
        parts.append(is_closely_related(matter, relation, related))
    parts.append(
        fact(
            "fragmentation.complementary", path + "complementary", answers.complementary, "", values
        )
    )
    parts.append(
        any_of(
            "fragmentation.limbs",
            (
                fact("fragmentation.one_is_pe", path + "one_is_pe", answers.one_is_pe, "", values),
                Finding(Op.ELSEWHERE, elsewhere, "fragmentation.elsewhere", "", values),
                fact_not(
                    "fragmentation.combined",
                    path + "combined_preparatory_or_auxiliary",
                    answers.combined_preparatory_or_auxiliary,
                    "",
                    values,
                ),
            ),
            "",
            values,
        )
    )
    return all_of("fragmentation", parts, clause.paragraph, values)

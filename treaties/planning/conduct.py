"""What a person may be given to do, and what may be done at a place, without a PE arising.

Each answer is the conclusion on hypothetical facts in which nothing else is there: a person who has
exactly these powers, a place at which exactly this is done. A treaty that never asks for a fact
gives the same answer with it and without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from treaties.assess import assess
from treaties.facts import SHAPES, Facts, parse_facts
from treaties.inquiry import Tables, postures
from treaties.interview import LISTS
from treaties.treaty import Treaty

Answers = Mapping[str, bool]

# What a person does for the enterprise, by the facts that are true of it; all others are false.
POWERS: Mapping[str, tuple[str, ...]] = {
    "acts": (),
    "unused_authority": ("authority_to_conclude",),
    "used_authority": ("authority_to_conclude", "habitually_concludes", "concludes_any"),
    "rare_contracts": ("concludes_any",),
    "principal_role": ("principal_role", "no_material_modification"),
    "negotiates": ("principal_role",),
    "stock": ("maintains_stock",),
    "stock_and_delivery": ("maintains_stock", "delivers_regularly"),
    "orders_for_one": ("secures_orders", "orders_for_enterprise_only"),
    "orders_for_several": ("secures_orders",),
    "carries_out_orders": ("fulfils_orders", "orders_for_enterprise_only"),
    "premiums": ("collects_premiums",),
    "risks": ("insures_risks",),
}
INSURANCE = ("premiums", "risks")
# what the contracts are, wherever a person has anything to do with them
_CONTRACTS: Answers = {"in_name": True, "for_property": True, "for_services": True}
_NOT_INDEPENDENT: Answers = {
    "independent": False,
    "ordinary_course": False,
    "ordinary_course_of_enterprise": False,
    "devoted_to_enterprise": True,
    "devoted_to_group": True,
    "arms_length_terms": False,
    "exclusive_for_related": True,
    "closely_related": True,
    "limited_to_excepted_activities": False,
    "reinsurance_only": False,
}
_INDEPENDENT: Answers = {
    **_NOT_INDEPENDENT,
    "independent": True,
    "ordinary_course": True,
    "ordinary_course_of_enterprise": True,
    "devoted_to_enterprise": False,
    "devoted_to_group": False,
    "arms_length_terms": True,
    "exclusive_for_related": False,
    "closely_related": False,
}
# In what circumstances the person has the power.
CIRCUMSTANCES: Mapping[str, Answers] = {
    "dependent": _NOT_INDEPENDENT,
    "only_excepted": {**_NOT_INDEPENDENT, "limited_to_excepted_activities": True},
    "independent": _INDEPENDENT,
}
# How independent a person is who uses an authority to conclude contracts.
STATUSES: Mapping[str, Answers] = {
    "independent": _INDEPENDENT,
    "outside_ordinary_course": {
        **_INDEPENDENT,
        "ordinary_course": False,
        "ordinary_course_of_enterprise": False,
    },
    "devoted_at_arms_length": {
        **_INDEPENDENT,
        "devoted_to_enterprise": True,
        "devoted_to_group": True,
    },
    "devoted": {
        **_INDEPENDENT,
        "devoted_to_enterprise": True,
        "devoted_to_group": True,
        "arms_length_terms": False,
    },
    "for_related": {**_INDEPENDENT, "exclusive_for_related": True, "closely_related": True},
    "for_one_unrelated": {**_INDEPENDENT, "exclusive_for_related": True},
}
# How an activity at a place is done.
ACTIVITIES: Mapping[str, Answers] = {
    "auxiliary": {"preparatory_or_auxiliary": True, "goods_of_enterprise": True},
    "not_auxiliary": {"preparatory_or_auxiliary": False, "goods_of_enterprise": True},
    "for_others": {"preparatory_or_auxiliary": True, "goods_of_enterprise": False},
}
COMBINATION = "combination"
_COMBINED = ("storage", "collecting_information")  # of two items in every list of exceptions
_FAVOURABLE: Answers = {
    "occasional": True,
    "earns_income": False,
    "earns_profit": False,
    "sold_there": False,
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What one hypothesis comes to: pe, no_pe or undetermined, and the paragraphs that decide.

    `outcome` is under the readings applied, `careful` the worst under any combination of them.
    """

    outcome: str
    careful: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conduct:
    """One thing that may be done: its key, the facts it is made of, what it comes to by column."""

    key: str
    facts: tuple[str, ...]
    trials: Mapping[str, Trial]


def powers_of_people(facts: Facts, treaty: Treaty) -> tuple[Conduct, ...]:
    """Each power in each of CIRCUMSTANCES, under the treaty and the readings of the facts.

    Those of insurance only where the treaty has a clause on it; there the enterprise is an insurer.
    """
    return tuple(
        Conduct(
            key,
            tuple(f"agents[].{name}" for name in true) or ("agents[].acts_on_behalf",),
            {
                circumstance: _person(facts, treaty, true, answers, insurer=key in INSURANCE)
                for circumstance, answers in CIRCUMSTANCES.items()
            },
        )
        for key, true in POWERS.items()
        if key not in INSURANCE or treaty.clauses_of("insurance")
    )


def independence_of_people(facts: Facts, treaty: Treaty) -> tuple[Conduct, ...]:
    """What a person may do who uses an authority to conclude contracts, by STATUSES."""
    used = POWERS["used_authority"]
    return tuple(
        Conduct(
            key,
            tuple(f"agents[].{name}" for name, said in answers.items() if said),
            {"used_authority": _person(facts, treaty, used, answers, insurer=False)},
        )
        for key, answers in STATUSES.items()
    )


def activities_at_places(facts: Facts, treaty: Treaty) -> tuple[Conduct, ...]:
    """Each kind of activity, alone at a fixed place, in each of the ways of ACTIVITIES.

    The last is a combination of two, each of them preparatory or auxiliary: the whole is, or is
    not. Delivery is occasional and earns nothing.
    """
    kinds = SHAPES["activity"].field("kind")
    assert kinds is not None
    alone = tuple(
        Conduct(
            kind,
            ("places[].activities[].kind",),
            {way: _place(facts, treaty, (kind,), answers) for way, answers in ACTIVITIES.items()},
        )
        for kind in kinds.choices
    )
    combined = Conduct(
        COMBINATION,
        ("places[].combination_preparatory_or_auxiliary",),
        {
            way: _place(facts, treaty, _COMBINED, ACTIVITIES["auxiliary"], combined=whole)
            for way, whole in (("auxiliary", True), ("not_auxiliary", False))
        },
    )
    return (*alone, combined)


# ---- hypothetical facts

_ENTERPRISE: Answers = {"insurer": False, "premiums_without_person": False}


def _person(
    facts: Facts, treaty: Treaty, true: tuple[str, ...], answers: Answers, *, insurer: bool
) -> Trial:
    person = {
        "id": "person",
        "acts_on_behalf": True,
        **dict.fromkeys((name for names in POWERS.values() for name in names), False),
        **_CONTRACTS,
        **answers,
        **dict.fromkeys(true, True),
    }
    there = {"agents": [person], "enterprise": {**_ENTERPRISE, "insurer": insurer}}
    return _trial(facts, treaty, there, "insurance" if insurer else "dependent_agent")


def _place(
    facts: Facts,
    treaty: Treaty,
    kinds: tuple[str, ...],
    answers: Answers,
    *,
    combined: bool | None = None,
) -> Trial:
    place = {
        "id": "place",
        "kind": "other",
        "at_disposal": True,
        "fixed": True,
        "business_carried_on": True,
        "from": facts.as_of.isoformat(),
        "to": None,
        "activities": [{"kind": kind, **_FAVOURABLE, **answers} for kind in kinds],
        "combination_preparatory_or_auxiliary": combined,
        "fragmentation": {"business_at_same_or_other_place": False},
    }
    return _trial(facts, treaty, {"places": [place]}, "fixed_place")


def _trial(facts: Facts, treaty: Treaty, there: dict[str, Any], head: str) -> Trial:
    document = {
        "format": "pe-facts/1",
        "treaty": treaty.code,
        "residence_state": facts.residence_state,
        "source_state": facts.source_state,
        "as_of": facts.as_of.isoformat(),
        "readings": facts.readings,
        "enterprise": _ENTERPRISE,
        **{name: [] for name in LISTS},
        **there,
    }
    assessment = assess(parse_facts(document), treaty)
    return Trial(
        assessment.conclusion,
        postures(assessment, Tables(assessment.facts, assessment))[1],
        tuple(label for one in assessment.heads if one.head == head for label in one.paragraphs),
    )

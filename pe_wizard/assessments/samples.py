"""Sample client files for `manage.py demo`: invented facts, neutral names, all five treaties.

Each assessment is told as a list of facts documents: every one but the last of a `draft` is
completed, and each begins where the one before it ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]


@dataclass(frozen=True)
class SampleAssessment:
    """Facts in the order in which they were known. With `draft`, the last ones are still open.

    `reasons` says why a reading was chosen, by its name.
    """

    facts: tuple[Document, ...]
    draft: bool = False
    reasons: Mapping[str, str] | None = None


@dataclass(frozen=True)
class SampleFile:
    """A client file and what was assessed in it."""

    reference: str
    name: str
    residence_state: str
    notes: str
    assessments: tuple[SampleAssessment, ...]
    archived: bool = False


def _facts(
    treaty: str, home: str, source: str, as_of: str, *, reciprocity: bool | None = None, **more: Any
) -> Document:
    """A document in which every list is known to be empty, but for what `more` says."""
    year = as_of[:4]
    conditions: dict[str, bool | None] = {"resident": True, "in_effect": True}
    if reciprocity is not None:
        conditions["reciprocity"] = reciprocity
    return {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": home,
        "source_state": source,
        "as_of": as_of,
        "tax_period": {"from": f"{year}-01-01", "to": f"{year}-12-31"},
        "conditions": conditions,
        "enterprise": {
            "insurer": False,
            "international_transport": False,
            "premiums_without_person": None,
        },
        "related_enterprises": [],
        "places": [],
        "building_sites": [],
        "services": [],
        "exploration": [],
        "agents": [],
        "controls_company_there": False,
        **more,
    }


# ---- a plant commissioned by visiting engineers: four versions, ever more days


def _stay(first: str, last: str | None, who: str, *, worked: bool = True) -> Document:
    return {"from": first, "to": last, "person": who, "worked": worked}


AUTUMN = _stay("2025-09-01", "2025-10-31", "A. K.")
WINTER = _stay("2026-01-12", "2026-03-16", "A. K., R. D.")
SPRING = _stay("2026-05-16", None, "R. D.")
SUMMER = _stay("2026-05-16", "2026-07-24", "R. D.")
HOLIDAY = _stay("2026-03-17", "2026-04-05", "A. K.", worked=False)

DISTRIBUTOR: Document = {
    "id": "distributor",
    "name": "Distributor in Dhaka",
    "relation": "third_party",
    "acts_on_behalf": True,
    "habitually_concludes": False,
    "principal_role": True,
    "no_material_modification": True,
    "limited_to_excepted_activities": False,
    "in_name": False,
    "for_property": True,
    "for_services": None,
    "maintains_stock": False,
    "independent": None,
    "ordinary_course": True,
    "devoted_to_enterprise": False,
    "exclusive_for_related": False,
}


def _commissioning(as_of: str, *stays: Document, agent: Document | None = None) -> Document:
    engagement = {
        "id": "commissioning",
        "name": "Plant commissioning, Chattogram",
        "project": "Power plant",
        "through_personnel": True,
        "periods": list(stays),
    }
    more: Document = {"services": [engagement]}
    if agent is not None:
        more["agents"] = [agent]
        more["annotations"] = {
            "agents[distributor].principal_role": {
                "note": "The orders of 2025 were signed as the distributor had settled them.",
                "evidence": ["orders-2025.pdf p. 2", "orders-2025.pdf p. 9"],
            }
        }
        if agent["independent"] is None:
            more["not_known"] = ["agents[distributor].independent"]
        elif agent is CONTESTED:
            more["annotations"]["agents[distributor].independent"] = {
                "note": "Other principals, but two thirds of its turnover with the client.",
                "contested": True,
            }
    return _facts("IR-BD", "IR", "BD", as_of, **more)


CONTESTED: Document = {**DISTRIBUTOR, "independent": True}

PLANT = SampleFile(
    "Client 0042",
    "Engineering enterprise",
    "IR",
    "Ask for the travel sheets at the end of each month.",
    (
        SampleAssessment(
            (
                _commissioning("2025-12-31", AUTUMN),
                _commissioning("2026-03-31", AUTUMN, WINTER, agent=DISTRIBUTOR),
                _commissioning("2026-06-30", AUTUMN, WINTER, HOLIDAY, SPRING, agent=DISTRIBUTOR),
                _commissioning("2026-07-31", AUTUMN, WINTER, HOLIDAY, SUMMER, agent=CONTESTED),
            )
        ),
        SampleAssessment(
            (
                {
                    "format": "pe-facts/1",
                    "treaty": "IR-HU",
                    "residence_state": "IR",
                    "source_state": "HU",
                    "as_of": "2026-07-31",
                    "conditions": {"resident": True},
                    "places": [
                        {
                            "id": "office",
                            "name": "Sales office, Budapest",
                            "kind": "office",
                            "at_disposal": True,
                            "fixed": True,
                            "from": "2026-02-01",
                            "to": None,
                        }
                    ],
                    "building_sites": [],
                },
            ),
            draft=True,
        ),
    ),
)


# ---- a bridge in Hungary, with a hut that merely serves it


def _bridge(as_of: str, last: str | None) -> Document:
    return _facts(
        "IR-HU",
        "IR",
        "HU",
        as_of,
        building_sites=[
            {
                "id": "deck",
                "name": "Bridge deck",
                "kind": "construction",
                "project": "Bridge",
                "from": "2026-03-10",
                "to": last,
                "interruptions": [{"from": "2026-04-03", "to": "2026-04-12"}],
            }
        ],
        places=[
            {
                "id": "hut",
                "name": "Site hut",
                "kind": "office",
                "part_of_site": "deck",
                "from": "2026-03-10",
                "to": last,
            }
        ],
        agents=[
            {
                "id": "foreman",
                "name": "Foreman",
                "relation": "employee",
                "acts_on_behalf": True,
                "authority_to_conclude": False,
                "independent": False,
            }
        ],
    )


BRIDGE = SampleFile(
    "Client 0017",
    "Bridge builders",
    "IR",
    "",
    (
        SampleAssessment((_bridge("2026-07-31", None),)),
        SampleAssessment((_bridge("2026-09-30", "2026-09-12"),)),
    ),
)


# ---- a store from which goods are delivered, under two treaties with one text


def _store(treaty: str, source: str, *, reciprocity: bool | None, **delivery: Any) -> Document:
    activity = {
        "kind": "delivery",
        "goods_of_enterprise": True,
        "preparatory_or_auxiliary": None,
        "occasional": None,
        "earns_income": None,
        "earns_profit": None,
        "sold_there": False,
        **delivery,
    }
    return _facts(
        treaty,
        "IR",
        source,
        "2026-06-30",
        reciprocity=reciprocity,
        places=[
            {
                "id": "store",
                "name": "Bonded store",
                "kind": "storage",
                "at_disposal": True,
                "fixed": True,
                "business_carried_on": True,
                "from": "2025-04-01",
                "to": None,
                "activities": [activity, {"kind": "storage", "goods_of_enterprise": True}],
                "combination_preparatory_or_auxiliary": None,
            }
        ],
        agents=[
            {
                "id": "carrier",
                "name": "Carrier",
                "relation": "third_party",
                "acts_on_behalf": False,
            }
        ],
    )


STORE = SampleFile(
    "Client 0055",
    "Dealer in dried fruit",
    "IR",
    "The same store is planned in both countries.",
    (
        SampleAssessment((_store("IR-RS", "RS", reciprocity=None, occasional=True),)),
        SampleAssessment(
            (
                {
                    **_store("IR-ME", "ME", reciprocity=False, preparatory_or_auxiliary=True),
                    "readings": {"omitted_delivery": "not_excepted"},
                },
                _store("IR-ME", "ME", reciprocity=True, preparatory_or_auxiliary=True),
            ),
            draft=True,
            reasons={"omitted_delivery": "As the other side would read it; for comparison."},
        ),
    ),
)


# ---- software installed by a Georgian enterprise, and an agent who secures orders

ROLLOUT = SampleFile(
    "Client 0008",
    "Software house",
    "GE",
    "",
    (
        SampleAssessment(
            (
                _facts(
                    "GE-IN",
                    "GE",
                    "IN",
                    "2026-08-03",
                    services=[
                        {
                            "id": "rollout",
                            "name": "Platform roll-out",
                            "project": "Platform",
                            "through_personnel": True,
                            "periods": [
                                _stay("2026-02-02", "2026-02-27", "G. T."),
                                _stay("2026-06-09", None, "G. T., L. M."),
                            ],
                        }
                    ],
                    agents=[
                        {
                            "id": "reseller",
                            "name": "Reseller",
                            "relation": "third_party",
                            "acts_on_behalf": True,
                            "authority_to_conclude": False,
                            "maintains_stock": False,
                            "secures_orders": True,
                            "orders_for_enterprise_only": False,
                            "independent": True,
                            "ordinary_course": True,
                            "devoted_to_enterprise": False,
                        }
                    ],
                ),
            )
        ),
    ),
)


# ---- the other direction: an insurer from India, and an agent in Georgia

INSURER = SampleFile(
    "Client 0063",
    "Insurer",
    "IN",
    "",
    (
        SampleAssessment(
            (
                {
                    **_facts(
                        "GE-IN",
                        "IN",
                        "GE",
                        "2026-06-30",
                        agents=[
                            {
                                "id": "broker",
                                "name": "Broker in Tbilisi",
                                "relation": "third_party",
                                "acts_on_behalf": True,
                                "collects_premiums": True,
                                "reinsurance_only": None,
                            }
                        ],
                    ),
                    "enterprise": {"insurer": True, "international_transport": False},
                },
            ),
            draft=True,
        ),
    ),
)


# ---- a rig, with a subsidiary doing the same beside it

DRILLING = SampleFile(
    "Client 0031",
    "Drilling enterprise",
    "IR",
    "",
    (
        SampleAssessment(
            (
                _facts(
                    "IR-BD",
                    "IR",
                    "BD",
                    "2026-07-31",
                    related_enterprises=[
                        {
                            "id": "subsidiary",
                            "name": "Subsidiary",
                            "control": True,
                            "direct": {"beneficial_interest": 74.5, "votes": 74.5},
                        }
                    ],
                    exploration=[
                        {
                            "id": "rig",
                            "name": "Rig on block 9",
                            "kind": "rig",
                            "project": "Block 9",
                            "periods": [
                                {"from": "2026-01-20", "to": "2026-05-10"},
                                {
                                    "from": "2026-05-11",
                                    "to": None,
                                    "by": "subsidiary",
                                    "substantially_same": True,
                                },
                            ],
                        }
                    ],
                ),
            )
        ),
    ),
)

OLD = SampleFile(
    "Client 0003",
    "Buyer of raw materials",
    "IR",
    "Ended its business there in 2024.",
    (
        SampleAssessment(
            (
                _facts(
                    "IR-ME",
                    "IR",
                    "ME",
                    "2024-12-31",
                    reciprocity=True,
                    places=[
                        {
                            "id": "buying",
                            "name": "Buying office",
                            "kind": "office",
                            "at_disposal": True,
                            "fixed": True,
                            "business_carried_on": True,
                            "from": "2023-01-01",
                            "to": "2024-10-31",
                            "activities": [
                                {"kind": "purchasing", "goods_of_enterprise": True},
                            ],
                        }
                    ],
                ),
            )
        ),
    ),
    archived=True,
)

SAMPLES = (PLANT, BRIDGE, STORE, ROLLOUT, INSURER, DRILLING, OLD)

"""Situations that bring up a note on a peculiarity of the text: when they are met, and when not."""

import pytest

import treaties

from .deciding import TREATIES, decided, facts_document, samples


def agents(**facts) -> dict:
    return {"agents": [{"id": "a1", **facts}]}


def place(*activities: str, **facts) -> dict:
    listed = [{"kind": kind} for kind in activities]
    return {"places": [{"id": "p1", "activities": listed, **facts}]}


def site(**facts) -> dict:
    dates = {"from": "2025-01-01", "to": "2025-02-01"}
    return {"building_sites": [{"id": "s1", "project": "p", **dates, **facts}]}


STOCK = {"maintains_stock": True, "delivers_regularly": True}
SITUATIONS = [
    (
        "place.listed_not_fixed",
        "IR-HU",
        place(kind="office", fixed=False),
        place(kind="office", fixed=True),
    ),
    ("place.listed_not_fixed", "IR-HU", place(kind="office"), place(kind="other")),
    (
        "place.serves_site",
        "IR-RS",
        {**site(), **place(part_of_site="s1")},
        {**site(), **place()},
    ),
    ("exceptions.delivery_not_listed", "IR-HU", place("delivery"), place("storage")),
    ("exceptions.protocol_delivery", "IR-ME", place("delivery"), place("delivery", "purchasing")),
    (
        "exceptions.storage_with_protocol_delivery",
        "IR-RS",
        place("delivery", "storage"),
        place("delivery"),
    ),
    (
        "exceptions.combination",
        "GE-IN",
        place("storage", "purchasing"),
        place("storage", "display"),
    ),
    (
        "exceptions.purchasing_and_information",
        "GE-IN",
        place("purchasing", "collecting_information"),
        place("purchasing", "storage"),
    ),
    ("site.supervision", "IR-ME", site(kind="supervision"), site(kind="construction")),
    ("services.supervision", "IR-BD", site(kind="supervision"), site(kind="construction")),
    (
        "site.not_of_building",
        "IR-RS",
        site(kind="installation", of_building=False),
        site(kind="installation", of_building=True),
    ),
    ("site.not_of_building", "IR-RS", site(kind="assembly"), site(kind="construction")),
    ("agent.stock", "IR-BD", agents(**STOCK), agents(maintains_stock=True)),
    ("agent.stock", "GE-IN", agents(**STOCK), agents(delivers_regularly=True)),
    (
        "agent.own_staff_stock",
        "IR-ME",
        agents(**STOCK, relation="employee"),
        agents(**STOCK, relation="third_party"),
    ),
    (
        "agent.unused_authority",
        "IR-ME",
        agents(authority_to_conclude=True, habitually_concludes=False),
        agents(authority_to_conclude=True, habitually_concludes=True),
    ),
    (
        "agent.unused_authority",
        "GE-IN",
        agents(authority_to_conclude=True),
        agents(habitually_concludes=False),
    ),
    (
        "agent.occasional_contract",
        "IR-BD",
        agents(concludes_any=True, habitually_concludes=False),
        agents(concludes_any=True, habitually_concludes=True),
    ),
    (
        "agent.occasional_contract",
        "IR-BD",
        agents(concludes_any=True),
        agents(concludes_any=False),
    ),
    ("agent.orders", "GE-IN", agents(), {}),
    (
        "independence.ordinary_course_split",
        "IR-BD",
        agents(ordinary_course=True, ordinary_course_of_enterprise=False),
        agents(ordinary_course=True, ordinary_course_of_enterprise=True),
    ),
    (
        "independence.devoted_to_group",
        "IR-HU",
        agents(devoted_to_group=True, devoted_to_enterprise=False),
        agents(devoted_to_group=True, devoted_to_enterprise=True),
    ),
    (
        "independence.devoted_without_proviso",
        "IR-RS",
        agents(devoted_to_enterprise=True),
        agents(devoted_to_enterprise=False),
    ),
    (
        "insurance.reinsurance",
        "IR-BD",
        {"enterprise": {"insurer": True}, **agents(reinsurance_only=True)},
        {"enterprise": {"insurer": True}, **agents(reinsurance_only=False)},
    ),
    (
        "control.company",
        "IR-HU",
        {"controls_company_there": True},
        {"controls_company_there": False},
    ),
    (
        "enterprise.international_transport",
        "IR-HU",
        {"enterprise": {"insurer": False, "international_transport": True}},
        {"enterprise": {"insurer": False, "international_transport": None}},
    ),
]


@pytest.mark.parametrize(("situation", "treaty", "met", "not_met"), SITUATIONS)
def test_a_situation_is_noted_where_the_facts_meet_it_and_nowhere_else(
    situation, treaty, met, not_met
):
    assert situation in decided(facts_document(treaty, **met)).touched
    assert situation not in decided(facts_document(treaty, **not_met)).touched


def test_every_situation_that_a_treaty_file_names_is_met_by_one_of_these():
    named = {
        situation
        for treaty in TREATIES.values()
        for note in treaty.notes.values()
        for situation in note.touched_by
    }
    assert named == {situation for situation, *_ in SITUATIONS}


@pytest.mark.parametrize(("situation", "treaty", "met", "not_met"), SITUATIONS)
def test_a_situation_brings_up_the_notes_that_name_it(situation, treaty, met, not_met):
    naming = {code for code, note in TREATIES[treaty].notes.items() if situation in note.touched_by}
    assert naming
    assessment = decided(facts_document(treaty, **met))
    assert naming <= {note.code for note in treaties.notes_touched(assessment)}
    assert naming <= set(treaties.conclude(assessment)["notes"])


@pytest.mark.parametrize("document", samples(60, "rich"))
def test_notes_stand_in_the_order_of_the_file_each_once(document):
    assessment = decided(document)
    codes = [note.code for note in treaties.notes_touched(assessment)]
    assert codes == [code for code in assessment.treaty.notes if code in set(codes)]

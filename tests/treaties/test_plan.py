"""The longest stays against a day at a time; powers and activities against each treaty's words."""

from __future__ import annotations

import copy
import random
from datetime import date
from itertools import product

import pytest

import treaties

from .deciding import TREATIES, facts_document
from .random_facts import random_document

MONTHS = ("calendar", "solar_hijri", "thirty_days")
CLOCKS = ("month", "breaks", "first_day", "service_days", "installation", "aggregation",
          "supervision_as_service", "common_owner")  # fmt: skip
SEEN = 430  # days looked at one by one, longer than twelve months


def with_stay(document, planned, first, last):
    """The document with the stay as another item of the project, written as a file would."""
    document = copy.deepcopy(document)
    days = {
        "from": date.fromordinal(first).isoformat(),
        "to": date.fromordinal(last).isoformat(),
    }
    known = next((i for i in document.get(planned.list) or [] if i["id"] == planned.item), {})
    item = {**known, "id": "stay", "project": planned.project or "planned-1"}
    if planned.list == "building_sites":
        item = {"kind": planned.kind, "of_building": True, **item, **days,
                "by": None, "substantially_same": None, "interruptions": []}  # fmt: skip
    else:
        item = {"kind": planned.kind, **item, "periods": [{**days}]}
        if planned.list == "services":
            item["through_personnel"] = True
            item.pop("kind")
    document[planned.list] = [*(document.get(planned.list) or []), item]
    return document


def is_outside(document, room):
    facts = treaties.parse_facts(document)
    heads = treaties.assess(facts, TREATIES[facts.treaty]).heads
    return all(
        head.outcome == "no_pe"
        for head in heads
        if (head.head, head.subject) == (room.head, room.subject)
    )


def furthest(document, planned, room, first):
    for last in range(first, first + SEEN):
        if not is_outside(with_stay(document, planned, first, last), room):
            return last - 1
    return None


def planned_rooms(document, first):
    facts = treaties.parse_facts(document)
    treaty = TREATIES[facts.treaty]
    for planned in treaties.plannable(facts, treaty):
        for room in treaties.rooms(facts, treaty, planned, first):
            yield planned, room


def has_known_project(document, planned):
    return planned.item is None or any(
        item["id"] == planned.item and item.get("project") for item in document[planned.list]
    )


@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("treaty", sorted(TREATIES))
def test_the_last_day_is_the_one_that_a_day_at_a_time_finds(treaty, month):
    rng = random.Random(f"{treaty} {month}")
    looked_at = 0
    while looked_at < 3:
        document = random_document(rng, treaty)
        if "month" in TREATIES[treaty].readings:
            document["readings"] = {**(document.get("readings") or {}), "month": month}
        first = date.fromisoformat(document["as_of"]).toordinal() + rng.randint(-300, 60)
        for planned, room in planned_rooms(document, first):
            if not has_known_project(document, planned):
                continue
            found = furthest(document, planned, room, first)
            if found is None:
                assert room.chosen.unlimited or room.chosen.last >= first + SEEN - 1
            elif found < first:
                assert room.chosen == treaties.Stretch(None)
            else:
                assert room.chosen == treaties.Stretch(found)
            looked_at += 1


def on(document, readings):
    return {**document, "readings": {**(document.get("readings") or {}), **readings}}


@pytest.mark.parametrize("treaty", sorted(TREATIES))
def test_the_careful_day_is_outside_under_every_reading_and_the_next_is_not(treaty):
    rng = random.Random(f"careful {treaty}")
    open_here = TREATIES[treaty].readings
    names = [name for name in CLOCKS if name in open_here]
    combinations = [
        dict(zip(names, options, strict=True))
        for options in product(*(open_here[name].options for name in names))
    ]
    looked_at = 0
    while looked_at < 2:
        document = random_document(rng, treaty)
        first = date.fromisoformat(document["as_of"]).toordinal() + 1
        for planned, room in planned_rooms(document, first):
            last = room.careful.last
            if not has_known_project(document, planned) or last is None:
                continue
            under = [
                is_outside(with_stay(on(document, readings), planned, first, last), room)
                for readings in combinations
            ]
            assert all(under)
            longer = with_stay(on(document, room.readings), planned, first, last + 1)
            assert not is_outside(longer, room)
            looked_at += 1


def room_of(document, head, first, project=None):
    (room,) = [
        room
        for planned, room in planned_rooms(document, date.fromisoformat(first).toordinal())
        if room.head == head and (project is None or room.subject == project)
    ]
    return room


def day(room_or_stretch):
    return date.fromordinal(room_or_stretch.last).isoformat()


@pytest.mark.parametrize(
    ("treaty", "head", "longest"),
    [
        ("IR-BD", "building_site", 270),
        ("IR-BD", "services", 183),
        ("GE-IN", "building_site", 90),
        ("GE-IN", "services", 90),
        ("IR-HU", "building_site", 184),  # six months from 1 July
        ("IR-ME", "building_site", 365),
        ("IR-RS", "building_site", 365),
    ],
)
def test_a_stay_with_nothing_on_file_may_last_as_long_as_the_threshold(treaty, head, longest):
    room = room_of(facts_document(treaty), head, "2026-07-01")
    assert room.chosen.last == date(2026, 7, 1).toordinal() + longest - 1
    assert room.measure is None
    assert room.outcome == "no_pe"


def test_days_on_file_within_twelve_months_shorten_a_stay():
    worked = {"id": "e1", "project": "plant", "through_personnel": True,
              "periods": [{"from": "2026-01-01", "to": "2026-05-31"}]}  # fmt: skip
    room = room_of(facts_document("IR-BD", services=[worked]), "services", "2026-07-01", "plant")
    assert room.measure.counted == 151
    assert day(room.chosen) == "2026-08-01"  # 32 days more make 183


def test_a_passed_threshold_leaves_no_day():
    site = {"id": "s1", "kind": "construction", "project": "bridge",
            "from": "2025-01-01", "to": "2025-12-31"}  # fmt: skip
    document = facts_document("IR-BD", building_sites=[site])
    room = room_of(document, "building_site", "2026-07-01", "bridge")
    assert room.outcome == "pe"
    assert room.chosen == room.careful == treaties.Stretch(None)


def test_supervision_read_as_services_too_is_what_a_careful_plan_reckons_with():
    site = {"id": "s1", "kind": "supervision", "project": "plant", "from": "2026-01-01", "to": None}
    document = facts_document("IR-BD", building_sites=[site])
    room = room_of(document, "services", "2026-07-01", "plant")
    assert room.chosen.unlimited
    assert day(room.careful) == "2026-07-02"
    assert room.readings == {"supervision_as_service": "yes"}


@pytest.mark.parametrize(
    ("list_name", "head", "item"),
    [
        ("building_sites", "building_site",
         {"id": "x", "kind": "construction", "from": "2026-01-01", "to": "2026-01-10"}),
        ("building_sites", "building_site",
         {"id": "x", "kind": "construction", "from": "2026-01-01", "to": None}),
        ("building_sites", "building_site",
         {"id": "x", "kind": "construction", "from": "2026-09-01", "to": None}),
        ("services", "services",
         {"id": "x", "through_personnel": True,
          "periods": [{"from": "2026-01-01", "to": "2026-01-10"}]}),
        ("exploration", "exploration",
         {"id": "x", "kind": "rig", "periods": [{"from": "2026-01-01", "to": "2026-01-10"}]}),
    ],
)  # fmt: skip
def test_an_item_whose_project_is_not_known_is_a_project_of_its_own(list_name, head, item):
    alone = facts_document("IR-BD", **{list_name: [{**item, "project": None}]})
    named = facts_document("IR-BD", **{list_name: [{**item, "project": "x"}]})
    for first in ("2025-12-01", "2026-01-05", "2026-07-01"):
        by_id, by_name = (room_of(one, head, first, "x") for one in (alone, named))
        assert by_id.chosen == by_name.chosen
        assert by_id.careful == by_name.careful


def test_a_site_whose_days_are_not_known_leaves_no_day():
    site = {"id": "s1", "kind": "construction", "project": None, "from": None, "to": None}
    document = facts_document("IR-BD", building_sites=[site])
    room = room_of(document, "building_site", "2026-07-01", "s1")
    assert room.outcome == "undetermined"
    assert room.chosen == treaties.Stretch(None)


# ---- powers and activities


def table(conducts):
    return {one.key: {key: trial.outcome for key, trial in one.trials.items()} for one in conducts}


def conduct(treaty, make, **changes):
    return table(make(treaties.parse_facts(facts_document(treaty, **changes)), TREATIES[treaty]))


@pytest.mark.parametrize(
    ("treaty", "inside"),
    [
        ("IR-ME", {"used_authority", "stock_and_delivery"}),
        ("IR-RS", {"used_authority", "stock_and_delivery"}),
        ("IR-HU", {"used_authority"}),
        ("IR-BD", {"used_authority", "principal_role", "stock_and_delivery", "premiums", "risks"}),
        ("GE-IN", {"used_authority", "stock_and_delivery", "orders_for_one", "premiums", "risks"}),
    ],
)
def test_a_dependent_person_is_inside_with_the_powers_that_the_clauses_name(treaty, inside):
    found = conduct(treaty, treaties.powers_of_people)
    assert {key for key, trials in found.items() if trials["dependent"] == "pe"} == inside
    assert {trials["independent"] for trials in found.values()} == {"no_pe"}


@pytest.mark.parametrize(
    ("treaty", "lost"),
    [
        ("IR-ME", set()),
        ("IR-RS", set()),
        ("IR-HU", {"devoted"}),
        ("IR-BD", {"for_related"}),
        ("GE-IN", {"devoted", "devoted_at_arms_length"}),
    ],
)
def test_independence_is_lost_where_the_text_takes_it_away(treaty, lost):
    found = conduct(treaty, treaties.independence_of_people)
    inside = {key for key, trials in found.items() if trials["used_authority"] == "pe"}
    assert inside == lost | {"outside_ordinary_course"}


@pytest.mark.parametrize("treaty", sorted(TREATIES))
def test_storage_of_own_goods_is_outside_and_core_activity_never_is(treaty):
    found = conduct(treaty, treaties.activities_at_places)
    assert found["storage"]["auxiliary"] == found["combination"]["auxiliary"] == "no_pe"
    assert found["storage"]["not_auxiliary"] == ("pe" if treaty == "IR-BD" else "no_pe")
    assert set(found["core"].values()) == {"pe"}
    assert found["combination"]["not_auxiliary"] == "pe"


def test_the_careful_answer_is_the_worst_of_all_readings():
    facts = treaties.parse_facts(facts_document("GE-IN"))
    powers = {one.key: one for one in treaties.powers_of_people(facts, TREATIES["GE-IN"])}
    trial = powers["carries_out_orders"].trials["dependent"]
    assert (trial.outcome, trial.careful) == ("no_pe", "pe")


def test_a_chosen_reading_is_the_one_that_powers_are_tried_under():
    found = conduct("GE-IN", treaties.powers_of_people, readings={"orders": "carries_out"})
    assert found["carries_out_orders"]["dependent"] == "pe"


@pytest.mark.parametrize("treaty", sorted(TREATIES))
def test_what_is_on_file_changes_no_hypothesis(treaty):
    rng = random.Random(treaty)
    document = random_document(rng, treaty)
    document["readings"] = {}
    facts = treaties.parse_facts(document)
    for make in (treaties.powers_of_people, treaties.activities_at_places):
        assert table(make(facts, TREATIES[treaty])) == conduct(treaty, make)

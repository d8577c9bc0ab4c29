"""Facts taken over to another treaty: the same deeds, other parties, other rules."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import treaties

from .deciding import TREATIES, facts_document
from .random_facts import random_document

CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
}
DEEDS = ("enterprise", "related_enterprises", "places", "building_sites", "services",
         "exploration", "agents", "controls_company_there")  # fmt: skip


def heads_under(document, treaty):
    taken = treaties.take_over(document, treaty).document
    assessment = treaties.assess(treaties.parse_facts(taken), treaty)
    return [(one.head, one.subject, one.outcome) for one in assessment.heads]


def rewritten(document, code):
    """The document as one would write it for the other treaty by hand."""
    residence, source = TREATIES[code].parties
    readings = {
        name: option
        for name, option in (document.get("readings") or {}).items()
        if option in getattr(TREATIES[code].readings.get(name), "options", ())
    }
    return {**document, "treaty": code, "residence_state": residence, "source_state": source,
            "readings": readings}  # fmt: skip


@pytest.mark.parametrize("code", sorted(TREATIES))
@pytest.mark.parametrize("name", sorted(CASES))
def test_every_case_comes_out_under_every_treaty_as_if_written_for_it(name, code):
    document = CASES[name]["facts"]
    by_hand = treaties.assess(treaties.parse_facts(rewritten(document, code)), TREATIES[code])
    assert heads_under(document, TREATIES[code]) == [
        (one.head, one.subject, one.outcome) for one in by_hand.heads
    ]


def pairs():
    """Cases that state the same deeds for two treaties."""
    for name, case in CASES.items():
        number, _, code = name.partition("-")
        for other in TREATIES:
            twin = CASES.get(f"{number}-{other}")
            if other == code or twin is None:
                continue
            if all(case["facts"].get(key) == twin["facts"].get(key) for key in DEEDS):
                yield pytest.param(case, twin, id=f"{name} under {other}")


@pytest.mark.parametrize(("case", "twin"), list(pairs()))
def test_a_case_taken_over_concludes_as_the_authority_of_the_other_treaty_says(case, twin):
    treaty = TREATIES[twin["facts"]["treaty"]]
    taken = treaties.take_over(case["facts"], treaty).document
    assert (
        treaties.assess(treaties.parse_facts(taken), treaty).conclusion
        == (twin["expect"]["conclusion"])
    )


def test_the_treaty_of_the_file_takes_the_facts_as_they_are():
    document = CASES["S36-IR-BD"]["facts"]
    taken = treaties.take_over(document, TREATIES["IR-BD"])
    assert taken.document == document
    assert (taken.replaced, taken.open_conditions, taken.left_readings) == ((), (), ())


@pytest.mark.parametrize(
    ("states", "code", "direction", "replaced"),
    [
        (("IR", "BD"), "IR-HU", ("IR", "HU"), (("BD", "HU"),)),
        (("BD", "IR"), "IR-HU", ("HU", "IR"), (("BD", "HU"),)),
        (("BD", "IR"), "GE-IN", ("GE", "IN"), (("BD", "GE"), ("IR", "IN"))),
    ],
)
def test_a_party_to_both_keeps_its_part(states, code, direction, replaced):
    document = facts_document("IR-BD", residence_state=states[0], source_state=states[1])
    taken = treaties.take_over(document, TREATIES[code])
    assert (taken.document["residence_state"], taken.document["source_state"]) == direction
    assert taken.replaced == replaced


def test_whether_the_other_treaty_applies_is_left_open():
    document = facts_document("IR-BD", not_known=["conditions.in_effect", "places"], places=None)
    taken = treaties.take_over(document, TREATIES["IR-ME"])
    assert taken.open_conditions == ("resident", "in_effect", "reciprocity")
    assert taken.document["not_known"] == ["places"]
    facts = treaties.parse_facts(taken.document)
    assessment = treaties.assess(facts, TREATIES["IR-ME"])
    assert treaties.conclude(assessment)["applicability"] == "unknown"


def test_a_reading_that_the_other_text_does_not_leave_open_is_left_behind():
    chosen = {"supervision_as_service": "yes", "breaks": "excluded"}
    taken = treaties.take_over(facts_document("IR-BD", readings=chosen), TREATIES["IR-HU"])
    assert taken.document["readings"] == {"breaks": "excluded"}
    assert taken.left_readings == ("supervision_as_service",)


@pytest.mark.parametrize("code", sorted(TREATIES))
def test_what_is_unread_changes_nothing(code):
    treaty = TREATIES[code]
    rng = random.Random(code)
    seen = set()
    for _ in range(40):
        document = treaties.take_over(random_document(rng), treaty).document
        facts = treaties.parse_facts(document)
        ignored = treaties.unread(facts, treaty, treaties.interview(treaty, facts))
        seen.update(ignored)
        bare = dict(document)
        for path in ignored:
            if path in treaties.LISTS:
                bare[path] = None
            elif treaties.fact_field(path).kind == "yes_no":
                facts = treaties.with_fact(facts, path, None)
        before = treaties.assess(treaties.parse_facts(document), treaty)
        without = treaties.assess(facts, treaty)
        assert [one.outcome for one in before.heads] == [one.outcome for one in without.heads]
    assert seen


def test_lists_that_the_treaty_never_reads_are_named():
    engagement = {"id": "e1", "project": "plant", "through_personnel": True, "periods": []}
    document = facts_document("IR-BD", services=[engagement])
    taken = treaties.take_over(document, TREATIES["IR-HU"]).document
    facts = treaties.parse_facts(taken)
    asked = treaties.interview(TREATIES["IR-HU"], facts)
    assert "services" in treaties.unread(facts, TREATIES["IR-HU"], asked)

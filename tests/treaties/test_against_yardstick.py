"""Random documents under all treaties: the core and a second reading of the contract agree."""

import pytest

import treaties

from . import yardstick
from .deciding import TREATIES, decided, samples

DOCUMENTS = [*samples(600), *samples(160, "rich")]
NOT_ASKED = ("insurance", None)  # of the reading on insurance without a person, where it gives a no


def by_subject(heads):
    return {
        (head["head"], head["subject"]): head
        for head in heads
        if (head["head"], head["subject"], head["outcome"]) != (*NOT_ASKED, "no_pe")
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_heads_conclusion_and_turning_readings_are_those_of_the_yardstick(document):
    assessment, expected = decided(document), yardstick.conclude(document)
    got = treaties.heads_document(assessment)
    assert got["conclusion"] == expected["conclusion"]
    assert got["applicability"] == expected["applicability"]
    heads, expected_heads = by_subject(got["heads"]), by_subject(expected["heads"])
    assert heads.keys() == expected_heads.keys()
    for key, head in expected_heads.items():
        assert heads[key]["outcome"] == head["outcome"], key
        assert heads[key]["since"] == head.get("since", heads[key]["since"]), key
        measure = head.get("measure", {})
        assert {name: heads[key]["measure"][name] for name in measure} == measure, key
    turns = treaties.inquire(assessment).turns_on
    assert {(one.reading, one.option): one.conclusion for one in turns} == expected["turns_on"]


@pytest.mark.parametrize("document", DOCUMENTS[:60] + DOCUMENTS[-20:])
def test_a_change_of_reading_gives_what_the_document_with_that_reading_gives(document):
    assessment = decided(document)
    for turn in treaties.inquire(assessment).turns_on:
        readings = {**(document.get("readings") or {}), turn.reading: turn.option}
        assert decided({**document, "readings": readings}).conclusion == turn.conclusion


def test_the_random_documents_are_of_every_treaty_and_reach_every_conclusion_under_each():
    reached = {
        (document["treaty"], yardstick.conclude(document)["conclusion"])
        for (document,) in (sample.values for sample in DOCUMENTS)
    }
    assert reached == {(code, outcome) for code in TREATIES for outcome in treaties.OUTCOME_WORDS}

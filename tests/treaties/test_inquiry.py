"""What the conclusion depends on, held against trying every answer to every unknown fact."""

import pytest

import treaties
from treaties.finding import Op
from treaties.inquiry import inquire

from . import yardstick
from .deciding import decided, findings, samples

DOCUMENTS = [*samples(220), *samples(50, "rich")]
UNKNOWN_AT_MOST = 9  # facts, for trying every answer to them
COMBINATIONS_AT_MOST = 1500  # of readings and contested facts

ANSWERABLE = [
    sample
    for sample in DOCUMENTS
    if len(yardstick.unknown_facts(sample.values[0])) <= UNKNOWN_AT_MOST
]


def test_most_documents_can_be_tried_with_every_answer():
    assert len(ANSWERABLE) > 0.9 * len(DOCUMENTS)


def is_answer(path: str) -> bool:
    """Whether a path names a yes/no fact or a percentage, not dates, a project or a list."""
    parsed = treaties.parse_path(path)
    return parsed.field.kind in ("yes_no", "percent") and not parsed.names_item


def nothing_is_open(assessment) -> bool:
    """No dates, projects or lists are missing, and no reading leaves anything open."""
    return all(finding.op is not Op.OPEN for finding in findings(assessment))


@pytest.mark.parametrize("document", ANSWERABLE)
def test_missing_are_the_facts_on_which_some_completion_depends(document):
    expected = yardstick.brute_missing(document)
    assessment = decided(document)
    missing = [path for path in inquire(assessment).missing if is_answer(path)]
    assert len(missing) == len(set(missing))
    contested = {path for path in missing if path in assessment.facts.contested}
    if nothing_is_open(assessment):
        assert set(missing) - contested == expected - contested
    # with dates, projects or lists completed too, more facts can matter than the yardstick tries
    assert expected <= set(missing)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_contested_fact_that_is_read_is_missing(document):
    assessment = decided(document)
    read = {path for head in assessment.heads for one in head.finding.walk() for path in one.facts}
    assert assessment.facts.contested & read <= set(inquire(assessment).missing)


@pytest.mark.parametrize("document", ANSWERABLE)
def test_settled_by_are_the_smallest_sets_and_what_they_give(document):
    expected = yardstick.brute_settled_by(document)
    got = inquire(decided(document)).settled_by
    assert {(frozenset(one.facts), frozenset(one.gives)) for one in got} == {
        (frozenset(one["facts"]), frozenset(one["gives"])) for one in expected
    }
    assert len(got) == len(expected)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_flips_are_the_known_facts_whose_other_value_changes_the_conclusion(document):
    got = {(flip.fact, flip.value): flip.conclusion for flip in inquire(decided(document)).flips}
    assert got == yardstick.brute_flips(document)


def test_postures_are_the_best_and_worst_over_readings_and_contested_facts():
    tried = 0
    for document in (sample.values[0] for sample in DOCUMENTS):
        try:
            expected = yardstick.brute_postures(document, limit=COMBINATIONS_AT_MOST)
        except yardstick.TooMany:
            continue
        got = inquire(decided(document))
        assert {"taxpayer": got.taxpayer, "revenue": got.revenue} == expected, document
        tried += 1
    assert tried > 0.9 * len(DOCUMENTS)

"""Kleene's strong three-valued logic, cell by cell."""

from itertools import product

import pytest

from treaties.finding import all_of as all_findings
from treaties.finding import any_of as any_finding
from treaties.finding import fact
from treaties.finding import negate as deny
from treaties.truth import NO, UNKNOWN, YES, Truth, all_of, any_of, negate, truth

BOTH = [
    (YES, YES, YES),
    (YES, NO, NO),
    (YES, UNKNOWN, UNKNOWN),
    (NO, YES, NO),
    (NO, NO, NO),
    (NO, UNKNOWN, NO),
    (UNKNOWN, YES, UNKNOWN),
    (UNKNOWN, NO, NO),
    (UNKNOWN, UNKNOWN, UNKNOWN),
]
EITHER = [
    (YES, YES, YES),
    (YES, NO, YES),
    (YES, UNKNOWN, YES),
    (NO, YES, YES),
    (NO, NO, NO),
    (NO, UNKNOWN, UNKNOWN),
    (UNKNOWN, YES, YES),
    (UNKNOWN, NO, UNKNOWN),
    (UNKNOWN, UNKNOWN, UNKNOWN),
]
DENIED = [(YES, NO), (NO, YES), (UNKNOWN, UNKNOWN)]
ANSWERS = {YES: True, NO: False, UNKNOWN: None}


def finding(outcome: Truth):
    return fact("treaty.resident", "conditions.resident", ANSWERS[outcome])


@pytest.mark.parametrize(("one", "other", "expected"), BOTH)
def test_and(one, other, expected):
    assert all_of([one, other]) is expected
    assert all_findings("m", (finding(one), finding(other))).outcome is expected


@pytest.mark.parametrize(("one", "other", "expected"), EITHER)
def test_or(one, other, expected):
    assert any_of([one, other]) is expected
    assert any_finding("m", (finding(one), finding(other))).outcome is expected


@pytest.mark.parametrize(("one", "expected"), DENIED)
def test_not(one, expected):
    assert negate(one) is expected
    assert deny("m", finding(one)).outcome is expected


def test_nothing_is_all_and_not_any():
    assert all_of([]) is YES
    assert any_of([]) is NO


def test_more_than_two_fold_from_the_left_and_in_any_order():
    for three in product(Truth, repeat=3):
        assert all_of(three) is all_of([all_of(three[:2]), three[2]]) is all_of(three[::-1])
        assert any_of(three) is any_of([any_of(three[:2]), three[2]]) is any_of(three[::-1])
        assert negate(all_of(three)) is any_of(map(negate, three))
        assert all_findings("m", [finding(one) for one in three]).outcome is all_of(three)
        assert any_finding("m", [finding(one) for one in three]).outcome is any_of(three)


def test_answers_become_outcomes_and_only_true_false_and_none_do():
    assert [truth(answer) for answer in (True, False, None)] == [YES, NO, UNKNOWN]
    assert [outcome.value for outcome in Truth] == ["yes", "no", "unknown"]


@pytest.mark.parametrize("outcome", Truth)
def test_an_outcome_has_no_truth_value_of_its_own(outcome):
    with pytest.raises(TypeError, match="by name"):
        bool(outcome)

"""Findings: the outcome and its reasons are one tree, and the tree answers for other facts too."""

import pytest

import treaties
from treaties.finding import (
    Finding,
    Op,
    all_of,
    any_of,
    considered,
    decisive,
    either,
    evaluate,
    fact,
    fact_not,
    given,
    left_open,
    negate,
)
from treaties.inquiry import worst
from treaties.truth import NO, UNKNOWN, YES, Truth

from .deciding import TREATIES, answers_read, decided, facts_document, findings, samples

SMALL, RICH = samples(220), samples(70, "rich")


@pytest.mark.parametrize("document", [*SMALL, *RICH[:30]])
def test_another_answer_gives_what_a_new_assessment_would_give(document):
    assessment = decided(document)
    for path, leaf in answers_read(assessment).items():
        if path == "enterprise.insurer":
            continue  # shapes which heads there are
        for answer in (YES, NO):
            changed = treaties.with_fact(assessment.facts, path, value_for(path, leaf, answer))
            again = treaties.assess(changed, assessment.treaty)
            told = [evaluate(head.finding, {path: answer}) for head in assessment.heads]
            assert worst(told) is again.finding, (path, answer)
            if not assessment.treaty.clauses_of("fragmentation"):  # heads do not lean on heads
                assert told == [head.finding.outcome for head in again.heads], (path, answer)


def value_for(path: str, leaf: Finding, answer: Truth) -> bool | int:
    if treaties.fact_field(path).kind == "percent":
        limit = leaf.values["limit"]
        return limit + 1 if answer is YES else limit
    return answer is YES


@pytest.mark.parametrize("document", RICH)
def test_every_leaf_reads_a_fact_and_every_paragraph_is_one_that_the_treaty_restates(document):
    assessment = decided(document)
    known = {*assessment.treaty.paragraphs, *assessment.treaty.borrowed}
    for finding in findings(assessment):
        assert finding.paragraph in known or finding.paragraph == ""
        if finding.op in (Op.FACT, Op.FACT_NOT):
            assert treaties.get_fact(assessment.facts, finding.facts[0]) in leaf_values(finding)
        for path in finding.facts:
            treaties.get_fact(assessment.facts, path)  # raises where it names nothing
    for head in assessment.heads:
        assert head.finding.paragraph, head
        assert head.paragraphs[0] == head.finding.paragraph


def leaf_values(finding: Finding) -> list:
    """What the document may say for the outcome of a leaf to be what it is."""
    if "share" in finding.values:
        share = finding.values["share"]
        return [None] if finding.outcome is UNKNOWN else [treaties.facts.values.Decimal(share)]
    if finding.op is Op.FACT_NOT:
        return [{YES: False, NO: True, UNKNOWN: None}[finding.outcome]]
    return [{YES: True, NO: False, UNKNOWN: None}[finding.outcome]]


@pytest.mark.parametrize("document", [*SMALL, *RICH])
def test_the_readings_that_a_finding_names_were_read_for_its_head(document):
    assessment = decided(document)
    for head in assessment.heads:
        assert head.readings <= assessment.readings.keys()
        for finding in head.finding.walk():
            assert isinstance(finding.readings, tuple)
            assert head.readings.issuperset(finding.readings), finding


@pytest.mark.parametrize("document", [*SMALL[:60], *RICH])
def test_reasons_alone_carry_the_outcome(document):
    """Leaving out what was considered and did not matter leaves every outcome as it is."""
    for head in decided(document).heads:
        assert evaluate(only_reasons(head.finding), {}) is head.finding.outcome


def only_reasons(finding: Finding) -> Finding:
    if finding.op in (Op.COUNT, Op.EITHER):
        return finding
    if finding.op is Op.ELSEWHERE:
        return given(finding.message, finding.outcome)
    parts = tuple(only_reasons(part) for part in decisive(finding))
    return Finding(finding.op, finding.outcome, finding.message, facts=finding.facts, parts=parts)


@pytest.mark.parametrize("document", RICH)
def test_reasons_and_what_was_considered_make_up_the_whole_tree(document):
    for head in decided(document).heads:
        reasons, stack = [], [head.finding]
        while stack:
            reasons.append(stack.pop())
            stack.extend(decisive(reasons[-1]))
        left_out = [one for outer in considered(head.finding) for one in outer.walk()]
        whole = list(head.finding.walk())
        assert len(reasons) + len(left_out) == len(whole)


def leaf(outcome: Truth, path: str = "enterprise.insurer") -> Finding:
    return fact("insurance.insurer", path, {YES: True, NO: False, UNKNOWN: None}[outcome])


ANSWERS = (YES, NO, UNKNOWN)


@pytest.mark.parametrize("one", ANSWERS)
@pytest.mark.parametrize("other", ANSWERS)
def test_only_the_parts_that_decide_are_reasons(one, other):
    parts = (leaf(one, "conditions.resident"), leaf(other, "conditions.in_effect"))
    both, some = all_of("treaty.applies", parts), any_of("treaty.applies", parts)
    deciding = NO if NO in (one, other) else UNKNOWN if UNKNOWN in (one, other) else YES
    assert both.outcome is deciding
    assert decisive(both) == tuple(part for part in parts if part.outcome is deciding)
    deciding = YES if YES in (one, other) else UNKNOWN if UNKNOWN in (one, other) else NO
    assert some.outcome is deciding
    assert decisive(some) == tuple(part for part in parts if part.outcome is deciding)


def test_a_denied_fact_is_the_other_way_round_and_not_known_stays_not_known():
    for answer, outcome in ((True, NO), (False, YES), (None, UNKNOWN)):
        assert fact_not("agent.not_limited", "p", answer).outcome is outcome
        assert negate("m", fact("n", "p", answer)).outcome is outcome
        assert decisive(negate("m", fact("n", "p", answer)))[0].outcome is not outcome or (
            answer is None
        )


def test_what_is_given_or_left_open_does_not_change_with_an_answer():
    for finding in (given("m", YES), given("m", NO), left_open("m", ("places",))):
        assert evaluate(finding, {"places": YES, "p": NO}) is finding.outcome


def for_and_against(answer: bool | None, other: bool | None) -> Finding:
    """A fact that counts for one limb and against another; `other` is needed for both."""
    limbs = any_of("m", (fact("m", "p", answer), fact_not("m", "p", answer)))
    return all_of("whole", (limbs, fact("m", "q", other)))


@pytest.mark.parametrize(("other", "outcome"), [(True, YES), (False, NO), (None, UNKNOWN)], ids=str)
def test_a_fact_for_and_against_does_not_matter_where_both_answers_give_the_same(other, outcome):
    finding = either("either", for_and_against(None, other), ("p",))
    assert finding.outcome is outcome
    for answer in (YES, NO):
        assert evaluate(finding, {"p": answer}) is outcome
        assert evaluate(finding, {"q": answer}) is answer
        assert evaluate(finding, {"p": UNKNOWN, "q": answer}) is answer


def test_a_fact_for_and_against_is_told_as_such_only_where_it_decides():
    decided_both_ways = either("either", for_and_against(None, True), ("p",))
    assert decided_both_ways.message == "either"
    assert [part.message for part in decisive(decided_both_ways)] == ["whole"]
    still_open = either("either", for_and_against(None, None), ("p",))
    assert still_open.message == "whole"
    assert len(decisive(still_open)) == 2
    settled = either("either", for_and_against(None, False), ("p",))
    assert settled.message == "whole"
    assert [part.facts for part in decisive(settled)] == [("q",)]
    assert either("either", for_and_against(True, None), ()).op is Op.ALL


def test_a_fact_for_and_against_stays_open_where_the_answers_differ():
    finding = either(
        "either", all_of("whole", (fact("m", "p", None), fact("m", "q", True))), ("p",)
    )
    assert (finding.outcome, finding.message) == (UNKNOWN, "whole")
    assert [evaluate(finding, {"p": answer}) for answer in (YES, NO)] == [YES, NO]


def test_the_same_outcome_either_way_is_told_with_its_paragraph_and_the_name_of_the_agent():
    agent = {
        "id": "a1",
        "name": "Trading Co",
        "acts_on_behalf": True,
        "authority_to_conclude": None,
        "habitually_concludes": True,
        "limited_to_excepted_activities": False,
        "maintains_stock": True,
        "delivers_regularly": True,
        "independent": False,
    }
    (head,) = decided(facts_document("IR-ME", agents=[agent])).heads
    told = treaties.finding_document(head.finding)
    assert (told["outcome"], told["message"], told["paragraph"]) == ("yes", "agent.either", "5(5)")
    assert told["values"] == {"agent": "Trading Co"}
    assert told["facts"] == []
    assert [part["message"] for part in told["parts"]] == ["agent"]
    assert "of “Trading Co”" in told["statement"]


def test_what_is_given_or_left_open_says_which_reading_made_it_so():
    assert given("m", YES, readings=("protocol",)).readings == ("protocol",)
    assert left_open("m", ("places",), readings=("protocol",)).readings == ("protocol",)
    assert (given("m", YES).paragraph, left_open("m", ()).paragraph) == ("", "")


def test_an_agent_who_may_have_authority_is_caught_either_way_once_he_acts_on_behalf():
    """Stock and contract limbs together: authority that is not known decides nothing."""
    agent = {
        "id": "a1",
        "acts_on_behalf": False,
        "authority_to_conclude": None,
        "habitually_concludes": True,
        "limited_to_excepted_activities": False,
        "maintains_stock": True,
        "delivers_regularly": True,
        "independent": False,
    }
    assessment = decided(facts_document("IR-ME", agents=[agent]))
    (head,) = assessment.heads
    assert head.outcome == "no_pe"
    assert evaluate(head.finding, {"agents[a1].acts_on_behalf": YES}) is YES
    flips = treaties.inquire(assessment).flips
    assert [(flip.fact, flip.value, flip.conclusion) for flip in flips] == [
        ("agents[a1].acts_on_behalf", True, "pe")
    ]


def test_every_treaty_gives_a_reason_for_every_head_even_where_nothing_is_known():
    for code, treaty in TREATIES.items():
        residence, source = treaty.parties
        facts = treaties.parse_facts(
            {
                "format": "pe-facts/1",
                "treaty": code,
                "residence_state": residence,
                "source_state": source,
                "as_of": "2026-06-30",
            }
        )
        assessment = treaties.assess(facts, treaty)
        assert {head.outcome for head in assessment.heads} == {"undetermined"}
        assert all(head.finding.facts or head.finding.parts for head in assessment.heads)


def site(name: str, first: str, last: str | None, **facts) -> dict:
    return {
        "id": name,
        "kind": "construction",
        "project": "bridge",
        "from": first,
        "to": last,
        **facts,
    }


@pytest.mark.parametrize(
    ("sites", "outcome", "statement", "reasons"),
    [
        (
            [site("s1", "2025-01-15", "2026-01-15")],
            "pe",
            "Project “bridge” ran from 15 January 2025 to 15 January 2026, 366 days: more than "
            "12 months, first exceeded on 15 January 2026.",
            {"s1"},
        ),
        (
            [site("s1", "2025-01-15", "2026-01-15"), site("s2", "2025-05-01", "2025-05-02")],
            "pe",
            "Project “bridge” ran from 15 January 2025 to 15 January 2026, 366 days: more than "
            "12 months, first exceeded on 15 January 2026.",
            {"s1", "s2"},
        ),
        (
            [site("s1", "2025-01-15", "2025-01-15")],
            "no_pe",
            "Project “bridge” ran from 15 January 2025 to 15 January 2025, 1 day: not more than "
            "12 months, which hold 365 days from its first day.",
            {"s1"},
        ),
        (
            [site("s1", "2025-01-01", "2025-03-31"), site("s2", "2025-03-01", None, project=None)],
            "undetermined",
            "Of project “bridge” 90 days are certain and 546 may count: it is not known whether "
            "that is more than 12 months.",
            {"s1", "s2"},
        ),
        (
            [
                site("s1", "2025-01-01", "2025-03-31"),
                site("s2", "2025-04-01", "2025-04-30"),
                site("s3", "2025-04-20", "2025-05-09", project=None),
            ],
            "no_pe",
            "Of project “bridge” 120 days are certain and 129 may count: in no case more than "
            "12 months.",
            {"s1", "s2"},
        ),
        (
            [site("s1", "2024-01-01", "2025-03-31"), site("s2", "2025-04-01", None, project=None)],
            "pe",
            "Project “bridge” ran from 1 January 2024 to 31 March 2025, 456 days: more than "
            "12 months, first exceeded on 1 January 2025.",
            {"s1"},
        ),
    ],
)
def test_days_that_may_count_are_a_reason_only_where_they_can_make_a_difference(
    sites, outcome, statement, reasons
):
    head = decided(facts_document("IR-RS", building_sites=sites)).heads[0]
    assert (head.subject, head.outcome) == ("bridge", outcome)
    assert treaties.statement(head.finding) == statement
    told = [path for part in decisive(head.finding) for one in part.walk() for path in one.facts]
    assert {path.partition("[")[2].partition("]")[0] for path in told} == reasons

"""What the conclusion depends on, held against trying every answer to every unknown fact."""

from itertools import product

import pytest

import treaties
from treaties.finding import Op
from treaties.inquiry import inquire

from . import yardstick
from .deciding import answers_read, decided, facts_document, findings, samples

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


def many_agents(number: int) -> list[dict]:
    """People of whom next to nothing is known."""
    return [
        {"id": f"a{at}", "acts_on_behalf": True, "limited_to_excepted_activities": False}
        for at in range(number)
    ]


def test_many_people_of_whom_nothing_is_known_are_weighed_together():
    """An insurer that may not be one joins them all; still the cost only grows as they do."""
    agents = many_agents(60)
    document = facts_document("GE-IN", enterprise={"insurer": None}, agents=agents)
    assessment = decided(document)
    inquiry = inquire(assessment)
    assert len(inquiry.missing) == 60 * 12 + 1
    assert {len(one.facts) for one in inquiry.settled_by} == {3}
    assert all(settles(assessment, one) for one in inquiry.settled_by[::20])
    assert (inquiry.taxpayer, inquiry.revenue) == ("undetermined", "undetermined")


def settles(assessment, settling) -> bool:
    """Whether answers to those facts alone give each conclusion that is said to come out."""
    given = set()
    for answers in product((True, False), repeat=len(settling.facts)):
        facts = assessment.facts
        for path, answer in zip(settling.facts, answers, strict=True):
            facts = treaties.with_fact(facts, path, answer)
        given.add(treaties.assess(facts, assessment.treaty).conclusion)
    return set(settling.gives) == given - {"undetermined"}


@pytest.mark.parametrize("number", [91, 92, 130])
def test_very_many_uncertain_stays_are_weighed_within_bounds_and_nothing_false_is_said(number):
    days = [f"2025-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29, 2)]
    stays = [{"from": day, "to": day, "worked": None} for day in days[:number]]
    engagement = {"id": "e1", "project": "p", "through_personnel": True, "periods": stays}
    assessment = decided(facts_document("GE-IN", services=[engagement]))
    inquiry = inquire(assessment)
    assert set(inquiry.missing) == {f"services[e1].periods[{at}].worked" for at in range(number)}
    assert all(settles(assessment, one) for one in inquiry.settled_by[::10])
    if number == 91:  # the threshold is 90 days: one stay that is not worked settles it
        assert len(inquiry.settled_by) == 60  # as many as are listed
        assert {(len(one.facts), one.gives) for one in inquiry.settled_by} == {(1, ("no_pe",))}


def read_answers(document: dict) -> list[str]:
    """The yes/no facts that are read and known."""
    facts = decided(document).facts
    return [
        path
        for path in sorted(answers_read(decided(document)))
        if treaties.fact_field(path).kind == "yes_no"
        and treaties.get_fact(facts, path) is not None
        and path != "enterprise.insurer"
    ]


@pytest.mark.parametrize("document", samples(60, first=300))
def test_postures_take_both_values_of_very_many_contested_facts(document):
    paths = read_answers(document)[::2][:6]
    document = {**document, "annotations": {path: {"contested": True} for path in paths}}
    try:
        expected = yardstick.brute_postures(document, limit=4000)
    except yardstick.TooMany:
        return
    got = inquire(decided(document))
    assert {"taxpayer": got.taxpayer, "revenue": got.revenue} == expected


def test_contested_facts_of_people_apart_are_looked_at_apart():
    """Thirty people of whom each would conclude contracts but for one contested fact."""
    people = [
        {
            "id": f"a{at}",
            "acts_on_behalf": True,
            "authority_to_conclude": True,
            "habitually_concludes": False,
            "limited_to_excepted_activities": False,
            "independent": False,
        }
        for at in range(30)
    ]
    contested = {f"agents[a{at}].habitually_concludes": {"contested": True} for at in range(30)}
    document = facts_document("IR-HU", agents=people, annotations=contested)
    inquiry = inquire(decided(document))
    assert (inquiry.taxpayer, inquiry.revenue) == ("no_pe", "pe")
    assert set(inquiry.missing) == set(contested)


def test_agents_that_are_related_enterprises_stand_beside_them():
    """Twenty enterprises of which nothing is known, each with days and with an agent."""
    number = range(20)
    periods = [{"from": "2025-01-01", "to": "2025-02-01"}] + [
        {"from": f"2025-{3 + at % 9:02}-01", "to": f"2025-{3 + at % 9:02}-25", "by": f"n{at}"}
        for at in number
    ]
    document = facts_document(
        "IR-BD",
        related_enterprises=[{"id": f"n{at}"} for at in number],
        exploration=[{"id": "r1", "project": "block", "periods": periods}],
        agents=[{"id": f"a{at}", "enterprise": f"n{at}"} for at in number],
    )
    inquiry = inquire(decided(document))
    assert len(inquiry.missing) > 20 * 20
    assert inquiry.settled_by


CORE_PLACE = {
    "id": "p1",
    "at_disposal": True,
    "fixed": True,
    "business_carried_on": True,
    "activities": [],
}
STAYS = [{"from": "2026-01-01", "to": "2026-04-01"}]


@pytest.mark.parametrize(
    ("treaty", "changes", "kinds"),
    [
        (
            "IR-HU",
            {"places": [{**CORE_PLACE, "from": "2020-01-01", "to": "2020-12-31"}]},
            {"at_disposal": "past", "fixed": "judgement", "business_carried_on": "judgement"},
        ),
        (
            "IR-HU",
            {"places": [{**CORE_PLACE, "from": "2020-01-01", "to": None}]},
            {"at_disposal": "changeable", "fixed": "judgement", "business_carried_on": "judgement"},
        ),
        (
            "IR-HU",
            {"places": [{**CORE_PLACE, "from": "2020-01-01", "to": "2026-06-30"}]},
            {"at_disposal": "changeable", "fixed": "judgement", "business_carried_on": "judgement"},
        ),
        (
            "IR-HU",
            {"places": [CORE_PLACE]},
            {"at_disposal": "changeable", "fixed": "judgement", "business_carried_on": "judgement"},
        ),
        (
            "GE-IN",
            {"services": [{"id": "e1", "through_personnel": True, "periods": STAYS}]},
            {"through_personnel": "judgement", "worked": "past"},
        ),
        (
            "GE-IN",
            {
                "services": [
                    {
                        "id": "e1",
                        "through_personnel": True,
                        "periods": [{"from": "2026-06-01", "to": "2026-09-01"}],
                    }
                ]
            },
            {"through_personnel": "judgement", "worked": "changeable"},
        ),
        (
            "IR-HU",
            {
                "agents": [
                    {
                        "id": "a1",
                        "acts_on_behalf": False,
                        "authority_to_conclude": True,
                        "habitually_concludes": True,
                        "limited_to_excepted_activities": False,
                        "independent": False,
                    }
                ]
            },
            {"acts_on_behalf": "changeable"},
        ),
    ],
)
def test_a_flip_says_whether_the_fact_is_past_changeable_or_a_judgement(treaty, changes, kinds):
    flips = inquire(decided(facts_document(treaty, **changes))).flips
    assert {flip.fact.rpartition(".")[2]: flip.kind for flip in flips} == kinds


def test_a_percentage_flips_at_the_threshold():
    """An agent that is an enterprise of which 60 per cent are held, acting for the group alone."""
    related = {
        "id": "n1",
        "control": False,
        "direct": {"beneficial_interest": 60, "votes": 0, "share_value": 0, "equity": 0},
        "common_owner": None,
    }
    owner = {"beneficial_interest": 0, "votes": 0, "share_value": 0, "equity": 0}
    related["common_owner"] = {"in_enterprise": owner, "in_related": owner}
    agent = {
        "id": "a1",
        "enterprise": "n1",
        "acts_on_behalf": True,
        "habitually_concludes": True,
        "in_name": True,
        "limited_to_excepted_activities": False,
        "independent": True,
        "ordinary_course": True,
        "exclusive_for_related": True,
        "maintains_stock": False,
    }
    document = facts_document("IR-BD", related_enterprises=[related], agents=[agent])
    flips = {flip.fact: flip.value for flip in inquire(decided(document)).flips}
    assert flips["related_enterprises[n1].direct.beneficial_interest"] == 50
    assert "related_enterprises[n1].direct.votes" not in flips


def test_the_facts_that_settle_most_come_first():
    """Any one of three facts makes it no; to make it yes takes all three."""
    place = {"id": "p1", "fixed": True, "at_disposal": None, "activities": []}
    others = [{"id": f"p{at}", "activities": []} for at in (2, 3)]
    document = facts_document("IR-HU", places=[place, *others])
    inquiry = inquire(decided(document))
    assert inquiry.missing[:2] == ("places[p1].at_disposal", "places[p1].business_carried_on")
    assert [(one.facts, one.gives) for one in inquiry.settled_by] == [
        (("places[p1].at_disposal", "places[p1].business_carried_on"), ("pe",))
    ]


def test_sets_that_settle_it_both_ways_come_first():
    place = {**CORE_PLACE, "at_disposal": None}
    inquiry = inquire(decided(facts_document("IR-HU", places=[place])))
    assert [(one.facts, one.gives) for one in inquiry.settled_by] == [
        (("places[p1].at_disposal",), ("pe", "no_pe"))
    ]


def test_what_a_reading_leaves_open_is_no_missing_fact():
    site = {
        "id": "s1",
        "kind": "installation",
        "project": "p",
        "of_building": False,
        "from": "2025-01-01",
        "to": "2025-02-01",
    }
    building_only = {"installation": "building_only"}
    document = facts_document("IR-RS", readings=building_only, building_sites=[site])
    assessment = decided(document)
    assert assessment.conclusion == "undetermined"
    assert inquire(assessment).missing == ()
    undated = {"id": "s2", "kind": "construction", "project": "q", "to": "2025-02-01"}
    document["building_sites"].append(undated)
    assert inquire(decided(document)).missing == ("building_sites[s2].from",)

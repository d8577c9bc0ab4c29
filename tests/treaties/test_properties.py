"""What must hold whatever the facts: more never helps, unknown is never a silent answer."""

import copy
import json
import random
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import treaties
from treaties.finding import Op

from .deciding import (
    TREATIES,
    answers_read,
    decided,
    decided_under_the_toy,
    facts_document,
    findings,
    samples,
)
from .random_facts import random_document
from .schema_check import schema_faults

LISTS = ("related_enterprises", "places", "building_sites", "services", "exploration", "agents")
AT_MOST = 7  # unknown facts, for trying every completion
RANK = {"no_pe": 0, "undetermined": 1, "pe": 2}


def documents(richness: str) -> st.SearchStrategy:
    seeds = st.integers(0, 10**9)
    return seeds.map(lambda seed: random_document(random.Random(seed), richness=richness))


DOCUMENTS = st.one_of(documents("small"), documents("rich"))


def told(document: dict) -> set:
    """What the conclusion says of every head, but for the reasons."""
    return {
        (head.head, head.subject, head.outcome, head.since, head.until, head.measure)
        for head in decided(document).heads
    }


def outcomes(assessment) -> dict:
    return {(head.head, head.subject): head.outcome for head in assessment.heads}


# More never helps


def later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def spans(document: dict) -> list[dict]:
    """Every site and period of the document whose last day is known."""
    items = list(document.get("building_sites") or ())
    for name in ("services", "exploration"):
        for item in document.get(name) or ():
            items += item.get("periods") or ()
    return [item for item in items if item.get("from") and item.get("to")]


@given(DOCUMENTS, st.integers(0, 10**6), st.integers(1, 400))
@settings(max_examples=250)
def test_a_period_extended_at_its_end_never_removes_a_pe(document, which, days):
    found = spans(document)
    assume(found)
    before = decided(document)
    extended = found[which % len(found)]
    extended["to"] = later(extended["to"], days)
    after = outcomes(decided(document))
    assert all(after[key] == "pe" for key, outcome in outcomes(before).items() if outcome == "pe")


WORK = {
    "building_site": lambda first, last: {
        "building_sites": [
            {"id": "s1", "kind": "construction", "project": "p", "from": first, "to": last}
        ]
    },
    "services": lambda first, last: {
        "services": [
            {
                "id": "e1",
                "project": "p",
                "through_personnel": True,
                "periods": [{"from": first, "to": last}],
            }
        ]
    },
    "exploration": lambda first, last: {
        "exploration": [{"id": "r1", "project": "p", "periods": [{"from": first, "to": last}]}]
    },
}
WORK_OF = [
    (code, kind) for code, treaty in TREATIES.items() for kind in WORK if treaty.clauses_of(kind)
]


@given(
    st.sampled_from(WORK_OF),
    st.dates(date(1990, 1, 1), date(2100, 1, 1)),
    st.integers(60, 400),
    st.integers(0, 40),
    st.integers(0, 40),
    st.data(),
)
@settings(max_examples=400)
def test_an_unbroken_period_extended_at_either_end_never_removes_a_pe(
    work, first, length, before, after, data
):
    code, kind = work
    readings = {
        name: data.draw(st.sampled_from(reading.options))
        for name, reading in TREATIES[code].readings.items()
        if name in ("month", "breaks", "first_day", "service_days")
    }
    last = first + timedelta(days=length - 1)

    def outcome(first: date, last: date) -> str:
        work = WORK[kind](first.isoformat(), last.isoformat())
        return decided(facts_document(code, readings=readings, **work)).conclusion

    if outcome(first, last) == "pe":
        assert outcome(first - timedelta(days=before), last + timedelta(days=after)) == "pe"


def unattached(item: dict, name: str) -> dict:
    """The item with an id and a project of its own, and nothing of another item in it."""
    item = copy.deepcopy(item)
    item["id"] = name
    if "project" in item:
        item["project"] = name
    for key in ("by", "enterprise", "part_of_site"):
        if key in item:
            item[key] = None
    if item.get("fragmentation"):
        item["fragmentation"]["enterprise"] = None
    for period in item.get("periods") or ():
        period["by"] = None
    return item


@given(DOCUMENTS, documents("rich"), st.integers(0, 10**6))
@settings(max_examples=300)
def test_another_place_site_or_agent_never_removes_a_pe(document, other, which):
    names = [name for name in LISTS[1:] if document.get(name) is not None and other.get(name)]
    assume(names)
    name = names[which % len(names)]
    before = decided(document)
    document[name] = [*document[name], unattached(other[name][which % len(other[name])], "added")]
    after = decided(document)
    assert RANK[after.conclusion] >= RANK[before.conclusion] or before.conclusion != "pe"
    found = outcomes(after)
    assert all(RANK[found[key]] >= RANK[was] for key, was in outcomes(before).items())


# What makes no difference


@given(DOCUMENTS)
def test_the_direction_makes_no_difference(document):
    before, applicability = told(document), decided(document).applicability.outcome
    residence, source = document["residence_state"], document["source_state"]
    document["residence_state"], document["source_state"] = source, residence
    assert told(document) == before
    assert decided(document).applicability.outcome is applicability


def shuffled(node, rng: random.Random):
    if isinstance(node, dict):
        return {key: shuffled(value, rng) for key, value in node.items()}
    if isinstance(node, list):
        return rng.sample([shuffled(item, rng) for item in node], len(node))
    return node


@given(DOCUMENTS, st.integers(0, 10**6))
@settings(max_examples=200)
def test_the_order_of_lists_makes_no_difference(document, seed):
    for key in ("annotations", "not_known"):  # may name a period by its number
        document.pop(key, None)
    other = shuffled(document, random.Random(seed))
    assert told(other) == told(document)
    inquiry, same = treaties.inquire(decided(other)), treaties.inquire(decided(document))
    assert (inquiry.taxpayer, inquiry.revenue) == (same.taxpayer, same.revenue)
    assert set(inquiry.turns_on) == set(same.turns_on)


@given(DOCUMENTS)
def test_names_persons_tax_period_and_notes_make_no_difference(document):
    before = told(document)
    for name in LISTS:
        for item in document.get(name) or ():
            item["name"] = f"Another {item['id']}"
            for period in item.get("periods") or ():
                if name == "services":
                    period["person"] = "Somebody else"
    document["tax_period"] = {"from": "2020-01-01", "to": "2020-12-31"}
    for agent in document.get("agents") or ():
        agent["relation"] = None
    assert told(document) == before


# Unknown is never a silent answer


def completions(assessment):
    """The assessments with every answer to the facts that were read and are not known."""
    facts = assessment.facts
    unknown = [path for path in answers_read(assessment) if treaties.get_fact(facts, path) is None]
    if len(unknown) > AT_MOST:
        return
    kinds = [treaties.fact_field(path).kind for path in unknown]
    for values in product(*((50, 51) if kind == "percent" else (True, False) for kind in kinds)):
        complete = facts
        for path, value in zip(unknown, values, strict=True):
            complete = treaties.with_fact(complete, path, value)
        yield treaties.assess(complete, assessment.treaty)


@given(documents("small"))
@settings(max_examples=250)
def test_a_definite_outcome_holds_under_every_completion(document):
    assessment = decided(document)
    for complete in completions(assessment):
        if assessment.conclusion != "undetermined":
            assert complete.conclusion == assessment.conclusion
        found = outcomes(complete)
        for key, outcome in outcomes(assessment).items():
            if outcome != "undetermined" and key in found:
                assert found[key] == outcome, key


@given(documents("small"))
@settings(max_examples=500)
def test_a_head_is_undetermined_only_where_completions_differ(document):
    """Apart from dates, projects and lists that are not known, and readings that leave it open."""
    assessment = decided(document)
    seen = {key: set() for key, was in outcomes(assessment).items() if was == "undetermined"}
    if not seen or any(one.op is Op.OPEN for one in findings(assessment)):
        return
    for complete in completions(assessment):
        found = outcomes(complete)
        for key in seen:
            # who is no insurer has one head for insurance, whoever acts
            seen[key].add(found.get(key) or found[key[0], None])
    assert all(len(each) != 1 for each in seen.values()), seen


# The document


@pytest.mark.parametrize("document", [*samples(120), *samples(60, "rich")])
def test_the_conclusion_fits_its_schema_survives_json_and_is_the_same_every_time(document):
    given_document = copy.deepcopy(document)
    conclusion = treaties.conclude(decided(document))
    assert document == given_document
    assert schema_faults(conclusion, treaties.conclusion_schema()) == []
    assert json.loads(json.dumps(conclusion)) == conclusion
    assert treaties.conclude(decided(document)) == conclusion
    heads = treaties.heads_document(decided(document))
    assert schema_faults(heads, treaties.conclusion_schema()) == []
    assert heads.items() <= conclusion.items()


@given(DOCUMENTS)
@settings(max_examples=60)
def test_a_treaty_of_mixed_clauses_gives_a_document_like_any_other(document):
    conclusion = treaties.conclude(decided_under_the_toy(document))
    assert schema_faults(conclusion, treaties.conclusion_schema()) == []
    assert json.loads(json.dumps(conclusion)) == conclusion

"""What is asked: exactly what can still change an outcome, in whatever order it is answered."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from tests.treaties.random_facts import random_document
from treaties.assess import applied_readings, assess
from treaties.facts import Facts, get_fact, parse_facts, with_fact
from treaties.finding import Op
from treaties.interview import Interview, interview, used_facts
from treaties.treaty import catalogue

TREATIES = catalogue().treaties
CODES = ["IR-ME", "IR-RS", "IR-HU", "IR-BD", "GE-IN"]
AT_MOST = 7  # unknown facts of a document that is tried in every completion


def minimal(code: str, **facts: Any) -> dict[str, Any]:
    """A document with its lists empty unless given."""
    first, second = TREATIES[code].parties
    return {
        "format": "pe-facts/1",
        "treaty": code,
        "residence_state": first,
        "source_state": second,
        "as_of": "2026-06-30",
        "conditions": {"resident": True, "in_effect": True, "reciprocity": True},
        "enterprise": {"insurer": False},
        "related_enterprises": [],
        "places": [],
        "building_sites": [],
        "services": [],
        "exploration": [],
        "agents": [],
        **facts,
    }


def asked(document: dict[str, Any]) -> Interview:
    return interview(TREATIES[document["treaty"]], parse_facts(document))


def outcomes(facts: Facts, readings: dict[str, str] | None = None) -> list[tuple[Any, ...]]:
    treaty = TREATIES[facts.treaty]
    return [(h.head, h.subject, h.outcome) for h in assess(facts, treaty, readings).heads]


def settings(facts: Facts) -> list[dict[str, str]]:
    """The readings applied, and each with any one other option."""
    treaty = TREATIES[facts.treaty]
    applied = applied_readings(facts, treaty)
    return [
        applied,
        *(
            {**applied, name: option}
            for name, reading in treaty.readings.items()
            for option in reading.options
            if option != applied[name]
        ),
    ]


def leaves(facts: Facts) -> dict[str, bool]:
    """Each yes/no fact and percentage read under some setting, and whether it is unknown."""
    treaty = TREATIES[facts.treaty]
    return {
        finding.facts[0]: finding.outcome.value == "unknown"
        for setting in settings(facts)
        for head in assess(facts, treaty, setting).heads
        for finding in head.finding.walk()
        if finding.op in (Op.FACT, Op.FACT_NOT)
    }


def has_open_dates(facts: Facts) -> bool:
    """Whether dates, projects or lists are not known: their completions cannot all be tried."""
    return any(
        finding.op is Op.OPEN and finding.facts
        for setting in settings(facts)
        for head in assess(facts, TREATIES[facts.treaty], setting).heads
        for finding in head.finding.walk()
    )


def values(path: str) -> tuple[Any, Any]:
    """Both answers to a fact: yes and no, or the two sides of a half."""
    return (51, 50) if ".direct." in path or ".common_owner." in path else (True, False)


def can_change(facts: Facts, path: str, unknown: list[str]) -> bool:
    """By trying every completion under every setting: does the answer to `path` ever matter?"""
    others = [one for one in unknown if one != path]
    for setting in settings(facts):
        for answers in product((0, 1), repeat=len(others)):
            completed = facts
            for one, answer in zip(others, answers, strict=True):
                completed = with_fact(completed, one, values(one)[answer])
            yes, no = (outcomes(with_fact(completed, path, v), setting) for v in values(path))
            if yes != no:
                return True
    return False


# ------------------------------------------------------------------------------- exactness
@pytest.mark.parametrize("code", CODES)
def test_a_fact_is_asked_exactly_where_some_answer_can_change_an_outcome(code: str) -> None:
    tried = 0
    for seed in range(400):
        rng = random.Random(f"asked {code} {seed}")
        facts = parse_facts(random_document(rng, treaty=code))
        unknown = [path for path, is_unknown in leaves(facts).items() if is_unknown]
        if not 1 <= len(unknown) <= AT_MOST or facts.contested or has_open_dates(facts):
            continue
        tried += 1
        result = interview(TREATIES[code], facts)
        for path in unknown:
            if path in facts.not_known:
                continue
            assert (result.status(path) == "open") == can_change(facts, path, unknown), (seed, path)
        if tried == 12:
            return
    pytest.fail("too few documents of a size that can be tried in every completion")


@pytest.mark.parametrize("code", CODES)
def test_an_answer_that_is_not_used_changes_no_head(code: str) -> None:
    for seed in range(80):
        rng = random.Random(f"unused {code} {seed}")
        facts = parse_facts(random_document(rng, treaty=code))
        result = interview(TREATIES[code], facts)
        used = parse_facts(used_facts(facts, result))
        for setting in settings(facts):
            assert outcomes(used, setting) == outcomes(facts, setting), (seed, result.unused)


@pytest.mark.parametrize("code", CODES)
def test_what_is_asked_is_read_under_some_reading(code: str) -> None:
    for seed in range(60):
        rng = random.Random(f"read {code} {seed}")
        facts = parse_facts(random_document(rng, treaty=code))
        read = set(leaves(facts)) | {"enterprise.insurer"}
        for path in interview(TREATIES[code], facts).open:
            value = get_fact(facts, path)
            is_date = path.endswith((".from", ".to", ".project", ".periods", ".activities"))
            is_list = "." not in path
            assert path in read or path.startswith("conditions.") or is_date or is_list, (
                seed,
                path,
                value,
            )


# --------------------------------------------------------------------- the walk of an adviser
def answer_all(
    document: dict[str, Any], truth: dict[str, Any], rng: random.Random
) -> dict[str, Any]:
    """Answers what is asked, one fact at a time in random order, from a document that knows."""
    answered = document
    known = parse_facts(truth)
    for _ in range(300):
        result = asked(answered)
        todo = [path for path in result.open if is_yes_no(path)]
        if not todo:
            return answered
        path = rng.choice(todo)
        answered = with_answer(answered, path, get_fact(known, path))
    raise AssertionError("the interview does not end")


def is_yes_no(path: str) -> bool:
    return (
        not path.endswith((".from", ".to", ".project", ".periods", ".activities")) and "." in path
    )


def with_answer(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The document with one fact answered; "not known" where there is no answer."""
    import copy

    changed = copy.deepcopy(document)
    if value is None:
        changed.setdefault("not_known", []).append(path)
        return changed
    *way, last = path.split(".")
    holder: Any = changed
    for step in way:
        name, _, item = step.partition("[")
        if item:
            key = item.rstrip("]")
            rows = holder[name]
            holder = (
                rows[int(key)]
                if name == "periods"
                else next(row for row in rows if key in (row.get("id"), row.get("kind")))
            )
        else:
            holder = holder.setdefault(name, {})
            if holder is None:
                raise AssertionError(path)
    holder[last] = value if isinstance(value, bool) else str(value)
    return changed


def stripped(document: dict[str, Any]) -> dict[str, Any]:
    """The same document with every yes/no fact and percentage not answered."""
    import copy

    bare = copy.deepcopy(document)

    def strip(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: strip(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [strip(one) for one in value]
        if isinstance(value, bool) and key not in ("contested", "worked"):
            return None
        return value

    for name, value in bare.items():
        if name not in ("readings", "annotations", "not_known"):
            bare[name] = strip(value, name)
    for related in bare.get("related_enterprises") or []:
        related.pop("direct", None)
        related.pop("common_owner", None)
        related["direct"] = {}
        related["common_owner"] = {"in_enterprise": {}, "in_related": {}}
    for place in bare.get("places") or []:
        if not isinstance(place.get("fragmentation"), dict):
            place["fragmentation"] = {}
    for key in ("enterprise", "conditions"):
        if not isinstance(bare.get(key), dict):
            bare[key] = {}
    bare["not_known"] = []
    bare["annotations"] = {}
    return bare


@pytest.mark.parametrize("code", CODES)
def test_the_order_of_answering_does_not_matter(code: str) -> None:
    for seed in range(8):
        truth = random_document(random.Random(f"order {code} {seed}"), treaty=code)
        truth["annotations"] = {}
        ends = []
        for attempt in range(3):
            rng = random.Random(f"{code} {seed} {attempt}")
            end = answer_all(stripped(truth), truth, rng)
            ends.append((outcomes(parse_facts(end)), used_outcomes(end)))
        assert ends[0] == ends[1] == ends[2], seed


def used_outcomes(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    facts = parse_facts(document)
    return outcomes(parse_facts(used_facts(facts, interview(TREATIES[facts.treaty], facts))))


@pytest.mark.parametrize("code", CODES)
def test_when_nothing_more_is_asked_a_head_is_open_only_for_a_stated_reason(code: str) -> None:
    for seed in range(25):
        truth = random_document(random.Random(f"end {code} {seed}"), treaty=code)
        truth["annotations"] = {}
        end = answer_all(stripped(truth), truth, random.Random(seed))
        facts = parse_facts(end)
        for head in assess(facts, TREATIES[code]).heads:
            if head.outcome == "undetermined":
                reasons = [
                    finding
                    for finding in head.finding.walk()
                    if finding.op is Op.OPEN
                    or (finding.op is Op.ELSEWHERE and finding.outcome.value == "unknown")
                    or any(path in facts.not_known for path in finding.facts)
                ]
                assert reasons, (seed, head)


@pytest.mark.parametrize("code", CODES)
def test_the_same_outcome_as_with_every_answer_given(code: str) -> None:
    """Whoever answers only what is asked ends where all answers lead."""
    for seed in range(25):
        truth = random_document(random.Random(f"same {code} {seed}"), treaty=code)
        truth["annotations"] = {}
        end = answer_all(stripped(truth), truth, random.Random(seed))
        assert outcomes(parse_facts(end)) == outcomes(parse_facts(truth)), seed


# ------------------------------------------------------------------------------ what a treaty asks
def sections(code: str, **facts: Any) -> set[str]:
    return {section.key for section in asked(minimal(code, **facts)).sections if section.needed}


def test_hungary_asks_no_services_no_exploration_and_no_insurance() -> None:
    assert not sections("IR-HU") & {"services", "exploration", "insurance", "related_enterprises"}


def agent(code: str, **answers: Any) -> set[str]:
    document = minimal(
        code, agents=[{"id": "a", "name": "A", **answers}], enterprise={"insurer": False}
    )
    return {
        path.removeprefix("agents[a].")
        for path in asked(document).open
        if path.startswith("agents")
    }


def test_hungary_asks_an_agent_about_authority_and_not_about_a_stock() -> None:
    assert {"authority_to_conclude", "habitually_concludes", "arms_length_terms"} <= agent("IR-HU")
    assert not agent("IR-HU") & {
        "maintains_stock",
        "delivers_regularly",
        "principal_role",
        "secures_orders",
    }


def test_bangladesh_asks_an_agent_about_the_principal_role() -> None:
    assert {"principal_role", "no_material_modification", "exclusive_for_related"} <= agent("IR-BD")
    assert not agent("IR-BD") & {"authority_to_conclude", "devoted_to_enterprise", "secures_orders"}


def test_the_georgian_text_asks_an_agent_about_orders_and_devotion() -> None:
    assert {"secures_orders", "fulfils_orders", "devoted_to_enterprise"} <= agent("GE-IN")
    assert not agent("GE-IN") & {"arms_length_terms", "principal_role", "concludes_any"}


def test_an_agent_who_does_not_act_on_behalf_is_asked_nothing_more() -> None:
    for code in CODES:
        assert agent(code, acts_on_behalf=False) == set()


def test_premiums_are_asked_of_an_insurer_only() -> None:
    for insurer, expected in ((True, True), (None, True), (False, False)):
        document = minimal("IR-BD", agents=[{"id": "a"}], enterprise={"insurer": insurer})
        assert ("agents[a].collects_premiums" in asked(document).open) is expected


PLACE = {
    "id": "p",
    "name": "P",
    "kind": "office",
    "at_disposal": True,
    "fixed": True,
    "business_carried_on": True,
    "from": "2025-01-01",
    "to": None,
}


def test_percentages_are_asked_only_once_a_place_may_turn_on_them() -> None:
    related = [{"id": "r", "name": "R"}]
    part = {
        "business_at_same_or_other_place": True,
        "enterprise": "r",
        "complementary": True,
        "one_is_pe": True,
    }
    storage = {"kind": "storage", "goods_of_enterprise": True, "preparatory_or_auxiliary": True}
    place = {**PLACE, "activities": [storage], "fragmentation": part}
    path = "related_enterprises[r].direct.votes"
    assert (
        asked(minimal("IR-BD", related_enterprises=related, places=[place])).status(path) == "open"
    )
    alone = {**place, "fragmentation": {**part, "complementary": False}}
    assert (
        asked(minimal("IR-BD", related_enterprises=related, places=[alone])).status(path)
        == "closed"
    )


def test_income_from_delivery_is_asked_only_where_a_protocol_asks() -> None:
    place = {**PLACE, "activities": [{"kind": "delivery", "goods_of_enterprise": True}]}
    path = "places[p].activities[delivery].earns_income"
    assert asked(minimal("IR-RS", places=[place])).status(path) == "open"
    assert asked(minimal("IR-HU", places=[place])).status(path) == "closed"


def test_an_answer_to_not_known_is_not_asked_again() -> None:
    document = minimal("IR-HU", places=[{**PLACE, "fixed": None}], not_known=["places[p].fixed"])
    result = asked(document)
    assert result.status("places[p].fixed") == "not_known"
    assert "places[p].fixed" not in result.open


def test_activities_at_a_place_that_is_not_fixed_are_not_used() -> None:
    place = {
        **PLACE,
        "fixed": False,
        "activities": [{"kind": "storage", "goods_of_enterprise": True}],
    }
    result = asked(minimal("IR-HU", places=[place]))
    assert result.status("places[p].activities") == "unused"
    assert result.status("places[p].activities[storage].goods_of_enterprise") == "unused"
    used = used_facts(parse_facts(minimal("IR-HU", places=[place])), result)
    assert used["places"][0]["activities"] is None


def test_each_fact_names_the_paragraph_it_answers_to() -> None:
    result = asked(
        minimal("IR-BD", agents=[{"id": "a"}], places=[PLACE], enterprise={"insurer": True})
    )
    found = {
        fact.path: fact.paragraphs
        for section in result.sections
        for fact in (*section.facts, *(f for item in section.items for f in item.facts))
    }
    assert found["agents[a].independent"] == ("5(8)",)
    assert "5(7)" in found["agents[a].principal_role"]
    assert found["agents[a].collects_premiums"] == ("5(9)",)
    assert found["places[p].fixed"][0].startswith("5(2)") or found["places[p].fixed"] == ("5(1)",)

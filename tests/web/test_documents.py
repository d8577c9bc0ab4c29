"""Facts documents as plain JSON, over random documents: what is undone is as it was, what is broken
can still be looked at, and nothing that is done to one document reaches another."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_wizard.assessments import documents
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.errors import ItemGone, UnknownChoice
from pe_wizard.assessments.sections import changed_sections, parts, section_of
from pe_wizard.assessments.shown import questions_shown
from pe_wizard.assessments.standing import Standing
from tests.treaties.random_facts import random_document
from treaties import LISTS, catalogue, parse_facts

SEEDS = st.integers(0, 10_000)


def a_document(seed: int) -> Document:
    document: Document = parse_facts(random_document(random.Random(seed), richness="rich")).document
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def comparable(document: Document) -> Document:
    """Without the order of "not known", which says nothing."""
    return {**document, "not_known": sorted(document.get("not_known") or [])}


@given(SEEDS)
def test_whatever_is_removed_comes_back_as_it_was(seed: int) -> None:
    document = a_document(seed)
    before = documents.copied(document)
    for list_name in LISTS:
        for item in before.get(list_name) or []:
            removed = documents.remove(document, list_name, item["id"])
            json.dumps(removed)
            assert documents.references_to(document, item["id"]) == []
            parse_facts(document)
            assert documents.restore(document, removed) == []
            after = comparable(document)
            assert after.get("annotations", {}) == before.get("annotations", {})
            assert {k: after[k] for k in before if k != "not_known"} == {
                k: before[k] for k in before if k != "not_known"
            }
            assert after["not_known"] == sorted(before.get("not_known") or [])


@given(SEEDS)
def test_a_copy_fits_and_a_walk_finds_every_key(seed: int) -> None:
    document = a_document(seed)
    for list_name in LISTS:
        for item in documents.copied(document).get(list_name) or []:
            made = documents.new_id(list_name, documents.ids(document))
            documents.copy_of(document, list_name, item["id"], made, "Copy")
            documents.move(document, list_name, made, 0)
    parse_facts(document)
    paths = [found.path for found in documents.walk(document)]
    assert len(paths) == len(set(paths))
    known = parts(document)
    assert {section_of(path) for path in paths} <= {*known, "treaty"}


@given(SEEDS, SEEDS)
def test_a_change_shows_in_the_sections_it_is_in_and_in_no_other(seed: int, other: int) -> None:
    document = a_document(seed)
    changed = documents.copied(document)
    assert changed_sections(document, changed) == set()
    rng = random.Random(other)
    found = rng.choice(
        [one for one in documents.walk(changed) if one.field.kind in ("yes_no", "date", "percent")]
    )
    found.owner[found.field.name] = "something else"
    sections = changed_sections(document, changed)
    assert section_of(found.path) in sections
    assert sections <= {section_of(found.path), "agents"}


@given(SEEDS, SEEDS)
def test_a_document_with_faults_can_still_be_looked_at(seed: int, other: int) -> None:
    document = a_document(seed)
    rng = random.Random(other)
    those = [one for one in documents.walk(document) if one.field.kind not in ("group", "list")]
    for found in rng.sample(those, min(3, len(those))):
        found.owner[found.field.name] = rng.choice(
            ["2999-99-99", {"a": 1}, ["x"], -1, "\x00", "\u202e", 1e400, None, True]
        )
    treaty = catalogue().treaties.get(str(document.get("treaty")))
    if treaty is None:
        return
    stands = Standing(treaty, document)
    if stands.facts is None:
        assert stands.faults
        return
    assert stands.conclusion is not None
    assert stands.used is not None
    parse_facts(stands.used)
    questions_shown(stands, {})


@given(SEEDS)
def test_the_facts_that_are_used_say_the_same(seed: int) -> None:
    """The conclusion hangs on the facts that are used alone; using them again changes nothing."""
    document = a_document(seed)
    treaty = catalogue().treaties[document["treaty"]]
    stands = Standing(treaty, document)
    assert stands.used is not None
    again = Standing(treaty, stands.used)
    assert again.used == stands.used
    assert again.conclusion == stands.conclusion


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (Decimal("60"), 60),
        (Decimal("33.30"), 33.3),
        (Decimal("33.333333333333333333333"), "33.333333333333333333333"),
        ("a\x00b\u202e", "a\ufffdb\ufffd"),
        ("می\u200cشود", "می\u200cشود"),
        ({"a": (1, None)}, {"a": [1, None]}),
        (True, True),
    ],
)
def test_what_is_stored_is_json_that_every_database_takes(value: Any, stored: Any) -> None:
    assert documents.storable(value) == stored
    json.dumps(documents.storable(value))


def test_what_is_not_there_is_said_to_be_gone() -> None:
    with pytest.raises(ItemGone):
        documents.item({}, "places", "p1")
    with pytest.raises(UnknownChoice):
        documents.items({}, "conditions")
    with pytest.raises(UnknownChoice):
        documents.new_id("conditions", set())


def test_only_what_is_gone_is_tidied_away() -> None:
    document: Document = {
        "places": [{"id": "p1", "activities": [{"kind": "storage"}]}],
        "services": [{"id": "e1", "periods": [{}]}],
        "agents": None,
        "not_known": [
            "places[p1].fixed",
            "places[p1].activities[storage].occasional",
            "places[p1].activities[core].occasional",
            "places[p2].fixed",
            "services[e1].periods[0].worked",
            "services[e1].periods[1].worked",
            "agents[a1].independent",
            "agents",
            "agents",
        ],
        "annotations": {"places[p1]": {"note": "x"}, "places[p2]": {"note": "y"}},
    }
    documents.tidy(document)
    assert document["not_known"] == [
        "places[p1].fixed",
        "places[p1].activities[storage].occasional",
        "services[e1].periods[0].worked",
        "agents",
    ]
    assert list(document["annotations"]) == ["places[p1]"]

"""What the tests of the decision core share: the catalogue, random documents, short ways in."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import treaties
from treaties import Assessment, Finding
from treaties.finding import Op

from .random_facts import random_document

TREATIES = treaties.catalogue().treaties
Document = dict[str, Any]


def decided(document: Document) -> Assessment:
    """The assessment of a document under its own treaty."""
    return treaties.assess(treaties.parse_facts(document), TREATIES[document["treaty"]])


def samples(number: int, richness: str = "small", first: int = 0) -> list[Any]:
    """So many random documents, the same every time, as parameters named by richness and seed."""
    return [
        pytest.param(
            random_document(random.Random(seed), richness=richness), id=f"{richness}{seed}"
        )
        for seed in range(first, first + number)
    ]


def findings(assessment: Assessment) -> Iterator[Finding]:
    """Every finding of an assessment, on every level, that on applicability included."""
    yield from assessment.applicability.walk()
    for head in assessment.heads:
        yield from head.finding.walk()


def answers_read(assessment: Assessment) -> dict[str, Finding]:
    """Every yes/no fact and percentage that the heads read, with a finding that reads it."""
    return {
        finding.facts[0]: finding
        for head in assessment.heads
        for finding in head.finding.walk()
        if finding.op in (Op.FACT, Op.FACT_NOT)
    }


def facts_document(treaty: str, **changes: Any) -> Document:
    """A document in which nothing is there, with some of its keys changed."""
    residence, source = TREATIES[treaty].parties
    return {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": residence,
        "source_state": source,
        "as_of": "2026-06-30",
        "conditions": {"resident": True, "in_effect": True, "reciprocity": True},
        "enterprise": {"insurer": False},
        "related_enterprises": [],
        "places": [],
        "building_sites": [],
        "services": [],
        "exploration": [],
        "agents": [],
        **changes,
    }

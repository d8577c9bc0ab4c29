"""What the tests of the decision core share: the catalogue, random documents, short ways in."""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import treaties
from treaties import Assessment, Finding
from treaties.finding import Op

from .random_facts import random_document

TREATIES = treaties.catalogue().treaties
TOY = treaties.load_treaty(Path(__file__).parent / "toy_treaty.toml")
Document = dict[str, Any]


def decided(document: Document) -> Assessment:
    """The assessment of a document under its own treaty."""
    return treaties.assess(treaties.parse_facts(document), TREATIES[document["treaty"]])


def decided_under_the_toy(document: Document) -> Assessment:
    """The assessment as if the toy treaty had been made between the two States of the document."""
    states = sorted((document["residence_state"], document["source_state"]))
    parties = dict(zip(states, TOY.parties, strict=True))
    readings = {
        name: option
        for name, option in (document.get("readings") or {}).items()
        if name in TOY.readings and option in TOY.readings[name].options
    }
    changed = {
        **document,
        "treaty": TOY.code,
        "residence_state": parties[document["residence_state"]],
        "source_state": parties[document["source_state"]],
        "readings": readings,
    }
    return treaties.assess(treaties.parse_facts(changed), TOY)


def samples(number: int, richness: str = "small", first: int = 0) -> list[Any]:
    """So many random documents, the same every time, as parameters named by richness and seed.

    SAMPLES in the environment is the share of them to take, for a quick run: docs/mutation.md.
    """
    share = float(os.environ.get("SAMPLES", "1"))
    return [
        pytest.param(
            random_document(random.Random(seed), richness=richness), id=f"{richness}{seed}"
        )
        for seed in range(first, first + max(1, int(number * share)))
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

"""Reasons in words: full sentences for every finding, with the numbers in them and nothing raw."""

import re
import string

import pytest

import treaties
from treaties.conclusion import MESSAGES
from treaties.wording import Plural, fill

from .deciding import decided, decided_under_the_toy, facts_document, findings, samples

RAW = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\bNone\b(?! of)|\bTrue\b|\bFalse\b|[{}\[\]]|\d{4}-\d\d-\d\d|  "
)
DAYS = {"first", "last", "exceeded_on"}
OUTCOMES = ("yes", "no", "unknown")


def templates() -> list:
    """Every template as a parameter, the singular and the plural of a number apart."""
    found = []
    for message, say in MESSAGES.items():
        for outcome in OUTCOMES:
            template = getattr(say, outcome)
            both = (template.one, template.many) if isinstance(template, Plural) else (template,)
            found += [pytest.param(text, id=f"{message}-{outcome}") for text in both if text]
    return found


def is_full_sentence(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Z“].*[^.]\.", text))


@pytest.mark.parametrize("template", templates())
def test_every_template_is_a_full_sentence(template):
    names = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    filled = fill(template, {name: "2025-01-15" if name in DAYS else "x" for name in names})
    assert is_full_sentence(filled)
    assert not RAW.search(filled)


@pytest.mark.parametrize("document", [*samples(300), *samples(120, "rich")])
def test_every_finding_is_a_full_sentence_with_nothing_raw_in_it(document):
    for finding in findings(decided(document)):
        text = treaties.statement(finding)
        assert is_full_sentence(text), text
        assert not RAW.search(text), text


@pytest.mark.parametrize("document", [*samples(150, first=5000), *samples(60, "rich", 5000)])
def test_a_treaty_that_mixes_known_clauses_needs_no_code(document):
    assessment = decided_under_the_toy(document)
    for finding in findings(assessment):
        text = treaties.statement(finding)
        assert is_full_sentence(text), text
        assert not RAW.search(text), text
    treaties.conclude(assessment)


def delivery(**facts) -> dict:
    return {"kind": "delivery", "goods_of_enterprise": True, "earns_income": True, **facts}


def place(*activities) -> dict:
    return {"id": "p1", "name": "Store", "from": "2025-01-01", "activities": list(activities)}


RARE = [
    facts_document(
        "IR-RS",
        readings={"breaks": "excluded"},
        building_sites=[
            {
                "id": "s1",
                "kind": "construction",
                "project": "bridge",
                "from": "2025-01-15",
                "to": "2026-03-01",
                "interruptions": [{"from": "2025-11-01"}],
            }
        ],
    ),
    facts_document(
        "IR-ME",
        readings={"protocol_storage": "together"},
        places=[place(delivery(earns_income=False), {"kind": "storage"})],
    ),
    facts_document("IR-ME", readings={"delivery_income": "profit"}, places=[place(delivery())]),
]


def test_every_sentence_is_brought_up_by_some_document():
    reached = set()
    for (document,) in (sample.values for sample in [*samples(300), *samples(250, "rich")]):
        for assessment in (decided_under_the_toy(document), *decided_under_every_option(document)):
            reached |= {(one.message, one.outcome.value) for one in findings(assessment)}
    for assessment in map(decided, RARE):
        reached |= {(one.message, one.outcome.value) for one in findings(assessment)}
    written = {
        (message, outcome)
        for message, say in MESSAGES.items()
        for outcome in OUTCOMES
        if getattr(say, outcome)
    }
    assert not reached - written
    assert not written - reached


def decided_under_every_option(document):
    """The assessment on the readings of the document, and with each other option of one reading."""
    assessment = decided(document)
    yield assessment
    for name, reading in assessment.treaty.readings.items():
        for option in set(reading.options) - {assessment.readings[name]}:
            readings = {**assessment.readings, name: option}
            yield treaties.assess(assessment.facts, assessment.treaty, readings)


def test_an_outcome_that_a_message_never_has_is_refused_by_name():
    with pytest.raises(LookupError, match="'yes'"):
        treaties.sentence("project.dates", "yes", {"item": "s1"})


def test_a_name_with_braces_is_shown_as_it_is():
    document = facts_document(
        "IR-HU", places=[{"id": "p1", "name": "{0} {place} {place.x}", "fixed": True}]
    )
    (head,) = decided(document).heads
    assert treaties.statement(head.finding.parts[0].parts[0]) == (
        "“{0} {place} {place.x}” has a definite location and a degree of permanence."
    )


def test_a_sentence_is_made_again_from_message_and_values_in_another_language():
    other = treaties.Tongue(
        one=lambda text: f"one: {text}",
        many=lambda one, many, number: f"of {number}: {one if number == 1 else many}",
        write=lambda value, form: f"<{form or 'as it is'} {value}>",
    )
    site = {"id": "s1", "project": "bridge", "from": "2025-01-15", "to": "2025-02-01"}
    (head,) = decided(facts_document("IR-RS", building_sites=[site])).heads
    document = treaties.finding_document(head.finding)
    assert document["statement"] == treaties.statement(head.finding)
    told = treaties.sentence(document["message"], "no", document["values"], other)
    assert told.startswith("of 18: Project “<as it is bridge>” ran from <date 2025-01-15> to ")
    told = treaties.sentence("place.fixed", "yes", {"place": "Store"}, other)
    assert told.startswith("one: “<as it is Store>” has a definite location")

"""The conclusion document `pe-conclusion/1`: heads, reasons, and what the inquiry found.

What stands here is a contract with everything that reads it; sentences are in English, those of
other languages are made from message and values.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from treaties.assess import APPLICABILITY, Assessment, Head, Measure
from treaties.clauses import MESSAGES as CLAUSE_MESSAGES
from treaties.finding import Finding, considered, decisive
from treaties.heads import MESSAGES as HEAD_MESSAGES
from treaties.inquiry import Inquiry, inquire
from treaties.treaty import Note
from treaties.truth import UNKNOWN
from treaties.wording import ENGLISH, Say, Tongue, fill

FORMAT = "pe-conclusion/1"
MESSAGES: Mapping[str, Say] = {**CLAUSE_MESSAGES, **HEAD_MESSAGES}
DAYS = frozenset({"first", "last", "exceeded_on"})  # values that are days


def conclude(assessment: Assessment, inquiry: Inquiry | None = None) -> dict[str, Any]:
    """The conclusion document of an assessment; the inquiry is made unless it is given."""
    if inquiry is None:
        inquiry = inquire(assessment)
    document = heads_document(assessment)
    document["missing"] = list(inquiry.missing)
    document["settled_by"] = [
        {"facts": list(one.facts), "gives": list(one.gives)} for one in inquiry.settled_by
    ]
    document["flips"] = [
        {"fact": one.fact, "value": one.value, "conclusion": one.conclusion, "kind": one.kind}
        for one in inquiry.flips
    ]
    document["turns_on"] = [
        {"reading": one.reading, "option": one.option, "conclusion": one.conclusion}
        for one in inquiry.turns_on
    ]
    document["postures"] = {"taxpayer": inquiry.taxpayer, "revenue": inquiry.revenue}
    document["notes"] = [note.code for note in notes_touched(assessment)]
    return document


def heads_document(assessment: Assessment) -> dict[str, Any]:
    """The conclusion document without what the inquiry adds: the cheap part, for a live panel."""
    return {
        "format": FORMAT,
        "treaty": assessment.treaty.code,
        "treaty_digest": assessment.treaty.digest,
        "as_of": assessment.facts.as_of.isoformat(),
        "applicability": APPLICABILITY[assessment.applicability.outcome],
        "applicability_because": [finding_document(assessment.applicability)],
        "conclusion": assessment.conclusion,
        "heads": [head_document(head) for head in assessment.heads],
        "readings": dict(assessment.readings),
    }


def head_document(head: Head) -> dict[str, Any]:
    """One head as JSON."""
    document: dict[str, Any] = {
        "head": head.head,
        "subject": head.subject,
        "outcome": head.outcome,
        "paragraphs": list(head.paragraphs),
        "since": iso(head.since),
        "until": iso(head.until),
    }
    if head.measure is not None:
        document["measure"] = measure_document(head.measure)
    document["because"] = [finding_document(head.finding)]
    document["considered"] = [finding_document(finding) for finding in considered(head.finding)]
    return document


def measure_document(measure: Measure) -> dict[str, Any]:
    """A measure as JSON; `counted_at_most` only where attribution is not certain."""
    document: dict[str, Any] = {
        "counted": measure.counted,
        "unit": measure.unit,
        "threshold": measure.threshold,
        "threshold_days": measure.threshold_days,
        "window": [iso(day) for day in measure.window] if measure.window else None,
        "exceeded_on": iso(measure.exceeded_on),
        "threshold_on": iso(measure.threshold_on),
    }
    if measure.counted_at_most is not None:
        document["counted_at_most"] = measure.counted_at_most
    return document


def finding_document(finding: Finding, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """A finding and the parts that decide it now, as JSON."""
    outcome, values = finding.outcome.value, values_document(finding)
    document: dict[str, Any] = {
        "paragraph": finding.paragraph,
        "outcome": outcome,
        "message": finding.message,
        "values": values,
        "statement": sentence(finding.message, outcome, values, tongue),
        "facts": list(finding.facts),
        "parts": [finding_document(part, tongue) for part in decisive_parts(finding)],
    }
    if finding.readings:
        document["readings"] = list(finding.readings)
    return document


def is_told_by(finding: Finding, document: Mapping[str, Any]) -> bool:
    """Whether the document is the one of this finding, but for sentences, which are not made."""
    if (
        document["message"] != finding.message
        or document["outcome"] != finding.outcome.value
        or document["paragraph"] != finding.paragraph
        or document["facts"] != list(finding.facts)
        or document.get("readings", []) != list(finding.readings)
        or document["values"] != values_document(finding)
    ):
        return False
    parts, told = decisive_parts(finding), document["parts"]
    return len(parts) == len(told) and all(map(is_told_by, parts, told))


# findings that say again what the one above them says: their own parts are told in their place
REPEATING = frozenset({"place.protected", "fragmentation", "independent", "independent.lost"})


def decisive_parts(finding: Finding) -> tuple[Finding, ...]:
    """The parts worth telling, in the order of the reasoning.

    Left out are shares that merely count, without a condition, and findings that only repeat.
    """
    told: list[Finding] = []
    for part in decisive(finding):
        if part.message in REPEATING:
            told += decisive_parts(part)
        elif part.parts or part.outcome is UNKNOWN or part.message not in PLAIN:
            told.append(part)
    return tuple(told)


PLAIN = frozenset({"site.counts", "exploration.counts"})


def values_document(finding: Finding) -> dict[str, Any]:
    """The values of a finding as JSON: days as ISO dates."""
    return {
        name: iso(value) if name in DAYS and isinstance(value, int) else value
        for name, value in finding.values.items()
    }


def statement(finding: Finding, tongue: Tongue = ENGLISH) -> str:
    """The sentence of a finding, true for its outcome when read alone."""
    return sentence(finding.message, finding.outcome.value, values_document(finding), tongue)


def sentence(
    message: str, outcome: str, values: Mapping[str, Any], tongue: Tongue = ENGLISH
) -> str:
    """The sentence for a message id, an outcome and the values, as they stand in a document."""
    return fill(MESSAGES[message].template(outcome), values, tongue)


def notes_touched(assessment: Assessment) -> list[Note]:
    """The peculiarities of the text that the facts touch, in the order of the treaty file."""
    cited = {
        finding.paragraph
        for head in assessment.heads
        for finding in head.finding.walk()
        if finding.paragraph
    }
    treaty = assessment.treaty
    return [treaty.notes[code] for code in treaty.notes_touched(assessment.touched, cited)]


def iso(day: int | None) -> str | None:
    """An ordinal day as an ISO date."""
    return None if day is None else date.fromordinal(day).isoformat()

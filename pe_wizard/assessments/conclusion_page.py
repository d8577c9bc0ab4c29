"""The page of a conclusion as a whole: of a completed version, or so far, of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import treaties
from pe_wizard.assessments.dependence import Dependence, show_dependence
from pe_wizard.assessments.facts_in_words import Document
from pe_wizard.assessments.models import Version
from pe_wizard.assessments.presenting import (
    Gate,
    HeadShown,
    ReadingShown,
    Source,
    absent_heads,
    remarks,
    show_gate,
    show_heads,
    show_notes,
    show_readings,
)
from pe_wizard.assessments.timeline import Chart, show_timelines
from pe_wizard.assessments.verdict import Verdict, show_verdict
from treaties import Assessment, FactsError, Note, Treaty, parse_facts


@dataclass(frozen=True)
class ConclusionShown:
    """Everything that a conclusion says, in the language of the page."""

    treaty: Treaty
    document: Document
    as_of: str
    verdict: Verdict
    gate: Gate
    heads: tuple[HeadShown, ...]
    none_on_file: tuple[str, ...]
    no_such_rule: tuple[str, ...]
    charts: tuple[Chart, ...]
    depends: Dependence
    readings: tuple[ReadingShown, ...]
    notes: tuple[Note, ...]
    remarks: tuple[str, ...]


def show_conclusion(
    source: Source, assessment: Assessment | None, today: date | None = None
) -> ConclusionShown:
    """The page of a conclusion. Without `assessment`, the one it was made from, the drawings and
    what each answer would give are left out; without `today`, its mark in the drawings is."""
    heads = show_heads(source)
    depends = show_dependence(source, heads, assessment)
    none_on_file, no_such_rule = absent_heads(source)
    return ConclusionShown(
        treaty=source.treaty,
        document=source.document,
        as_of=source.conclusion["as_of"],
        verdict=show_verdict(source, heads, depends),
        gate=show_gate(source),
        heads=heads,
        none_on_file=tuple(none_on_file),
        no_such_rule=tuple(no_such_rule),
        charts=tuple(_charts(source, heads, assessment, today)),
        depends=depends,
        readings=show_readings(source),
        notes=show_notes(source),
        remarks=remarks(source),
    )


def _charts(
    source: Source,
    heads: tuple[HeadShown, ...],
    assessment: Assessment | None,
    today: date | None,
) -> list[Chart]:
    if assessment is None:
        return []
    documents = {(one["head"], one["subject"]): one for one in source.conclusion["heads"]}
    ordered = [documents[head.head, head.id] for head in heads]
    return show_timelines(heads, assessment, ordered, today, source.nameless)


def assessment_of(version: Version) -> Assessment | None:
    """The assessment of a version made again; None where it no longer comes out the same."""
    try:
        again = treaties.assess(parse_facts(version.facts), version.treaty_file.load())
    except FactsError:
        return None
    then = [
        (head["head"], head["subject"], head["outcome"]) for head in version.conclusion["heads"]
    ]
    now = [(head.head, head.subject, head.outcome) for head in again.heads]
    same = then == now and again.conclusion == version.conclusion["conclusion"]
    return again if same else None

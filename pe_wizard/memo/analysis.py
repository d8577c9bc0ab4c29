"""The law and the reasons: paragraphs restated, then head by head what decides and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.conclusion_page import ConclusionShown
from pe_wizard.assessments.conventions import ConventionRow
from pe_wizard.assessments.presenting import (
    FindingShown,
    Gate,
    HeadShown,
    cited_in,
    paragraph_of,
    threshold_days,
)
from pe_wizard.assessments.timeline import Chart
from pe_wizard.display import day_text, digits, language, semicolon
from pe_wizard.memo.outlook import since
from pe_wizard.memo.picture import lettering, shapes
from pe_wizard.memo.records import Record
from pe_wizard.memo.structure import (
    Block,
    Column,
    Findings,
    Heading,
    Node,
    Paragraph,
    Picture,
    Row,
    Rule,
    Rules,
    Span,
    Table,
    Text,
    outcome_sign,
    said,
)
from pe_wizard.memo.wording import about, cited, outcome
from pe_wizard.templatetags.law import paragraph_label
from pe_wizard.tongue import typed

ROWS_OF_STAYS = 60  # more than these are told by the facts alone

Measure = Mapping[str, Any]


# ---- the law


def law(record: Record, shown: ConclusionShown) -> list[Block]:
    """Every paragraph that a finding cites, with what opens it, restated, in their order."""
    treaty = record.source.treaty
    labels = set(_cited(record, shown))
    labels |= {label[: label.rindex("(")] for label in list(labels) if label.count("(") > 1}
    rules = [
        Rule(paragraph_label(label, treaty), said(paragraph.text.said(language())))
        for label in (*treaty.paragraphs, *treaty.borrowed)
        if label in labels and (paragraph := paragraph_of(treaty, label)) is not None
    ]
    return [
        Heading(1, said(_("Law"))),
        Paragraph(
            said(_("The paragraphs on which the findings rest, restated in our own words.")),
            "lead-in",
        ),
        Rules(tuple(rules)),
    ]


def _cited(record: Record, shown: ConclusionShown) -> Iterator[str]:
    yield from cited_in(shown.gate.findings)
    for head in shown.heads:
        yield from (one.label for one in head.cited)
        yield from cited_in((*head.because, *head.considered))
    for turn in record.conclusion["turns_on"]:
        yield from record.source.treaty.readings[turn["reading"]].paragraphs


# ---- the reasons


def analysis(record: Record, shown: ConclusionShown) -> list[Block]:
    """Whether the treaty applies, then each head with its count, its findings and its timeline."""
    blocks: list[Block] = [Heading(1, said(_("Analysis"))), *_gate(record, shown.gate)]
    measures = {
        (one["head"], one["subject"]): one.get("measure") for one in record.conclusion["heads"]
    }
    charts = {chart.anchor: chart for chart in shown.charts}
    for head in shown.heads:
        measure = measures[head.head, head.id]
        blocks += _head(record, head, measure, charts.get(f"time-{head.anchor}"))
    return blocks


def _gate(record: Record, gate: Gate) -> list[Block]:
    sign = {"applies": "yes", "does_not_apply": "no"}.get(gate.applicability, "open")
    return [
        Heading(2, said(_("Application of the treaty:"), " ", Span(gate.title, sign))),
        Findings(_nodes(record, gate.findings)),
    ]


def head_title(head: HeadShown) -> Text:
    """The head, what it is about, and its outcome."""
    return said(about(head.name, head.subject), "  ", outcome(head.outcome))


def _head(
    record: Record, head: HeadShown, measure: Measure | None, chart: Chart | None
) -> Iterator[Block]:
    yield Heading(2, head_title(head))
    if since(head):
        yield Paragraph(said(since(head)))
    if measure:
        yield _measure(measure)
    yield Findings(_nodes(record, head.because))
    if chart is not None:
        yield Picture(shapes(chart), chart.height, lettering(chart), chart.says, _caption(chart))
        if chart.rows and not chart.rows_left and len(chart.rows) <= ROWS_OF_STAYS:
            yield _stays(chart)
        if chart.conventions:
            yield _conventions(chart)
    if head.considered:
        yield Paragraph(said(_("Considered as well; it does not decide here:")), "lead-in")
        yield Findings(_nodes(record, head.considered), quiet=True)


def _measure(measure: Measure) -> Table:
    counted, most = measure["counted"], measure.get("counted_at_most")
    days = ngettext("%(n)s day", "%(n)s days", counted) % {"n": digits(counted)}
    if most is not None and most != counted:
        days = _("%(counted)s to %(most)s days") % {
            "counted": digits(counted),
            "most": digits(most),
        }
    limit = threshold_days(measure)
    above = _("more than %(n)s days") % {"n": digits(limit)}
    if measure["unit"] == "months":
        months = ngettext("%(n)s month", "%(n)s months", measure["threshold"]) % {
            "n": digits(measure["threshold"])
        }
        above = _("more than %(months)s, here %(n)s days") % {"months": months, "n": digits(limit)}
    columns = [Column(_("Counted"), 3), Column(_("Required"), 5)]
    cells = [said(Span(days, "strong")), said(above)]
    if measure["window"]:
        first, last = (day_text(date.fromisoformat(day)) for day in measure["window"])
        columns.append(Column(_("Period"), 6))
        cells.append(said(_("%(first)s to %(last)s") % {"first": first, "last": last}))
    for key, title in (
        ("exceeded_on", _("Exceeded on")),
        ("threshold_on", _("Passed on, if unbroken")),
    ):
        if measure[key]:
            columns.append(Column(title, 4))
            cells.append(said(day_text(date.fromisoformat(measure[key]))))
    return Table(_("Days counted"), tuple(columns), (Row(tuple(cells)),))


def _caption(chart: Chart) -> Text:
    """The title of the drawing, and how to read it."""
    signs = [_("Filled: days counted.")]
    if chart.has_left_out:
        signs.append(_("Outlined: days left out."))
    if chart.has_maybe:
        signs.append(_("Hatched: days that may count."))
    signs.append(
        _("Line: the count of the twelve months up to each day.")
        if chart.rolling
        else _("Line: the count up to each day.")
    )
    if chart.ahead:
        signs.append(_("Dotted: if it goes on unbroken."))
    if chart.other_lines:
        signs.append(_("Thin line: the count under another reading."))
    signs.append(_("Dashed: the limit."))
    if chart.has_other_crossing:
        signs.append(_("Upright and dotted: passed under another reading."))
    return said(Span(chart.title, "strong"), "\n", Span(" ".join(signs), "quiet"))


def _stays(chart: Chart) -> Table:
    columns = (
        Column(_("What"), 6),
        Column(_("First day"), 4),
        Column(_("Last day"), 4),
        Column(_("Days"), 2),
        Column(_("Counted or not"), 4),
        Column(_("Count on the last day"), 4),
    )
    rows = tuple(
        Row(
            (
                said(typed(row.item)),
                said(day_text(row.first)),
                said(day_text(row.last)),
                said(digits(row.days)),
                said(row.counts),
                said(Span(digits(row.total), "strong" if row.is_above else "")),
            )
        )
        for row in chart.rows
    )
    return Table(_("The days behind the count"), columns, rows)


def _conventions(chart: Chart) -> Table:
    columns = (
        Column(_("Reading"), 5),
        Column(_("Option"), 6),
        Column(_("Counted"), 2),
        Column(_("Limit in days"), 3),
        Column(_("Passed on"), 6),
    )
    rows = tuple(
        Row(
            (
                said(row.reading),
                said(row.option),
                said(Span(digits(row.counted), "strong" if row.is_above else "")),
                said(digits(row.limit)),
                said(_passed(row)),
            )
        )
        for row in chart.conventions
    )
    return Table(_("The count under other readings"), columns, rows)


def _passed(row: ConventionRow) -> str:
    if row.crossing is None:
        return _("not passed")
    if row.goes_on:
        return _("%(day)s, if unbroken") % {"day": day_text(row.crossing)}
    return day_text(row.crossing)


# ---- findings


def _nodes(record: Record, findings: Sequence[FindingShown]) -> tuple[Node, ...]:
    """The findings as their page tells them, step by step."""
    return tuple(
        Node(
            sign=outcome_sign(one.outcome),
            word=str(one.word),
            sentence=said(one.sentence),
            rests_on=_rests_on(record, one),
            parts=_nodes(record, one.parts),
        )
        for one in findings
    )


def _rests_on(record: Record, finding: FindingShown) -> Text:
    spans: list[Span] = []
    if finding.cited is not None:
        spans.append(cited([finding.cited.label], record.source.treaty))
    for fact in finding.facts:
        evidence = semicolon().join(typed(one) for one in fact.evidence)
        if evidence or fact.path.endswith("]"):
            spans.append(Span(evidence or fact.label))
        if fact.contested:
            spans.append(Span(_("contested"), "attn"))
    for reading in finding.readings:
        spans.append(Span(_("reading: %(option)s") % {"option": reading.option}))
    joined: list[Span] = []
    for span in spans:
        joined += [Span(" · "), span] if joined else [span]
    return said(*joined)

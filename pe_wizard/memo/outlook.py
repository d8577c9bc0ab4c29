"""The conclusion and what hangs on it: readings, other answers, what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pe_wizard.assessments.conclusion_page import ConclusionShown
from pe_wizard.assessments.dependence import Dependence, OpenFact
from pe_wizard.assessments.facts_in_words import fact_read
from pe_wizard.assessments.presenting import HeadShown
from pe_wizard.display import semicolon
from pe_wizard.memo.records import Record
from pe_wizard.memo.structure import (
    Block,
    Column,
    Entries,
    Entry,
    Heading,
    Paragraph,
    Row,
    Span,
    Table,
    Text,
    outcome_sign,
    said,
)
from pe_wizard.memo.wording import about, cited, in_lines, named, outcome
from pe_wizard.tongue import long_day, say
from treaties import APPLICABILITY_WORDS, OUTCOME_WORDS

KINDS: dict[str, str | Promise] = {
    "changeable": gettext_lazy("What could be arranged otherwise"),
    "judgement": gettext_lazy("What is a matter of judgement"),
    "past": gettext_lazy("What lies in the past"),
}


def conclusion(record: Record, shown: ConclusionShown) -> list[Block]:
    """The conclusion in sentences, whether the treaty applies, and how far it can be argued."""
    verdict = shown.verdict
    giving = tuple(_giving(record, head) for head in shown.heads if head.outcome == "pe")
    return [
        Heading(1, said(_("Conclusion"))),
        Paragraph(said(Span(verdict.title, outcome_sign(verdict.outcome))), "strong"),
        *(Paragraph(said(sentence)) for sentence in verdict.sentences),
        *([Entries(giving)] if giving else []),
        Paragraph(
            said(
                _applies(record),
                " ",
                _("That stands beside the answer under Article 5 and is no part of it."),
            )
        ),
        Paragraph(said(_postures(shown.depends))),
    ]


def _giving(record: Record, head: HeadShown) -> Entry:
    labels = cited((one.label for one in head.cited), record.source.treaty)
    term = said(about(head.name, head.subject))
    return Entry(term, said(labels, "\n" if since(head) else "", since(head)))


def since(head: HeadShown) -> str:
    """The first and the last day of a permanent establishment, as far as it has them."""
    days = []
    if head.since is not None:
        days.append(_("First day: %(day)s.") % {"day": long_day(head.since)})
    if head.until is not None:
        days.append(_("Last day: %(day)s.") % {"day": long_day(head.until)})
    return " ".join(days)


def _applies(record: Record) -> str:
    return f"{say(APPLICABILITY_WORDS[record.conclusion['applicability']])}."


def _postures(depends: Dependence) -> str:
    best, worst = say(OUTCOME_WORDS[depends.taxpayer]), say(OUTCOME_WORDS[depends.revenue])
    if depends.taxpayer == depends.revenue:
        return _(
            "Every combination of readings, and both values of every contested fact, give the same "
            "conclusion: “%(conclusion)s”."
        ) % {"conclusion": best}
    return _(
        "Over all combinations of readings and both values of every contested fact, the best "
        "conclusion for the taxpayer is “%(best)s”, the worst “%(worst)s”."
    ) % {"best": best, "worst": worst}


# ---- what it turns on


def turns_on(record: Record, depends: Dependence) -> list[Block]:
    """Other options of readings, other answers and contested facts that would change it."""
    blocks: list[Block] = [Heading(1, said(_("What it turns on")))]
    if depends.turns:
        blocks.append(_turns(depends))
    else:
        blocks.append(
            Paragraph(said(_("No other option of a single reading changes the conclusion.")))
        )
    if depends.flips:
        blocks.append(_flips(depends))
    else:
        blocks.append(
            Paragraph(said(_("No other answer to a single known fact changes the conclusion.")))
        )
    contested = [
        path
        for path, note in (record.document.get("annotations") or {}).items()
        if note.get("contested")
    ]
    if contested:
        blocks.append(_contested(record, depends, contested))
    return blocks


def _turns(depends: Dependence) -> Table:
    columns = (
        Column(_("Reading of the text"), 5),
        Column(_("Applied"), 6),
        Column(_("Otherwise"), 6),
        Column(_("Conclusion then"), 4),
    )
    rows = tuple(
        Row(
            (
                said(turn.title),
                said(turn.now, "\n", Span(turn.now_effect, "quiet")),
                said(turn.otherwise, "\n", Span(turn.otherwise_effect, "quiet")),
                outcome(turn.conclusion),
            )
        )
        for turn in depends.turns
    )
    return Table(_("Readings that would change the conclusion"), columns, rows)


def _flips(depends: Dependence) -> Table:
    columns = (
        Column(_("Fact"), 10),
        Column(_("Answer"), 3),
        Column(_("Otherwise"), 3),
        Column(_("Conclusion then"), 5),
    )
    rows: list[Row] = []
    for kind, flips in depends.flips:
        rows.append(Row((said(str(KINDS[kind])),), level=1))
        rows += [
            Row(
                (
                    said(named(flip.read)),
                    said(flip.now),
                    said(flip.otherwise),
                    outcome(flip.conclusion),
                )
            )
            for flip in flips
        ]
    return Table(_("Facts whose other answer would change the conclusion"), columns, tuple(rows))


def _contested(record: Record, depends: Dependence, paths: Sequence[str]) -> Table:
    columns = (
        Column(_("Contested fact, counted as not known"), 8),
        Column(_("What is argued"), 8),
        Column(_("The conclusion then"), 5),
    )
    tried = {
        fact.read.path: fact
        for fact in (*depends.contested, *depends.open_facts, *depends.more_open)
    }
    rows = []
    for path in paths:
        read = fact_read(record.document, path)
        then = _outlooks(tried[path]) if path in tried else said("–")
        rows.append(Row((said(named(read)), said(read.note or "–"), then)))
    return Table(_("Contested facts"), columns, tuple(rows))


# ---- what is missing


def missing(record: Record, depends: Dependence) -> list[Block]:
    """The open facts on which the conclusion depends, most decisive first, and what settles it."""
    heading = Heading(1, said(_("What is missing, and what would settle it")))
    facts = (*depends.open_facts, *depends.more_open)
    if not facts:
        return [
            heading,
            Paragraph(said(_("Nothing that is not known can change the conclusion."))),
            *_open_beside(depends),
        ]
    columns = (
        Column(_("Open question, most decisive first"), 12),
        Column(_("The conclusion then"), 7),
    )
    rows = tuple(Row((_asked(record, one), _outlooks(one))) for one in facts)
    return [
        heading,
        Table(_("Open questions"), columns, rows),
        *_settled(record),
        *_open_beside(depends),
    ]


def _asked(record: Record, one: OpenFact) -> Text:
    contested = said(" ", Span(_("contested"), "attn")) if one.read.contested else ()
    return said(one.question, contested, "\n", cited(one.paragraphs, record.source.treaty))


def _outlooks(one: OpenFact) -> Text:
    lines = [
        said(Span(f"{outlook.answer}: ", "quiet"), outcome(outlook.conclusion))
        for outlook in one.outlooks
    ]
    return in_lines(lines) if lines else said("–")


def _settled(record: Record) -> list[Block]:
    sets = record.conclusion["settled_by"]
    if record.conclusion["conclusion"] != "undetermined" and not sets:
        return []
    if not sets:
        return [
            Paragraph(
                said(
                    _(
                        "No set of yes/no facts and percentages settles it: dates, projects, lists "
                        "or a reading are open."
                    )
                )
            )
        ]
    columns = (Column(_("Once this is known"), 12), Column(_("the conclusion can be"), 7))
    rows = [
        Row(
            (
                in_lines(said(named(fact_read(record.document, path))) for path in one["facts"]),
                in_lines(outcome(value) for value in one["gives"]),
            )
        )
        for one in sets
    ]
    return [Table(_("What would settle the conclusion"), columns, tuple(rows))]


def _open_beside(depends: Dependence) -> list[Block]:
    if not depends.open_beside:
        return []
    names = semicolon().join(named(read) for read in depends.open_beside)
    return [
        Paragraph(
            said(
                _(
                    "Not known as well, under heads that stay open; the conclusion does not depend "
                    "on it:"
                ),
                " ",
                names,
                ".",
            ),
            "quiet",
        )
    ]

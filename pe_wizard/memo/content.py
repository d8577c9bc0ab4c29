"""A memo from a record: the answer first, then facts, law, reasons, and what the answer hangs on.

Texts are in the language of the page; nothing is decided here.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from pe_wizard.assessments.conclusion_page import ConclusionShown, show_conclusion
from pe_wizard.assessments.presenting import HeadShown
from pe_wizard.assessments.shown import NOT_KNOWN
from pe_wizard.display import comma, day_text, digits, isolated, language, party_name
from pe_wizard.memo.analysis import analysis, law
from pe_wizard.memo.closing import notes, readings, receipt, scope
from pe_wizard.memo.facts import facts_relied_on
from pe_wizard.memo.outlook import conclusion, missing, turns_on
from pe_wizard.memo.records import Record
from pe_wizard.memo.structure import (
    Block,
    Column,
    Entries,
    Entry,
    Memo,
    Paragraph,
    Row,
    Span,
    Table,
    Text,
    plain,
    said,
)
from pe_wizard.memo.wording import cited, outcome
from pe_wizard.templatetags.law import language_name
from pe_wizard.tongue import say, typed
from treaties import APPLICABILITY_WORDS


def memo(record: Record) -> Memo:
    """The memo of a version or a draft, in the language of the page."""
    shown = show_conclusion(record.source, record.assessment)
    state = party_name(record.document["source_state"], record.source.treaty.code)
    reference = record.client_file.reference
    is_draft = record.number is None
    if is_draft:
        file_name = _("%(client)s, draft") % {"client": isolated(reference)}
    else:
        file_name = _("%(client)s, version %(number)s") % {
            "client": isolated(reference),
            "number": digits(record.number),
        }
    about = _("Memo on Article 5, %(treaty)s") % {"treaty": _parties(record)}
    return Memo(
        language=language(),
        is_draft=is_draft,
        title=_clean(f"{about}. {file_name}"),
        running=(_clean(about), _clean(file_name)),
        foot=_clean(f"{file_name} · {record.source.treaty.code}"),
        draft_mark=_("Draft") if is_draft else "",
        question=said(
            _("Is there a permanent establishment in %(state)s under Article 5?") % {"state": state}
        ),
        outcome=shown.verdict.outcome,
        verdict=shown.verdict.title,
        opening=(
            *(Paragraph(said(" ".join(shown.verdict.sentences)), "lede"),),
            *_left_out(record),
            *_another_language(record),
            _particulars(record),
            *_summary(record, shown),
        ),
        blocks=(
            *facts_relied_on(record),
            *law(record, shown),
            *analysis(record, shown),
            *conclusion(record, shown),
            *turns_on(record, shown.depends),
            *missing(record, shown.depends),
            *readings(record, shown),
            *notes(record, shown),
            *scope(record),
            *receipt(record),
        ),
        page_of=_("page {page} of {pages}"),
        author=_clean(record.prepared_by),
        made_at="" if is_draft else record.prepared_at.isoformat(timespec="seconds"),
    )


def _clean(text: str) -> str:
    """A line of its own, for the name of the document and the head and foot of each page."""
    return plain(said(" ".join(text.split())))


def _parties(record: Record) -> str:
    return " – ".join(
        party_name(state, record.source.treaty.code) for state in record.source.treaty.parties
    )


def _left_out(record: Record) -> list[Block]:
    if not record.left_out:
        return []
    text = _("%(n)s entries of the draft cannot be read and are left out.")
    return [Paragraph(said(Span(text % {"n": digits(record.left_out)}, "attn")))]


def _another_language(record: Record) -> list[Block]:
    if record.completed_in in ("", language()):
        return []
    text = _(
        "Completed in %(completed)s and printed here in %(printed)s. The sentences are made anew "
        "from the same findings; the receipt is for the version as it was completed."
    )
    names = {
        "completed": language_name(record.completed_in),
        "printed": language_name(language()),
    }
    return [Paragraph(said(Span(text % names, "attn")))]


def _particulars(record: Record) -> Entries:
    document = record.document
    client = record.client_file
    at = timezone.localtime(record.prepared_at)
    applicability = record.conclusion["applicability"]
    sign = {"applies": "", "does_not_apply": "attn"}.get(applicability, "attn")
    direction = _("resident of %(residence)s, acting in %(state)s") % {
        "residence": party_name(document["residence_state"], document["treaty"]),
        "state": party_name(document["source_state"], document["treaty"]),
    }
    rows = [
        Entry(said(_("Client")), said(typed(client.reference), comma(), typed(client.name))),
        Entry(
            said(_("Treaty")),
            said(
                record.source.treaty.title.said(language()),
                f" ({record.source.treaty.code})\n",
                Span(direction, "quiet"),
            ),
        ),
        Entry(said(_("Application")), said(Span(say(APPLICABILITY_WORDS[applicability]), sign))),
        Entry(said(_("As of")), said(_day(document["as_of"]))),
    ]
    period: Any = document.get("tax_period") or {}
    if period.get("from") or period.get("to"):
        text = _("%(first)s to %(last)s") % {
            "first": _day(period.get("from")),
            "last": _day(period.get("to")),
        }
        rows.append(Entry(said(_("Tax period")), said(text)))
    term = _("Prepared by") if record.number is not None else _("Last saved by")
    prepared = said(typed(record.prepared_by), comma(), day_text(at.date()))
    rows.append(Entry(said(term), prepared))
    if record.sign_off is not None:
        by, at = record.sign_off.by, timezone.localtime(record.sign_off.at)
        rows.append(Entry(said(_("Signed off by")), said(typed(by), comma(), day_text(at.date()))))
    return Entries(tuple(rows), whole=True)


def _day(value: str | None) -> str:
    return day_text(date.fromisoformat(value)) if value else str(NOT_KNOWN)


def _summary(record: Record, shown: ConclusionShown) -> list[Block]:
    columns = (
        Column(_("Head"), 20),
        Column(_("Outcome"), 18),
        Column(_("Since"), 19),
        Column(_("Counted"), 19),
        Column(_("Paragraphs"), 14),
    )
    rows = tuple(_head(record, head) for head in shown.heads)
    blocks: list[Block] = [Table(_("Outcome under each head"), columns, rows)] if rows else []
    absent = []
    if shown.none_on_file:
        heads = comma().join(shown.none_on_file)
        absent.append(_("Nothing on file: %(heads)s.") % {"heads": heads})
    if shown.no_such_rule:
        heads = comma().join(shown.no_such_rule)
        absent.append(_("No such rule in this treaty: %(heads)s.") % {"heads": heads})
    if absent:
        blocks.append(Paragraph(said(" ".join(absent)), "quiet"))
    return blocks


def _head(record: Record, head: HeadShown) -> Row:
    name: Text = said(Span(head.name, "strong"))
    if head.subject:
        name = said(name, "\n", Span(typed(head.subject), "quiet"))
    days = "–"
    if head.since is not None:
        days = day_text(head.since)
        if head.until is not None:
            days = _("%(first)s to %(last)s") % {"first": days, "last": day_text(head.until)}
    labels = cited((one.label for one in head.cited), record.source.treaty)
    measure = head.measure.text if head.measure is not None else "–"
    return Row((name, outcome(head.outcome), said(days), said(measure), said(labels)))

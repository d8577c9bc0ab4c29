"""The end of a memo: readings applied, peculiarities of the text, what it answers, its receipt."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from pe_wizard.assessments.conclusion_page import ConclusionShown
from pe_wizard.assessments.presenting import ReadingShown
from pe_wizard.assessments.reviewing import SignOff
from pe_wizard.display import comma, day_text, digits, language
from pe_wizard.library.presenting import Standing, standing_of
from pe_wizard.library.wording import PROTOCOL
from pe_wizard.memo.records import Record
from pe_wizard.memo.structure import (
    Block,
    Column,
    Entries,
    Entry,
    Heading,
    Paragraph,
    Row,
    Rule,
    Rules,
    Signatures,
    Span,
    Table,
    Text,
    said,
)
from pe_wizard.memo.wording import cited
from pe_wizard.templatetags.law import digest_groups, language_name, partial_day
from pe_wizard.tongue import typed


def readings(record: Record, shown: ConclusionShown) -> list[Block]:
    """Every reading of the treaty as it was applied: by default or chosen, and why."""
    columns = (Column(_("Reading"), 6), Column(_("Applied"), 8), Column(_("Why"), 8))
    rows = tuple(Row((_reading(record, one), _option(one), _why(one))) for one in shown.readings)
    heading = Heading(1, said(_("Readings and conventions")))
    if not rows:
        return [heading, Paragraph(said(_("The treaty file names no point that is left open.")))]
    return [heading, Table(_("Readings and conventions"), columns, rows)]


def _reading(record: Record, one: ReadingShown) -> Text:
    return said(one.title, "\n", cited(one.paragraphs, record.source.treaty))


def _option(one: ReadingShown) -> Text:
    chosen = "" if one.is_default else "strong"
    return said(Span(one.option, chosen), "\n", Span(one.effect, "quiet"))


def _why(one: ReadingShown) -> Text:
    why = one.why.said(language())
    if one.is_default:
        return said(Span(_("Default"), "strong"), "\n", why)
    reason = one.reason or _("No reason is on file.")
    return said(
        Span(_("Chosen instead of the default"), "attn"), "\n", reason, "\n", Span(why, "quiet")
    )


def notes(record: Record, shown: ConclusionShown) -> list[Block]:
    """The peculiarities of the text that the facts touch, and what decides nothing by itself."""
    heading = Heading(1, said(_("Notes on the text")))
    touched = shown.notes
    beside: list[Block] = []
    if not any(note.touched_by for note in touched):  # such notes say the same, from the text
        beside += [Paragraph(said(remark)) for remark in shown.remarks]
    if not touched:
        return [
            heading,
            *(beside or [Paragraph(said(_("No peculiarity of the text is touched.")))]),
        ]
    rules = []
    for note in touched:
        labels = cited(note.paragraphs, record.source.treaty)
        rules.append(Rule(note.code, said(note.text.said(language()), " ", labels)))
    return [heading, *beside, Rules(tuple(rules))]


def scope(record: Record) -> list[Block]:
    """What the memo answers, and the text and the standing of the treaty that it rests on."""
    treaty = record.source.treaty
    rests = _("It rests on the text in this language: %(language)s.") % {
        "language": language_name(treaty.read_from)
    }
    if treaty.prevails == "unknown":
        prevails = _("The text in hand does not say which language prevails.")
    else:
        prevails = _("The language that prevails: %(language)s.") % {
            "language": language_name(treaty.prevails)
        }
    paragraphs = [
        Paragraph(
            said(
                _("This memo answers Article 5 only: whether there is a permanent establishment."),
                " ",
                rests,
                " ",
                prevails,
                " ",
                _("Paragraphs are restated in our own words; they are no official text."),
            )
        )
    ]
    if treaty.text_note is not None:
        paragraphs.append(Paragraph(said(treaty.text_note.said(language()))))
    if treaty.beyond is not None:
        paragraphs.append(Paragraph(said(treaty.beyond.said(language()))))
    rows = [_standing(one) for one in standing_of(treaty)]
    rows.append(Entry(said(_("Protocol")), said(str(PROTOCOL[treaty.protocol]))))
    return [Heading(1, said(_("Scope, and the text relied on"))), *paragraphs, Entries(tuple(rows))]


def _standing(one: Standing) -> Entry:
    term = f"{one.name}: {one.state}" if one.state else str(one.name)
    return Entry(
        said(term),
        said(
            str(_partial_day(one.dated.date)),
            f" ({one.certainty})",
            "\n",
            Span(one.dated.source.said(language()), "quiet"),
        ),
    )


def _partial_day(value: str | None) -> str:
    """A day of which only the year or the month may be known."""
    if value and len(value) == len("2011-12-08"):
        return day_text(date.fromisoformat(value))
    return str(partial_day(value))


def receipt(record: Record) -> list[Block]:
    """The receipt of a version, with lines to sign on; for a draft, that it has none."""
    made = record.receipt
    if made is None:
        return [
            Heading(1, said(_("Draft"))),
            Paragraph(
                said(
                    _(
                        "This is a draft. Answers can still change, nothing was completed, and "
                        "there is no receipt."
                    )
                )
            ),
        ]
    before = digest_groups(made.previous_sha256) or _("None: the first of this client file")
    rows = (
        Entry(said(_("This version, SHA-256")), said(Span(digest_groups(made.sha256), "code"))),
        Entry(
            said(_("Version before it in this client file")),
            said(Span(before, "code" if made.previous_sha256 else "")),
        ),
        Entry(
            said(_("Treaty file %(code)s") % {"code": record.source.treaty.code}),
            said(Span(digest_groups(record.conclusion["treaty_digest"]), "code")),
        ),
        Entry(said(_("Place in this client file")), said(digits(made.position))),
        Entry(
            said(_("Completed")),
            said(typed(record.prepared_by), comma(), _at(record.prepared_at)),
        ),
        Entry(said(_("Made with")), said(f"PE Wizard {made.product_version}")),
    )
    lines = Signatures((_("Adviser, date"), _("Partner, date")))
    signed = () if record.sign_off is None else _signed(record.sign_off)
    return [
        Heading(1, said(_("Sign-off and receipt"))),
        Entries((*signed, *rows), whole=True),
        *(() if signed else (lines,)),
    ]


def _signed(sign_off: SignOff) -> tuple[Entry, ...]:
    """Who signed, when, for which hash, and what was said with it."""
    text = ("\n", sign_off.text) if sign_off.text else ()
    return (
        Entry(said(_("Signed off")), said(typed(sign_off.by), comma(), _at(sign_off.at), *text)),
        Entry(said(_("Signed for, SHA-256")), said(Span(digest_groups(sign_off.sha256), "code"))),
    )


def _at(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return f"{day_text(local.date())}{comma()}{digits(local.strftime('%H:%M'))} {local.tzname()}"

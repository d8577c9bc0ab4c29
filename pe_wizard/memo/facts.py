"""The facts relied on, item by item: what each is called, how it was answered, what shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.facts_in_words import answer_in_words, fact_label, item_name
from pe_wizard.assessments.shown import FRAME, NOT_KNOWN
from pe_wizard.display import day_text, digits, semicolon
from pe_wizard.memo.records import READING, Record
from pe_wizard.memo.structure import Block, Column, Heading, Paragraph, Row, Span, Table, Text, said
from pe_wizard.tongue import say, typed
from treaties import LISTS, SECTIONS, FactsError, get_fact, parse_path

PARTS = {"activities": "places", "agent": "agents"}  # sections told with the list they belong to
DATES = ("from", "to")
MOST_ROWS = 200  # of days of one item, printed in full


def facts_relied_on(record: Record) -> list[Block]:
    """Every fact that was used, grouped by section and item."""
    rows = tuple(_rows(record))
    heading = Heading(1, said(_("Facts relied on")))
    if not rows:
        return [heading, Paragraph(said(_("No fact was given.")))]
    columns = (Column(_("Fact"), 9), Column(_("Answer"), 7), Column(_("Evidence and notes"), 6))
    return [heading, Table(_("Facts relied on"), columns, rows)]


def _rows(record: Record) -> Iterator[Row]:
    sections: dict[str, dict[tuple[str, str], list[Mapping[str, Any]]]] = {}
    for entry in record.questions:
        if entry["path"].startswith(READING) or _stands_elsewhere(record, entry["path"]):
            continue
        section = entry["section"].partition("-")[0]
        items = sections.setdefault(PARTS.get(section, section), {})
        items.setdefault(_item(entry["path"]), []).append(entry)
    for section, items in sections.items():
        yield Row((said(_title(record, section)),), level=1)
        for (list_name, item_id), entries in items.items():
            if item_id:
                yield Row((said(typed(item_name(record.document, list_name, item_id))),), level=2)
            yield from _of_item(record, entries)


def _of_item(record: Record, entries: list[Mapping[str, Any]]) -> Iterator[Row]:
    """The facts of an item; of very many rows of days the first, and those with a note."""
    days = folded = 0
    for entry in entries:
        if entry["path"].endswith("]"):
            days += 1
            if days > MOST_ROWS and not any(_noted(record, entry["path"])):
                folded += 1
                continue
        yield _row(record, entry)
    if folded:
        text = ngettext(
            "%(n)s more row of days was relied on. It stands in the facts of the assessment and is "
            "not printed here.",
            "%(n)s more rows of days were relied on. They stand in the facts of the assessment and "
            "are not printed here.",
            folded,
        )
        yield Row((said(""), said(Span(text % {"n": digits(folded)}, "quiet")), said("")))


def _stands_elsewhere(record: Record, path: str) -> bool:
    """What the head of the memo says, names that head their group, and lists told item by item."""
    if path in (record.document.get("annotations") or {}):
        return False
    if path in FRAME or (path.endswith("].name") and path.count("[") == 1):
        return True
    return path in LISTS and bool(record.document.get(path))


def _title(record: Record, section: str) -> str:
    return say(SECTIONS[section].title) if section in SECTIONS else section


def _item(path: str) -> tuple[str, str]:
    """The list and the id of the item a path leads through; twice "" for a fact of no item."""
    list_name, bracket, rest = path.partition("[")
    return (list_name, rest.partition("]")[0]) if bracket else ("", "")


def _row(record: Record, entry: Mapping[str, Any]) -> Row:
    path, answer = entry["path"], entry["answer"]
    noted, words = list(_noted(record, path)), typed(answer)
    if any(note.get("contested") for note in noted):
        shown = said(
            Span(_("Contested"), "attn"),
            "\n",
            Span(_("answered: %(answer)s") % {"answer": words}, "quiet"),
        )
    else:
        known = "attn" if answer == str(NOT_KNOWN) else ""
        shown = _period(record, path) or said(Span(words, known))
    return Row((said(_label(record, entry)), shown, _evidence(noted)))


def _label(record: Record, entry: Mapping[str, Any]) -> str:
    """The short name of the fact; the question as it was asked, where the product has no other."""
    try:
        _name, label = fact_label(record.document, entry["path"])
    except (FactsError, LookupError):
        return str(entry["question"])
    return f"{label[:1].upper()}{label[1:]}" if label.isascii() else label


def _noted(record: Record, path: str) -> Iterator[Mapping[str, Any]]:
    """What was noted on the fact; for a row of dates, on anything in it as well."""
    for of, note in (record.document.get("annotations") or {}).items():
        if of == path or (path.endswith("]") and of.startswith(f"{path}.")):
            yield note


def _evidence(noted: list[Mapping[str, Any]]) -> Text:
    evidence = semicolon().join(typed(one) for note in noted for one in note.get("evidence") or ())
    notes = "\n".join(typed(note["note"]) for note in noted if note.get("note"))
    return said(evidence, "\n" if evidence and notes else "", Span(notes, "quiet"))


def _period(record: Record, path: str) -> Text:
    """A row of dates as a period, with what else is known of it; nothing for any other fact."""
    try:
        row = get_fact(dict(record.document), path) if parse_path(path).names_item else None
    except (FactsError, LookupError):
        return ()
    if not isinstance(row, dict) or row.keys().isdisjoint(DATES):
        return ()
    first, last = _day(row.get("from")), _day(row.get("to"))
    if "to" in row and row["to"] is None:
        period = _("%(first)s, still going on") % {"first": first}
    else:
        period = _("%(first)s to %(last)s") % {"first": first, "last": last}
    more = [
        _("%(label)s: %(answer)s") % _said_of(record, f"{path}.{name}", value)
        for name, value in row.items()
        if name not in DATES and value is not None and (name, value) != ("worked", True)
    ]
    return said(period, "\n" if more else "", Span(semicolon().join(more), "quiet"))


def _said_of(record: Record, path: str, value: Any) -> dict[str, str]:
    label = fact_label(record.document, path)[1].rpartition(" (")[0]
    return {"label": label, "answer": typed(answer_in_words(record.document, path, value))}


def _day(value: str | None) -> str:
    return day_text(date.fromisoformat(value)) if value else str(NOT_KNOWN)

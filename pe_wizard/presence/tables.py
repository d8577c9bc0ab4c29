"""The stays of a draft as a table, and the faulty rows of a table as it was sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from pe_wizard.assessments.documents import Document, items
from pe_wizard.presence import cells
from pe_wizard.presence.columns import BY, HEADINGS
from pe_wizard.presence.models import Import
from pe_wizard.presence.places import engagements, enterprises
from pe_wizard.presence.rows import key_of
from pe_wizard.presence.wording import fault_text
from pe_wizard.presence.writing import Cell

DIRECTIONS = re.compile("[\u2066-\u2069\u200e\u200f]")


def stays(document: Document) -> Iterator[Sequence[Cell]]:
    """Headings, then every stay of every engagement, as an import reads them back.

    The column of enterprises is there where a stay is one of another enterprise.
    """
    where, who = engagements(document), enterprises(document)
    by_others = any(
        stay.get("by") for one in items(document, "services") for stay in one.get("periods") or ()
    )
    columns = [role for role in HEADINGS if role != BY or by_others]
    yield [str(HEADINGS[role]) for role in columns]
    for one in items(document, "services"):
        project = where.written(one["id"])
        for stay in one.get("periods") or ():
            if not stay:
                continue
            first, last, person, worked, note, by = key_of(stay)
            row: list[Cell] = [
                person,
                _day(cells.NOT_KNOWN if first is None else first),
                _day(cells.written_last(last)),
                project,
                cells.written_worked(worked),
                note,
            ]
            if by_others:
                row.append(who.written(by) if by in who.items else by)
            yield row


def _day(text: Any) -> Cell:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return str(text)


def _plain(text: str) -> str:
    """The text without the marks of direction that a page has and a cell would keep unseen."""
    return DIRECTIONS.sub("", text)


def faulty(table: Import, document: Document) -> Iterator[Sequence[Cell]]:
    """The rows with a fault as they stood in the file, each with what is wrong with it."""
    width = len(table.columns)
    heading = [*table.about.get("headings", []), *[""] * width][:width]
    yield [*heading, _("Row"), _("What is wrong")]
    for part in table.parts.filter(faulty__gt=0).order_by("number").iterator(chunk_size=1):
        for row in part.rows:
            if row.faults and not row.there:
                those = [*row.cells, *[""] * width][:width]
                said = _plain(" ".join(fault_text(fault, document) for fault in row.faults))
                yield [*those, row.number, said]

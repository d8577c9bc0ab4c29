"""The list of assessments as CSV and as a workbook: what was asked for, row by row.

A text that a spreadsheet would take for a formula gets an apostrophe before it, in both; numbers
and days are numbers and days.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from pe_wizard.lists.models import Listed
from pe_wizard.memo.lists import MARK_OF_UTF_8, inert

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
COLUMNS = (
    "client", "client_name", "treaty", "residence_state", "source_state", "version", "as_of",
    "conclusion", "applicability", "review", "adviser", "open_draft", "changed_at", "sha256",
)  # fmt: skip
WIDTHS = {"client_name": 30, "adviser": 20, "changed_at": 22, "sha256": 66}
WIDTH = 14


def rows(those: Iterable[Listed]) -> Iterator[dict[str, Any]]:
    """The rows by column; None for what there is not."""
    for one in those:
        yield {
            "client": one.client_file.reference,
            "client_name": one.client_file.name,
            "treaty": one.treaty_code,
            "residence_state": one.residence_state,
            "source_state": one.source_state,
            "version": one.number,
            "as_of": one.as_of,
            "conclusion": one.conclusion or None,
            "applicability": one.summary.get("applicability"),
            "review": one.review,
            "adviser": str(one.adviser),
            "open_draft": "yes" if one.draft_id else "no",
            "changed_at": timezone.localtime(one.changed_at).isoformat(timespec="seconds"),
            "sha256": one.version.sha256 if one.version else None,
        }


def as_csv(those: Iterable[Listed]) -> str:
    """With a row of names first, and the mark without which a spreadsheet mistakes the letters."""
    written = io.StringIO()
    written.write(MARK_OF_UTF_8)
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for row in rows(those):
        writer.writerow([_plain(row[name]) for name in COLUMNS])
    return written.getvalue()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else inert(value)


def as_xlsx(those: Iterable[Listed]) -> bytes:
    """A workbook with one sheet, its row of names fixed above the others."""
    workbook = Workbook(write_only=True)
    sheet: Any = workbook.create_sheet("assessments")
    sheet.freeze_panes = "A2"
    for at, name in enumerate(COLUMNS):
        sheet.column_dimensions[chr(ord("A") + at)].width = WIDTHS.get(name, WIDTH)
    sheet.append([_heading(sheet, name) for name in COLUMNS])
    for row in rows(those):
        sheet.append([_cell(sheet, row[name]) for name in COLUMNS])
    written = io.BytesIO()
    workbook.save(written)
    return written.getvalue()


def _heading(sheet: Any, name: str) -> Any:
    cell = WriteOnlyCell(sheet, name)
    cell.font = Font(bold=True)
    return cell


def _cell(sheet: Any, value: Any) -> Any:
    if value is None or isinstance(value, (int, date)):
        return value
    cell = WriteOnlyCell(sheet, inert(value))
    cell.data_type = "s"
    return cell

"""Tables as CSV and XLSX that no spreadsheet runs, written row by row.

In CSV a text that would be a formula gets an apostrophe before it, and reading takes it off again;
in XLSX every text is a text by its type. Days are days in both.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import BytesIO, StringIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from pe_wizard.text import FORBIDDEN

MARK_OF_UTF_8 = "\ufeff"  # without it a spreadsheet takes Persian and Georgian for something else
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_ROWS_AT_ONCE = 2_000

# Signs that begin a formula in a spreadsheet, full-width ones and those behind blanks too, and
# apostrophes before them.
_FORMULA = re.compile(r"'*\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20\t\r\n]")
_GUARDED = re.compile(r"'+\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20\t\r\n]")

Cell = str | date | int


def guarded(text: str) -> str:
    """The text as a cell of CSV that no spreadsheet runs."""
    return f"'{text}" if _FORMULA.match(text) else text


def without_guard(text: str) -> str:
    """The text that `guarded` was given."""
    return text[1:] if _GUARDED.match(text) else text


def as_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The rows as CSV."""
    written = StringIO()
    written.write(MARK_OF_UTF_8)
    writer = csv.writer(written)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return written.getvalue().encode()


def as_xlsx(rows: Iterable[Sequence[Cell]], *, title: str, right_to_left: bool) -> bytes:
    """The rows as a workbook with one sheet, the first of them as its headings."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED, compresslevel=3) as book:
        for name, content in _PARTS.items():
            book.writestr(name, content % {"title": escape(title[:31], _QUOTES)})
        with book.open("xl/worksheets/sheet1.xml", "w") as sheet:
            for piece in _sheet(rows, right_to_left):
                sheet.write(piece.encode())
    return written.getvalue()


def _sheet(rows: Iterable[Sequence[Cell]], right_to_left: bool) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"'
        f' rightToLeft="{int(right_to_left)}"><pane ySplit="1" topLeftCell="A2" '
        'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        '<cols><col min="1" max="50" width="18" customWidth="1"/></cols><sheetData>'
    )
    piece: list[str] = []
    for number, row in enumerate(rows, 1):
        style = ' s="2"' if number == 1 else ""
        cells = "".join(_cell(cell, style) for cell in row)
        piece.append(f'<row r="{number}">{cells}</row>')
        if len(piece) >= _ROWS_AT_ONCE:
            yield "".join(piece)
            piece.clear()
    yield "".join(piece) + "</sheetData></worksheet>"


def _cell(cell: Cell, style: str) -> str:
    if isinstance(cell, date):
        if cell < _FIRST_SURE_DAY:
            return _cell(cell.isoformat(), style)
        return f'<c s="1"><v>{(cell - _DAY_ZERO).days}</v></c>'
    if isinstance(cell, int):
        return f"<c{style}><v>{cell}</v></c>"
    if not cell:
        return f"<c{style}/>"
    text = escape(FORBIDDEN.sub("", cell))
    return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{text}</t></is></c>'


_QUOTES = {'"': "&quot;"}
_DAY_ZERO = date(1899, 12, 30)
_FIRST_SURE_DAY = date(1900, 3, 1)  # before it spreadsheets disagree
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'{_DECLARATION}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    f'ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_RELATED}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'{_DECLARATION}<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}"><sheets>'
    '<sheet name="%(title)s" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_RELATED}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_RELATED}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'{_DECLARATION}<styleSheet xmlns="{_MAIN}">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/>'
    '<xf fontId="1" applyFont="1"/></cellXfs><cellStyles count="1">'
    '<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}

"""XLSX as a source of rows. The first visible sheet with rows is read, in one pass over its XML.

The file is not trusted: no part is unpacked beyond a limit, none may declare entities, and of the
sheet only as much is held as the piece that is asked for.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from io import BytesIO
from typing import IO, Any
from xml.etree import ElementTree as ET
from zipfile import BadZipFile, ZipFile

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

from pe_wizard.presence.sources import MOST_COLUMNS, Piece, Unreadable

LARGEST_SHEET = 400 * 1024 * 1024  # unpacked
LARGEST_TEXTS = 64 * 1024 * 1024  # of all cells that share their texts
LARGEST_PART = 8 * 1024 * 1024
LARGEST_ROW = 1024 * 1024
MOST_PARTS = 2_000
_BLOCK = 256 * 1024
_HEAD = 64 * 1024
_ENCRYPTED_OR_OLD = b"\xd0\xcf\x11\xe0"
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SHEET_DATA = re.compile(rb"<(\w+:)?sheetData\s*(/?)>")
_FIRST_DAY = date(1899, 12, 30)
_FIRST_DAY_1904 = date(1904, 1, 1)
_DATE_IDS = frozenset((*range(14, 23), *range(27, 37), *range(50, 59)))
_YEARS = range(1900, 2201)


@dataclass(frozen=True)
class _Sheet:
    name: str
    path: str
    head: bytes  # its XML up to the first row
    start: int
    row_end: bytes


@dataclass
class Workbook:
    """The first sheet with rows of an XLSX file. Raises Unreadable for what is none."""

    content: bytes
    _zip: ZipFile = field(init=False)

    def __post_init__(self) -> None:
        if self.content.startswith(_ENCRYPTED_OR_OLD):
            raise Unreadable("protected")
        try:
            self._zip = ZipFile(BytesIO(self.content))
            if len(self._zip.infolist()) > MOST_PARTS:
                raise Unreadable("too_much")
            self._sheet, self.other_sheets = self._first_with_rows()
        except (BadZipFile, KeyError, ET.ParseError, ValueError, NotImplementedError,
                OSError, EOFError, zlib.error):  # fmt: skip
            raise Unreadable("no_workbook") from None

    @property
    def length(self) -> int:
        """The bytes of the sheet, unpacked."""
        return self._zip.getinfo(self._sheet.path).file_size

    @property
    def about(self) -> dict[str, Any]:
        """Which sheet is read, and how many others with rows are not."""
        return {"sheet": self._sheet.name, "other_sheets": self.other_sheets}

    def read(self, place: int, position: int, most: int) -> Piece:
        """Rows by their own numbers; `place` counts bytes of the unpacked sheet."""
        try:
            return self._read(place or self._sheet.start, position, most)
        except (BadZipFile, ET.ParseError, EOFError, zlib.error, ValueError):
            raise Unreadable("broken", row=position + 1) from None

    def _read(self, place: int, position: int, most: int) -> Piece:
        rows: list[tuple[int, list[str]]] = []
        parser: Any = ET.XMLPullParser(["end"])
        parser.feed(self._sheet.head)
        end, buffer = self._sheet.row_end, b""
        with self._open(self._sheet.path, LARGEST_SHEET) as sheet:
            _skip(sheet, place)
            while len(rows) < most and (block := sheet.read(_BLOCK)):
                buffer += block
                cut = buffer.rfind(end) + len(end)
                if cut < len(end):
                    if len(buffer) > LARGEST_ROW:
                        raise Unreadable("broken", row=position + 1)
                    continue
                parser.feed(buffer[:cut])
                place, buffer = place + cut, buffer[cut:]
                read = list(self._rows(parser, position))
                rows += [(number, cells) for number, cells in read if any(cells)]
                position = read[-1][0] if read else position
        return Piece(rows, place, position)

    def _rows(self, parser: Any, position: int) -> Iterator[tuple[int, list[str]]]:
        for _event, element in parser.read_events():
            if not element.tag.endswith("}row") and element.tag != "row":
                continue
            number = element.get("r", "")
            position = int(number) if number.isdecimal() else position + 1
            yield position, self._cells(element)
            element.clear()

    def _cells(self, row: ET.Element) -> list[str]:
        cells: list[str] = []
        at = -1
        for cell in row:
            found = _REFERENCE.match(cell.get("r", ""))
            at = _index(found[1]) if found else at + 1
            if at >= MOST_COLUMNS:
                break
            cells.extend([""] * (at + 1 - len(cells)))
            cells[at] = self._text(cell).strip()
        return cells

    def _text(self, cell: ET.Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return _texts(cell)
        value = next((one.text or "" for one in cell if one.tag.endswith("v")), "")
        if kind == "s":
            at = int(value) if value.isdecimal() else len(self._shared)
            return self._shared[at] if at < len(self._shared) else ""
        if kind == "d":
            return value[:10]
        if kind == "b":
            return {"1": "true", "0": "false"}.get(value, value)
        if kind == "n" and value:
            return self._number(value, cell.get("s", ""))
        return value

    def _number(self, value: str, style: str) -> str:
        try:
            number = float(value)
            if style.isdecimal() and int(style) in self._date_styles:
                day = self._first_day + timedelta(days=int(number))
                if number < 60 and self._first_day == _FIRST_DAY:
                    day += timedelta(days=1)  # the spreadsheet's 29 February 1900
                return day.isoformat() if day.year in _YEARS else value
            return str(int(number)) if number.is_integer() and abs(number) < 1e15 else value
        except (ValueError, OverflowError):
            return value

    # ---- the other parts of the file

    def _open(self, path: str, largest: int) -> IO[bytes]:
        if self._zip.getinfo(path).file_size > largest:
            raise Unreadable("too_much")
        return self._zip.open(path)

    def _part(self, path: str, largest: int = LARGEST_PART) -> ET.Element:
        with self._open(path, largest) as part:
            content = part.read()
        if b"<!DOCTYPE" in content[:_HEAD] or b"<!ENTITY" in content[:_HEAD]:
            raise Unreadable("no_workbook")
        return ET.fromstring(content)  # noqa: S314 - without a document type there are no entities

    @cached_property
    def _book_path(self) -> str:
        for one in self._part("_rels/.rels"):
            if one.get("Type", "").endswith("/officeDocument"):
                return one.get("Target", "").lstrip("/")
        raise KeyError("workbook")

    @cached_property
    def _book(self) -> ET.Element:
        return self._part(self._book_path)

    def _related(self, kind: str) -> dict[str, str]:
        """The parts of one kind that the workbook names: id and path."""
        folder, _, name = self._book_path.rpartition("/")
        related = self._part(f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels")
        return {
            one.get("Id", ""): _joined(folder, one.get("Target", ""))
            for one in related
            if one.get("Type", "").endswith(f"/{kind}")
        }

    def _first_with_rows(self) -> tuple[_Sheet, int]:
        paths = self._related("worksheet")
        filled = []
        for one in _named(self._book, "sheet"):
            identity = next((v for k, v in one.attrib.items() if k.endswith("}id")), "")
            if one.get("state", "visible") != "visible" or identity not in paths:
                continue
            sheet = self._sheet_at(one.get("name", ""), paths[identity])
            if sheet is not None:
                filled.append(sheet)
        if not filled:
            raise Unreadable("empty")
        return filled[0], len(filled) - 1

    def _sheet_at(self, name: str, path: str) -> _Sheet | None:
        with self._open(path, LARGEST_SHEET) as sheet:
            head = sheet.read(_HEAD)
        found = _SHEET_DATA.search(head)
        if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
            raise Unreadable("no_workbook")
        prefix = (found[1] or b"") if found else b""
        if found is None or found[2] or b"<" + prefix + b"row" not in head[found.end() :]:
            return None
        return _Sheet(name, path, head[: found.end()], found.end(), b"</" + prefix + b"row>")

    @cached_property
    def _shared(self) -> list[str]:
        paths = list(self._related("sharedStrings").values())
        if not paths or paths[0] not in self._zip.namelist():
            return []
        return [_texts(one) for one in self._part(paths[0], LARGEST_TEXTS)]

    @cached_property
    def _date_styles(self) -> frozenset[int]:
        """The numbers of the cell styles that show a number as a day."""
        paths = list(self._related("styles").values())
        if not paths or paths[0] not in self._zip.namelist():
            return frozenset()
        styles = self._part(paths[0])
        formats = {
            one.get("numFmtId", ""): one.get("formatCode", "") for one in _named(styles, "numFmt")
        }
        cells = next(_named(styles, "cellXfs"), None)
        return frozenset(
            at
            for at, one in enumerate(cells if cells is not None else ())
            if _shows_days(one.get("numFmtId", "0"), formats)
        )

    @cached_property
    def _first_day(self) -> date:
        said = next(_named(self._book, "workbookPr"), None)
        since_1904 = said is not None and said.get("date1904", "0") in ("1", "true")
        return _FIRST_DAY_1904 if since_1904 else _FIRST_DAY


def _shows_days(number: str, formats: dict[str, str]) -> bool:
    if number in formats:
        return bool(is_date_format(formats[number]))
    if not number.isdecimal():
        return False
    return int(number) in _DATE_IDS or bool(is_date_format(BUILTIN_FORMATS.get(int(number), "")))


def _joined(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return f"{folder}/{target}" if folder else target


def _named(owner: ET.Element, name: str) -> Iterator[ET.Element]:
    return (one for one in owner.iter() if one.tag.rpartition("}")[2] == name)


def _texts(owner: ET.Element) -> str:
    """The text of a cell or of a shared one, without how it is pronounced."""
    parts = []
    for one in owner:
        name = one.tag.rpartition("}")[2]
        if name == "t":
            parts.append(one.text or "")
        elif name in ("r", "is"):
            parts.append(_texts(one))
    return "".join(parts)


def _index(letters: str) -> int:
    """The column from 0: A is 0."""
    at = 0
    for letter in letters:
        at = at * 26 + ord(letter) - 64
    return at - 1


def _skip(stream: IO[bytes], count: int) -> None:
    while count > 0 and (block := stream.read(min(count, _BLOCK))):
        count -= len(block)

"""XLSX as a source of rows. The first visible sheet with rows is read, in one pass over its XML.

The file is not trusted: no part is unpacked beyond a limit, none may declare entities, and of the
sheet only as much is held as the piece that is asked for.
"""

from __future__ import annotations

import re
import struct
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from io import BytesIO
from typing import IO, Any
from xml.etree import ElementTree as ET
from xml.parsers.expat import ExpatError, XMLParserType
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

from pe_wizard.presence import markup
from pe_wizard.presence.sources import LAST_ROW, LONGEST_CELL, MOST_COLUMNS, Piece, Unreadable

LARGEST_SHEET = 400 * 1024 * 1024  # unpacked
LARGEST_TEXTS = 64 * 1024 * 1024  # of all cells that share their texts
LARGEST_PART = 8 * 1024 * 1024
LARGEST_HEAD = 1024 * 1024  # of a sheet, before its first row
MOST_TEXTS = 1_000_000
MOST_PARTS = 2_000
MOST_SHEETS = 200
MOST_ELEMENTS = 8_000_000  # of a sheet, in one piece
MOST_MERGED = 250_000
LAST_COLUMN = 16_384
# A part that is larger than this is not packed more tightly than that by any spreadsheet.
LOOSELY_PACKED = 1024 * 1024
TIGHTEST = 200
_ENCRYPTED = 0x1
_ENCRYPTED_OR_OLD = b"\xd0\xcf\x11\xe0"
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s+ref=[\"']([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})[\"']"
)
_LONGEST_MERGED = 128
_FIRST_DAY = date(1899, 12, 30)
_FIRST_DAY_1904 = date(1904, 1, 1)
_DATE_IDS = frozenset((*range(14, 23), *range(27, 37), *range(50, 59)))
_YEARS = range(1900, 2201)
_DAMAGED = (
    BadZipFile, ExpatError, zlib.error, struct.error, EOFError, OSError,
    LookupError, ValueError, ArithmeticError, RuntimeError,
)  # fmt: skip


@dataclass(frozen=True)
class _Sheet:
    name: str
    path: str
    head: bytes  # its XML up to the first row


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
        except markup.TooMany:
            raise Unreadable("too_much") from None
        except _DAMAGED:
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
        rows = _Rows(position, most, self._text)
        try:
            if place < self.length:
                place = self._read(place or len(self._sheet.head), rows)
            merged = {
                number: columns for number, _ in rows.found if (columns := self._merged_at(number))
            }
        except markup.TooMany:
            raise Unreadable("too_much") from None
        except _DAMAGED:
            raise Unreadable("broken", row=min(rows.position + 1, LAST_ROW)) from None
        return Piece(rows.found, place, rows.position, merged)

    def _read(self, place: int, rows: _Rows) -> int:
        """Read rows from the place on; the place where the next one begins, or the end."""
        head = self._sheet.head
        rows.parser.Parse(head, False)
        rows.listen()
        with self._open(self._sheet.path, LARGEST_SHEET) as sheet:
            _skip(sheet, place)
            for _block in markup.feed(rows.parser, sheet, len(head)):
                if rows.next_at is not None:
                    return place + rows.next_at - len(head)
                if rows.ended:
                    break
        return self.length

    def _merged_at(self, row: int) -> frozenset[int]:
        """The columns, from 0, whose cell in this row is merged with the one above it."""
        found = set()
        for column, ranges in self._merged.items():
            at = bisect_right(ranges, (row, 0)) - 1
            if at >= 0 and ranges[at][0] < row <= ranges[at][1]:
                found.add(column)
        return frozenset(found)

    @cached_property
    def _merged(self) -> dict[int, list[tuple[int, int]]]:
        """First and last row of what is merged downwards, by the column whose value is shown."""
        ranges: dict[int, list[tuple[int, int]]] = {}
        count, rest = 0, b""
        with self._open(self._sheet.path, LARGEST_SHEET) as sheet:
            while block := sheet.read(markup.BLOCK):
                text = rest + block
                end = 0
                for one in _MERGED.finditer(text):
                    end = one.end()
                    first, last, column = int(one[2]), int(one[3]), _index(one[1].decode())
                    count += 1
                    if count > MOST_MERGED:
                        raise markup.TooMany
                    if first < last and column < MOST_COLUMNS:
                        ranges.setdefault(column, []).append((first, last))
                rest = text[max(end, len(text) - _LONGEST_MERGED) :]
        for those in ranges.values():
            those.sort()
        return ranges

    def _text(self, kind: str, style: str, value: str) -> str:
        """The text of a cell with this kind, style and value, as they stand in the XML."""
        if kind == "s" and value:
            return self._shared[_number(value)]
        if kind == "d":
            return value[:10]
        if kind == "b":
            return {"1": "true", "0": "false"}.get(value, value)
        if kind == "n" and value:
            return self._number(value, style)
        return value

    def _number(self, value: str, style: str) -> str:
        is_day = style.isdecimal() and int(style) in self._date_styles
        first_day = self._first_day if is_day else _FIRST_DAY
        try:
            number = float(value)
            if is_day:
                day = first_day + timedelta(days=int(number))
                if number < 60 and first_day == _FIRST_DAY:
                    day += timedelta(days=1)  # the spreadsheet's 29 February 1900
                return day.isoformat() if day.year in _YEARS else value
            return str(int(number)) if number.is_integer() and abs(number) < 1e15 else value
        except (ValueError, OverflowError):
            return value

    # ---- the other parts of the file

    def _open(self, path: str, largest: int) -> IO[bytes]:
        part = self._zip.getinfo(path)
        if part.flag_bits & _ENCRYPTED:
            raise Unreadable("protected")
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise Unreadable("no_workbook")
        tightly = part.file_size > TIGHTEST * max(part.compress_size, 1)
        if part.file_size > largest or (part.file_size > LOOSELY_PACKED and tightly):
            raise Unreadable("too_much")
        return self._zip.open(path)

    def _part(self, path: str) -> ET.Element:
        with self._open(path, LARGEST_PART) as part:
            return markup.tree(part)

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
        if len(paths) > MOST_SHEETS:
            raise Unreadable("too_much")
        for one in _named(self._book, "sheet"):
            identity = next((v for k, v in one.attrib.items() if k.endswith(":id")), "")
            if one.get("state", "visible") != "visible" or identity not in paths:
                continue
            sheet = self._sheet_at(one.get("name", ""), paths[identity])
            if sheet is not None:
                filled.append(sheet)
        if not filled:
            raise Unreadable("empty")
        return filled[0], len(filled) - 1

    def _sheet_at(self, name: str, path: str) -> _Sheet | None:
        rows = _Rows(0, 0, self._text)
        rows.listen()
        read = BytesIO()
        with self._open(path, LARGEST_SHEET) as sheet:
            for _block in markup.feed(rows.parser, _Copied(sheet, read)):
                if rows.next_at is not None:
                    return _Sheet(name, path, read.getvalue()[: rows.next_at])
                if rows.ended:
                    break
                if read.tell() > LARGEST_HEAD:
                    raise Unreadable("too_much")
        return None

    @cached_property
    def _shared(self) -> list[str]:
        paths = list(self._related("sharedStrings").values())
        if not paths or paths[0] not in self._zip.namelist():
            return []
        with self._open(paths[0], LARGEST_TEXTS) as part:
            return markup.texts(part, MOST_TEXTS, LONGEST_CELL + 1)

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


class _Rows:
    """Listens to the XML of a sheet: its rows with a value, up to `most` of them.

    `next_at` is where the row begins that is not read any more; `ended`: there are no others.
    Raises ValueError for rows and cells that no sheet can have, TooMany.
    """

    def __init__(self, position: int, most: int, said: Callable[[str, str, str], str]) -> None:
        self.found: list[tuple[int, list[str]]] = []
        self._said = said
        self.position, self.most = position, most
        self.next_at: int | None = None
        self.ended = False
        self.parser: XMLParserType = markup.parser()
        self._text = markup.Text(self.parser, LONGEST_CELL + 1)
        self._elements = 0
        self._cells: list[str] = []
        self._column = -1
        self._kind = self._style = ""

    def listen(self) -> None:
        """From here on rows are listened to: the parser is before the first one, or within."""
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end

    def _start(self, name: str, attributes: markup.Attributes) -> None:
        name = markup.local(name)
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise markup.TooMany
        if name == "c":
            self._start_cell(attributes)
        elif name == "row":
            self._start_row(attributes)
        else:
            self._text.start(name)

    def _start_row(self, attributes: markup.Attributes) -> None:
        if len(self.found) >= self.most:
            self.next_at = self.parser.CurrentByteIndex
            self._stop()
            return
        number = attributes.get("r", "")
        before = self.position
        self.position = _number(number) if number else before + 1
        if not before < self.position <= LAST_ROW:
            raise ValueError(number)
        self._cells, self._column = [], -1

    def _start_cell(self, attributes: markup.Attributes) -> None:
        found = _REFERENCE.match(attributes.get("r", ""))
        before = self._column
        self._column = _index(found[1]) if found else before + 1
        if not before < self._column < LAST_COLUMN:
            raise ValueError(self._column)
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._text.clear()

    def _end(self, name: str) -> None:
        name = markup.local(name)
        if name == "c":
            self._end_cell()
        elif name == "row":
            if self._cells:
                self.found.append((self.position, self._cells))
        elif name == "sheetData":
            self.ended = True
            self._stop()
        else:
            self._text.end(name)

    def _end_cell(self) -> None:
        value = self._text.said
        if not value or self._column >= MOST_COLUMNS:
            return
        if text := self._said(self._kind, self._style, value).strip():
            self._cells.extend([""] * (self._column + 1 - len(self._cells)))
            self._cells[self._column] = text

    def _stop(self) -> None:
        self.parser.StartElementHandler = self.parser.EndElementHandler = None
        self.parser.CharacterDataHandler = None


@dataclass
class _Copied:
    """A stream that keeps a copy of what is read from it."""

    stream: IO[bytes]
    copy: BytesIO

    def read(self, size: int) -> bytes:
        """Some bytes, at most so many."""
        block = self.stream.read(size)
        self.copy.write(block)
        return block


def _number(text: str) -> int:
    """A number as the format writes it. Raises ValueError for anything else."""
    if not text.isascii() or not text.isdecimal():
        raise ValueError(text)
    return int(text)


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
    return (one for one in owner.iter() if one.tag == name)


def _index(letters: str) -> int:
    """The column from 0: A is 0."""
    at = 0
    for letter in letters:
        at = at * 26 + ord(letter) - 64
    return at - 1


def _skip(stream: IO[bytes], count: int) -> None:
    while count > 0 and (block := stream.read(min(count, markup.BLOCK))):
        count -= len(block)

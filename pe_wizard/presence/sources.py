"""A table as it was sent, read piece by piece: CSV, what was pasted, and XLSX.

A source is opened again for each piece and goes on at a `place`, a number of bytes; it never holds
more of the table than the piece. What cannot be read is `Unreadable`, with a code that `wording`
says in the language of the page.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

LARGEST = 25 * 1024 * 1024  # bytes of a file
LARGEST_PASTED = 2 * 1024 * 1024
MOST_ROWS = 250_000
LAST_ROW = 1_048_576  # the last one that a spreadsheet can have, empty ones included
MOST_COLUMNS = 50
LONGEST_CELL = 2_000  # what a cell holds beyond it is not kept
SEPARATORS = ("\t", ";", ",", "|")
_LOOKED_AT = 20  # rows from which the separator is told


class Unreadable(Exception):
    """The file, or the row of it, that cannot be read; `values` are those of the message."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code, self.values = code, values


class Piece(NamedTuple):
    """Some rows, each with its number in the file from 1, and where the next piece begins.

    `merged`: by the number of a row its columns, from 0, whose cell is merged with the one above.
    """

    rows: list[tuple[int, list[str]]]
    place: int
    position: int  # rows of the file up to there, empty ones included
    merged: Mapping[int, Container[int]] = MappingProxyType({})


class Source(Protocol):
    """Something with rows. `length` is the place where it ends."""

    @property
    def length(self) -> int:
        """The place where it ends."""

    @property
    def about(self) -> dict[str, Any]:
        """What to say of it beside its rows."""

    def read(self, place: int, position: int, most: int) -> Piece:
        """About `most` rows from the place on, of which `position` lie before; none at the end.

        Of a cell that is too long, `LONGEST_CELL` characters and one more are kept.
        """


def as_utf_8(content: bytes) -> bytes:
    """A text file in UTF-8 with line feeds. Raises Unreadable for another encoding, or no text."""
    if not content.strip(codecs.BOM_UTF8 + b" \t\r\n"):
        raise Unreadable("empty")
    try:
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            content = content.decode("utf-16").encode()
        else:
            content = content.removeprefix(codecs.BOM_UTF8)
            content.decode()
    except UnicodeError:
        raise Unreadable("encoding") from None
    if b"\0" in content:
        raise Unreadable("no_text")
    return content if b"\n" in content else content.replace(b"\r", b"\n")


@dataclass
class Separated:
    """A table in text, its cells parted by one sign; `content` is what `as_utf_8` made of it."""

    content: bytes
    separator: str = ""
    _stream: BytesIO = field(init=False)

    def __post_init__(self) -> None:
        self._stream = BytesIO(self.content)
        self.separator = self.separator or _separator(self.content)

    @property
    def length(self) -> int:
        """The bytes of the text."""
        return len(self.content)

    @property
    def about(self) -> dict[str, Any]:
        """The sign between cells."""
        return {"separator": self.separator}

    def read(self, place: int, position: int, most: int) -> Piece:
        """Rows as their quotation marks say, so that a cell can hold a line break."""
        self._stream.seek(place)
        consumed = place

        def lines() -> Iterator[str]:
            nonlocal consumed
            for line in self._stream:
                consumed += len(line)
                yield line.decode()

        rows = []
        reader = csv.reader(lines(), delimiter=self.separator, strict=True)
        try:
            for cells in reader:
                position += 1
                if position > LAST_ROW:
                    raise Unreadable("too_many_rows", most=MOST_ROWS)
                kept = [cell.strip()[: LONGEST_CELL + 1] for cell in cells[:MOST_COLUMNS]]
                if any(kept):
                    rows.append((position, kept))
                if len(rows) >= most:
                    break
        except csv.Error:
            raise Unreadable("quotes", row=position + 1) from None
        return Piece(rows, consumed, position)


def _separator(content: bytes) -> str:
    """The sign that parts the first rows into the most columns, all alike; a comma where none."""
    head = content[:65_536].decode(errors="ignore").splitlines()[:_LOOKED_AT]
    best, found = 1, ","
    for sign in SEPARATORS:
        widths = [line.count(sign) + 1 for line in head if line.strip()]
        if widths and min(widths) > best:
            best, found = min(widths), sign
    if best == 1:  # a title above the table, perhaps: what parts most of the rows
        parted = {sign: sum(sign in line for line in head) for sign in SEPARATORS}
        most = max(parted.values())
        if most:
            found = next(sign for sign in SEPARATORS if parted[sign] == most)
    return found

"""The fonts of a memo: those of our packages, and which characters they can show.

Nothing is taken from the machine, so a memo looks the same everywhere. What a font can show is read
from its own table, since a page with a sign that no font has is refused (see `pdf`).
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import typst

FONT_PACKAGES = (("manimgx_fonts", ""), ("fontpkg_ibm_plex_sans_arabic", "files"))


@cache
def fonts() -> typst.Fonts:
    """The fonts of our packages and those inside typst; nothing of the machine."""
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=True, font_paths=font_folders()
    )


@cache
def font_folders() -> list[Path]:
    """Where the packages keep their fonts. Raises ModuleNotFoundError for one not installed."""
    folders = []
    for package, folder in FONT_PACKAGES:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise ModuleNotFoundError(f"The fonts of a memo are in {package}: install it.")
        folders.append(Path(spec.submodule_search_locations[0]) / folder)
    return folders


def showable(text: str) -> str:
    """The text with the signs that no font has written by their code: [U+4E2D]."""
    if text.isascii():
        return text
    known = coverage()
    return "".join(one if ord(one) in known else f"[U+{ord(one):04X}]" for one in text)


class Coverage:
    """The characters that some font has; what is never drawn counts as shown."""

    def __init__(self, shown: frozenset[int]) -> None:
        self._shown = shown

    def __contains__(self, code: int) -> bool:
        return code in self._shown or code < 0x20 or unicodedata.category(chr(code)) == "Cf"


@cache
def coverage() -> Coverage:
    """What the fonts of our packages can show, taken together."""
    files = (path for folder in font_folders() for path in folder.glob("*.ttf"))
    return Coverage(frozenset(code for path in files for code in characters(path.read_bytes())))


def characters(font: bytes) -> Iterator[int]:
    """The characters in the `cmap` table of a font: its Unicode subtables of format 4 and 12."""
    (tables,) = struct.unpack_from(">H", font, 4)
    for at in range(tables):
        tag, _sum, offset, _length = struct.unpack_from(">4sIII", font, 12 + 16 * at)
        if tag == b"cmap":
            yield from _of_table(font, offset)


def _of_table(font: bytes, table: int) -> Iterator[int]:
    (subtables,) = struct.unpack_from(">H", font, table + 2)
    for at in range(subtables):
        platform, _encoding, offset = struct.unpack_from(">HHI", font, table + 4 + 8 * at)
        (form,) = struct.unpack_from(">H", font, table + offset)
        if platform not in (0, 3):
            continue
        if form == 4:
            yield from _format_4(font, table + offset)
        elif form == 12:
            yield from _format_12(font, table + offset)


def _format_4(font: bytes, at: int) -> Iterator[int]:
    (double,) = struct.unpack_from(">H", font, at + 6)
    count = double // 2
    lasts = struct.unpack_from(f">{count}H", font, at + 14)
    firsts = struct.unpack_from(f">{count}H", font, at + 16 + double)
    deltas = struct.unpack_from(f">{count}h", font, at + 16 + 2 * double)
    ranges = at + 16 + 3 * double
    for number in range(count):
        (offset,) = struct.unpack_from(">H", font, ranges + 2 * number)
        for code in range(firsts[number], lasts[number] + 1):
            if offset:
                where = ranges + 2 * number + offset + 2 * (code - firsts[number])
                (glyph,) = struct.unpack_from(">H", font, where)
            else:
                glyph = (code + deltas[number]) & 0xFFFF
            if glyph and code != 0xFFFF:
                yield code


def _format_12(font: bytes, at: int) -> Iterator[int]:
    (groups,) = struct.unpack_from(">I", font, at + 12)
    for number in range(groups):
        first, last, _glyph = struct.unpack_from(">III", font, at + 16 + 12 * number)
        yield from range(first, last + 1)

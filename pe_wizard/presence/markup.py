"""XML that is not trusted: read as it comes, without document types, entities and endless tokens.

A document type is refused by the parser itself, wherever it stands. Names are those without their
prefix.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, Protocol
from xml.etree import ElementTree as ET
from xml.parsers import expat

BLOCK = 64 * 1024
LONGEST_TOKEN = 1024 * 1024  # of one tag or comment
MOST_ELEMENTS = 300_000  # in a tree

Attributes = dict[str, str]


class Readable(Protocol):
    """Something with bytes."""

    def read(self, size: int, /) -> bytes:
        """Some of them, at most so many; none at the end."""


class Refused(ValueError):
    """XML with a document type, or with a token that does not end."""


class TooMany(ValueError):
    """More elements than are read."""


def parser() -> expat.XMLParserType:
    """A parser that refuses document types and, with them, entities."""
    made = expat.ParserCreate()
    made.buffer_text = True
    made.StartDoctypeDeclHandler = made.EntityDeclHandler = _refuse
    return made


def _refuse(*_declared: object) -> NoReturn:
    raise Refused("document type")


def feed(made: expat.XMLParserType, stream: Readable, fed: int = 0) -> Iterator[None]:
    """Parse the stream block by block, and pause after each; `fed` bytes were parsed before.

    Raises Refused, and ExpatError for what is no XML, or ends too early.
    """
    while block := stream.read(BLOCK):
        made.Parse(block, False)
        fed += len(block)
        if fed - max(made.CurrentByteIndex, 0) > LONGEST_TOKEN:
            raise Refused("endless token")
        yield
    made.Parse(b"", True)
    yield


def local(name: str) -> str:
    """The name without its prefix."""
    return name.rpartition(":")[2]


def tree(stream: Readable) -> ET.Element:
    """The whole of a small part. Raises TooMany beside what `feed` raises."""
    builder, made = ET.TreeBuilder(), parser()
    count = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS:
            raise TooMany
        builder.start(local(name), attributes)

    def end(name: str) -> None:
        builder.end(local(name))

    made.StartElementHandler, made.EndElementHandler = start, end
    for _block in feed(made, stream):
        pass
    root: ET.Element = builder.close()
    return root


def texts(stream: Readable, most: int, longest: int) -> list[str]:
    """The shared texts, each cut at `longest`, without how they are pronounced; at most `most`."""
    found: list[str] = []
    made = parser()
    text = Text(made, longest)

    def start(name: str, _attributes: Attributes) -> None:
        name = local(name)
        if name == "si":
            if len(found) >= most:
                raise TooMany
            text.clear()
        else:
            text.start(name)

    def end(name: str) -> None:
        name = local(name)
        if name == "si":
            found.append(text.said)
        else:
            text.end(name)

    made.StartElementHandler, made.EndElementHandler = start, end
    for _block in feed(made, stream):
        pass
    return found


class Text:
    """Gathers what stands in `t` and `v`, up to a length; what is in `rPh` is no text of a cell."""

    def __init__(self, made: expat.XMLParserType, longest: int) -> None:
        self._made, self._longest = made, longest
        self._parts: list[str] = []
        self._length = 0
        self._aside = False

    @property
    def said(self) -> str:
        """What was gathered."""
        return "".join(self._parts)

    def clear(self) -> None:
        """Begin anew."""
        self._parts, self._length = [], 0

    def start(self, name: str) -> None:
        """An element begins."""
        if name == "rPh":
            self._aside = True
        elif name in ("t", "v") and not self._aside:
            self._made.CharacterDataHandler = self._add

    def end(self, name: str) -> None:
        """An element ends."""
        if name == "rPh":
            self._aside = False
        elif name in ("t", "v"):
            self._made.CharacterDataHandler = None

    def _add(self, data: str) -> None:
        if self._length < self._longest:
            self._parts.append(data[: self._longest - self._length])
            self._length += len(data)

"""A memo as blocks of plain text: what it says, without how PDF or Word says it.

Whatever a client typed is a value here and nowhere markup. Control characters and reversing marks
end at `said`; the isolates that the product itself sets around such values stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Not in any text of ours; what people type is refused at the gate (pe_wizard.text) already.
UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff]"
)

# Signs of an outcome, of a finding or of a head; the word always stands beside the sign.
SIGNS = {"pe": "yes", "no_pe": "no", "undetermined": "open", "unknown": "open"}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text. `style`: strong, quiet, code, mark (a paragraph), yes, no, open, or none."""

    text: str
    style: str = ""


Text = tuple[Span, ...]


def said(*parts: str | Span | Text) -> Text:
    """The parts as one text; what is unfit for any document is left out, and empty pieces too."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, tuple):
            spans += part
            continue
        span = part if isinstance(part, Span) else Span(str(part))
        clean = UNFIT.sub("", span.text)
        if clean:
            spans.append(Span(clean, span.style))
    return tuple(spans)


def outcome_sign(outcome: str) -> str:
    """The style of an outcome: yes, no or open."""
    return SIGNS.get(outcome, outcome)


def plain(text: Text) -> str:
    """The text without its styles."""
    return "".join(span.text for span in text)


@dataclass(frozen=True, slots=True)
class Heading:
    """Level 1 is numbered by whoever sets the memo; level 2 stands under it."""

    level: int
    text: Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `style`: lede, strong, quiet, lead-in (quiet, kept with the next), or none."""

    text: Text
    style: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A term and what is said of it."""

    term: Text
    value: Text


@dataclass(frozen=True, slots=True)
class Entries:
    """Terms and values, one below the other; `whole` ones stay on one page, with what follows."""

    rows: tuple[Entry, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and its share of the width beside the others."""

    title: str
    share: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A row: one cell for each column, or a single cell that heads a group (`level` 1 or 2)."""

    cells: tuple[Text, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `caption` says what it holds, for whoever does not see it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A finding: its sign (yes, no, open) with the word for it, its sentence, what it rests on."""

    sign: str
    word: str
    sentence: Text
    rests_on: Text
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings one below the other, each with its parts; quiet ones decide nothing."""

    nodes: tuple[Node, ...]
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph of the treaty, restated."""

    label: str
    text: Text


@dataclass(frozen=True, slots=True)
class Rules:
    """Paragraphs, their numbers hanging."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Lettering:
    """A label of a picture: where its baseline begins or ends (`anchor`), and how it looks.

    Lengths are in units of the picture; `clear` labels keep lines behind them away.
    """

    text: str
    x: float
    y: float
    size: float
    anchor: str
    strong: bool = False
    quiet: bool = False
    clear: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, 680 units wide: shapes as SVG, labels beside; `alt` says the same in words."""

    svg: str
    height: float
    labels: tuple[Lettering, ...]
    alt: str
    caption: Text


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on."""

    labels: tuple[str, ...]


Block = Heading | Paragraph | Entries | Table | Findings | Rules | Picture | Signatures


@dataclass(frozen=True, slots=True)
class Memo:
    """A memo; a draft says so on every page. `made_at` is an ISO moment or "" (see `pdf`)."""

    language: str
    is_draft: bool
    title: str
    running: tuple[str, str]  # at the head of every page
    foot: str
    draft_mark: str
    question: Text
    outcome: str
    verdict: str
    opening: tuple[Block, ...]
    blocks: tuple[Block, ...]
    page_of: str  # with {page} and {pages}
    author: str
    made_at: str

    @property
    def right_to_left(self) -> bool:
        """Whether the page runs from right to left."""
        return self.language == "fa"


def walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """The nodes and all below them, in reading order."""
    for node in nodes:
        yield node
        yield from walk(node.parts)

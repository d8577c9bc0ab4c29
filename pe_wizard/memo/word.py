"""A memo as a Word file: real headings, styles, tables with header rows, fields for the pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import docx
from docx.document import Document
from docx.shared import Mm
from persiantools.digits import en_to_fa

from pe_wizard.memo import structure
from pe_wizard.memo.pdf import picture_as_png
from pe_wizard.memo.structure import Memo, Span, Text, outcome_sign, said
from pe_wizard.memo.word_styles import (
    HEADING_INDENT,
    INK,
    TEXT_WIDTH,
    number_headings,
    set_head_and_foot,
    set_page,
    set_styles,
    twips,
)
from pe_wizard.memo.word_text import SIGNS, Element, element, fit, paragraph, write, write_plain

STEP, DEEPEST, HANG = 6, 7, 4.5  # millimetres: each level of findings, its sign; levels at most
LABEL = 20  # millimetres in front of a restated paragraph
STYLES = {"": "Normal", "lede": "Memo Lede", "strong": "Memo Verdict"}
GROUPS = {1: "Memo Group", 2: "Memo Subgroup"}
ENTRY_SHARES = (52, 114)
HAIR = "DCD8CF"
LONG_CELL = 500  # letters; a row with a longer cell may run over the end of a page


def as_word(memo: Memo) -> bytes:
    """The memo as a .docx file."""
    document = docx.Document()
    set_page(document)
    set_styles(document, memo)
    if not memo.right_to_left:
        number_headings(document)
    set_head_and_foot(document, memo)
    _set_properties(document, memo)
    page = _Page(document, memo)
    page.add("Memo Question", memo.question)
    page.add("Title", said(Span(memo.verdict, outcome_sign(memo.outcome))))
    for block in (*memo.opening, *memo.blocks):
        _SETTERS[type(block)](page, block)
    content = BytesIO()
    document.save(content)
    return content.getvalue()


def _set_properties(document: Document, memo: Memo) -> None:
    properties = document.core_properties
    properties.title, properties.author = fit(memo.title)[:250], fit(memo.author)[:250]
    properties.last_modified_by, properties.comments = properties.author, ""
    properties.language = memo.language
    at = datetime.fromisoformat(memo.made_at) if memo.made_at else datetime.now()
    properties.created = properties.modified = at.replace(tzinfo=None)


class _Page:
    """The body of the file, to which blocks are added in order."""

    def __init__(self, document: Document, memo: Memo) -> None:
        self.document = document
        self.right_to_left = memo.right_to_left
        self.language = memo.language
        self.sections = 0
        body = document.element.body
        self._body, self._end = body, body.sectPr

    def append(self, made: Element) -> Element:
        """Add an element at the end; the properties of the page stay last."""
        self._end.addprevious(made)
        return made

    def add(
        self, style: str, text: Text, *, keep: bool = False, more: Sequence[Element] = ()
    ) -> Any:
        """Add a paragraph."""
        made = self.append(self.paragraph(style, keep=keep, more=more))
        write(made, text)
        return made

    def paragraph(self, style: str, *, keep: bool = False, more: Sequence[Element] = ()) -> Any:
        """A paragraph in the direction of the memo, not added yet."""
        return paragraph(style, right_to_left=self.right_to_left, keep=keep, more=tuple(more))


def _heading(page: _Page, block: structure.Heading) -> None:
    """Word numbers the sections, save in Persian digits, of which its lists know none."""
    style = f"Heading {block.level}"
    if block.level > 1 or not page.right_to_left:
        page.add(style, block.text)
        return
    page.sections += 1
    hang = twips(HEADING_INDENT)
    indent = element("ind", left=hang, hanging=hang)
    page.add(style, said(en_to_fa(str(page.sections)), "\t", block.text), more=(indent,))


def _running(page: _Page, block: structure.Paragraph) -> None:
    style = STYLES.get(block.style, "Memo Quiet")
    page.add(style, block.text, keep=block.style == "lead-in")


# ---- tables


def _table(page: _Page, block: structure.Table) -> None:
    widths = _widths([column.share for column in block.columns])
    table = _empty_table(page, widths, block.caption)
    head = [said(column.title) for column in block.columns]
    table.append(_row(page, widths, head, "Memo Column", is_head=True))
    for row in block.rows:
        if row.level:
            whole = [TEXT_WIDTH]
            table.append(_row(page, whole, row.cells, GROUPS[row.level], span=len(widths)))
        else:
            table.append(_row(page, widths, row.cells, "Memo Cell"))
    _end_table(page, table)


def _entries(page: _Page, block: structure.Entries) -> None:
    widths = _widths(ENTRY_SHARES)
    table = _empty_table(page, widths, "", lines=("top", "bottom", "insideH"))
    for entry in block.rows:
        term = tuple(Span(one.text, "quiet") for one in entry.term)
        table.append(_row(page, widths, (term, entry.value), "Memo Cell", keep=block.whole))
    _end_table(page, table, keep=block.whole)


def _widths(shares: Sequence[int]) -> list[float]:
    return [TEXT_WIDTH * share / sum(shares) for share in shares]


def _empty_table(
    page: _Page,
    widths: Sequence[float],
    caption: str,
    *,
    lines: Sequence[str] = ("bottom", "insideH"),
) -> Element:
    properties = element("tblPr")
    if page.right_to_left:
        properties.append(element("bidiVisual"))
    properties.append(element("tblW", w=twips(sum(widths)), type="dxa"))
    properties.append(element("tblBorders", *(_line(side, HAIR) for side in lines)))
    properties.append(element("tblLayout", type="fixed"))
    # Left and right are those of the direction in which the table runs.
    room = (element("left", w="0", type="dxa"), element("right", w=twips(2.5), type="dxa"))
    properties.append(element("tblCellMar", *room))
    properties.append(element("tblLook", val="0420", firstRow="1", noVBand="1"))
    if caption:
        properties.append(element("tblCaption", val=fit(caption)))
    columns = [element("gridCol", w=twips(width)) for width in widths]
    return element("tbl", properties, element("tblGrid", *columns))


def _row(
    page: _Page,
    widths: Sequence[float],
    cells: Sequence[Text],
    style: str,
    *,
    span: int = 1,
    is_head: bool = False,
    keep: bool = False,
) -> Element:
    longest = max((len(structure.plain(text)) for text in cells), default=0)
    properties = element("trPr")
    if longest <= LONG_CELL:
        properties.append(element("cantSplit"))
    if is_head:
        properties.append(element("tblHeader"))
    row = element("tr", properties)
    for width, text in zip(widths, cells, strict=True):
        shape = element("tcPr", element("tcW", w=twips(width), type="dxa"))
        if span > 1:
            shape.append(element("gridSpan", val=str(span)))
        if is_head:
            shape.append(element("tcBorders", _line("bottom", INK)))
        words = page.paragraph(style, keep=keep or is_head or style in GROUPS.values())
        write(words, text)
        row.append(element("tc", shape, words))
    return row


def _line(side: str, colour: str) -> Element:
    return element(side, val="single", sz="4" if colour == HAIR else "6", space="0", color=colour)


def _end_table(page: _Page, table: Element, *, keep: bool = False) -> None:
    """Add the table, with room below it: Word keeps none, and joins tables that touch."""
    page.append(table)
    page.add("Memo Gap", (), keep=keep)


# ---- findings, rules, pictures, signatures


def _findings(page: _Page, block: structure.Findings) -> None:
    style = "Memo Finding Quiet" if block.quiet else "Memo Finding"
    for node in block.nodes:
        _finding(page, node, style, 0)


def _finding(page: _Page, node: structure.Node, style: str, depth: int) -> None:
    indent = element(
        "ind", left=twips(STEP * min(depth, DEEPEST) + HANG), hanging=twips(HANG)
    )  # fmt: skip
    made = page.paragraph(style, keep=depth == 0 and bool(node.parts), more=(indent,))
    word = "attn" if node.sign == "open" else "strong"
    write(made, said(Span(f"{SIGNS[node.sign]} {node.word}", word), " ", node.sentence))
    if node.rests_on:
        below = "  " if len(node.rests_on) == 1 and node.rests_on[0].style == "mark" else "\n"
        write_plain(made, below)
        write(made, tuple(Span(one.text, one.style or "quiet") for one in node.rests_on))
    page.append(made)
    for part in node.parts:
        _finding(page, part, style, depth + 1)


def _rules(page: _Page, block: structure.Rules) -> None:
    for rule in block.rules:
        stop = element("tabs", element("tab", val="left", pos=twips(LABEL)))
        indent = element("ind", left=twips(LABEL), hanging=twips(LABEL))
        page.add("Memo Rule", said(Span(rule.label, "mark"), "\t", rule.text), more=(stop, indent))


def _picture(page: _Page, block: structure.Picture) -> None:
    page.add("Caption", block.caption)
    pixels = BytesIO(picture_as_png(block, page.language))
    shape = page.document.add_picture(pixels, width=Mm(TEXT_WIDTH))
    for side in ("distT", "distB", "distL", "distR"):
        shape._inline.set(side, "0")
    described = shape._inline.docPr
    described.set("descr", fit(block.alt))
    described.set("title", fit(structure.plain(block.caption)))


def _signatures(page: _Page, block: structure.Signatures) -> None:
    room = element("spacing", before="900", after="0")
    page.add("Memo Gap", (), keep=True, more=(room,))
    gap = 10.0
    width = (TEXT_WIDTH - gap * (len(block.labels) - 1)) / len(block.labels)
    widths, row = [], element("tr", element("trPr", element("cantSplit")))
    for at, label in enumerate(block.labels):
        for size, text in ([(gap, "")] if at else []) + [(width, label)]:
            widths.append(size)
            shape = element("tcPr", element("tcW", w=twips(size), type="dxa"))
            if text:
                shape.append(element("tcBorders", _line("top", INK)))
            words = page.paragraph("Memo Cell")
            write_plain(words, text, "quiet")
            row.append(element("tc", shape, words))
    table = _empty_table(page, widths, "", lines=())
    table.append(row)
    _end_table(page, table)


_SETTERS: dict[type, Callable[[_Page, Any], None]] = {
    structure.Heading: _heading,
    structure.Paragraph: _running,
    structure.Entries: _entries,
    structure.Table: _table,
    structure.Findings: _findings,
    structure.Rules: _rules,
    structure.Picture: _picture,
    structure.Signatures: _signatures,
}

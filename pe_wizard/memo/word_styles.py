"""The look of a Word memo: page, styles, numbers of headings, head and foot of each page."""

from __future__ import annotations

import re
from typing import Any

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Mm, Pt, RGBColor

from pe_wizard.memo.structure import Memo
from pe_wizard.memo.word_text import add_field, element, fit, style_id, write_plain

TEXT_WIDTH = 160  # millimetres
# What offices have: for Latin or Georgian letters, and for Persian ones.
FONTS = {"en": ("Calibri", "Arial"), "fa": ("Calibri", "Arial"), "ka": ("Sylfaen", "Arial")}
LAW_FONT = {"en": "Cambria"}
CODE_FONT = "Consolas"
LANGUAGES = {"en": "en-GB", "fa": "fa-IR", "ka": "ka-GE"}
INK, SOFT, ATTENTION = "1B1A18", "57534B", "7A4700"
HEADING_INDENT = 7.5  # millimetres from the number of a heading to its words
HEADING_NUMBERS = 700  # the list that numbers the headings: none of the template's own


def twips(millimetres: float) -> str:
    """A length as the file writes it."""
    return str(round(millimetres * 1440 / 25.4))


def set_page(document: Document) -> None:
    """A4 with the margins of the PDF."""
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(25)
    section.top_margin, section.bottom_margin = Mm(32), Mm(27)
    section.header_distance = section.footer_distance = Mm(14)


def set_styles(document: Document, memo: Memo) -> None:
    """Fonts and sizes of all styles used, and the language of the document."""
    latin, persian = FONTS[memo.language]
    law = LAW_FONT.get(memo.language, latin)
    _set_defaults(document, latin, persian, LANGUAGES[memo.language])
    styles = document.styles
    _look(styles["Normal"], latin, 10, INK, after=6)
    styles["Normal"].paragraph_format.line_spacing = 1.12
    styles["Normal"].paragraph_format.widow_control = True
    _look(styles["Title"], latin, 20, INK, bold=True, before=2, after=8)
    _look(styles["Heading 1"], latin, 14, INK, bold=True, before=22, after=6)
    _look(styles["Heading 2"], latin, 11, INK, bold=True, before=14, after=4)
    _look(styles["Caption"], latin, 9, INK, before=10, after=3)
    styles["Caption"].paragraph_format.keep_with_next = True
    for name in ("Header", "Footer"):
        _look(styles[name], latin, 8.5, SOFT)
        styles[name].paragraph_format.tab_stops.clear_all()
    for name, font, size, colour, bold, before, after in (
        ("Memo Question", latin, 10, SOFT, True, 0, 0),
        ("Memo Lede", law, 13, INK, False, 0, 10),
        ("Memo Verdict", latin, 11.5, INK, True, 0, 6),
        ("Memo Quiet", latin, 9, SOFT, False, 4, 4),
        ("Memo Cell", latin, 9.5, INK, False, 2, 2),
        ("Memo Column", latin, 8.5, SOFT, True, 2, 2),
        ("Memo Group", latin, 9.5, INK, True, 9, 2),
        ("Memo Subgroup", latin, 9, SOFT, True, 5, 2),
        ("Memo Finding", latin, 10, INK, False, 0, 3),
        ("Memo Finding Quiet", latin, 9, SOFT, False, 0, 3),
        ("Memo Rule", law, 10.5, INK, False, 0, 5),
        ("Memo Gap", latin, 4, INK, False, 0, 0),
    ):
        style = _own(document, name, WD_STYLE_TYPE.PARAGRAPH)
        _look(style, font, size, colour, bold=bold, before=before, after=after)
    for name, font, points, colour, bold in (
        ("Memo Strong", "", 0, "", True),
        ("Memo Small", "", 9, SOFT, False),
        ("Memo Attention", "", 0, ATTENTION, True),
        ("Memo Code", CODE_FONT, 8.5, "", False),
    ):
        _look(_own(document, name, WD_STYLE_TYPE.CHARACTER), font, points, colour, bold=bold)
    title = styles["Title"].element.get_or_add_pPr()
    for border in title.findall(qn("w:pBdr")):
        title.remove(border)


def _set_defaults(document: Document, latin: str, persian: str, language: str) -> None:
    run = document.styles.element.find(f".//{qn('w:rPrDefault')}/{qn('w:rPr')}")
    for tag in ("w:rFonts", "w:lang"):
        for old in run.findall(qn(tag)):
            run.remove(old)
    run.insert(0, element("rFonts", ascii=latin, hAnsi=latin, eastAsia=latin, cs=persian))
    run.append(element("lang", val=language, eastAsia=language, bidi="fa-IR"))


def _look(
    style: Any,
    font: str,
    points: float,
    colour: str,
    *,
    bold: bool = False,
    before: float | None = None,
    after: float | None = None,
) -> None:
    """The looks of a style, for letters of both directions; what the template had is dropped."""
    properties = style.element.get_or_add_rPr()
    for old in list(properties):
        properties.remove(old)
    if font:
        properties.append(element("rFonts", ascii=font, hAnsi=font, eastAsia=font))
    if bold or style.type == WD_STYLE_TYPE.PARAGRAPH:
        for tag in ("b", "bCs"):
            properties.append(element(tag, val="1" if bold else "0"))
    if colour:
        style.font.color.rgb = RGBColor.from_string(colour)
    if points:
        for tag in ("sz", "szCs"):
            properties.append(element(tag, val=str(round(points * 2))))
    if before is not None:
        style.paragraph_format.space_before = Pt(before)
    if after is not None:
        style.paragraph_format.space_after = Pt(after)


def _own(document: Document, name: str, kind: WD_STYLE_TYPE) -> Any:
    style: Any = document.styles.add_style(name, kind)
    style.element.styleId = style_id(name)
    if kind == WD_STYLE_TYPE.PARAGRAPH:
        style.base_style = document.styles["Normal"]
    style.quick_style = True
    return style


def number_headings(document: Document) -> None:
    """Let Word number the headings of level 1, by their style."""
    numbering = document.part.numbering_part.element
    indent = twips(HEADING_INDENT)
    numbering.insert(
        0,
        parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{HEADING_NUMBERS}">'
            '<w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/>'
            '<w:numFmt w:val="decimal"/><w:pStyle w:val="Heading1"/><w:lvlText w:val="%1"/>'
            f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{indent}" w:hanging="{indent}"/></w:pPr>'
            f'<w:rPr><w:b w:val="0"/><w:color w:val="{SOFT}"/></w:rPr></w:lvl></w:abstractNum>'
        ),
    )
    number = str(HEADING_NUMBERS)
    numbering.append(element("num", element("abstractNumId", val=number), numId=number))
    numbered = document.styles["Heading 1"].element.get_or_add_pPr().get_or_add_numPr()
    numbered.get_or_add_ilvl().val = 0
    numbered.get_or_add_numId().val = HEADING_NUMBERS


def set_head_and_foot(document: Document, memo: Memo) -> None:
    """On every page: what the memo is about and of whom, "Draft" on a draft, page x of y."""
    section = document.sections[0]
    line = element("bottom", val="single", sz="6", space="6", color=INK)
    head = _in_three(section.header, memo, "Header", memo.running[0], element("pBdr", line))
    write_plain(head, memo.running[1])
    foot = _in_three(section.footer, memo, "Footer", memo.foot)
    for part in re.split(r"(\{pages?\})", memo.page_of):
        if part in ("{page}", "{pages}"):
            add_field(foot, "PAGE" if part == "{page}" else "NUMPAGES")
        else:
            write_plain(foot, fit(part))


def _in_three(part: Any, memo: Memo, style: str, first: str, *borders: Any) -> Any:
    """The line at the head or foot of the page, up to where its end is written."""
    line = part.paragraphs[0]._p
    for old in list(line):
        line.remove(old)
    tabs = element(
        "tabs",
        element("tab", val="center", pos=twips(TEXT_WIDTH / 2)),
        element("tab", val="right", pos=twips(TEXT_WIDTH)),
    )
    properties = element("pPr", element("pStyle", val=style), *borders, tabs)
    if memo.right_to_left:
        properties.append(element("bidi"))
    line.append(properties)
    write_plain(line, first)
    write_plain(line, "\t")
    write_plain(line, memo.draft_mark, "attn")
    write_plain(line, "\t")
    return line

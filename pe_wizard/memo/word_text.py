"""Text in a Word file: elements, paragraphs, and runs by style and direction of writing.

Elements are made directly, in the order of the schema: python-docx looks for the place of each
anew, which a memo of some thousand pieces feels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from pe_wizard.memo.structure import UNFIT, Span, Text

Element = Any  # an element of the file; python-docx has no name for all of them
SIGNS = {"yes": "●", "no": "○", "open": "◐"}
# The style of characters for each style of a span.
CHARACTERS = {
    "strong": "Memo Strong",
    "quiet": "Memo Small",
    "mark": "Memo Small",
    "attn": "Memo Attention",
    "yes": "Memo Strong",
    "open": "Memo Attention",
    "code": "Memo Code",
}

_MARKS = re.compile("[\u200e\u200f\u061c\u2066-\u2069]")  # runs have a direction of their own
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
# From the first to the last letter of one direction, with what stands between such letters.
_RIGHT_TO_LEFT = re.compile(f"({_LETTER}(?:[^A-Za-z\u10a0-\u10ff\n\t]*{_LETTER})*)")
_BREAKS = re.compile("([\n\t])")


def style_id(name: str) -> str:
    """The id of a style in the file: its name without blanks."""
    return name.replace(" ", "")


def fit(text: str) -> str:
    """The text without what no Word file may hold, and without marks of direction."""
    return _MARKS.sub("", UNFIT.sub("", text))


def element(tag: str, *children: Element, **attributes: str) -> Element:
    """An element of the file, `w:` before its name and before those of its attributes."""
    made = OxmlElement(f"w:{tag}")
    for name, value in attributes.items():
        made.set(qn(f"w:{name}"), value)
    for child in children:
        made.append(child)
    return made


def paragraph(
    style: str, *, right_to_left: bool, keep: bool = False, more: tuple[Element, ...] = ()
) -> Element:
    """An empty paragraph; `keep` holds it with the next; `more` are indents and the like."""
    properties = element("pPr", element("pStyle", val=style_id(style)))
    if keep:
        properties.append(element("keepNext"))
    before = [one for one in more if one.tag == qn("w:tabs")]
    properties.extend(before)
    if right_to_left:
        properties.append(element("bidi"))
    properties.extend(one for one in more if one not in before)
    return element("p", properties)


def write(to: Element, text: Text) -> None:
    """Add the spans of a text to a paragraph."""
    for span in text:
        words = fit(span.text)
        if span.style in SIGNS:
            words = f"{SIGNS[span.style]}\u00a0{words}"
        for piece, right_to_left in _pieces(words):
            to.append(_run(piece, CHARACTERS.get(span.style, ""), right_to_left))


def write_plain(to: Element, text: str, style: str = "") -> None:
    """Add one piece of text to a paragraph."""
    write(to, (Span(text, style),))


def add_field(to: Element, instruction: str) -> None:
    """A field such as PAGE, which Word fills in."""
    to.append(element("fldSimple", _run("1", "", False), instr=instruction))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it runs from right to left."""
    for at, piece in enumerate(_RIGHT_TO_LEFT.split(text)):
        if piece:
            yield piece, at % 2 == 1


def _run(text: str, style: str, right_to_left: bool) -> Element:
    run = deepcopy(_empty_run(style, right_to_left))
    for piece in _BREAKS.split(text):
        if piece in ("\n", "\t"):
            run.append(element("br" if piece == "\n" else "tab"))
        elif piece:
            words = element("t")
            words.text = piece
            words.set(qn("xml:space"), "preserve")
            run.append(words)
    return run


@cache
def _empty_run(style: str, right_to_left: bool) -> Element:
    properties = element("rPr")
    if style:
        properties.append(element("rStyle", val=style_id(style)))
    if right_to_left:
        properties.append(element("rtl"))
        properties.append(element("lang", bidi="fa-IR"))
    return element("r", properties)

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
_ISOLATED = re.compile("[\u2066-\u2068]([^\u2066-\u2069]*)\u2069")
# Word knows these marks; isolates it does not.
LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u200e", "\u200f"


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
    turned = _is_right_to_left(to)
    for span in text:
        words = span.text
        if span.style in SIGNS:
            words = f"{SIGNS[span.style]}\u00a0{words}"
        for piece, right_to_left in _pieces(words, turned):
            to.append(_run(piece, CHARACTERS.get(span.style, ""), right_to_left))


def _is_right_to_left(to: Element) -> bool:
    properties = to.find(qn("w:pPr"))
    return properties is not None and properties.find(qn("w:bidi")) is not None


def write_plain(to: Element, text: str, style: str = "") -> None:
    """Add one piece of text to a paragraph."""
    write(to, (Span(text, style),))


def add_field(to: Element, instruction: str) -> None:
    """A field such as PAGE, which Word fills in.

    No format of a field gives Persian digits. From right to left and in Persian, Word writes them
    where its own setting for numerals is "context"."""
    to.append(element("fldSimple", _run("1", "", _is_right_to_left(to)), instr=instruction))


def _pieces(text: str, turned: bool) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it runs from right to left.

    In a paragraph that does (`turned`), what is isolated and has no such letters, as the reference
    2026-117, stays in order between marks, and a number behind it does not join it."""
    for at, part in enumerate(_ISOLATED.split(text) if turned else (text,)):
        part = fit(part)
        if at % 2 == 1 and part and not _RIGHT_TO_LEFT.search(part):
            yield f"{LEFT_TO_RIGHT}{part}{LEFT_TO_RIGHT}", False
            yield RIGHT_TO_LEFT, True
            continue
        for turn, piece in enumerate(_RIGHT_TO_LEFT.split(part)):
            if piece:
                yield piece, turn % 2 == 1


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

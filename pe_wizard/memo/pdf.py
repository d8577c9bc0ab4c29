"""A memo as PDF, set by typst: tagged for screen readers, fonts of our packages embedded.

Data goes in as JSON, so text is never markup. The standard PDF/UA-1 is a gate: it refuses a page
without a title and any sign that no font can show; such signs are written by their code before.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import typst

from pe_wizard.memo.fonts import fonts, showable
from pe_wizard.memo.structure import Memo, Picture, Span

TEMPLATE = Path(__file__).with_name("memo.typ")
PICTURE = Path(__file__).with_name("picture.typ")
# The first one with a sign shows it; what none of them has, any other font of the packages.
FAMILIES = {
    "en": ("Noto Sans", "Noto Sans Georgian", "IBM Plex Sans Arabic"),
    "fa": ("IBM Plex Sans Arabic", "Noto Sans", "Noto Sans Georgian"),
}
ZERO_WIDTH_SPACE = "\u200b"
LONG_WORD, PIECE = 28, 14  # letters; a longer word may break after so many of them
_LONG = re.compile(rf"\S{{{LONG_WORD + 1},}}")
_JOINED = re.compile("[\u0300-\u036f\u0590-\u08ff\u200c\u200d\ufb1d-\ufdff\ufe70-\ufeff]")


def as_pdf(memo: Memo) -> bytes:
    """The memo as a PDF file. The same memo of a version gives the same bytes."""
    data = {**as_data(memo), "fonts": FAMILIES.get(memo.language, FAMILIES["en"])}
    content = _compiler(TEMPLATE).compile(
        format="pdf",
        sys_inputs={"memo": json.dumps(data)},
        pdf_standards=["ua-1"],
        timestamp=datetime.fromisoformat(memo.made_at) if memo.made_at else None,
    )
    if not isinstance(content, bytes):
        raise TypeError("typst gave no single file.")
    return content


def picture_as_png(picture: Picture, language: str, pixels_per_inch: float = 200) -> bytes:
    """A picture as PNG on white, 160 mm wide, for a document that cannot hold SVG."""
    data = {**as_data(picture), "fonts": FAMILIES.get(language, FAMILIES["en"])}
    content = _compiler(PICTURE).compile(
        format="png", ppi=pixels_per_inch, sys_inputs={"picture": json.dumps(data)}
    )
    if not isinstance(content, bytes):
        raise TypeError("typst gave no single picture.")
    return content


def _compiler(template: Path) -> typst.Compiler:
    # One for each memo: a compiler keeps its inputs, and two requests must not meet in it.
    return typst.Compiler(
        template, root=template.parent, font_paths=fonts(), ignore_system_fonts=True
    )


# ---- data for the template


def as_data(value: Any) -> Any:
    """The memo as JSON: objects by field, a block with its kind in `is`, a span as a pair."""
    if isinstance(value, Span):
        return [breakable(value.text), value.style]
    if is_dataclass(value):
        data = {one.name: as_data(getattr(value, one.name)) for one in fields(value)}
        if isinstance(value, Picture):
            data["svg"] = value.svg
        return {"is": type(value).__name__.lower(), **data}
    if isinstance(value, (tuple, list)):
        return [as_data(one) for one in value]
    return breakable(value) if isinstance(value, str) else value


def breakable(text: str) -> str:
    """The text with room to break long words, and by their code the signs that no font has."""
    return _LONG.sub(_with_breaks, showable(text))


def _with_breaks(word: re.Match[str]) -> str:
    letters = word[0]
    if len(_JOINED.findall(letters)) > len(letters) / 2:
        return letters if len(letters) <= 3 * LONG_WORD else _pieces(letters, 2 * PIECE)
    return _pieces(letters, PIECE)


def _pieces(letters: str, length: int) -> str:
    return ZERO_WIDTH_SPACE.join(letters[at : at + length] for at in range(0, len(letters), length))

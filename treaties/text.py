"""The one gate for free text: in NFC, and without characters that break exports or pages.

It refuses NUL, the other C0 and C1 controls, bidirectional embeddings, overrides and isolates, lone
surrogates and noncharacters. The zero-width (non-)joiner stays: Persian needs it.
"""

import re
import unicodedata
from decimal import Decimal

from treaties.errors import TreatiesError

LONGEST = 10_000  # characters of one text

_LINE_BREAKS = re.compile("\r\n|[\n\r\u2028\u2029]")
_FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f"  # C0 and C1 controls; line feeds are left to the caller
    "\u202a-\u202e\u2066-\u2069"  # bidirectional embeddings, overrides and isolates
    "\ud800-\udfff\ufdd0-\ufdef"  # surrogates, noncharacters
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
    )
    + "]"
)


class TextError(TreatiesError):
    """A text that cannot be kept: `problem` says why, `remedy` what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(problem, remedy)

    def __str__(self) -> str:
        return f"{self.problem}. {self.remedy}."


def clean_line(text: str, *, longest: int = LONGEST) -> str:
    """A single-line text in NFC: line breaks and tabs become a space, outer spaces go.

    Raises TextError for a forbidden character or more than `longest` characters.
    """
    if text.isascii() and text.isprintable() and len(text) <= longest:
        return text.strip()
    return _clean(_LINE_BREAKS.sub(" ", _short_enough(text, longest)), longest).strip()


def clean_note(text: str, *, longest: int = LONGEST) -> str:
    """A text of several lines in NFC: every line break becomes a line feed, every tab a space.

    Raises TextError for a forbidden character or more than `longest` characters.
    """
    return _clean(_LINE_BREAKS.sub("\n", _short_enough(text, longest)), longest)


def shown(value: object, *, longest: int = 60) -> str:
    """A found value in words fit for an error message: short, on one line, nothing invisible."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= longest else value[: longest - 1] + "…"
        return f'the text "{"".join(map(_visible, cut))}"'
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**longest:
        return "a very large number"
    if isinstance(value, int | float | Decimal):
        return f"the number {str(value)[:longest]}"
    return f"a value of type {type(value).__name__}"


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return f"U+{ord(character):04X}"


def _short_enough(text: str, longest: int) -> str:
    # Decomposed text shrinks in NFC, never below a quarter; the early limit bounds the work.
    if len(text) > 4 * longest:
        raise _too_long(len(text), longest)
    return text


def _clean(text: str, longest: int) -> str:
    text = text.replace("\t", " ")
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise TextError(
            f"holds the character U+{ord(found[0]):04X} at position {found.start() + 1}",
            "Remove it: control characters and characters that reverse text are not accepted",
        )
    text = unicodedata.normalize("NFC", text)
    if len(text) > longest:
        raise _too_long(len(text), longest)
    return text


def _too_long(length: int, longest: int) -> TextError:
    return TextError(f"has {length} characters", f"Shorten it to at most {longest} characters")

"""One gate for text that people type, and one way to compare it.

The gate keeps what languages need (U+200C and U+200D part and join letters in Persian) and refuses
what can hide or reverse other text: NUL, control characters, bidi embeddings, overrides, isolates.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

FORBIDDEN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls; tab and line feed count as blanks
    "\u2028-\u202e\u2066-\u2069"  # line separators, bidi embeddings, overrides, isolates
    "\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"  # surrogates and what is no character
    "]"
)
UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})  # categories of what alone shows nothing
INVISIBLE = re.compile("[\u200e\u200f\u061c\ufeff\u00ad]")  # marks of direction, soft hyphen

# Letters that look alike and stand on different keyboards; joiners and the stretching stroke.
ALIKE = str.maketrans("كيىةۀہھ", "کییهههه", "ـ\u200c\u200d")
DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "0123456789" * 2)


def clean_text(value: str, *, single_line: bool) -> str:
    """The text in NFC without blanks around it; on one line where asked for. Empty where nothing in
    it can be seen.

    Raises ValidationError, code "forbidden_character", naming the first character it refuses.
    """
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    if found := FORBIDDEN.search(value):
        raise ValidationError(
            _("This text holds a character that cannot be shown (%(code)s). Type it without it."),
            code="forbidden_character",
            params={"code": f"U+{ord(found.group()):04X}"},
        )
    value = unicodedata.normalize("NFC", INVISIBLE.sub("", value))
    if all(unicodedata.category(character) in UNSEEN for character in value):
        return ""
    if single_line:
        return " ".join(value.split())
    return "\n".join(line.rstrip() for line in value.split("\n")).strip()


def fold(value: str) -> str:
    """The text as a search compares it: without case and accents, one form for letters and digits
    that Arabic and Persian keyboards type differently."""
    decomposed = unicodedata.normalize("NFKD", value.translate(ALIKE)).casefold()
    bare = "".join(c for c in decomposed if unicodedata.category(c) not in ("Mn", "Cf", "Cc"))
    return " ".join(bare.translate(ALIKE).translate(DIGITS).split())


def fold_for(model: type[models.Model], column: str, value: str) -> str:
    """The folded text as the column keeps it: one character may fold to many, and the end of what
    is too long for the column is left out."""
    field = cast("models.CharField[str, str]", model._meta.get_field(column))
    return fold(value)[: field.max_length].rstrip()


def without_forbidden(value: Any) -> Any:
    """What was typed, as a page shows it again after an error; anything but text as it is."""
    return FORBIDDEN.sub("", value) if isinstance(value, str) else value


class TextField(forms.CharField):
    """A field for free text behind the gate; ``multiline=True`` keeps line breaks."""

    def __init__(self, *, multiline: bool = False, **options: Any) -> None:
        self.multiline = multiline
        options.setdefault("widget", forms.Textarea if multiline else forms.TextInput)
        super().__init__(**options)

    def to_python(self, value: Any) -> str:
        """The cleaned text; a character that is refused is an error of this field."""
        text = super().to_python(value) or ""
        return clean_text(text, single_line=not self.multiline)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again after an error: without what cannot be shown."""
        return without_forbidden(super().bound_data(data, initial))

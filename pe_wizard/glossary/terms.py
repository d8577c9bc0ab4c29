"""The glossary, read from `terms.toml` and refused where it is not whole.

A term is one concept with its word in each language. The other things a term may say are what the
texts of the treaties print, what is never written for it, and who should still confirm a word.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

FILE = Path(__file__).with_name("terms.toml")
LANGUAGES = ("en", "fa", "ka")
RIGHT_TO_LEFT = frozenset({"fa"})

Words = Annotated[str, Field(min_length=1)]
Language = Literal["en", "fa", "ka"]


class GlossaryError(Exception):
    """A glossary file that cannot be used; its text says what is wrong with it."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Printed(_Table):
    """What the texts of some treaties print for a term, each in the one language it gives.

    `paragraph` is the label of the treaty file, or None where the word runs through the text.
    """

    treaties: tuple[Words, ...] = Field(min_length=1)
    paragraph: Words | None = None
    fa: Words | None = None
    ka: Words | None = None

    @model_validator(mode="after")
    def _one_language(self) -> Printed:
        if (self.fa is None) == (self.ka is None):
            raise ValueError("give the words either as fa or as ka")
        return self

    @property
    def language(self) -> str:
        """The language of the words."""
        return "fa" if self.fa else "ka"

    @property
    def words(self) -> str:
        """The words as the texts have them."""
        return self.fa or self.ka or ""


class Term(_Table):
    """One concept: its word in each language.

    `plural_fa` is a Persian plural that is not made with an ending; `never` lists what stands for
    the concept in no text of a language; `confirm` names the languages whose word is the
    product's own, for a tax lawyer who speaks it to confirm.
    """

    en: Words
    fa: Words
    ka: Words
    plural_fa: Words | None = None
    never: Mapping[Language, tuple[Words, ...]] = {}
    texts: tuple[Printed, ...] = ()
    confirm: tuple[Language, ...] = ()

    def said(self, language: str) -> str:
        """The word in this language."""
        words: str = getattr(self, language)
        return words

    def plural(self, language: str) -> str | None:
        """The plural to be named beside the word, if there is one."""
        return self.plural_fa if language == "fa" else None

    def rivals(self, language: str) -> tuple[str, ...]:
        """What stands for the concept in no text of this language."""
        return tuple(
            word for code, words in self.never.items() if code == language for word in words
        )


class Group(_Table):
    """Terms that belong together, by their keys, in the order of the file."""

    key: Words
    terms: Mapping[str, Term]


class _File(_Table):
    group: tuple[Group, ...]

    @model_validator(mode="after")
    def _each_key_once(self) -> _File:
        counted = Counter(key for group in self.group for key in (group.key, *group.terms))
        if twice := [key for key, times in counted.items() if times > 1]:
            raise ValueError(f"used twice: {', '.join(twice)}")
        return self


def direction(language: str) -> str:
    """How the language is written: rtl or ltr."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


@cache
def glossary() -> tuple[Group, ...]:
    """The groups of the product's own glossary. Raises GlossaryError for a faulty file."""
    return read(FILE.read_text())


def read(content: str) -> tuple[Group, ...]:
    """The groups of a glossary file. Raises GlossaryError, which names every fault."""
    try:
        return _File.model_validate(tomllib.loads(content)).group
    except tomllib.TOMLDecodeError as error:
        raise GlossaryError(f"The glossary is no TOML: {error}") from None
    except ValidationError as error:
        faults = (
            f"{'.'.join(str(part) for part in fault['loc']) or 'the file'}: {fault['msg']}"
            for fault in error.errors()
        )
        raise GlossaryError("; ".join(faults)) from None

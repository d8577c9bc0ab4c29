"""The glossary as its page shows it: the language of the page first, then the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from pe_wizard.glossary.terms import LANGUAGES, Group, Printed, Term, direction, glossary
from pe_wizard.glossary.wording import HINTS, TITLES
from treaties import Treaty


@dataclass(frozen=True)
class Cell:
    """A term in one language. `never` is what stands for it in no text, or nothing."""

    language: str
    word: SafeString
    plural: SafeString | None
    never: SafeString | None
    to_be_confirmed: bool


@dataclass(frozen=True)
class InTheTexts:
    """What some treaties print for the term; `paragraph` is empty where it is not in one alone."""

    treaties: tuple[Treaty, ...]
    paragraph: str
    words: SafeString


@dataclass(frozen=True)
class Row:
    """A term: in the language of the page, in the others, and what to know about it."""

    key: str
    first: Cell
    others: tuple[Cell, ...]
    hint: Promise | None
    texts: tuple[InTheTexts, ...]


@dataclass(frozen=True)
class Part:
    """A group of terms under its title."""

    key: str
    title: Promise
    rows: tuple[Row, ...]


def columns(language: str) -> tuple[str, ...]:
    """The languages in the order of the page's columns."""
    return (language, *(code for code in LANGUAGES if code != language))


def parts(language: str, treaties: Mapping[str, Treaty]) -> list[Part]:
    """The glossary in the order of its file. A text is shown where its treaty is on offer."""
    return [_part(group, language, treaties) for group in glossary()]


def _part(group: Group, language: str, treaties: Mapping[str, Treaty]) -> Part:
    rows = (_row(key, term, language, treaties) for key, term in group.terms.items())
    return Part(group.key, TITLES[group.key], tuple(rows))


def _row(key: str, term: Term, language: str, treaties: Mapping[str, Treaty]) -> Row:
    first, *others = (_cell(term, code) for code in columns(language))
    texts = (_in_the_texts(printed, treaties) for printed in term.texts)
    return Row(
        key, first, tuple(others), HINTS.get(key), tuple(one for one in texts if one.treaties)
    )


def _cell(term: Term, language: str) -> Cell:
    plural = term.plural(language)
    return Cell(
        language,
        _in(language, term.said(language)),
        _in(language, plural) if plural else None,
        format_html_join(" · ", "{}", ((_in(language, words),) for words in term.rivals(language)))
        or None,
        language in term.confirm,
    )


def _in_the_texts(printed: Printed, treaties: Mapping[str, Treaty]) -> InTheTexts:
    return InTheTexts(
        tuple(treaties[code] for code in printed.treaties if code in treaties),
        printed.paragraph or "",
        _in(printed.language, printed.words),
    )


def _in(language: str, words: str) -> SafeString:
    """Words marked with their language and direction, wherever on the page they stand."""
    return format_html(
        '<bdi class="word" lang="{}" dir="{}">{}</bdi>', language, direction(language), words
    )

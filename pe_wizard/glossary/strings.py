"""Every text that a user may see, with its versions, for a reviewer who speaks the language.

The texts of the web and of the law come from their catalogues, a line for each plural form; the
texts of the treaties on offer come from their files.
"""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from django.conf import settings
from django.template.loader import render_to_string

from pe_wizard.glossary.terms import direction
from pe_wizard.memo.lists import MARK_OF_UTF_8, inert
from treaties import Text, catalogue

CATALOGUES = {"web": "pe_wizard", "law": "treaties"}
TRANSLATIONS = ("fa", "ka")
FORMS = ("one", "many")  # of a text with a number


@dataclass(frozen=True, slots=True)
class Line:
    """One text. `place` is web, law or the code of a treaty.

    `key` is the context of a catalogue's text and its form, or the path of a treaty file's text.
    A version that is missing is empty.
    """

    place: str
    key: str
    en: str
    fa: str
    ka: str

    def said(self, language: str) -> str:
        """The version in this language."""
        version: str = getattr(self, language)
        return version


def every_line() -> Iterator[Line]:
    """The web, the law, and then every treaty on offer."""
    for place, home in CATALOGUES.items():
        yield from _of_catalogues(place, Path(settings.BASE_DIR) / home / "locale")
    for treaty in catalogue(settings.TREATY_FILES_DIR).treaties.values():
        for path, text in _texts(treaty, ()):
            yield Line(treaty.code, path, text.en, text.fa or "", text.ka or "")


def _of_catalogues(place: str, folder: Path) -> Iterator[Line]:
    fa, ka = (_messages(folder, language) for language in TRANSLATIONS)
    for context, english in {**fa, **ka}:
        missing = ("",) * len(english)
        versions = (those.get((context, english), missing) for those in (fa, ka))
        forms = FORMS if len(english) > 1 else ("",)
        for form, *said in zip(forms, english, *versions, strict=True):
            yield Line(place, ", ".join(part for part in (context, form) if part), *said)


def _messages(folder: Path, language: str) -> dict[tuple[str, tuple[str, ...]], tuple[str, ...]]:
    """Context and English forms of each message, with the forms it has in the language."""
    with (folder / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {
            (message.context or "", _forms(message.id)): _forms(message.string or "")
            for message in read_po(file, locale=language)
            if message.id
        }


def _forms(text: str | Sequence[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Text]]:
    """Every text within a value, with the names that lead to it."""
    if isinstance(value, Text):
        yield " ".join(path), value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _texts(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _texts(one, (*path, str(key)))


def as_csv(lines: Iterator[Line], languages: Sequence[str]) -> str:
    """The list as CSV, with a row of names first; no cell is a formula."""
    written = io.StringIO()
    written.write(MARK_OF_UTF_8)
    writer = csv.writer(written)
    writer.writerow(("place", "key", *languages))
    for line in lines:
        said = (line.said(language) for language in languages)
        writer.writerow([inert(cell) for cell in (line.place, line.key, *said)])
    return written.getvalue()


def as_text(lines: Iterator[Line], languages: Sequence[str]) -> str:
    """The list to be read in a terminal or compared line by line."""
    blocks = (
        "\n".join(
            (
                f"# {line.place} {line.key}".rstrip(),
                *(f"{language}  {line.said(language)}" for language in languages),
            )
        )
        for line in lines
    )
    return "\n\n".join(blocks) + "\n"


def as_html(lines: Iterator[Line], languages: Sequence[str]) -> str:
    """The list as a page of its own, to be opened and printed without a server."""
    rows = [
        {
            "place": line.place,
            "key": line.key,
            "cells": [(code, direction(code), line.said(code)) for code in languages],
        }
        for line in lines
    ]
    return render_to_string("glossary/strings.html", {"rows": rows, "languages": languages})


WRITERS = {"csv": as_csv, "html": as_html, "text": as_text}

"""Sentences of findings: templates with named values, never glued together.

A clause module names its messages in a `MESSAGES` table of `Say`; a finding carries the id and the
values. `sentence` fills the template of the finding's outcome. Translation is a function from
template to template, so any gettext catalogue can be used and the core needs none.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any


def _N(text: str) -> str:
    """Marks a text for translation and returns it as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Plural:
    """Two templates, both marked for translation by this name, chosen by the number under `by`."""

    one: str
    many: str
    by: str


Template = str | Plural


@dataclass(frozen=True, slots=True)
class Say:
    """The three sentences of a finding, each true for its outcome when read alone."""

    yes: Template = ""
    no: Template = ""
    unknown: Template = ""

    def template(self, outcome: str) -> Template:
        """The template for "yes", "no" or "unknown"; LookupError where none was written."""
        text: Template = getattr(self, outcome)
        if not text:
            raise LookupError(f"no sentence for the outcome {outcome!r} of {self}")
        return text


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: how templates are translated and how values are written in a sentence."""

    one: Callable[[str], str]
    many: Callable[[str, str, int], str]
    write: Callable[[Any, str], str]


MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def write_english(value: Any, form: str) -> str:
    """A value as an English sentence shows it: 4 August 2025, 1 234, lists with commas."""
    if isinstance(value, str) and form.startswith("date"):
        value = date.fromisoformat(value)
    if isinstance(value, date):
        return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
    if isinstance(value, (list, tuple)):
        return ", ".join(write_english(one, form) for one in value)  # `label`: an English msgid
    return str(value)


ENGLISH = Tongue(
    one=lambda text: text,
    many=lambda one, many, n: one if n == 1 else many,
    write=write_english,
)


def fill(template: Template, values: Mapping[str, Any], tongue: Tongue = ENGLISH) -> str:
    """The template in the given language with its values written out.

    Raises KeyError where the template names a value that is not given.
    """
    if isinstance(template, Plural):
        text = tongue.many(template.one, template.many, int(values[template.by]))
    else:
        text = tongue.one(template)
    filled = []
    for literal, name, form in _pieces(text):
        filled.append(literal)
        if name is not None:
            filled.append(tongue.write(values[name], form))
    return "".join(filled)


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Each literal of a template with the placeholder after it, {name} or {name:form}."""
    parsed = string.Formatter().parse(text)
    return tuple((literal, name, form or "") for literal, name, form, _ in parsed)

"""The language of the page for the texts of the law: questions, findings, readings.

Those texts are message ids with named values. Here they are translated, and their values written
out: days, numbers, lists, and names that people typed, kept from turning the sentence around them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from babel.dates import format_date
from django.utils.translation import gettext, ngettext

from pe_wizard import georgian
from pe_wizard.display import LOCALES, comma, day_text, digits, isolated, language
from treaties import Tongue, fill, sentence

# Values that name an item.
NAMES = frozenset({"item", "project", "place", "agent", "enterprise", "other"})
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def write(value: Any, form: str) -> str:
    """A value of a sentence as the page writes it.

    Forms: date; label (a message id); in Georgian also date_on, date_gen, date_from, and in, gen of
    a State.
    """
    if isinstance(value, (list, tuple)):
        return comma().join(write(one, form) for one in value)
    if form.startswith("date") and isinstance(value, str):
        value = date.fromisoformat(value)
    if isinstance(value, date):
        return long_day(value, form)
    if isinstance(value, int):
        return digits(value)
    if form.startswith("label"):
        return gettext(str(value)) if value else ""
    if form in ("in", "gen") and language() == "ka":
        return georgian.state(str(value), form)
    return typed(str(value))


def long_day(value: date, form: str = "date") -> str:
    """A day within a sentence: 4 August 2025. Georgian has forms: see pe_wizard.georgian."""
    if language() == "fa":
        return day_text(value)
    if language() == "ka":
        return georgian.day(value, form)
    return format_date(value, "d MMMM y", locale=LOCALES[language()])


def typed(value: str) -> str:
    """What someone typed, isolated where its direction may differ from that of the page."""
    if (language() == "fa") == bool(RIGHT_TO_LEFT.search(value)) or not value:
        return value
    return isolated(value)


TONGUE = Tongue(one=lambda text: gettext(text) if text else "", many=ngettext, write=write)


def say(text: str, **values: Any) -> str:
    """A message id of the law in the language of the page, with its values."""
    return fill(text, values, TONGUE)


def finding_sentence(
    finding: Mapping[str, Any], nameless: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The sentence of a finding of a conclusion document; the one it was kept with, where the
    message is no longer known. `nameless`: what to call items known by their id."""
    values = {
        key: nameless.get(value, value) if key in NAMES and isinstance(value, str) else value
        for key, value in finding["values"].items()
    }
    try:
        return sentence(finding["message"], finding["outcome"], values, TONGUE)
    except (LookupError, ValueError):
        return str(finding["statement"])

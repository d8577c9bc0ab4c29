"""Tags for the law on a page: signs of outcomes, links to paragraphs, texts of treaty files.

See static/pe_wizard.css for the classes; nothing here decides anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from babel import Locale
from babel.dates import format_date
from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext as _

from pe_wizard import tongue
from pe_wizard.display import LOCALES, comma, day, digits, isolated, language, semicolon
from treaties import OUTCOME_TITLES, OUTCOME_WORDS, Text, Treaty

register = template.Library()

ARTICLE = re.compile("[0-9]+[A-Z]*")  # a whole article
# Paragraphs outside of the treaty's articles: Protocol(1), Law(note 2).
OUTSIDE = re.compile(r"Protocol\((?P<protocol>[0-9]+)\)|Law\(note (?P<note>[0-9]+)\)")

OUTCOME_CLASSES = {"pe": "pe", "no_pe": "no", "undetermined": "und"}
FINDING_CLASSES = {"yes": "yes", "no": "no", "unknown": "und"}


@register.filter
def paragraph_anchor(label: str) -> str:
    """The anchor of a paragraph on a page: "5(3)(b)" gives "par-5-3-b"."""
    return "par-" + re.sub("[^0-9A-Za-z]+", "-", label).strip("-")


@register.filter
def paragraph_label(label: str, treaty: Treaty | None = None) -> str:
    """The paragraph as the page writes it: on a Persian page as a Persian text prints it itself."""
    if in_words := _in_words(label):
        return in_words
    if treaty is not None and language() == "fa" and treaty.read_from == "fa":
        found = treaty.paragraphs.get(label) or treaty.borrowed.get(label)
        if found is not None:
            return digits(found.source)
    return label


def _in_words(label: str) -> str:
    """A whole article, and what is outside of the articles; nothing for a paragraph of one."""
    if ARTICLE.fullmatch(label):
        return _("Article %(n)s") % {"n": digits(label)}
    if outside := OUTSIDE.fullmatch(label):
        words = _("Protocol %(n)s") if outside["protocol"] else _("Law, note %(n)s")
        return words % {"n": digits(outside["protocol"] or outside["note"])}
    return ""


def reference(label: str, treaty: Treaty | None = None) -> str:
    """The paragraph as it is referred to: in Persian a number alone is no reference."""
    return _in_words(label) or pgettext("reference to a paragraph", "%(label)s") % {
        "label": paragraph_label(label, treaty)
    }


@register.simple_tag
def paragraph(label: str, treaty: Treaty | None = None, href: str = "") -> str | SafeString:
    """A reference to a paragraph: a link where there is something to open."""
    if not label:
        return ""
    shown = reference(label, treaty)
    if shown != label and paragraph_label(label, treaty) == label:  # 5(3)(b) in a Persian text
        shown = shown.replace(label, isolated(label))
    if href:
        return format_html('<a class="para" href="{}"><bdi>{}</bdi></a>', href, shown)
    return format_html('<span class="para"><bdi>{}</bdi></span>', shown)


@register.simple_tag
def paragraphs(labels: Iterable[str], treaty: Treaty, where: str = "") -> SafeString:
    """References to several paragraphs, on the page of the treaty or, `where` "here", on this."""
    page = "" if where == "here" else reverse("library:treaty", args=[treaty.code])
    known = {*treaty.paragraphs, *treaty.borrowed}
    return format_html_join(
        comma(),
        "{}",
        (
            (paragraph(label, treaty, page + paragraph_href(label) if label in known else ""),)
            for label in labels
        ),
    )


@register.simple_tag
def outcome(value: str, in_full: bool = False) -> SafeString:
    """pe, no_pe or undetermined as a sign with its word."""
    words = OUTCOME_TITLES if in_full else OUTCOME_WORDS
    return format_html(
        '<span class="outcome outcome--{}">{}</span>', OUTCOME_CLASSES[value], gettext(words[value])
    )


@register.simple_tag
def no_such_rule(word: str) -> SafeString:
    """The sign and word for a head that the treaty does not have, or with nothing on file."""
    return format_html('<span class="outcome outcome--none">{}</span>', word)


@register.filter
def verdict_class(value: str) -> str:
    """pe, no or und: the sheet's name of an outcome."""
    return OUTCOME_CLASSES[value]


@register.filter
def finding_class(value: str) -> str:
    """yes, no or und: the sheet's name of what a finding comes to."""
    return FINDING_CLASSES[value]


@register.filter
def say(text: str) -> str:
    """A message id of the law, without values, in the language of the page."""
    return tongue.say(text) if text else ""


@register.filter
def typed(value: str) -> SafeString:
    """What someone typed, isolated, and broken where it is long."""
    return format_html('<bdi class="typed">{}</bdi>', value)


@register.simple_tag
def law_text(text: Text | None) -> str | SafeString:
    """A text of a treaty file in the language of the page, marked where it is in another one."""
    if text is None:
        return ""
    code = language()
    if getattr(text, code) or code == "en":
        return text.said(code)
    return format_html('<span lang="en" dir="ltr">{}</span>', text.en)


@register.filter
def partial_day(value: str | None) -> str | SafeString:
    """A day of which only the year or the month may be known: "2011", "2011-12" or "2011-12-08"."""
    if not value:
        return pgettext("date", "Not known")
    if len(value) == 10:
        return day(date.fromisoformat(value))
    if len(value) == 7:
        month = date.fromisoformat(f"{value}-01")
        return digits(format_date(month, "MMMM y", locale=LOCALES[language()]))
    return digits(value)


@register.filter
def language_name(code: str) -> str:
    """The name of a language, in the language of the page."""
    return Locale.parse(LOCALES[language()]).languages.get(code, isolated(code))


register.simple_tag(comma)
register.simple_tag(semicolon)


@register.filter
def listed(parts: Iterable[str]) -> str:
    """The parts with the comma of the language between them."""
    return comma().join(str(part) for part in parts)


@register.simple_tag
def memo_languages(completed_in: str) -> list[dict[str, Any]]:
    """The languages a memo can be printed in, that of the completed version marked."""
    return [
        {"code": code, "name": name, "completed_in": code == completed_in}
        for code, name in settings.LANGUAGES
    ]


@register.filter
def digest_groups(value: Any) -> str:
    """A SHA-256 in groups of eight, without its prefix, as it is read aloud and compared."""
    bare = str(value).removeprefix("sha256:")
    return " ".join(bare[start : start + 8] for start in range(0, len(bare), 8))


@register.filter
def paragraph_href(label: str) -> str:
    """A link to a paragraph restated on the same page."""
    return f"#{paragraph_anchor(label)}"


@register.filter
def iso_day(value: str) -> str:
    """A day of a document in words, within a sentence."""
    return tongue.long_day(date.fromisoformat(value))


@register.filter
def day_or_text(value: Any) -> Any:
    """A day as a ``time`` element; any other value as it is."""
    return day(value) if isinstance(value, date) else value


@register.filter
def pixels(value: float) -> str:
    """A length of a drawing, the same in every language."""
    return f"{value:.1f}"

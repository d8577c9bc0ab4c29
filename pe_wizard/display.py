"""How days, numbers and States are written in the language of the page.

Persian: Persian digits, the Solar Hijri day first and the Gregorian beside it. Georgian and
English: the Gregorian day alone. Names of months and States come from the Unicode locale data.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from persiantools.digits import en_to_fa
from persiantools.jdatetime import JalaliDate

from pe_wizard import georgian
from pe_wizard.text import fold
from treaties import Text, catalogue

# Babel's names of the site's languages; days and months as Europeans write them.
LOCALES = {"en": "en_GB", "fa": "fa_IR", "ka": "ka_GE"}

SOLAR_HIJRI_MONTHS = (
    "فروردین",
    "اردیبهشت",
    "خرداد",
    "تیر",
    "مرداد",
    "شهریور",
    "مهر",
    "آبان",
    "آذر",
    "دی",
    "بهمن",
    "اسفند",
)
# Joined to the year that follows, which the locale data leaves out.
GREGORIAN_MONTHS_IN_PERSIAN = (
    *("ژانویهٔ", "فوریهٔ", "مارس", "آوریل", "مه", "ژوئن"),
    *("ژوئیهٔ", "اوت", "سپتامبر", "اکتبر", "نوامبر", "دسامبر"),
)
PERSIAN_ALPHABET = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"


def language() -> str:
    """The language of the page: en, fa or ka."""
    code = (get_language() or "en").split("-")[0]
    return code if code in LOCALES else "en"


def isolated(value: object) -> str:
    """The value between marks that keep its direction from turning the text around it."""
    return f"\u2068{value}\u2069"


def comma() -> str:
    """What stands between the parts of a list."""
    return "، " if language() == "fa" else ", "


def semicolon() -> str:
    """What stands between the parts of a list that have commas of their own."""
    return "؛ " if language() == "fa" else "; "


def sentence_case(text: str) -> str:
    """The text as it begins a line; Georgian has no capitals, and a Mtavruli letter is wrong."""
    return text if language() == "ka" else capfirst(text)


def digits(value: object) -> str:
    """The value as text, with Persian digits on a Persian page."""
    return en_to_fa(str(value)) if language() == "fa" else str(value)


def day_text(value: date) -> str:
    """A calendar day in words: 3 Aug 2026; ۱۲ مرداد ۱۴۰۵ (۳ اوت ۲۰۲۶); 3 აგვ. 2026."""
    first, second = _day(value)
    return f"{first} ({second})" if second else first


def day(value: date | None) -> str | SafeString:
    """A calendar day as a ``time`` element; nothing for None."""
    return "" if value is None else _day_element(value, language())


@lru_cache(maxsize=4096)
def _day_element(value: date, _language: str) -> SafeString:
    """Made once for each language: lists show the same days again and again."""
    first, second = _day(value)
    if not second:
        return format_html('<time datetime="{}" class="nowrap">{}</time>', value.isoformat(), first)
    return format_html(
        '<time datetime="{}"><span class="nowrap">{}</span> '
        '<span class="alt nowrap">{}</span></time>',
        value.isoformat(),
        first,
        second,
    )


def day_of(value: datetime) -> str | SafeString:
    """The calendar day, in TIME_ZONE, on which a point in time falls."""
    return day(timezone.localtime(value).date())


def moment(value: datetime) -> SafeString:
    """A point in time, as day and clock in TIME_ZONE."""
    local = timezone.localtime(value)
    first, _ = _day(local.date())
    return format_html(
        '<time datetime="{}" class="nowrap">{}{} {}</time>',
        local.isoformat(timespec="minutes"),
        first,
        "،" if language() == "fa" else ",",
        digits(f"{local:%H:%M}"),
    )


def _day(value: date) -> tuple[str, str]:
    gregorian = gregorian_text(value)
    if language() != "fa":
        return gregorian, ""
    solar = JalaliDate(value)
    name = SOLAR_HIJRI_MONTHS[solar.month - 1]
    return en_to_fa(f"{solar.day} {name} {solar.year}"), gregorian


def gregorian_text(value: date) -> str:
    """A Gregorian day in words: 3 Aug 2026; ۳ اوت ۲۰۲۶; 3 აგვ. 2026."""
    code = language()
    if code == "ka":
        return georgian.short_day(value)
    if code == "fa":
        month = GREGORIAN_MONTHS_IN_PERSIAN[value.month - 1]
        return en_to_fa(f"{value.day} {month} {value.year}")
    return format_date(value, "d MMM y", locale=LOCALES[code])


def state_name(code: str) -> str:
    """The State with this ISO 3166-1 code, in the language of the page; else the code itself."""
    return _states(language()).get(code, code)


def party_name(code: str, treaty_code: str) -> str:
    """What a treaty calls the State with this code, in the language of the page."""
    named = _party_names(treaty_code).get(code)
    return state_name(code) if named is None else named.said(language())


@cache
def _party_names(treaty_code: str) -> Mapping[str, Text]:
    treaty = catalogue(settings.TREATY_FILES_DIR).treaties.get(treaty_code)
    return {} if treaty is None else treaty.party_names


def state_choices() -> list[tuple[str, str]]:
    """All States, code and name, in the alphabet of the page."""
    code = language()
    return sorted(_states(code).items(), key=lambda item: _alphabetical(item[1], code))


@cache
def _states(code: str) -> dict[str, str]:
    territories = Locale.parse(LOCALES[code]).territories
    return {
        key: name
        for key, name in territories.items()
        if len(key) == 2 and key.isalpha() and key not in NO_STATES
    }


# In the locale data and not in ISO 3166-1: unions, reserved and invented codes.
NO_STATES = frozenset(
    ("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ")
)


def _alphabetical(name: str, code: str) -> list[int] | str:
    if code != "fa":
        return fold(name)
    return [PERSIAN_ALPHABET.find(letter) for letter in name if letter in PERSIAN_ALPHABET + " "]

"""One forgiving way to read a day that someone types, everywhere in the product.

Year-month-day in any digits, with any separator; day-month-year where it cannot be anything else;
months by name; years 1300 to 1500 are of the Solar Hijri calendar. Nothing is guessed: what could
be two days is refused, with both of them named. A day is a date, never a moment.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache
from typing import Any, NamedTuple, NoReturn

from babel.dates import get_month_names
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from persiantools.digits import en_to_fa
from persiantools.jdatetime import JalaliDate

from pe_wizard.display import LOCALES, SOLAR_HIJRI_MONTHS, day_text, gregorian_text, language
from pe_wizard.text import DIGITS, INVISIBLE, fold, without_forbidden

GREGORIAN_YEARS = range(1900, 2201)
SOLAR_YEARS = range(1300, 1501)
LONGEST = 60
GREGORIAN, SOLAR_HIJRI = "gregorian", "solar_hijri"
SOLAR_HIJRI_IN_LATIN = (
    *("Farvardin", "Ordibehesht", "Khordad", "Tir", "Mordad", "Shahrivar"),
    *("Mehr", "Aban", "Azar", "Dey", "Bahman", "Esfand"),
)

_PARTS = re.compile(r"[0-9]+|[^\W\d_]+")
_BETWEEN = re.compile(r"[\s\-/.,،؍\u2010-\u2015\u2212]*")
_ORDINAL = re.compile(r"(?<=[0-9])(st|nd|rd|th)\b", re.IGNORECASE)


class Month(NamedTuple):
    """A month by name: its number, and whether it is of the Solar Hijri calendar."""

    number: int
    solar: bool


def parse_day(text: str) -> date:
    """The Gregorian day that the text says.

    Raises ValidationError, code "unreadable", "year", "impossible" or "ambiguous", with a message
    that says what to write instead.
    """
    plain = INVISIBLE.sub("", text).translate(DIGITS).replace("\u200c", "").strip()
    if not plain or len(plain) > LONGEST:
        _unreadable()
    plain = _ORDINAL.sub("", plain)
    parts = _PARTS.findall(plain)
    if _BETWEEN.sub("", _PARTS.sub("", plain)):
        _unreadable()
    if len(parts) == 1 and len(parts[0]) == 8 and parts[0].isdecimal():
        parts = [parts[0][:4], parts[0][4:6], parts[0][6:]]
    if len(parts) != 3:
        _unreadable()
    words = [part for part in parts if not part.isdecimal()]
    if not words:
        return _of_numbers(*parts, dotted="." in plain)
    if len(words) == 1:
        return _of_a_name(words[0], [part for part in parts if part.isdecimal()], parts)
    _unreadable()


def _of_numbers(first: str, second: str, third: str, *, dotted: bool) -> date:
    if len(first) == 4:
        return _day(first, int(second), third)
    if len(third) != 4:
        raise ValidationError(
            _("Write the year with four digits, as in 2025-01-15."), code="unreadable"
        )
    one, other = int(first), int(second)
    if dotted or one > 12 or one == other:
        return _day(third, other, first)
    if other > 12:
        return _day(third, one, second)
    meant = [_day(third, other, first), _day(third, one, second)]
    raise ValidationError(
        _("This can be %(one)s or %(other)s. Write the year first: %(typed)s or %(typed_other)s."),
        code="ambiguous",
        params={
            "one": day_text(meant[0]),
            "other": day_text(meant[1]),
            "typed": typed(meant[0]),
            "typed_other": typed(meant[1]),
        },
    )


def _of_a_name(word: str, numbers: list[str], parts: list[str]) -> date:
    month = _month(word)
    years = [number for number in numbers if len(number) == 4]
    if month is None or len(years) != 1 or parts.index(word) == 2:
        _unreadable()
    days = [number for number in numbers if len(number) != 4]
    if month.solar != (int(years[0]) in SOLAR_YEARS) and int(years[0]) in (
        *SOLAR_YEARS,
        *GREGORIAN_YEARS,
    ):
        raise ValidationError(
            _("The month and the year are of two calendars. Write both in the same one."),
            code="unreadable",
        )
    return _day(years[0], month.number, days[0])


def _day(year_text: str, month: int, day_of_month: str) -> date:
    if len(day_of_month) > 2:
        _unreadable()
    year, day = int(year_text), int(day_of_month)
    solar = year in SOLAR_YEARS
    if not solar and year not in GREGORIAN_YEARS:
        raise ValidationError(
            _("The year must be from 1900 to 2200, or from 1300 to 1500 in the Solar Hijri one."),
            code="year",
        )
    if not 1 <= month <= 12:
        raise ValidationError(
            _("There is no month %(month)s. Write year, month and day: 2025-01-15."),
            code="impossible",
            params={"month": _shown(month)},
        )
    days = JalaliDate.days_in_month(month, year) if solar else _days_in(year, month)
    if not 1 <= day <= days:
        raise ValidationError(
            _("There is no day %(day)s in %(month)s %(year)s: it has %(days)s days."),
            code="impossible",
            params={
                "day": _shown(day),
                "month": _month_name(month, solar),
                "year": _shown(year),
                "days": _shown(days),
            },
        )
    found: date = JalaliDate(year, month, day).to_gregorian() if solar else date(year, month, day)
    return found


def _days_in(year: int, month: int) -> int:
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - date(year, month, 1)).days


def _shown(number: int) -> str:
    return en_to_fa(str(number)) if language() == "fa" else str(number)


def _month_name(month: int, solar: bool) -> str:
    if solar:
        return (SOLAR_HIJRI_MONTHS if language() == "fa" else SOLAR_HIJRI_IN_LATIN)[month - 1]
    return get_month_names("wide", locale=LOCALES[language()])[month]


def _month(word: str) -> Month | None:
    """The month of that name, or of a beginning of it that belongs to no other; None otherwise."""
    sought = fold(word)
    names = _month_names()
    if sought in names:
        return names[sought]
    found = {month for name, month in names.items() if name.startswith(sought)}
    return found.pop() if len(found) == 1 and len(sought) >= 3 else None


@cache
def _month_names() -> dict[str, Month]:
    names: dict[str, Month] = {}
    for locale in LOCALES.values():
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for number, name in get_month_names(width, context, locale).items():
                    names.setdefault(fold(name).rstrip("."), Month(number, False))
    for number, (persian, latin) in enumerate(
        zip(SOLAR_HIJRI_MONTHS, SOLAR_HIJRI_IN_LATIN, strict=True), start=1
    ):
        names[fold(persian)] = names[fold(latin)] = Month(number, True)
    return names


def _unreadable() -> NoReturn:
    raise ValidationError(
        _("Write a day as year, month and day: 2025-01-15, or 1403/10/26 in the Solar Hijri one."),
        code="unreadable",
    )


def typed(day: date, calendar: str = "") -> str:
    """The day as a form of this page shows it, so that `parse_day` reads it back: 2025-01-15, and
    on a Persian page ۱۴۰۳/۱۰/۲۶ (in years that the Solar Hijri calendar is read for).

    `calendar` is the one the field is kept in, where that is not the usual one of the page.
    """
    solar = JalaliDate(day)
    text = day.isoformat()
    if (calendar or usual_calendar()) == SOLAR_HIJRI and solar.year in SOLAR_YEARS:
        text = f"{solar.year}/{solar.month:02}/{solar.day:02}"
    return en_to_fa(text) if language() == "fa" else text


def usual_calendar() -> str:
    """The calendar in which a form of this page shows days."""
    return SOLAR_HIJRI if language() == "fa" else GREGORIAN


def calendar_of(text: str, day: date) -> str:
    """The calendar in which the text says the day; it is one that `parse_day` has read."""
    plain = text.translate(DIGITS)
    return SOLAR_HIJRI if str(JalaliDate(day).year) in plain else GREGORIAN


def in_the_other_calendar(text: str) -> str:
    """A typed day in words of the other calendar: beside Solar Hijri days the Gregorian one, on a
    Persian page beside Gregorian days the Solar Hijri one; otherwise nothing."""
    return _in_the_other_calendar(text, language()) if text else ""


@lru_cache(maxsize=4096)
def _in_the_other_calendar(text: str, code: str) -> str:
    try:
        day = parse_day(text)
    except ValidationError:
        return ""
    if calendar_of(text, day) == SOLAR_HIJRI:
        return gregorian_text(day)
    return day_text(day).partition(" (")[0] if code == "fa" else ""


class DayField(forms.Field):
    """A day that is typed as text; the cleaned value is a date, None where it may be empty."""

    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Browsers keep no list of days that were typed before."""
        return {**super().widget_attrs(widget), "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        """A date as it is typed; what was typed stays as it was."""
        return typed(value) if isinstance(value, date) else value

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again after an error: without what cannot be shown."""
        return without_forbidden(super().bound_data(data, initial))

    def to_python(self, value: Any) -> date | None:
        """The day; see `parse_day`."""
        if isinstance(value, date) or value in self.empty_values:
            return value or None
        return parse_day(str(value)) if str(value).strip() else None

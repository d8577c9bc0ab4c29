"""The one way to read a typed day: what it accepts, what it refuses, and that it never guesses."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from persiantools.jdatetime import JalaliDate

from pe_wizard.dates import DayField, parse_day, typed

FIFTEENTH = date(2025, 1, 15)
FIFTEENTH_JANUARY = [
    "2025-01-15",
    "2025/1/15",
    "2025.1.15",
    "2025 1 15",
    " 2025-01-15 ",
    "2025\u201301\u201315",
    "20250115",
    "15.1.2025",
    "15.01.2025",
    "15/1/2025",
    "15-01-2025",
    "1/15/2025",
    "15 January 2025",
    "15 january 2025",
    "15 Jan 2025",
    "15 Jan. 2025",
    "15th January 2025",
    "January 15, 2025",
    "2025 January 15",
    "15 ژانویه 2025",
    "15 იანვარი 2025",
    "15 იან. 2025",
    "۲۰۲۵-۰۱-۱۵",
    "۲۰۲۵/۱/۱۵",
    "٢٠٢٥-٠١-١٥",
    "1403/10/26",
    "1403-10-26",
    "۱۴۰۳/۱۰/۲۶",
    "\u200f۱۴۰۳/۱۰/۲۶",
    "26.10.1403",
    "26/10/1403",
    "۲۶ دی ۱۴۰۳",
    "26 Dey 1403",
]


@pytest.mark.parametrize("text", FIFTEENTH_JANUARY)
def test_the_same_day_however_it_is_typed(text: str) -> None:
    assert parse_day(text) == FIFTEENTH


@pytest.mark.parametrize("language", ["en", "fa", "ka"])
@pytest.mark.parametrize("text", FIFTEENTH_JANUARY)
def test_the_language_of_the_page_changes_no_day(text: str, language: str) -> None:
    with translation.override(language):
        assert parse_day(text) == FIFTEENTH


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1404/05/13", date(2025, 8, 4)),
        ("1403/12/30", date(2025, 3, 20)),  # a leap year
        ("1399/12/30", date(2021, 3, 20)),
        ("1404/01/01", date(2025, 3, 21)),
        ("1300/01/01", date(1921, 3, 21)),
        ("2024-02-29", date(2024, 2, 29)),
        ("1900-01-01", date(1900, 1, 1)),
        ("2200-12-31", date(2200, 12, 31)),
        ("1.2.2025", date(2025, 2, 1)),  # with full stops the day comes first
        ("1/1/2025", date(2025, 1, 1)),  # both ways the same
        ("30 Sept 2025", date(2025, 9, 30)),
        ("1 May 2025", date(2025, 5, 1)),
        ("۱۳ مرداد ۱۴۰۴", date(2025, 8, 4)),
        ("۱ اردی\u200cبهشت ۱۴۰۴", date(2025, 4, 21)),
    ],
)
def test_days_on_the_edges(text: str, day: date) -> None:
    assert parse_day(text) == day


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "unreadable", "2025-01-15"),
        ("soon", "unreadable", "2025-01-15"),
        ("2025", "unreadable", "2025-01-15"),
        ("2025-01", "unreadable", "2025-01-15"),
        ("2025-01-15-16", "unreadable", "2025-01-15"),
        ("2025-01-15T10:00", "unreadable", "2025-01-15"),
        ("2025+01+15", "unreadable", "2025-01-15"),
        ("15 J 2025", "unreadable", "2025-01-15"),
        ("15 Ju 2025", "unreadable", "2025-01-15"),  # June or July
        ("15 2025 January", "unreadable", "2025-01-15"),
        ("15 Mordad 2025", "unreadable", "two calendars"),
        ("15 January 1404", "unreadable", "two calendars"),
        ("15/01/25", "unreadable", "four digits"),
        ("25-01-15", "unreadable", "four digits"),
        ("1" * 10_000, "unreadable", "2025-01-15"),
        ("2025-01-015", "unreadable", "2025-01-15"),
        ("01/02/2025", "ambiguous", "1 Feb 2025 or 2 Jan 2025"),
        ("01-02-2025", "ambiguous", "2025-02-01 or 2025-01-02"),
        ("05/06/1404", "ambiguous", "or"),
        ("2025-02-29", "impossible", "There is no day 29 in February 2025: it has 28 days"),
        ("31 April 2025", "impossible", "April 2025: it has 30 days"),
        ("1404/12/30", "impossible", "There is no day 30 in Esfand 1404: it has 29 days"),
        ("1404/07/31", "impossible", "Mehr 1404"),
        ("2025-13-01", "impossible", "no month 13"),
        ("2025-00-10", "impossible", "no month 0"),
        ("2025-01-00", "impossible", "no day 0"),
        ("1899-12-31", "year", "from 1900 to 2200"),
        ("2201-01-01", "year", "from 1900 to 2200"),
        ("1501/01/01", "year", "from 1900 to 2200"),
        ("0001-01-01", "year", "from 1900 to 2200"),
    ],
)
def test_what_is_no_day_is_refused_with_what_to_write(text: str, code: str, says: str) -> None:
    with pytest.raises(ValidationError) as error:
        parse_day(text)
    assert error.value.code == code
    assert says in error.value.messages[0]


@pytest.mark.parametrize("text", ["\x00", "2025-01-15\x00", "\u202e2025-01-15", "²⁰²⁵-01-15"])
def test_odd_characters_are_no_part_of_a_day(text: str) -> None:
    with pytest.raises(ValidationError):
        parse_day(text)


@given(
    st.dates(date(1900, 1, 1), date(2200, 12, 31)),
    st.sampled_from(["en", "fa", "ka"]),
)
def test_a_day_is_read_back_as_it_is_shown(day: date, language: str) -> None:
    with translation.override(language):
        assert parse_day(typed(day)) == day


def test_every_solar_hijri_day_is_read_back() -> None:
    """Against the calendar library, day by day, over every leap year of a century."""
    day = date(1990, 1, 1)
    while day < date(2090, 1, 1):
        solar = JalaliDate(day)
        assert parse_day(f"{solar.year}/{solar.month}/{solar.day}") == day
        day += timedelta(days=1)


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_day_or_an_error(text: str) -> None:
    try:
        day = parse_day(text)
    except ValidationError:
        return
    assert 1900 <= day.year <= 2200


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "2025-08-04"), ("ka", "2025-08-04"), ("fa", "۱۴۰۴/۰۵/۱۳")]
)
def test_a_form_shows_a_day_in_the_calendar_of_the_page(language: str, shown: str) -> None:
    with translation.override(language):
        assert typed(date(2025, 8, 4)) == shown
        assert DayField().prepare_value(date(2025, 8, 4)) == shown


def test_a_field_keeps_what_was_typed_and_may_be_empty() -> None:
    assert DayField().prepare_value("1/2/2025") == "1/2/2025"
    assert DayField(required=False).clean("") is None
    assert DayField().clean("4 Aug 2025") == date(2025, 8, 4)

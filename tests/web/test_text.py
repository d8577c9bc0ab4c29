"""The gate for typed text, and how text, days and States are shown in each language."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from pe_wizard import display
from pe_wizard.text import FORBIDDEN, clean_text, fold


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   blanks ", "two blanks"),
        ("line\r\nbreak", "line break"),
        ("e\u0301", "é"),
        ("می\u200cروم", "می\u200cروم"),
        ("join\u200der", "join\u200der"),
        ("\ufeffmark \u200eof\u200f direction", "mark of direction"),
        ("tab\there", "tab here"),
        ("\u00a0no break\u00a0", "no break"),
    ],
)
def test_a_single_line_is_tidied_and_keeps_what_languages_need(typed: str, kept: str) -> None:
    assert clean_text(typed, single_line=True) == kept


def test_notes_keep_their_lines() -> None:
    assert clean_text("one \r\ntwo\rthree\n\n", single_line=False) == "one\ntwo\nthree"


@pytest.mark.parametrize(
    "code",
    [
        0x00,
        0x07,
        0x0B,
        0x1B,
        0x7F,
        0x85,
        0x9F,
        0x2028,
        0x202A,
        0x202E,
        0x2066,
        0x2069,
        0xD800,
        0xFFFE,
    ],
)
def test_what_hides_or_reverses_text_is_refused_by_its_number(code: int) -> None:
    with pytest.raises(ValidationError) as error:
        clean_text(f"abc{chr(code)}def", single_line=True)
    assert f"U+{code:04X}" in error.value.messages[0]


@given(st.text())
def test_cleaning_twice_is_cleaning_once(typed: str) -> None:
    for single_line in (True, False):
        try:
            kept = clean_text(typed, single_line=single_line)
        except ValidationError:
            continue
        assert clean_text(kept, single_line=single_line) == kept
        assert not FORBIDDEN.search(kept)


@given(st.text())
def test_folding_twice_is_folding_once(typed: str) -> None:
    assert fold(fold(typed)) == fold(typed)


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "3 Aug 2026"),
        ("ka", "3 აგვ. 2026"),
        ("fa", "۱۲ مرداد ۱۴۰۵ (۳ اوت ۲۰۲۶)"),
    ],
)
def test_a_day_is_written_as_the_language_does(language: str, shown: str) -> None:
    with translation.override(language):
        assert display.day_text(date(2026, 8, 3)) == shown


def test_a_moment_is_shown_in_the_zone_of_the_firm(settings: Settings) -> None:
    settings.TIME_ZONE = "Asia/Tbilisi"
    late = datetime(2026, 8, 3, 20, 30, tzinfo=UTC)
    with translation.override("en"):
        assert "4 Aug 2026, 00:30" in display.moment(late)
        assert "4 Aug 2026" in display.day_of(late)


@pytest.mark.parametrize(
    ("language", "iran", "georgia"),
    [("en", "Iran", "Georgia"), ("fa", "ایران", "گرجستان"), ("ka", "ირანი", "საქართველო")],
)
def test_states_have_their_names(language: str, iran: str, georgia: str) -> None:
    with translation.override(language):
        assert (display.state_name("IR"), display.state_name("GE")) == (iran, georgia)
        names = [name for _, name in display.state_choices()]
    assert len(names) > 240
    assert len(set(names)) == len(names)


def test_persian_states_stand_in_the_persian_alphabet() -> None:
    with translation.override("fa"):
        names = [name for _, name in display.state_choices()]
    wanted = ["آلمان", "ایران", "پاکستان", "تونس", "چین", "روسیه", "گرجستان", "مجارستان", "یونان"]
    assert [name for name in names if name in wanted] == wanted

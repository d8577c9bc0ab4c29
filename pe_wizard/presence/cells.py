"""What one cell means: a day, whether it was worked, a text. Nothing is guessed."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pe_wizard.dates import SOLAR_YEARS, parse_day
from pe_wizard.presence.rows import ONGOING
from pe_wizard.text import DIGITS, INVISIBLE, clean_text, fold

LONGEST_TEXT = 300
LONGEST_DAY = 100

# As a download writes them; each is read in every language, beside the words below.
YES, NO = _("yes"), _("no")
STILL_GOING_ON, NOT_KNOWN = _("still going on"), _("not known")

_KNOWN = {
    "yes": "yes|y|true|1|x|✓|✔|worked|بله|بلی|آری|دارد|کارکرده|კი|დიახ|ჰო",
    "no": "no|n|false|0|leave|holiday|private|off|نه|خیر|مرخصی|تعطیل|شخصی|არა|შვებულება|პირადი",
    "ongoing": "ongoing|still going on|going on|present|to date|now|today|در جریان|ادامه دارد|"
    "هنوز ادامه دارد|تاکنون|تا کنون|اکنون|جاری|გრძელდება|დღემდე|მიმდინარე",
    "unknown": "not known|unknown|?|n/a|نامعلوم|معلوم نیست|نمی‌دانیم|ناشناخته|უცნობია|უცნობი|"
    "არ არის ცნობილი",
}
_WRITTEN: dict[str, str | Promise] = {
    "yes": YES,
    "no": NO,
    "ongoing": STILL_GOING_ON,
    "unknown": NOT_KNOWN,
}
# A day and the same day of the other calendar: 2025-01-15 (1403/10/26), 1403/10/26 = 2025-01-15.
_TWICE = re.compile(r"([^()\[\]=]+)[(\[=]([^()\[\]=]+)[)\]]?")
# What a spreadsheet writes behind a day.
_MIDNIGHT = re.compile(r"(?<![T\s])[T\s]+0{1,2}:00(:00(\.0+)?)?Z?$")


class Day(NamedTuple):
    """A day, and whether it was written in the Solar Hijri calendar; both where in both."""

    day: date
    solar: bool
    gregorian: bool


class TwoDays(Exception):
    """The two calendars in one cell say different days."""

    def __init__(self, one: date, other: date) -> None:
        super().__init__(f"{one} {other}")
        self.days = one, other


def read_day(text: str) -> Day:
    """The day in the cell. Raises ValidationError as `parse_day` does, or TwoDays."""
    if len(text) > LONGEST_DAY:
        raise ValidationError(
            _(
                "Write a day as year, month and day: 2025-01-15, or 1403/10/26 in the Solar Hijri "
                "one."
            ),
            code="unreadable",
        )
    text = _MIDNIGHT.sub("", text.translate(DIGITS)).strip()
    twice = _TWICE.fullmatch(text)
    if twice is None:
        return _read(text)
    one, other = _read(twice[1]), _read(twice[2])
    if one.day != other.day:
        raise TwoDays(one.day, other.day)
    return Day(one.day, one.solar or other.solar, one.gregorian or other.gregorian)


def _read(text: str) -> Day:
    found = parse_day(text)
    plain = INVISIBLE.sub("", text).translate(DIGITS)
    years = [int(number) for number in re.findall(r"[0-9]{4}", plain)]
    solar = any(year in SOLAR_YEARS for year in years)
    return Day(found, solar, not solar)


@cache
def _words(kind: str) -> frozenset[str]:
    words = _KNOWN[kind].split("|")
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.append(str(_WRITTEN[kind]))
    return frozenset(map(fold, words))


def is_unknown(text: str) -> bool:
    """Whether the cell says that it is not known."""
    return fold(text) in _words("unknown")


def is_ongoing(text: str) -> bool:
    """Whether the cell says that the stay goes on."""
    return fold(text) in _words("ongoing")


def read_worked(text: str) -> bool | None:
    """True, False, None for not known; an empty cell is True. Raises ValueError for other words."""
    said = fold(text)
    if not said or said in _words("yes"):
        return True
    if said in _words("no"):
        return False
    if said in _words("unknown"):
        return None
    raise ValueError(text)


def read_text(text: str) -> str:
    """The text on one line. Raises ValidationError for what cannot be shown, or is too long."""
    said = clean_text(text, single_line=True)
    if len(said) > LONGEST_TEXT:
        raise ValidationError(
            _("This is longer than %(most)s characters. Shorten it."),
            code="too_long",
            params={"most": LONGEST_TEXT},
        )
    return said


def written_worked(worked: bool | None) -> str:
    """The cell that `read_worked` reads back, in the language of the page."""
    return str({True: YES, False: NO, None: NOT_KNOWN}[worked])


def written_last(last: str | None) -> str:
    """The cell of a last day: an ISO day, or that it goes on, or that it is not known."""
    return str(STILL_GOING_ON if last == ONGOING else NOT_KNOWN if last is None else last)

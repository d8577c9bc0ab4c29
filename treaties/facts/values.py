"""Percentages and dates of a facts document, read exactly or refused with a reason."""

import re
from datetime import date
from decimal import Decimal

from treaties.errors import TreatiesError
from treaties.facts.shapes import FIRST_YEAR, LAST_YEAR
from treaties.text import shown

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]+)?")
_DECIMALS = 50
_HUNDRED = Decimal(100)
_PERCENT_REMEDY = "Give a number from 0 to 100, or null when it is not known"
_DATE_REMEDY = 'Give a Gregorian date as "YYYY-MM-DD"'


class ValueFault(TreatiesError):
    """A value that does not fit: `problem` says why, `remedy` what to give instead."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(problem, remedy)


def read_percent(value: object) -> Decimal:
    """An exact percentage from 0 to 100, both included.

    Takes an int, a Decimal, a float (read as it is printed, so 33.3 is exactly 33.3) or a plain
    decimal numeral in a text. Raises ValueFault for anything else, true and false included.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        raise ValueFault(f"must be a percentage, but is {shown(value)}", _PERCENT_REMEDY)
    if isinstance(value, str) and not (len(value) <= 100 and _PERCENT.fullmatch(value)):
        raise ValueFault(f"is no plain decimal number: {shown(value)}", _PERCENT_REMEDY)
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite():
        raise ValueFault(f"is not a finite number: {exact}", _PERCENT_REMEDY)
    if not 0 <= exact <= _HUNDRED:
        raise ValueFault(f"is outside 0 to 100: {shown(value)}", _PERCENT_REMEDY)
    if exact == 0:
        return Decimal(0)
    exponent = exact.as_tuple().exponent
    if isinstance(exponent, int) and -exponent > _DECIMALS:
        raise ValueFault(f"has {-exponent} decimal places", f"Give at most {_DECIMALS}")
    return exact


def percent_as_json(exact: Decimal) -> int | float | str:
    """The JSON form of a percentage: a number where that is read back exactly, else a text."""
    if exact == exact.to_integral_value():
        return int(exact)
    nearest = float(exact)
    if Decimal(repr(nearest)) == exact:
        return nearest
    return format(exact, "f").rstrip("0")


DAYS: dict[str, int] = {}
"""The days read so far and their ordinals; there are no more than the calendar has."""


def read_date(text: str) -> int:
    """The ordinal of a day written YYYY-MM-DD, between the years 1900 and 2200, both included.

    Raises ValueFault for any other text.
    """
    known = DAYS.get(text)
    if known is not None:
        return known
    if not _DATE.fullmatch(text):
        raise ValueFault(f"is no date of the form YYYY-MM-DD: {shown(text)}", _DATE_REMEDY)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueFault(f"is no day of the calendar: {shown(text)}", _DATE_REMEDY) from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueFault(
            f"is outside the years {FIRST_YEAR} to {LAST_YEAR}: {shown(text)}",
            "Give the Gregorian date; one of the Solar Hijri calendar has to be converted",
        )
    DAYS[text] = day.toordinal()
    return DAYS[text]

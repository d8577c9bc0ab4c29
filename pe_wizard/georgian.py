"""Georgian cases where a sentence needs them: days with their month, names of States.

A figure or a name never takes an ending by hand in a message; the message names the form.
Days: `date` (2025 წლის 4 აგვისტო), `date_on` (on it), `date_gen` (of it), `date_from` (from it).
States: `in` and `gen`.
"""

from __future__ import annotations

from datetime import date

MONTHS = (
    *("იანვარი", "თებერვალი", "მარტი", "აპრილი", "მაისი", "ივნისი"),
    *("ივლისი", "აგვისტო", "სექტემბერი", "ოქტომბერი", "ნოემბერი", "დეკემბერი"),
)
SHORT_MONTHS = (
    *("იან.", "თებ.", "მარ.", "აპრ.", "მაი.", "ივნ."),
    *("ივლ.", "აგვ.", "სექ.", "ოქტ.", "ნოე.", "დეკ."),
)
# Nominatives whose last vowel falls out before the endings of genitive and ablative.
CONTRACTED = {
    "იანვარი": "იანვრ",
    "თებერვალი": "თებერვლ",
    "სექტემბერი": "სექტემბრ",
    "ოქტომბერი": "ოქტომბრ",
    "ნოემბერი": "ნოემბრ",
    "დეკემბერი": "დეკემბრ",
}


def day(value: date, form: str = "date") -> str:
    """The day in words, in the form that the sentence asks for."""
    return f"{value.year} წლის {value.day} {_month(value.month, form)}"


def short_day(value: date) -> str:
    """The day for tables: 4 აგვ. 2025."""
    return f"{value.day} {SHORT_MONTHS[value.month - 1]} {value.year}"


def _month(number: int, form: str) -> str:
    name = MONTHS[number - 1]
    bare = name.removesuffix("ი")
    short = CONTRACTED.get(name, bare)
    if form == "date_on":
        return bare + "ს"
    if form == "date_gen":
        return bare + "ს" if bare == name else short + "ის"
    if form == "date_from":
        return bare + "დან" if bare == name else short + "იდან"
    return name


def state(name: str, form: str) -> str:
    """The name of a State in the locative ("in") or the genitive ("gen"); otherwise as it is.

    Of two names joined by „და“ both are declined.
    """
    if form not in ("in", "gen"):
        return name
    first, joined, second = name.rpartition(" და ")
    if joined:
        return f"{_declined(first, form, before_and=True)} და {_declined(second, form)}"
    return _declined(name, form)


def _declined(name: str, form: str, *, before_and: bool = False) -> str:
    stem = name[:-1]
    dropped = name.endswith("ი")
    if form == "in":
        if before_and:
            return (stem if dropped else name) + "სა"
        return (stem if dropped else name) + "ში"
    if dropped or name.endswith("ა"):
        return stem + ("ისა" if before_and else "ის")
    return name + "ს" + ("ა" if before_and else "")

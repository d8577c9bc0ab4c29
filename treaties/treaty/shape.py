"""The shape of a treaty file apart from its clauses: treaty, paragraphs, readings and notes."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from treaties.text import TextError, clean_line

CODE = re.compile(r"[A-Z]{2}-[A-Z]{2}(-[A-Z0-9]{1,8})?")
STATE = re.compile(r"[A-Z]{2}")
LANGUAGE = re.compile(r"[a-z]{2,3}")
PREVAILING = re.compile(r"[a-z]{2,3}|unknown")
NOTE_CODE = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")
LABEL = re.compile(r"([0-9]{1,3}[A-Z]{0,2}|[A-Z][A-Za-z]*)(\([0-9A-Za-z][0-9A-Za-z ]*\))*")
ARTICLE = re.compile(r"[0-9]{1,3}[A-Z]{0,2}")
DATE = re.compile(r"([0-9]{4})(-[0-9]{2})?(-[0-9]{2})?")
EARLIEST, LATEST = 1850, 2200  # years a treaty file may name


class Wrong(ValueError):
    """A value that is refused, with what is allowed in its place and what to do."""

    def __init__(self, problem: str, remedy: str, allowed: str = "") -> None:
        self.problem, self.remedy, self.allowed = problem, remedy, allowed
        super().__init__(problem)


def _line(text: str) -> str:
    try:
        text = clean_line(text)
    except TextError as error:
        raise Wrong(error.problem, error.remedy) from error
    if not text:
        raise Wrong("the text is empty", "Write the text, or leave the key out if it is optional")
    return text


def _matching(pattern: re.Pattern[str], allowed: str) -> AfterValidator:
    def check(text: str) -> str:
        if not pattern.fullmatch(text):
            raise Wrong(f'"{text[:40]}" has the wrong form', "Write it in the form shown", allowed)
        return text

    return AfterValidator(check)


def _as_text(value: Any) -> Any:
    # a date without quotation marks is a date to TOML
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    return value


def _date(text: str) -> str:
    found = DATE.fullmatch(text)
    allowed = '"2011", "2011-12", "2011-12-08" or "unknown"'
    if text == "unknown":
        return text
    if not found:
        raise Wrong(
            f'"{text[:40]}" is no date', "Write year-month-day, or what of it is known", allowed
        )
    year, month, day = found[1], found[2] or "-01", found[3] or "-01"
    if not EARLIEST <= int(year) <= LATEST:
        raise Wrong(f"the year {year} is out of range", "Check the year", f"{EARLIEST} to {LATEST}")
    try:
        date.fromisoformat(f"{year}{month}{day}")
    except ValueError as error:
        raise Wrong(f'"{text}" is not in the calendar', "Check month and day", allowed) from error
    return text


Line = Annotated[str, AfterValidator(_line)]
Label = Annotated[
    str, _matching(LABEL, "a Latin label such as 5(3)(b), Protocol(1) or Law(note 2)")
]
Labels = Label | Annotated[list[Label], Field(min_length=1)]
State = Annotated[str, _matching(STATE, "two capital letters, the code of a State in ISO 3166-1")]
Language = Annotated[str, _matching(LANGUAGE, "the code of a language, such as fa or en")]
Prevailing = Annotated[
    str, _matching(PREVAILING, 'the code of a language such as en, or "unknown"')
]
Date = Annotated[str, BeforeValidator(_as_text), AfterValidator(_date)]
Certainty = Literal["found", "derived", "unconfirmed"]


class Entry(BaseModel):
    """A table of the file; keys that are not named here are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TextEntry(Entry):
    """A text in several languages."""

    en: Line
    fa: Line | None = None
    ka: Line | None = None


AnyText = Line | TextEntry  # a bare string is English


class DatedEntry(Entry):
    """A date with its source and how certain it is."""

    date: Date
    source: AnyText
    certainty: Certainty


class LanguagesEntry(Entry):
    """The authentic languages, with source and certainty."""

    authentic: Literal["unknown"] | Annotated[list[Language], Field(min_length=1)]
    source: AnyText
    certainty: Certainty


class TreatyEntry(Entry):
    """The table [treaty]."""

    code: Annotated[
        str, _matching(CODE, "two States such as IR-BD, and a suffix such as IR-BD-2026")
    ]
    parties: Annotated[list[State], Field(min_length=2, max_length=2)]
    title: AnyText
    read_from: Language
    prevails: Prevailing
    languages: LanguagesEntry | None = None
    protocol: Literal["seen", "named_not_seen", "none_named", "unknown"]
    signed: DatedEntry
    in_force: DatedEntry
    in_effect: dict[State, DatedEntry]
    party_names: dict[State, AnyText] = Field(default_factory=dict)
    text_note: AnyText | None = None
    beyond: AnyText | None = None


class ParagraphEntry(Entry):
    """A table [paragraph."5(3)(b)"]."""

    source: Line
    en: Line
    fa: Line | None = None
    ka: Line | None = None
    decides_nothing: AnyText | None = None


class BorrowedEntry(Entry):
    """A table [borrowed."Protocol(1)"]: a paragraph of another treaty file that a clause names."""

    from_: str = Field(alias="from")
    source: Line
    en: Line
    fa: Line | None = None
    ka: Line | None = None


class ReadingEntry(Entry):
    """One entry of [readings]."""

    paragraph: Labels
    options: Annotated[list[str], Field(min_length=2)]
    why: AnyText


class NoteEntry(Entry):
    """One entry of [notes]."""

    paragraph: Labels
    en: Line
    fa: Line | None = None
    ka: Line | None = None
    touched_by: list[str] = []


class CountingEntry(Entry):
    """The table [counting]: what would otherwise be said in each clause with months."""

    month: Literal["calendar", "solar_hijri", "thirty_days"]


SECTIONS: dict[str, Any] = {
    "treaty": TreatyEntry,
    "paragraph": dict[str, ParagraphEntry],
    "borrowed": dict[str, BorrowedEntry],
    "readings": dict[str, ReadingEntry],
    "notes": dict[str, NoteEntry],
    "counting": CountingEntry,
}

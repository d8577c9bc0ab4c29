"""The form of a page: the fields of its entries, filled from the draft or from what was sent.

It never stands in the way of saving. What can be read becomes answers; the rest is kept as it was
typed, with an error beside it, until it is corrected.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.documents import Document
from pe_wizard.dates import calendar_of, parse_day, usual_calendar
from pe_wizard.dates import typed as as_typed
from pe_wizard.wizard.editing import (
    MISSING,
    UNANSWERED,
    Answer,
    Note,
    answer_at,
    note_at,
    rows_at,
    with_activities,
    with_answers,
)
from pe_wizard.wizard.fields import (
    KINDS,
    Activities,
    Day,
    ListAnswer,
    PartsField,
    Raw,
    RequiredDay,
    Said,
    clean_text,
)
from pe_wizard.wizard.pages import Page

NOTE, EVIDENCE, CONTESTED = ":note", ":evidence", ":contested"
READING = "readings."
WHY = ":why"


class About(PartsField):
    """What is said about a fact: a note, evidence line by line, and whether it is contested."""

    kind = "about"
    suffixes = ("note", "evidence", "contested")

    def clean(self, value: Raw) -> Note:
        """The note; an empty one says nothing."""
        return Note(
            clean_text(value.get("note", ""), single_line=False),
            tuple(
                line
                for one in value.get("evidence", "").splitlines()
                if (line := clean_text(one, single_line=True))
            ),
            value.get("contested") == "on",
        )


class ReadingChoice(PartsField):
    """One option of a reading, and why it was chosen."""

    kind = "reading"
    suffixes = ("", WHY)

    def __init__(self, options: tuple[str, ...]) -> None:
        super().__init__()
        self.options = options

    def clean(self, value: Raw) -> tuple[str, str]:
        """The option and the reason."""
        option = value.get("") or self.options[0]
        if option not in self.options:
            raise ValidationError(_("Choose one of the options of this reading."))
        return option, clean_text(value.get(WHY, ""), single_line=False)


ABOUT = About()


class SectionForm(forms.Form):
    """Everything on one page. Its fields are named by the paths of the facts."""

    def __init__(self, *, page: Page, document: Document, options: Mapping[str, tuple[str, ...]],
                 data: Any = None, **kwargs: Any) -> None:  # fmt: skip
        super().__init__(data=data, auto_id=False)
        self.page = page
        self.document = document
        self.options = options
        for entry in page.all_entries():
            self.fields[entry.path] = entry.field
            if entry.noted:
                self.fields[f"{entry.path}:"] = ABOUT
        for name in page.readings:
            self.fields[READING + name] = ReadingChoice(options[name])
        self.wants_item = False

    def is_valid(self) -> bool:
        """Whether it can be saved: always. `errors` says what is kept as it was typed."""
        return self.is_bound and self.errors is not None

    def nothing_is_wrong(self) -> None:
        """What is in the form comes from the draft and can be read: nothing needs to be checked."""
        self._errors = ErrorDict()

    def clean(self) -> dict[str, Any]:
        """Whether the answer about a list agrees with the items below it."""
        for path, answer in self.answers().items():
            if not isinstance(self.fields[path], ListAnswer):
                continue
            number = len(rows_at(self.document, path))
            if answer.value == "some":
                self.wants_item = self.wants_item or not number
            elif number and (answer.not_known or answer.value == []):
                self.add_error(
                    path,
                    ngettext(
                        "%(number)s is listed below. Remove it first, or answer yes.",
                        "%(number)s are listed below. Remove them first, or answer yes.",
                        number,
                    )
                    % {"number": number},
                )
        return self.cleaned_data

    def sent(self, name: str) -> bool:
        """Whether anything of this field was sent."""
        field = self.fields[name]
        return not field.widget.value_omitted_from_data(self.data, {}, name)

    def answers(self) -> dict[str, Answer]:
        """The answers that were sent and can be read, by path."""
        return {
            name: answer
            for name, answer in self.cleaned_data.items()
            if isinstance(answer, Answer) and self.sent(name)
        }

    def notes(self) -> dict[str, Note]:
        """What was said about facts, by path."""
        return {
            name.removesuffix(":"): note
            for name, note in self.cleaned_data.items()
            if isinstance(note, Note) and name.endswith(":") and f"{name}note" in self.data
        }

    def readings(self) -> dict[str, tuple[str, str]]:
        """Option and reason, by reading."""
        return {
            name.removeprefix(READING): said
            for name, said in self.cleaned_data.items()
            if isinstance(self.fields[name], ReadingChoice) and self.sent(name)
        }

    def changed_document(self, document: Document) -> Document:
        """The document with what this form says."""
        if not self.is_bound:
            return document
        answers: dict[str, Answer] = {}
        activities: dict[str, list[str]] = {}
        for path, answer in self.answers().items():
            if isinstance(self.fields[path], Activities) and isinstance(answer.value, list):
                activities[path] = answer.value
            elif answer.value != "some" or not isinstance(self.fields[path], ListAnswer):
                answers[path] = answer
        for path in self.errors:
            # What can no longer be read is no answer any more; only what is required stays.
            field = self.fields.get(path)
            if isinstance(field, Said) and not isinstance(field, RequiredDay) and self.sent(path):
                answers[path] = UNANSWERED
        document = with_answers(document, answers, self.notes())
        for path, kinds in activities.items():
            document = with_answers(document, {path: Answer(rows_at(document, path))})
            document = with_activities(document, path, kinds)
        readings = self.readings()
        if readings:
            chosen = {name: option for name, (option, _why) in readings.items()
                      if option != self.options[name][0]}  # fmt: skip
            if chosen or document.get("readings"):
                document["readings"] = chosen
        return document

    def typed(self) -> dict[str, str]:
        """The raw texts of the fields with errors, by name."""
        raw: dict[str, str] = {}
        for name in self.errors:
            field = self.fields.get(name)
            if not isinstance(field, PartsField):
                continue
            for suffix, text in field.widget.value_from_datadict(self.data, {}, name).items():
                raw[name + suffix] = "\n".join(text) if isinstance(text, list) else str(text)
        return raw

    def calendars(self) -> dict[str, str]:
        """By path of a day that was typed: its calendar, empty where it is the usual one."""
        found: dict[str, str] = {}
        for path, answer in self.answers().items():
            if isinstance(self.fields[path], Day) and isinstance(answer.value, str):
                calendar = calendar_of(self.data[path], date.fromisoformat(answer.value))
                found[path] = "" if calendar == usual_calendar() else calendar
        return found

    def confirmed(self) -> list[str]:
        """The paths that stood on the page with an answer."""
        return [
            path
            for path, answer in self.answers().items()
            if answer.not_known or answer.value is not MISSING
        ]


def raw_of(
    page: Page,
    document: Document,
    reasons: Mapping[str, str],
    options: Mapping[str, tuple[str, ...]],
    typed: Mapping[str, str],
    calendars: Mapping[str, str],
) -> dict[str, Any]:
    """The page as a form would send it: the answers of the draft, and what was typed over them.

    `calendars` names the calendar of the days that were typed in another than the usual one.
    """
    raw: dict[str, Any] = {}
    for entry in page.all_entries():
        for suffix, text in entry.field.raw(answer_at(document, entry.path)).items():
            raw[entry.path + suffix] = text
        if entry.path in calendars and isinstance(entry.field, Day) and raw[entry.path]:
            day = parse_day(raw[entry.path])
            raw[entry.path] = as_typed(day, calendars[entry.path])
        if entry.noted:
            note = note_at(document, entry.path)
            raw[entry.path + NOTE] = note.text
            raw[entry.path + EVIDENCE] = "\n".join(note.evidence)
            if note.contested:
                raw[entry.path + CONTESTED] = "on"
    chosen = document.get("readings") or {}
    for name in page.readings:
        raw[READING + name] = chosen.get(name, options[name][0])
        raw[READING + name + WHY] = reasons.get(name, "")
    names = {entry.path for entry in page.all_entries()}
    for name, text in typed.items():
        path = name.partition(":")[0]
        if path in names or path.startswith(READING):
            raw[name] = text.split("\n") if name.endswith(KINDS) else text
    return raw

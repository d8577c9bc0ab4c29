"""What a page shows: its entries with their wording, what is typed in them, and what is wrong.

A row is a value: the same row is the same markup, so that most of a page is drawn once and kept
(`drawn`). Nothing is decided here that is not decided in `pages` and `forms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits, language
from pe_wizard.wizard import fields
from pe_wizard.wizard.fields import IS, KINDS
from pe_wizard.wizard.forms import CONTESTED, EVIDENCE, NOTE, READING, WHY, SectionForm
from pe_wizard.wizard.pages import Card, Entry, Group, Page, Table
from pe_wizard.wizard.words import (
    ANSWERS,
    LIST_ANSWERS,
    NO_ACTIVITY,
    Reference,
    references,
    words,
    words_of_kinds,
)
from treaties import READING_WORDS, Days


@dataclass(frozen=True, slots=True)
class Row:
    """One field as the page shows it. `options` are value and word; `chosen` those that are chosen."""

    name: str
    kind: str
    text: str
    label: str
    hint: str
    why: str
    leads: tuple[tuple[str, str], ...]
    paragraphs: tuple[Reference, ...]
    status: str
    raw: str
    chosen: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    errors: tuple[str, ...]
    again: bool  # came back into use: to be confirmed
    noted: bool
    note: str
    evidence: str
    contested: bool
    note_errors: tuple[str, ...]
    what: str = ""  # of which row of a table it is: "Stay 2"
    tail: tuple[tuple[str, str], ...] = ()  # kinds of activity, value and word

    @property
    def needed(self) -> bool:
        """Whether it is asked now."""
        return self.status not in ("closed", "unused")

    @property
    def has_note(self) -> bool:
        """Whether anything is said about it."""
        return bool(self.note or self.evidence or self.contested or self.note_errors)

    @property
    def described_by(self) -> str:
        """The ids of the hint and the error, for readers of the control."""
        ids = [f"{self.name}:hint"] if self.hint else []
        return " ".join(ids + ([f"{self.name}:error"] if self.errors else []))


@dataclass(slots=True)
class GroupView:
    """Questions under a heading, with the paragraphs they answer to."""

    title: str
    law: tuple[Reference, ...]
    rows: list[Row]
    idle: list[Row]
    anchor: str


@dataclass(slots=True)
class TableView:
    """Rows of days with the number of days in each."""

    path: str
    title: str
    row: str
    add: str
    hint: str
    headings: list[str]
    lines: list[dict[str, Any]]
    total: str
    listed: Row | None
    wide: bool


@dataclass(slots=True)
class CardView:
    """One item of a list."""

    path: str
    list_name: str
    id: str
    name: str
    rows: list[Row]
    groups: list[GroupView]
    tables: list[TableView]
    step: str
    says: str
    first: bool
    last: bool


@dataclass(slots=True)
class ReadingView:
    """A reading of the treaty: its options, the one that applies, why it is open, why it was chosen."""

    name: str
    title: str
    question: str
    why_open: str
    paragraphs: tuple[Reference, ...]
    options: list[dict[str, Any]]
    applied: str
    by_default: bool
    reason: str
    errors: tuple[str, ...]


@dataclass(slots=True)
class PageView:
    """Everything that the template of a step shows."""

    step: Any
    title: str
    lead: str
    law: tuple[Reference, ...]
    listed: Row | None
    list_name: str
    add: str
    rows: list[Row]
    groups: list[GroupView]
    cards: list[CardView]
    readings: list[ReadingView]
    chosen_readings: int
    errors: list[tuple[str, str]]
    projects: list[str] = field(default_factory=list)


class Presenting:
    """Makes the view of a page from its form."""

    def __init__(self, page: Page, form: SectionForm, draft: Draft, standing: Standing,
                 problems: Mapping[str, str], states: Mapping[str, Any]) -> None:  # fmt: skip
        self.page, self.form, self.draft, self.standing = page, form, draft, standing
        self.problems = problems
        self.states = states
        self.data = form.data
        self.document = standing.document
        self.errors = form.errors if form.is_bound else {}
        self.summary: list[tuple[str, str]] = []
        self.again = frozenset(draft.confirm)
        self.restated: set[str] = set()

    def view(self) -> PageView:
        page = self.page
        law = self._law(page.listed.paragraphs) if page.listed else ()
        listed = self._row(page.listed) if page.listed else None
        rows = [self._row(entry) for entry in page.entries]
        groups = [self._group(group, f"g{at}") for at, group in enumerate(page.groups)]
        last = len(page.cards) - 1
        cards = [self._card(card, at, last) for at, card in enumerate(page.cards)]
        readings = [self._reading(name) for name in page.readings]
        return PageView(
            page.step,
            page.step.title,
            page.lead,
            law,
            listed,
            page.list_name,
            str(page.add),
            rows,
            groups,
            cards,
            readings,
            sum(not one.by_default for one in readings),
            self.summary,
            self._projects(),
        )

    def _projects(self) -> list[str]:
        """The names of projects so far, to choose from where one is asked for."""
        if not any(entry.field.kind == "project" for entry in self.page.all_entries()):
            return []
        names = (
            one.get("project")
            for name in ("building_sites", "services", "exploration")
            for one in self.document.get(name) or []
        )
        return [name for name in dict.fromkeys(names) if isinstance(name, str) and name]

    def _law(self, labels: tuple[str, ...]) -> tuple[Reference, ...]:
        """The paragraphs that this page has not restated yet."""
        fresh = tuple(label for label in labels if label not in self.restated)
        self.restated.update(fresh)
        return references(self.standing.treaty, fresh)

    def _group(self, group: Group, anchor: str) -> GroupView:
        return GroupView(
            str(group.title),
            self._law(group.paragraphs),
            [self._row(entry) for entry in group.asked],
            [self._row(entry) for entry in group.idle],
            anchor,
        )

    def _card(self, card: Card, at: int, last: int) -> CardView:
        list_name, _sep, rest = card.path.partition("[")
        state = self.states.get(card.step)
        return CardView(
            card.path,
            list_name,
            rest.rstrip("]"),
            card.name,
            [self._row(entry) for entry in card.entries],
            [self._group(group, f"{card.path}.g{n}") for n, group in enumerate(card.groups)],
            [self._table(table) for table in card.tables],
            card.step,
            state.says if state else "",
            at == 0,
            at == last,
        )

    def _table(self, table: Table) -> TableView:
        lines: list[dict[str, Any]] = []
        spans: list[tuple[int, int]] = []
        headings: list[str] = []
        hint = ""
        for number, entries in enumerate(table.rows):
            what = _("%(row)s %(number)s") % {"row": table.row, "number": digits(number + 1)}
            cells = [self._row(entry, what) for entry in entries]
            headings = headings or [cell.label for cell in cells if not _below(cell)]
            hint = hint or cells[0].hint
            span = self._span(f"{table.path}[{number}]")
            if span:
                spans.append(span)
            lines.append(
                {
                    "number": number,
                    "what": what,
                    "cells": [one for one in cells if not _below(one)],
                    "more": [one for one in cells if _below(one)],
                    "days": digits(span[1] - span[0] + 1) if span else "",
                }
            )
        return TableView(
            table.path,
            str(table.title),
            str(table.row),
            str(table.add),
            hint,
            headings,
            lines,
            digits(len(Days.of(spans))) if spans else "",
            self._row(table.listed) if table.listed else None,
            bool(table.rows) and len(table.rows[0]) > 2,
        )

    def _span(self, path: str) -> tuple[int, int] | None:
        """The days of a row, cut at the day of the question where it is still going on."""
        from pe_wizard.wizard.editing import value_at

        row = value_at(self.document, path)
        if not isinstance(row, dict):
            return None
        try:
            first = date.fromisoformat(row["from"]).toordinal()
            last = date.fromisoformat(
                self.document["as_of"] if row["to"] is None else row["to"]
            ).toordinal()
        except (KeyError, TypeError, ValueError):
            return None
        return (first, last) if first <= last else None

    def _row(self, entry: Entry, what: str = "") -> Row:
        path, kind = entry.path, entry.field.kind
        said = words(self.standing.treaty, self.document, path)
        data = self.data
        errors = tuple(str(error) for error in self.errors.get(path, ()))
        if not errors and path in self.problems:
            errors = (self.problems[path],)
        note_errors = tuple(str(error) for error in self.errors.get(f"{path}:", ()))
        for error in (*errors, *note_errors):
            self.summary.append((path, f"{what or said.label}: {error}" if what else error))
        return Row(
            name=path, kind=kind, text=said.text, label=said.label, hint=said.hint, why=said.why,
            leads=said.leads,
            paragraphs=references(self.standing.treaty, entry.paragraphs),
            status=entry.status,
            raw=_text(data.get(path)),
            chosen=self._chosen(entry, data),
            options=self._options(entry, said.choices),
            errors=errors,
            again=path in self.again,
            noted=entry.noted,
            note=_text(data.get(path + NOTE)) if entry.noted else "",
            evidence=_text(data.get(path + EVIDENCE)) if entry.noted else "",
            contested=entry.noted and data.get(path + CONTESTED) == "on",
            note_errors=note_errors,
            what=what,
            tail=tuple(words_of_kinds()) if kind == "activities" else (),
        )  # fmt: skip

    def _chosen(self, entry: Entry, data: Any) -> tuple[str, ...]:
        if entry.field.kind == "activities":
            kinds = (
                data.getlist(entry.path + KINDS)
                if hasattr(data, "getlist")
                else data.get(entry.path + KINDS)
            )
            return tuple(kinds or ())
        if IS in entry.field.suffixes:
            return (data.get(entry.path + IS) or fields.GIVEN,)
        return (_text(data.get(entry.path)),)

    def _options(
        self, entry: Entry, choices: tuple[tuple[str, str], ...]
    ) -> tuple[tuple[str, str], ...]:
        kind = entry.field.kind
        if kind in ("yes_no", "worked"):
            return tuple((value, str(word)) for value, word in ANSWERS.items())
        if kind == "list":
            return tuple((value, str(word)) for value, word in LIST_ANSWERS.items())
        if kind == "activities":
            return (
                ("some", _("Those chosen below")), ("none", str(NO_ACTIVITY)),
                ("null", str(LIST_ANSWERS["null"])),
            )  # fmt: skip
        if kind == "day":
            return ((fields.GIVEN, _("On a day")), (fields.UNKNOWN, _("Not known")))
        if kind == "last_day":
            return (
                (fields.GIVEN, _("On a day")), (fields.ONGOING, _("Still going on")),
                (fields.UNKNOWN, _("Not known")),
            )  # fmt: skip
        if kind == "percent":
            return ((fields.GIVEN, _("Per cent")), (fields.UNKNOWN, _("Not known")))
        if kind == "project":
            return ((fields.GIVEN, _("This project")), (fields.UNKNOWN, _("Not known")))
        if kind == "choice":
            return (("", _("Choose")), *choices)
        if kind == "reference":
            name = entry.path.rpartition(".")[2]
            nobody = (
                _("None")
                if name in ("part_of_site",) or entry.path.startswith("agents[")
                else _("The enterprise itself")
            )
            return (("", nobody), *entry.choices)
        return choices

    def _reading(self, name: str) -> ReadingView:
        reading = self.standing.treaty.readings[name]
        said = READING_WORDS[name]
        applied = _text(self.data.get(READING + name)) or reading.default
        errors = tuple(str(error) for error in self.errors.get(READING + name, ()))
        for error in errors:
            self.summary.append((READING + name, error))
        return ReadingView(
            name,
            _(said.title),
            _(said.question),
            reading.why.said(language()),
            references(self.standing.treaty, reading.paragraphs),
            [
                {
                    "value": option,
                    "label": _(said.options[option].label),
                    "effect": _(said.options[option].effect),
                    "chosen": option == applied,
                    "default": option == reading.default,
                }
                for option in reading.options
            ],
            _(said.options[applied].label) if applied in said.options else applied,
            applied == reading.default,
            _text(self.data.get(READING + name + WHY)),
            errors,
        )


def _below(row: Row) -> bool:
    """Whether a field of a row of days stands below it: who did the work, and whether it is the same."""
    return row.name.rpartition(".")[2] in ("by", "substantially_same")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


@lru_cache(maxsize=4096)
def _drawn(template: str, code: str, row: Any) -> SafeString:
    return mark_safe(get_template(template).render({"row": row}))  # noqa: S308 - made by a template


def drawn(template: str, row: Any) -> SafeString:
    """The markup of a row. The same row is drawn once for each language."""
    return _drawn(template, language(), row)

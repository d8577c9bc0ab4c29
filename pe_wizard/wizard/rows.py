"""What a page shows: its entries with their wording, what is typed in them, and what is wrong.

Everything here is a value: the same row, group or card is the same markup, so that most of a page
is drawn once and kept (`drawn`). Nothing is decided here: that is done in `pages` and `forms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import comma, digits, language
from pe_wizard.wizard import fields
from pe_wizard.wizard.editing import rows_at
from pe_wizard.wizard.fields import IS, KINDS
from pe_wizard.wizard.forms import CONTESTED, EVIDENCE, NOTE, READING, WHY, SectionForm
from pe_wizard.wizard.pages import Card, Entry, Group, Page, Table
from pe_wizard.wizard.steps import Step
from pe_wizard.wizard.windows import ROWS_AT_ONCE, last_start
from pe_wizard.wizard.words import Reference, answer_words, references, words, words_of_kinds
from treaties import READING_WORDS, Days

Pairs = tuple[tuple[str, str], ...]  # value and word, or label and text


@dataclass(frozen=True, slots=True)
class Row:
    """One field as the page shows it: wording, what it answers to, what is in it, what is wrong.

    `options` are value and word, `chosen` those chosen; `tail` the kinds of activity.
    """

    name: str
    kind: str
    text: str
    label: str
    hint: str
    why: str
    leads: Pairs
    paragraphs: tuple[Reference, ...]
    status: str
    raw: str
    chosen: tuple[str, ...]
    options: Pairs
    errors: tuple[str, ...]
    again: bool  # came back into use: to be confirmed
    noted: bool
    note: str
    evidence: str
    contested: bool
    note_errors: tuple[str, ...]
    what: str = ""  # of which row of a table it is: "Stay 2"
    tail: Pairs = ()

    @property
    def has_note(self) -> bool:
        """Whether anything is said about it."""
        return bool(self.note or self.evidence or self.contested or self.note_errors)

    @property
    def described_by(self) -> str:
        """The ids of the hint and the error, for readers of the control."""
        ids = [f"{self.name}:hint"] if self.hint and not self.what else []
        return " ".join(ids + ([f"{self.name}:error"] if self.errors else []))


@dataclass(frozen=True, slots=True)
class GroupView:
    """Questions under a heading, with the paragraphs they answer to."""

    title: str
    law: tuple[Reference, ...]
    rows: tuple[Row, ...]
    idle: tuple[Row, ...]
    anchor: str
    level: int  # of the heading


@dataclass(frozen=True, slots=True)
class LineView:
    """One row of days; `more` stands below it."""

    number: int
    what: str
    cells: tuple[Row, ...]
    more: tuple[Row, ...]
    days: str

    @property
    def wrong(self) -> tuple[Row, ...]:
        """The fields with something wrong, said above the row."""
        return tuple(row for row in (*self.cells, *self.more) if row.errors)


@dataclass(frozen=True, slots=True)
class PagesView:
    """Which of many rows are shown, and the buttons that save the page and show others.

    Each button is what it says and what it sends.
    """

    first: str
    last: str
    count: str
    buttons: Pairs


@dataclass(frozen=True, slots=True)
class TableView:
    """Rows of days with the number of days in each; `pages` where not all of them are shown."""

    path: str
    title: str
    add: str
    hint: str
    headings: tuple[str, ...]
    lines: tuple[LineView, ...]
    total: str
    listed: Row | None
    pages: PagesView | None = None


@dataclass(frozen=True, slots=True)
class CardView:
    """One item of a list."""

    path: str
    list_name: str
    id: str
    name: str
    rows: tuple[Row, ...]
    groups: tuple[GroupView, ...]
    tables: tuple[TableView, ...]
    step: str
    says: str
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a reading."""

    value: str
    label: str
    effect: str
    chosen: bool
    default: bool


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A reading of the treaty: its options, the one that applies, why it is open, why chosen."""

    name: str
    title: str
    question: str
    why_open: str
    paragraphs: tuple[Reference, ...]
    options: tuple[OptionView, ...]
    applied: str
    by_default: bool
    reason: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """Everything that the template of a step shows. `errors` are field and text."""

    step: Step
    title: str
    lead: str
    law: tuple[Reference, ...]
    listed: Row | None
    list_name: str
    add: str
    rows: tuple[Row, ...]
    groups: tuple[GroupView, ...]
    cards: tuple[CardView, ...]
    readings: tuple[ReadingView, ...]
    errors: Pairs
    projects: tuple[str, ...]


class Presenting:
    """Makes the view of a page from its form. `wrong` are contradictions, by path."""

    def __init__(
        self,
        page: Page,
        form: SectionForm,
        draft: Draft,
        standing: Standing,
        wrong: Mapping[str, str],
        steps: Mapping[str, Step],
    ) -> None:
        self.page, self.standing, self.wrong, self.steps = page, standing, wrong, steps
        self.document = standing.document
        self.data: Any = form.data
        self.errors = form.errors if form.is_bound else {}
        self.again = frozenset(draft.confirm)
        self.summary: list[tuple[str, str]] = []
        self.restated: set[str] = set()

    def view(self) -> PageView:
        """The view; each paragraph is restated where it comes first."""
        page = self.page
        law = self._law(page.listed.paragraphs) if page.listed else ()
        listed = self._row(page.listed) if page.listed else None
        rows = tuple(self._row(entry) for entry in page.entries)
        groups = tuple(self._group(group, f"g{at}", 2) for at, group in enumerate(page.groups))
        last = len(page.cards) - 1
        cards = tuple(self._card(card, at, last) for at, card in enumerate(page.cards))
        readings = tuple(self._reading(name) for name in page.readings)
        return PageView(
            step=page.step,
            title=page.step.title,
            lead=page.lead,
            law=law,
            listed=listed,
            list_name=page.list_name,
            add=str(page.add),
            rows=rows,
            groups=groups,
            cards=cards,
            readings=readings,
            errors=tuple(self.summary),
            projects=self._projects(),
        )

    def _projects(self) -> tuple[str, ...]:
        """The names of projects so far, to choose from where one is asked for."""
        if not any(entry.field.kind == "project" for entry in self.page.all_entries()):
            return ()
        names = (
            one.get("project")
            for name in ("building_sites", "services", "exploration")
            for one in self.document.get(name) or []
        )
        return tuple(name for name in dict.fromkeys(names) if isinstance(name, str) and name)

    def _law(self, labels: tuple[str, ...]) -> tuple[Reference, ...]:
        """The paragraphs that this page has not restated yet."""
        fresh = tuple(label for label in labels if label not in self.restated)
        self.restated.update(fresh)
        return references(self.standing.treaty, fresh)

    def _group(self, group: Group, anchor: str, level: int) -> GroupView:
        return GroupView(
            str(group.title),
            self._law(group.paragraphs),
            tuple(self._row(entry) for entry in group.asked),
            tuple(self._row(entry) for entry in group.idle),
            anchor,
            level,
        )

    def _card(self, card: Card, at: int, last: int) -> CardView:
        list_name, _bracket, rest = card.path.partition("[")
        state = self.steps.get(card.step)
        return CardView(
            path=card.path,
            list_name=list_name,
            id=rest.rstrip("]"),
            name=card.name,
            rows=tuple(self._row(entry) for entry in card.entries),
            groups=tuple(
                self._group(group, f"{card.path}.g{n}", 3) for n, group in enumerate(card.groups)
            ),
            tables=tuple(self._table(table) for table in card.tables),
            step=card.step,
            says=state.says if state else "",
            first=at == 0,
            last=at == last,
        )

    def _table(self, table: Table) -> TableView:
        lines: list[LineView] = []
        rows = rows_at(self.document, table.path)
        for number, entries in zip(table.numbers, table.rows, strict=False):
            what = _("%(row)s %(number)s") % {"row": table.row, "number": digits(number + 1)}
            cells = [self._row(entry, what) for entry in entries]
            span = self._span(rows[number]) if number < len(rows) else None
            lines.append(
                LineView(
                    number,
                    what,
                    tuple(one for one in cells if not _below(one)),
                    tuple(one for one in cells if _below(one)),
                    digits(span[1] - span[0] + 1) if span else "",
                )
            )
        spans = [span for row in rows if (span := self._span(row))]
        return TableView(
            path=table.path,
            title=str(table.title),
            add=str(table.add),
            hint=lines[0].cells[0].hint if lines else "",
            headings=tuple(cell.label for cell in lines[0].cells) if lines else (),
            lines=tuple(lines),
            total=digits(len(Days.of(spans))) if spans else "",
            listed=self._row(table.listed) if table.listed else None,
            pages=_pages(table) if table.count > len(table.numbers) else None,
        )

    def _span(self, row: Any) -> tuple[int, int] | None:
        """The days of a row, cut at the day of the question where it is still going on."""
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
        path, kind, data = entry.path, entry.field.kind, self.data
        said = words(self.standing.treaty, self.document, path)
        errors = self._errors(path)
        if not errors and path in self.wrong:
            errors = (self.wrong[path],)
        note_errors = self._errors(f"{path}:") if entry.noted else ()
        for error in (*errors, *note_errors):
            self.summary.append(
                (
                    path,
                    f"{what}{comma()}{said.label}: {error}" if what else f"{said.label}: {error}",
                )
            )
        return Row(
            name=path,
            kind=kind,
            text=said.text,
            label=said.label,
            hint=said.hint,
            why=said.why,
            leads=said.leads,
            paragraphs=references(self.standing.treaty, entry.paragraphs),
            status=entry.status,
            raw=_text(data.get(path)),
            chosen=self._chosen(entry),
            options=_options(entry, said.choices),
            errors=errors,
            again=path in self.again,
            noted=entry.noted,
            note=_text(data.get(path + NOTE)) if entry.noted else "",
            evidence=_text(data.get(path + EVIDENCE)) if entry.noted else "",
            contested=entry.noted and data.get(path + CONTESTED) == "on",
            note_errors=note_errors,
            what=what,
            tail=words_of_kinds() if kind == "activities" else (),
        )

    def _errors(self, name: str) -> tuple[str, ...]:
        return tuple(str(error) for error in self.errors[name]) if name in self.errors else ()

    def _chosen(self, entry: Entry) -> tuple[str, ...]:
        if entry.field.kind == "activities":
            return tuple(self.data.getlist(entry.path + KINDS))
        if IS in entry.field.suffixes:
            return (self.data.get(entry.path + IS) or fields.GIVEN,)
        return (_text(self.data.get(entry.path)),)

    def _reading(self, name: str) -> ReadingView:
        reading = self.standing.treaty.readings[name]
        said = READING_WORDS[name]
        applied = _text(self.data.get(READING + name)) or reading.default
        errors = self._errors(READING + name)
        for error in errors:
            self.summary.append((READING + name, error))
        return ReadingView(
            name=name,
            title=_(said.title),
            question=_(said.question),
            why_open=reading.why.said(language()),
            paragraphs=references(self.standing.treaty, reading.paragraphs),
            options=tuple(
                OptionView(
                    option,
                    _(said.options[option].label),
                    _(said.options[option].effect),
                    option == applied,
                    option == reading.default,
                )
                for option in reading.options
            ),
            applied=_(said.options[applied].label) if applied in said.options else applied,
            by_default=applied == reading.default,
            reason=_text(self.data.get(READING + name + WHY)),
            errors=errors,
        )


def _options(entry: Entry, choices: Pairs) -> Pairs:
    """The values of a field and their words."""
    kind = entry.field.kind
    if kind == "choice":
        return (("", _("Choose")), *choices)
    if kind == "reference":
        return (("", _nobody(entry.path)), *entry.choices)
    return answer_words(kind, language())


def _nobody(path: str) -> str:
    """What it means that a reference names no item."""
    if path.endswith(".part_of_site") or path.startswith("agents["):
        return _("None")
    return _("The enterprise itself")


def _below(row: Row) -> bool:
    """Whether a field of a row of days stands below it: who did the work, whether the same, a
    note."""
    return row.name.rpartition(".")[2] in ("by", "substantially_same", "note")


def _pages(table: Table) -> PagesView:
    """What is shown of the rows of a long table, and the ways to the others."""
    start = table.numbers[0] if table.numbers else 0
    end = table.numbers[-1] + 1 if table.numbers else 0
    last = last_start(table.count)
    ways = (
        (_("First rows"), 0, start > ROWS_AT_ONCE),
        (_("Rows before"), max(0, start - ROWS_AT_ONCE), start > 0),
        (_("Rows after") if end else _("Show rows"), end, end < table.count),
        (_("Last rows"), last, end + ROWS_AT_ONCE < table.count),
    )
    return PagesView(
        first=digits(start + 1) if end else "",
        last=digits(end),
        count=digits(table.count),
        buttons=tuple((text, f"rows {table.path}:{to}") for text, to, is_there in ways if is_there),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


@lru_cache(maxsize=8192)
def _drawn(template: str, code: str, name: str, value: Any) -> SafeString:
    return mark_safe(get_template(template).render({name: value}))  # noqa: S308 - by a template


def drawn(template: str, name: str, value: Any) -> SafeString:
    """The markup of a value, under its name in the template; once for each value and language."""
    return _drawn(template, language(), name, value)

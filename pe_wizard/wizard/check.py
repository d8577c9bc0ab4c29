"""Check your answers: every answer with a way to change it, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.problems import Problem, problems
from pe_wizard.assessments.shown import answer_text, label
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits, state_name
from pe_wizard.tongue import long_day
from pe_wizard.wizard.editing import MISSING, NOT_KNOWN, answer_at, note_at, value_at
from pe_wizard.wizard.pages import Entry, Page, Table, page_of
from pe_wizard.wizard.steps import CHECK, Step
from treaties import FIELDS, READING_WORDS, Days, parse_path


@dataclass(frozen=True, slots=True)
class Line:
    """One answer. `again`: to be confirmed; `used`: whether it is evaluated."""

    path: str
    what: str
    answer: str
    sub: tuple[str, ...]
    known: bool
    used: bool
    again: bool
    contested: bool
    step: str


@dataclass(frozen=True, slots=True)
class Part:
    """The answers of one step; `left` of its questions are still open."""

    step: Step
    lines: tuple[Line, ...]
    left: int


def check_of(draft: Draft, standing: Standing, steps: Sequence[Step]) -> dict[str, Any]:
    """What the page shows; it can be completed when `problems` is empty."""
    parts = [_part(draft, standing, step) for step in steps if step.key != CHECK]
    found = problems(draft)
    again = [line for part in parts for line in part.lines if line.again]
    unknown = [line for part in parts for line in part.lines if not line.known and line.used]
    return {
        "parts": [part for part in parts if part.lines or part.left],
        "problems": [_placed(one, steps) for one in found if one.kind != "confirm"],
        "again": again,
        "unknown": unknown,
        "left": sum(part.left for part in parts),
        "unused": sum(not line.used for part in parts for line in part.lines),
        "ready": not found,
        "readings": _readings(draft, standing),
        "reading_count": len(standing.treaty.readings),
        "treaty": standing.treaty,
        "number": None,
    }


def _placed(problem: Problem, steps: Sequence[Step]) -> dict[str, Any]:
    keys = [step.key for step in steps]
    section = problem.section
    if section == "agents" and problem.path.startswith("agents["):
        section = f"agent-{problem.path.partition('[')[2].partition(']')[0]}"
    return {
        "text": problem.text,
        "path": problem.path,
        "step": section if section in keys else keys[0],
    }


def _part(draft: Draft, standing: Standing, step: Step) -> Part:
    page = page_of(step, standing)
    lines = list(_lines(draft, standing, page))
    if step.key == "treaty":
        lines = [*_frame(standing), *lines]
    return Part(step, tuple(lines), sum(entry.status == "open" for entry in page.all_entries()))


def _frame(standing: Standing) -> Iterator[Line]:
    document = standing.document
    for name, answer in (
        ("treaty", standing.treaty.title.en),
        ("residence_state", state_name(document["residence_state"])),
        ("source_state", state_name(document["source_state"])),
    ):
        said = answer if name != "treaty" else str(standing.treaty.title.said(_language()))
        sub = (standing.treaty.code,) if name == "treaty" else ()
        yield Line(name, label(document, name), said, sub, True, True, False, False, "")


def _language() -> str:
    from pe_wizard.display import language

    return language()


def _lines(draft: Draft, standing: Standing, page: Page) -> Iterator[Line]:
    agains = frozenset(draft.confirm)
    tables: dict[str, Table] = {}
    in_tables = {
        entry.path
        for card in page.cards
        for table in card.tables
        for row in table.rows
        for entry in row
    }
    for entry in page.all_entries():
        if entry.path not in in_tables and not entry.path.endswith((".name", ".periods")):
            line = _line(draft, standing, page, entry, agains)
            if line is not None:
                yield line
    for card in page.cards:
        for table in card.tables:
            tables[table.path] = table
            yield from _table_line(draft, standing, page, card.name, table, agains)


def _line(
    draft: Draft, standing: Standing, page: Page, entry: Entry, agains: frozenset[str]
) -> Line | None:
    document, path = standing.document, entry.path
    answer = answer_at(document, path)
    kind = FIELDS[parse_path(path).pattern].kind
    if answer != NOT_KNOWN and not answer.not_known:
        ongoing = path.endswith(".to") and answer.value is None
        if answer.value is MISSING or (answer.value is None and not ongoing):
            return None
    note = note_at(document, path)
    sub = [f"{_('Note')}: {note.text}"] if note.text else []
    sub += [f"{_('Evidence')}: {one}" for one in note.evidence]
    used = entry.needed and entry.status != "unused"
    if not used:
        sub.append(_("Nothing hangs on this now. It is kept in the draft and does not count."))
    if note.contested:
        sub.insert(0, _("Contested: it counts as not known."))
    what = label(document, path)
    name = _item_name(page, path)
    return Line(
        path, f"{name}: {what}" if (name and kind != "list") or (name and "[" in path) else what,
        answer_text(document, path), tuple(sub), not answer.not_known, used,
        path in agains, note.contested, page.step.key,
    )  # fmt: skip


def _item_name(page: Page, path: str) -> str:
    for card in page.cards:
        if path.startswith(f"{card.path}."):
            return card.name
    return ""


def _table_line(
    draft: Draft, standing: Standing, page: Page, name: str, table: Table, agains: frozenset[str]
) -> Iterator[Line]:
    document = standing.document
    if not table.rows:
        if table.listed is None:
            return
        answer = answer_at(document, table.path)
        if answer.value is MISSING and not answer.not_known:
            return
        yield Line(
            table.path, f"{name}: {label(document, table.path)}", answer_text(document, table.path),
            (), not answer.not_known, table.listed.needed, table.path in agains, False, page.step.key,
        )  # fmt: skip
        return
    spans, open_rows, ongoing, leave = [], 0, 0, 0
    for number in range(len(table.rows)):
        row = value_at(document, f"{table.path}[{number}]")
        first, last = row.get("from"), row.get("to", MISSING)
        ongoing += last is None and "to" in row
        try:
            start = date.fromisoformat(first).toordinal()
            end = date.fromisoformat(document["as_of"] if last is None else last).toordinal()
        except (TypeError, ValueError):
            open_rows += 1
            continue
        if start <= end:
            spans.append((start, end))
            leave += (end - start + 1) if row.get("worked") is False else 0
    count = len(table.rows)
    days = Days.of(spans)
    sub = []
    if spans and days.first is not None and days.last is not None:
        sub.append(
            _("%(first)s to %(last)s") % {
                "first": long_day(date.fromordinal(days.first)),
                "last": long_day(date.fromordinal(days.last)),
            }
        )  # fmt: skip
    if ongoing:
        sub.append(_("Still going on: %(number)s") % {"number": digits(ongoing)})
    if leave:
        sub.append(
            ngettext(
                "%(days)s day not worked among them", "%(days)s days not worked among them", leave
            )
            % {"days": digits(leave)}
        )
    if open_rows:
        sub.append(
            ngettext("%(number)s without known days", "%(number)s without known days", open_rows)
            % {"number": digits(open_rows)}
        )
    again = any(path.startswith(f"{table.path}[") for path in agains)
    yield Line(
        table.path, f"{name}: {label(document, table.path)}",
        _("%(number)s listed, %(days)s days") % {"number": digits(count), "days": digits(len(days))},
        tuple(sub), not open_rows, True, again, False, page.step.key,
    )  # fmt: skip


def _readings(draft: Draft, standing: Standing) -> list[dict[str, Any]]:
    chosen = []
    for name, option in (standing.document.get("readings") or {}).items():
        reading, said = standing.treaty.readings.get(name), READING_WORDS.get(name)
        if reading is None or said is None or option not in said.options:
            continue
        chosen.append(
            {
                "name": name,
                "title": _(said.title),
                "option": _(said.options[option].label),
                "default": _(said.options[reading.default].label),
                "reason": draft.reasons.get(name, ""),
            }
        )
    return chosen

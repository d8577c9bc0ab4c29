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
from pe_wizard.display import digits, language, party_name
from pe_wizard.tongue import long_day
from pe_wizard.wizard.editing import MISSING, Answer, answer_at, note_at, rows_at
from pe_wizard.wizard.pages import Entry, Page, Table, page_of
from pe_wizard.wizard.steps import CHECK, Step
from treaties import READING_WORDS, Days


@dataclass(frozen=True, slots=True)
class Line:
    """One answer. `again`: to be confirmed; `used`: whether it is evaluated; `url`: its field."""

    path: str
    what: str
    answer: str
    sub: tuple[str, ...] = ()
    known: bool = True
    used: bool = True
    again: bool = False
    contested: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """The answers of one step; `left` of its questions are still open."""

    key: str
    title: str
    lines: tuple[Line, ...]
    left: int
    url: str


def check_of(
    draft: Draft, standing: Standing, steps: Sequence[Step], urls: dict[str, str]
) -> dict[str, Any]:
    """What the page shows; the draft can be completed when `ready`. `urls` are those of steps."""
    parts = [
        _Part(draft, standing, step, urls[step.key]).part() for step in steps if step.key != CHECK
    ]
    titles = {step.key: step.title for step in steps}
    found = problems(draft)
    lines = [line for part in parts for line in part.lines]
    return {
        "parts": [part for part in parts if part.lines or part.left],
        "problems": [_placed(one, urls, titles) for one in found if one.kind != "confirm"],
        "again": sum(line.again for line in lines),
        "unknown": sum(line.used and not line.known for line in lines),
        "left": sum(part.left for part in parts),
        "ready": not found,
        "readings": _readings(draft, standing),
        "reading_count": len(standing.treaty.readings),
        "treaty_url": urls["treaty"],
    }


def _placed(problem: Problem, urls: dict[str, str], titles: dict[str, str]) -> dict[str, str]:
    """A problem with the address of the field, or of the page, where it is put right."""
    section = problem.section
    if section == "agents" and problem.path.startswith("agents["):
        section = f"agent-{problem.path.partition('[')[2].partition(']')[0]}"
    url = urls.get(section, urls["treaty"])
    if problem.path:
        return {"text": problem.text, "url": f"{url}#{problem.path}"}
    where = titles.get(section, titles["treaty"])
    return {"text": _("%(name)s: %(what)s") % {"name": where, "what": problem.text}, "url": url}


class _Part:
    """Makes the lines of one step."""

    def __init__(self, draft: Draft, standing: Standing, step: Step, url: str) -> None:
        self.standing, self.step, self.url = standing, step, url
        self.document = standing.document
        self.page: Page = page_of(step, standing)
        self.confirm = frozenset(draft.confirm)

    def part(self) -> Part:
        lines = [*self._frame(), *self._entries(), *self._tables()]
        left = sum(entry.status == "open" for entry in self.page.all_entries())
        return Part(self.step.key, self.step.title, tuple(lines), left, self.url)

    def _frame(self) -> Iterator[Line]:
        """Treaty and States: they are chosen when an assessment begins."""
        if self.step.key != "treaty":
            return
        title = self.standing.treaty.title.said(language())
        yield Line("treaty", label(self.document, "treaty"), title, (self.standing.treaty.code,))
        for name in ("residence_state", "source_state"):
            yield Line(
                name,
                label(self.document, name),
                party_name(self.document[name], self.document["treaty"]),
            )

    def _entries(self) -> Iterator[Line]:
        in_rows = {
            entry.path
            for card in self.page.cards
            for table in card.tables
            for row in table.rows
            for entry in row
        }
        for entry in self.page.all_entries():
            if entry.path in in_rows or entry.path.endswith((".name", ".periods")):
                continue
            answer = answer_at(self.document, entry.path)
            if _is_given(entry.path, answer):
                yield self._line(entry, answer)

    def _line(self, entry: Entry, answer: Answer) -> Line:
        path = entry.path
        note = note_at(self.document, path)
        sub = [_("Contested: it counts as not known.")] if note.contested else []
        if note.text:
            sub.append(_("Note: %(text)s") % {"text": note.text})
        sub += [_("Evidence: %(text)s") % {"text": one} for one in note.evidence]
        if not entry.needed:
            sub.append(_("Nothing hangs on this now. It is kept in the draft and does not count."))
        return Line(
            path=path,
            what=self._named(path),
            answer=answer_text(self.document, path),
            sub=tuple(sub),
            known=not answer.not_known,
            used=entry.needed,
            again=path in self.confirm,
            contested=note.contested,
            url=f"{self.url}#{path}",
        )

    def _named(self, path: str) -> str:
        """What an answer is about; with the name of its item where the page has several."""
        short = label(self.document, path)
        for card in self.page.cards:
            if path.startswith(f"{card.path}."):
                return _("%(name)s: %(what)s") % {"name": card.name, "what": short}
        return short

    def _tables(self) -> Iterator[Line]:
        for card in self.page.cards:
            for table in card.tables:
                if table.count:
                    yield self._rows(table)
                elif table.listed is not None:
                    answer = answer_at(self.document, table.path)
                    if _is_given(table.path, answer):
                        yield self._line(table.listed, answer)

    def _rows(self, table: Table) -> Line:
        """All rows of days in one line: how many, how many days, from when to when."""
        spans, ongoing, unknown, off = [], 0, 0, 0
        for row in rows_at(self.document, table.path):
            last = row.get("to", MISSING)
            ongoing += last is None
            try:
                start = date.fromisoformat(str(row.get("from"))).toordinal()
                end = date.fromisoformat(self.document["as_of"] if last is None else last)
            except (TypeError, ValueError):
                unknown += 1
                continue
            if start <= end.toordinal():
                spans.append((start, end.toordinal()))
                off += (end.toordinal() - start + 1) if row.get("worked") is False else 0
        days = Days.of(spans)
        sub = []
        if days.first is not None and days.last is not None:
            first, last_day = date.fromordinal(days.first), date.fromordinal(days.last)
            sub.append(
                _("%(first)s to %(last)s") % {"first": long_day(first), "last": long_day(last_day)}
            )
        if ongoing:
            sub.append(_("Still going on: %(number)s") % {"number": digits(ongoing)})
        if off:
            sub.append(_("Days not worked among them: %(days)s") % {"days": digits(off)})
        if unknown:
            sub.append(_("Without known days: %(number)s") % {"number": digits(unknown)})
        count = table.count
        return Line(
            path=table.path,
            what=self._named(table.path),
            answer=_("%(rows)s, %(days)s")
            % {
                "rows": ngettext("%(n)s row", "%(n)s rows", count) % {"n": digits(count)},
                "days": ngettext("%(n)s day", "%(n)s days", len(days)) % {"n": digits(len(days))},
            },
            sub=tuple(sub),
            known=not unknown,
            again=any(path.startswith(f"{table.path}[") for path in self.confirm),
            url=f"{self.url}#{table.path}:rows",
        )


def _is_given(path: str, answer: Answer) -> bool:
    """Whether anything was answered; an end that is null is an answer: still going on."""
    if answer.not_known:
        return True
    return answer.value is not MISSING and (answer.value is not None or path.endswith(".to"))


def _readings(draft: Draft, standing: Standing) -> list[dict[str, str]]:
    """The readings that were chosen otherwise than the treaty file has them."""
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

"""What the page of a what-if shows: the facts that decide, every other one, and what comes of them.

Fields, questions and tables are the wizard's own. The result is laid beside that of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from pe_wizard.assessments.basis import Basis
from pe_wizard.assessments.comparing import (
    FactDiffers,
    HeadsBeside,
    ReadingDiffers,
    differing_facts,
    differing_readings,
    heads_beside,
)
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.facts_in_words import fact_label
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.problems import contradictions
from pe_wizard.assessments.standing import Standing
from pe_wizard.scenarios.scratch import Scratch
from pe_wizard.wizard.forms import SectionForm, raw_of
from pe_wizard.wizard.pages import Card, Entry, Group, Page, page_of
from pe_wizard.wizard.rows import PageView, Presenting
from pe_wizard.wizard.steps import CHECK, Step, asked_of, steps_of
from pe_wizard.wizard.windows import Window
from treaties import heads_document, parse_path

MOST_DECISIVE = 40  # facts at the top; the others stand in their sections
MOST_ITEMS = 40  # of one list, on one page
UNUSED = ("closed", "unused")


@dataclass(frozen=True)
class Part:
    """A section of the questions, closed until it is opened; `left_out` items are not on the page
    and stay as they are."""

    view: PageView
    left_out: int
    open: bool


@dataclass(frozen=True)
class Result:
    """What the facts tried out come to, beside what those on file do."""

    before: str
    after: str
    applied: str
    applies: str
    heads: tuple[HeadsBeside, ...]
    facts: tuple[FactDiffers, ...]
    readings: tuple[ReadingDiffers, ...]
    wrong: tuple[str, ...]
    needed: str  # the facts asked for now, for the script

    @property
    def changed(self) -> bool:
        """Whether any fact or reading is another one than on file."""
        return bool(self.facts or self.readings)

    @property
    def differing(self) -> int:
        """How many heads come out differently."""
        return sum(head.differs for head in self.heads)


class Bench:
    """The questions about one scratch. `opened` is the section to show open; of long tables the
    page holds the rows of the window."""

    def __init__(
        self, basis: Basis, scratch: Scratch, window: Window | None = None, opened: str = ""
    ) -> None:
        self.basis, self.scratch, self.opened = basis, scratch, opened
        self.window = window or Window()
        self.stands = Standing(basis.treaty, scratch.document)
        # A draft that is never saved: the wizard's steps are made of one.
        self.draft = Draft(document=scratch.document, reasons=scratch.reasons)
        self.steps: dict[str, Step] = {
            step.key: step for step in steps_of(self.draft, self.stands) if step.key != CHECK
        }
        # Notes stay as they are; only a contested fact can be taken one way or the other.
        self.contested = _contested(scratch.document) | _contested(basis.stands.normal)
        self.options = {name: one.options for name, one in basis.treaty.readings.items()}
        self._left_out: dict[str, int] = {}
        self.pages = [self._page(step) for step in self.steps.values()]
        self.decisive = self._take_decisive()

    def _page(self, step: Step) -> Page:
        """The page of the step, as long as a page can be."""
        page = page_of(step, self.stands, self.window)
        self._left_out[step.key] = max(len(page.cards) - MOST_ITEMS, 0)
        page.cards = page.cards[:MOST_ITEMS]
        for entry in page.all_entries():
            entry.noted = entry.noted and entry.path in self.contested
        return page

    def _take_decisive(self) -> Page:
        """The entries of the facts that decide, taken out of their sections."""
        wanted = decisive_facts(self.basis.stands)
        wanted += [path for path in decisive_facts(self.stands) if path not in wanted]
        found: dict[str, Entry] = {}
        for page in self.pages:
            owners: list[Page | Card] = [page, *page.cards]
            for owner in owners:
                for group in owner.groups:
                    found.update({one.path: one for one in group.entries if one.path in wanted})
                    group.entries = [one for one in group.entries if one.path not in wanted]
                owner.groups = [group for group in owner.groups if group.entries]
        taken = [found[path] for path in wanted if path in found]
        return Page(next(iter(self.steps.values())), "", groups=[Group("", taken)])

    @property
    def whole(self) -> Page:
        """Every field of the page as one page of the wizard, for the form."""
        every = [one for page in (self.decisive, *self.pages) for one in page.all_entries()]
        first = next(iter(self.steps.values()))
        return Page(first, "", entries=every, readings=tuple(self.options))

    def form(self, data: Any = None) -> SectionForm:
        """The form: of what was sent, or of the scratch as it is."""
        if data is None:
            raw = raw_of(
                self.whole,
                self.scratch.document,
                self.scratch.reasons,
                self.options,
                self.scratch.typed,
                self.scratch.calendars,
            )
            data = MultiValueDict(
                {name: text if isinstance(text, list) else [text] for name, text in raw.items()}
            )
        form = SectionForm(
            page=self.whole, document=self.scratch.document, options=self.options, data=data
        )
        form.is_valid()
        return form

    @cached_property
    def shown(self) -> tuple[PageView, tuple[Part, ...]]:
        """What decides, and every section."""
        form = self.form()
        wrong = {one.path: one.text for one in contradictions(self.stands) if one.path}
        top = self._view(self.decisive, form, wrong)
        parts = []
        for page in self.pages:
            view = self._view(page, form, wrong)
            key = page.step.key
            is_open = key == self.opened or bool(view.errors)
            parts.append(Part(view, self._left_out[key], is_open))
        return top, tuple(part for part in parts if _has_anything(part.view))

    def _view(self, page: Page, form: SectionForm, wrong: Mapping[str, str]) -> PageView:
        view = Presenting(page, form, self.draft, self.stands, wrong, self.steps).view()
        name = "decisive" if page is self.decisive else page.step.key
        return replace(
            view,
            groups=tuple(
                replace(group, anchor=f"{name}-{group.anchor}", level=3) for group in view.groups
            ),
        )


def decisive_facts(stands: Standing) -> list[str]:
    """The facts that decide: those whose other answer changes the conclusion, those that are
    missing, then those that the reasons read; no rows of days."""
    if stands.inquiry is None or stands.assessment is None:
        return []
    paths = dict.fromkeys(
        (
            *(flip.fact for flip in stands.inquiry.flips),
            *stands.inquiry.missing,
            *_read(heads_document(stands.assessment)["heads"]),
        )
    )
    return [path for path in paths if _stands_alone(path)][:MOST_DECISIVE]


def _read(heads: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for head in heads:
        yield from _read_by(head["because"])


def _read_by(findings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for finding in findings:
        yield from finding["facts"]
        yield from _read_by(finding["parts"])


def _stands_alone(path: str) -> bool:
    parsed = parse_path(path)
    return not parsed.names_item and parsed.field.kind in ("yes_no", "percent")


def _has_anything(view: PageView) -> bool:
    return bool(
        view.rows or view.groups or view.cards or view.listed or view.list_name or view.readings
    )


def result_of(basis: Basis, stands: Standing) -> Result:
    """What the facts tried out come to."""
    before = basis.stands
    assert before.assessment is not None and before.used is not None
    wrong = tuple(one.text for one in contradictions(stands))
    needed = [
        fact.path for asked in asked_of(stands) for fact in asked.facts if fact.status not in UNUSED
    ]
    old = heads_document(before.assessment)
    if stands.assessment is None or stands.used is None:
        new, used = {**old, "conclusion": "undetermined", "heads": []}, before.used
    else:
        new, used = heads_document(stands.assessment), stands.used
    return Result(
        before=old["conclusion"],
        after=new["conclusion"],
        applied=old["applicability"],
        applies=new["applicability"],
        heads=tuple(heads_beside((before.used, old["heads"]), (used, new["heads"]))),
        facts=(
            *differing_facts(before.normal, stands.normal),
            *_contested_otherwise(before.normal, stands.normal),
        ),
        readings=tuple(differing_readings(old["readings"], new["readings"])),
        wrong=wrong,
        needed=" ".join(needed),
    )


def _contested_otherwise(before: Document, after: Document) -> Iterator[FactDiffers]:
    """The facts that are contested on one side only."""
    was, is_now = _contested(before), _contested(after)
    for path in sorted(was ^ is_now):
        item, label = fact_label(after, path)
        yield FactDiffers(
            item,
            label,
            _("Contested") if path in was else "",
            _("Contested") if path in is_now else "",
        )


def _contested(document: Document) -> set[str]:
    annotations = document.get("annotations") or {}
    return {path for path, said in annotations.items() if said.get("contested")}

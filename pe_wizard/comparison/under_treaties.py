"""The facts of one file under several treaties: heads by treaties, and what each would still ask.

A comparison of rules. Each treaty assesses the facts as `treaties.take_over` gives them to it;
nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import treaties
from pe_wizard.assessments.basis import Basis
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.facts_in_words import fact_label, question
from pe_wizard.assessments.presenting import (
    CLAUSES,
    MeasureShown,
    option_label,
    show_measure,
    subject_name,
)
from pe_wizard.comparison.parameters import Beside, differing
from pe_wizard.display import party_name
from pe_wizard.tongue import say
from treaties import (
    APPLICABILITY,
    HEAD_WORDS,
    HEADS,
    LISTS,
    QUESTIONS,
    READING_WORDS,
    AskedFact,
    Assessment,
    TakenOver,
    Treaty,
    heads_document,
    inquire,
    parse_facts,
    take_over,
    unread,
)

SETTLED_BY_ANSWERS = ("open", "not_known")
ABOUT_THE_TREATY = "conditions."


@dataclass(frozen=True)
class Column:
    """One treaty with what it makes of the facts; `is_file` for that of the file itself."""

    treaty: Treaty
    is_file: bool
    taken: TakenOver
    assessment: Assessment
    document: Mapping[str, Any]  # of the heads
    unanswered: tuple[AskedFact, ...]
    decisive: frozenset[str]
    unread: tuple[str, ...]

    @property
    def residence(self) -> str:
        """The State of residence, as this treaty calls it."""
        return party_name(self.taken.document["residence_state"], self.treaty.code)

    @property
    def source(self) -> str:
        """The source State, as this treaty calls it."""
        return party_name(self.taken.document["source_state"], self.treaty.code)

    @property
    def applicability(self) -> str:
        """applies, does_not_apply or unknown."""
        return APPLICABILITY[self.assessment.applicability.outcome]


@dataclass(frozen=True)
class Cell:
    """What one treaty makes of one head; `outcome` is empty where there is none: then `has_rule`
    says whether the treaty knows the head at all."""

    treaty: Treaty
    is_file: bool
    has_rule: bool
    outcome: str = ""
    labels: tuple[str, ...] = ()
    since: date | None = None
    measure: MeasureShown | None = None


@dataclass(frozen=True)
class HeadRow:
    """One head for one subject, under each of the treaties."""

    head: str
    name: str
    subject: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether the treaties come to different outcomes; one without the rule gives no PE."""
        return len({cell.outcome or "no_pe" for cell in self.cells}) > 1


@dataclass(frozen=True)
class AskedBy:
    """One treaty that asks for a fact; `decisive` where its conclusion can depend on the answer."""

    treaty: Treaty
    labels: tuple[str, ...]
    decisive: bool
    said_not_known: bool


@dataclass(frozen=True)
class Unanswered:
    """A fact that some of the treaties ask for and that has no answer in the file."""

    path: str
    item: str
    question: str
    heads: tuple[str, ...]
    by: tuple[AskedBy, ...]


@dataclass(frozen=True)
class Assumed:
    """What was taken for one treaty: its States for those of the file, readings left behind."""

    column: Column
    replaced: tuple[tuple[str, str], ...]
    left_readings: tuple[str, ...]
    unread: tuple[tuple[str, str], ...]  # item and fact


@dataclass(frozen=True)
class UnderTreaties:
    """The comparison as its page shows it."""

    columns: tuple[Column, ...]
    rows: tuple[HeadRow, ...]
    readings: tuple[tuple[str, str], ...]  # those chosen in the file: title and option
    why: list[Beside]
    unanswered: tuple[Unanswered, ...]
    assumed: tuple[Assumed, ...]

    @property
    def treaties(self) -> tuple[Treaty, ...]:
        """The treaties, in the order of the columns."""
        return tuple(column.treaty for column in self.columns)

    @property
    def conclusions(self) -> tuple[Cell, ...]:
        """The conclusion under each treaty, since its first day."""
        return tuple(_conclusion(column) for column in self.columns)


def under_treaties(basis: Basis, chosen: Sequence[Treaty]) -> UnderTreaties:
    """The facts of the file under these treaties; its own first assessed as the file has it.

    The file must have facts that can be read.
    """
    document, answers = basis.document, basis.all_answers
    assert document is not None and answers is not None
    columns = tuple(
        _column(basis, document if treaty.code == basis.treaty.code else answers, treaty)
        for treaty in chosen
    )
    rows = tuple(_rows(columns))
    return UnderTreaties(
        columns=columns,
        rows=rows,
        readings=tuple(
            (say(READING_WORDS[name].title), option_label(name, option))
            for name, option in (document.get("readings") or {}).items()
        ),
        why=differing(
            [column.treaty for column in columns], {row.head for row in rows if row.differs}
        ),
        unanswered=tuple(_unanswered(columns)),
        assumed=tuple(_assumed(column) for column in columns if not column.is_file),
    )


def _column(basis: Basis, document: Document, treaty: Treaty) -> Column:
    is_file = treaty.code == basis.treaty.code
    taken = take_over(document, treaty)
    facts = parse_facts(taken.document)
    assessment = treaties.assess(facts, treaty)
    asked = treaties.interview(treaty, facts)
    return Column(
        treaty=treaty,
        is_file=is_file,
        taken=taken,
        assessment=assessment,
        document=heads_document(assessment),
        unanswered=tuple(
            fact
            for section in asked.sections
            for fact in (*section.facts, *(one for item in section.items for one in item.facts))
            if fact.status in SETTLED_BY_ANSWERS and not fact.path.startswith(ABOUT_THE_TREATY)
        ),
        decisive=frozenset(inquire(assessment).missing),
        unread=unread(facts, treaty, asked),
    )


# ---- heads


def _rows(columns: Sequence[Column]) -> Iterator[HeadRow]:
    """Every head that some treaty finds; one that none finds anything under once, without one."""
    by_key = [{(h["head"], h["subject"]): h for h in one.document["heads"]} for one in columns]
    for head in HEADS:
        keys = dict.fromkeys(key for heads in by_key for key in heads if key[0] == head)
        for key in keys or {(head, None): None}:
            found = [heads.get(key) for heads in by_key]
            subject = next(
                (
                    subject_name(column.taken.document, one)
                    for column, one in zip(columns, found, strict=True)
                    if one is not None
                ),
                "",
            )
            yield HeadRow(
                head,
                say(HEAD_WORDS[head]),
                subject,
                tuple(_cell(column, head, one) for column, one in zip(columns, found, strict=True)),
            )


def _cell(column: Column, head: str, found: Mapping[str, Any] | None) -> Cell:
    has_rule = bool(column.treaty.clauses_of(CLAUSES.get(head, head)))
    if found is None:
        return Cell(column.treaty, column.is_file, has_rule)
    return Cell(
        column.treaty,
        column.is_file,
        has_rule,
        found["outcome"],
        tuple(found["paragraphs"]),
        date.fromisoformat(found["since"]) if found["since"] else None,
        show_measure(found.get("measure")),
    )


def _conclusion(column: Column) -> Cell:
    heads = [
        head
        for head in column.document["heads"]
        if head["outcome"] == "pe" == column.assessment.conclusion
    ]
    days = [date.fromisoformat(head["since"]) for head in heads if head["since"]]
    return Cell(
        column.treaty,
        column.is_file,
        True,
        column.assessment.conclusion,
        since=min(days, default=None),
    )


# ---- what is asked, what was assumed


def _unanswered(columns: Sequence[Column]) -> Iterator[Unanswered]:
    """Facts without an answer, those first on which some conclusion depends."""
    asked: dict[str, list[tuple[Column, AskedFact]]] = {}
    for column in columns:
        for fact in column.unanswered:
            asked.setdefault(fact.path, []).append((column, fact))
    for path, those in sorted(
        asked.items(), key=lambda one: not any(one[0] in column.decisive for column, _ in one[1])
    ):
        document = those[0][0].taken.document
        heads = dict.fromkeys(head for _, fact in those for head in fact.heads)
        yield Unanswered(
            path=path,
            item=fact_label(document, path)[0],
            question=question(document, path),
            heads=tuple(say(HEAD_WORDS[head]) for head in heads),
            by=tuple(
                AskedBy(
                    column.treaty,
                    fact.paragraphs,
                    path in column.decisive,
                    fact.status == "not_known",
                )
                for column, fact in those
            ),
        )


def _assumed(column: Column) -> Assumed:
    code = column.treaty.code
    return Assumed(
        column=column,
        replaced=tuple(
            (party_name(before, code), party_name(after, code))
            for before, after in column.taken.replaced
        ),
        left_readings=tuple(say(READING_WORDS[name].title) for name in column.taken.left_readings),
        unread=tuple(
            ("", say(QUESTIONS[path].label))
            if path in LISTS
            else fact_label(column.taken.document, path)
            for path in column.unread
        ),
    )

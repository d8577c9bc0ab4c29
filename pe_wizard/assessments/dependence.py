"""What a conclusion depends on, in words: open facts, flips, readings, postures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import treaties
from pe_wizard.assessments.facts_in_words import (
    FactRead,
    answer_in_words,
    fact_read,
    question,
)
from pe_wizard.assessments.presenting import (
    HeadShown,
    Source,
    option_label,
)
from pe_wizard.assessments.shown import answer_text
from pe_wizard.tongue import say
from treaties import READING_WORDS, Assessment, FactsError, fact_field, with_fact

OUTLOOKS_AT_MOST = 12  # open facts whose two answers are tried out
SETS_AT_MOST = 6
KINDS = ("changeable", "judgement", "past")


@dataclass(frozen=True)
class Outlook:
    """The conclusion after one answer to one open fact."""

    answer: str
    conclusion: str


@dataclass(frozen=True)
class OpenFact:
    """A fact that is not known and on which the conclusion depends, as a question."""

    question: str
    read: FactRead
    paragraphs: tuple[str, ...]
    outlooks: tuple[Outlook, ...]

    @property
    def settles_nothing_alone(self) -> bool:
        """Whether the conclusion stays open after either answer."""
        return bool(self.outlooks) and all(
            outlook.conclusion == "undetermined" for outlook in self.outlooks
        )


@dataclass(frozen=True)
class Together:
    """Several open facts which together can settle the conclusion, and how."""

    facts: tuple[FactRead, ...]
    gives: tuple[str, ...]


@dataclass(frozen=True)
class Flip:
    """A known fact whose other value gives another conclusion."""

    read: FactRead
    now: str
    otherwise: str
    conclusion: str


@dataclass(frozen=True)
class Turn:
    """A reading with the option applied and another one that gives another conclusion."""

    name: str
    title: str
    question: str
    now: str
    now_effect: str
    reason: str
    otherwise: str
    otherwise_effect: str
    conclusion: str
    is_default: bool


@dataclass(frozen=True)
class Dependence:
    """What the conclusion depends on, most decisive first."""

    open_facts: tuple[OpenFact, ...]
    more_open: tuple[OpenFact, ...]
    together: tuple[Together, ...]
    contested: tuple[OpenFact, ...]
    open_beside: tuple[FactRead, ...]
    flips: tuple[tuple[str, tuple[Flip, ...]], ...]
    turns: tuple[Turn, ...]
    taxpayer: str
    revenue: str


def show_dependence(
    source: Source, heads: Sequence[HeadShown], assessment: Assessment | None
) -> Dependence:
    """What the inquiry found, in words; with `assessment`, what each answer would give."""
    conclusion = source.conclusion
    paragraphs = paragraphs_by_fact(conclusion)
    facts = [
        _open_fact(source, path, paragraphs, assessment if at < OUTLOOKS_AT_MOST else None)
        for at, path in enumerate(conclusion["missing"])
    ]
    missing = set(conclusion["missing"])
    contested = [fact for fact in facts if _cannot_turn(fact, conclusion["conclusion"])]
    facts = [fact for fact in facts if fact not in contested]
    return Dependence(
        open_facts=tuple(facts[:OUTLOOKS_AT_MOST]),
        more_open=tuple(facts[OUTLOOKS_AT_MOST:]),
        together=tuple(
            Together(
                tuple(_read(source, path) for path in one["facts"]),
                tuple(one["gives"]),
            )
            for one in conclusion["settled_by"]
            if len(one["facts"]) > 1
        )[:SETS_AT_MOST],
        contested=tuple(contested),
        open_beside=_open_beside(heads, missing),
        flips=_flips(source),
        turns=tuple(_turn(source, one) for one in conclusion["turns_on"]),
        taxpayer=conclusion["postures"]["taxpayer"],
        revenue=conclusion["postures"]["revenue"],
    )


def _cannot_turn(fact: OpenFact, conclusion: str) -> bool:
    """Whether the fact is only named because it is contested: either answer changes nothing."""
    return (
        fact.read.contested
        and bool(fact.outlooks)
        and all(outlook.conclusion == conclusion != "undetermined" for outlook in fact.outlooks)
    )


def _read(source: Source, path: str) -> FactRead:
    return fact_read(source.document, path, source.href_of(path))


def _open_fact(
    source: Source,
    path: str,
    paragraphs: Mapping[str, tuple[str, ...]],
    assessment: Assessment | None,
) -> OpenFact:
    return OpenFact(
        question=question(source.document, path),
        read=_read(source, path),
        paragraphs=paragraphs.get(path, ()),
        outlooks=() if assessment is None else outlooks(assessment, path),
    )


def outlooks(assessment: Assessment, path: str) -> tuple[Outlook, ...]:
    """The conclusions after "yes" and after "no" to a fact; none for other kinds of fact."""
    if fact_field(path).kind != "yes_no":
        return ()
    try:
        return tuple(
            Outlook(
                said,
                treaties.assess(
                    with_fact(assessment.facts, path, value), assessment.treaty
                ).conclusion,
            )
            for value, said in ((True, _("If yes")), (False, _("If no")))
        )
    except FactsError:
        return ()


def paragraphs_by_fact(conclusion: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The paragraphs under which each fact was read, from the nearest finding that cites one."""
    found: dict[str, dict[str, None]] = {}
    stack = [
        (finding, "")
        for head in conclusion["heads"]
        for finding in (*head["because"], *head["considered"])
    ]
    while stack:
        finding, above = stack.pop()
        label = finding["paragraph"] or above
        for path in finding["facts"]:
            if label:
                found.setdefault(path, {}).setdefault(label)
        stack.extend((part, label) for part in finding["parts"])
    return {path: tuple(labels) for path, labels in found.items()}


def _open_beside(heads: Sequence[HeadShown], missing: set[str]) -> tuple[FactRead, ...]:
    """Facts not known under a head that stays open, and on which the conclusion does not hang."""
    found: dict[str, FactRead] = {}
    for head in heads:
        if head.outcome != "undetermined":
            continue
        for finding in _unknown(head.because):
            for fact in finding.facts:
                if fact.path not in missing:
                    found.setdefault(fact.path, fact)
    return tuple(found.values())


def _unknown(findings: Sequence[Any]) -> list[Any]:
    return [
        one
        for finding in findings
        if finding.outcome == "unknown"
        for one in (finding, *_unknown(finding.parts))
    ]


def _flips(source: Source) -> tuple[tuple[str, tuple[Flip, ...]], ...]:
    by_kind: dict[str, list[Flip]] = {kind: [] for kind in KINDS}
    for one in source.conclusion["flips"]:
        path = one["fact"]
        by_kind[one["kind"]].append(
            Flip(
                read=_read(source, path),
                now=answer_text(dict(source.document), path),
                otherwise=answer_in_words(source.document, path, one["value"]),
                conclusion=one["conclusion"],
            )
        )
    return tuple((kind, tuple(flips)) for kind, flips in by_kind.items() if flips)


def _turn(source: Source, one: Mapping[str, Any]) -> Turn:
    name, option = one["reading"], one["option"]
    now = source.conclusion["readings"][name]
    words = READING_WORDS[name]
    return Turn(
        name=name,
        title=say(words.title),
        question=say(words.question),
        now=option_label(name, now),
        now_effect=say(words.options[now].effect),
        reason=source.reasons.get(name, ""),
        otherwise=option_label(name, option),
        otherwise_effect=say(words.options[option].effect),
        conclusion=one["conclusion"],
        is_default=now == source.treaty.readings[name].default,
    )

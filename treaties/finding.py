"""Findings: an outcome and its reason made in one pass.

A clause decides on findings, not on truth values: `all_of`, `any_of` and `negate` combine them, and
the tree that results is both the answer and its explanation. Every leaf names the fact it read, so
the same tree also tells what another answer to that fact would give (`evaluate`).

A finding carries a message id and values; sentences are made elsewhere (`treaties.wording`), so the
core translates nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from typing import Any, Protocol

from treaties.truth import NO, UNKNOWN, YES, Truth

Values = Mapping[str, Any]
NONE: Values = {}


class Op(Enum):
    """How a finding comes to its outcome."""

    FACT = "fact"  # one fact of the document, as answered
    FACT_NOT = "fact_not"  # one fact, denied: yes when the answer is no
    GIVEN = "given"  # follows from the document or the treaty; no single answer changes it
    OPEN = "open"  # dates, lists or projects that are not known, or a reading that leaves it open
    ALL = "all"
    ANY = "any"
    NOT = "not"
    EITHER = "either"  # one part, decided over both answers to the facts named
    COUNT = "count"  # days counted against a threshold
    ELSEWHERE = "elsewhere"  # the outcome of other heads


class Counting(Protocol):
    """What a counted finding needs from its clock: its outcome for given outcomes of its parts."""

    def outcome(self, parts: Sequence[Truth]) -> Truth: ...


class Finding:
    """One step of the reasoning.

    `outcome` is what it decides; `message` and `values` make its sentence; `paragraph` is the Latin
    label it rests on ("" where it only repeats a fact); `facts` are the paths it read itself;
    `parts` the findings it is made of; `readings` the readings that shaped it.
    """

    __slots__ = (
        "detail",
        "facts",
        "message",
        "op",
        "outcome",
        "paragraph",
        "parts",
        "readings",
        "values",
    )

    def __init__(
        self,
        op: Op,
        outcome: Truth,
        message: str,
        paragraph: str = "",
        values: Values = NONE,
        facts: tuple[str, ...] = (),
        parts: tuple[Finding, ...] = (),
        readings: tuple[str, ...] = (),
        detail: Any = None,
    ) -> None:
        self.op = op
        self.outcome = outcome
        self.message = message
        self.paragraph = paragraph
        self.values = values
        self.facts = facts
        self.parts = parts
        self.readings = readings
        self.detail = detail

    def __repr__(self) -> str:
        return f"<{self.message} {self.outcome.value} {self.paragraph} {self.facts}>"

    def walk(self) -> Iterator[Finding]:
        """This finding and every finding below it, depth first."""
        stack = [self]
        while stack:
            finding = stack.pop()
            yield finding
            stack.extend(reversed(finding.parts))


def fact(
    message: str,
    path: str,
    answer: bool | None,
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """The fact at `path` as answered; None (not known) is unknown."""
    outcome = UNKNOWN if answer is None else YES if answer else NO
    return Finding(Op.FACT, outcome, message, paragraph, values, (path,), (), readings)


def fact_not(
    message: str,
    path: str,
    answer: bool | None,
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """The denial of the fact at `path`: yes when the answer is no."""
    outcome = UNKNOWN if answer is None else NO if answer else YES
    return Finding(Op.FACT_NOT, outcome, message, paragraph, values, (path,), (), readings)


def given(
    message: str,
    outcome: Truth,
    paragraph: str = "",
    values: Values = NONE,
    facts: tuple[str, ...] = (),
    readings: tuple[str, ...] = (),
) -> Finding:
    """What follows from the document or the treaty without a yes/no answer."""
    return Finding(Op.GIVEN, outcome, message, paragraph, values, facts, (), readings)


def left_open(
    message: str,
    facts: tuple[str, ...],
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """Unknown: dates, a project or a list are not known, or a reading leaves it open."""
    return Finding(Op.OPEN, UNKNOWN, message, paragraph, values, facts, (), readings)


def all_of(
    message: str,
    parts: Sequence[Finding],
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """AND over findings."""
    outcome = YES
    for part in parts:
        if part.outcome is NO:
            outcome = NO
            break
        if part.outcome is UNKNOWN:
            outcome = UNKNOWN
    return Finding(Op.ALL, outcome, message, paragraph, values, (), tuple(parts), readings)


def any_of(
    message: str,
    parts: Sequence[Finding],
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """OR over findings."""
    outcome = NO
    for part in parts:
        if part.outcome is YES:
            outcome = YES
            break
        if part.outcome is UNKNOWN:
            outcome = UNKNOWN
    return Finding(Op.ANY, outcome, message, paragraph, values, (), tuple(parts), readings)


def negate(
    message: str,
    part: Finding,
    paragraph: str = "",
    values: Values = NONE,
    readings: tuple[str, ...] = (),
) -> Finding:
    """NOT of a finding."""
    outcome = part.outcome
    outcome = UNKNOWN if outcome is UNKNOWN else NO if outcome is YES else YES
    return Finding(Op.NOT, outcome, message, paragraph, values, (), (part,), readings)


def either(message: str, part: Finding, paths: tuple[str, ...], values: Values = NONE) -> Finding:
    """`part`, decided over both answers to the facts at `paths`, all of them not known.

    For facts that count for one limb of a clause and against another: where every answer gives the
    same outcome, that is the outcome. Otherwise it reads like `part`.
    """
    if not paths:
        return part
    outcome = part.outcome if part.outcome is not UNKNOWN else _over_both(part, paths, {})
    if outcome is part.outcome:
        like = (part.message, part.paragraph, part.values, (), part.parts, part.readings)
        return Finding(Op.EITHER, outcome, *like, (part, paths))
    return Finding(
        Op.EITHER, outcome, message, part.paragraph, values, (), (part,), (), (part, paths)
    )


def _over_both(part: Finding, paths: Sequence[str], answers: Mapping[str, Truth]) -> Truth:
    outcomes = {
        evaluate(part, {**answers, **dict(zip(paths, choice, strict=True))})
        for choice in product((YES, NO), repeat=len(paths))
    }
    return outcomes.pop() if len(outcomes) == 1 else UNKNOWN


def evaluate(finding: Finding, answers: Mapping[str, Truth]) -> Truth:
    """The outcome of the tree if the facts named in `answers` were answered so, the rest as now.

    The answers are yes or no, or unknown for facts that are not known as it is.
    The outcome of other heads counts as no: whoever joins the heads by OR gets the same conclusion,
    since a head that leans on another can only matter where that other is no.
    """
    op = finding.op
    if op is Op.ELSEWHERE:
        return NO
    if op is Op.FACT:
        return answers.get(finding.facts[0], finding.outcome)
    if op is Op.FACT_NOT:
        answer = answers.get(finding.facts[0])
        if answer is None:
            return finding.outcome
        return UNKNOWN if answer is UNKNOWN else NO if answer is YES else YES
    if op is Op.ALL:
        outcome = YES
        for part in finding.parts:
            one = evaluate(part, answers)
            if one is NO:
                return NO
            if one is UNKNOWN:
                outcome = UNKNOWN
        return outcome
    if op is Op.ANY:
        outcome = NO
        for part in finding.parts:
            one = evaluate(part, answers)
            if one is YES:
                return YES
            if one is UNKNOWN:
                outcome = UNKNOWN
        return outcome
    if op is Op.NOT:
        one = evaluate(finding.parts[0], answers)
        return UNKNOWN if one is UNKNOWN else NO if one is YES else YES
    if op is Op.EITHER:
        part, paths = finding.detail
        free = [path for path in paths if answers.get(path, UNKNOWN) is UNKNOWN]
        return _over_both(part, free, answers)
    if op is Op.COUNT:
        counting: Counting = finding.detail
        return counting.outcome([evaluate(part, answers) for part in finding.parts])
    return finding.outcome


def decisive(finding: Finding) -> tuple[Finding, ...]:
    """The parts that decide the outcome now; the others were considered and did not matter."""
    if finding.op is Op.ALL and finding.outcome is not YES:
        return tuple(part for part in finding.parts if part.outcome is finding.outcome)
    if finding.op is Op.ANY and finding.outcome is not NO:
        return tuple(part for part in finding.parts if part.outcome is finding.outcome)
    if finding.op is Op.COUNT:  # what may count matters only where it can make a difference
        without = {YES: (NO, UNKNOWN), NO: (UNKNOWN,), UNKNOWN: (NO,)}[finding.outcome]
        return tuple(part for part in finding.parts if part.outcome not in without)
    if finding.op is Op.EITHER and finding.outcome is finding.detail[0].outcome:
        return decisive(finding.detail[0])
    return finding.parts


def considered(finding: Finding) -> list[Finding]:
    """Every finding of the tree that decides nothing at the moment, outermost ones only."""
    left_out: list[Finding] = []
    stack = [finding]
    while stack:
        one = stack.pop()
        kept = decisive(one)
        left_out.extend(part for part in one.parts if part not in kept)
        stack.extend(reversed(kept))
    return left_out

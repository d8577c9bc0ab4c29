"""Known facts whose other value changes the conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from treaties.assess import OUTCOMES, Assessment, heads_of
from treaties.facts import Facts, fact_field, get_fact, with_fact
from treaties.finding import Finding, Op, evaluate
from treaties.inquiry.objects import Flip
from treaties.inquiry.ranks import BY_RANK, RANK
from treaties.truth import NO, UNKNOWN, YES, Truth

STAYS_TRIED = 80  # stays whose "worked" is turned around one by one
STAYS_COUNTED = 400_000  # in all these trials: of very many stays, fewer are tried


def flips(assessment: Assessment) -> Iterator[Flip]:
    """Known yes/no facts and percentages whose other value changes the conclusion."""
    heads = assessment.heads
    current = assessment.finding
    leaves: dict[str, Finding] = {}
    readers: dict[str, list[int]] = {}
    stays: dict[str, None] = {}
    for index, head in enumerate(heads):
        for finding in head.finding.walk():
            if finding.op in (Op.FACT, Op.FACT_NOT):
                path = finding.facts[0]
                leaves.setdefault(path, finding)
                at = readers.setdefault(path, [])
                if not at or at[-1] != index:
                    at.append(index)
            elif finding.message == "services.worked":
                stays.update(dict.fromkeys(finding.facts))
    base = [RANK[evaluate(head.finding, {})] for head in heads]
    for path, leaf in leaves.items():
        if path == "enterprise.insurer" or leaf.outcome is UNKNOWN:
            continue
        answer = leaf.outcome if leaf.op is Op.FACT else (NO if leaf.outcome is YES else YES)
        other = NO if answer is YES else YES
        at = readers[path]
        rank = max((r for i, r in enumerate(base) if i not in at), default=0)
        if rank < RANK[YES]:
            rank = max(rank, *(RANK[evaluate(heads[i].finding, {path: other})] for i in at))
        if BY_RANK[rank] is not current:
            yield Flip(
                path,
                _other_value(leaf, other),
                OUTCOMES[BY_RANK[rank]],
                _kind(assessment.facts, path),
            )
    yield from _flips_by_assessing(assessment, stays)


def _other_value(leaf: Finding, other: Truth) -> bool | int:
    """The value that gives the other answer: of a percentage, the limit or one above it."""
    if "share" in leaf.values:
        limit: int = leaf.values["limit"]
        return limit + 1 if other is YES else limit
    return other is YES


def _flips_by_assessing(assessment: Assessment, stays: Iterable[str]) -> Iterator[Flip]:
    """Facts that shape which heads there are, or which days a share holds."""
    facts = assessment.facts
    current = assessment.finding
    changes: list[tuple[str, bool]] = []
    if facts.enterprise.insurer is not None and any(
        head.head == "insurance" for head in assessment.heads
    ):
        changes.append(("enterprise.insurer", not facts.enterprise.insurer))
    if sum(head.finding.outcome is YES for head in assessment.heads) < 2:
        changes += [
            (f"{path}.worked", not get_fact(facts, f"{path}.worked"))
            for path in _stays(facts, stays)
        ]
    for path, value in changes:
        changed = with_fact(facts, path, value)
        head = "insurance" if path == "enterprise.insurer" else "services"
        others = [one.finding.outcome for one in assessment.heads if one.head != head]
        heads, _ = heads_of(head, changed, assessment.treaty, assessment.readings)
        outcome = BY_RANK[
            max((RANK[o] for o in [*others, *(h.finding.outcome for h in heads)]), default=0)
        ]
        if outcome is not current:
            yield Flip(path, value, OUTCOMES[outcome], _kind(facts, path))


def _stays(facts: Facts, cited: Iterable[str]) -> list[str]:
    """The stays cited, one by one; where a list is cited as a whole, all of its stays."""
    every = sum(len(engagement.periods or ()) for engagement in facts.services or ())
    at_most = min(STAYS_TRIED, STAYS_COUNTED // max(every, 1))
    paths: list[str] = []
    for path in cited:
        if len(paths) >= at_most:
            break
        if path.endswith("]"):
            paths.append(path)
        else:
            number = min(len(get_fact(facts, path) or ()), at_most)
            paths += [f"{path}[{index}]" for index in range(number)]
    return paths[:at_most]


def _kind(facts: Facts, path: str) -> str:
    """Whether a fact is a judgement, lies in the past, or can still be changed."""
    if fact_field(path).judgement:
        return "judgement"
    return "past" if _is_past(facts, path) else "changeable"


def _is_past(facts: Facts, path: str) -> bool:
    """Whether the dates of the item that the fact belongs to all lie before the day asked for."""
    as_of = facts.as_of.toordinal()
    end = path.rfind("]")
    while end >= 0:
        item: Any = get_fact(facts, path[: end + 1])
        periods = getattr(item, "periods", None) or ()
        spans = [item.span] if hasattr(item, "span") else [period.span for period in periods]
        if spans:
            return all(span.last is not None and span.last < as_of for span in spans)
        end = path.rfind("]", 0, end)
    return False

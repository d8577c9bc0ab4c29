"""What other readings of the text would give: one change at a time, and all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from treaties.assess import HEADS, OUTCOMES, Assessment, Head, heads_of
from treaties.facts import Facts
from treaties.finding import evaluate
from treaties.inquiry.missing import is_read
from treaties.inquiry.objects import Turn
from treaties.inquiry.ranks import BY_RANK, RANK, worst
from treaties.truth import NO, YES, Truth

CONTESTED_AT_MOST = 10  # contested facts of heads that hang together, combined in the postures


@dataclass(slots=True)
class Tables:
    """The heads of each name under every combination of the readings that are read for them."""

    facts: Facts
    assessment: Assessment
    _cells: dict[str, list[tuple[dict[str, str], list[Head]]]] = field(default_factory=dict)

    def cells(self, head: str) -> list[tuple[dict[str, str], list[Head]]]:
        """Combinations (readings that are read, with their options) and the heads they give."""
        cells = self._cells.get(head)
        if cells is None:
            cells = self._cells[head] = list(self._explore(head))
        return cells

    def heads(self, head: str, readings: Mapping[str, str]) -> list[Head]:
        """The heads under these readings."""
        for options, heads in self.cells(head):
            if all(readings[name] == option for name, option in options.items()):
                return heads
        raise LookupError("no cell for these readings")

    def read(self, head: str) -> set[str]:
        """Every reading that is read for the head under some combination."""
        return {name for options, _ in self.cells(head) for name in options}

    def _explore(self, head: str) -> Iterator[tuple[dict[str, str], list[Head]]]:
        treaty, applied = self.assessment.treaty, self.assessment.readings
        waiting: list[tuple[dict[str, str], tuple[list[Head], frozenset[str]]]]
        waiting = [({}, heads_of(head, self.facts, treaty, applied))]
        while waiting:
            fixed, (heads, read) = waiting.pop()
            name = min(read - fixed.keys(), default=None)
            if name is None:
                yield fixed, heads
                continue
            for option in treaty.readings[name].options:
                branch = {**fixed, name: option}
                found = (heads, read)
                if option != applied[name]:
                    found = heads_of(head, self.facts, treaty, {**applied, **branch})
                waiting.append((branch, found))


def turns_on(assessment: Assessment, tables: Tables) -> Iterator[Turn]:
    present = {head.head for head in assessment.heads} | _hidden_heads(assessment)
    for name, reading in assessment.treaty.readings.items():
        for option in reading.options:
            if option == assessment.readings[name]:
                continue
            changed = {**assessment.readings, name: option}
            outcome = worst(
                head.finding.outcome
                for kind in HEADS
                if kind in present
                for head in tables.heads(kind, changed)
            )
            if outcome is not assessment.finding:
                yield Turn(name, option, OUTCOMES[outcome])


def _hidden_heads(assessment: Assessment) -> set[str]:
    """Heads that another reading may bring, though there is none now."""
    return {"services", "insurance"}


def postures(assessment: Assessment, tables: Tables) -> tuple[str, str]:
    """Best and worst over all combinations of readings and both values of contested facts."""
    kinds = [kind for kind in HEADS if tables.cells(kind)]
    contested = {
        kind: [path for path in sorted(assessment.facts.contested) if _is_read(tables, kind, path)]
        for kind in kinds
    }
    linking = _in_several(contested.values())[:CONTESTED_AT_MOST]
    shared = _in_several(tables.read(kind) for kind in kinds)
    options = [assessment.treaty.readings[name].options for name in shared]
    best, worst_rank = RANK[YES], RANK[NO]
    for answers in product((YES, NO), repeat=len(linking)):
        given = dict(zip(linking, answers, strict=True))
        ranks = {
            kind: [
                (fixed, *_best_and_worst(heads, given, contested[kind]))
                for fixed, heads in tables.cells(kind)
            ]
            for kind in kinds
        }
        for choice in product(*options):
            picked = dict(zip(shared, choice, strict=True))
            low = high = RANK[NO]
            for kind in kinds:
                fitting = [
                    (cell_best, cell_worst)
                    for fixed, cell_best, cell_worst in ranks[kind]
                    if all(picked.get(name, option) == option for name, option in fixed.items())
                ]
                low = max(low, min(one for one, _ in fitting))
                high = max(high, max(one for _, one in fitting))
            best, worst_rank = min(best, low), max(worst_rank, high)
        if best == RANK[NO] and worst_rank == RANK[YES]:
            break  # nothing is better or worse
    return OUTCOMES[BY_RANK[best]], OUTCOMES[BY_RANK[worst_rank]]


def _in_several(collections: Iterable[Collection[str]]) -> list[str]:
    """What stands in more than one of the collections."""
    many = Counter(name for names in collections for name in set(names))
    return sorted(name for name, number in many.items() if number > 1)


def _is_read(tables: Tables, kind: str, path: str) -> bool:
    return any(is_read(heads, path) for _, heads in tables.cells(kind))


def _best_and_worst(
    heads: Sequence[Head], given: Mapping[str, Truth], contested: Sequence[str]
) -> tuple[int, int]:
    """The best and the worst rank of these heads over both values of the facts not given.

    Heads that read no contested fact together are looked at apart: the worst of them counts.
    """
    free = [path for path in contested if path not in given]
    together: list[tuple[set[str], list[Head]]] = []
    for head in heads:
        reads = {path for path in free if is_read((head,), path)}
        members = [head]
        apart = []
        for group in together:
            if reads.isdisjoint(group[0]):
                apart.append(group)
            else:
                reads |= group[0]
                members += group[1]
        together = [*apart, (reads, members)]
    best = worst_rank = RANK[NO]
    for reads, members in together:
        ranks = [
            max(RANK[evaluate(head.finding, {**given, **answers})] for head in members)
            for answers in _both_answers(sorted(reads)[:CONTESTED_AT_MOST])
        ]
        best, worst_rank = max(best, min(ranks)), max(worst_rank, max(ranks))
    return best, worst_rank


def _both_answers(paths: Sequence[str]) -> Iterator[dict[str, Truth]]:
    for answers in product((YES, NO), repeat=len(paths)):
        yield dict(zip(paths, answers, strict=True))

"""Findings as functions of the facts that are not known, in a decision diagram."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from treaties.clauses.projects import Group
from treaties.diagram import FALSE, TRUE, Diagram
from treaties.finding import Finding, Op
from treaties.truth import NO, UNKNOWN, YES

EXACT_SHARES = 7  # uncertain shares of one project that are combined without any shortcut
COUNTS_AT_MOST = 600  # counts made for one project; what is left then stays open
SHARES_COUNTED = 20_000  # in all these counts together
OPEN = "?"  # marks a variable that stands for dates, projects or lists, or for a reading left open


@dataclass(slots=True)
class Charts:
    """Findings turned into functions of the facts that are not known.

    With `free` given, those facts are variables whatever their answer.
    """

    diagram: Diagram = field(default_factory=Diagram)
    free: frozenset[str] | None = None
    _done: dict[tuple[int, bool], int] = field(default_factory=dict)
    _kept: list[Finding] = field(default_factory=list)

    def lay_out(self, findings: Iterable[Finding]) -> None:
        """Orders the variables, which decides how large the functions become.

        What belongs to no item comes first, then item by item as they are read. An item that turns
        on one related enterprise alone (an agent that is one) stands right after that enterprise.
        """
        names: dict[str, dict[str, None]] = {"": {}}
        behind: dict[str, dict[str, None]] = {}
        for finding in findings:
            items: dict[str, None] = {}
            for leaf in finding.walk():
                name = self._variable(leaf)
                if name is not None:
                    item = _item(name)
                    items.setdefault(item)
                    names.setdefault(item, {}).setdefault(name)
            related = [item for item in items if item.startswith("related_enterprises")]
            if len(related) == 1:
                behind.setdefault(related[0], {}).update(items)
        for item in names:
            for one in (item, *behind.get(item, ())):
                for name in names[one]:
                    self.diagram.variable(name)  # one that has its place already keeps it

    def _variable(self, leaf: Finding) -> str | None:
        """The name of the variable that a finding is; None for one that is no variable."""
        if leaf.op is Op.FACT or leaf.op is Op.FACT_NOT:
            return leaf.facts[0] if self._is_free(leaf) else None
        if leaf.op is Op.OPEN:
            return OPEN + ("|".join(leaf.facts) or f"{leaf.message} {leaf.values}")
        return None

    def function(self, finding: Finding, *, closed: bool = False) -> int:
        """The function of a finding; `closed` takes what is left open as no."""
        key = (id(finding), closed)
        node = self._done.get(key)
        if node is None:
            node = self._done[key] = self._make(finding, closed)
            self._kept.append(finding)  # an id is only good while its object lives
        return node

    def _make(self, finding: Finding, closed: bool) -> int:
        op, diagram = finding.op, self.diagram
        if op is Op.ELSEWHERE or (op is Op.OPEN and closed):
            return FALSE
        name = self._variable(finding)
        if name is not None:
            node = diagram.variable(name)
            return diagram.denied(node) if op is Op.FACT_NOT else node
        if op is Op.FACT or op is Op.FACT_NOT or op is Op.GIVEN:
            return TRUE if finding.outcome is YES else FALSE
        if op is Op.NOT:
            return diagram.denied(self.function(finding.parts[0], closed=closed))
        if op is Op.ALL:
            return diagram.all(self.function(part, closed=closed) for part in finding.parts)
        if op is Op.ANY:
            return diagram.any(self.function(part, closed=closed) for part in finding.parts)
        if op is Op.EITHER:
            return self.function(finding.detail[0], closed=closed)
        return self._count(finding)

    def _is_free(self, finding: Finding) -> bool:
        if self.free is not None:
            return finding.facts[0] in self.free
        return finding.outcome is UNKNOWN

    def _count(self, finding: Finding) -> int:
        """Days above the threshold, as a function of what decides which shares count."""
        group: Group = finding.detail
        if not group.possible_own:
            return FALSE
        diagram = self.diagram
        counting: dict[int, list[int]] = {}
        left_open = FALSE
        for index, share in enumerate(group.shares):
            counts = self.function(share.finding, closed=not share.settled)
            if not share.settled:
                # days not known, or left open by a reading: it may be enough, whatever counts
                may = diagram.both(self.function(share.finding), diagram.denied(counts))
                left_open = diagram.either(left_open, may)
            if share.days or share.own:
                counting.setdefault(counts, []).append(index)
        certain = frozenset(counting.pop(TRUE, []))
        counting.pop(FALSE, None)
        uncertain = sorted(
            counting.items(), key=lambda entry: -sum(len(group.shares[i].days) for i in entry[1])
        )
        above = _Above(group, diagram, uncertain)
        return diagram.either(above.function(certain), left_open)


def _item(name: str) -> str:
    """The item that a variable belongs to, down to the period or the activity; "" for none."""
    return name.removeprefix(OPEN).partition("|")[0].rpartition("]")[0]


@dataclass(slots=True)
class _Above:
    """Whether a project is above its threshold, over every combination of its uncertain shares."""

    group: Group
    diagram: Diagram
    uncertain: list[tuple[int, list[int]]]
    counts: int = 0
    _known: dict[frozenset[int], bool] = field(default_factory=dict)
    _somes: list[int] = field(default_factory=list)

    def function(self, certain: frozenset[int]) -> int:
        """The function of the uncertain shares, given those that count for certain."""
        start = (0, certain)
        known: dict[tuple[int, frozenset[int]], int] = {}
        split: list[tuple[int, frozenset[int]]] = []
        waiting = [start]
        while waiting:
            at = waiting.pop()
            if at in known:
                continue
            position, counted = at
            node = self._settled(position, counted)
            known[at] = FALSE if node is None else node
            if node is None:
                split.append(at)
                waiting += [(position + 1, counted), self._with_next(position, counted)]
        for at in sorted(split, key=lambda at: -at[0]):
            position, counted = at
            test, _ = self.uncertain[position]
            if_yes, if_no = known[self._with_next(position, counted)], known[position + 1, counted]
            known[at] = self.diagram.choice(test, if_yes, if_no)
        return known[start]

    def _with_next(self, position: int, counted: frozenset[int]) -> tuple[int, frozenset[int]]:
        return position + 1, counted.union(self.uncertain[position][1])

    def _settled(self, position: int, counted: frozenset[int]) -> int | None:
        """The function of the shares from `position` on where no further one has to be split."""
        rest = self.uncertain[position:]
        if not rest:
            return TRUE if self._is_above(counted) else FALSE
        if len(self.uncertain) > EXACT_SHARES:
            # more days never make less: nothing is lost by looking at both ends first
            if self._is_above(counted):
                return TRUE
            if not self._is_above(counted.union(*(indexes for _, indexes in rest))):
                return FALSE
            if self.counts > min(COUNTS_AT_MOST, SHARES_COUNTED // len(self.group.shares)):
                open_rest = self.diagram.variable(f"{OPEN}too many to count")
                return self.diagram.both(self._some(position), open_rest)
        return None

    def _some(self, position: int) -> int:
        """Whether at least one of the shares from `position` on counts."""
        if not self._somes:
            self._somes = [FALSE]
            for test, _ in reversed(self.uncertain):
                self._somes.append(self.diagram.either(test, self._somes[-1]))
        return self._somes[len(self.uncertain) - position]

    def _is_above(self, counted: frozenset[int]) -> bool:
        known = self._known.get(counted)
        if known is None:
            self.counts += 1
            shares = self.group.shares
            own = self.group.certain_own or any(shares[index].own for index in counted)
            outcomes = [YES if index in counted else NO for index in range(len(shares))]
            _, count = self.group.counted(outcomes, at_most=False)
            known = self._known[counted] = own and count.exceeded_on is not None
        return known

"""What the conclusion depends on: missing facts, what would settle it, flips, readings, postures.

A second, dearer step over the same facts. It is exact: the reasons of an assessment are turned into
decision diagrams over the facts that are not known, and only facts and readings that were read are
looked at. Heads are joined by OR, so heads that share no unknown fact are looked at apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from treaties.assess import HEADS, OUTCOMES, Assessment, Head, heads_of
from treaties.clauses.projects import Group
from treaties.diagram import FALSE, TRUE, Cube, Diagram
from treaties.facts import Facts, fact_field, get_fact, with_fact
from treaties.finding import Finding, Op, evaluate
from treaties.truth import NO, UNKNOWN, YES, Truth

RANK = {NO: 0, UNKNOWN: 1, YES: 2}
BY_RANK = (NO, UNKNOWN, YES)
SETS_AT_MOST = 60  # sets of facts listed under settled_by
EXACT_SHARES = 7  # uncertain shares of one project that are combined without any shortcut
COUNTS_AT_MOST = 600  # counts made for one project; what is left then stays open
CONTESTED_AT_MOST = 10  # contested facts combined in the postures
STAYS_TRIED = 80  # stays whose "worked" is turned around one by one


@dataclass(frozen=True, slots=True)
class Settling:
    """A smallest set of facts, and the definite conclusions that some answers to them give."""

    facts: tuple[str, ...]
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """A known fact whose other value changes the conclusion; past, changeable or a judgement."""

    fact: str
    value: bool | int
    conclusion: str
    kind: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One change of reading that changes the conclusion."""

    reading: str
    option: str
    conclusion: str


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What FACTS.md calls the inquiry; postures are the best and the worst conclusion."""

    missing: tuple[str, ...]
    settled_by: tuple[Settling, ...]
    flips: tuple[Flip, ...]
    turns_on: tuple[Turn, ...]
    taxpayer: str
    revenue: str


def inquire(assessment: Assessment) -> Inquiry:
    """What the conclusion of an assessment depends on."""
    tables = Tables(assessment.facts, assessment)
    missing, settled_by = _unknown_facts(assessment)
    taxpayer, revenue = _postures(assessment, tables)
    return Inquiry(
        missing=missing,
        settled_by=settled_by,
        flips=tuple(_flips(assessment)),
        turns_on=tuple(_turns_on(assessment, tables)),
        taxpayer=taxpayer,
        revenue=revenue,
    )


# ------------------------------------------------------------------------- findings as diagrams
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
        """Orders the variables: what belongs to no one item or to a related enterprise first.

        The facts of one item stand together then, which keeps the functions of many items small.
        """
        names: dict[str, dict[str, None]] = {"": {}}
        for finding in findings:
            for leaf in finding.walk():
                name = self._variable(leaf)
                if name is not None:
                    item = name.removeprefix(OPEN).partition("]")[0] if "]" in name else ""
                    shared = item.startswith("related_enterprises")
                    names.setdefault("" if shared else item, {}).setdefault(name)
        for of_item in names.values():
            for name in of_item:
                self.diagram.variable(name)

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


@dataclass(slots=True)
class _Above:
    """Whether a project is above its threshold, over every combination of its uncertain shares."""

    group: Group
    diagram: Diagram
    uncertain: list[tuple[int, list[int]]]
    counts: int = 0
    _known: dict[frozenset[int], bool] = field(default_factory=dict)

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
            if self.counts > COUNTS_AT_MOST:
                some = self.diagram.any(test for test, _ in rest)
                return self.diagram.both(some, self.diagram.variable(f"{OPEN}too many to count"))
        return None

    def _is_above(self, counted: frozenset[int]) -> bool:
        known = self._known.get(counted)
        if known is None:
            self.counts += 1
            shares = self.group.shares
            own = self.group.certain_own or any(shares[index].own for index in counted)
            outcomes = [YES if index in counted else NO for index in range(len(shares))]
            count = self.group.counted(outcomes, at_most=False)
            known = self._known[counted] = own and count.exceeded_on is not None
        return known


# --------------------------------------------------------------------- missing, settled_by
@dataclass(slots=True)
class _Component:
    """Heads that share facts not known; `function` is their OR."""

    function: int
    support: frozenset[str]


def _components(diagram: Diagram, functions: Iterable[int]) -> list[_Component]:
    groups: list[tuple[set[str], list[int]]] = []
    for function in functions:
        support, members = set(diagram.support(function)), [function]
        apart = []
        for group in groups:
            if support.isdisjoint(group[0]):
                apart.append(group)
            else:
                support |= group[0]
                members = group[1] + members
        groups = [*apart, (support, members)]
    # from the last one on: each is then set on top of those below it
    joined = [diagram.any(reversed(members)) for _, members in groups]
    return [_Component(function, diagram.support(function)) for function in joined]


def _unknown_facts(assessment: Assessment) -> tuple[tuple[str, ...], tuple[Settling, ...]]:
    charts = Charts()
    charts.lay_out(head.finding for head in assessment.heads)
    functions = [charts.function(head.finding) for head in assessment.heads]
    contested = [
        path for path in sorted(assessment.facts.contested) if _is_read(assessment.heads, path)
    ]
    if TRUE in functions:
        return tuple(contested), ()
    diagram = charts.diagram
    components = _components(diagram, (function for function in functions if function != FALSE))
    if any(component.function == TRUE for component in components):
        return tuple(contested), ()
    settled_by = _settled_by(diagram, components)
    ranked = _most_decisive_first(diagram, components, settled_by)
    missing: dict[str, None] = {}
    for name in [*ranked, *contested]:
        for path in name.removeprefix(OPEN).split("|") if name.startswith(OPEN) else (name,):
            if not name.startswith(OPEN) or _is_path(path):
                missing.setdefault(path)
    return tuple(missing), settled_by


def _is_read(heads: Iterable[Head], path: str) -> bool:
    return any(path in finding.facts for head in heads for finding in head.finding.walk())


def _is_path(text: str) -> bool:
    """Whether an open variable stands for facts; that of a reading left open does not."""
    return " " not in text


def _most_decisive_first(
    diagram: Diagram, components: Sequence[_Component], settled_by: Sequence[Settling]
) -> list[str]:
    """Facts that settle it alone or with few others first; then by how much they weigh."""
    settling = {path for one in settled_by for path in one.facts}
    weight = {
        name: round(abs(weight), 12)
        for component in components
        for name, weight in diagram.weights(component.function).items()
    }
    order = {name: index for index, name in enumerate(diagram.names)}
    return sorted(weight, key=lambda name: (name not in settling, -weight[name], order[name]))


def _settled_by(diagram: Diagram, components: Sequence[_Component]) -> tuple[Settling, ...]:
    usable = frozenset(name for name in diagram.names if not name.startswith(OPEN))
    if not components:
        return ()
    for size in range(1, len(usable) + 1):
        found: dict[frozenset[str], set[str]] = {}
        for component in components:
            for cube in diagram.implicants(component.function, size, usable):
                if len(cube) == size:
                    found.setdefault(_facts_of(cube), set()).add("pe")
        for cube in _all_no(diagram, components, size, usable):
            if len(cube) == size:
                found.setdefault(_facts_of(cube), set()).add("no_pe")
        if found:
            order = {name: index for index, name in enumerate(diagram.names)}
            sets = sorted(
                (sorted(facts, key=order.__getitem__), sorted(gives, reverse=True))
                for facts, gives in found.items()
            )
            sets.sort(key=lambda entry: (-len(entry[1]), [order[path] for path in entry[0]]))
            return tuple(
                Settling(tuple(facts), tuple(gives)) for facts, gives in sets[:SETS_AT_MOST]
            )
        if size >= 12:
            break
    return ()


def _facts_of(cube: Cube) -> frozenset[str]:
    return frozenset(name for name, _ in cube)


def _all_no(
    diagram: Diagram, components: Sequence[_Component], size: int, usable: frozenset[str]
) -> list[Cube]:
    """Answers to at most `size` facts with which every component is no for good."""
    cubes: list[Cube] = [frozenset()]
    left = size
    for position, component in enumerate(components):
        rest = len(components) - position - 1  # each of the others needs at least one answer
        refused = diagram.denied(component.function)
        own: list[Cube] = []
        for smallest in range(1, left - rest + 1):
            own = [c for c in diagram.implicants(refused, smallest, usable) if len(c) == smallest]
            if own:
                break
        if not own:
            return []
        # all sets of this component up to what the others leave, smallest ones only
        left -= len(own[0])
        cubes = [one | other for one in cubes for other in own][: SETS_AT_MOST * 4]
    return cubes if left == 0 else []


# ------------------------------------------------------------------------------------- flips
def _flips(assessment: Assessment) -> Iterator[Flip]:
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
    paths: list[str] = []
    for path in cited:
        if path.endswith("]"):
            paths.append(path)
        else:
            paths += [f"{path}[{index}]" for index in range(len(get_fact(facts, path) or ()))]
        if len(paths) > STAYS_TRIED:
            break
    return paths[:STAYS_TRIED]


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


# ------------------------------------------------------------------------- readings, postures
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
        fixed_ones: list[dict[str, str]] = [{}]
        while fixed_ones:
            fixed = fixed_ones.pop()
            heads, read = heads_of(head, self.facts, treaty, {**applied, **fixed})
            open_ones = sorted(read - fixed.keys())
            if not open_ones:
                yield fixed, heads
                continue
            name = open_ones[0]
            fixed_ones += [{**fixed, name: option} for option in treaty.readings[name].options]


def worst(outcomes: Iterable[Truth]) -> Truth:
    """OR over heads: the worst for the enterprise."""
    return BY_RANK[max((RANK[outcome] for outcome in outcomes), default=0)]


def _turns_on(assessment: Assessment, tables: Tables) -> Iterator[Turn]:
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


def _postures(assessment: Assessment, tables: Tables) -> tuple[str, str]:
    """Best and worst over all combinations of readings and both values of contested facts."""
    contested = [
        path for path in sorted(assessment.facts.contested) if _is_read_anywhere(tables, path)
    ][:CONTESTED_AT_MOST]
    kinds = [kind for kind in HEADS if tables.cells(kind)]
    reading_sets = {kind: tables.read(kind) for kind in kinds}
    shared = sorted(
        name
        for name in assessment.readings
        if sum(name in read for read in reading_sets.values()) > 1
    )
    options = [assessment.treaty.readings[name].options for name in shared]
    best, worst_rank = 2, 0
    for answers in product((YES, NO), repeat=len(contested)):
        ranks = _ranks(tables, kinds, dict(zip(contested, answers, strict=True)))
        for choice in product(*options):
            picked = dict(zip(shared, choice, strict=True))
            low = high = 0
            for kind in kinds:
                fitting = [
                    rank
                    for fixed, rank in ranks[kind]
                    if all(picked.get(name, option) == option for name, option in fixed.items())
                ]
                low, high = max(low, min(fitting)), max(high, max(fitting))
            best, worst_rank = min(best, low), max(worst_rank, high)
    return OUTCOMES[BY_RANK[best]], OUTCOMES[BY_RANK[worst_rank]]


def _is_read_anywhere(tables: Tables, path: str) -> bool:
    return any(_is_read(heads, path) for kind in HEADS for _, heads in tables.cells(kind))


def _ranks(
    tables: Tables, kinds: Sequence[str], answers: Mapping[str, Truth]
) -> dict[str, list[tuple[dict[str, str], int]]]:
    return {
        kind: [
            (fixed, max((RANK[evaluate(head.finding, answers)] for head in heads), default=0))
            for fixed, heads in tables.cells(kind)
        ]
        for kind in kinds
    }


__all__ = [
    "Charts",
    "Flip",
    "Inquiry",
    "Settling",
    "Tables",
    "Turn",
    "inquire",
    "worst",
]

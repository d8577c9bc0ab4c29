"""Facts that are missing, and the smallest sets of them that would settle the conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from treaties.assess import Assessment, Head
from treaties.charts import OPEN, Charts
from treaties.diagram import FALSE, TRUE, Cube, Diagram
from treaties.inquiry.objects import Settling

SETS_AT_MOST = 60  # sets of facts listed under settled_by


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


def unknown_facts(assessment: Assessment) -> tuple[tuple[str, ...], tuple[Settling, ...]]:
    charts = Charts()
    charts.lay_out(head.finding for head in assessment.heads)
    functions = [charts.function(head.finding) for head in assessment.heads]
    contested = [
        path for path in sorted(assessment.facts.contested) if is_read(assessment.heads, path)
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


def is_read(heads: Iterable[Head], path: str) -> bool:
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

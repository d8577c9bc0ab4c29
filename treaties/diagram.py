"""Decision diagrams: what an outcome depends on, exactly, whatever the other answers are.

A reduced ordered binary decision diagram over named variables (facts that are not known). It knows
nothing of treaties. Nodes are small integers; equal functions are equal integers.
"""

from __future__ import annotations

from collections.abc import Iterable

FALSE, TRUE = 0, 1
Cube = frozenset[tuple[str, bool]]


class Diagram:
    """A space of functions over named variables, ordered as first named."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._levels: dict[str, int] = {}
        # node -> (level, if_no, if_yes); the two constants stand below every level
        self._nodes: list[tuple[int, int, int]] = [(1 << 30, 0, 0), (1 << 30, 1, 1)]
        self._unique: dict[tuple[int, int, int], int] = {}
        self._choices: dict[tuple[int, int, int], int] = {}
        self._supports: dict[int, frozenset[str]] = {FALSE: frozenset(), TRUE: frozenset()}
        self._cubes: dict[tuple[int, int, frozenset[str]], frozenset[Cube]] = {}

    def variable(self, name: str) -> int:
        """The function that is the variable itself."""
        level = self._levels.get(name)
        if level is None:
            level = self._levels[name] = len(self.names)
            self.names.append(name)
        return self._node(level, FALSE, TRUE)

    def _node(self, level: int, if_no: int, if_yes: int) -> int:
        if if_no == if_yes:
            return if_no
        key = (level, if_no, if_yes)
        node = self._unique.get(key)
        if node is None:
            node = self._unique[key] = len(self._nodes)
            self._nodes.append(key)
        return node

    def choice(self, test: int, if_yes: int, if_no: int) -> int:
        """If `test` then `if_yes` else `if_no`."""
        if test == TRUE:
            return if_yes
        if test == FALSE:
            return if_no
        if if_yes == if_no:
            return if_yes
        if if_yes == TRUE and if_no == FALSE:
            return test
        key = (test, if_yes, if_no)
        known = self._choices.get(key)
        if known is not None:
            return known
        nodes = self._nodes
        level = min(nodes[test][0], nodes[if_yes][0], nodes[if_no][0])
        parts = []
        for branch in (1, 2):
            parts.append(
                self.choice(
                    *(
                        nodes[n][branch] if nodes[n][0] == level else n
                        for n in (test, if_yes, if_no)
                    )
                )
            )
        node = self._choices[key] = self._node(level, parts[0], parts[1])
        return node

    def both(self, one: int, other: int) -> int:
        """AND."""
        return self.choice(one, other, FALSE)

    def either(self, one: int, other: int) -> int:
        """OR."""
        return self.choice(one, TRUE, other)

    def denied(self, one: int) -> int:
        """NOT."""
        return self.choice(one, FALSE, TRUE)

    def all(self, parts: Iterable[int]) -> int:
        """AND over many."""
        node = TRUE
        for part in parts:
            node = self.both(node, part)
        return node

    def any(self, parts: Iterable[int]) -> int:
        """OR over many."""
        node = FALSE
        for part in parts:
            node = self.either(node, part)
        return node

    def restrict(self, node: int, name: str, answer: bool) -> int:
        """The function with one variable answered."""
        level = self._levels.get(name)
        if level is None:
            return node
        memo: dict[int, int] = {}

        def walk(n: int) -> int:
            at, if_no, if_yes = self._nodes[n]
            if at > level:
                return n
            if at == level:
                return if_yes if answer else if_no
            if n not in memo:
                memo[n] = self._node(at, walk(if_no), walk(if_yes))
            return memo[n]

        return walk(node)

    def support(self, node: int) -> frozenset[str]:
        """The variables on which the function depends under some answers to the others."""
        known = self._supports.get(node)
        if known is None:
            level, if_no, if_yes = self._nodes[node]
            known = self.support(if_no) | self.support(if_yes) | {self.names[level]}
            self._supports[node] = known
        return known

    def implicants(self, node: int, size: int, usable: frozenset[str]) -> frozenset[Cube]:
        """Answers to at most `size` of the `usable` variables that make the function true for good.

        Every smallest such set of answers is among them; supersets of smaller ones may be too.
        """
        if node == TRUE:
            return frozenset({frozenset()})
        if node == FALSE or size < 0:
            return frozenset()
        key = (node, size, usable)
        known = self._cubes.get(key)
        if known is None:
            level, if_no, if_yes = self._nodes[node]
            name = self.names[level]
            found = set(self.implicants(self.both(if_no, if_yes), size, usable))
            if size and name in usable:
                for answer, branch in ((False, if_no), (True, if_yes)):
                    for cube in self.implicants(branch, size - 1, usable):
                        found.add(cube | {(name, answer)})
            known = self._cubes[key] = frozenset(found)
        return known

    def count(self, node: int) -> float:
        """The share of all answers for which the function is true (0 to 1)."""
        memo: dict[int, float] = {FALSE: 0.0, TRUE: 1.0}

        def walk(n: int) -> float:
            if n not in memo:
                _, if_no, if_yes = self._nodes[n]
                memo[n] = (walk(if_no) + walk(if_yes)) / 2
            return memo[n]

        return walk(node)

"""Decision diagrams: what an outcome depends on, exactly, whatever the other answers are.

A reduced ordered binary decision diagram over named variables (facts that are not known). It knows
nothing of treaties. Nodes are small integers; equal functions are equal integers. Nothing here
recurses, so the number of variables is not bounded by the depth of the stack.
"""

from __future__ import annotations

from collections.abc import Iterable

FALSE, TRUE = 0, 1
Cube = frozenset[tuple[str, bool]]
Choice = tuple[int, int, int]  # test, if_yes, if_no
NEVER: frozenset[Cube] = frozenset()
ALWAYS: frozenset[Cube] = frozenset({frozenset()})


class Diagram:
    """A space of functions over named variables, ordered as first named."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._levels: dict[str, int] = {}
        # node -> (level, if_no, if_yes); the two constants stand below every level
        self._nodes: list[tuple[int, int, int]] = [(1 << 30, 0, 0), (1 << 30, 1, 1)]
        self._unique: dict[tuple[int, int, int], int] = {}
        self._choices: dict[Choice, int] = {}
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
        asked = (test, if_yes, if_no)
        node = self._chosen(asked)
        if node is not None:
            return node
        stack = [(asked, *self._branches(asked))]
        while stack:
            choice, level, choice_if_no, choice_if_yes = stack[-1]
            node_if_no = self._chosen(choice_if_no)
            if node_if_no is None:
                stack.append((choice_if_no, *self._branches(choice_if_no)))
                continue
            node_if_yes = self._chosen(choice_if_yes)
            if node_if_yes is None:
                stack.append((choice_if_yes, *self._branches(choice_if_yes)))
                continue
            self._choices[choice] = self._node(level, node_if_no, node_if_yes)
            stack.pop()
        return self._choices[asked]

    def _chosen(self, choice: Choice) -> int | None:
        """What a choice comes to, where that is plain or has been worked out before."""
        test, if_yes, if_no = choice
        if test == TRUE or if_yes == if_no:
            return if_yes
        if test == FALSE:
            return if_no
        if if_yes == TRUE and if_no == FALSE:
            return test
        return self._choices.get(choice)

    def _branches(self, choice: Choice) -> tuple[int, Choice, Choice]:
        """The first level on which the choice depends, and what is left of it below: no, yes."""
        nodes = self._nodes
        one, two, three = choice
        level = min(nodes[one][0], nodes[two][0], nodes[three][0])
        no, yes = (
            (
                nodes[one][branch] if nodes[one][0] == level else one,
                nodes[two][branch] if nodes[two][0] == level else two,
                nodes[three][branch] if nodes[three][0] == level else three,
            )
            for branch in (1, 2)
        )
        return level, no, yes

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

    def _below(self, node: int) -> list[int]:
        """The node and all nodes below it but the constants, each after those below itself."""
        found, stack = {FALSE, TRUE}, [node]
        while stack:
            one = stack.pop()
            if one not in found:
                found.add(one)
                stack += self._nodes[one][1:]
        return sorted(found)[2:]  # a node is made after those below it

    def restrict(self, node: int, name: str, answer: bool) -> int:
        """The function with one variable answered."""
        level = self._levels.get(name)
        if level is None:
            return node
        left = {FALSE: FALSE, TRUE: TRUE}
        for one in self._below(node):
            at, if_no, if_yes = self._nodes[one]
            if at == level:
                left[one] = if_yes if answer else if_no
            elif at > level:
                left[one] = one
            else:
                left[one] = self._node(at, left[if_no], left[if_yes])
        return left[node]

    def support(self, node: int) -> frozenset[str]:
        """The variables on which the function depends under some answers to the others."""
        known = self._supports.get(node)
        if known is None:
            known = frozenset(self.names[self._nodes[one][0]] for one in self._below(node))
            self._supports[node] = known
        return known

    def implicants(self, node: int, size: int, usable: frozenset[str]) -> frozenset[Cube]:
        """Answers to at most `size` of the `usable` variables that make the function true for good.

        Every smallest such set of answers is among them; supersets of smaller ones may be too.
        """
        stack = [(node, size)]
        while stack:
            one, left = stack[-1]
            if self._implied(one, left, usable) is not None:
                stack.pop()
                continue
            level, if_no, if_yes = self._nodes[one]
            name = self.names[level]
            # whatever the answer, or with it
            ways = [(self.both(if_no, if_yes), left)]
            if left and name in usable:
                ways += [(if_no, left - 1), (if_yes, left - 1)]
            cubes = [self._implied(below, rest, usable) for below, rest in ways]
            unknown = [way for way, known in zip(ways, cubes, strict=True) if known is None]
            if unknown:
                stack += unknown
                continue
            found = set(cubes[0] or ())
            for answer, known in zip((False, True), cubes[1:], strict=False):
                found.update(cube | {(name, answer)} for cube in known or ())
            self._cubes[one, left, usable] = frozenset(found)
            stack.pop()
        return self._implied(node, size, usable) or frozenset()

    def _implied(self, node: int, size: int, usable: frozenset[str]) -> frozenset[Cube] | None:
        if node == TRUE:
            return ALWAYS
        if node == FALSE:
            return NEVER
        return self._cubes.get((node, size, usable))

    def count(self, node: int) -> float:
        """The share of all answers for which the function is true (0 to 1)."""
        return self._shares(node)[node]

    def _shares(self, node: int) -> dict[int, float]:
        shares = {FALSE: 0.0, TRUE: 1.0}
        for one in self._below(node):
            _, if_no, if_yes = self._nodes[one]
            shares[one] = (shares[if_no] + shares[if_yes]) / 2
        return shares

    def weights(self, node: int) -> dict[str, float]:
        """How much the share of answers for which it is true grows with a yes to each variable."""
        shares, below = self._shares(node), self._below(node)
        reached = dict.fromkeys([FALSE, TRUE, *below], 0.0)
        reached[node] = 1.0
        weights = {name: 0.0 for name in self.names if name in self.support(node)}
        for one in reversed(below):
            level, if_no, if_yes = self._nodes[one]
            weights[self.names[level]] += reached[one] * (shares[if_yes] - shares[if_no])
            reached[if_no] += reached[one] / 2
            reached[if_yes] += reached[one] / 2
        return weights

"""One set of facts under a treaty, while it is asked what still matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from treaties.assess import applied_readings
from treaties.facts import Facts, Related
from treaties.heads.plan import Plan, plan
from treaties.interview.objects import AskedFact
from treaties.interview.weighing import (
    BLANK_ID,
    RELATED,
    Readings,
    Statuses,
    Weighing,
    blank_related,
)
from treaties.treaty import Treaty


class Asking:
    """The facts, the treaty with its clauses, the readings applied; all parts share it."""

    def __init__(self, treaty: Treaty, facts: Facts) -> None:
        self.treaty = treaty
        self.facts = facts
        self.clauses: Plan = plan(treaty)
        self.applied = applied_readings(facts, treaty)
        self.readings: Readings = tuple(sorted(self.applied.items()))
        # related enterprises of which it matters whether they are closely related
        self.relations_that_matter: set[str] = set()
        self.said = _by_item(facts.not_known | facts.contested)
        self.projects: dict[str, list[tuple[Weighing, Statuses]]] = {}

    def fact(
        self,
        path: str,
        answer: Any,
        mattered: bool,
        matters: bool,
        paragraphs: tuple[str, ...],
        heads: tuple[str, ...],
    ) -> AskedFact:
        """A fact with its status, given whether it could matter in its turn and matters still."""
        said = Said(self.facts.not_known, self.facts.contested)
        return asked_fact(path, answer, mattered, matters, paragraphs, heads, said)

    def said_of(self, item: str) -> Said:
        """What was said of the facts of one item (`places[ID]`) beside their answers."""
        paths = self.said.get(item, frozenset())
        return Said(paths & self.facts.not_known, paths & self.facts.contested)

    def list_fact(self, name: str, paragraph: str, heads: tuple[str, ...]) -> AskedFact:
        """The question whether a list has items at all."""
        items = getattr(self.facts, name)
        return self.fact(name, items, True, True, (paragraph,), heads)

    def related_enterprise(self, identifier: str | None) -> Related | None:
        """A related enterprise as one of which nothing is known: closeness is weighed apart."""
        for related in self.facts.related_enterprises or ():
            if related.id == identifier:
                return blank_related(related.id)
        return None

    def note_relations(self, variables: Iterable[str]) -> None:
        """Notes the related enterprises of which it matters whether they are closely related."""
        self.relations_that_matter |= {
            name.removeprefix(RELATED) for name in variables if name.startswith(RELATED)
        }


class Said(NamedTuple):
    """The facts that were said to be not known, and those that are contested."""

    not_known: frozenset[str]
    contested: frozenset[str]


def _by_item(paths: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for path in paths:
        found.setdefault(path.partition("]")[0] + "]", set()).add(path)
    return {item: frozenset(of_item) for item, of_item in found.items()}


def asked_fact(
    path: str,
    answer: Any,
    mattered: bool,
    matters: bool,
    paragraphs: tuple[str, ...],
    heads: tuple[str, ...],
    said: Said,
) -> AskedFact:
    """A fact with its status."""
    if answer is not None or path in said.contested:
        status = "answered" if mattered else "unused"
    elif path in said.not_known:
        status = "not_known" if mattered else "unused"
    else:
        status = "open" if matters else "closed"
    return AskedFact(path, status, paragraphs, heads)


def weighed_fact(
    path: str, answer: Any, weighing: Weighing | None, results: Sequence[Statuses], said: Said
) -> AskedFact:
    """The status of a fact of an item weighed as a blank one (None: it bears on nothing)."""
    if weighing is None:
        return asked_fact(path, answer, False, False, (), (), said)
    name = on_blank(path)
    return asked_fact(
        path,
        answer,
        any(mattered.get(name, False) for mattered, _, _ in results),
        any(matters.get(name, False) for _, matters, _ in results),
        weighing.paragraphs.get(name, ()),
        weighing.heads.get(name, ()),
        said,
    )


def on_blank(path: str) -> str:
    """The path of the same fact of the blank item."""
    before, _, rest = path.partition("[")
    return f"{before}[{BLANK_ID}]{rest.partition(']')[2]}"

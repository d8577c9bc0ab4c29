"""One set of facts under a treaty, while it is asked what still matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treaties.assess import applied_readings
from treaties.facts import Facts, Related
from treaties.heads.plan import Plan, plan
from treaties.interview.objects import AskedFact
from treaties.interview.weighing import BLANK_ID, RELATED, Readings, Weighing, blank_related
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
        self.projects: list[tuple[Weighing, tuple[Any, Any, Any]]] = []

    def fact(
        self,
        path: str,
        answer: Any,
        mattered: bool,
        matters: bool,
        paragraphs: tuple[str, ...],
        heads: tuple[str, ...],
    ) -> AskedFact:
        if answer is not None or path in self.facts.contested:
            status = "answered" if mattered else "unused"
        elif path in self.facts.not_known:
            status = "not_known" if mattered else "unused"
        else:
            status = "open" if matters else "closed"
        return AskedFact(path, status, paragraphs, heads)

    def list_fact(self, name: str, paragraph: str, heads: tuple[str, ...]) -> AskedFact:
        items = getattr(self.facts, name)
        return self.fact(name, items, True, True, (paragraph,), heads)

    def related_enterprise(self, identifier: str | None) -> Related | None:
        for related in self.facts.related_enterprises or ():
            if related.id == identifier:
                return blank_related(related.id)
        return None

    def note_relations(self, results: Sequence[tuple[Any, Any, dict[str, bool]]]) -> None:
        for _, _, others in results:
            self.relations_that_matter |= {
                name.removeprefix(RELATED) for name in others if name.startswith(RELATED)
            }

    def weighed(
        self,
        path: str,
        answer: Any,
        weighing: Weighing | None,
        results: Sequence[tuple[dict[str, bool], dict[str, bool], Any]],
    ) -> AskedFact:
        """The status of a fact of an item weighed as a blank one (None: it bears on nothing)."""
        if weighing is None:
            return self.fact(path, answer, False, False, (), ())
        name = on_blank(path)
        return self.fact(
            path,
            answer,
            any(mattered.get(name, False) for mattered, _, _ in results),
            any(matters.get(name, False) for _, matters, _ in results),
            weighing.paragraphs.get(name, ()),
            weighing.heads.get(name, ()),
        )


def on_blank(path: str) -> str:
    """The path of the same fact of the blank item."""
    before, _, rest = path.partition("[")
    return f"{before}[{BLANK_ID}]{rest.partition(']')[2]}"

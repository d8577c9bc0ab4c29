"""What an interview says: sections, items and facts, each fact with where it stands."""

from __future__ import annotations

from dataclasses import dataclass

SECTIONS = (
    "treaty",
    "related_enterprises",
    "places",
    "activities",
    "building_sites",
    "services",
    "exploration",
    "agents",
    "agent",
    "insurance",
    "check",
)


@dataclass(frozen=True, slots=True)
class AskedFact:
    """One fact and where it stands.

    `status`: open (to be asked), answered, not_known (asked, and answered so), unused (answered,
    but it can change no outcome), closed (not answered and not needed), optional (read for a note
    only, or printed). `paragraphs` are those it answers to; `heads` the heads it can bear on.
    """

    path: str
    status: str
    paragraphs: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedItem:
    """One item of a list with its facts in the order of asking."""

    list: str
    id: str
    name: str
    facts: tuple[AskedFact, ...]

    @property
    def open(self) -> int:
        """How many facts are still to be asked."""
        return sum(fact.status == "open" for fact in self.facts)


@dataclass(frozen=True, slots=True)
class AskedSection:
    """A section of the interview. `needed` is false where nothing in it can change an outcome."""

    key: str
    needed: bool
    facts: tuple[AskedFact, ...]
    items: tuple[AskedItem, ...]

    @property
    def open(self) -> int:
        """How many facts of the section are still to be asked."""
        return sum(fact.status == "open" for fact in self.facts) + sum(
            item.open for item in self.items
        )

    def fact(self, path: str) -> AskedFact | None:
        """The fact at a path, if this section has it."""
        for fact in (*self.facts, *(fact for item in self.items for fact in item.facts)):
            if fact.path == path:
                return fact
        return None


@dataclass(frozen=True, slots=True)
class Interview:
    """What is asked, section by section."""

    sections: tuple[AskedSection, ...]

    @property
    def open(self) -> tuple[str, ...]:
        """The paths still to be asked, in the order of the sections."""
        return self._with_status("open")

    @property
    def unused(self) -> tuple[str, ...]:
        """The paths answered that can change no outcome; they are not evaluated."""
        return self._with_status("unused")

    def section(self, key: str) -> AskedSection:
        """The section of that key; KeyError where there is none."""
        for section in self.sections:
            if section.key == key:
                return section
        raise KeyError(key)

    def status(self, path: str) -> str:
        """The status of a fact; "closed" for one that no section knows."""
        for section in self.sections:
            fact = section.fact(path)
            if fact is not None:
                return fact.status
        return "closed"

    def _with_status(self, status: str) -> tuple[str, ...]:
        return tuple(
            fact.path
            for section in self.sections
            for fact in (*section.facts, *(fact for item in section.items for fact in item.facts))
            if fact.status == status
        )

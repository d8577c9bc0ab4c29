"""Clauses of several treaties beside each other, parameter by parameter, in words.

The words are those of the library. Clauses of one kind stand in one table; a treaty without such a
clause, or without such a parameter, has no value there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from pe_wizard.display import digits, sentence_case
from pe_wizard.library import wording
from pe_wizard.library.clauses import MAKERS, Node, Row, choices, walk, words
from pe_wizard.library.wording import KINDS, Word
from pe_wizard.tongue import say
from treaties import READING_WORDS, Paragraph, Treaty

# The order of the tables; the rule on fragmentation stands with the exceptions that it lifts.
ORDER = (
    "conditions",
    "fixed_place",
    "exceptions",
    "fragmentation",
    "building_site",
    "services",
    "exploration",
    "agent",
    "independence",
    "insurance",
    "control",
    "relation",
)
# The kinds of clause on which a head rests.
KINDS_OF_HEAD = {
    "fixed_place": ("fixed_place", "exceptions", "fragmentation"),
    "building_site": ("building_site", "relation"),
    "services": ("services", "relation"),
    "exploration": ("exploration", "relation"),
    "dependent_agent": ("agent", "independence"),
    "insurance": ("insurance", "independence"),
}


@dataclass(frozen=True)
class Value:
    """What one treaty says; `labels` are paragraphs it points to, `reading` the name of the reading
    that leaves it open: `text` is then the option that applies unless another is chosen."""

    text: str
    labels: tuple[str, ...] = ()
    reading: str = ""

    @property
    def says(self) -> tuple[str, bool, bool]:
        """What makes two values the same: numbers of paragraphs are each treaty's own."""
        return self.text, bool(self.labels), bool(self.reading)


@dataclass(frozen=True)
class Parameter:
    """One line: what each of the treaties says, None where it says nothing of the kind."""

    name: Word
    values: tuple[Value | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the treaties say different things."""
        return len({None if one is None else one.says for one in self.values}) > 1


@dataclass(frozen=True)
class Beside:
    """The clauses of one kind: where they stand in each treaty, their parameters, their text."""

    kind: str
    title: Word
    says: Word
    present: tuple[bool, ...]
    labels: tuple[tuple[str, ...], ...]
    parameters: tuple[Parameter, ...]
    paragraphs: tuple[tuple[Paragraph, ...], ...]

    @property
    def differing(self) -> int:
        """How many parameters differ."""
        return sum(one.differs for one in self.parameters)

    @property
    def telling(self) -> tuple[Parameter, ...]:
        """The parameters that differ; where some treaty has no such clause at all, of those that
        only say so the first."""
        among = [
            line
            for line in self.parameters
            if len({v and v.says for v, has in zip(line.values, self.present, strict=True) if has})
            > 1
        ]
        return tuple(among) if among or all(self.present) else self.parameters[:1]


def beside(treaties: Sequence[Treaty], kinds: Collection[str] = ORDER) -> list[Beside]:
    """Every kind of clause that one of the treaties has, with all its parameters."""
    found = []
    for kind in ORDER:
        nodes = [_nodes(treaty, kind) for treaty in treaties]
        if kind not in kinds or not any(nodes):
            continue
        flat = [
            dict(_parameters(treaty, kind, of_kind))
            for treaty, of_kind in zip(treaties, nodes, strict=True)
        ]
        names = dict.fromkeys(name for values in flat for name in values)
        title, says = KINDS[kind]
        found.append(
            Beside(
                kind=kind,
                title=title,
                says=says,
                present=tuple(map(bool, nodes)),
                labels=tuple(tuple(n.labels[0] for n in each if n.labels) for each in nodes),
                parameters=tuple(
                    Parameter(name, tuple(one.get(name) for one in flat)) for name in names
                ),
                paragraphs=tuple(map(_restated, nodes)),
            )
        )
    return found


def differing(treaties: Sequence[Treaty], heads: Collection[str]) -> list[Beside]:
    """The parameters that make a difference, of the clauses on which these heads rest."""
    kinds = {kind for head in heads for kind in KINDS_OF_HEAD[head]}
    return [
        replace(one, parameters=one.telling) for one in beside(treaties, kinds) if one.differing
    ]


def readings_beside(treaties: Sequence[Treaty]) -> tuple[Parameter, ...]:
    """The readings that some of the treaties leave open, with the option that applies by itself."""
    names = dict.fromkeys(name for treaty in treaties for name in treaty.readings)
    return tuple(
        Parameter(
            say(READING_WORDS[name].title),
            tuple(
                _default(treaty, name) if name in treaty.readings else None for treaty in treaties
            ),
        )
        for name in names
    )


def other_paragraphs(
    treaties: Sequence[Treaty], shown: Sequence[Beside]
) -> tuple[tuple[Paragraph, ...], ...]:
    """The paragraphs of each treaty that no clause shown rests on."""
    return tuple(
        tuple(
            paragraph
            for label, paragraph in treaty.paragraphs.items()
            if not any(label == one.label for part in shown for one in part.paragraphs[at])
        )
        for at, treaty in enumerate(treaties)
    )


# ---- one treaty


def _nodes(treaty: Treaty, kind: str) -> list[Node]:
    """The clauses of the kind as the library shows them."""
    if kind == "fragmentation":
        return [
            part
            for node in _nodes(treaty, "exceptions")
            for part in node.parts
            if part.title == KINDS[kind][0]
        ]
    return [MAKERS[kind](treaty, clause) for clause in treaty.clauses_of(kind)]


def _restated(nodes: Sequence[Node]) -> tuple[Paragraph, ...]:
    found = {one.label: one for node in walk(nodes) for one in node.paragraphs}
    return tuple(found.values())


def _parameters(treaty: Treaty, kind: str, nodes: Sequence[Node]) -> Iterator[tuple[Word, Value]]:
    """Name and value, clause after clause; of a second clause of the kind, with its number."""
    clauses = treaty.clauses_of(kind)
    for number, node in enumerate(nodes, start=1):
        flat = FLAT.get(kind, _of_parts)
        for name, value in flat(treaty, node, clauses[number - 1]):
            said = str(name)
            if number > 1:
                said = _("%(name)s (%(number)s)") % {"name": said, "number": digits(number)}
            yield said, value


def _of_rows(treaty: Treaty, rows: Sequence[Row]) -> Iterator[tuple[Word, Value]]:
    for row in rows:
        if row.reading:
            yield row.name, _default(treaty, row.reading)
        else:
            yield row.name, Value(sentence_case(row.value), row.labels)


def _default(treaty: Treaty, reading: str) -> Value:
    option = treaty.readings[reading].default
    return Value(say(READING_WORDS[reading].options[option].label), (), reading)


def _of_parts(treaty: Treaty, node: Node, clause: Any) -> Iterator[tuple[Word, Value]]:
    """The clause's own parameters, then those of each of its parts under the part's title."""
    yield from _of_rows(treaty, node.rows)
    for part in node.parts:
        yield part.title, Value(str(part.says) or _("Yes"))
        for name, value in _of_rows(treaty, part.rows):
            yield _("%(part)s: %(name)s") % {"part": part.title, "name": name}, value


def _of_places(treaty: Treaty, node: Node, clause: Any) -> Iterator[tuple[Word, Value]]:
    """Each kind of place that the list names."""
    yield from _of_rows(treaty, node.rows)
    for label, kinds in clause.listed.items():
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            yield choices("places[].kind", kind), Value(_("Listed"), (label,))


def _of_exceptions(treaty: Treaty, node: Node, clause: Any) -> Iterator[tuple[Word, Value]]:
    """Each kind of activity that the list names, with what it asks of it."""
    yield from _of_rows(treaty, node.rows)
    for item in clause.items:
        asks = str(_("Excepted without more"))
        if item.needs:
            asks = sentence_case(words("needs", item.needs))
        for kind in item.activities:
            activity = choices("places[].activities[].kind", kind)
            yield activity, Value(asks, tuple(item.paragraphs))
    for part in node.parts:
        if part.title in (wording.COMBINATION, wording.PROTOCOL_DELIVERY):
            for name, value in _of_rows(treaty, part.rows):
                yield _("%(part)s: %(name)s") % {"part": part.title, "name": name}, value


FLAT = {"fixed_place": _of_places, "exceptions": _of_exceptions}

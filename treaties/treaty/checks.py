"""What must agree across a treaty file: clauses, readings, paragraphs and notes with one another.

A clause that could not be read is not checked, but what it visibly names counts as named, so that
one fault does not draw others after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from treaties.clauses import KINDS
from treaties.clauses.base import Clause, Table
from treaties.clauses.exceptions import Exceptions
from treaties.clauses.independence import Independence
from treaties.clauses.relation import Relation
from treaties.readings import READINGS
from treaties.treaty.faults import Faults, rename
from treaties.treaty.shape import ARTICLE
from treaties.treaty.tables import NOT_YET, WAIT, literals, members, where

# what assessing reads once; a second clause of these kinds would be passed over in silence
ONCE = ("conditions", "fixed_place", "exceptions", "fragmentation")
RESTATE = 'Restate it in a table [paragraph."{}"], or cite a paragraph that is restated'


@dataclass(frozen=True)
class Draft:
    """A file whose tables have been read one by one; an entry that failed is None."""

    raw_clauses: list[Any]
    clauses: list[Clause | None]
    paragraphs: Mapping[str, Any]
    borrowed: Mapping[str, Any]
    readings: Mapping[str, Any]
    notes: Mapping[str, Any]
    month: str | None  # [counting]

    def read(self) -> Iterator[tuple[str, Clause]]:
        """Each clause that was read, with its key."""
        for place, clause in enumerate(self.clauses):
            if clause is not None:
                yield clause_key(place, self.raw_clauses[place]), clause

    def failed(self) -> list[Any]:
        """The tables of the clauses that were not read."""
        return [
            raw
            for raw, clause in zip(self.raw_clauses, self.clauses, strict=True)
            if clause is None
        ]


def clause_key(place: int, raw: Any) -> str:
    """How faults name a clause: its number in the file, counted from 1, and its kind."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    return f"clause {place + 1} ({kind})" if kind in KINDS else f"clause {place + 1}"


def check(draft: Draft, faults: Faults) -> None:
    """Notes everything in which the parts of the file do not agree."""
    _ids(draft, faults)
    _pointers(draft, faults)
    _single_clauses(draft, faults)
    _open_keys(draft, faults)
    _readings(draft, faults)
    _cited(draft, faults)
    _named(draft, faults)


def tables_in(
    table: Table, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Table]]:
    """The table and every table inside it, each with its path."""
    yield path, table
    for name, field in type(table).model_fields.items():
        value, step = getattr(table, name), field.alias or name
        if isinstance(value, Table):
            yield from tables_in(value, (*path, step))
        elif isinstance(value, list):
            for place, one in enumerate(value):
                if isinstance(one, Table):
                    yield from tables_in(one, (*path, step, place))


def open_in(kind: Any) -> dict[str, list[str]]:
    """Every key that a kind of clause can leave to a reading, with its values."""
    found: dict[str, list[str]] = {}
    for member in members(kind):
        if isinstance(member, type) and issubclass(member, Table):
            for name in member.OPEN:
                found[name] = literals(member.model_fields[name].annotation)
        if isinstance(member, type) and issubclass(member, BaseModel):
            for field in member.model_fields.values():
                found |= open_in(field.annotation)
    return found


def _ids(draft: Draft, faults: Faults) -> None:
    tables = [raw for raw in draft.raw_clauses if isinstance(raw, dict)]
    many = Counter(raw["kind"] for raw in tables if isinstance(raw.get("kind"), str))
    if not many["conditions"]:
        faults.add(
            "clause",
            "no clause of the kind conditions says when the treaty applies",
            'Add one, with asks = ["resident", "in_effect"] at least',
        )
    for kind in ONCE:
        if many[kind] > 1:
            faults.add(
                "clause", f"{many[kind]} clauses of the kind {kind}: more than one {NOT_YET}", WAIT
            )
    adding = [
        key
        for key, clause in draft.read()
        if isinstance(clause, Relation) and clause.adds_time != "none"
    ]
    if len(adding) > 1:
        faults.add(
            adding[1] + ": adds_time",
            f"a second clause that adds time {NOT_YET}",
            'Say "none" here',
        )
    seen: set[Any] = set()
    for place, raw in enumerate(draft.raw_clauses):
        if not isinstance(raw, dict):
            continue
        if many.get(raw.get("kind"), 0) > 1 and "id" not in raw:
            problem = f"the kind occurs {many[raw['kind']]} times, and this clause has no id"
            faults.add(f"{clause_key(place, raw)}: id", problem, "Give each of these clauses an id")
        name = raw.get("id")
        if isinstance(name, str) and name in seen:
            faults.add(
                f"{clause_key(place, raw)}: id",
                f'the id "{name}" is used twice',
                "Change one of them",
            )
        if isinstance(name, str):
            seen.add(name)


def _pointers(draft: Draft, faults: Faults) -> None:
    standing = {(raw.get("paragraph"), raw.get("kind")) for raw in draft.raw_clauses if _plain(raw)}
    for key, clause in draft.read():
        for paragraph, kind in clause.points_to():
            if (paragraph, kind) not in standing:
                found = [str(at) for at, of in standing if of == kind]
                faults.add(
                    f"{key}: {_key_of(clause, paragraph, kind)}",
                    f"points at {paragraph}, where no clause of the kind {kind} stands",
                    "Point at the paragraph of such a clause, or add the clause",
                    sorted(found),
                )


def _plain(raw: Any) -> bool:
    """Whether kind and paragraph can be looked up (a faulty file may have anything there)."""
    return isinstance(raw, dict) and all(isinstance(raw.get(k), str) for k in ("kind", "paragraph"))


def _key_of(clause: Clause, paragraph: str, kind: str) -> str:
    """The key of the clause that points at a clause of this kind in this paragraph."""
    names = {"independence": "independent", "relation": "relation"}
    for path, table in tables_in(clause):
        for name in type(table).model_fields:
            other = (
                name in ("lifts", "unless_limited_to")
                if kind == "exceptions"
                else name == names.get(kind)
            )
            if other and getattr(table, name) == paragraph:
                return where("", (*path, name))
    return "paragraph"


def _single_clauses(draft: Draft, faults: Faults) -> None:
    for key, clause in draft.read():
        for path, table in tables_in(clause):
            for name, field in type(table).model_fields.items():
                value = getattr(table, name)
                if isinstance(value, list) and all(isinstance(one, str) for one in value):
                    for twice in _repeated(value):
                        problem = f'"{twice}" stands in the list twice'
                        faults.add(
                            f"{key}: {where('', (*path, field.alias or name))}",
                            problem,
                            "Keep one of them",
                        )
        if isinstance(clause, Exceptions):
            named = [activity for item in clause.items for activity in set(item.activities)]
            for activity in _repeated(named):
                faults.add(
                    f"{key}: items",
                    f'the activity "{activity}" stands in two items',
                    "Name each kind of activity in one item",
                )
        if isinstance(clause, Independence):
            asked = clause.lost_if == "exclusive_for_related"
            if asked != (clause.relation is not None):
                problem = "is missing" if asked else "is given though lost_if does not ask for it"
                faults.add(
                    f"{key}: relation",
                    f'the key "relation" {problem}',
                    'Give it with lost_if = "exclusive_for_related", and with no other',
                )


def _repeated(values: Iterable[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


def _open_keys(draft: Draft, faults: Faults) -> None:
    """Each open key is said once: in the clause, in [counting], or as the reading of its name."""
    counted = False
    for key, clause in draft.read():
        for path, table in tables_in(clause):
            for name in table.OPEN:
                at = f"{key}: {where('', (*path, name))}"
                said = getattr(table, name) is not None
                asked = table.asks_for(name)
                if said and not asked:
                    faults.add(
                        at,
                        f'the key "{name}" is given, but this clause does not ask for it',
                        "Take it out",
                    )
                if not asked:
                    continue
                general = name == "month" and draft.month is not None and not said
                counted = counted or general
                ways = said + general + (name in draft.readings)
                if ways == 0:
                    faults.add(
                        at,
                        f'the key "{name}" is left open, and there is no reading of that name',
                        "Give it a value here, or add a reading of that name",
                        literals(type(table).model_fields[name].annotation),
                    )
                elif ways > 1:
                    place = "in [counting]" if general else "in the clause"
                    faults.add(
                        at,
                        f'"{name}" is given both ways: {place} and as a reading',
                        "Keep one: the value if the text is clear, the reading if it is not",
                    )
    if draft.month is not None and not counted and not draft.failed():
        faults.add(
            "counting.month",
            "no clause counts in months, or each says itself what a month is",
            "Take [counting] out",
        )


def _readings(draft: Draft, faults: Faults) -> None:
    used = {
        name
        for _, clause in draft.read()
        for _, table in tables_in(clause)
        for name in table.OPEN
        if table.asks_for(name)
    }
    for raw in draft.failed():
        kind = raw.get("kind") if isinstance(raw, dict) else None
        # a clause that was not read may use whatever its kind can leave open
        used |= (
            set(open_in(KINDS[kind])) if isinstance(kind, str) and kind in KINDS else set(READINGS)
        )
    for name, reading in draft.readings.items():
        key = where("", ("readings", name))
        if name not in READINGS:
            faults.add(
                key, f'the reading "{name}" is unknown', rename(name, READINGS), list(READINGS)
            )
            continue
        if name not in used:
            kinds = ", ".join(READINGS[name].used_by)
            faults.add(
                key,
                f'no clause uses the reading "{name}"',
                f"Take it out, or add the clause that leaves it open (kinds: {kinds})",
            )
        if reading is None:
            continue
        for option in reading.options:
            if option not in READINGS[name].options:
                faults.add(
                    f"{key}.options",
                    f'the option "{option}" is unknown',
                    rename(option, READINGS[name].options),
                    READINGS[name].options,
                )
        for option in _repeated(reading.options):
            faults.add(
                f"{key}.options",
                f'the option "{option}" stands in the list twice',
                "Keep one of them",
            )


def labels(value: Any) -> list[str]:
    """One label or a list of labels, as a list."""
    return [value] if isinstance(value, str) else list(value)


def _citations(draft: Draft) -> Iterator[tuple[str, str, bool]]:
    """Every paragraph cited: (key, label, whether citing it names it as one that decides)."""
    for key, clause in draft.read():
        for label in clause.cites():
            yield key, label, True
    for raw in draft.failed():
        for label in _visible(raw):
            yield "", label, True
    for name, reading in draft.readings.items():
        for label in labels(reading.paragraph) if reading else ():
            yield where("", ("readings", name, "paragraph")), label, True
    for code, note in draft.notes.items():
        for label in labels(note.paragraph) if note else ():
            yield where("", ("notes", code, "paragraph")), label, False


def _visible(raw: Any, naming: bool = False) -> Iterator[str]:
    """What a clause that was not read seems to cite: texts under its keys for paragraphs."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            cites = key in (
                "paragraph",
                "paragraphs",
                "independent",
                "lifts",
                "relation",
                "unless_limited_to",
            )
            if key == "listed" and isinstance(value, dict):
                yield from (label for label in value if isinstance(label, str))
            else:
                yield from _visible(value, cites)
    elif isinstance(raw, list):
        for value in raw:
            yield from _visible(value, naming)
    elif naming and isinstance(raw, str):
        yield raw


def _cited(draft: Draft, faults: Faults) -> None:
    restated = {*draft.paragraphs, *draft.borrowed}
    for key, label, names in _citations(draft):
        # a note may be about a whole article, or about one that the file does not restate
        whole = not names and ARTICLE.fullmatch(label)
        if key and label not in restated and not whole:
            faults.add(
                key, f"cites {label}, which the file does not restate", RESTATE.format(label)
            )


def _named(draft: Draft, faults: Faults) -> None:
    named = {label for _, label, names in _citations(draft) if names}
    for label, entry in draft.paragraphs.items():
        key = where("", ("paragraph", label))
        if entry is None:
            continue
        if label not in named and entry.decides_nothing is None:
            faults.add(
                key,
                "no clause and no reading names it",
                "Name it in the clause it belongs to, or say why not in decides_nothing",
            )
        elif label in named and entry.decides_nothing is not None:
            faults.add(
                f"{key}.decides_nothing",
                "a clause or a reading names this paragraph",
                "Take decides_nothing out, or the paragraph out of the clause or reading",
            )
    for label in draft.borrowed:
        key = where("", ("borrowed", label))
        if label in draft.paragraphs:
            faults.add(key, "the file restates this paragraph itself", "Take one of the two out")
        elif label not in named:
            faults.add(key, "no clause and no reading names it", "Take it out")

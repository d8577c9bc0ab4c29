"""What the clauses of a treaty file must observe among themselves, and all that must agree in it.

A clause that could not be read is not checked, but what it visibly names counts as named, so that
one fault does not draw others after it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from treaties.clauses.base import Clause
from treaties.clauses.exceptions import Exceptions
from treaties.clauses.independence import Independence
from treaties.treaty.citations import check_paragraphs
from treaties.treaty.draft import Draft, clause_key, kind_of, repeated, tables_in
from treaties.treaty.faults import Faults
from treaties.treaty.openness import check_readings
from treaties.treaty.tables import NOT_YET, WAIT, where

# what assessing reads once; a second clause of these kinds would be passed over in silence
ONCE = ("conditions", "fixed_place", "exceptions", "fragmentation", "insurance")


def check(draft: Draft, faults: Faults) -> None:
    """Notes everything in which the parts of the file do not agree."""
    _kinds(draft, faults)
    _ids(draft, faults)
    _pointers(draft, faults)
    _single_clauses(draft, faults)
    check_readings(draft, faults)
    check_paragraphs(draft, faults)


def _kinds(draft: Draft, faults: Faults) -> None:
    many = Counter(kind_of(raw) for raw in draft.raw_clauses)
    if not many["conditions"]:
        faults.add(
            "clause",
            "no clause of the kind conditions says when the treaty applies",
            'Add one, with asks = ["resident", "in_effect"] at least',
        )
    for kind in ONCE:
        if many[kind] > 1:
            problem = f"{many[kind]} clauses of the kind {kind}: more than one {NOT_YET}"
            faults.add("clause", problem, WAIT)
    adding = [key for key, clause in draft.read() if getattr(clause, "adds_time", "none") != "none"]
    for key in adding[1:]:
        faults.add(f"{key}: adds_time", f"a second table of this name {NOT_YET}", 'Say "none" here')


def _ids(draft: Draft, faults: Faults) -> None:
    many = Counter(kind_of(raw) for raw in draft.raw_clauses)
    seen: set[Any] = set()
    for place, raw in enumerate(draft.raw_clauses):
        if not isinstance(raw, dict):
            continue
        kind = kind_of(raw)
        if kind and many[kind] > 1 and "id" not in raw:
            problem = f"the kind occurs {many[kind]} times, and this clause has no id"
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
                    for twice in repeated(value):
                        problem = f'"{twice}" stands in the list twice'
                        faults.add(
                            f"{key}: {where('', (*path, field.alias or name))}",
                            problem,
                            "Keep one of them",
                        )
        if isinstance(clause, Exceptions):
            named = [activity for item in clause.items for activity in set(item.activities)]
            for activity in repeated(named):
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

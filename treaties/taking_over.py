"""The facts of one treaty, taken over to another: the same deeds between that treaty's own States.

A comparison of rules. What is about one treaty alone is not taken over: whether it applies, and the
readings that the other text does not leave open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from treaties.facts import Facts
from treaties.interview import LISTS, Interview, lists_needed
from treaties.treaty import Treaty

_ABOUT_ONE_TREATY = "conditions."


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A facts document under another treaty, and what was assumed for it.

    `replaced` are the States that were put in another's place, (before, after), residence first.
    `open_conditions` are the conditions of that treaty, none of which is answered; `left_readings`
    the readings chosen that it does not leave open, or not with that option.
    """

    document: dict[str, Any]
    replaced: tuple[tuple[str, str], ...]
    open_conditions: tuple[str, ...]
    left_readings: tuple[str, ...]


def take_over(document: Mapping[str, Any], treaty: Treaty) -> TakenOver:
    """The facts document for `treaty`; the same document where it is for that treaty already.

    A State that is a party to both keeps its part: that of residence before the source State. Where
    neither is, the first party of the treaty stands for the State of residence.
    """
    if document["treaty"] == treaty.code:
        return TakenOver(dict(document), (), (), ())
    residence, source = _direction(document, treaty)
    chosen: Mapping[str, str] = document.get("readings") or {}
    kept = {
        name: option
        for name, option in chosen.items()
        if name in treaty.readings and option in treaty.readings[name].options
    }
    taken = {
        **document,
        "treaty": treaty.code,
        "residence_state": residence,
        "source_state": source,
        "conditions": {},
        "readings": kept,
        "not_known": [path for path in document.get("not_known") or () if _is_fact(path)],
        "annotations": {
            path: note for path, note in (document.get("annotations") or {}).items()
            if _is_fact(path)
        },
    }  # fmt: skip
    before = (document["residence_state"], document["source_state"])
    return TakenOver(
        taken,
        tuple(
            (old, new) for old, new in zip(before, (residence, source), strict=True) if old != new
        ),
        tuple(asked for clause in treaty.clauses_of("conditions") for asked in clause.asks),
        tuple(name for name in chosen if name not in kept),
    )


def _direction(document: Mapping[str, Any], treaty: Treaty) -> tuple[str, str]:
    residence, source = document["residence_state"], document["source_state"]
    if residence in treaty.parties:
        return residence, treaty.other_party(residence)
    if source in treaty.parties:
        return treaty.other_party(source), source
    return treaty.parties


def _is_fact(path: str) -> bool:
    return not path.startswith(_ABOUT_ONE_TREATY)


def unread(facts: Facts, treaty: Treaty, asked: Interview) -> tuple[str, ...]:
    """The lists with items, and the answered facts, that no clause of the treaty reads here.

    A fact that a clause reads, and that other answers have settled, is not among them.
    """
    needed = lists_needed(treaty)
    lists = [name for name in LISTS if name not in needed and getattr(facts, name)]
    facts_of_items = (
        fact
        for section in asked.sections
        for fact in (*section.facts, *(one for item in section.items for one in item.facts))
    )
    return (
        *lists,
        *(
            fact.path
            for fact in facts_of_items
            if fact.status == "unused"
            and not (fact.paragraphs or fact.heads)
            and fact.path.partition("[")[0] in needed
        ),
    )

"""The longest stay that keeps a head outside, given what is on file.

A stay is unbroken, worked, by the enterprise itself. It is added to the facts, and the treaty is
asked: the last day is found by halving, since a longer stay never counts for less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from treaties.assess import Assessment, Head, Measure, assess
from treaties.facts import Engagement, Facts, Period, Rig, Site, Span
from treaties.inquiry import Tables
from treaties.treaty import Treaty
from treaties.truth import NO

# the heads that days of each list can count under; supervision may count as services
HEADS_OF: Mapping[str, tuple[str, ...]] = {
    "building_sites": ("building_site", "services"),
    "services": ("services",),
    "exploration": ("exploration",),
}
AHEAD = 4018  # days, eleven years: longer than any threshold that a treaty file can give


@dataclass(frozen=True, slots=True)
class Planned:
    """What a stay is planned for: a project on file, or (item None) one of which nothing is.

    `list` is that of the facts, `item` the id of one of its items there; `kind` what a new site or
    rig is. `project` is the project, or the item's id where that is not known.
    """

    list: str
    project: str
    item: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """How far a stay may go: `last` is its last day (an ordinal, inclusive).

    None: not one day, or, where `unlimited`, as long as one likes.
    """

    last: int | None
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """What is left under one head before a stay makes, or may make, a permanent establishment.

    `outcome` and `measure` are those without the stay (measure None: nothing is counted yet);
    `threshold` is in `unit`. `chosen` holds under the readings applied, `careful` under each
    combination of readings; `readings` are those under which the careful one ends first, where they
    differ from the ones applied.
    """

    head: str
    subject: str
    paragraphs: tuple[str, ...]
    unit: str
    threshold: int
    outcome: str
    measure: Measure | None
    chosen: Stretch
    careful: Stretch
    readings: Mapping[str, str]


def plannable(facts: Facts, treaty: Treaty) -> tuple[Planned, ...]:
    """What a stay can be planned for: every project on file, then a new one of each list.

    Only lists under which the treaty counts days; of a new one the kind is the first it covers.
    """
    found: list[Planned] = []
    for kind, name, covered in (
        ("building_site", "building_sites", "works"),
        ("services", "services", ""),
        ("exploration", "exploration", "uses"),
    ):
        clauses = treaty.clauses_of(kind)
        if not clauses:
            continue
        projects: dict[str, Planned] = {}
        for item in getattr(facts, name) or ():
            subject = item.project or item.id
            projects.setdefault(subject, Planned(name, subject, item.id))
        found += projects.values()
        kinds = getattr(clauses[0], covered) if covered else (None,)
        found.append(Planned(name, "", None, kinds[0]))
    return tuple(found)


def rooms(facts: Facts, treaty: Treaty, planned: Planned, first: int) -> tuple[Room, ...]:
    """What is left for a stay from `first` on, under each head that it counts for.

    Days are ordinals, inclusive. Raises FactsError where the facts do not fit the treaty.
    """
    before = assess(facts, treaty)
    return tuple(
        _room(before, planned, first, head) for head in _heads_counted(before, planned, first)
    )


def _heads_counted(before: Assessment, planned: Planned, first: int) -> list[Head]:
    """A head of each name under which the stay counts days, on the readings applied or on others;
    with one day of it."""
    subject = planned.project or _fresh(before.facts)
    tables = Tables(_with_stay(before.facts, planned, first, first), before)
    found: list[Head] = []
    for name in HEADS_OF[planned.list]:
        cells = sorted(tables.cells(name), key=lambda cell: len(_changed(before, cell[0])))
        found += [
            head
            for _, heads in cells
            for head in heads
            if head.subject == subject and head.measure is not None
        ][:1]
    return found


def _changed(before: Assessment, options: Mapping[str, str]) -> dict[str, str]:
    """The readings that are other ones than those applied."""
    return {name: option for name, option in options.items() if before.readings[name] != option}


def _room(before: Assessment, planned: Planned, first: int, with_one: Head) -> Room:
    now = next((one for one in before.heads if _same(one, with_one)), None)
    measure = with_one.measure
    assert measure is not None and with_one.subject is not None

    def is_outside(head: Head) -> bool:
        return not _same(head, with_one) or head.finding.outcome is NO

    def tables(last: int) -> list[tuple[dict[str, str], list[Head]]]:
        stays = _with_stay(before.facts, planned, first, last)
        return Tables(stays, before).cells(with_one.head)

    def under_chosen(last: int) -> bool:
        return all(
            all(map(is_outside, heads))
            for options, heads in tables(last)
            if not _changed(before, options)
        )

    def under_each(last: int) -> bool:
        return all(all(map(is_outside, heads)) for _, heads in tables(last))

    chosen = _furthest(first, under_chosen)
    careful = _furthest(first, under_each)
    return Room(
        head=with_one.head,
        subject=with_one.subject,
        paragraphs=with_one.paragraphs,
        unit=measure.unit,
        threshold=measure.threshold,
        outcome="no_pe" if now is None else now.outcome,
        measure=None if now is None else now.measure,
        chosen=chosen,
        careful=careful,
        readings={}
        if careful == chosen
        else _binding(before, is_outside, tables((careful.last or first - 1) + 1)),
    )


def _same(head: Head, other: Head) -> bool:
    return head.head == other.head and head.subject == other.subject


def _binding(
    before: Assessment,
    is_outside: Callable[[Head], bool],
    cells: list[tuple[dict[str, str], list[Head]]],
) -> dict[str, str]:
    """The readings that end the stay, of those combinations the one nearest to the one applied."""
    ending = [options for options, heads in cells if not all(map(is_outside, heads))]
    return min((_changed(before, options) for options in ending), key=len)


def _furthest(first: int, is_outside: Callable[[int], bool]) -> Stretch:
    """The last day up to which a stay is outside; it never is again once it is not."""
    if not is_outside(first):
        return Stretch(None)
    low, high = first, first + AHEAD
    if is_outside(high):
        return Stretch(None, unlimited=True)
    while high - low > 1:
        middle = (low + high) // 2
        if is_outside(middle):
            low = middle
        else:
            high = middle
    return Stretch(low)


# ---- the facts with a stay


def _with_stay(facts: Facts, planned: Planned, first: int, last: int) -> Facts:
    """The facts with a stay from `first` to `last` for what is planned."""
    span = Span(first, last, False)
    items: tuple[Any, ...] = getattr(facts, planned.list) or ()
    if planned.item is None:
        new = _NEW[planned.list](_fresh(facts), planned.kind, span)
        return _with_items(facts, planned.list, (*items, new))
    item = next(one for one in items if one.id == planned.item)
    if item.project is None:
        as_of = facts.as_of.toordinal()
        changed = tuple(_longer(one, span, as_of) if one is item else one for one in items)
        return _with_items(facts, planned.list, changed)
    return _with_items(facts, planned.list, (*items, _beside(item, _fresh(facts), span)))


def _with_items(facts: Facts, name: str, items: tuple[Any, ...]) -> Facts:
    changes: dict[str, Any] = {name: items}
    return replace(facts, **changes)


def _fresh(facts: Facts) -> str:
    """A name that no item and no project of the facts has."""
    taken = {
        name
        for of_list in (facts.building_sites, facts.services, facts.exploration)
        for item in of_list or ()
        for name in (item.id, item.project)
    }
    number = 1
    while f"planned-{number}" in taken:
        number += 1
    return f"planned-{number}"


def _own(span: Span) -> Period:
    return Period(span=span, person=None, worked=True, note=None, by=None, substantially_same=None)


_NEW: Mapping[str, Callable[[str, Any, Span], Any]] = {
    "building_sites": lambda name, kind, span: Site(
        name, name, kind, name, True, None, None, span, ()
    ),
    "services": lambda name, kind, span: Engagement(name, name, name, True, (_own(span),)),
    "exploration": lambda name, kind, span: Rig(name, name, kind, name, (_own(span),)),
}


def _beside(item: Any, name: str, span: Span) -> Any:
    """Another item of the same project, with the stay alone."""
    if isinstance(item, Site):
        return replace(item, id=name, by=None, substantially_same=None, span=span, interruptions=())
    if isinstance(item, Engagement):
        return replace(item, id=name, through_personnel=True, periods=(_own(span),))
    return replace(item, id=name, periods=(_own(span),))


def _longer(item: Any, stay: Span, as_of: int) -> Any:
    """The item itself with the stay: one whose project is not known is a project of its own."""
    if not isinstance(item, Site):
        return replace(item, periods=(*(item.periods or ()), _own(stay)))
    if not item.span.known:
        return item
    first, last = item.span.first, as_of if item.span.ongoing else item.span.last
    assert first is not None and last is not None
    assert stay.first is not None and stay.last is not None
    if last < first:  # going on from a day that has not come
        return replace(item, span=stay)
    gaps = []
    if last + 1 < stay.first:
        gaps.append(Span(last + 1, stay.first - 1, False))
    if stay.last + 1 < first:
        gaps.append(Span(stay.last + 1, first - 1, False))
    whole = Span(min(first, stay.first), max(last, stay.last), False)
    return replace(item, span=whole, interruptions=(*item.interruptions, *gaps))

"""Fixed places and what is done there: what is still asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from treaties.assess import assess
from treaties.charts import OPEN
from treaties.facts import Activity, Place, Related
from treaties.interview.asking import Asking, Said, asked_fact, on_blank, weighed_fact
from treaties.interview.objects import AskedFact, AskedItem, AskedSection
from treaties.interview.weighing import (
    BLANK_ID,
    ELSEWHERE,
    Readings,
    Statuses,
    Weighing,
    place_weighing,
    settings,
)
from treaties.treaty import Treaty
from treaties.truth import NO, UNKNOWN, YES, Truth

_PLACE_FACTS = ("at_disposal", "fixed", "business_carried_on")
_LIST = f"places[{BLANK_ID}].activities"
_RULE = tuple(f"places[*].{name}" for name in _PLACE_FACTS)
_FRAGMENTATION_FACTS = (
    "business_at_same_or_other_place",
    "complementary",
    "one_is_pe",
    "combined_preparatory_or_auxiliary",
)
_ACTIVITY_FACTS = tuple(one.name for one in fields(Activity) if one.name != "kind")


def places_asked(asking: Asking) -> AskedSection:
    if not asking.clauses.fixed_places:
        return AskedSection("places", False, (), ())
    paragraph = asking.clauses.fixed_places[0].paragraph
    listed = asking.list_fact("places", paragraph, ("fixed_place",))
    places = asking.facts.places or ()
    elsewhere = _elsewhere(asking) if any(_leans_on_others(asking, one) for one in places) else {}
    items = []
    for place in places:
        item, variables = _place(
            asking.treaty,
            asking.readings,
            place,
            _serves_site(asking, place),
            asking.related_enterprise(place.fragmentation.enterprise),
            elsewhere.get(place.id, frozenset({NO})),
            asking.said_of(f"places[{place.id}]"),
        )
        asking.note_relations(variables)
        items.append(item)
    return AskedSection("places", True, (listed,), tuple(items))


def _leans_on_others(asking: Asking, place: Place) -> bool:
    """Whether the outcome of other heads can matter to the place at all."""
    parts = place.fragmentation
    return (
        asking.clauses.fragmentation is not None
        and parts.business_at_same_or_other_place is not False
        and parts.complementary is not False
    )


def _elsewhere(asking: Asking) -> dict[str, frozenset[Truth]]:
    """For each place, what the other heads give it, under every setting of the readings."""
    applied = assess(asking.facts, asking.treaty, asking.applied)
    read = sorted(
        frozenset().union(
            *(h.readings for h in applied.heads if h.head in ("fixed_place", "building_site"))
        )
    )
    found: dict[str, set[Truth]] = {}
    for setting in settings(asking.treaty, asking.applied, read):
        heads = (
            applied.heads
            if setting == asking.applied
            else assess(asking.facts, asking.treaty, setting).heads
        )
        outcomes = [
            (h.head, h.subject, h.finding.outcome)
            for h in heads
            if h.head in ("fixed_place", "building_site")
        ]
        tally = {truth: sum(o is truth for _, _, o in outcomes) for truth in Truth}
        for head, subject, outcome in outcomes:
            if head == "fixed_place" and subject is not None:
                others = {truth: n - (truth is outcome) for truth, n in tally.items()}
                truth = YES if others[YES] else UNKNOWN if others[UNKNOWN] else NO
                found.setdefault(subject, set()).add(truth)
    return {place: frozenset(truths) for place, truths in found.items()}


@lru_cache(maxsize=4096)
def _place(
    treaty: Treaty,
    readings: Readings,
    place: Place,
    serves_site: bool,
    related: Related | None,
    elsewhere: frozenset[Truth],
    said: Said,
) -> tuple[AskedItem, frozenset[str]]:
    """One place, and the variables that are no facts of that place and can matter still."""
    weighing: Weighing | None = None
    results: list[Statuses] = []
    list_matters = False
    if not serves_site:
        activities = place.activities
        kinds = None if activities is None else tuple(sorted(a.kind for a in activities))
        partner = place.fragmentation.enterprise
        weighing = place_weighing(treaty, readings, kinds, partner, related)
        answers = _place_answers(place)
        fixed = [{} if truth is UNKNOWN else {ELSEWHERE: truth is YES} for truth in elsewhere]
        results = [weighing.statuses(answers, one) for one in fixed]
        # would it matter which activities there are, if that were not known?
        unlisted = place_weighing(treaty, readings, None, partner, related)
        rule = {name: answers.get(name) for name in _RULE}
        list_matters = any(OPEN + _LIST in unlisted.statuses(rule, one)[2] for one in fixed)
    listed = weighing.paragraphs.get(_LIST, ()) if weighing else ()
    facts = tuple(
        asked_fact(path, answer, list_matters, list_matters, listed, ("fixed_place",), said)
        if on_blank(path) == _LIST
        else weighed_fact(path, answer, weighing, results, said)
        for path, answer in _place_fields(place)
    )
    variables = frozenset().union(*(others for _, _, others in results))
    return AskedItem("places", place.id, place.name, facts), variables


def _serves_site(asking: Asking, place: Place) -> bool:
    served = place.part_of_site
    return served is not None and any(
        kinds and any(item.id == served for item in items or ())
        for kinds, items in (
            (asking.clauses.sites, asking.facts.building_sites),
            (asking.clauses.explorations, asking.facts.exploration),
        )
    )


def _place_fields(place: Place) -> Iterator[tuple[str, Any]]:
    path = f"places[{place.id}]."
    for name in _PLACE_FACTS:
        yield path + name, getattr(place, name)
    yield path + "activities", place.activities
    for activity in place.activities or ():
        for name in _ACTIVITY_FACTS:
            yield f"{path}activities[{activity.kind}].{name}", getattr(activity, name)
    yield path + "combination_preparatory_or_auxiliary", place.combination_preparatory_or_auxiliary
    for name in _FRAGMENTATION_FACTS:
        yield f"{path}fragmentation.{name}", getattr(place.fragmentation, name)


def _place_answers(place: Place) -> dict[str, bool | None]:
    return {
        on_blank(path): answer
        for path, answer in _place_fields(place)
        if not path.endswith(".activities")
    }


def only_places(section: AskedSection) -> AskedSection:
    """The section on the places themselves."""
    items = tuple(_only(item, lambda fact: not _is_activity_fact(fact)) for item in section.items)
    return AskedSection("places", section.needed, section.facts, items)


def only_activities(section: AskedSection) -> AskedSection:
    """The section on what is done at them; needed where some activity can matter."""
    items = tuple(_only(item, _is_activity_fact) for item in section.items)
    needed = any(
        fact.status in ("open", "answered", "not_known") for item in items for fact in item.facts
    )
    return AskedSection("activities", needed, (), items)


def _is_activity_fact(fact: AskedFact) -> bool:
    rest = fact.path.partition("]")[2]
    return rest.startswith((".activities", ".combination", ".fragmentation"))


def _only(item: AskedItem, wanted: Callable[[AskedFact], bool]) -> AskedItem:
    return replace(item, facts=tuple(fact for fact in item.facts if wanted(fact)))

"""A plan as its page shows it: days left for each project, what people and places may do.

Everything is worked out by `treaties`; here it is put into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pe_wizard.assessments.facts_in_words import Document
from pe_wizard.assessments.presenting import option_label, subject_name
from pe_wizard.display import digits, semicolon
from pe_wizard.tongue import say
from treaties import (
    HEAD_WORDS,
    QUESTIONS,
    READING_WORDS,
    Conduct,
    Facts,
    Planned,
    Room,
    Stretch,
    Treaty,
    activities_at_places,
    independence_of_people,
    plannable,
    powers_of_people,
    rooms,
)

MOST_PROJECTS = 40
NEW = {
    "building_sites": gettext_lazy("A new site"),
    "services": gettext_lazy("A new engagement"),
    "exploration": gettext_lazy("A new exploration"),
}
POWERS = {
    "acts": gettext_lazy("Acts for the enterprise, with none of the powers below"),
    "unused_authority": gettext_lazy("Has authority to conclude contracts and does not use it"),
    "used_authority": gettext_lazy("Habitually concludes contracts in its name, with authority"),
    "rare_contracts": gettext_lazy("Concludes a contract now and then"),
    "principal_role": gettext_lazy(
        "Habitually plays the principal role leading to contracts that are then concluded without "
        "material modification"
    ),
    "negotiates": gettext_lazy(
        "Plays the principal role, and the contracts are materially modified afterwards"
    ),
    "stock": gettext_lazy("Habitually keeps a stock of goods"),
    "stock_and_delivery": gettext_lazy("Keeps a stock of goods and regularly delivers from it"),
    "orders_for_one": gettext_lazy(
        "Habitually secures orders, wholly or almost wholly for the enterprise"
    ),
    "orders_for_several": gettext_lazy("Habitually secures orders for several enterprises"),
    "carries_out_orders": gettext_lazy(
        "Habitually carries out orders, wholly or almost wholly for the enterprise"
    ),
    "premiums": gettext_lazy("Collects premiums for an insurance enterprise"),
    "risks": gettext_lazy("Insures risks situated there for an insurance enterprise"),
}
CIRCUMSTANCES = {
    "dependent": gettext_lazy("Not independent"),
    "only_excepted": gettext_lazy("Not independent, limited to excepted activities"),
    "independent": gettext_lazy("Independent, in the ordinary course of business"),
}
STATUSES = {
    "independent": gettext_lazy("Independent, in the ordinary course of business"),
    "outside_ordinary_course": gettext_lazy("Independent, outside the ordinary course of business"),
    "devoted_at_arms_length": gettext_lazy(
        "Works wholly or almost wholly for the enterprise or its group, at arm's length"
    ),
    "devoted": gettext_lazy(
        "Works wholly or almost wholly for the enterprise or its group, not at arm's length"
    ),
    "for_related": gettext_lazy(
        "Works exclusively or almost exclusively for closely related enterprises"
    ),
    "for_one_unrelated": gettext_lazy(
        "Works exclusively or almost exclusively for one enterprise it is not related to"
    ),
}
WAYS = {
    "auxiliary": gettext_lazy("Preparatory or auxiliary"),
    "not_auxiliary": gettext_lazy("Neither preparatory nor auxiliary"),
    "for_others": gettext_lazy("With goods of others"),
}
USED_AUTHORITY = {"used_authority": gettext_lazy("Habitually concludes contracts")}


@dataclass(frozen=True)
class StretchShown:
    """How far a stay may go: its days and its last day, or why there are none."""

    days: int
    last: date | None
    unlimited: bool


@dataclass(frozen=True)
class RoomShown:
    """What is left under one head; `readings` those that the most careful answer rests on."""

    name: str
    labels: tuple[str, ...]
    threshold: str
    counted: int | None
    outcome: str
    chosen: StretchShown
    careful: StretchShown
    readings: str

    @property
    def is_same(self) -> bool:
        """Whether the most careful reading gives the same."""
        return self.chosen == self.careful


@dataclass(frozen=True)
class PlannedShown:
    """A project on file, or a new one, with what is left under each head it counts for."""

    name: str
    subject: str
    rooms: tuple[RoomShown, ...]

    @property
    def last(self) -> date | None:
        """The last day that stays below every threshold under every reading; None where none."""
        ends = [room.careful for room in self.rooms]
        if any(not end.unlimited and end.last is None for end in ends):
            return None
        return min((end.last for end in ends if end.last is not None), default=None)


@dataclass(frozen=True)
class Table:
    """Conduct by circumstances: titles of the columns, and the rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[object, ...]], ...]


@dataclass(frozen=True)
class Plan:
    """Everything on the page."""

    start: date
    stays: tuple[PlannedShown, ...]
    left_out: int
    powers: Table
    statuses: Table
    activities: Table


def plan(facts: Facts, treaty: Treaty, document: Document, start: date) -> Plan:
    """The plan for stays that begin on `start`, on these facts and their readings."""
    everything = plannable(facts, treaty)
    on_file = [one for one in everything if one.item is not None]
    shown = [*on_file[:MOST_PROJECTS], *(one for one in everything if one.item is None)]
    kinds = QUESTIONS["places[].activities[].kind"].choices
    activities = {key: say(label) for key, label in kinds.items()}
    activities["combination"] = _("A combination of activities, the whole being so")
    return Plan(
        start=start,
        stays=tuple(_planned(facts, treaty, document, one, start) for one in shown),
        left_out=max(len(on_file) - MOST_PROJECTS, 0),
        powers=_table(powers_of_people(facts, treaty), POWERS, CIRCUMSTANCES),
        statuses=_table(independence_of_people(facts, treaty), STATUSES, USED_AUTHORITY),
        activities=_table(activities_at_places(facts, treaty), activities, WAYS),
    )


def _planned(
    facts: Facts, treaty: Treaty, document: Document, planned: Planned, start: date
) -> PlannedShown:
    found = rooms(facts, treaty, planned, start.toordinal())
    name = str(NEW[planned.list])
    subject = ""
    if planned.item is not None:
        head = {"building_sites": "building_site"}.get(planned.list, planned.list)
        name = say(HEAD_WORDS[head])
        subject = subject_name(document, {"head": head, "subject": planned.project})
    return PlannedShown(name, subject, tuple(_room(room, start) for room in found))


def _room(room: Room, start: date) -> RoomShown:
    return RoomShown(
        name=say(HEAD_WORDS[room.head]),
        labels=room.paragraphs,
        threshold=_threshold(room),
        counted=None if room.measure is None else room.measure.counted,
        outcome=room.outcome,
        chosen=_stretch(room.chosen, start),
        careful=_stretch(room.careful, start),
        readings=semicolon().join(
            _("%(reading)s: %(option)s")
            % {"reading": say(READING_WORDS[name].title), "option": option_label(name, option)}
            for name, option in room.readings.items()
        ),
    )


def _threshold(room: Room) -> str:
    says = (
        ngettext("more than %(n)s month", "more than %(n)s months", room.threshold)
        if room.unit == "months"
        else ngettext("more than %(n)s day", "more than %(n)s days", room.threshold)
    )
    return says % {"n": digits(room.threshold)}


def _stretch(stretch: Stretch, start: date) -> StretchShown:
    if stretch.last is None:
        return StretchShown(0, None, stretch.unlimited)
    return StretchShown(
        stretch.last - start.toordinal() + 1, date.fromordinal(stretch.last), unlimited=False
    )


def _table(
    conducts: tuple[Conduct, ...], names: Mapping[str, object], columns: Mapping[str, object]
) -> Table:
    return Table(
        tuple(str(title) for title in columns.values()), tuple(_rows(conducts, names, columns))
    )


def _rows(
    conducts: tuple[Conduct, ...], names: Mapping[str, object], columns: Mapping[str, object]
) -> Iterator[tuple[str, tuple[object, ...]]]:
    for one in conducts:
        yield str(names[one.key]), tuple(one.trials.get(column) for column in columns)

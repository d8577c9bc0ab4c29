"""The list of excepted activities: items, their combination, and delivery under a protocol.

Activities of one item are one activity; two items make a combination. One activity outside the list
defeats every exception, because each asks that the place be used solely for what it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import Clause, Matter, Table
from treaties.facts import Activity, Place
from treaties.finding import Finding, all_of, any_of, fact, fact_not, given, left_open
from treaties.truth import NO, YES
from treaties.wording import _N, Say

ActivityKind = Literal[
    "storage",
    "display",
    "delivery",
    "processing_by_another",
    "purchasing",
    "collecting_information",
    "other",
]
PROTOCOL_STORAGE = frozenset({"storage", "display"})


class Item(Table):
    """One item of the list: where it stands, the activities it names, and what it asks of them."""

    paragraphs: list[str] = Field(min_length=1)
    activities: list[ActivityKind] = Field(min_length=1)
    needs: list[Literal["own_goods", "preparatory"]]


class Combination(Table):
    """The item for several activities at one place."""

    paragraph: str
    if_: Literal["whole_preparatory"] = Field(alias="if")

    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {"if": ("always",)}


class ProtocolDelivery(Table):
    """Occasional delivery, excepted by a protocol."""

    OPEN: ClassVar[tuple[str, ...]] = ("protocol", "delivery_income", "protocol_storage")

    paragraphs: list[str] = Field(min_length=1)
    needs: list[Literal["own_goods", "occasional", "no_income", "not_sold_there"]]
    protocol: Literal["applies", "does_not_apply"] | None = None
    delivery_income: Literal["any_income", "profit"] | None = None
    protocol_storage: Literal["separate", "together"] | None = None


class Exceptions(Clause):
    """The list, its combination, and what it says or leaves open about delivery."""

    OPEN: ClassVar[tuple[str, ...]] = ("each_item_preparatory", "omitted_delivery")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "combination": ("none",),
        "activities": (
            "advertising",
            "supplying_information",
            "research",
            "fair_sale",
            "signing_contracts",
            "engineering",
            "own_machinery",
        ),
        "not_for_places": (),
        "delivery_with_other": ("pe",),
    }

    kind: Literal["exceptions"]
    items: list[Item] = Field(min_length=1)
    combination: Combination
    each_item_preparatory: Literal["every_item", "combination_only"] | None = None
    omitted_delivery: Literal["residual", "not_excepted"] | None = None
    protocol_delivery: Literal["none"] | ProtocolDelivery

    def asks_for(self, key: str) -> bool:
        return key != "omitted_delivery" or self.item_of("delivery") is None

    def open_keys(self) -> list[str]:
        nested = [] if self.protocol_delivery == "none" else list(ProtocolDelivery.OPEN)
        return [*super().open_keys(), *nested]

    def cites(self) -> list[str]:
        protocol = [] if self.protocol_delivery == "none" else self.protocol_delivery.paragraphs
        return [
            self.paragraph,
            *(paragraph for item in self.items for paragraph in item.paragraphs),
            self.combination.paragraph,
            *protocol,
        ]

    def item_of(self, activity: str) -> Item | None:
        """The item that names the activity."""
        for item in self.items:
            if activity in item.activities:
                return item
        return None


MESSAGES = {
    "exception": Say(
        yes=_N("“{place}” is excepted."),
        no=_N("No exception covers “{place}”."),
        unknown=_N("It is not known whether an exception covers “{place}”."),
    ),
    "exception.activities": Say(
        unknown=_N("It is not known which activities are carried on at “{place}”."),
        no=_N("No excepted activity is carried on at “{place}”."),
    ),
    "exception.list": Say(
        no=_N("The exceptions do not apply: “{activity:label}” at “{place}” is not on the list."),
    ),
    "exception.item": Say(
        yes=_N("“{place}” is used solely for an activity of the list: {activities:label}."),
        no=_N("The exception for {activities:label} does not cover “{place}”."),
        unknown=_N(
            "It is not known whether the exception for {activities:label} covers “{place}”."
        ),
    ),
    "exception.combination": Say(
        yes=_N(
            "“{place}” is used solely for a combination of activities of the list, and its whole "
            "activity is preparatory or auxiliary."
        ),
        no=_N("The exception for a combination of activities does not cover “{place}”."),
        unknown=_N(
            "It is not known whether the exception for a combination of activities covers “"
            "{place}”."
        ),
    ),
    "exception.whole": Say(
        yes=_N("The whole activity of “{place}” is preparatory or auxiliary."),
        no=_N("The whole activity of “{place}” is not preparatory or auxiliary."),
        unknown=_N(
            "It is not known whether the whole activity of “{place}” is preparatory or auxiliary."
        ),
    ),
    "exception.goods": Say(
        yes=_N("The goods belong to the enterprise ({activity:label})."),
        no=_N("The goods do not belong to the enterprise ({activity:label})."),
        unknown=_N(
            "It is not known whether the goods belong to the enterprise ({activity:label})."
        ),
    ),
    "exception.preparatory": Say(
        yes=_N("The activity “{activity:label}” is preparatory or auxiliary."),
        no=_N("The activity “{activity:label}” is not preparatory or auxiliary."),
        unknown=_N(
            "It is not known whether the activity “{activity:label}” is preparatory or auxiliary."
        ),
    ),
    "exception.protocol": Say(
        yes=_N(
            "The Protocol excepts “{place}”: it serves delivery that meets every condition of the "
            "Protocol."
        ),
        no=_N("The Protocol on occasional delivery does not except “{place}”."),
        unknown=_N(
            "It is not known whether the Protocol on occasional delivery excepts “{place}”."
        ),
    ),
    "exception.protocol_together": Say(
        yes=_N("Storage and occasional delivery under the Protocol together except “{place}”."),
        no=_N(
            "Storage and occasional delivery under the Protocol together do not except “{place}”."
        ),
        unknown=_N(
            "It is not known whether storage and occasional delivery under the Protocol together "
            "except “{place}”."
        ),
    ),
    "exception.occasional": Say(
        yes=_N("Goods are delivered from “{place}” only occasionally."),
        no=_N("Delivery from “{place}” is not occasional."),
        unknown=_N("It is not known whether delivery from “{place}” is occasional."),
    ),
    "exception.no_income": Say(
        yes=_N("No income is derived from the delivery."),
        no=_N("Income is derived from the delivery."),
        unknown=_N("It is not known whether income is derived from the delivery."),
    ),
    "exception.no_profit": Say(
        yes=_N("No profit is derived from the delivery."),
        no=_N("A profit is derived from the delivery."),
        unknown=_N("It is not known whether a profit is derived from the delivery."),
    ),
    "exception.income_without_profit": Say(
        yes=_N(
            "The delivery brings no income that counts: the Protocol is read as asking for profit."
        ),
        no=_N("The delivery brings income, and a profit."),
        unknown=_N("It is not known whether the delivery brings income and a profit."),
    ),
    "exception.not_sold": Say(
        yes=_N("“{place}” is not a sales outlet and the goods are not sold there."),
        no=_N("“{place}” is a sales outlet, or the goods are sold there."),
        unknown=_N(
            "It is not known whether “{place}” is a sales outlet or the goods are sold there."
        ),
    ),
}

ACTIVITY_LABELS = {
    "storage": _N("storage"),
    "display": _N("display"),
    "delivery": _N("delivery"),
    "processing_by_another": _N("processing by another enterprise"),
    "purchasing": _N("purchasing"),
    "collecting_information": _N("collecting information"),
    "other": _N("other activity"),
    "core": _N("core activity"),
}


def is_excepted(matter: Matter, clause: Exceptions, place: Place) -> Finding:
    """Whether an exception covers the place; anti-fragmentation is another clause."""
    values = {"place": place.name}
    path = f"places[{place.id}].activities"
    if place.activities is None:
        return left_open("exception.activities", (path,), clause.paragraph, values)
    if not place.activities:
        return given("exception.activities", NO, clause.paragraph, values, (path,))
    kinds = {activity.kind for activity in place.activities}
    limbs: list[Finding] = []
    if "core" in kinds:
        return _not_listed(clause, place, "core")
    if "delivery" in kinds:
        limbs += _protocol_limbs(matter, clause, place, kinds)
        if clause.item_of("delivery") is None:
            matter.touch("exceptions.delivery_not_listed")
            if matter.option(clause, "omitted_delivery") == "not_excepted":
                limbs.append(_not_listed(clause, place, "delivery", ("omitted_delivery",)))
                return _covering(clause, limbs, values)
    limbs.append(_listed(matter, clause, place))
    return _covering(clause, limbs, values)


def _covering(clause: Exceptions, limbs: list[Finding], values: dict[str, str]) -> Finding:
    if len(limbs) == 1:
        return limbs[0]
    return any_of("exception", limbs, clause.paragraph, values)


def _not_listed(
    clause: Exceptions, place: Place, activity: str, readings: tuple[str, ...] = ()
) -> Finding:
    values = {"place": place.name, "activity": ACTIVITY_LABELS[activity]}
    path = f"places[{place.id}].activities"
    return given("exception.list", NO, clause.paragraph, values, (path,), readings)


def _listed(matter: Matter, clause: Exceptions, place: Place) -> Finding:
    """The list itself: one item alone, or the combination of several."""
    assert place.activities is not None
    groups: dict[int, tuple[Item, list[Activity]]] = {}
    for activity in place.activities:
        # delivery that no item names is an "other" activity
        item = clause.item_of(activity.kind) or clause.item_of("other")
        if item is None:
            return _not_listed(clause, place, activity.kind)
        groups.setdefault(id(item), (item, []))[1].append(activity)
    every_item = matter.option(clause, "each_item_preparatory") == "every_item"
    if len(groups) == 1:
        item, activities = next(iter(groups.values()))
        readings = () if clause.each_item_preparatory else ("each_item_preparatory",)
        parts = _conditions(place, item, activities, every_item, readings)
        values = {
            "place": place.name,
            "activities": [ACTIVITY_LABELS[a.kind] for a in activities],
        }
        if not parts:
            return given(
                "exception.item",
                YES,
                item.paragraphs[0],
                values,
                (f"places[{place.id}].activities",),
            )
        return all_of("exception.item", parts, item.paragraphs[0], values)
    matter.touch("exceptions.combination")
    if {"purchasing", "collecting_information"} <= {a.kind for a in place.activities}:
        matter.touch("exceptions.purchasing_and_information")
    parts = [
        condition
        for item, activities in groups.values()
        for condition in _conditions(place, item, activities, False, ())
    ]
    values_of_place = {"place": place.name}
    parts.append(
        fact(
            "exception.whole",
            f"places[{place.id}].combination_preparatory_or_auxiliary",
            place.combination_preparatory_or_auxiliary,
            clause.combination.paragraph,
            values_of_place,
        )
    )
    return all_of("exception.combination", parts, clause.combination.paragraph, values_of_place)


def _conditions(
    place: Place,
    item: Item,
    activities: list[Activity],
    every_item: bool,
    readings: tuple[str, ...],
) -> list[Finding]:
    """What one item asks of its activities."""
    parts: list[Finding] = []
    preparatory = "preparatory" in item.needs
    for activity in activities:
        path = f"places[{place.id}].activities[{activity.kind}]."
        values = {"activity": ACTIVITY_LABELS[activity.kind]}
        if "own_goods" in item.needs:
            parts.append(
                fact(
                    "exception.goods",
                    path + "goods_of_enterprise",
                    activity.goods_of_enterprise,
                    "",
                    values,
                )
            )
        if preparatory or every_item:
            parts.append(
                fact(
                    "exception.preparatory",
                    path + "preparatory_or_auxiliary",
                    activity.preparatory_or_auxiliary,
                    "",
                    values,
                    () if preparatory else readings,
                )
            )
    return parts


def _protocol_limbs(
    matter: Matter, clause: Exceptions, place: Place, kinds: set[str]
) -> list[Finding]:
    """Delivery under the Protocol: alone at the place, or, on one reading, beside storage."""
    protocol = clause.protocol_delivery
    if protocol == "none" or not kinds <= {"delivery", *PROTOCOL_STORAGE}:
        return []
    if matter.option(protocol, "protocol") == "does_not_apply":
        return []
    assert place.activities is not None
    beside = [activity for activity in place.activities if activity.kind != "delivery"]
    if beside:
        matter.touch("exceptions.storage_with_protocol_delivery")
        if matter.option(protocol, "protocol_storage") == "separate":
            return []
    delivery = next(activity for activity in place.activities if activity.kind == "delivery")
    values = {"place": place.name}
    readings = () if protocol.protocol else ("protocol",)
    limb = all_of(
        "exception.protocol",
        _protocol_needs(matter, protocol, place, delivery),
        protocol.paragraphs[0],
        values,
        readings,
    )
    if not beside:
        return [limb]
    parts = [limb]
    for activity in beside:
        item = clause.item_of(activity.kind)
        if item is not None:
            parts += _conditions(place, item, [activity], False, ())
    return [
        all_of(
            "exception.protocol_together",
            parts,
            protocol.paragraphs[0],
            values,
            ("protocol_storage",),
        )
    ]


def _protocol_needs(
    matter: Matter, protocol: ProtocolDelivery, place: Place, delivery: Activity
) -> list[Finding]:
    path = f"places[{place.id}].activities[delivery]."
    values = {"place": place.name, "activity": ACTIVITY_LABELS["delivery"]}
    parts: list[Finding] = []
    matter.touch("exceptions.protocol_delivery")
    if "own_goods" in protocol.needs:
        parts.append(
            fact(
                "exception.goods",
                path + "goods_of_enterprise",
                delivery.goods_of_enterprise,
                "",
                values,
            )
        )
    if "occasional" in protocol.needs:
        parts.append(
            fact("exception.occasional", path + "occasional", delivery.occasional, "", values)
        )
    if "no_income" in protocol.needs:
        reading = () if protocol.delivery_income else ("delivery_income",)
        income = fact_not(
            "exception.no_income", path + "earns_income", delivery.earns_income, "", values, reading
        )
        if matter.option(protocol, "delivery_income") == "any_income":
            parts.append(income)
        else:
            profit = fact_not(
                "exception.no_profit",
                path + "earns_profit",
                delivery.earns_profit,
                "",
                values,
                reading,
            )
            parts.append(
                any_of("exception.income_without_profit", (profit, income), "", values, reading)
            )
    if "not_sold_there" in protocol.needs:
        parts.append(
            fact_not("exception.not_sold", path + "sold_there", delivery.sold_there, "", values)
        )
    return parts

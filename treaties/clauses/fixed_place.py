"""A fixed place of business, with the list of places that the term includes in particular.

A listed place must meet the general rule as well: the list only picks the item cited.
"""

from __future__ import annotations

from typing import Literal

from treaties.clauses.base import Clause, Matter
from treaties.facts import Place
from treaties.finding import Finding, all_of, fact
from treaties.wording import _N, Say

PlaceKind = Literal[
    "place_of_management",
    "branch",
    "office",
    "factory",
    "workshop",
    "extraction",
    "exploration_place",
    "sales_outlet",
    "retail_outlet",
    "warehouse_for_others",
    "farm",
    "storage",
    "other",
]


class FixedPlace(Clause):
    """`listed` maps a paragraph of the list to the kind or kinds of place it names."""

    kind: Literal["fixed_place"]
    listed: dict[str, PlaceKind | list[PlaceKind]]

    def cites(self) -> list[str]:
        return [self.paragraph, *self.listed]

    def item_for(self, kind: str | None) -> str | None:
        """The paragraph of the list that names this kind of place, if one does."""
        for paragraph, kinds in self.listed.items():
            if kind == kinds or (isinstance(kinds, list) and kind in kinds):
                return paragraph
        return None


MESSAGES = {
    "place.rule": Say(
        yes=_N(
            "“{place}” is fixed, is at the disposal of the enterprise, and its business is carried "
            "on through it."
        ),
        no=_N("“{place}” is not a fixed place of business of the enterprise."),
        unknown=_N(
            "It is not known whether “{place}” is a fixed place of business of the enterprise."
        ),
    ),
    "place.at_disposal": Say(
        yes=_N("“{place}” is at the disposal of the enterprise."),
        no=_N("“{place}” is not at the disposal of the enterprise."),
        unknown=_N("It is not known whether “{place}” is at the disposal of the enterprise."),
    ),
    "place.fixed": Say(
        yes=_N("“{place}” has a definite location and a degree of permanence."),
        no=_N("“{place}” is not fixed: it has no definite location or no degree of permanence."),
        unknown=_N("It is not known whether “{place}” is fixed."),
    ),
    "place.business": Say(
        yes=_N(
            "The business of the enterprise is carried on, wholly or partly, through “{place}”."
        ),
        no=_N("The business of the enterprise is not carried on through “{place}”."),
        unknown=_N(
            "It is not known whether the business of the enterprise is carried on through “"
            "{place}”."
        ),
    ),
}


def is_fixed_place(matter: Matter, clause: FixedPlace, place: Place) -> Finding:
    """The general rule: fixed, at the enterprise's disposal, its business done through it."""
    path = f"places[{place.id}]."
    values = {"place": place.name}
    listed = clause.item_for(place.kind)
    if listed and place.fixed is not True:
        matter.touch("place.listed_not_fixed")
    return all_of(
        "place.rule",
        (
            fact("place.fixed", path + "fixed", place.fixed, "", values),
            fact("place.at_disposal", path + "at_disposal", place.at_disposal, "", values),
            fact(
                "place.business",
                path + "business_carried_on",
                place.business_carried_on,
                "",
                values,
            ),
        ),
        listed or clause.paragraph,
        values,
    )

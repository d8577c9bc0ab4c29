"""Whether the treaty applies at all: residence, being in effect, and, for some, reciprocity.

It stands beside the conclusion and never changes what Article 5 gives.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from treaties.clauses.base import Clause, Matter
from treaties.finding import Finding, all_of, fact
from treaties.wording import _N, Say


class Conditions(Clause):
    """`paragraph` is the one that asks for reciprocity; without reciprocity there is none."""

    RESERVED: ClassVar[dict[str, tuple[str, ...]]] = {"not_for": ()}

    kind: Literal["conditions"]
    asks: list[Literal["resident", "in_effect", "reciprocity"]] = Field(min_length=1)
    paragraph: str = ""

    @model_validator(mode="after")
    def _reciprocity_is_cited(self) -> Conditions:
        if ("reciprocity" in self.asks) != bool(self.paragraph):
            raise ValueError("paragraph goes with reciprocity: name the paragraph that asks for it")
        return self

    def cites(self) -> list[str]:
        return [self.paragraph] if self.paragraph else []


MESSAGES = {
    "treaty.applies": Say(
        yes=_N(
            "The treaty applies: the enterprise is a resident, and the treaty is in effect for it."
        ),
        no=_N("The treaty does not apply."),
        unknown=_N("It is not known whether the treaty applies."),
    ),
    "treaty.resident": Say(
        yes=_N("The enterprise is a resident of its State under the treaty."),
        no=_N("The enterprise is not a resident of its State under the treaty."),
        unknown=_N(
            "It is not known whether the enterprise is a resident of its State under the treaty."
        ),
    ),
    "treaty.in_effect": Say(
        yes=_N("The treaty is in effect for that State and tax period."),
        no=_N("The treaty is not in effect for that State and tax period."),
        unknown=_N(
            "It is not known whether the treaty is in effect for that State and tax period."
        ),
    ),
    "treaty.reciprocity": Say(
        yes=_N("The condition of reciprocity is met."),
        no=_N("The condition of reciprocity is not met."),
        unknown=_N("It is not known whether the condition of reciprocity is met."),
    ),
}


def applies(matter: Matter, clause: Conditions) -> Finding:
    """Resident AND in effect AND, where asked, reciprocity."""
    parts = [
        fact(
            f"treaty.{name}",
            f"conditions.{name}",
            getattr(matter.facts.conditions, name),
            clause.paragraph if name == "reciprocity" else "",
        )
        for name in clause.asks
    ]
    return all_of("treaty.applies", parts)

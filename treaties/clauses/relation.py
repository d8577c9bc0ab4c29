"""Who is closely related to the enterprise: control on the facts, or a holding above a percentage.

Three limbs: control; a direct or indirect holding of one in the other; a common owner of both. The
clause may also add the time of related enterprises to the enterprise's own.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import Clause, Matter, Table
from treaties.facts import Holdings, Related
from treaties.finding import Finding, Op, Values, all_of, any_of, fact
from treaties.truth import NO, UNKNOWN, YES
from treaties.wording import _N, Say

Holding = Literal["beneficial_interest", "votes", "share_value", "equity"]


class AddsTime(Table):
    """What time of a related enterprise is added: the same activity and project, once a day."""

    paragraph: str
    substantially_same: Literal[True]
    project: Literal["same"]
    simultaneous: Literal["once"]


class Relation(Clause):
    """`more_than_percent` serves both holding limbs; exactly that share is not enough."""

    OPEN: ClassVar[tuple[str, ...]] = ("common_owner", "aggregation")
    RESERVED: ClassVar[dict[str, tuple[str, ...]]] = {
        "article_9": (),
        "capital_at_least_percent": (),
        "direct": ("votes_and_value",),
        "connected": (),
        "each_over": (),
    }

    kind: Literal["relation"]
    control: bool
    more_than_percent: Annotated[int, Field(ge=1, le=99)]
    direct: list[Holding] = Field(min_length=1)
    common_owner: Literal["votes_and_value", "votes_or_value"] | None = None
    adds_time: Literal["none"] | AddsTime
    aggregation: Literal["exploration_only", "sites_and_services"] | None = None

    def asks_for(self, key: str) -> bool:
        return key != "aggregation" or self.adds_time != "none"

    def cites(self) -> list[str]:
        return [self.paragraph, *([] if self.adds_time == "none" else [self.adds_time.paragraph])]


MESSAGES = {
    "related": Say(
        yes=_N("“{enterprise}” is closely related to the enterprise."),
        no=_N("“{enterprise}” is not closely related to the enterprise."),
        unknown=_N("It is not known whether “{enterprise}” is closely related to the enterprise."),
    ),
    "related.control": Say(
        yes=_N("On the facts one of the two controls the other, or the same persons control both."),
        no=_N("On the facts neither controls the other, and nobody controls both."),
        unknown=_N(
            "It is not known whether one controls the other or the same persons control both."
        ),
    ),
    "related.direct": Say(
        yes=_N(
            "One of the two holds, directly or indirectly, more than {limit} per cent in the other."
        ),
        no=_N("Neither holds more than {limit} per cent in the other."),
        unknown=_N(
            "It is not known whether one of the two holds more than {limit} per cent in the other."
        ),
    ),
    "related.common": Say(
        yes=_N("A common owner holds, directly or indirectly, more than {limit} per cent in both."),
        no=_N("No common owner holds more than {limit} per cent in both."),
        unknown=_N(
            "It is not known whether a common owner holds more than {limit} per cent in both."
        ),
    ),
    "related.in_one": Say(
        yes=_N("The common owner’s holding in {side:label} is more than {limit} per cent."),
        no=_N("The common owner’s holding in {side:label} is not more than {limit} per cent."),
        unknown=_N(
            "It is not known whether the common owner’s holding in {side:label} is more than "
            "{limit} per cent."
        ),
    ),
    "related.votes_and_value": Say(
        yes=_N("Both the votes and the value of the shares are more than {limit} per cent."),
        no=_N("The votes and the value of the shares are not both more than {limit} per cent."),
        unknown=_N(
            "It is not known whether votes and value of the shares are both more than {limit} per "
            "cent."
        ),
    ),
    "related.beneficial_interest": Say(
        yes=_N("The beneficial interest is {share} per cent: more than {limit}."),
        no=_N("The beneficial interest is {share} per cent: not more than {limit}."),
        unknown=_N("The share of the beneficial interest is not known."),
    ),
    "related.votes": Say(
        yes=_N("The votes are {share} per cent: more than {limit}."),
        no=_N("The votes are {share} per cent: not more than {limit}."),
        unknown=_N("The share of the votes is not known."),
    ),
    "related.share_value": Say(
        yes=_N("The value of the shares is {share} per cent: more than {limit}."),
        no=_N("The value of the shares is {share} per cent: not more than {limit}."),
        unknown=_N("The share of the value of the shares is not known."),
    ),
    "related.equity": Say(
        yes=_N("The beneficial equity interest is {share} per cent: more than {limit}."),
        no=_N("The beneficial equity interest is {share} per cent: not more than {limit}."),
        unknown=_N("The share of the beneficial equity interest is not known."),
    ),
}
SIDES = {"in_enterprise": _N("the enterprise"), "in_related": _N("the related enterprise")}


def is_closely_related(matter: Matter, clause: Relation, related: Related) -> Finding:
    """The three limbs for one related enterprise; the same finding for every clause that asks."""
    return matter.once(
        ("closely related", clause.paragraph, related.id), lambda: _decide(matter, clause, related)
    )


def _decide(matter: Matter, clause: Relation, related: Related) -> Finding:
    path = f"related_enterprises[{related.id}]."
    limit = clause.more_than_percent
    values = {"enterprise": related.name, "limit": limit}
    limbs: list[Finding] = []
    if clause.control:
        limbs.append(fact("related.control", path + "control", related.control, "", values))
    limbs.append(
        any_of(
            "related.direct",
            [_holding(path + "direct.", related.direct, name, limit) for name in clause.direct],
            "",
            values,
        )
    )
    either = matter.option(clause, "common_owner") == "votes_or_value"
    readings = () if clause.common_owner else ("common_owner",)
    sides = [
        _common(f"{path}common_owner.{side}.", getattr(related, side), limit, either, side)
        for side in SIDES
    ]
    limbs.append(all_of("related.common", sides, "", values, readings))
    return any_of("related", limbs, clause.paragraph, values)


def _common(path: str, holdings: Holdings, limit: int, either: bool, side: str) -> Finding:
    values = {"side": SIDES[side], "limit": limit}
    votes = _holding(path, holdings, "votes", limit)
    value = _holding(path, holdings, "share_value", limit)
    limbs = [_holding(path, holdings, "beneficial_interest", limit)]
    if either:
        limbs += [votes, value]
    else:
        limbs.append(all_of("related.votes_and_value", (votes, value), "", values))
    limbs.append(_holding(path, holdings, "equity", limit))
    return any_of("related.in_one", limbs, "", values)


def _holding(path: str, holdings: Holdings, name: str, limit: int) -> Finding:
    share: Decimal | None = getattr(holdings, name)
    outcome = UNKNOWN if share is None else YES if share > limit else NO
    values: Values = {"share": str(share), "limit": limit}
    return Finding(Op.FACT, outcome, f"related.{name}", "", values, (path + name,))

"""A head: one way to a permanent establishment, for one subject, with its reasons and its count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from treaties.clauses.base import Matter
from treaties.finding import Finding, decisive, left_open
from treaties.truth import NO, UNKNOWN, YES
from treaties.wording import _N, Say

OUTCOMES = {YES: "pe", NO: "no_pe", UNKNOWN: "undetermined"}
APPLICABILITY = {YES: "applies", NO: "does_not_apply", UNKNOWN: "unknown"}
HEADS = (
    "fixed_place",
    "building_site",
    "services",
    "exploration",
    "dependent_agent",
    "insurance",
)

MESSAGES = {
    "list.unknown": Say(unknown=_N("It is not known what there is under this head.")),
    "clauses": Say(
        yes=_N("One of the clauses of this kind gives a permanent establishment."),
        no=_N("None of the clauses of this kind gives a permanent establishment."),
        unknown=_N(
            "It is not known whether one of the clauses of this kind gives a permanent "
            "establishment."
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """Days counted against a threshold; days are ordinals, both ends inclusive.

    `counted` is certain; `counted_at_most` is with what may count (None: the same). `threshold` is
    in `unit`, days or months; `threshold_days` is what it holds here, in days. `exceeded_on` is the
    first day above it; `threshold_on` the day on which an ongoing count would pass it, unbroken.
    """

    counted: int
    counted_at_most: int | None
    unit: str
    threshold: int
    threshold_days: int
    window: tuple[int, int] | None
    exceeded_on: int | None
    threshold_on: int | None


@dataclass(frozen=True, slots=True)
class Head:
    """One head for one subject. `finding` is yes for a permanent establishment.

    `since` and `until` are its first and last day (ordinals; None: none, going on, or not known).
    `readings` are those that were read on the way.
    """

    head: str
    subject: str | None
    finding: Finding
    readings: frozenset[str]
    measure: Measure | None = None
    since: int | None = None
    until: int | None = None

    @property
    def outcome(self) -> str:
        """pe, no_pe or undetermined."""
        return OUTCOMES[self.finding.outcome]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the findings that decide, outermost first."""
        found: dict[str, None] = {}
        stack = [self.finding]
        while stack:
            finding = stack.pop(0)
            if finding.paragraph:
                found.setdefault(finding.paragraph)
            stack.extend(part for part in decisive(finding) if part.parts or part.paragraph)
        return tuple(found)


def noting(matter: Matter, make: Callable[[], Any]) -> tuple[Any, frozenset[str]]:
    """What `make` gives, and the readings read for it."""
    matter.readings_read = set()
    made = make()
    return made, frozenset(matter.readings_read)


def unknown_list(head: str, facts: str, paragraph: str) -> Head:
    return Head(head, None, left_open("list.unknown", (facts,), paragraph), frozenset())

"""Outcomes from the best for the enterprise to the worst."""

from __future__ import annotations

from collections.abc import Iterable

from treaties.truth import NO, UNKNOWN, YES, Truth

RANK = {NO: 0, UNKNOWN: 1, YES: 2}
BY_RANK = (NO, UNKNOWN, YES)


def worst(outcomes: Iterable[Truth]) -> Truth:
    """OR over heads: the worst for the enterprise."""
    return BY_RANK[max((RANK[outcome] for outcome in outcomes), default=0)]

"""Who follows assessments: other applications keep small rows about them, for lists and clocks.

This application knows none of them by name; `register` is called when they are loaded. A follower
is told inside the transaction of the change, so that its rows and the change are there together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import Standing


@dataclass(frozen=True)
class Change:
    """What changed in an assessment.

    `draft` was begun, saved, discarded, or completed to `version`; `stands` is where it stands now,
    None where its answers are as they were. A `version` alone had a step taken in its review.
    """

    assessment_id: UUID
    draft: Draft | None = None
    stands: Standing | None = None
    version: Version | None = None


_followers: list[Callable[[Change], None]] = []


def register(follower: Callable[[Change], None]) -> None:
    """Tell this one of every change."""
    if follower not in _followers:
        _followers.append(follower)


def tell(change: Change) -> None:
    """Let everybody who follows know, in the order of their loading."""
    for follower in _followers:
        follower(change)

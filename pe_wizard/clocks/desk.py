"""The part of the desk about clocks: those within the person's own lead times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pe_wizard import clock as day_of_today
from pe_wizard.accounts.models import User
from pe_wizard.clocks.presenting import ClockShown, show_all
from pe_wizard.clocks.selectors import clocks_for, lead_times_of

SHOWN = 5


@dataclass(frozen=True)
class Group:
    """Clocks that are passed (`within` 0) or will be within so many days and no shorter time."""

    within: int
    clocks: tuple[ClockShown, ...]


def on_desk(user: User) -> dict[str, Any]:
    """`clock_groups` in the order of urgency, and whether there are `more_clocks` than shown."""
    today = day_of_today.today()
    lead_times = lead_times_of(user)
    soon = clocks_for(user).filter(passes_on__lte=today + timedelta(days=max(lead_times)))
    those = list(soon[: SHOWN + 1])
    return {
        "clock_groups": grouped(show_all(those[:SHOWN], user, today), lead_times),
        "more_clocks": len(those) > SHOWN,
        "longest_lead_time": max(lead_times),
    }


def grouped(clocks: list[ClockShown], lead_times: tuple[int, ...]) -> list[Group]:
    """The clocks by the shortest lead time that they are within; in the order given in each."""
    groups: dict[int, list[ClockShown]] = {}
    for clock in clocks:
        within = 0 if clock.is_passed else _within(clock.days_left, lead_times)
        groups.setdefault(within, []).append(clock)
    return [Group(within, tuple(those)) for within, those in sorted(groups.items())]


def _within(days_left: int, lead_times: tuple[int, ...]) -> int:
    return next(days for days in sorted(lead_times) if days_left <= days)

"""A clock as pages show it, as of today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments.presenting import MeasureShown, show_measure
from pe_wizard.assessments.treaty_files import on_offer
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import RIGHTS, Right, roles_in
from pe_wizard.clocks.models import Clock
from pe_wizard.tongue import say
from treaties import HEAD_WORDS, Treaty


@dataclass(frozen=True)
class ClockShown:
    """One clock; `days_left` counts from today to the day on which it is passed.

    `act` says what can be done about one that is passed: "new_version" (with `version_id`),
    "continue" (with `draft_id`), or "" for nothing.
    """

    client_file: ClientFile
    head: str
    name: str
    url: str
    version: int | None
    treaty_code: str
    treaty: Treaty | None
    paragraph: str
    measure: MeasureShown
    as_of: date
    passes_on: date
    days_left: int
    possible: bool
    act: str
    version_id: object
    draft_id: object

    @property
    def is_passed(self) -> bool:
        """Whether the threshold was passed since the day of the assessment."""
        return self.days_left <= 0


def show_all(clocks: Iterable[Clock], user: User, today: date) -> list[ClockShown]:
    """The clocks as of today, with what the adviser can do about those that are passed."""
    those = list(clocks)
    passed = [one.client_file for one in those if one.days_left(today) <= 0]
    roles = roles_in(user, passed)
    treaties = on_offer().treaties  # as they are today, for the writing of paragraphs
    return [
        _show(one, treaties.get(one.treaty_code), roles.get(one.client_file_id, ""), today)
        for one in those
    ]


def _show(clock: Clock, treaty: Treaty | None, role: str, today: date) -> ClockShown:
    left = clock.days_left(today)
    measure = show_measure(
        {
            "counted": clock.counted(today),
            "unit": clock.unit,
            "threshold": clock.threshold,
            "threshold_days": clock.threshold_days,
            "exceeded_on": None,
            "threshold_on": None,
        }
    )
    assert measure is not None
    act = ""
    if left <= 0 and role and Right.EDIT in RIGHTS[role]:
        act = "continue" if clock.draft_id else "new_version"
    return ClockShown(
        client_file=clock.client_file,
        head=say(HEAD_WORDS[clock.head]),
        name=clock.name,
        url=_url(clock),
        version=clock.number,
        treaty_code=clock.treaty_code,
        treaty=treaty,
        paragraph=clock.paragraph,
        measure=measure,
        as_of=clock.as_of,
        passes_on=clock.passes_on,
        days_left=left,
        possible=clock.possible,
        act=act,
        version_id=clock.version_id,
        draft_id=clock.draft_id,
    )


def _url(clock: Clock) -> str:
    if clock.draft_id:
        return reverse("assessments:draft_conclusion", args=[clock.draft_id])
    return reverse("assessments:version", args=[clock.version_id])

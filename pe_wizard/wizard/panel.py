"""The panel beside every page: what is settled, what is open, how many days are counted and left.

It reads the assessment as it stands and what the interview still asks. It writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from pe_wizard.assessments.documents import items
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits
from pe_wizard.wizard.steps import Step, asked_of, open_by_step
from pe_wizard.wizard.words import name_at
from treaties import APPLICABILITY, HEAD_WORDS, Head, Measure

SHOWN = 8  # heads of each kind that are written out
ROOM = 1.12  # of the width of the meter beyond the threshold
PAGES = {
    "fixed_place": "places",
    "building_site": "building_sites",
    "services": "services",
    "exploration": "exploration",
    "dependent_agent": "agents",
    "insurance": "insurance",
}


@dataclass(frozen=True, slots=True)
class Nav:
    """The steps as a page shows them; without a form they are links."""

    steps: tuple[Step, ...]
    current: str
    draft_id: str
    form_id: str


@dataclass(frozen=True, slots=True)
class HeadLine:
    """One head for one subject."""

    head: str
    subject: str
    outcome: str
    days: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The count that is nearest to its threshold; widths are of the meter, in per cent."""

    title: str
    counted: int
    at_most: int | None
    threshold: int
    exceeded_on: date | None
    threshold_on: date | None
    left: int
    filled: str
    maybe: str
    tick: str


@dataclass(frozen=True, slots=True)
class Missing:
    """A page with questions that are still open."""

    step: str
    title: str
    left: int


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel says. `needed` are the facts of the page that are asked now."""

    outcome: str
    as_of: date | None
    applicability: str
    clock: Clock | None
    settled: tuple[HeadLine, ...]
    open: tuple[HeadLine, ...]
    more_settled: int
    more_open: int
    missing: tuple[Missing, ...]
    left: int
    short: str
    needed: str
    draft_id: str
    form_id: str
    leaving: tuple[str, ...] = ()  # answers that saving would leave unused
    returning: tuple[str, ...] = ()  # and those that would have to be confirmed


def panel_of(
    standing: Standing, steps: Sequence[Step], *, draft_id: str, form_id: str, current: str
) -> Panel:
    """The panel for the answers as they stand, beside the step `current`."""
    assessment, asked = standing.assessment, standing.interview
    if assessment is None or asked is None:
        return Panel(
            "undetermined", None, "unknown", None, (), (), 0, 0, (), 0, _("So far"), "",
            draft_id, form_id,
        )  # fmt: skip
    left = open_by_step(standing)
    lines = [_line(standing, head) for head in assessment.heads]
    settled = [line for line in lines if line.outcome != "undetermined"]
    still = [line for line in lines if line.outcome == "undetermined"]
    clock = _clock(standing, assessment.heads)
    missing = [Missing(one.key, one.title, left[one.key]) for one in steps if one.key in left]
    return Panel(
        outcome=assessment.conclusion,
        as_of=assessment.facts.as_of,
        applicability=APPLICABILITY[assessment.applicability.outcome],
        clock=clock,
        settled=tuple(settled[:SHOWN]),
        open=tuple(still[:SHOWN]),
        more_settled=max(len(settled) - SHOWN, 0),
        more_open=max(len(still) - SHOWN, 0),
        missing=tuple(missing[:SHOWN]),
        left=sum(left.values()),
        short=_days(digits(clock.counted), clock.threshold) if clock else _("So far"),
        needed=" ".join(_needed(standing, current)),
        draft_id=draft_id,
        form_id=form_id,
    )


def _needed(standing: Standing, current: str) -> list[str]:
    """The facts of a step that are asked now; rows of days always stay where they are."""
    facts = next((asked.facts for asked in asked_of(standing) if asked.key == current), ())
    return [
        fact.path
        for fact in facts
        if fact.status not in ("closed", "unused") and ".periods[" not in fact.path
    ]


def _days(counted: str, threshold: int) -> str:
    return _("%(days)s of %(limit)s days") % {"days": counted, "limit": digits(threshold)}


def _line(standing: Standing, head: Head) -> HeadLine:
    subject = ""
    if head.subject and head.head in ("fixed_place", "dependent_agent", "insurance"):
        list_name = "places" if head.head == "fixed_place" else "agents"
        subject = name_at(standing.document, f"{list_name}[{head.subject}].name")
    elif head.subject:
        subject = _project(standing, PAGES[head.head], head.subject)
    days = ""
    if head.measure:
        most = head.measure.counted_at_most
        counted = digits(head.measure.counted)
        if most is not None and most != head.measure.counted:
            counted = _("%(least)s to %(most)s") % {"least": counted, "most": digits(most)}
        days = _days(counted, head.measure.threshold_days)
    return HeadLine(_(HEAD_WORDS[head.head]), subject, head.outcome, days)


def _project(standing: Standing, list_name: str, subject: str) -> str:
    """A project by its name; one item alone, of which the project is not known, by its own."""
    if any(item.get("id") == subject for item in items(standing.document, list_name)):
        return name_at(standing.document, f"{list_name}[{subject}].name")
    return subject


def _clock(standing: Standing, heads: Sequence[Head]) -> Clock | None:
    """The count that matters most: one that is running, one that is not passed, the fullest."""
    counts = [
        (head, head.measure)
        for head in heads
        if head.measure and (head.measure.counted or head.measure.counted_at_most)
    ]
    if not counts:
        return None
    head, measure = max(counts, key=lambda one: _weight(one[1]))
    most = measure.counted if measure.counted_at_most is None else measure.counted_at_most
    whole = max(measure.threshold_days * ROOM, most, 1)
    as_of = standing.facts.as_of.toordinal() if standing.facts else 0
    line = _line(standing, head)
    return Clock(
        title=_("%(head)s: %(subject)s") % {"head": line.head, "subject": line.subject}
        if line.subject
        else line.head,
        counted=measure.counted,
        at_most=most if most != measure.counted else None,
        threshold=measure.threshold_days,
        exceeded_on=_day(measure.exceeded_on),
        threshold_on=_day(measure.threshold_on),
        left=max((measure.threshold_on or 0) - as_of, 0),
        filled=_width(measure.counted / whole),
        maybe=_width((most - measure.counted) / whole),
        tick=_width(measure.threshold_days / whole),
    )


def _weight(measure: Measure) -> tuple[bool, bool, float]:
    return (
        measure.threshold_on is not None,
        measure.exceeded_on is None,
        (measure.counted_at_most or measure.counted) / max(measure.threshold_days, 1),
    )


def _width(share: float) -> str:
    return f"{share * 100:.2f}%"


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)

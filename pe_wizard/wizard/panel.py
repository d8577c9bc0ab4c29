"""The panel beside every page: what is settled, what is open, how many days are counted and left.

It reads the assessment as it stands and what the interview still asks. It writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from pe_wizard.assessments.sections import agent_section, section_of
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits
from pe_wizard.wizard.steps import Step
from pe_wizard.wizard.words import name_at
from treaties import HEAD_WORDS, Head, Measure

SHOWN = 8  # heads of each kind that are written out
LISTS = {
    "fixed_place": "places",
    "building_site": "building_sites",
    "services": "services",
    "exploration": "exploration",
    "dependent_agent": "agents",
    "insurance": "insurance",
}


@dataclass(frozen=True, slots=True)
class HeadLine:
    """One head for one subject."""

    head: str
    subject: str
    outcome: str
    days: str
    step: str  # where it is answered
    left: int  # questions still open there


@dataclass(frozen=True, slots=True)
class Clock:
    """The count that is nearest to its threshold. Shares are of the width of the meter, in per cent."""

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
    """What the panel says."""

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
    needed: str  # paths of the facts asked now, for the script
    short: str  # for the bar of a narrow page


def panel_of(standing: Standing, steps: Sequence[Step]) -> Panel:
    """The panel for the answers as they stand."""
    assessment, asked = standing.assessment, standing.interview
    if assessment is None or asked is None:
        return Panel("undetermined", None, "unknown", None, (), (), 0, 0, (), 0, "", "")
    paths = asked.open
    left: dict[str, int] = {}
    for path in paths:
        section = _step_of(path)
        left[section] = left.get(section, 0) + 1
    lines = [_line(standing, head, left) for head in assessment.heads]
    settled = [line for line in lines if line.outcome != "undetermined"]
    still = [line for line in lines if line.outcome == "undetermined"]
    clock = _clock(standing, assessment.heads)
    needed = " ".join(
        fact.path
        for section in asked.sections
        for fact in (*section.facts, *(one for item in section.items for one in item.facts))
        if fact.status not in ("closed", "unused")
    )
    return Panel(
        assessment.conclusion,
        assessment.facts.as_of,
        "applies" if assessment.applicability.outcome.value == "yes"
        else "does_not_apply" if assessment.applicability.outcome.value == "no" else "unknown",
        clock,
        tuple(settled[:SHOWN]), tuple(still[:SHOWN]),
        max(len(settled) - SHOWN, 0), max(len(still) - SHOWN, 0),
        tuple(
            Missing(step.key, step.title, left[step.key]) for step in steps if step.key in left
        )[:SHOWN],
        len(paths), needed,
        _("%(days)s of %(limit)s days") % {
            "days": digits(clock.counted), "limit": digits(clock.threshold)
        } if clock else _("So far"),
    )  # fmt: skip


def _step_of(path: str) -> str:
    """The step on whose page the fact is asked."""
    if path.startswith("agents["):
        return agent_section(path.partition("[")[2].partition("]")[0])
    return section_of(path)


def _line(standing: Standing, head: Head, left: dict[str, int]) -> HeadLine:
    subject, step = head.subject or "", LISTS[head.head]
    if head.subject and head.head in ("fixed_place", "dependent_agent", "insurance"):
        list_name = "places" if head.head == "fixed_place" else "agents"
        subject = name_at(standing.document, f"{list_name}[{head.subject}].name")
        if list_name == "agents":
            step = agent_section(head.subject)
    elif head.subject:
        subject = _project(standing, LISTS[head.head], head.subject)
    days = ""
    if head.measure:
        most = head.measure.counted_at_most
        counted = digits(head.measure.counted)
        if most is not None and most != head.measure.counted:
            counted = _("%(least)s to %(most)s") % {"least": counted, "most": digits(most)}
        days = _("%(days)s of %(limit)s days") % {
            "days": counted, "limit": digits(head.measure.threshold_days)
        }  # fmt: skip
    number = left.get(step, 0)
    if head.head == "fixed_place" and head.subject:
        inside = f"activities-{head.subject}"
        if not number and left.get(inside):
            step, number = inside, left[inside]
    return HeadLine(_(HEAD_WORDS[head.head]), subject, head.outcome, days, step, number)


def _project(standing: Standing, list_name: str, subject: str) -> str:
    """A project by its name; one item alone, of which the project is not known, by its own."""
    for item in standing.document.get(list_name) or []:
        if item.get("id") == subject:
            return name_at(standing.document, f"{list_name}[{subject}].name")
    return subject


def _clock(standing: Standing, heads: Sequence[Head]) -> Clock | None:
    """The count that matters most: nearest to its threshold, one that is passed last."""
    counts = [
        (head, head.measure)
        for head in heads
        if head.measure and (head.measure.counted or head.measure.counted_at_most)
    ]
    if not counts:
        return None
    head, measure = max(counts, key=lambda one: _weight(one[1]))
    most = measure.counted_at_most if measure.counted_at_most != measure.counted else None
    whole = max(measure.threshold_days * 1.12, most or 0, measure.counted, 1)
    as_of = standing.facts.as_of.toordinal() if standing.facts else 0
    title = str(HEAD_WORDS[head.head])
    line = _line(standing, head, {})
    return Clock(
        title=_("%(head)s: %(subject)s") % {"head": _(title), "subject": line.subject}
        if line.subject else _(title),
        counted=measure.counted,
        at_most=most,
        threshold=measure.threshold_days,
        exceeded_on=_day(measure.exceeded_on),
        threshold_on=_day(measure.threshold_on),
        left=max((measure.threshold_on or 0) - as_of, 0),
        filled=_share(measure.counted / whole),
        maybe=_share(((most or measure.counted) - measure.counted) / whole),
        tick=_share(measure.threshold_days / whole),
    )  # fmt: skip


def _weight(measure: Measure) -> tuple[bool, bool, float]:
    return (
        measure.threshold_on is not None,
        measure.exceeded_on is None,
        (measure.counted_at_most or measure.counted) / max(measure.threshold_days, 1),
    )


def _share(part: float) -> str:
    return f"{part * 100:.2f}%"


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)

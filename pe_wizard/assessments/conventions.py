"""How a head counts as applied and under other readings: rows for the table beside a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from pe_wizard.assessments.presenting import option_label
from pe_wizard.tongue import say
from treaties import READING_WORDS, Convention, Measure


@dataclass(frozen=True)
class ConventionRow:
    """A way to count: the reading and its option, what it counts, and when it is passed.

    `goes_on`: the threshold is passed on that day if the days go on unbroken.
    """

    reading: str
    option: str
    counted: int
    limit: int
    crossing: date | None
    goes_on: bool

    @property
    def is_above(self) -> bool:
        """Whether more is counted than the threshold."""
        return self.counted > self.limit


def convention_rows(applied: Measure, others: Sequence[Convention]) -> list[ConventionRow]:
    """The count as applied, and under each reading that counts otherwise; none where none does."""
    if not others:
        return []
    rows = [_row(_("As applied"), "", applied)]
    for one in others:
        measure = one.head.measure
        if measure is not None:
            title = say(READING_WORDS[one.reading].title)
            rows.append(_row(title, option_label(one.reading, one.option), measure))
    return rows


def crossing(measure: Measure) -> int | None:
    """The day on which the threshold is passed, or would be if the days go on unbroken."""
    return measure.threshold_on if measure.exceeded_on is None else measure.exceeded_on


def _row(reading: str, option: str, measure: Measure) -> ConventionRow:
    day = crossing(measure)
    return ConventionRow(
        reading=reading,
        option=option,
        counted=measure.counted,
        limit=measure.threshold_days,
        crossing=None if day is None else date.fromordinal(day),
        goes_on=measure.exceeded_on is None,
    )

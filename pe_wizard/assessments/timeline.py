"""The timeline of a head that counts days, as positions for the drawing and rows for the table.

Positions along are in per cent, so that the drawing narrows without its letters; heights are in
pixels. Time runs in reading direction: from right to left the positions are mirrored here.

The drawing of a completed version stays as it is: today is marked where it lies within the days
drawn, and moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from babel.dates import format_date
from django.utils.translation import get_language_bidi, ngettext
from django.utils.translation import gettext as _
from persiantools.jdatetime import JalaliDate

import treaties
from pe_wizard.assessments.conventions import ConventionRow, convention_rows, crossing
from pe_wizard.assessments.presenting import HeadShown, option_label, threshold_days
from pe_wizard.display import LOCALES, SOLAR_HIJRI_MONTHS, day_text, digits, language
from pe_wizard.tongue import typed
from treaties import Assessment, Convention, Stay, Timeline, Truth

TOP, ROW, BAR = 8, 44, 14  # pixels: above the first lane, of a lane, of a bar
COUNT_HEIGHT = 196
FOOT, FOOT_ROW = 38, 18  # below the axis: the first label there, from one to the next
CLOSEST = 0.015  # of the height: lines that are nearer are drawn as one
OTHERS_AT_MOST = 3  # days of crossing under other readings that are drawn
LANES_AT_MOST = 8
ROWS_AT_MOST = 400
FINEST = 0.002  # of the width: what is nearer is drawn as one
SEASON = 75  # days; a longer drawing begins with a month
MONTHS_AT_MOST = 14  # of these each is named; of more every third, of many every twelfth


@dataclass(frozen=True)
class Label:
    """A text of the drawing: where it stands, how far from there, and which way it runs."""

    text: str
    x: str
    dx: int
    y: float
    anchor: str = "start"
    css: str = ""


@dataclass(frozen=True)
class Bar:
    """A stay of a lane; `css` tells counted days, days left out and days that may count."""

    x: str
    width: str
    y: float
    css: str


@dataclass(frozen=True)
class Tick:
    """A line of the grid with the name of the month that begins there."""

    x: str
    label: Label | None


@dataclass(frozen=True)
class Mark:
    """A line across the drawing at a day."""

    x: str
    css: str


@dataclass(frozen=True)
class TimelineRow:
    """A stay as a row of the table: days, whether they count, and the total on its last day."""

    item: str
    first: date
    last: date
    days: int
    counts: str
    total: int
    is_above: bool


@dataclass
class Chart:
    """Everything on the drawing of one head, and the same as a table."""

    anchor: str
    title: str
    says: str
    name: str
    subject: str
    rolling: bool
    height: float = 0
    lanes_end: float = 0
    count_top: float = 0
    axis: float = 0
    bars: list[Bar] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    ticks: list[Tick] = field(default_factory=list)
    line: str = ""
    area: str = ""
    ahead: str = ""
    levels: list[float] = field(default_factory=list)
    limit_y: float = 0
    span: tuple[str, str] | None = None
    cross_x: str = ""
    dot_y: float = 0
    foot: float = 0
    marks: list[Mark] = field(default_factory=list)
    other_lines: list[str] = field(default_factory=list)
    other_limits: list[float] = field(default_factory=list)
    conventions: list[ConventionRow] = field(default_factory=list)
    days: list[tuple[str, date]] = field(default_factory=list)
    has_other_crossing: bool = False
    has_as_of: bool = False
    has_today: bool = False
    has_left_out: bool = False
    has_maybe: bool = False
    rows: list[TimelineRow] = field(default_factory=list)
    rows_left: int = 0

    @property
    def span_y(self) -> float:
        """Where the line of the twelve months stands."""
        return self.lanes_end + 4

    @property
    def cross_end(self) -> float:
        """Where the line of the crossing ends, below the axis."""
        return self.axis + 24


@dataclass(frozen=True)
class Scale:
    """From days to positions along, in reading direction."""

    first: int
    last: int
    mirrored: bool

    def share(self, day: float) -> float:
        """The position of the beginning of a day, 0 to 1."""
        share = (day - self.first) / max(self.last - self.first, 1)
        share = min(max(share, 0), 1)
        return 1 - share if self.mirrored else share

    def at(self, day: float) -> str:
        """The position of the beginning of a day, in per cent."""
        return f"{self.share(day) * 100:.3f}%"


def show_timelines(
    heads: Sequence[HeadShown],
    assessment: Assessment,
    documents: Sequence[Mapping[str, Any]],
    today: date | None = None,
    nameless: Mapping[str, str] = MappingProxyType({}),
) -> list[Chart]:
    """The charts of the heads that count. `documents` are the heads of the conclusion document in
    the order of `heads`, `assessment` is the same; without `today` there is no mark for it.
    `nameless`: what to call items known by their id."""
    assessed = {(head.head, head.subject): head for head in assessment.heads}
    others = treaties.conventions(assessment)
    charts = []
    for shown, document in zip(heads, documents, strict=True):
        key = (document["head"], document["subject"])
        head = assessed.get(key)
        line = treaties.timeline(head) if head is not None else None
        if head is not None and line is not None and (line.stays or line.days):
            line = _called(line, nameless)
            drawn = Drawn(line, document["measure"], assessment.facts.as_of, today)
            charts.append(chart(shown, drawn, others.get(key, ())))
            if head.measure is not None:
                charts[-1].conventions = convention_rows(head.measure, others.get(key, ()))
    return charts


def _called(line: Timeline, nameless: Mapping[str, str]) -> Timeline:
    """The timeline with its items as people call them."""
    if not any(stay.item in nameless for stay in line.stays):
        return line
    return replace(
        line,
        stays=tuple(replace(stay, item=nameless.get(stay.item, stay.item)) for stay in line.stays),
    )


@dataclass(frozen=True)
class Drawn:
    """What a drawing is made from: the days, the measure of the head, and the days to be marked."""

    line: Timeline
    measure: Mapping[str, Any]
    as_of: date
    today: date | None


def chart(shown: HeadShown, drawn: Drawn, others: Sequence[Convention] = ()) -> Chart:
    """The drawing and the table of one head, with the `others` in which its days count
    otherwise."""
    line, measure = drawn.line, drawn.measure
    made = Chart(
        anchor=f"time-{shown.anchor}",
        title=_("%(head)s: days and their count") % {"head": shown.name},
        says=_says(shown, measure),
        name=shown.name,
        subject=shown.subject,
        rolling=line.rolling,
    )
    crossings = _other_crossings(measure, others)
    scale = _scale(drawn, list(crossings))
    _lanes(made, line, scale)
    _span(made, measure, scale)
    _count(made, line, measure, scale, others)
    _other_marks(made, crossings, scale)
    _days(made, drawn, scale)
    _axis(made, scale)
    _table(made, line, measure)
    return made


def _other_crossings(
    measure: Mapping[str, Any], others: Sequence[Convention]
) -> dict[int, list[Convention]]:
    """The days on which the threshold is passed under other readings where as applied it is not."""
    applied = measure["exceeded_on"] or measure["threshold_on"]
    found: dict[int, list[Convention]] = {}
    for one in others:
        day = crossing(one.head.measure) if one.head.measure is not None else None
        if day is not None and day != (ordinal(applied) if applied else None):
            found.setdefault(day, []).append(one)
    return dict(sorted(found.items())[:OTHERS_AT_MOST])


def _says(shown: HeadShown, measure: Mapping[str, Any]) -> str:
    limit = threshold_days(measure)
    values = {"counted": digits(measure["counted"]), "limit": digits(limit)}
    if measure["window"]:
        values["first"], values["last"] = (
            day_text(date.fromisoformat(day)) for day in measure["window"]
        )
        text = _(
            "Counted: %(counted)s days from %(first)s to %(last)s; the threshold is %(limit)s."
        )
    else:
        text = _("Counted: %(counted)s days; the threshold is %(limit)s.")
    said = text % values
    if measure["exceeded_on"]:
        day = day_text(date.fromisoformat(measure["exceeded_on"]))
        said += " " + _("It is passed on %(day)s.") % {"day": day}
    elif measure["threshold_on"]:
        day = day_text(date.fromisoformat(measure["threshold_on"]))
        said += " " + _("Unbroken, it passes on %(day)s.") % {"day": day}
    return said


def _scale(drawn: Drawn, others: Sequence[int]) -> Scale:
    line, measure = drawn.line, drawn.measure
    days = [day for stay in line.stays for day in (stay.first, stay.last + 1)]
    days += [ordinal(day) for day in (measure["exceeded_on"], measure["threshold_on"]) if day]
    days += [day for run in line.days.runs for day in run]
    days += others
    first, last = min(days), max(days)
    as_of = drawn.as_of.toordinal()
    if last < as_of <= last + (last - first) // 3:
        last = as_of + 1
    room = max((last - first) // 40, 2)
    if last - first > SEASON:
        first = date.fromordinal(first).replace(day=1).toordinal() + 1
    return Scale(first - 1, last + room, get_language_bidi())


def ordinal(day: str) -> int:
    """The ordinal of an ISO date."""
    return date.fromisoformat(day).toordinal()


def _isolated(text: str) -> str:
    """A label by itself: the drawing runs from left to right on every page."""
    return f"\u2067{text}\u2069" if get_language_bidi() else text


def _edge(scale: Scale) -> tuple[str, str, int]:
    """Where a label at the beginning of a line stands."""
    return ("100%", "end", -5) if scale.mirrored else ("0", "start", 5)


def _lanes(made: Chart, line: Timeline, scale: Scale) -> None:
    items = list(dict.fromkeys(stay.item for stay in line.stays))
    x, anchor, dx = _edge(scale)
    for at, item in enumerate(items[:LANES_AT_MOST]):
        top = TOP + at * ROW
        name = typed(item) if at < LANES_AT_MOST - 1 or len(items) <= LANES_AT_MOST else ""
        if not name:
            name = _("%(n)s more") % {"n": digits(len(items) - LANES_AT_MOST + 1)}
        made.labels.append(Label(_isolated(name), x, dx, top + 10, anchor, "c-strong c-halo"))
        own = items[at:] if at == LANES_AT_MOST - 1 else [item]
        made.bars += _bars(made, [s for s in line.stays if s.item in own], top + 18, scale)
    made.lanes_end = TOP + min(len(items), LANES_AT_MOST) * ROW


BAR_CLASSES = {Truth.YES: "c-bar", Truth.NO: "c-bar--leave", Truth.UNKNOWN: "c-bar--maybe"}


def _bars(made: Chart, stays: Sequence[Stay], y: float, scale: Scale) -> list[Bar]:
    """The bars of a lane; stays so close that no eye could part them are one bar."""
    apart = (scale.last - scale.first) * FINEST
    runs: dict[Truth, list[list[int]]] = {}
    for stay in sorted(stays, key=lambda one: (one.first, one.last)):
        of_kind = runs.setdefault(stay.counts, [])
        if of_kind and stay.first - of_kind[-1][1] - 1 <= apart:
            of_kind[-1][1] = max(of_kind[-1][1], stay.last)
        else:
            of_kind.append([stay.first, stay.last])
    made.has_left_out = made.has_left_out or Truth.NO in runs
    made.has_maybe = made.has_maybe or Truth.UNKNOWN in runs
    return [
        _bar(scale, first, last, y, BAR_CLASSES[kind])
        for kind, of_kind in runs.items()
        for first, last in of_kind
    ]


def _bar(scale: Scale, first: int, last: int, y: float, css: str) -> Bar:
    ends = sorted((scale.share(first), scale.share(last + 1)))
    return Bar(f"{ends[0] * 100:.3f}%", f"{max(ends[1] - ends[0], FINEST) * 100:.3f}%", y, css)


def _span(made: Chart, measure: Mapping[str, Any], scale: Scale) -> None:
    made.count_top = made.lanes_end + 24
    if not made.rolling or not measure["window"]:
        return
    first, last = measure["window"]
    made.span = (scale.at(ordinal(first)), scale.at(ordinal(last) + 1))
    text = _("Twelve months from %(first)s") % {"first": day_text(date.fromisoformat(first))}
    made.labels.append(
        Label(
            _isolated(text),
            made.span[0],
            -8 if scale.mirrored else 8,
            made.lanes_end + 22,
            "end" if scale.mirrored else "start",
            "c-halo",
        )
    )
    made.count_top = made.lanes_end + 40


def _count(
    made: Chart,
    line: Timeline,
    measure: Mapping[str, Any],
    scale: Scale,
    others: Sequence[Convention],
) -> None:
    limit = threshold_days(measure)
    # What an eye could not part from the count and the threshold as applied is in the table only.
    counting = [one for one in others if one.head.measure and one.head.measure.counted]
    limits = {one.head.measure.threshold_days for one in counting if one.head.measure} - {limit}
    lines = [found for one in counting if (found := treaties.timeline(one.head)) is not None]
    other_lines = {one.days: one.vertices() for one in lines if one.days != line.days}
    counts = [count for turns in (line.vertices(), *other_lines.values()) for _day, count in turns]
    highest = max([*counts, limit, *limits]) * 1.15
    apart = highest * CLOSEST
    made.axis = made.count_top + COUNT_HEIGHT

    def y(count: float) -> float:
        return COUNT_HEIGHT * (1 - count / highest)

    def point(day: float, count: float) -> str:
        return f"{scale.share(day) * 1000:.1f} {y(count):.1f}"

    # A day has been counted at its end: the count of a day stands at the beginning of the next.
    points = [point(day + 1, count) for day, count in line.vertices()]
    if points:
        made.line = "M" + " L".join(points)
        first, last = points[0].split()[0], points[-1].split()[0]
        made.area = f"{made.line} L{last} {COUNT_HEIGHT} L{first} {COUNT_HEIGHT} Z"
    for turns in other_lines.values():
        if max((abs(count - line.count_on(day)) for day, count in turns), default=0) < apart:
            continue
        made.other_lines.append("M" + " L".join(point(day + 1, count) for day, count in turns))
    seen = [one for one in sorted(limits) if abs(one - limit) >= apart]
    made.other_limits = [made.count_top + y(one) for one in seen]
    made.limit_y = made.count_top + y(limit)
    x, anchor, dx = _edge(scale)
    for level in _levels(limit):
        made.levels.append(made.count_top + y(level))
        text = _isolated(digits(level))
        made.labels.append(Label(text, x, dx, made.count_top + y(level) - 4, anchor, "c-halo"))
    text = ngettext("%(n)s day", "%(n)s days", limit) % {"n": digits(limit)}
    made.labels.append(Label(_isolated(text), x, dx, made.limit_y - 6, anchor, "c-strong c-halo"))
    if measure["exceeded_on"]:
        _crossing(made, scale, ordinal(measure["exceeded_on"]), limit, y(limit + 1))
    elif measure["threshold_on"] and line.days:
        last_day, count = line.vertices()[-1]
        passes = ordinal(measure["threshold_on"])
        made.ahead = f"M{point(last_day + 1, count)} L{point(passes + 1, limit + 1)}"
        _crossing(made, scale, passes, limit, y(limit + 1))


def _levels(limit: int) -> list[int]:
    """Two round numbers of days below the limit."""
    step = limit // 3
    if step > 10:
        step -= step % 10
    return [step, 2 * step] if step else []


def _crossing(made: Chart, scale: Scale, day: int, limit: int, y: float) -> None:
    made.cross_x = scale.at(day + 1)
    made.dot_y = made.count_top + y
    text = _("%(day)s: day %(n)s") % {
        "day": day_text(date.fromordinal(day)),
        "n": digits(limit + 1),
    }
    _at_foot(made, scale, day + 1, text, "c-strong")


def _at_foot(made: Chart, scale: Scale, day: float, text: str, css: str) -> None:
    """A label below the axis, in a row of its own."""
    y = max(made.foot, made.axis + FOOT)
    made.foot = y + FOOT_ROW
    at_end = scale.share(day) > 0.5
    dx, anchor = (8, "end") if at_end else (-8, "start")
    made.labels.append(Label(_isolated(text), scale.at(day), dx, y, anchor, f"{css} c-halo"))


def _other_marks(made: Chart, crossings: Mapping[int, Sequence[Convention]], scale: Scale) -> None:
    """The days on which the threshold is passed under other readings, one row for each."""
    for day, those in crossings.items():
        options = ", ".join(option_label(one.reading, one.option) for one in those)
        text = _("%(day)s: %(reading)s") % {
            "day": day_text(date.fromordinal(day)),
            "reading": options,
        }
        _at_foot(made, scale, day + 1, text, "c-other")
        made.marks.append(Mark(scale.at(day + 1), "c-cross--other"))
        made.has_other_crossing = True


def _days(made: Chart, drawn: Drawn, scale: Scale) -> None:
    """The day as of which the facts stand, and today, where they lie within what is drawn."""
    crossed = drawn.measure["exceeded_on"] or drawn.measure["threshold_on"]
    if crossed:
        made.days.append((_("Threshold passed on"), date.fromisoformat(crossed)))
    made.days.append((_("As of"), drawn.as_of))
    if _is_drawn(drawn.as_of, scale):
        text = _("As of %(day)s") % {"day": day_text(drawn.as_of)}
        if drawn.today == drawn.as_of:
            text = _("As of today, %(day)s") % {"day": day_text(drawn.as_of)}
        _day_mark(made, scale, drawn.as_of, text, "c-as-of")
        made.has_as_of = True
    if drawn.today is None:
        return
    made.days.append((_("Today"), drawn.today))
    if drawn.today != drawn.as_of and _is_drawn(drawn.today, scale):
        text = _("Today, %(day)s") % {"day": day_text(drawn.today)}
        _day_mark(made, scale, drawn.today, text, "c-today")
        made.has_today = True


def _is_drawn(day: date, scale: Scale) -> bool:
    return scale.first <= day.toordinal() < scale.last


def _day_mark(made: Chart, scale: Scale, day: date, text: str, css: str) -> None:
    """A mark at the end of a day, where its count stands."""
    _at_foot(made, scale, day.toordinal() + 1, text, "c-day")
    made.marks.append(Mark(scale.at(day.toordinal() + 1), css))


def _axis(made: Chart, scale: Scale) -> None:
    made.height = max(made.foot, made.axis + FOOT) - 8
    months = list(_months(scale.first, scale.last))
    every = 1 if len(months) <= MONTHS_AT_MOST else 3 if len(months) <= 3 * MONTHS_AT_MOST else 12
    anchor, dx = ("end", -5) if scale.mirrored else ("start", 5)
    named = 0
    for day, number, year in months:
        if (number - 1) % every:
            continue
        share = scale.share(day)
        crowded = share < 0.04 if scale.mirrored else share > 0.93
        label = None
        if not crowded:
            text = _month_name(day, number, year, with_year=named == 0 or number == 1)
            css = "" if named % 3 == 0 else "c-minor"
            label = Label(_isolated(text), scale.at(day), dx, made.axis + 18, anchor, css)
        made.ticks.append(Tick(scale.at(day), label))
        named += 1


def _months(first: int, last: int) -> list[tuple[int, int, int]]:
    """The first days of months in the range, with number and year, in the calendar of the page."""
    found = []
    if language() == "fa":
        year, month = (
            JalaliDate(date.fromordinal(first)).year,
            JalaliDate(date.fromordinal(first)).month,
        )
        while (day := JalaliDate(year, month, 1).to_gregorian().toordinal()) <= last:
            if day >= first:
                found.append((day, month, year))
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        return found
    start = date.fromordinal(first)
    year, month = start.year, start.month
    while (day := date(year, month, 1).toordinal()) <= last:
        if day >= first:
            found.append((day, month, year))
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return found


def _month_name(day: int, number: int, year: int, *, with_year: bool) -> str:
    if language() == "fa":
        name = SOLAR_HIJRI_MONTHS[number - 1]
        return digits(f"{name} {year}") if with_year else name
    pattern = "LLL y" if with_year else "LLL"
    return format_date(date.fromordinal(day), pattern, locale=LOCALES[language()])


def _table(made: Chart, line: Timeline, measure: Mapping[str, Any]) -> None:
    limit = threshold_days(measure)
    exceeded = ordinal(measure["exceeded_on"]) if measure["exceeded_on"] else None
    words = {
        Truth.YES: _("Counted"),
        Truth.NO: _("Left out"),
        Truth.UNKNOWN: _("May count"),
    }
    rows = []
    for stay in sorted(line.stays, key=lambda one: (one.first, one.last)):
        parts = [(stay.first, stay.last)]
        if stay.counts is Truth.YES and exceeded is not None and stay.first <= exceeded < stay.last:
            parts = [(stay.first, exceeded), (exceeded + 1, stay.last)]
        for first, last in parts:
            total = line.count_on(last)
            rows.append(
                TimelineRow(
                    stay.item,
                    date.fromordinal(first),
                    date.fromordinal(last),
                    last - first + 1,
                    words[stay.counts],
                    total,
                    total > limit,
                )
            )
    made.rows, made.rows_left = rows[:ROWS_AT_MOST], max(len(rows) - ROWS_AT_MOST, 0)

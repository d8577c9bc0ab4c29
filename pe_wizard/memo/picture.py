"""The timeline of a head for paper: the drawing of its page, its shapes apart from its labels.

Shapes are an SVG with colours of its own, since no stylesheet reaches a PDF. Labels, in which names
stand, are set as text by whoever sets the memo (drawing.typ).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pe_wizard.assessments.timeline import Chart, Label
from pe_wizard.memo.structure import UNFIT, Lettering

WIDTH = 680  # units
INK, SOFT, LINE, GRID, FILL = "#1b1a18", "#57534b", "#1d4f91", "#dcd8cf", "#e9eff8"
BAR = {
    "c-bar": f'fill="{SOFT}"',
    "c-bar--leave": f'fill="#fff" stroke="{SOFT}" stroke-width="1"',
    "c-bar--maybe": f'fill="url(#hatch)" stroke="{SOFT}" stroke-width="1"',
}
HATCH = (
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="5" stroke="{SOFT}" '
    'stroke-width="2"/></pattern></defs>'
)
MARKS = {
    "c-cross--other": (SOFT, ' stroke-dasharray="2 3"'),
    "c-as-of": (SOFT, ""),
    "c-today": (LINE, ""),
}
SIZE, TICK_SIZE = 12, 10.5  # of letters, in units
GLYPH = 0.58  # how wide a letter is at most, beside how high
_POINT = re.compile(r"([ML])\s*([0-9.]+) ([0-9.]+)")
_MARKS = re.compile("[\u2066-\u2069]")


def shapes(chart: Chart) -> str:
    """Bars, count, limit and crossing of the chart as an SVG document of 680 units width."""
    height = f"{chart.height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}">{HATCH}{"".join(_parts(chart))}</svg>'
    )


def lettering(chart: Chart) -> tuple[Lettering, ...]:
    """The labels of the chart, those below its axis smaller."""
    ticks = (_label(tick.label, TICK_SIZE) for tick in chart.ticks if tick.label is not None)
    return (*ticks, *(_label(one, SIZE) for one in chart.labels))


def _parts(chart: Chart) -> Iterator[str]:
    for tick in chart.ticks:
        yield _line(_x(tick.x), 4, _x(tick.x), chart.axis, GRID)
    for mark in chart.marks:
        colour, dashes = MARKS[mark.css]
        yield _line(_x(mark.x), 4, _x(mark.x), chart.cross_end, colour, dashes)
    for level in chart.levels:
        yield _line(0, level, WIDTH, level, GRID)
    for bar in chart.bars:
        yield (
            f'<rect x="{_x(bar.x):.1f}" y="{bar.y:.1f}" width="{max(_x(bar.width), 1):.1f}" '
            f'height="14" {BAR[bar.css]}/>'
        )
    if chart.span:
        first, last, y = _x(chart.span[0]), _x(chart.span[1]), chart.span_y
        yield _line(first, y, last, y, SOFT)
        for end in (first, last):
            yield _line(end, y - 5, end, y + 5, SOFT)
    if chart.line:
        yield f'<path d="{_path(chart.area, chart.count_top)}" fill="{FILL}"/>'
        yield _stroke(_path(chart.line, chart.count_top), 'stroke-width="2"')
    for path in chart.other_lines:
        yield _stroke(_path(path, chart.count_top), 'stroke-width="1"', SOFT)
    if chart.ahead:
        dotted = 'stroke-width="1.5" stroke-dasharray="2 4"'
        yield _stroke(_path(chart.ahead, chart.count_top), dotted)
    yield _line(0, chart.axis, WIDTH, chart.axis, SOFT)
    for y in chart.other_limits:
        yield _line(0, y, WIDTH, y, SOFT, ' stroke-dasharray="6 4"')
    yield _line(0, chart.limit_y, WIDTH, chart.limit_y, INK, ' stroke-dasharray="6 4"')
    if chart.cross_x:
        x = _x(chart.cross_x)
        yield _line(x, chart.lanes_end, x, chart.cross_end, INK)
        yield f'<circle cx="{x:.1f}" cy="{chart.dot_y:.1f}" r="4" fill="{INK}"/>'


def _x(share: str) -> float:
    return float(share.rstrip("%")) / 100 * WIDTH


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="1"{more}/>'
    )


def _stroke(path: str, how: str, colour: str = LINE) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-linejoin="round" {how}/>'


def _path(drawn: str, top: float) -> str:
    """A path of the page, drawn on 1000 by 196, at its place here."""

    def place(point: re.Match[str]) -> str:
        x, y = float(point[2]) / 1000 * WIDTH, float(point[3]) + top
        return f"{point[1]}{x:.1f} {y:.1f}"

    return _POINT.sub(place, drawn)


def _label(label: Label, size: float) -> Lettering:
    x = _x(label.x) + label.dx
    room = WIDTH - x if label.anchor == "start" else x
    most = max(int(room / (size * GLYPH)), 8)
    text = UNFIT.sub("", _MARKS.sub("", label.text))
    return Lettering(
        text=text if len(text) <= most else f"{text[: most - 1].rstrip()}…",
        x=round(x, 1),
        y=round(label.y, 1),
        size=size,
        anchor=label.anchor,
        strong="c-strong" in label.css,
        quiet="c-minor" in label.css,
        clear="c-halo" in label.css,
    )

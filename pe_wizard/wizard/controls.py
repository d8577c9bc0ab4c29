"""The controls of fields, as markup: what Django's widgets are, for the names and parts of ours.

They are made here and not in templates because a page with the stays of a decade has thousands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pe_wizard.dates import in_the_other_calendar
from pe_wizard.wizard.fields import IS

if TYPE_CHECKING:
    from pe_wizard.wizard.rows import Row

SAID = frozenset({"day", "last_day", "project", "percent"})
DAYS = frozenset({"day", "last_day", "plain_day"})
SELECTED = frozenset({"choice", "reference", "worked", "yes_no"})
NOTHING = SafeString("")


def control(row: Row) -> SafeString:
    """The control of a field that is typed or selected, by its kind."""
    if row.kind in DAYS:
        made = said(row) if row.kind in SAID else typed(row)
        return made + other_calendar(row)
    if row.kind in SAID:
        return said(row)
    if row.kind in SELECTED:
        return selected(row)
    return typed(row)


def cell(row: Row) -> SafeString:
    """A control in a row of days; what is wrong with it stands above the row."""
    return format_html(
        '<div class="cell{}" data-fact="{}">{}</div>',
        " cell--error" if row.errors else "",
        row.name,
        control(row),
    )


def errors(row: Row) -> SafeString:
    """What is wrong with an answer."""
    if not row.errors:
        return NOTHING
    return format_html(
        '<p class="error" id="{}:error"><span class="vh">{} </span>{}</p>',
        row.name,
        _("Error:"),
        " ".join(row.errors),
    )


def said(row: Row) -> SafeString:
    """A text, and beside it whether it is the answer or something else is: see wizard.css."""
    kind = {
        "project": SafeString(' list="projects"'),
        "percent": SafeString(' inputmode="decimal"'),
    }
    return format_html(
        '<span class="said">{}<select name="{}" aria-label="{}">{}</select></span>',
        _input(row, kind.get(row.kind, NOTHING)),
        row.name + IS,
        _("%(field)s: what is said") % {"field": _full_label(row)},
        _options(row.options, row.chosen),
    )


def other_calendar(row: Row) -> SafeString:
    """The day that was typed, in words of the other calendar, where a page shows both."""
    other = in_the_other_calendar(row.raw)
    return format_html('<small class="other-day nowrap">{}</small>', other) if other else NOTHING


def selected(row: Row) -> SafeString:
    """One of several values; a yes/no fact of a row can be left open."""
    return format_html(
        '<select id="{}" name="{}"{}>{}{}</select>',
        row.name,
        row.name,
        _attributes(row),
        SafeString('<option value=""></option>') if row.kind == "yes_no" else NOTHING,
        _options(row.options, row.chosen),
    )


def typed(row: Row) -> SafeString:
    """A text on one line."""
    return _input(row, SafeString(' dir="auto"') if row.kind == "line" else NOTHING)


def _input(row: Row, more: SafeString) -> SafeString:
    return format_html(
        '<input type="text" id="{}" name="{}" value="{}" autocomplete="off"{}{}>',
        row.name,
        row.name,
        row.raw,
        more,
        _attributes(row),
    )


def _attributes(row: Row) -> SafeString:
    """What a reader of the control hears beside it. In a row of days it has no label of its own."""
    found = NOTHING
    if row.what:
        found += format_html(' aria-label="{}"', _full_label(row))
    if row.described_by:
        found += format_html(' aria-describedby="{}"', row.described_by)
    if row.errors:
        found += SafeString(' aria-invalid="true"')
    return found


def _full_label(row: Row) -> str:
    return f"{row.what}: {row.label}" if row.what else row.label


@lru_cache(maxsize=1024)
def _options(options: tuple[tuple[str, str], ...], chosen: tuple[str, ...]) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (value, SafeString(" selected") if value in chosen else NOTHING, word)
            for value, word in options
        ),
    )

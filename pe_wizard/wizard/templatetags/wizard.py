"""Tags of the wizard: the parts of a page, each drawn once for as long as it stays the same."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from pe_wizard.wizard import controls
from pe_wizard.wizard.check import Part
from pe_wizard.wizard.panel import Nav, Panel
from pe_wizard.wizard.rows import CardView, GroupView, ReadingView, Row, drawn

register = template.Library()

register.simple_tag(controls.cell, name="cell")
register.simple_tag(controls.control, name="control")
register.simple_tag(controls.errors, name="errors")

QUESTIONS = frozenset({"yes_no", "list", "percent"})


@register.simple_tag
def question(row: Row) -> SafeString:
    """A question with its answers, what it answers to, why it is asked, what is said about it."""
    if row.kind in QUESTIONS:
        return drawn("wizard/_question.html", "row", row)
    if row.kind == "activities":
        return drawn("wizard/_activities.html", "row", row)
    return described(row)


@register.simple_tag
def described(row: Row) -> SafeString:
    """A field that describes an item: label, hint, control."""
    return drawn("wizard/_field.html", "row", row)


@register.simple_tag
def questions(group: GroupView) -> SafeString:
    """Questions under one heading."""
    return drawn("wizard/_group.html", "group", group)


@register.simple_tag
def card(value: CardView) -> SafeString:
    """One item of a list."""
    return drawn("wizard/_card.html", "card", value)


@register.simple_tag
def reading(value: ReadingView) -> SafeString:
    """One reading of the treaty."""
    return drawn("wizard/_reading.html", "reading", value)


@register.simple_tag
def answers(part: Part) -> SafeString:
    """The answers of one step."""
    return drawn("wizard/_part.html", "part", part)


@register.simple_tag
def steps(value: Nav) -> SafeString:
    """The steps of the draft."""
    return drawn("wizard/_steps.html", "nav", value)


@register.simple_tag
def so_far(value: Panel) -> SafeString:
    """The panel."""
    return drawn("wizard/_panel.html", "panel", value)

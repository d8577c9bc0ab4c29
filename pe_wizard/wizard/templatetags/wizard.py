"""Tags of the wizard: the rows of a page."""

from django import template
from django.utils.safestring import SafeString

from pe_wizard.wizard.rows import Row, drawn

register = template.Library()

CONTROLS = {
    "yes_no": "wizard/_question.html",
    "list": "wizard/_question.html",
    "activities": "wizard/_activities.html",
    "percent": "wizard/_question.html",
    "reference": "wizard/_field.html",
}


@register.simple_tag
def question(row: Row) -> SafeString:
    """A question with its answers, what it answers to, why it is asked, what is said about it."""
    return drawn(CONTROLS.get(row.kind, "wizard/_field.html"), row)


@register.simple_tag
def described(row: Row) -> SafeString:
    """A field that describes an item: label, hint, control."""
    return drawn("wizard/_field.html", row)


@register.simple_tag
def cell(row: Row) -> SafeString:
    """A field in a row of days."""
    return drawn("wizard/_cell.html", row)

"""Filters for lists of assessments: what decided a version, how far a draft has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from pe_wizard.assessments.models import ReviewEvent
from pe_wizard.display import digits, semicolon
from treaties import APPLICABILITY_WORDS, HEAD_WORDS

register = template.Library()


@register.filter
def deciding_heads(summary: Mapping[str, Any]) -> str:
    """The heads that decided, with their measure: "Services: 195 of 183 days; Agent"."""
    those = dict.fromkeys(_head(head) for head in summary["heads"])
    if summary["more"]:
        those[gettext("%(number)s more") % {"number": digits(summary["more"])}] = None
    return semicolon().join(those)


def _head(head: Mapping[str, Any]) -> str:
    name = gettext(HEAD_WORDS[head["head"]])
    measure = head["measure"]
    if measure is None:
        return name
    counted, threshold = measure["counted"], measure["threshold"]
    if measure["unit"] == "months":
        says = ngettext(
            "%(head)s: %(counted)s days, limit %(threshold)s month",
            "%(head)s: %(counted)s days, limit %(threshold)s months",
            threshold,
        )
    else:
        says = ngettext(
            "%(head)s: %(counted)s of %(threshold)s day",
            "%(head)s: %(counted)s of %(threshold)s days",
            threshold,
        )
    return says % {"head": name, "counted": digits(counted), "threshold": digits(threshold)}


@register.filter
def how_far(progress: Mapping[str, int]) -> str:
    """How many questions of a draft are answered: "12 of 17 answered"."""
    answered = progress.get("answered", 0)
    asked = answered + progress.get("open", 0)
    return gettext("%(answered)s of %(asked)s answered") % {
        "answered": digits(answered),
        "asked": digits(asked),
    }


@register.filter
def applicability(value: str) -> str:
    """Whether the treaty applies, in a sentence."""
    return gettext(APPLICABILITY_WORDS[value])


@register.filter
def review_tag(state: str) -> str | SafeString:
    """Where the review of a version stands, as a mark in a list; nothing before one is asked for.

    `state` is a value of ReviewEvent.Kind.
    """
    if state not in ReviewEvent.Kind.values:
        return ""
    attention = "" if state == ReviewEvent.Kind.SIGNED else " tag--attn"
    return format_html('<span class="tag{}">{}</span>', attention, ReviewEvent.Kind(state).label)

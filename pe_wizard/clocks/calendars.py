"""A person's clocks as a calendar: what is told of a client is what the person chose."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.presenting import show_measure
from pe_wizard.assessments.treaty_files import on_offer
from pe_wizard.clocks import ics
from pe_wizard.clocks.models import Clock, Reminders
from pe_wizard.display import day_text, digits
from pe_wizard.templatetags.law import paragraph_label
from pe_wizard.tongue import say
from treaties import HEAD_WORDS, Treaty


def as_calendar(
    clocks: Iterable[Clock], reminders: Reminders, address: Callable[[Clock], str]
) -> bytes:
    """The file; `address` gives the page of a clock."""
    treaties = on_offer().treaties
    return ics.calendar(
        _("PE Wizard: clocks"),
        (_event(one, treaties.get(one.treaty_code), reminders, address(one)) for one in clocks),
    )


def _event(clock: Clock, treaty: Treaty | None, reminders: Reminders, url: str) -> ics.Day:
    return ics.Day(
        uid=uid(clock),
        on=clock.passes_on,
        summary=_summary(clock)
        % {
            "client": client_of(clock, reminders),
            "threshold": threshold(clock),
            "head": say(HEAD_WORDS[clock.head]),
            "treaty": clock.treaty_code,
        },
        description=_description(clock, treaty),
        changed_at=clock.changed_at,
        url=url,
        remind=tuple(sorted(reminders.lead_times)),
    )


def _summary(clock: Clock) -> str:
    if clock.possible:
        return _("%(client)s: if its days count, %(threshold)s passed, %(head)s (%(treaty)s)")
    return _("%(client)s: %(threshold)s passed, %(head)s (%(treaty)s)")


def uid(clock: Clock) -> str:
    """The same for the same head of an assessment, however its day moves; a draft is another."""
    kind = "draft" if clock.draft_id else "version"
    what = f"{clock.assessment_id} {kind} {clock.head} {clock.subject}"
    return f"{hashlib.sha256(what.encode()).hexdigest()[:32]}@pe-wizard"


def client_of(clock: Clock, reminders: Reminders) -> str:
    """The client as the person wants it written outside of these pages."""
    reference = clock.client_file.reference
    if reminders.names == Reminders.Names.NAME:
        return f"{reference} {clock.client_file.name}"
    return reference


def threshold(clock: Clock) -> str:
    """The threshold in its unit: 183 days, 6 months."""
    if clock.unit == "months":
        text = ngettext("%(n)s month", "%(n)s months", clock.threshold)
    else:
        text = ngettext("%(n)s day", "%(n)s days", clock.threshold)
    return text % {"n": digits(clock.threshold)}


def _description(clock: Clock, treaty: Treaty | None) -> str:
    measure = show_measure(
        {
            "counted": clock.counted(clock.as_of),
            "unit": clock.unit,
            "threshold": clock.threshold,
            "threshold_days": clock.threshold_days,
            "exceeded_on": None,
            "threshold_on": None,
        }
    )
    assert measure is not None
    text = (
        _(
            "Paragraph %(paragraph)s of %(treaty)s. As of %(day)s: %(counted)s, if its days count: "
            "that is not known yet. If they do and the stay goes on unbroken, the threshold is "
            "passed on this day."
        )
        if clock.possible
        else _(
            "Paragraph %(paragraph)s of %(treaty)s. As of %(day)s: %(counted)s. On this day the "
            "threshold is passed if the stay goes on unbroken."
        )
    )
    return text % {
        "paragraph": paragraph_label(clock.paragraph, treaty),
        "treaty": clock.treaty_code,
        "day": day_text(clock.as_of),
        "counted": measure.text,
    }

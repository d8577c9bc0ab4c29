"""Telling a person by mail which clocks changed since the last time.

What was told is kept with the person, so that a digest that is made again tells nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.accounts.models import User
from pe_wizard.clients import events
from pe_wizard.clocks.calendars import client_of, threshold, uid
from pe_wizard.clocks.models import Clock, Reminders
from pe_wizard.clocks.selectors import clocks_for
from pe_wizard.display import day_text, digits
from pe_wizard.tongue import say
from treaties import HEAD_WORDS

LISTED = 50  # of each kind; of more, the number is told
PASSED = 0

State = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Part:
    """Lines under a heading, and how many more there are."""

    heading: str
    lines: tuple[str, ...]
    more: int


@dataclass(frozen=True)
class Digest:
    """What changed, in the language of the person, and what is known from now on."""

    parts: tuple[Part, ...]
    number: int
    state: dict[str, dict[str, Any]]


def send(user: User, today: date) -> bool:
    """Tell the person what changed, once; whether there was something to tell.

    Who has no address, or wants no mail, or whose account has ended, is told nothing.
    """
    if not user.is_active:
        return False
    with transaction.atomic():
        Reminders.objects.get_or_create(user=user)
        reminders = Reminders.objects.select_for_update().get(user=user)
        address = reminders.address or user.email
        if not (reminders.by_mail and address):
            return False
        with translation.override(user.language or settings.LANGUAGE_CODE):
            digest = made(user, reminders, today)
            claimed = Reminders.objects.filter(user=user, digests=reminders.digests).update(
                told=digest.state,
                told_at=timezone.now(),
                digests=F("digests") + int(bool(digest.parts)),
            )
            if not digest.parts or not claimed:
                return False
            _mail(user, address, digest)
        events.record(client_file=None, actor=None, action="clocks.told", who=str(user))
    return True


def made(user: User, reminders: Reminders, today: date) -> Digest:
    """The digest as of today; without parts when nothing changed."""
    longest = max(reminders.lead_times)
    now: dict[str, tuple[Clock, dict[str, Any]]] = {}
    for clock in clocks_for(user):
        left = clock.days_left(today)
        if left > longest:
            break  # they come soonest first
        within = next((days for days in sorted(reminders.lead_times) if left <= days), longest)
        state = {"on": clock.passes_on.isoformat(), "within": PASSED if left <= 0 else within}
        now.setdefault(uid(clock), (clock, state))
    kinds = _changed(reminders.told, {key: state for key, (_clock, state) in now.items()})
    lines = {
        kind: [_line(now[key][0], reminders, today) for key in keys] for kind, keys in kinds.items()
    }
    parts = tuple(
        Part(str(HEADINGS[kind]()), tuple(those[:LISTED]), max(0, len(those) - LISTED))
        for kind, those in lines.items()
        if those
    )
    return Digest(
        parts, sum(map(len, lines.values())), {key: state for key, (_clock, state) in now.items()}
    )


HEADINGS: dict[str, Callable[[], str]] = {
    "passed": lambda: _("Passed since the day of the assessment"),
    "nearer": lambda: _("Running out"),
    "moved": lambda: _("Passed on another day than told before"),
}


def _changed(told: State, now: State) -> dict[str, list[str]]:
    """The keys of what is to be told, by kind; each clock is of one kind."""
    found: dict[str, list[str]] = {kind: [] for kind in HEADINGS}
    for key, state in now.items():
        before = told.get(key)
        if state["within"] == PASSED:
            if before is None or before["within"] != PASSED:
                found["passed"].append(key)
        elif before is None or state["within"] < before["within"] or before["within"] == PASSED:
            found["nearer"].append(key)
        elif state["on"] != before["on"]:
            found["moved"].append(key)
    return found


def _line(clock: Clock, reminders: Reminders, today: date) -> str:
    text = _told(clock, reminders, today)
    return _("If its days count: %(clock)s") % {"clock": text} if clock.possible else text


def _told(clock: Clock, reminders: Reminders, today: date) -> str:
    left = clock.days_left(today)
    values = {
        "client": client_of(clock, reminders),
        "head": say(HEAD_WORDS[clock.head]),
        "treaty": clock.treaty_code,
        "threshold": threshold(clock),
        "day": day_text(clock.passes_on),
        "left": digits(left),
    }
    if left <= 0:
        return _("%(client)s, %(head)s, %(treaty)s: %(threshold)s passed on %(day)s") % values
    return (
        ngettext(
            "%(client)s, %(head)s, %(treaty)s: %(left)s day left; %(threshold)s passed on %(day)s",
            "%(client)s, %(head)s, %(treaty)s: %(left)s days left; %(threshold)s passed on %(day)s",
            left,
        )
        % values
    )


def _mail(user: User, address: str, digest: Digest) -> None:
    subject = ngettext(
        "PE Wizard: %(n)s clock changed", "PE Wizard: %(n)s clocks changed", digest.number
    ) % {"n": digits(digest.number)}
    text = render_to_string("clocks/digest.txt", {"person": user, "parts": digest.parts})
    EmailMessage(subject, text, to=[address], connection=_connection()).send()


def _connection() -> Any:
    """The mail server of the settings; without one the mail is written to the console."""
    if settings.EMAIL_BACKEND.endswith("dummy.EmailBackend"):
        return get_connection("django.core.mail.backends.console.EmailBackend")
    return get_connection()

"""What is read about clocks. Every query begins with the client files that the adviser may see."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from pe_wizard.accounts.models import User
from pe_wizard.clients.selectors import seen_files
from pe_wizard.clocks.models import LEAD_TIMES, Clock, Reminders, Subscription
from pe_wizard.text import fold


def clocks_for(user: User) -> QuerySet[Clock]:
    """The clocks that run in the files this adviser may see, those in the archive left out.

    Soonest passed first; each with its file.
    """
    return (
        Clock.objects.filter(seen_files(user, "client_file__"), client_file__archived=False)
        .select_related("client_file")
        .order_by("passes_on", "pk")
    )


def found(clocks: QuerySet[Clock], words: str) -> QuerySet[Clock]:
    """Those of clients in whose reference or name each of the words occurs."""
    for word in fold(words).split()[:10]:
        clocks = clocks.filter(
            Q(client_file__folded_reference__contains=word)
            | Q(client_file__folded_name__contains=word)
        )
    return clocks


def reminders_of(user: User) -> Reminders:
    """What the person chose, or what holds for somebody who chose nothing (not stored)."""
    chosen = Reminders.objects.filter(user=user).first()
    return chosen or Reminders(user=user)


def lead_times_of(user: User) -> tuple[int, ...]:
    """Days before a threshold is passed, rising."""
    chosen = Reminders.objects.filter(user=user).values_list("lead_times", flat=True).first()
    return tuple(chosen) if chosen is not None else LEAD_TIMES


def subscription_of(user: User) -> Subscription | None:
    """The link that a calendar may use, if there is one."""
    return Subscription.objects.filter(user=user).first()

"""Clocks that run, as small rows beside the assessments; what each person wants to be told of them.

A `Clock` is derived from facts and is never the truth itself: `manage.py rebuild_clocks` makes all
of them again. It holds the day on which its threshold is passed, so that the days that are left are
those from today to it and no row has to be touched at night.
"""

from __future__ import annotations

import uuid
from datetime import date

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.clients.models import ClientFile
from treaties import counted_on

LEAD_TIMES = (30, 90)


def default_lead_times() -> list[int]:
    """What somebody is told who has chosen nothing."""
    return list(LEAD_TIMES)


class Clock(models.Model):
    """A running head of the latest version of an assessment, or of its open draft."""

    client_file = models.ForeignKey(ClientFile, on_delete=models.CASCADE, related_name="clocks")
    assessment = models.ForeignKey(Assessment, on_delete=models.CASCADE, related_name="clocks")
    # One of the two.
    version = models.ForeignKey(Version, null=True, on_delete=models.CASCADE, related_name="+")
    draft = models.ForeignKey(Draft, null=True, on_delete=models.CASCADE, related_name="+")
    # Of the version.
    number = models.PositiveIntegerField(null=True)
    treaty_code = models.CharField(max_length=64)
    head = models.CharField(max_length=40)
    subject = models.TextField()
    # What the subject is called, as somebody typed it.
    name = models.TextField()
    paragraph = models.CharField(max_length=64)
    unit = models.CharField(max_length=6)
    threshold = models.PositiveIntegerField()
    threshold_days = models.PositiveIntegerField()
    as_of = models.DateField()
    passes_on = models.DateField()
    # What is counted as of each day: corners [day, count] of treaties.counted_on.
    course = models.JSONField()
    # Whether it counts days of which it is not known whether they count.
    possible = models.BooleanField(default=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (
            models.Index(fields=["passes_on", "id"], name="clock_by_day"),
            models.Index(fields=["treaty_code", "passes_on"], name="clock_by_treaty"),
        )

    def __str__(self) -> str:
        return f"{self.treaty_code} {self.head} {self.passes_on}"

    def days_left(self, today: date) -> int:
        """The days until the threshold is passed; 0 or less when it is."""
        return (self.passes_on - today).days

    def counted(self, today: date) -> int:
        """What an assessment as of today would count, also after the threshold was passed."""
        return counted_on(self.course, today.toordinal())


class Reminders(models.Model):
    """What one person is told of clocks: how long before, by which name, and what was told."""

    class Names(models.TextChoices):
        REFERENCE = "reference", _("The reference of the file alone")
        NAME = "name", _("The reference and the name of the client")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    # Days before a threshold is passed, the longest time last.
    lead_times = models.JSONField(default=default_lead_times)
    names = models.CharField(max_length=10, choices=Names.choices, default=Names.REFERENCE)
    by_mail = models.BooleanField(default=True)
    # Where mails about clocks go; empty: to the address of the account, if it has one.
    address = models.EmailField(blank=True)
    # What the last digest knew: {key of a clock: {"on": day, "within": lead time or 0}}.
    told = models.JSONField(default=dict)
    told_at = models.DateTimeField(null=True)
    # Counts the digests, so that two that are made at once are one.
    digests = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user}: {self.lead_times}"


class Subscription(models.Model):
    """A link under which a calendar reads one person's clocks without a session.

    Only the hash of its token is kept: the link is shown once. Deleting the row ends it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    token_sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at:%Y-%m-%d}"

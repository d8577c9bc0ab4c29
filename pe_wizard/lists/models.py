"""What lists show of assessments, as small rows beside them; filters that a person keeps.

A `Listed` row is derived and is never the truth itself: `manage.py rebuild_lists` makes all of them
again.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.clients.models import ClientFile


class Listed(models.Model):
    """One assessment: its latest version, if it has one, and its open draft, if there is one."""

    class Review(models.TextChoices):
        DRAFT = "draft", _("Draft, no version yet")
        COMPLETED = "completed", _("Completed, not in review")
        ASKED = "asked", _("In review")
        RETURNED = "returned", _("Returned with remarks")
        SIGNED = "signed", _("Signed off")

    assessment = models.OneToOneField(
        Assessment, primary_key=True, on_delete=models.CASCADE, related_name="listed"
    )
    client_file = models.ForeignKey(ClientFile, on_delete=models.CASCADE, related_name="+")
    treaty_code = models.CharField(max_length=64)
    residence_state = models.CharField(max_length=2)
    source_state = models.CharField(max_length=2)
    version = models.ForeignKey(Version, null=True, on_delete=models.CASCADE, related_name="+")
    draft = models.ForeignKey(Draft, null=True, on_delete=models.CASCADE, related_name="+")
    # Of the latest version; empty and None before the first.
    number = models.PositiveIntegerField(null=True)
    summary = models.JSONField(default=dict)
    conclusion = models.CharField(max_length=16, blank=True)
    as_of = models.DateField(null=True)
    review = models.CharField(max_length=10, choices=Review.choices)
    # Who completed the latest version; before the first, who saved the draft last.
    adviser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (
            models.Index(fields=["-changed_at", "assessment"], name="listed_by_change"),
            models.Index(fields=["conclusion", "-changed_at"], name="listed_by_conclusion"),
            models.Index(fields=["treaty_code", "-changed_at"], name="listed_by_treaty"),
        )

    def __str__(self) -> str:
        return f"{self.treaty_code} {self.conclusion or self.review}"


class SavedFilter(models.Model):
    """A question about the list of assessments that one person keeps under a name."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    folded_name = models.CharField(max_length=240, editable=False)
    # The part of an address that asks it.
    query = models.CharField(max_length=2000, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "folded_name"], name="one_filter_of_a_name"),
        )

    def __str__(self) -> str:
        return self.name

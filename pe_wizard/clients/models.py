"""A client's file, the people who may see it, and what was done with it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pe_wizard.written_once import WrittenOnceModel


class ClientFile(models.Model):
    """One client. Its id is random, so that an address tells nothing and cannot be guessed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reference = models.CharField(max_length=60)
    name = models.CharField(max_length=200)
    residence_state = models.CharField(max_length=2, help_text="ISO 3166-1, two letters")
    notes = models.TextField(blank=True, max_length=10_000)
    # Empty: a memo is in the language of the page it is asked for on.
    memo_language = models.CharField(max_length=2, choices=settings.LANGUAGES, blank=True)
    archived = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="client_files_shared"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    # Counts the changes; a change names the one it was made from, so that none is overwritten.
    revision = models.PositiveIntegerField(default=1)
    # What search and sorting read: see pe_wizard.text.fold.
    folded_reference = models.CharField(max_length=240, editable=False)
    folded_name = models.CharField(max_length=800, editable=False)
    # The form that made the file: sent twice, it makes one file.
    form_token = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["owner", "form_token"], name="one_client_file_for_a_form"
            ),
        )
        indexes = (
            models.Index(
                fields=["owner", "archived", "folded_reference"], name="client_file_by_reference"
            ),
            models.Index(fields=["owner", "archived", "folded_name"], name="client_file_by_name"),
            models.Index(fields=["owner", "archived", "updated_at"], name="client_file_by_change"),
        )

    def __str__(self) -> str:
        return f"{self.reference} {self.name}"


class Membership(models.Model):
    """Someone beside the owner who may see a file, and what more that person may do."""

    class Role(models.TextChoices):
        EDITOR = "editor", _("May edit")
        REVIEWER = "reviewer", _("May review and sign off")
        READER = "reader", _("May read")

    client_file = models.ForeignKey(
        ClientFile, on_delete=models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "client_file"], name="one_role_for_a_member"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Event(WrittenOnceModel):
    """Who did what, when (UTC) and from where. Written once; never changed, never removed.

    Events of a client file name it; those of accounts (signing in, being refused) name none. There
    is no actor where nobody was signed in: a failed sign-in, a command at the server.
    """

    client_file = models.ForeignKey(
        ClientFile, null=True, on_delete=models.PROTECT, related_name="events"
    )
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    # The network address the request came from; none for a command.
    address = models.GenericIPAddressField(null=True)
    action = models.CharField(max_length=60)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("event")
        indexes = (
            models.Index(fields=["client_file", "-id"], name="event_newest_first"),
            models.Index(fields=["client_file", "action"], name="event_by_action"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"

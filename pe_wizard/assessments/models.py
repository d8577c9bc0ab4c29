"""Assessments of a client: the treaty files they were made with, drafts, completed versions.

A draft is one row and holds everything that was answered, what is not used at the moment included.
A version is written once: the facts that were used, the conclusion, the questions as they were
shown, and the canonical bytes of all that with their hash.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from pe_wizard.clients.models import ClientFile
from pe_wizard.written_once import WrittenOnceModel
from treaties import Treaty, load_treaty

_treaties: dict[str, Treaty] = {}


class TreatyFile(WrittenOnceModel):
    """The bytes of a treaty file, stored once for each digest ("sha256:" and 64 hex digits)."""

    digest = models.CharField(primary_key=True, max_length=71)
    code = models.CharField(max_length=64)
    source = models.BinaryField()
    stored_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("treaty file")

    def __str__(self) -> str:
        return f"{self.code} {self.digest[:19]}"

    def load(self) -> Treaty:
        """The treaty in the file. Read once in a process; the bytes stay deferred until then."""
        known = _treaties.get(self.digest)
        if known is None:
            known = load_treaty(bytes(self.source), self.code)
            if known.digest != self.digest:
                raise ValueError(f"The stored treaty file {self.digest} has other bytes now.")
            _treaties[self.digest] = known
        return known


class Assessment(models.Model):
    """One question about one client: a treaty and a direction, answered by numbered versions."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    client_file = models.ForeignKey(
        ClientFile, on_delete=models.PROTECT, related_name="assessments"
    )
    treaty_code = models.CharField(max_length=64)
    residence_state = models.CharField(max_length=2)
    source_state = models.CharField(max_length=2)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # The form that began it: sent twice, it begins one assessment.
    form_token = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["created_by", "form_token"], name="one_assessment_for_a_form"
            ),
        )

    def __str__(self) -> str:
        return f"{self.treaty_code} {self.residence_state}–{self.source_state}"


class Draft(models.Model):
    """Answers in the making. It is changed only by `services`, each time under a new revision."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        COMPLETED = "completed", _("Completed")
        DISCARDED = "discarded", _("Discarded")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assessment = models.ForeignKey(Assessment, on_delete=models.PROTECT, related_name="drafts")
    based_on = models.ForeignKey(
        "Version", null=True, on_delete=models.PROTECT, related_name="drafts_from_it"
    )
    treaty_file = models.ForeignKey(TreatyFile, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    # The facts document with all answers, those not used at the moment included.
    document = models.JSONField()
    # What was typed and is no answer yet: {section: {name of the form field: raw text}}.
    typed = models.JSONField(default=dict)
    # Paths of answers that came back into use and must be confirmed.
    confirm = models.JSONField(default=list)
    # Why a reading was chosen: {name of the reading: reason}.
    reasons = models.JSONField(default=dict)
    # Items that were removed, newest last, for undoing: see `services.remove_item`.
    removed = models.JSONField(default=list)
    # How often each section was changed: {section: number}; a section not in it counts as 0.
    revisions = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=1)
    # For lists: {"answered", "open", "confirm": numbers, "as_of": day}, as of this revision.
    progress = models.JSONField(default=dict)
    language = models.CharField(max_length=2, default="en")
    # By path of a day: the calendar it was typed in, where that is not the usual one of the page.
    calendars = models.JSONField(default=dict)
    note = models.TextField(blank=True, max_length=10_000)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    saved_at = models.DateTimeField()
    # Who changed each section last: {section: {"by": name, "by_id": id, "at": ISO moment}}.
    saved_sections = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["assessment"],
                condition=models.Q(status="draft"),
                name="one_open_draft_for_an_assessment",
            ),
        )
        indexes = (models.Index(fields=["status", "-saved_at"], name="draft_by_status"),)

    def __str__(self) -> str:
        return f"{self.get_status_display()} {self.pk}"

    def section_revision(self, section: str) -> int:
        """The revision a form of this section must name when it is sent."""
        number = self.revisions.get(section, 0)
        return number if isinstance(number, int) else 0

    @property
    def is_open(self) -> bool:
        """Whether answers can still be changed."""
        return self.status == self.Status.DRAFT


class Version(WrittenOnceModel):
    """A completed assessment. Everything in it is in `canonical`, whose hash is `sha256`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assessment = models.ForeignKey(Assessment, on_delete=models.PROTECT, related_name="versions")
    client_file = models.ForeignKey(ClientFile, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    draft = models.OneToOneField(Draft, on_delete=models.PROTECT, related_name="version")
    facts = models.JSONField()
    conclusion = models.JSONField()
    # As they were shown: [{"section", "path", "paragraphs", "question", "answer"}, …].
    questions = models.JSONField()
    # For lists, taken from the conclusion: see `completing.summary`.
    summary = models.JSONField()
    treaty_file = models.ForeignKey(TreatyFile, on_delete=models.PROTECT, related_name="+")
    product_version = models.CharField(max_length=40)
    language = models.CharField(max_length=2)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    completed_at = models.DateTimeField()
    # The chain of the client file: this version's place in it, from 1, and the hash before it.
    position = models.PositiveIntegerField()
    canonical = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    previous_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("completed version")
        constraints = (
            models.UniqueConstraint(
                fields=["assessment", "number"], name="one_version_of_a_number"
            ),
            models.UniqueConstraint(
                fields=["client_file", "position"], name="one_version_at_a_position"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.sha256[:8]}"


class ReviewEvent(WrittenOnceModel):
    """A step in the review of a version. What they add up to is in pe_wizard.assessments.reviewing.

    A remark is pinned to a fact (`pin` is its path) or to a finding (`pin` leads to it in the
    conclusion document), or to neither; a sign-off holds the hash that was signed for.
    """

    class Kind(models.TextChoices):
        ASKED = "asked", _("In review")
        REMARKED = "remarked", _("Remark")
        RETURNED = "returned", _("Returned with remarks")
        SIGNED = "signed", _("Signed off")

    class Pin(models.TextChoices):
        FACT = "fact", _("Fact")
        FINDING = "finding", _("Finding")
        NONE = "", _("The whole version")

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="review_events")
    # From 1 without a gap: two at the same moment cannot both be the next.
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=310)
    at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(blank=True, max_length=10_000)
    pin_kind = models.CharField(max_length=10, choices=Pin.choices, blank=True)
    pin = models.CharField(max_length=300, blank=True)
    sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("step of a review")
        constraints = (
            models.UniqueConstraint(fields=["version", "number"], name="one_step_at_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

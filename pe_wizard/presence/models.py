"""A table of stays on its way into a draft: what was sent, how far it is read, what its rows mean.

Nothing here is an answer. It becomes one when an adviser takes it, and goes when the next table
comes; with the next one of any draft go those of drafts that are no longer open.
"""

from __future__ import annotations

import json
import uuid
import zlib
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.models import Draft
from pe_wizard.presence.rows import Row


class Import(models.Model):
    """One table that was pasted or uploaded for one draft."""

    class Kind(models.TextChoices):
        PASTED = "pasted", _("Pasted")
        CSV = "csv", "CSV"
        XLSX = "xlsx", "XLSX"

    class State(models.TextChoices):
        COLUMNS = "columns", _("Columns to be named")
        READING = "reading", _("Being read")
        COMPARING = "comparing", _("Being compared")
        READY = "ready", _("Ready to be taken")
        TAKEN = "taken", _("Taken")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    draft = models.ForeignKey(Draft, on_delete=models.PROTECT, related_name="imports")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # The form that began it: sent twice, it begins one import.
    form_token = models.UUIDField(default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    name = models.CharField(max_length=200, blank=True)  # of the file
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    # Where stays go that name no project: the id of an engagement, "" for nowhere.
    engagement = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.COLUMNS)
    # The role of each column, "" where it is not read; see `columns.Role`.
    columns = models.JSONField(default=list)
    header = models.PositiveIntegerField(default=0)  # the row of the headings; 0 where none
    about = models.JSONField(default=dict)  # of the file: {"sheet", "other_sheets", "separator"}
    position = models.PositiveIntegerField(default=0)  # rows read, the header included
    place = models.PositiveBigIntegerField(default=0)  # where reading goes on, for `sources`
    length = models.PositiveBigIntegerField(default=0)  # the place where the table ends
    # What the rows were read and compared with: the sum of the revisions of those sections.
    compared_with = models.PositiveIntegerField(default=0)
    summary = models.JSONField(default=dict)  # see `comparing.Summary`

    class Meta:
        verbose_name = _("table of stays")
        constraints = (
            models.UniqueConstraint(
                fields=["created_by", "form_token"], name="one_import_for_a_form"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def percent(self) -> int:
        """How much of the table is read, 0 to 100."""
        return min(100, 100 * self.place // self.length) if self.length else 0


class Part(models.Model):
    """Some hundred rows of a table, in its order, with what they mean."""

    table = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    body = models.BinaryField()
    count = models.PositiveIntegerField()
    faulty = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="one_part_at_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.number}"

    @property
    def rows(self) -> list[Row]:
        """The rows, as they were kept."""
        return [Row(*kept) for kept in json.loads(zlib.decompress(bytes(self.body)))]

    @classmethod
    def packed(cls, rows: Iterable[Row]) -> bytes:
        """The rows as they are kept."""
        kept = json.dumps(list(rows), ensure_ascii=False, separators=(",", ":"))
        return zlib.compress(kept.encode(), 3)

"""Keeping the rows of clocks: those of an assessment are made again when its answers change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.following import Change
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.assessments.presenting import subject_name
from pe_wizard.assessments.standing import Standing
from pe_wizard.clocks.models import Clock
from treaties import RunningClock, running_clocks

# What makes a clock another one; its moment of change is not among it.
SAID = (
    "head", "subject", "name", "paragraph", "unit", "threshold", "threshold_days", "as_of",
    "passes_on", "course", "possible",
)  # fmt: skip


def follow(change: Change) -> None:
    """Bring the rows of the assessment up to date."""
    if change.draft is None:
        return  # a review moves no clock
    if change.version is not None:
        assert change.stands is not None
        _keep(change.version.assessment, change.stands, version=change.version)
    elif not change.draft.is_open:
        Clock.objects.filter(draft=change.draft).delete()
    elif change.stands is not None:
        _keep(change.draft.assessment, change.stands, draft=change.draft)


def _keep(
    assessment: Assessment,
    stands: Standing,
    *,
    draft: Draft | None = None,
    version: Version | None = None,
) -> None:
    """Replace the rows of the draft, or (for a version) all rows of the assessment.

    A draft that says of a head what the latest version says of it adds no clock of its own.
    """
    there = list(Clock.objects.filter(assessment=assessment))
    said = [
        dict(zip(SAID, values, strict=True)) for values in _values(stands)
    ]  # nothing where the answers cannot be read
    if version is not None:
        same, gone = [], there
    else:
        of_version = [_said(one) for one in there if one.version_id is not None]
        said = [one for one in said if not _is_told(one, of_version)]
        same = [one for one in there if one.draft_id is not None and _said(one) in said]
        gone = [one for one in there if one.draft_id is not None and one not in same]
    if gone:
        Clock.objects.filter(pk__in=[one.pk for one in gone]).delete()
    kept = [_said(one) for one in same]
    Clock.objects.bulk_create(
        Clock(
            client_file_id=assessment.client_file_id,
            assessment=assessment,
            version=version,
            draft=draft,
            number=version.number if version else None,
            treaty_code=assessment.treaty_code,
            **one,
        )
        for one in said
        if one not in kept
    )


def _said(clock: Clock) -> dict[str, Any]:
    return {name: getattr(clock, name) for name in SAID}


def _is_told(one: dict[str, Any], others: Iterable[dict[str, Any]]) -> bool:
    """Whether another clock is of the same head, is passed on the same day and is as certain."""
    what = ("head", "subject", "passes_on", "possible")
    return any(all(one[name] == other[name] for name in what) for other in others)


def _values(stands: Standing) -> Iterator[tuple[Any, ...]]:
    assessment = stands.assessment
    if assessment is None or stands.used is None:
        return
    for clock in running_clocks(assessment):
        yield (
            clock.head,
            clock.subject,
            _name(stands.used, clock),
            clock.paragraph,
            clock.unit,
            clock.threshold,
            clock.threshold_days,
            date.fromordinal(clock.as_of),
            date.fromordinal(clock.passes_on),
            [list(corner) for corner in clock.course],
            clock.possible,
        )


def _name(document: Document, clock: RunningClock) -> str:
    return subject_name(document, {"head": clock.head, "subject": clock.subject})


def rebuild() -> int:
    """Make every row again from the facts; how many there are now. One assessment at a time."""
    for assessment in Assessment.objects.select_related("client_file").iterator(chunk_size=200):
        with transaction.atomic():
            Clock.objects.filter(assessment=assessment).delete()
            version, draft = latest(assessment.pk)
            if version is not None:
                stands = Standing(version.treaty_file.load(), version.facts)
                _keep(assessment, stands, version=version)
            if draft is not None:
                stands = Standing(draft.treaty_file.load(), draft.document)
                _keep(assessment, stands, draft=draft)
    return Clock.objects.count()


def latest(assessment_id: UUID) -> tuple[Version | None, Draft | None]:
    """The version of the highest number and the open draft, where there are such."""
    version = (
        Version.objects.filter(assessment=assessment_id)
        .select_related("treaty_file")
        .only("facts", "number", "treaty_file", "assessment")
        .order_by("-number")
        .first()
    )
    draft = (
        Draft.objects.filter(assessment=assessment_id, status=Draft.Status.DRAFT)
        .select_related("treaty_file")
        .first()
    )
    return version, draft

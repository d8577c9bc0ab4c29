"""Keeping the rows of the lists: the row of an assessment is made again when it changes."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction

from pe_wizard.assessments.following import Change
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.assessments.selectors import latest_step
from pe_wizard.lists.models import Listed


def follow(change: Change) -> None:
    """Bring the row of the assessment up to date."""
    draft = change.draft
    if draft is not None and draft.is_open and draft.revision > 1 and change.version is None:
        _saved(draft)
    else:
        refresh(change.assessment_id)


def _saved(draft: Draft) -> None:
    """Answers were saved, which happens all the time: one statement, as a rule."""
    listed = Listed.objects.filter(assessment=draft.assessment_id, draft=draft)
    if not listed.update(changed_at=draft.saved_at):
        refresh(draft.assessment_id)
    listed.filter(version=None).exclude(adviser=draft.saved_by_id).update(adviser=draft.saved_by_id)


def refresh(assessment_id: UUID) -> None:
    """Make the row again; without a version and an open draft there is none."""
    assessment = Assessment.objects.get(pk=assessment_id)
    version = (
        Version.objects.filter(assessment=assessment)
        .annotate(review=latest_step())
        .only("number", "summary", "author", "completed_at", "assessment")
        .order_by("-number")
        .first()
    )
    draft = (
        Draft.objects.filter(assessment=assessment, status=Draft.Status.DRAFT)
        .only("saved_at", "saved_by", "assessment")
        .first()
    )
    if version is not None:
        adviser, moments = version.author_id, [version.completed_at]
    elif draft is not None:
        adviser, moments = draft.saved_by_id, []
    else:
        Listed.objects.filter(assessment=assessment).delete()
        return
    Listed.objects.update_or_create(
        assessment=assessment,
        defaults={
            "client_file_id": assessment.client_file_id,
            "treaty_code": assessment.treaty_code,
            "residence_state": assessment.residence_state,
            "source_state": assessment.source_state,
            "version": version,
            "draft": draft,
            "number": version.number if version else None,
            "summary": version.summary if version else {},
            "conclusion": version.summary["conclusion"] if version else "",
            "as_of": date.fromisoformat(version.summary["as_of"]) if version else None,
            "review": _review(version),
            "adviser_id": adviser,
            "changed_at": max([*moments, draft.saved_at] if draft else moments),
        },
    )


def _review(version: Version | None) -> str:
    if version is None:
        return Listed.Review.DRAFT
    step: str | None = version.review  # type: ignore[attr-defined]  # annotated above
    return step or Listed.Review.COMPLETED


def rebuild() -> int:
    """Make every row again; how many there are now."""
    for identity in Assessment.objects.values_list("pk", flat=True).iterator(chunk_size=1000):
        with transaction.atomic():
            refresh(identity)
    return Listed.objects.count()

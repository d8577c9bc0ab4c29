"""What is read about assessments. Every query begins with the client files of the adviser."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404

from pe_wizard.accounts.models import User
from pe_wizard.assessments.errors import NotAllowed, NotVisible
from pe_wizard.assessments.models import Assessment, Draft, ReviewEvent, Version
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import (
    Right,
    rights,
    role_in_file,
    roles_in,
    seen_by,
    seen_files,
)
from pe_wizard.clients.subjects import Subject

# Large, and read by one page each.
HEAVY_OF_VERSIONS = ("facts", "conclusion", "questions", "canonical")
ON_DESK = (
    "progress",
    "saved_at",
    *(f"saved_by__{name}" for name in ("first_name", "last_name", "username")),
    *(f"assessment__{name}" for name in ("treaty_code", "residence_state", "source_state")),
    *(f"assessment__client_file__{name}" for name in ("reference", "name", "owner")),
)
HEAVY_OF_DRAFTS = ("document", "typed", "removed", "confirm")


def drafts_for(user: User) -> QuerySet[Draft]:
    """The drafts in the files that this adviser may see, in whatever state, each with ``role``."""
    return (
        Draft.objects.filter(seen_files(user, "assessment__client_file__"))
        .annotate(role=role_in_file(user, "assessment__client_file__"))
        .select_related("assessment__client_file", "treaty_file", "saved_by")
        .defer("treaty_file__source")
    )


def latest_step() -> Subquery:
    """To annotate versions with: the last step of the review, a value of ReviewEvent.Kind."""
    steps = ReviewEvent.objects.filter(version=OuterRef("pk"))
    steps = steps.exclude(kind=ReviewEvent.Kind.REMARKED).order_by("-number")
    return Subquery(steps.values("kind")[:1])


def versions_for(user: User) -> QuerySet[Version]:
    """The completed versions in the files that this adviser may see, each with ``role``."""
    return (
        Version.objects.filter(seen_files(user, "client_file__"))
        .annotate(role=role_in_file(user, "client_file__"))
        .select_related("assessment", "client_file", "treaty_file", "author")
        .defer("treaty_file__source", "canonical")
    )


def draft_for(user: User, draft_id: UUID) -> Draft:
    """The draft of this id; NotVisible (a 404) when there is none that this adviser may see.

    What the adviser may do is in `rights(draft.assessment.client_file)` of clients.selectors.
    """
    draft = (
        Draft.objects.filter(pk=draft_id)
        .select_related("assessment__client_file", "treaty_file")
        .defer("treaty_file__source")
        .first()
    )
    if draft is None or not _is_seen(user, draft.assessment.client_file):
        raise NotVisible("No such draft for this adviser.")
    return draft


def draft_to_edit(user: User, draft_id: UUID) -> Draft:
    """The same, for changing it: NotAllowed (a 403) for someone who may only see the file."""
    draft = draft_for(user, draft_id)
    must_edit(draft.assessment.client_file)
    return draft


def must_edit(client_file: ClientFile) -> None:
    """NotAllowed unless the adviser for whom the file was read may change what is in it."""
    if Right.EDIT not in rights(client_file):
        raise NotAllowed("This adviser may see the client file and not change it.")


def version_for(user: User, version_id: UUID) -> Version:
    """The completed version of this id; NotVisible (a 404) when this adviser may not see it."""
    version = (
        Version.objects.filter(pk=version_id)
        .select_related("assessment", "client_file", "treaty_file", "author")
        .defer("treaty_file__source")
        .first()
    )
    if version is None or not _is_seen(user, version.client_file):
        raise NotVisible("No such version for this adviser.")
    return version


def _is_seen(user: User, client_file: ClientFile) -> bool:
    try:
        seen_by(user, client_file)
    except Http404:
        return False
    return True


def open_drafts(user: User) -> QuerySet[Draft]:
    """Drafts still in the making in files that are not archived, worked on last first."""
    return (
        Draft.objects.filter(
            seen_files(user, "assessment__client_file__"),
            status=Draft.Status.DRAFT,
            assessment__client_file__archived=False,
        )
        .select_related("assessment__client_file", "saved_by")
        .defer(*HEAVY_OF_DRAFTS)
        .order_by("-saved_at", "pk")
    )


def drafts_on_desk(user: User, number: int) -> list[Draft]:
    """So many of the open drafts, each with ``role``."""
    drafts = list(open_drafts(user).defer(None).only(*ON_DESK)[:number])
    roles = roles_in(user, (draft.assessment.client_file for draft in drafts))
    for draft in drafts:
        draft.role = roles[draft.assessment.client_file_id]  # type: ignore[attr-defined]
    return drafts


@dataclass(frozen=True)
class InFile:
    """One assessment as a client file shows it: its open draft, its versions, the newest first."""

    assessment: Assessment
    draft: Draft | None
    versions: tuple[Version, ...]

    @property
    def latest(self) -> Version | None:
        """The version of the highest number."""
        return self.versions[0] if self.versions else None


def assessments_of(client_file: ClientFile) -> list[InFile]:
    """The assessments of a file that the adviser was given, worked on last first.

    Three queries, however many there are. One of which every draft was discarded is left out.
    """
    drafts = {
        draft.assessment_id: draft
        for draft in Draft.objects.filter(
            assessment__client_file=client_file, status=Draft.Status.DRAFT
        )
        .select_related("saved_by")
        .defer(*HEAVY_OF_DRAFTS)
    }
    versions: dict[UUID, list[Version]] = {}
    for version in (
        Version.objects.filter(client_file=client_file)
        .annotate(review=latest_step())
        .select_related("author")
        .defer(*HEAVY_OF_VERSIONS)
        .order_by("-number")
    ):
        versions.setdefault(version.assessment_id, []).append(version)
    shown = [
        InFile(one, drafts.get(one.pk), tuple(versions.get(one.pk, ())))
        for one in Assessment.objects.filter(client_file=client_file).select_related("created_by")
        if one.pk in drafts or one.pk in versions
    ]
    return sorted(shown, key=_worked_on, reverse=True)


def _worked_on(shown: InFile) -> datetime:
    moments = [shown.assessment.created_at]
    if shown.draft is not None:
        moments.append(shown.draft.saved_at)
    if shown.latest is not None:
        moments.append(shown.latest.completed_at)
    return max(moments)


def draft_subject(draft_id: UUID) -> Subject | None:
    """What the event log says a page about a draft is about, whoever asks."""
    draft = (
        Draft.objects.filter(pk=draft_id)
        .select_related("assessment__client_file")
        .only("assessment__treaty_code", "assessment__client_file")
        .first()
    )
    if draft is None:
        return None
    assessment = draft.assessment
    return Subject("draft", assessment.client_file, {"treaty": assessment.treaty_code})


def version_subject(version_id: UUID) -> Subject | None:
    """The same for a page about a completed version."""
    version = (
        Version.objects.filter(pk=version_id)
        .select_related("assessment", "client_file")
        .only("number", "assessment__treaty_code", "client_file")
        .first()
    )
    if version is None:
        return None
    treaty = version.assessment.treaty_code
    return Subject("version", version.client_file, {"treaty": treaty, "number": version.number})

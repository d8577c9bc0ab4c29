"""Completing a draft: one version comes of it, once, whoever presses how often.

What is dear is made before the transaction; in it stand the conditional change of the draft, the
version and the event, so that all of them are there or none.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone, translation

from pe_wizard import __version__
from pe_wizard.accounts.models import User
from pe_wizard.assessments import following, receipts, selectors
from pe_wizard.assessments.errors import DraftMoved, NotOpen, NotReady, TooBusy
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.problems import problems
from pe_wizard.assessments.services.saving import TRIES
from pe_wizard.assessments.shown import questions_shown
from pe_wizard.assessments.standing import standing
from pe_wizard.canonical import canonical
from pe_wizard.clients import events
from pe_wizard.clients.services import touch


def complete(
    *, by: User, draft_id: UUID, revision: int | None = None, language: str | None = None
) -> Version:
    """The version that comes of the draft; the one that came of it already, where it did.

    `revision` is that of the draft as it was last looked at: DraftMoved when it was saved since.
    Raises NotReady with all problems, NotOpen for a draft that was discarded.
    """
    for _ in range(TRIES):
        draft = selectors.draft_to_edit(by, draft_id)
        if draft.status == Draft.Status.COMPLETED:
            return selectors.version_for(by, draft.version.pk)
        if not draft.is_open:
            raise NotOpen(draft, None)
        if revision is not None and draft.revision != revision:
            raise DraftMoved(draft)
        found = problems(draft)
        if found:
            raise NotReady(found)
        content = _content(draft, by, language or draft.language)
        try:
            with transaction.atomic():
                version = _written(draft, by, content)
        except IntegrityError:
            continue  # another version of this file was completed at the same moment: number anew
        if version is not None:
            return selectors.version_for(by, version.pk)
    raise TooBusy("The draft was saved by others each time. Send the page again.")


def _content(draft: Draft, by: User, language: str) -> dict[str, Any]:
    """What the version says, without its place in the file."""
    stands = standing(draft)
    with translation.override(language):
        questions = questions_shown(stands, draft.reasons)
    return {
        "facts": stands.used,
        "conclusion": stands.conclusion,
        "summary": summary(stands.conclusion or {}),
        "questions": questions,
        "language": language,
        "product_version": __version__,
    }


def _written(draft: Draft, by: User, content: dict[str, Any]) -> Version | None:
    """The version, or None when the draft moved since it was read."""
    now = timezone.now()
    done = Draft.objects.filter(
        pk=draft.pk, revision=draft.revision, status=Draft.Status.DRAFT
    ).update(status=Draft.Status.COMPLETED, saved_by=by, saved_at=now)
    if not done:
        return None
    assessment = draft.assessment
    client_file = assessment.client_file
    number = (assessment.versions.aggregate(last=Max("number"))["last"] or 0) + 1
    before = (
        Version.objects.filter(client_file=client_file)
        .order_by("-position")
        .values("position", "sha256")
        .first()
    )
    place = {
        "position": before["position"] + 1 if before else 1,
        "previous_sha256": before["sha256"] if before else "",
    }
    identity = uuid4()
    content_bytes = canonical(
        {
            "format": receipts.FORMAT,
            "id": str(identity),
            "client_file": str(client_file.pk),
            "assessment": str(assessment.pk),
            "draft": str(draft.pk),
            "number": number,
            "treaty": assessment.treaty_code,
            "treaty_digest": draft.treaty_file_id,
            "author": {"id": by.pk, "username": by.get_username(), "name": str(by)},
            "completed_at": receipts.moment(now),
            **place,
            **content,
        }
    )
    version = Version.objects.create(
        id=identity,
        assessment=assessment,
        client_file=client_file,
        number=number,
        draft=draft,
        treaty_file=draft.treaty_file,
        author=by,
        completed_at=now,
        canonical=content_bytes,
        sha256=receipts.sha256(content_bytes),
        **place,
        **content,
    )
    events.record(
        client_file=client_file,
        actor=by,
        action="assessment.completed",
        treaty=assessment.treaty_code,
        number=number,
        position=version.position,
        sha256=version.sha256,
    )
    touch(client_file=client_file)
    following.tell(
        following.Change(assessment.pk, draft=draft, stands=standing(draft), version=version)
    )
    return version


HEADS_IN_LISTS = 3


def summary(conclusion: dict[str, Any]) -> dict[str, Any]:
    """What lists show of a conclusion: outcome, applicability, day, and the heads that matter.

    Heads: those with the outcome of the whole, then, where it is undetermined, those with days
    counted; at most three, each with its measure where it has one; "more" counts the others. None
    where there is no permanent establishment.
    """
    outcome = conclusion["conclusion"]
    heads: list[dict[str, Any]] = []
    if outcome != "no_pe":
        heads = [head for head in conclusion["heads"] if head["outcome"] == outcome]
    if outcome == "undetermined":
        heads += [
            head
            for head in conclusion["heads"]
            if head["outcome"] == "no_pe" and (head.get("measure") or {}).get("counted")
        ]
    return {
        "conclusion": outcome,
        "applicability": conclusion["applicability"],
        "as_of": conclusion["as_of"],
        "heads": [
            {
                "head": head["head"],
                "subject": head["subject"],
                "measure": {key: head["measure"][key] for key in ("counted", "unit", "threshold")}
                if head.get("measure")
                else None,
            }
            for head in heads[:HEADS_IN_LISTS]
        ],
        "more": max(0, len(heads) - HEADS_IN_LISTS),
    }

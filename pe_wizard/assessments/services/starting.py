"""How drafts begin and end without being completed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from pe_wizard.accounts.models import User
from pe_wizard.assessments import following, selectors
from pe_wizard.assessments.documents import Document, copied
from pe_wizard.assessments.errors import NotOpen, UnknownChoice
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.assessments.standing import Standing
from pe_wizard.assessments.treaty_files import kept_readings, on_offer, store, treaty_on_offer
from pe_wizard.clients import events
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import client_file_for
from pe_wizard.clients.services import touch
from treaties import Treaty, check_against, parse_facts


def start_assessment(
    *,
    by: User,
    client_file: ClientFile,
    treaty_code: str,
    residence_state: str,
    as_of: date,
    tax_period: tuple[date | None, date | None] | None = None,
    conditions: Mapping[str, bool | None] | None = None,
    not_known: tuple[str, ...] = (),
    language: str = "en",
    form_token: UUID | None = None,
) -> Draft:
    """Begin an assessment of the client under a treaty, in the direction from `residence_state`.

    `tax_period` is its first and last day, both inclusive, None = not known. `conditions` are
    answers to conditions of application; `not_known` paths answered so. The same `form_token` sent
    again leads to the draft it began. Raises UnknownChoice for a treaty or State there is not.
    """
    treaty = treaty_on_offer(treaty_code)
    if residence_state not in treaty.parties:
        raise UnknownChoice(f"party {residence_state} to {treaty_code}")
    document: Document = {
        "format": "pe-facts/1",
        "treaty": treaty.code,
        "residence_state": residence_state,
        "source_state": treaty.other_party(residence_state),
        "as_of": as_of.isoformat(),
    }
    if tax_period is not None:
        first, last = tax_period
        document["tax_period"] = {} if first is None else {"from": first.isoformat()}
        if last is not None:
            document["tax_period"]["to"] = last.isoformat()
    if conditions:
        document["conditions"] = dict(conditions)
    if not_known:
        document["not_known"] = list(not_known)
    return _begin(
        by=by, client_file=client_file, treaty=treaty, document=document, language=language,
        form_token=form_token, action="assessment.started",
    )  # fmt: skip


def start_from_facts(
    *,
    by: User,
    client_file: ClientFile,
    document: Any,
    language: str = "en",
    form_token: UUID | None = None,
) -> Draft:
    """Begin an assessment with the answers of a facts document. Its ids are kept.

    Raises FactsError with everything that is wrong in it; nothing is begun then.
    """
    treaties = on_offer().treaties
    facts = parse_facts(
        document, states={code: treaty.parties for code, treaty in treaties.items()}
    )
    treaty = treaties[facts.treaty]
    check_against(facts, treaty)
    return _begin(
        by=by, client_file=client_file, treaty=treaty, document=facts.document, language=language,
        form_token=form_token, action="assessment.uploaded",
    )  # fmt: skip


def start_from_what_if(
    *,
    by: User,
    client_file: ClientFile,
    treaty: Treaty,
    document: Document,
    reasons: dict[str, str],
    language: str,
    form_token: UUID,
) -> Draft:
    """Keep what was tried out as the draft of an assessment of its own, under the same treaty file.

    It is never a next version of what it was tried out on: that goes on as it is. `reasons` say why
    readings were chosen. Raises FactsError with everything that is wrong in the document.
    """
    facts = parse_facts(document, states={treaty.code: treaty.parties})
    check_against(facts, treaty)
    return _begin(
        by=by, client_file=client_file, treaty=treaty, document=facts.document, language=language,
        form_token=form_token, action="assessment.what_if", reasons=reasons,
    )  # fmt: skip


def _begin(
    *,
    by: User,
    client_file: ClientFile,
    treaty: Treaty,
    document: Document,
    language: str,
    form_token: UUID | None,
    action: str,
    reasons: dict[str, str] | None = None,
) -> Draft:
    client_file = client_file_for(by, client_file.pk)
    selectors.must_edit(client_file)
    token = form_token or uuid4()
    try:
        with transaction.atomic():
            assessment = Assessment.objects.create(
                client_file=client_file,
                treaty_code=treaty.code,
                residence_state=document["residence_state"],
                source_state=document["source_state"],
                created_by=by,
                form_token=token,
            )
            draft = _draft(by=by, assessment=assessment, treaty=treaty, document=document,
                           language=language, reasons=reasons)  # fmt: skip
            events.record(client_file=client_file, actor=by, action=action, treaty=treaty.code)
            touch(client_file=client_file)
    except IntegrityError:
        begun = Draft.objects.filter(
            assessment__created_by=by,
            assessment__form_token=token,
            assessment__client_file=client_file,
        ).first()
        if begun is not None:
            return selectors.draft_for(by, begun.pk)
        if not Assessment.objects.filter(created_by=by, form_token=token).exists():
            raise
        # The token of a form about another client file: here it stands for one of this file.
        return _begin(
            by=by, client_file=client_file, treaty=treaty, document=document, language=language,
            form_token=uuid5(client_file.pk, str(token)), action=action, reasons=reasons,
        )  # fmt: skip
    return draft


def _draft(
    *,
    by: User,
    assessment: Assessment,
    treaty: Treaty,
    document: Document,
    language: str,
    based_on: Version | None = None,
    reasons: dict[str, str] | None = None,
) -> Draft:
    stands = Standing(treaty, document)
    draft = Draft.objects.create(
        assessment=assessment,
        based_on=based_on,
        treaty_file=store(treaty),
        document=stands.normal,
        reasons=reasons or {},
        progress={**stands.progress, "confirm": 0},
        language=language,
        created_by=by,
        saved_by=by,
        saved_at=timezone.now(),
    )
    following.tell(following.Change(assessment.pk, draft=draft, stands=stands))
    return draft


def new_version(
    *,
    by: User,
    version: Version,
    language: str | None = None,
    treaty: Treaty | None = None,
    as_of: date | None = None,
) -> Draft:
    """A draft that begins with the facts of a version, under the same treaty file.

    With `treaty`, another file of the same treaty, it goes on under that one; readings that were
    chosen and are not open there are left out. With `as_of` the question is asked as of that day.
    An assessment has one open draft: where there is one already, that is the answer, as it is.
    """
    version = selectors.version_for(by, version.pk)
    selectors.must_edit(version.client_file)
    reasons = Draft.objects.values_list("reasons", flat=True).get(pk=version.draft_id)
    document = copied(version.facts)
    if as_of is not None:
        document["as_of"] = as_of.isoformat()
    if treaty is None:
        treaty = version.treaty_file.load()
    elif chosen := document.get("readings"):
        document["readings"] = kept_readings(chosen, treaty)
        reasons = {name: why for name, why in reasons.items() if name in document["readings"]}
    try:
        with transaction.atomic():
            draft = _draft(
                by=by,
                assessment=version.assessment,
                treaty=treaty,
                document=document,
                language=language or version.language,
                based_on=version,
                reasons=reasons,
            )
            events.record(
                client_file=version.client_file,
                actor=by,
                action="version.begun",
                treaty=version.assessment.treaty_code,
                number=version.number,
            )
            touch(client_file=version.client_file)
            return draft
    except IntegrityError:
        open_one = Draft.objects.filter(
            assessment=version.assessment_id, status=Draft.Status.DRAFT
        ).first()
        if open_one is None:
            raise
        return selectors.draft_for(by, open_one.pk)


def discard_draft(*, by: User, draft_id: UUID) -> Draft:
    """Give a draft up. It leaves all lists and can no longer be opened for changes; twice is once.

    Raises NotOpen for one that is completed.
    """
    draft = selectors.draft_to_edit(by, draft_id)
    with transaction.atomic():
        done = Draft.objects.filter(pk=draft.pk, status=Draft.Status.DRAFT).update(
            status=Draft.Status.DISCARDED, saved_by=by, saved_at=timezone.now()
        )
        if done:
            events.record(
                client_file=draft.assessment.client_file,
                actor=by,
                action="draft.discarded",
                treaty=draft.assessment.treaty_code,
            )
            touch(client_file=draft.assessment.client_file)
            draft.status = Draft.Status.DISCARDED
            following.tell(following.Change(draft.assessment_id, draft=draft))
    draft = selectors.draft_for(by, draft_id)
    if draft.status == Draft.Status.COMPLETED:
        raise NotOpen(draft, Version.objects.get(draft=draft))
    return draft

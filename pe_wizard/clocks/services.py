"""What is done about clocks: choosing reminders, the link of a calendar, a version as of today."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import date
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services as assessments
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.errors import NotOpen, SectionMoved
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients import events
from pe_wizard.clocks.models import Reminders, Subscription

SECTION_OF_THE_DAY = "treaty"
TOKEN_BYTES = 32


def choose_reminders(
    *, user: User, lead_times: list[int], names: str, by_mail: bool, address: str = ""
) -> None:
    """Keep what the person chose."""
    chosen = {"lead_times": lead_times, "names": names, "by_mail": by_mail, "address": address}
    Reminders.objects.update_or_create(user=user, defaults=chosen)


def make_link(*, user: User) -> tuple[Subscription, str]:
    """A new link for a calendar and its token, which is not kept; the one before ends."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        Subscription.objects.filter(user=user).delete()
        made = Subscription.objects.create(
            user=user, token_sha256=_hash(token), made_at=timezone.now()
        )
        events.record(client_file=None, actor=user, action="clocks.link_made")
    return made, token


def end_link(*, user: User) -> None:
    """End the link, at once. Doing it twice is doing it once."""
    with transaction.atomic():
        ended, _ = Subscription.objects.filter(user=user).delete()
        if ended:
            events.record(client_file=None, actor=user, action="clocks.link_ended")


def who_subscribed(subscription_id: UUID, token: str) -> User | None:
    """Whose clocks the link opens; None for a link that is not, or no more, one.

    It takes as long for a wrong token as for a link that there is not.
    """
    found = Subscription.objects.filter(pk=subscription_id).select_related("user").first()
    expected = found.token_sha256 if found else _hash("")
    fits = hmac.compare_digest(_hash(token), expected)
    if found is None or not fits or not found.user.is_active:
        return None
    return found.user


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def version_as_of(*, by: User, version: Version, today: date, language: str) -> Draft:
    """The draft of a new version that asks as of today, made once.

    Where a draft of the assessment is open already it is that one: a draft that still asks as of
    the day of the version asks as of today from now on; one with a day of its own keeps it.
    """
    draft = assessments.new_version(by=by, version=version, language=language, as_of=today)
    was, wanted = version.facts["as_of"], today.isoformat()
    if draft.document.get("as_of") != was or was == wanted:
        return draft

    def change(document: Document) -> Document:
        if document.get("as_of") == was:
            document["as_of"] = wanted
        return document

    try:
        return assessments.save_section(
            by=by,
            draft_id=draft.pk,
            section=SECTION_OF_THE_DAY,
            revision=draft.section_revision(SECTION_OF_THE_DAY),
            document_changes=change,
            typed=draft.typed.get(SECTION_OF_THE_DAY),
        )
    except (SectionMoved, NotOpen) as moved:  # somebody was quicker: what they chose stands
        return moved.draft

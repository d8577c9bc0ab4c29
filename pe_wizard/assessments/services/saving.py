"""Saving: one conditional UPDATE on the revision of the draft.

Where only other sections moved meanwhile the change is made again on what is there now; where the
section itself moved, nothing is written and the page shows both.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from pe_wizard.accounts.models import User
from pe_wizard.assessments import following, selectors
from pe_wizard.assessments.documents import Change, Document, copied, storable
from pe_wizard.assessments.errors import ItemGone, NotOpen, SectionMoved, TooBusy
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.sections import changed_sections
from pe_wizard.assessments.standing import USED, Standing, keep, standing
from pe_wizard.clients import events
from pe_wizard.clients.models import ClientFile
from treaties import FactsError, get_fact

TRIES = 25
LONGEST_TYPED = 20_000  # characters of one raw text that is kept
TOUCH_EVERY = timedelta(minutes=1)

log = logging.getLogger("pe_wizard.assessments")


@dataclass
class Edit:
    """What a save makes of a draft; `document` and the others may be changed in place."""

    draft: Draft
    document: Document
    typed: dict[str, dict[str, str]]
    confirm: list[str]
    reasons: dict[str, str]
    removed: list[dict[str, Any]]
    calendars: dict[str, str]
    other: dict[str, Any] = field(default_factory=dict)  # further columns, by name


def save_section(
    *,
    by: User,
    draft_id: UUID,
    section: str,
    revision: int,
    document_changes: Change,
    typed: Mapping[str, str] | None = None,
    confirmed: Iterable[str] = (),
    language: str | None = None,
) -> Draft:
    """Save what the page of a section holds, and return the draft as it stands afterwards.

    `revision` is the `section_revision` that the form was made with. `document_changes` gets a copy
    of the facts document to change and returns it; it may be called again, on a newer one, and must
    then do the same. `typed` is everything on the page that is no answer yet, by form field; it
    takes the place of what was typed there before. `confirmed` are the paths that stood on the page
    with an answer: they wait for no confirmation any more, except where this very save brought
    them back.

    Saving what is there already changes nothing, whatever the revision. Raises SectionMoved when
    someone else saved the section, ItemGone from `document_changes`, NotOpen, TooBusy.
    """
    seen = set(confirmed)

    def change(edit: Edit) -> None:
        edit.document = document_changes(edit.document)
        raw = {name: text[:LONGEST_TYPED] for name, text in (typed or {}).items()}
        edit.typed.pop(section, None)
        if raw:
            edit.typed[section] = storable(raw)
        edit.confirm = [path for path in edit.confirm if path not in seen]

    return write(
        by=by, draft_id=draft_id, change=change, section=section, revision=revision,
        language=language,
    )  # fmt: skip


def write(
    *,
    by: User,
    draft_id: UUID,
    change: Callable[[Edit], None],
    section: str | None = None,
    revision: int | None = None,
    language: str | None = None,
    read: Draft | None = None,
) -> Draft:
    """Change a draft in one conditional UPDATE; `change` is made again when the draft moved.

    With `section` and `revision` the section must not have moved, unless nothing would change.
    `read` is the draft as it was read for this adviser in the same request; it is read again where
    it moved since.
    """
    for _ in range(TRIES):
        draft = read or selectors.draft_to_edit(by, draft_id)
        read = None
        if not draft.is_open:
            raise NotOpen(draft, Version.objects.filter(draft=draft).first())
        moved = (
            section is not None
            and revision is not None
            and draft.section_revision(section) != revision
        )
        edit = _edit(draft)
        try:
            change(edit)
        except ItemGone:
            if section is not None and moved:
                raise moved_section(section, draft) from None
            raise
        after = _after(draft, edit)
        if _is_same(edit, draft):
            return draft
        if section is not None and moved:
            raise moved_section(section, draft)
        if _written(draft, edit, after, by, section, language):
            return draft
    raise TooBusy("The draft was saved by others each time. Send the page again.")


def moved_section(section: str, draft: Draft) -> SectionMoved:
    """The conflict, with who saved the section last and when."""
    last = draft.saved_sections.get(section) or {}
    at = last.get("at")
    return SectionMoved(section, draft, last.get("by", ""), parse_datetime(at) if at else None)


def _edit(draft: Draft) -> Edit:
    return Edit(
        draft=draft,
        document=copied(draft.document),
        typed=copied(draft.typed),
        confirm=list(draft.confirm),
        reasons=dict(draft.reasons),
        removed=list(draft.removed),
        calendars=dict(draft.calendars),
    )


def _after(draft: Draft, edit: Edit) -> Standing | None:
    """Where the draft would stand; None where its answers and its treaty file stay as they are.

    The document of the edit becomes what is stored: texts in NFC, exact numbers.
    """
    if edit.document == draft.document and "treaty_file" not in edit.other:
        return None
    treaty_file = edit.other.get("treaty_file", draft.treaty_file)
    after = Standing(treaty_file.load(), edit.document)
    after.document = edit.document = storable(edit.document) if after.faults else after.normal
    return after


def _is_same(edit: Edit, draft: Draft) -> bool:
    return not edit.other and all(
        getattr(edit, name) == getattr(draft, name)
        for name in ("document", "typed", "confirm", "reasons", "removed", "calendars")
    )


def _written(
    draft: Draft,
    edit: Edit,
    after: Standing | None,
    by: User,
    section: str | None,
    language: str | None,
) -> bool:
    """Write the edit if the draft is still at its revision; `draft` is then what was written."""
    before = standing(draft)
    changed, after = after, after or before
    now = timezone.now()
    sections = changed_sections(draft.document, edit.document)
    if section is not None:
        sections.add(section)
    confirm = to_confirm(before, after, edit.confirm)
    columns: dict[str, Any] = {
        "document": edit.document,
        "typed": edit.typed,
        "confirm": confirm,
        "reasons": edit.reasons,
        "removed": edit.removed,
        "calendars": edit.calendars,
        "revisions": {
            **draft.revisions,
            **{one: draft.section_revision(one) + 1 for one in sections},
        },
        "revision": draft.revision + 1,
        "progress": {**after.progress, "confirm": len(confirm)},
        "language": language or draft.language,
        "saved_by": by,
        "saved_at": now,
        "saved_sections": {**draft.saved_sections, **{one: _saved(by, now) for one in sections}},
        **edit.other,
    }
    with transaction.atomic():
        written = Draft.objects.filter(
            pk=draft.pk, revision=draft.revision, status=Draft.Status.DRAFT
        ).update(**columns)
        if not written:
            return False
        touch(draft.assessment.client_file, now)
        events.record(
            client_file=draft.assessment.client_file,
            actor=by,
            action="draft.saved",
            treaty=draft.assessment.treaty_code,
            draft=str(draft.pk),
            revision=draft.revision + 1,
            sections=" ".join(sorted({one.partition("-")[0] for one in sections})),
        )
        for name, value in columns.items():
            setattr(draft, name, value)
        following.tell(following.Change(draft.assessment_id, draft=draft, stands=changed))
    keep(draft, after)
    log.info("draft %s saved by account %s, revision %s", draft.pk, by.pk, draft.revision)
    return True


def _saved(by: User, now: datetime) -> dict[str, Any]:
    return {"by": str(by), "by_id": by.pk, "at": now.isoformat()}


def touch(client_file: ClientFile, now: datetime) -> None:
    """The file moves to the top of "last changed", at most once a minute."""
    if now - client_file.updated_at > TOUCH_EVERY:
        ClientFile.objects.filter(pk=client_file.pk).update(updated_at=now)


def to_confirm(before: Standing, after: Standing, waiting: Iterable[str]) -> list[str]:
    """The answers to be confirmed after a change, in the order of the pages.

    An answer that was not used before the change and is used after it, and is still the same, has
    come back without being asked. Of those `waiting` the ones answered anew wait no longer.
    """
    those = set(waiting)
    back = [
        path
        for path, status in after.statuses.items()
        if status in USED and (path in those or before.statuses.get(path) == "unused")
    ]
    if after is before:
        return back
    return [
        path for path in back if _answer(before.document, path) == _answer(after.document, path)
    ]


@dataclass(frozen=True)
class Effects:
    """What a change would do to other answers: `unused` by it, and `back` to be confirmed."""

    unused: tuple[str, ...]
    back: tuple[str, ...]


def effects_of(draft: Draft, document_changes: Change) -> Effects:
    """What saving this change would do to answers that it does not itself change: to warn before.

    Nothing is written.
    """
    before = standing(draft)
    after = Standing(draft.treaty_file.load(), storable(document_changes(copied(draft.document))))
    first, second = before.document, after.document
    return Effects(
        unused=tuple(
            path
            for path, status in after.statuses.items()
            if status == "unused"
            and before.statuses.get(path) in USED
            and _answer(first, path) == _answer(second, path)
        ),
        back=tuple(to_confirm(before, after, ())),
    )


def _answer(document: Document, path: str) -> object:
    """What was answered; "not known" is an answer of its own, and so is nothing at all."""
    if path in (document.get("not_known") or ()):
        return "not known"
    try:
        return get_fact(document, path)
    except (FactsError, AttributeError, TypeError):  # not there, or not what it should be
        return None

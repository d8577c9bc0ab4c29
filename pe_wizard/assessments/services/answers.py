"""What is said about answers: confirmed, contested, with a note; readings; the treaty file."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from pe_wizard.accounts.models import User
from pe_wizard.assessments import selectors
from pe_wizard.assessments.errors import UnknownChoice
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.sections import section_of
from pe_wizard.assessments.services.saving import Edit, write
from pe_wizard.assessments.treaty_files import kept_readings, newer_treaty, store
from pe_wizard.clients import events
from pe_wizard.text import clean_text
from treaties import FactsError, fact_field


def confirm_fact(*, by: User, draft_id: UUID, path: str) -> Draft:
    """The answer that came back into use still holds. One that waits for nothing stays as it is."""

    def change(edit: Edit) -> None:
        edit.confirm = [one for one in edit.confirm if one != path]

    return write(by=by, draft_id=draft_id, change=change)


def choose_reading(
    *,
    by: User,
    draft_id: UUID,
    reading: str,
    option: str | None,
    reason: str = "",
    revision: int | None = None,
) -> Draft:
    """Apply another option of a reading, and say why; None is the option of the treaty file.

    `revision` is that of the section "treaty". Raises UnknownChoice, SectionMoved, ValidationError
    for a reason with forbidden characters.
    """
    why = clean_text(reason, single_line=False)
    known = selectors.draft_to_edit(by, draft_id).treaty_file.load().readings.get(reading)
    if known is None:
        raise UnknownChoice(f"reading {reading}")
    if option is not None and option not in known.options:
        raise UnknownChoice(f"option {option} of the reading {reading}")

    def change(edit: Edit) -> None:
        chosen = {
            name: value
            for name, value in (edit.document.get("readings") or {}).items()
            if name != reading
        }
        edit.reasons.pop(reading, None)
        if option is not None:
            chosen[reading] = option
            if why:
                edit.reasons[reading] = why
        if chosen or edit.document.get("readings"):
            edit.document["readings"] = chosen

    return write(
        by=by, draft_id=draft_id, change=change, section="treaty", revision=revision
    )  # fmt: skip


def set_annotation(
    *,
    by: User,
    draft_id: UUID,
    path: str,
    note: str = "",
    evidence: Iterable[str] = (),
    contested: bool = False,
    revision: int | None = None,
) -> Draft:
    """Keep a note, evidence and the mark "contested" on the fact at a path; empty takes them off.

    `revision` is that of the fact's section (`section_of`). Raises UnknownChoice for a path that is
    none, or for "contested" on anything but a yes/no fact; SectionMoved; ValidationError.
    """
    try:
        field = fact_field(path)
    except FactsError:
        raise UnknownChoice(path) from None
    if contested and field.kind != "yes_no":
        raise UnknownChoice(f"yes/no fact at {path}")
    said = {
        "note": clean_text(note, single_line=False) or None,
        "evidence": [line for one in evidence if (line := clean_text(one, single_line=True))],
        "contested": contested,
    }

    def change(edit: Edit) -> None:
        annotations = dict(edit.document.get("annotations") or {})
        if any(said.values()):
            annotations[path] = said
        else:
            annotations.pop(path, None)
        if annotations or edit.document.get("annotations"):
            edit.document["annotations"] = annotations

    return write(
        by=by, draft_id=draft_id, change=change, section=section_of(path), revision=revision
    )  # fmt: skip


def set_note(*, by: User, draft_id: UUID, note: str) -> Draft:
    """The note on the draft as a whole. Raises ValidationError for forbidden characters."""
    text = clean_text(note, single_line=False)

    def change(edit: Edit) -> None:
        if text != edit.draft.note:
            edit.other["note"] = text

    return write(by=by, draft_id=draft_id, change=change)


def adopt_treaty_file(*, by: User, draft_id: UUID, digest: str) -> Draft:
    """Go on under the newer file of the catalogue, of which the adviser has seen the changes.

    Raises UnknownChoice when the catalogue has another file by now. Answers are kept, all of them.
    """

    def change(edit: Edit) -> None:
        if edit.draft.treaty_file_id == digest:
            return
        newer = newer_treaty(edit.draft)
        if newer is None or newer.digest != digest:
            raise UnknownChoice(f"treaty file {digest}")
        edit.other["treaty_file"] = store(newer)
        chosen = edit.document.get("readings") or {}
        kept = kept_readings(chosen, newer)
        if kept != chosen:
            edit.document["readings"] = kept

    draft = write(by=by, draft_id=draft_id, change=change, section="treaty")
    events.record(
        client_file=draft.assessment.client_file,
        actor=by,
        action="draft.treaty_file",
        treaty=draft.assessment.treaty_code,
    )
    return draft

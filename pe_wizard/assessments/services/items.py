"""Items of the lists of a draft: added, copied, moved, removed, and put back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext

from pe_wizard.accounts.models import User
from pe_wizard.assessments import documents
from pe_wizard.assessments.documents import ids
from pe_wizard.assessments.errors import ItemGone, UnknownChoice
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.services.saving import Edit, write
from pe_wizard.assessments.shown import called

KEPT_REMOVED = 50  # removed items of a draft that can be put back
LONGEST_NAME = 10_000


def next_id(draft: Draft, list_name: str) -> str:
    """An id for an item to be added, for the form that adds it: sent twice, it adds one item."""
    return documents.new_id(list_name, taken(draft))


def taken(draft: Draft) -> set[str]:
    """The ids of the document and of what was removed from it."""
    return ids(draft.document) | {one["item"].get("id") for one in draft.removed}


def add_item(
    *,
    by: User,
    draft_id: UUID,
    section: str,
    list_name: str,
    item_id: str | None = None,
    values: dict[str, Any] | None = None,
    language: str | None = None,
) -> tuple[Draft, str]:
    """Add an item at the end of a list, and return the draft and the id of the item.

    `item_id` is what `next_id` gave the form; where there is such an item already it is not added
    again. `values` are first answers, by key ("name", "kind"). Raises UnknownChoice.
    """
    chosen = [item_id]

    def change(edit: Edit) -> None:
        those = ids(edit.document)
        if item_id is not None and item_id in those | _removed_ids(edit):
            return
        new = item_id
        if new is None:
            new = documents.new_id(list_name, those | _removed_ids(edit))
        if not _is_id(new):
            raise UnknownChoice(new)
        chosen[0] = new
        documents.add(edit.document, list_name, {**(values or {}), "id": new})

    documents.items({}, list_name)
    draft = write(by=by, draft_id=draft_id, change=change, section=section, language=language)
    return draft, str(chosen[0])


def copy_item(
    *,
    by: User,
    draft_id: UUID,
    section: str,
    list_name: str,
    item_id: str,
    copy_id: str | None = None,
    language: str | None = None,
) -> tuple[Draft, str]:
    """Put a copy of an item behind it, and return the draft and the id of the copy.

    Answers are copied, notes and evidence are not. `copy_id` is as in `add_item`. Raises ItemGone.
    """
    chosen = [copy_id]

    def change(edit: Edit) -> None:
        those = ids(edit.document)
        if copy_id is not None and copy_id in those | _removed_ids(edit):
            return
        new = copy_id
        if new is None:
            new = documents.new_id(list_name, those | _removed_ids(edit))
        if not _is_id(new):
            raise UnknownChoice(new)
        chosen[0] = new
        one = documents.item(edit.document, list_name, item_id)
        name = gettext("%(name)s (copy)") % {"name": called(one, list_name)}
        documents.copy_of(edit.document, list_name, item_id, new, name[:LONGEST_NAME])

    draft = write(by=by, draft_id=draft_id, change=change, section=section, language=language)
    return draft, str(chosen[0])


def move_item(
    *,
    by: User,
    draft_id: UUID,
    section: str,
    list_name: str,
    item_id: str,
    to: int,
    revision: int | None = None,
) -> Draft:
    """Put an item at another position of its list, from 0. Raises ItemGone, SectionMoved."""

    def change(edit: Edit) -> None:
        documents.move(edit.document, list_name, item_id, to)

    return write(by=by, draft_id=draft_id, change=change, section=section, revision=revision)


def references(draft: Draft, item_id: str) -> list[str]:
    """The paths that name this item: what removing it would make "not known"."""
    return [found.path for found in documents.references_to(draft.document, item_id)]


def remove_item(
    *,
    by: User,
    draft_id: UUID,
    section: str,
    list_name: str,
    item_id: str,
    revision: int | None = None,
) -> Draft:
    """Take an item out of its list. It is kept in `draft.removed`, the newest last, with what was
    said about it and what named it; `restore_item` puts it back.

    An item that was removed already stays so. Raises SectionMoved.
    """

    def change(edit: Edit) -> None:
        if item_id in _removed_ids(edit) and item_id not in ids(edit.document):
            return
        entry = documents.remove(edit.document, list_name, item_id)
        entry["at"] = timezone.now().isoformat()
        entry["by"] = str(by)
        entry["typed"] = {
            one: edit.typed.pop(one) for one in list(edit.typed) if one.endswith(f"-{item_id}")
        }
        edit.removed = [*edit.removed, entry][-KEPT_REMOVED:]

    return write(by=by, draft_id=draft_id, change=change, section=section, revision=revision)


def restore_item(*, by: User, draft_id: UUID, section: str, list_name: str, item_id: str) -> Draft:
    """Put a removed item back where it was, with what was said about it and what named it.

    One that is there already stays as it is. Raises ItemGone for one that was never removed.
    """

    def change(edit: Edit) -> None:
        if item_id in ids(edit.document):
            return
        for at, entry in enumerate(edit.removed):
            if entry["list"] == list_name and entry["item"].get("id") == item_id:
                documents.restore(edit.document, entry)
                edit.typed.update(entry.get("typed") or {})
                edit.removed = edit.removed[:at] + edit.removed[at + 1 :]
                return
        raise ItemGone(list_name, item_id)

    return write(by=by, draft_id=draft_id, change=change, section=section)


def _removed_ids(edit: Edit) -> set[str]:
    return {one["item"].get("id") for one in edit.removed}


def _is_id(text: str) -> bool:
    return (
        0 < len(text) <= documents.LONGEST_ID
        and text.isascii()
        and all(c.isalnum() or c in "_-" for c in text)
    )

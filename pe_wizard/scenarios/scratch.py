"""The scratch copy of a what-if: other facts than those on file, kept by the page alone.

It travels with the form, signed, and whatever the form says is written over it. What its buttons
ask for, adding and removing, is done to the document in hand; nothing is saved anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.core import signing
from django.http import QueryDict

from pe_wizard.assessments import documents
from pe_wizard.assessments.basis import Basis
from pe_wizard.assessments.documents import Document, copied, storable
from pe_wizard.assessments.errors import ItemGone, UnknownChoice
from pe_wizard.assessments.shown import item_name
from pe_wizard.wizard import editing
from pe_wizard.wizard.editing import is_list_of_rows, is_path, rows_at
from pe_wizard.wizard.fields import ListAnswer
from pe_wizard.wizard.forms import SectionForm
from pe_wizard.wizard.saving import FIRST_VALUES, Action, next_id_of, pasted_rows
from treaties import LISTS

SALT = "pe_wizard.scenarios.what_if"


@dataclass(frozen=True)
class Scratch:
    """The facts as they are tried out, why readings were chosen, texts that are no answer, and the
    calendars of days that were typed in another than the usual one."""

    document: Document
    reasons: dict[str, str]
    typed: dict[str, str] = field(default_factory=dict)
    calendars: dict[str, str] = field(default_factory=dict)


def first_scratch(basis: Basis) -> Scratch:
    """The facts as they are on file, which can be read."""
    document = basis.document
    assert document is not None
    return Scratch(storable(document), dict(basis.reasons))


def seal(basis: Basis, scratch: Scratch) -> str:
    """The scratch as a text for the form, which only this page can have made."""
    return signing.dumps(
        {
            "of": str(basis.id),
            "document": scratch.document,
            "reasons": scratch.reasons,
            "typed": scratch.typed,
            "calendars": scratch.calendars,
        },
        salt=SALT,
        compress=True,
    )


def unseal(basis: Basis, text: str) -> Scratch | None:
    """The scratch that was sealed for the same version or draft; None for any other text."""
    try:
        said: dict[str, Any] = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    if said["of"] != str(basis.id):
        return None
    return Scratch(said["document"], said["reasons"], said["typed"], said["calendars"])


def written_over(scratch: Scratch, form: SectionForm) -> Scratch:
    """The scratch with what the form says; what cannot be read is kept as it was typed."""
    document = form.changed_document(copied(scratch.document))
    for path, answer in form.answers().items():
        if (
            isinstance(form.fields[path], ListAnswer)
            and answer.value == "some"
            and not rows_at(document, path)
        ):
            _add(document, path, next_id_of(form, path))
    reasons = dict(scratch.reasons)
    for name, (option, why) in form.readings().items():
        reasons.pop(name, None)
        if why and option != form.options[name][0]:
            reasons[name] = why
    calendars = {**scratch.calendars, **form.calendars()}
    unusual = {path: calendar for path, calendar in calendars.items() if calendar}
    elsewhere = {
        name: text
        for name, text in scratch.typed.items()
        if name.partition(":")[0] not in form.fields
    }
    return Scratch(document, reasons, storable({**elsewhere, **form.typed()}), unusual)


def acted_on(scratch: Scratch, action: Action, sent: QueryDict) -> Scratch:
    """The scratch after what a button asks for; as it is, where that cannot be done."""
    document, typed = copied(scratch.document), dict(scratch.typed)
    path = action.target
    try:
        if action.verb.startswith("row-") and is_list_of_rows(path):
            document, typed = _rows_acted_on(document, typed, action, sent)
        elif path in LISTS:
            _item_acted_on(document, action)
    except (ItemGone, UnknownChoice):
        return scratch
    return replace(scratch, document=document, typed=typed)


def _add(document: Document, path: str, new: str) -> None:
    if new:
        documents.add(document, path, {**copied(FIRST_VALUES.get(path, {})), "id": new})
    else:
        document.update(editing.add_row(document, path))


def _rows_acted_on(
    document: Document, typed: dict[str, str], action: Action, sent: QueryDict
) -> tuple[Document, dict[str, str]]:
    path, number = action.target, action.number
    if action.verb == "row-add":
        return editing.add_row(document, path), typed
    if action.verb == "row-remove" and 0 <= number < len(rows_at(document, path)):
        left = {name: text for name, text in typed.items() if not name.startswith(f"{path}[")}
        return editing.remove_row(document, path, number), left
    if action.verb == "row-paste":
        named = is_path(f"{path}[0].person")
        for row, raw in pasted_rows(sent.get(f"{path}:paste", ""), named=named):
            start = f"{path}[{len(rows_at(document, path))}]."
            document = editing.add_row(document, path, row)
            typed.update({start + name: text for name, text in raw.items()})
    return document, typed


def _item_acted_on(document: Document, action: Action) -> None:
    name, (item_id, _blank, _rest) = action.target, action.argument.partition(" ")
    if action.verb == "add":
        _add(document, name, documents.new_id(name, documents.ids(document)))
    elif action.verb == "copy":
        new = documents.new_id(name, documents.ids(document))
        documents.copy_of(document, name, item_id, new, item_name(document, name, item_id))
    elif action.verb == "remove":
        documents.remove(document, name, item_id)
    elif action.verb in ("up", "down"):
        by = 1 if action.verb == "down" else -1
        documents.move(document, name, item_id, documents.position(document, name, item_id) + by)

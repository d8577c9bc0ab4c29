"""Saving a page: what its form says and what its button asks for, in one conditional write.

Rows of days have no id; they are added, copied, removed and put back here, together with the page.
Items are added and removed by the services of assessments, after the page was saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from pe_wizard import dates
from pe_wizard.accounts.models import User
from pe_wizard.assessments import documents
from pe_wizard.assessments.documents import Document, storable
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.services.items import KEPT_REMOVED, next_id
from pe_wizard.assessments.services.saving import LONGEST_TYPED, Edit, write
from pe_wizard.text import clean_text
from pe_wizard.wizard import editing
from pe_wizard.wizard.editing import is_list_of_rows, is_path, rows_at
from pe_wizard.wizard.fields import GIVEN, IS, ListAnswer
from pe_wizard.wizard.forms import SectionForm
from pe_wizard.wizard.windows import row_of

FIRST_VALUES: dict[str, dict[str, Any]] = {
    "services": {"periods": [{}]},
    "exploration": {"periods": [{}]},
}
ROWS = ("row-add", "row-paste", "row-remove", "row-restore")
ADDING = ("add", "row-add", "row-paste")
SEPARATORS = re.compile(r"\t|;|\s{2,}|,\s+")  # between the cells of a pasted row
MOST_PASTED = 500  # rows at once


@dataclass(frozen=True, slots=True)
class Action:
    """What a button asks for beside saving: "row-remove services[e1].periods 2"."""

    verb: str
    target: str
    argument: str = ""

    @classmethod
    def of(cls, text: str) -> Action | None:
        """The action that a button names; None for anything else."""
        words = text.split(" ")
        if not 2 <= len(words) <= 4:
            return None
        return cls(words[0], words[1], " ".join(words[2:]))

    @property
    def number(self) -> int:
        """The argument as the number of a row; -1 where it is none."""
        return int(self.argument) if self.argument.isdecimal() and len(self.argument) < 8 else -1


def save_page(
    *,
    by: User,
    draft: Draft,
    section: str,
    revision: int,
    form: SectionForm,
    action: Action | None,
    language: str,
    adds_first: bool = True,
) -> Draft:
    """Save the page and return the draft as it stands afterwards. Raises what `write` raises.

    `draft` is the one read for this request, by someone who may change it. A list that is answered
    with yes gets its first item, unless the button adds one, or `adds_first` is false.
    """
    typed = {name: text[:LONGEST_TYPED] for name, text in form.typed().items()}
    confirmed = set(form.confirmed())
    calendars = form.calendars()
    first_items = {
        path: next_id_of(form, path)
        for path, answer in form.answers().items()
        if isinstance(form.fields[path], ListAnswer)
        and answer.value == "some"
        and not rows_at(form.document, path)
        and adds_first
        and not (action is not None and action.verb in ADDING and action.target == path)
    }

    def change(edit: Edit) -> None:
        edit.document = form.changed_document(edit.document)
        for path, new in first_items.items():
            if not rows_at(edit.document, path):
                _add_first(edit.document, path, new)
        kept = {**_elsewhere(edit, section, form), **typed}
        edit.typed.pop(section, None)
        if action is not None and action.verb in ROWS and is_list_of_rows(action.target):
            kept = _row_action(
                edit, action, kept, str(by), form.data.get(f"{action.target}:paste", "")
            )
        if kept:
            edit.typed[section] = storable(kept)
        for name, (option, why) in form.readings().items():
            edit.reasons.pop(name, None)
            if why and option != form.options[name][0]:
                edit.reasons[name] = why
        edit.confirm = [path for path in edit.confirm if path not in confirmed]
        for path, calendar in calendars.items():
            edit.calendars.pop(path, None)
            if calendar:
                edit.calendars[path] = calendar

    return write(
        by=by,
        draft_id=draft.pk,
        read=draft,
        change=change,
        section=section,
        revision=revision,
        language=language,
    )


def _elsewhere(edit: Edit, section: str, form: SectionForm) -> dict[str, str]:
    """What was typed in rows of long tables that the page did not hold."""
    kept = {}
    for name, text in edit.typed.get(section, {}).items():
        row = row_of(name)
        if row and row[1] < len(rows_at(edit.document, row[0])) and not _held(form, *row):
            kept[name] = text
    return kept


def _held(form: SectionForm, path: str, number: int) -> bool:
    return any(f"{path}[{number}].{end}" in form.fields for end in ("from", "to"))


def next_id_of(form: SectionForm, path: str) -> str:
    """An id for the first item of a list that was answered with yes."""
    return documents.new_id(path, documents.ids(form.document)) if "[" not in path else ""


def _add_first(document: Document, path: str, new: str) -> None:
    if new:
        documents.add(document, path, {**documents.copied(FIRST_VALUES.get(path, {})), "id": new})
    else:
        document.update(editing.add_row(document, path))


def _row_action(
    edit: Edit, action: Action, typed: dict[str, str], by: str, pasted: str
) -> dict[str, str]:
    """Do what is asked for with a row; returns what was typed, as the rows are numbered now."""
    if action.verb == "row-add":
        edit.document = editing.add_row(edit.document, action.target)
        return typed
    return ROW_ACTIONS[action.verb](edit, action, typed, by, pasted)


def _paste(
    edit: Edit, action: Action, typed: dict[str, str], by: str, pasted: str
) -> dict[str, str]:
    path, kept = action.target, dict(typed)
    for row, raw in pasted_rows(pasted, named=is_path(f"{path}[0].person")):
        start = f"{path}[{len(rows_at(edit.document, path))}]."
        edit.document = editing.add_row(edit.document, path, row)
        kept.update({start + name: text for name, text in raw.items()})
    return kept


def _remove(
    edit: Edit, action: Action, typed: dict[str, str], by: str, pasted: str
) -> dict[str, str]:
    path, number = action.target, action.number
    rows = rows_at(edit.document, path)
    if not 0 <= number < len(rows):
        return typed
    if rows[number]:
        entry = {
            "list": path,
            "item": rows[number],
            "position": number,
            "at": timezone.now().isoformat(),
            "by": by,
        }
        edit.removed = [*edit.removed, entry][-KEPT_REMOVED:]
    edit.document = editing.remove_row(edit.document, path, number)
    return _renumbered(typed, path, lambda n: None if n == number else n - (n > number))


def _restore(
    edit: Edit, action: Action, typed: dict[str, str], by: str, pasted: str
) -> dict[str, str]:
    path = action.target
    for at, entry in enumerate(edit.removed):
        if entry["list"] == path and entry["at"] == action.argument:
            edit.removed = edit.removed[:at] + edit.removed[at + 1 :]
            return _put_back(edit, path, entry["position"], entry["item"], typed)
    return typed


def _put_back(
    edit: Edit, path: str, place: int, row: dict[str, Any], typed: dict[str, str]
) -> dict[str, str]:
    edit.document = editing.insert_row(edit.document, path, place, row)
    return _renumbered(typed, path, lambda n: n if n < place else n + 1)


ROW_ACTIONS = {"row-paste": _paste, "row-remove": _remove, "row-restore": _restore}


def pasted_rows(text: str, *, named: bool) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    """The rows of a pasted table: what can be read as days, and what stays as it was typed."""
    for line in text.splitlines()[:MOST_PASTED]:
        cells = [one.strip() for one in SEPARATORS.split(line.strip(), maxsplit=2)]
        if not any(cells):
            continue
        row: dict[str, Any] = {}
        raw: dict[str, str] = {}
        for name, cell in zip(("from", "to"), cells, strict=False):
            if not cell:
                continue
            try:
                row[name] = dates.parse_day(cell).isoformat()
            except ValidationError:
                raw[name], raw[f"{name}{IS}"] = cell, GIVEN
        if len(cells) > 2 and named:
            try:
                person = clean_text(cells[2], single_line=True)
            except ValidationError:
                raw["person"] = cells[2]
            else:
                row.update({"person": person} if person else {})
        yield row, raw


def _renumbered(
    typed: dict[str, str], path: str, number: Callable[[int], int | None]
) -> dict[str, str]:
    """What was typed in rows, under the new numbers of the rows."""
    start, kept = f"{path}[", {}
    for name, text in typed.items():
        if not name.startswith(start):
            kept[name] = text
            continue
        old, _, rest = name.removeprefix(start).partition("]")
        new = number(int(old))
        if new is not None:
            kept[f"{start}{new}]{rest}"] = text
    return kept


__all__ = ["Action", "next_id", "pasted_rows", "save_page"]

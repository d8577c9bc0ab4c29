"""Two saves of one page: what differs, whose is which, and the choice fact by fact.

A page carries a short mark of each field as it was shown. What its sender did not touch is no
conflict: there the saved value stands. Of the rest both values are shown, and one is chosen.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from pe_wizard.assessments.errors import SectionMoved
from pe_wizard.assessments.shown import answer_text, item_name, label
from pe_wizard.wizard.editing import MISSING, value_at
from pe_wizard.wizard.fields import ListAnswer, PartsField
from pe_wizard.wizard.forms import ABOUT, READING, WHY, About, ReadingChoice, SectionForm
from pe_wizard.wizard.pages import Page
from treaties import READING_WORDS

KEEP = "keep:"


@dataclass(frozen=True, slots=True)
class Both:
    """One field with both values; `hidden` is mine as it is sent again if it is kept."""

    name: str
    what: str
    mine: str
    theirs: str
    hidden: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """What differs between what was sent and what someone else saved before."""

    by: str
    at: datetime | None
    rows: tuple[Both, ...]


def fingerprint(data: Any) -> str:
    """A short mark of each field of a page: which were changed can be told without keeping them."""
    return " ".join(f"{_mark(name)}:{_mark(_plain(data, name))}" for name in data)


def _mark(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def _plain(data: Any, name: str) -> str:
    texts = data.getlist(name) if hasattr(data, "getlist") else data.get(name)
    return "\n".join(texts) if isinstance(texts, list) else str(texts or "")


def conflict_of(
    mine: SectionForm, page: Page, moved: SectionMoved, theirs: Mapping[str, Any], post: QueryDict
) -> Conflict:
    """What stands against what: `mine` is the form that was sent, `theirs` the page as saved."""
    mine.is_valid()
    marks = dict(
        pair.split(":", 1) for pair in post.get("seen", "").split(" ") if pair.count(":") == 1
    )
    document = moved.draft.document
    changed = mine.changed_document(document)
    rows = []
    for name, field in mine.fields.items():
        if not isinstance(field, PartsField) or not mine.sent(name):
            continue
        parts = [name + suffix for suffix in (*field.suffixes, *field.many)]
        sent = {part: post.getlist(part) for part in parts if part in post}
        touched = not marks or any(
            marks.get(_mark(part)) != _mark("\n".join(texts))
            for part, texts in sent.items()
            if _mark(part) in marks or any(texts)
        )
        if not touched or (isinstance(field, ListAnswer) and post.get(name) == "some"):
            continue
        if all("\n".join(texts) == _joined(theirs.get(part)) for part, texts in sent.items()):
            continue
        path = name.removesuffix(":")
        if (
            not name.startswith(READING)
            and value_at(document, path.rpartition(".")[0] or path) is MISSING
            and "." in path
        ):
            owner = path.rpartition(".")[0]
            if owner.endswith("]"):
                continue  # the item, or the row, is no longer there
        rows.append(
            Both(
                name,
                _what(document, name),
                _mine(mine, changed, name, field, post),
                _theirs(document, name, field, theirs),
                tuple((part, text) for part, texts in sent.items() for text in texts),
            )
        )
    return Conflict(moved.saved_by, moved.saved_at, tuple(rows))


def _joined(value: Any) -> str:
    return "\n".join(value) if isinstance(value, list) else str(value or "")


def _what(document: dict[str, Any], name: str) -> str:
    if name.startswith(READING):
        return _(READING_WORDS[name.removeprefix(READING)].title)
    path = name.removesuffix(":")
    short = label(document, path)
    first, _sep, rest = path.partition("[")
    if rest:
        short = f"{item_name(document, first, rest.partition(']')[0])}: {short}"
    return _("Note on: %(what)s") % {"what": short} if name.endswith(":") else short


def _mine(
    form: SectionForm, changed: dict[str, Any], name: str, field: PartsField, post: QueryDict
) -> str:
    if name in form.errors or isinstance(field, About | ReadingChoice):
        return _raw_text(name, field, {part: post.get(part, "") for part in post})
    return answer_text(changed, name)


def _theirs(document: dict[str, Any], name: str, field: PartsField, raw: Mapping[str, Any]) -> str:
    if isinstance(field, About | ReadingChoice):
        return _raw_text(name, field, raw)
    return answer_text(document, name)


def _raw_text(name: str, field: PartsField, raw: Mapping[str, Any]) -> str:
    if isinstance(field, ReadingChoice):
        reading = READING_WORDS[name.removeprefix(READING)]
        option = _joined(raw.get(name))
        said = [_(reading.options[option].label) if option in reading.options else option]
        return " – ".join(text for text in (*said, _joined(raw.get(name + WHY))) if text)
    texts = [_joined(raw.get(name + suffix)) for suffix in field.suffixes]
    if field is ABOUT and texts[-1]:
        texts[-1] = _("Contested")
    return " – ".join(text for text in texts if text)


def without_theirs(post: QueryDict) -> QueryDict:
    """What was sent, without the fields in which the other value was chosen."""
    dropped = [
        name.removeprefix(KEEP)
        for name in post
        if name.startswith(KEEP) and post.get(name) == "theirs"
    ]
    if not dropped:
        return post
    kept = post.copy()
    for name in dropped:
        for part in list(kept):
            if part == name or part.startswith(name if name.endswith(":") else f"{name}:"):
                del kept[part]
    kept._mutable = False
    return kept

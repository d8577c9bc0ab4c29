"""Treaty files of drafts: those on offer, the one a draft keeps, and what a newer one changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from pe_wizard.assessments.errors import UnknownChoice
from pe_wizard.assessments.models import Draft, TreatyFile, Version
from treaties import Catalogue, Treaty, catalogue


def on_offer() -> Catalogue:
    """The treaties that an assessment can begin with: the catalogue's and the firm's own."""
    return catalogue(settings.TREATY_FILES_DIR)


def treaty_on_offer(code: str) -> Treaty:
    """The treaty of that code. Raises UnknownChoice."""
    treaty = on_offer().treaties.get(code)
    if treaty is None:
        raise UnknownChoice(f"treaty {code}")
    return treaty


def store(treaty: Treaty) -> TreatyFile:
    """The stored file of a treaty; its bytes are stored the first time."""
    known = TreatyFile.objects.defer("source").filter(pk=treaty.digest).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return TreatyFile.objects.create(
                digest=treaty.digest, code=treaty.code, source=treaty.source
            )
    except IntegrityError:  # stored by another request at the same moment
        return TreatyFile.objects.defer("source").get(pk=treaty.digest)


def newer_treaty(draft: Draft) -> Treaty | None:
    """The file that the catalogue has now, where it is another one than the draft began with."""
    now = on_offer().treaties.get(draft.assessment.treaty_code)
    return now if now is not None and now.digest != draft.treaty_file_id else None


def is_corrected(version: Version) -> bool:
    """Whether the catalogue has another file of the treaty now than the version was made with."""
    now = on_offer().treaties.get(version.assessment.treaty_code)
    return now is not None and now.digest != version.treaty_file_id


def kept_readings(chosen: Mapping[str, str], treaty: Treaty) -> dict[str, str]:
    """The readings that were chosen, without those that this file does not leave open so."""
    return {
        name: option
        for name, option in chosen.items()
        if name in treaty.readings and option in treaty.readings[name].options
    }


@dataclass(frozen=True, slots=True)
class TreatyChange:
    """One difference between two files: what kind of thing, its name, and both sides as text.

    `kind`: clause, reading, note, paragraph, condition, date. `before` or `after` is empty where
    only the other file has it.
    """

    kind: str
    name: str
    before: str
    after: str


def changes(old: Treaty, new: Treaty) -> list[TreatyChange]:
    """What differs between two files of one treaty, clauses first."""
    found = []
    for kind, first, second in (
        ("clause", _clauses(old), _clauses(new)),
        ("reading", _readings(old), _readings(new)),
        ("paragraph", _paragraphs(old), _paragraphs(new)),
        ("note", _notes(old), _notes(new)),
        ("date", _dates(old), _dates(new)),
    ):
        for name in dict.fromkeys((*first, *second)):
            before, after = first.get(name, ""), second.get(name, "")
            if before != after:
                found.append(TreatyChange(kind, name, before, after))
    return found


def _clauses(treaty: Treaty) -> dict[str, str]:
    named: dict[str, str] = {}
    for clause in treaty.clauses:
        parameters: dict[str, Any] = clause.model_dump(mode="json", exclude={"kind", "paragraph"})
        name = f"{clause.paragraph} {clause.kind}"
        while name in named:
            name += "′"
        named[name] = "; ".join(f"{key}: {value}" for key, value in parameters.items())
    return named


def _readings(treaty: Treaty) -> dict[str, str]:
    return {name: ", ".join(one.options) for name, one in treaty.readings.items()}


def _paragraphs(treaty: Treaty) -> dict[str, str]:
    return {label: paragraph.en for label, paragraph in treaty.paragraphs.items()}


def _notes(treaty: Treaty) -> dict[str, str]:
    return {code: note.en for code, note in treaty.notes.items()}


def _dates(treaty: Treaty) -> dict[str, str]:
    dates = {"signed": treaty.signed.date, "in force": treaty.in_force.date}
    dates |= {f"in effect, {state}": dated.date for state, dated in treaty.in_effect.items()}
    return {name: day or "" for name, day in dates.items()}

"""What a memo is made from: a completed version as it was kept, or a draft as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pe_wizard.assessments.conclusion_page import assessment_of
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.presenting import Source
from pe_wizard.assessments.reviewing import SignOff, sign_off_of
from pe_wizard.assessments.shown import questions_shown
from pe_wizard.assessments.standing import Standing, standing
from pe_wizard.clients.models import ClientFile
from pe_wizard.display import language
from treaties import Assessment

READING = "readings."  # before the name of a reading, among the questions of a version


class NothingToPrint(Exception):
    """The draft cannot be read as it stands, so that there is no conclusion."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What proves that a version is unchanged."""

    sha256: str
    previous_sha256: str
    position: int
    product_version: str


@dataclass(frozen=True, slots=True)
class Record:
    """The conclusion with its facts, questions and treaty.

    `number`, `receipt`, `completed_in` and, once it is signed, `sign_off` are those of a version.

    `assessment` is the one the conclusion was made from, for the days behind a count; None where
    it no longer comes out the same.
    `left_out` counts the entries of a draft that could not be read.
    """

    source: Source
    questions: Sequence[Mapping[str, Any]]
    assessment: Assessment | None
    client_file: ClientFile
    prepared_by: str
    prepared_at: datetime
    number: int | None = None
    receipt: Receipt | None = None
    sign_off: SignOff | None = None
    left_out: int = 0
    completed_in: str = ""  # the language of the page on which the version was completed

    @property
    def conclusion(self) -> Mapping[str, Any]:
        """The conclusion document."""
        return self.source.conclusion

    @property
    def document(self) -> Mapping[str, Any]:
        """The facts document, as it was assessed."""
        return self.source.document


def of_version(version: Version) -> Record:
    """The record of a completed version, with answers in the language of the page."""
    treaty = version.treaty_file.load()
    reasons = {
        entry["path"].removeprefix(READING): entry["reason"]
        for entry in version.questions
        if entry.get("reason")
    }
    questions = version.questions
    if version.language != language():
        questions = questions_shown(Standing(treaty, version.facts), reasons)
    return Record(
        source=Source(version.conclusion, treaty, version.facts, reasons),
        questions=questions,
        assessment=assessment_of(version),
        client_file=version.client_file,
        prepared_by=str(version.author),
        prepared_at=version.completed_at,
        number=version.number,
        receipt=Receipt(
            version.sha256, version.previous_sha256, version.position, version.product_version
        ),
        sign_off=sign_off_of(version),
        completed_in=version.language,
    )


def of_draft(draft: Draft) -> Record:
    """The record of a draft as it stands. Raises NothingToPrint where it cannot be read."""
    stands = standing(draft)
    if stands.conclusion is None or stands.used is None:
        raise NothingToPrint
    return Record(
        source=Source(stands.conclusion, stands.treaty, stands.used, draft.reasons),
        questions=questions_shown(stands, draft.reasons),
        assessment=stands.assessment,
        client_file=draft.assessment.client_file,
        prepared_by=str(draft.saved_by),
        prepared_at=draft.saved_at,
        left_out=len(stands.faults),
    )

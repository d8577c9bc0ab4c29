"""The list of assessments as CSV and JSON: every version and every open draft that may be seen.

In CSV a text that a spreadsheet would take for a formula gets an apostrophe before it; numbers and
days stay as they are. JSON keeps every text as it was typed.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.selectors import open_drafts, versions_for
from pe_wizard.clients.models import ClientFile
from pe_wizard.memo.structure import UNFIT

FORMAT = "pe-assessments/1"
COLUMNS = (
    "client",
    "client_name",
    "treaty",
    "residence_state",
    "source_state",
    "state",
    "version",
    "as_of",
    "conclusion",
    "applicability",
    "changed_at",
    "changed_by",
    "sha256",
)
# Signs that begin a formula in a spreadsheet, full-width ones and those behind blanks too.
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n|%]")
MARK_OF_UTF_8 = "\ufeff"  # without it a spreadsheet takes Persian and Georgian for something else

Row = dict[str, Any]


def rows(user: User, client_file: ClientFile | None = None) -> Iterator[Row]:
    """The rows this adviser may see, of one client file or of all, newest first."""
    versions = versions_for(user)
    drafts = open_drafts(user)
    if client_file is not None:
        versions = versions.filter(client_file=client_file)
        drafts = drafts.filter(assessment__client_file=client_file)
    drafts = drafts.select_related(None).select_related("assessment__client_file", "saved_by")
    for draft in drafts.only(*_DRAFT).iterator(chunk_size=500):
        yield _of_draft(draft)
    versions = versions.select_related(None).select_related("assessment", "client_file", "author")
    for version in versions.only(*_VERSION).order_by("-completed_at", "pk").iterator(500):
        yield _of_version(version)


_CLIENT = ("reference", "name")
_DIRECTION = ("treaty_code", "residence_state", "source_state")
_PERSON = ("first_name", "last_name", "username")
_DRAFT = (
    "saved_at",
    *(f"assessment__{name}" for name in _DIRECTION),
    *(f"assessment__client_file__{name}" for name in _CLIENT),
    *(f"saved_by__{name}" for name in _PERSON),
)
_VERSION = (
    "number",
    "summary",
    "completed_at",
    "sha256",
    *(f"assessment__{name}" for name in _DIRECTION),
    *(f"client_file__{name}" for name in _CLIENT),
    *(f"author__{name}" for name in _PERSON),
)


def _of_draft(draft: Draft) -> Row:
    return {
        **_about(draft.assessment, draft.assessment.client_file),
        "state": "draft",
        "version": None,
        "as_of": None,
        "conclusion": None,
        "applicability": None,
        "changed_at": timezone.localtime(draft.saved_at).isoformat(timespec="seconds"),
        "changed_by": str(draft.saved_by),
        "sha256": None,
    }


def _of_version(version: Version) -> Row:
    return {
        **_about(version.assessment, version.client_file),
        "state": "completed",
        "version": version.number,
        "as_of": version.summary["as_of"],
        "conclusion": version.summary["conclusion"],
        "applicability": version.summary["applicability"],
        "changed_at": timezone.localtime(version.completed_at).isoformat(timespec="seconds"),
        "changed_by": str(version.author),
        "sha256": version.sha256,
    }


def _about(assessment: Any, client_file: ClientFile) -> Row:
    return {
        "client": client_file.reference,
        "client_name": client_file.name,
        "treaty": assessment.treaty_code,
        "residence_state": assessment.residence_state,
        "source_state": assessment.source_state,
    }


def as_json(listed: Iterator[Row]) -> str:
    """The rows as a JSON document."""
    content = {"format": FORMAT, "assessments": list(listed)}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def as_csv(listed: Iterator[Row]) -> str:
    """The rows as CSV, with a row of names first."""
    written = io.StringIO()
    written.write(MARK_OF_UTF_8)
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for row in listed:
        writer.writerow([inert(row[name]) for name in COLUMNS])
    return written.getvalue()


def inert(value: Any) -> Any:
    """The value as a cell that no spreadsheet runs; numbers as they are, nothing for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    text = UNFIT.sub("", value)
    return f"'{text}" if _FORMULA.match(text) else text

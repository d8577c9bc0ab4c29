"""The canonical bytes of a version, their hash, and whether a version still says what they say.

Keys sorted, no blanks, UTF-8 as it is: the same version gives the same bytes on every machine. Each
version names the hash of the one before it in its client file, and the event of its completion
names its hash once more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pe_wizard.canonical import canonical
from pe_wizard.clients.models import Event
from treaties import TreatiesError

if TYPE_CHECKING:
    from pe_wizard.assessments.models import Version

FORMAT = "pe-version/1"
COMPLETED = "assessment.completed"

# Where each entry of the canonical bytes stands in the row of the version as well.
COLUMNS: Mapping[str, str] = {
    "id": "id",
    "client_file": "client_file_id",
    "assessment": "assessment_id",
    "draft": "draft_id",
    "number": "number",
    "position": "position",
    "previous_sha256": "previous_sha256",
    "treaty_digest": "treaty_file_id",
    "completed_at": "completed_at",
    "product_version": "product_version",
    "language": "language",
    "facts": "facts",
    "conclusion": "conclusion",
    "questions": "questions",
    "summary": "summary",
}


def sha256(content: bytes) -> str:
    """The hash in 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def moment(value: datetime) -> str:
    """A point in time in UTC, to the microsecond: 2026-08-03T14:20:00.000000Z."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def read(content: bytes) -> dict[str, Any]:
    """What canonical bytes say. ValueError for bytes that no version can have had."""
    said = json.loads(content)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise ValueError(f"These are not the canonical bytes of a version ({FORMAT}).")
    absent = [
        name
        for name in (*COLUMNS, "author", "treaty")
        if name not in said and name != "summary"  # which the first ones did not hold
    ]
    if absent:
        raise ValueError(f"The canonical bytes lack {', '.join(absent)}.")
    return said


def entries(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a version, by name, as the canonical bytes write them."""
    return {
        entry: moment(value)
        if isinstance(value := row[column], datetime)
        else value
        if isinstance(value, (int, list, dict))
        else str(value)
        for entry, column in COLUMNS.items()
    }


def differing(said: Mapping[str, Any], columns: Mapping[str, Any], author_id: int) -> list[str]:
    """The names of the columns that say something else than the canonical bytes.

    Compared as canonical JSON, where 1, 1.0 and true are three values.
    """
    both = [name for name in columns if name in said]
    found: list[str] = []
    if canonical([columns[name] for name in both]) != canonical([said[name] for name in both]):
        found = [name for name in both if canonical(columns[name]) != canonical(said[name])]
    if said["author"].get("id") != author_id:
        found.append("author")
    return found


def damage(version: Version) -> list[str]:
    """What does not match in a version that is about to be shown; empty for an intact one.

    Its bytes against its hash, its columns against its bytes, its hash against the event of its
    completion, its treaty file against the digest.
    """
    raw = bytes(version.canonical)
    found = []
    if sha256(raw) != version.sha256:
        found.append("sha256")
    try:
        said = read(raw)
    except ValueError:
        return [*found, "canonical"]
    row = {name: getattr(version, name) for name in COLUMNS.values()}
    found += differing(said, entries(row), version.author_id)
    if not Event.objects.filter(
        client_file=version.client_file_id,
        action=COMPLETED,
        details__position=version.position,
        details__sha256=version.sha256,
    ).exists():
        found.append("event")
    try:
        version.treaty_file.load()
    except (TreatiesError, ValueError):
        found.append("treaty_file")
    return found

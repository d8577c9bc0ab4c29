"""What may never be in a database, whatever was killed when: half of something.

A completed draft without its version, a version without its event, a hash that is none, a chain
with a gap, a draft that cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from contextlib import closing
from typing import Any

from django.db import connections

from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import Standing
from pe_wizard.clients.models import Event


def halves(alias: str) -> list[str]:
    """One line for everything that is only half there."""
    versions = list(
        Version.objects.using(alias).select_related("draft").order_by("client_file_id", "position")
    )
    found = _without_a_version(alias, versions) + _without_an_event(alias, versions)
    found += _not_chained(versions)
    for draft in Draft.objects.using(alias).select_related("treaty_file"):
        stands = Standing(draft.treaty_file.load(), draft.document)
        found += [f"draft {draft.pk}: {fault}" for fault in stands.faults]
    settings = connections[alias].settings_dict
    if settings["ENGINE"].endswith("sqlite3"):
        with closing(sqlite3.connect(settings["NAME"])) as database:
            said = [row[0] for row in database.execute("PRAGMA integrity_check")]
            found += [line for line in said if line != "ok"]
            found += [str(row) for row in database.execute("PRAGMA foreign_key_check")]
    return found


def _without_a_version(alias: str, versions: list[Version]) -> list[str]:
    completed = set(
        Draft.objects.using(alias)
        .filter(status=Draft.Status.COMPLETED)
        .values_list("pk", flat=True)
    )
    made = Counter(version.draft_id for version in versions)
    return [
        f"draft {pk}: {'completed' if pk in completed else 'not completed'}, {made[pk]} versions"
        for pk in completed | made.keys()
        if (pk in completed) != (made[pk] == 1)
    ]


def _without_an_event(alias: str, versions: list[Version]) -> list[str]:
    told = Counter(
        event.details["sha256"]
        for event in Event.objects.using(alias).filter(action="assessment.completed")
    )
    made = Counter(version.sha256 for version in versions)
    return [f"version {one}: {made[one]} rows, {told[one]} events" for one in made | told
            if made[one] != told[one]]  # fmt: skip


def _not_chained(versions: list[Version]) -> list[str]:
    found = []
    last: dict[Any, Version] = {}
    for version in versions:
        before = last.get(version.client_file_id)
        canonical = bytes(version.canonical)
        said = json.loads(canonical)
        whole = (
            hashlib.sha256(canonical).hexdigest() == version.sha256
            and said["previous_sha256"]
            == version.previous_sha256
            == (before.sha256 if before else "")
            and said["position"] == version.position == (before.position + 1 if before else 1)
            and said["facts"] == version.facts
            and said["conclusion"] == version.conclusion
        )
        if not whole:
            found.append(f"version {version.pk}: not what its receipt says")
        last[version.client_file_id] = version
    return found

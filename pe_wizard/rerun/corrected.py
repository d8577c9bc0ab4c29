"""Versions whose treaty file is another one than the catalogue has now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from pe_wizard.assessments.models import TreatyFile, Version
from pe_wizard.assessments.treaty_files import on_offer
from pe_wizard.rerun.running import Task
from treaties import Treaty

KEYS = 2000  # versions looked at in one query
BATCH = 100  # versions read, and run, at once


@dataclass(frozen=True, slots=True)
class Which:
    """A version by its ids; `latest` is the one of its assessment with the highest number."""

    id: UUID
    client_file: UUID
    code: str
    number: int
    latest: bool


@dataclass(frozen=True)
class Corrected:
    """A treaty of which versions were completed under other files than `now` (None: it is gone),
    and how many."""

    code: str
    now: Treaty | None
    versions: int
    client_files: int


def superseded(code: str | None = None) -> dict[str, str]:
    """The stored treaty files, digest → code, that are not the catalogue's now; of one treaty."""
    now = on_offer().treaties
    files = TreatyFile.objects.order_by("code", "digest").values_list("digest", "code")
    if code is not None:
        files = files.filter(code=code)
    return {
        digest: of
        for digest, of in files
        if (found := now.get(of)) is None or found.digest != digest
    }


def is_known(code: str) -> bool:
    """Whether there is such a treaty, in the catalogue or under a version."""
    return code in on_offer().treaties or TreatyFile.objects.filter(code=code).exists()


def files_now(digests: Mapping[str, str]) -> dict[str, Treaty]:
    """The files of the catalogue, by code, that took the place of those."""
    now = on_offer().treaties
    return {code: now[code] for code in sorted(set(digests.values())) if code in now}


def counted(versions: QuerySet[Version]) -> list[Corrected]:
    """For each treaty that was corrected, how many of these versions have another file."""
    digests, now = superseded(), on_offer().treaties
    rows = (
        versions.filter(treaty_file__in=digests)
        .order_by("assessment__treaty_code")
        .values_list("assessment__treaty_code")
        .annotate(versions=Count("pk"), client_files=Count("client_file", distinct=True))
    )
    return [Corrected(code, now.get(code), *numbers) for code, *numbers in rows]


def newer_version() -> Exists:
    """Whether the assessment has a later version."""
    later = Version.objects.filter(assessment=OuterRef("assessment"), number__gt=OuterRef("number"))
    return Exists(later)


def batches(
    digests: Mapping[str, str], *, latest_only: bool = False
) -> Iterator[list[tuple[Which, Task]]]:
    """The versions with these treaty files, by client file and position, a hundred at a time.

    They are read by their place in that order, each page from where the one before it ended, so
    that nothing is held open and versions that are completed meanwhile are no matter.
    """
    for ids in _ids(digests):
        for at in range(0, len(ids), BATCH):
            found = {which.id: (which, task) for which, task in _read(ids[at : at + BATCH])}
            those = [found[one] for one in ids[at : at + BATCH] if one in found]
            yield [(which, task) for which, task in those if which.latest or not latest_only]


def _ids(digests: Mapping[str, str]) -> Iterator[list[UUID]]:
    # The digests are sorted out here: asked for them, a database may take the index of files and
    # sort everything anew for each page.
    rows = Version.objects.order_by("client_file", "position")
    after = Q()
    while True:
        page = list(
            rows.filter(after).values_list("pk", "client_file", "position", "treaty_file")[:KEYS]
        )
        if not page:
            return
        if ids := [pk for pk, _file, _position, digest in page if digest in digests]:
            yield ids
        _pk, client_file, position, _digest = page[-1]
        after = Q(client_file__gte=client_file) & (
            Q(client_file__gt=client_file) | Q(position__gt=position)
        )


def _read(ids: list[UUID]) -> Iterator[tuple[Which, Task]]:
    rows = (
        Version.objects.filter(pk__in=ids)
        .annotate(
            has_newer=newer_version(),
            facts_text=Cast("facts", TextField()),
            conclusion_text=Cast("conclusion", TextField()),
        )
        .values(
            "pk", "client_file", "number", "assessment__treaty_code",
            "has_newer", "facts_text", "conclusion_text",
        )
    )  # fmt: skip
    for row in rows:
        code = row["assessment__treaty_code"]
        which = Which(row["pk"], row["client_file"], code, row["number"], not row["has_newer"])
        yield which, Task(code, row["facts_text"], row["conclusion_text"])

"""Verifying what is in the database: versions, the event log, treaty files, sign-offs."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import connection

from pe_wizard.assessments import stored
from pe_wizard.assessments.models import Assessment, ReviewEvent, TreatyFile, Version
from pe_wizard.assessments.receipts import COMPLETED
from pe_wizard.assessments.verifying import Depth, Report, State, TreatyFiles, verify
from pe_wizard.clients.models import ClientFile, Event


def verify_database(
    client_file: ClientFile | None = None, *, depth: Depth = Depth.WHOLE
) -> Iterator[Report]:
    """A report for every version of all client files or of one, and for all that is wrong beside
    them. DatabaseError where the database cannot be read."""
    only = client_file.pk if client_file else None
    treaties = TreatyFiles(_source)
    yield from verify(stored.versions(only), log=logged(only), treaties=treaties, depth=depth)
    yield from _assessments(only)
    yield from _sign_offs(only)
    if client_file is None:
        yield from _treaty_files(treaties)
        yield from _pages()


def logged(client_file: UUID | None = None) -> dict[str, dict[int, str]]:
    """The completed versions that the event log names: client file, position, hash."""
    events = Event.objects.filter(action=COMPLETED).order_by("id")
    if client_file is not None:
        events = events.filter(client_file=client_file)
    found: dict[str, dict[int, str]] = {}
    for file, details in events.values_list("client_file", "details").iterator():
        found.setdefault(str(file), {})[int(details["position"])] = str(details["sha256"])
    return found


def _source(digest: str) -> bytes | None:
    row = TreatyFile.objects.filter(pk=digest).values_list("source", flat=True).first()
    return None if row is None else bytes(row)


def _treaty_files(treaties: TreatyFiles) -> Iterator[Report]:
    for digest in TreatyFile.objects.order_by("digest").values_list("digest", flat=True):
        found = treaties.get(digest)
        if isinstance(found, str):
            yield Report(State.DAMAGED, f"treaty file {digest}", "", (found,))


def _assessments(client_file: UUID | None) -> Iterator[Report]:
    """What an assessment is about stands in its versions too; the row itself can be changed."""
    those = Assessment.objects.filter(versions__isnull=False).distinct().order_by("pk")
    if client_file is not None:
        those = those.filter(client_file=client_file)
    for one in those.iterator():
        for facts, file in one.versions.values_list("facts", "client_file"):
            said = (facts["treaty"], facts["residence_state"], facts["source_state"], file)
            if said != (
                one.treaty_code, one.residence_state, one.source_state, one.client_file_id
            ):  # fmt: skip
                why = "its treaty, States or client file are not those of its versions"
                yield Report(State.DAMAGED, f"assessment {one.pk}", str(file), (why,))
                break


def _sign_offs(client_file: UUID | None) -> Iterator[Report]:
    """A sign-off holds the hash that was signed for, and so does the event log."""
    steps = ReviewEvent.objects.select_related("version").defer("version__canonical")
    events = Event.objects.filter(action="review.signed")
    if client_file is not None:
        steps = steps.filter(version__client_file=client_file)
        events = events.filter(client_file=client_file)
    log = {one["version"]: one["sha256"] for one in events.values_list("details", flat=True)}
    signed = {}
    for step in steps.only("version__client_file", "version__sha256", "kind", "sha256", "version"):
        if step.kind == ReviewEvent.Kind.SIGNED:
            signed[str(step.version_id)] = step
        if step.sha256 != step.version.sha256:
            yield _of_a_sign_off(step, "it was made for another hash than the version has")
    for version, step in signed.items():
        if log.get(version) != step.sha256:
            yield _of_a_sign_off(step, "the event log does not name it")
    for version in set(log) - set(signed):
        found = Version.objects.filter(pk=version).values_list("client_file", flat=True).first()
        why = "it is missing: the event log names it"
        yield Report(State.DAMAGED, f"sign-off of {version}", str(found or ""), (why,))


def _of_a_sign_off(step: ReviewEvent, why: str) -> Report:
    name = f"review of {step.version_id}, step {step.number}"
    return Report(State.DAMAGED, name, str(step.version.client_file_id), (why,))


def _pages() -> Iterator[Report]:
    """The file of the database itself, on SQLite: its pages and its indexes."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        found = [row[0] for row in cursor.fetchall()]
    if found != ["ok"]:
        yield Report(State.DAMAGED, "database file", "", tuple(found[:10]))

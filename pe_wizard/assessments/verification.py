"""Verifying what is in the database: versions, the event log, treaty files, sign-offs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from django.db import DatabaseError, connection

from pe_wizard.assessments import stored
from pe_wizard.assessments.models import Assessment, ReviewEvent, TreatyFile, Version
from pe_wizard.assessments.receipts import COMPLETED
from pe_wizard.assessments.stored import Stored
from pe_wizard.assessments.verifying import Depth, Report, State, TreatyFiles, verify
from pe_wizard.clients.models import ClientFile, Event


def verify_database(
    client_file: ClientFile | None = None, *, depth: Depth = Depth.WHOLE
) -> Iterator[Report]:
    """A report for every version of all client files or of one, and for all that is wrong beside
    them."""
    only = client_file.pk if client_file else None
    treaties = TreatyFiles(_source)
    yield from _readable("versions", _versions(only, treaties, depth))
    yield from _readable("sign-offs", _sign_offs(only))
    if client_file is None:
        yield from _readable("treaty files", _treaty_files(treaties))
        yield from _readable("database file", _pages())


def _readable(what: str, reports: Iterator[Report]) -> Iterator[Report]:
    """The reports, and one more where a row of the table cannot be read."""
    try:
        yield from reports
    except (DatabaseError, ValueError, TypeError, KeyError) as error:
        yield Report(State.DAMAGED, what, "", (f"they cannot be read to the end: {error!r}",))


def _versions(client_file: UUID | None, treaties: TreatyFiles, depth: Depth) -> Iterator[Report]:
    found = _with_assessments(stored.versions(client_file))
    yield from verify(found, log=logged(client_file), treaties=treaties, depth=depth)


def _with_assessments(found: Iterator[Stored]) -> Iterator[Stored]:
    """What an assessment is about stands in its versions too; its own row can be changed."""
    columns = ("treaty_code", "residence_state", "source_state", "client_file")
    rows = Assessment.objects.values_list("pk", *columns)
    assessments = {str(pk): (*those, str(file)) for pk, *those, file in rows}
    for one in found:
        if one.said is not None:
            facts = one.said["facts"]
            says = (
                facts["treaty"],
                facts["residence_state"],
                facts["source_state"],
                one.said["client_file"],
            )
            if assessments.get(one.said["assessment"]) != says:
                fault = "its assessment has another treaty, direction or client file"
                one = replace(one, faults=(*one.faults, fault))
        yield one


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

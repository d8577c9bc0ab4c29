"""Restoring a backup into an empty place. It is checked before it takes the place, not after."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.utils import timezone

from pe_wizard.operations import databases, manifests, postgres, sqlite
from pe_wizard.operations.contents import Contents, contents
from pe_wizard.operations.errors import Damaged, OperationRefused
from pe_wizard.operations.manifests import Manifest

SQLITE_FILES_BEGIN_WITH = b"SQLite format 3\x00"
DUMPS_BEGIN_WITH = b"PGDMP"


@dataclass(frozen=True)
class Restored:
    """What was restored. `replaced`: the file or schema that keeps what was there before, or ""."""

    contents: Contents
    replaced: str


def restore(
    file: Path,
    *,
    force_replace: bool = False,
    without_manifest: bool = False,
    alias: str = DEFAULT_DB_ALIAS,
) -> Restored:
    """Put the backup where the database of `alias` is.

    Raises OperationRefused for a place that is used, unless `force_replace`: then what is there
    keeps its rows under another name. Raises Damaged for a backup that is not what was written.
    """
    if not file.is_file():
        raise OperationRefused(f"There is no file {file}.")
    database = databases.kind(alias)
    manifest = None if without_manifest else manifests.read(file)
    _must_be_of(database, file, manifest)
    if manifest is not None:
        manifest.must_describe(file)
    if database == databases.SQLITE:
        return _into_file(file, manifest, alias, force_replace)
    return _into_schema(file, manifest, alias, force_replace)


def _must_be_of(database: str, file: Path, manifest: Manifest | None) -> None:
    with file.open("rb") as source:
        start = source.read(len(SQLITE_FILES_BEGIN_WITH))
    found = None
    if start == SQLITE_FILES_BEGIN_WITH:
        found = databases.SQLITE
    elif start.startswith(DUMPS_BEGIN_WITH):
        found = databases.POSTGRESQL
    if found is None or (manifest is not None and manifest.database != found):
        raise Damaged(f"{file} is damaged: it is no backup of SQLite and none of PostgreSQL.")
    if found != database:
        raise OperationRefused(
            f"{file} is a backup of {found}, and this database is {database}. Restore it to a "
            f"database of its kind, then use `manage.py move`."
        )


def _must_be_as_expected(found: Contents, manifest: Manifest | None) -> None:
    differences = manifest.contents.differences(found) if manifest is not None else []
    if differences:
        raise Damaged("The backup does not hold what its manifest says:\n" + "\n".join(differences))


def _must_be_free(unused: bool, place: object, force_replace: bool) -> None:
    if not unused and not force_replace:
        raise OperationRefused(
            f"{place} is not empty: it has accounts or client files. Restore into an empty place, "
            "or say --force-replace; what is there is then kept under another name."
        )


def _stamp() -> str:
    return f"{timezone.now().astimezone(UTC):%Y%m%dT%H%M%SZ}"


# ---- SQLite


def _into_file(file: Path, manifest: Manifest | None, alias: str, force_replace: bool) -> Restored:
    connection = connections[alias]
    place = Path(connection.settings_dict["NAME"])
    connection.close()
    unused = _is_unused(place)
    _must_be_free(unused, place, force_replace)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = place.with_name(f".{place.name}.restoring-{os.getpid()}")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as output, file.open("rb") as source:
            shutil.copyfileobj(source, output)
        sqlite.check(new)
        with databases.opened(databases.in_file(new)) as copy:
            found = contents(copy)
        _must_be_as_expected(found, manifest)
        sqlite.must_be_idle(place)
        replaced = ""
        if not unused:
            replaced = f"{place}.replaced-{_stamp()}"
            sqlite.set_aside(place, Path(replaced))
        sqlite.put_in_place(new, place)
    finally:
        new.unlink(missing_ok=True)
    return Restored(found, replaced)


def _is_unused(place: Path) -> bool:
    """A file that cannot be read is taken to be used."""
    if not place.exists() or not place.stat().st_size:
        return True
    try:
        with databases.opened(databases.in_file(place)) as there:
            return databases.is_unused(there)
    except DatabaseError:
        return False


# ---- PostgreSQL


def _into_schema(
    file: Path, manifest: Manifest | None, alias: str, force_replace: bool
) -> Restored:
    unused = databases.is_unused(alias)
    name = connections[alias].settings_dict["NAME"]
    _must_be_free(unused, f"The database {name}", force_replace)
    if others := postgres.others_connected(alias):
        raise OperationRefused(
            f"The database {name} is in use by {others} other connections. Stop the server, then "
            "restore again."
        )
    replaced = ""
    if databases.tables(alias):
        replaced = f"replaced_{_stamp().lower()}"
        postgres.set_aside(alias, replaced)
    try:
        postgres.load(alias, file)
        found = contents(alias)
        _must_be_as_expected(found, manifest)
    except OperationRefused:
        if replaced:
            postgres.bring_back(alias, replaced)
        else:
            _empty(alias)
        raise
    if replaced and unused:
        postgres.drop(alias, replaced)
        replaced = ""
    return Restored(found, replaced and f"the schema {replaced} of the database {name}")


def _empty(alias: str) -> None:
    """Leave the place as empty as it was."""
    aside = "restoring_failed"
    postgres.set_aside(alias, aside)
    postgres.drop(alias, aside)

"""Making a backup while the product is used: one file, its manifest, both only for their owner."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections
from django.utils import timezone

from pe_wizard import __version__
from pe_wizard.operations import databases, manifests, postgres, sqlite
from pe_wizard.operations.contents import Contents, contents
from pe_wizard.operations.errors import OperationRefused
from pe_wizard.operations.manifests import Manifest

ENDINGS = {databases.SQLITE: "sqlite3", databases.POSTGRESQL: "pgdump"}


def back_up(to: Path, *, alias: str = DEFAULT_DB_ALIAS) -> tuple[Path, Manifest]:
    """Write a backup into that file, or under a name of its own into that folder.

    Everything that was acknowledged before the call is in it. Nothing is overwritten. Raises
    OperationRefused; then no file is left behind.
    """
    database = databases.kind(alias)
    now = timezone.now()
    file = to / _name(now, database) if to.is_dir() else to
    if not file.parent.is_dir():
        raise OperationRefused(f"There is no folder {file.parent}.")
    for path in (file, manifests.beside(file)):
        if path.exists():
            raise OperationRefused(f"{path} is there already and is not overwritten.")
    unfinished = file.with_name(f".{file.name}.unfinished-{os.getpid()}")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        held = _copied(alias, database, unfinished)
        manifest = Manifest(
            product_version=__version__,
            made_at=now.astimezone(UTC).isoformat().replace("+00:00", "Z"),
            database=database,
            bytes=unfinished.stat().st_size,
            sha256=manifests.digest(unfinished),
            contents=held,
        )
        sqlite.flush(unfinished)
        manifests.write(manifest, file)
        unfinished.rename(file)
        sqlite.flush(file.parent)
    finally:
        unfinished.unlink(missing_ok=True)
    return file, manifest


def _copied(alias: str, database: str, to: Path) -> Contents:
    """What is in the copy: counted in it, or in the same moment of the database."""
    if database == databases.SQLITE:
        sqlite.copy(Path(connections[alias].settings_dict["NAME"]), to)
        sqlite.check(to)
        with databases.opened(databases.in_file(to)) as copy:
            return contents(copy)
    with postgres.one_moment(alias) as snapshot:
        postgres.dump(alias, to, snapshot)
        return contents(alias)


def _name(now: datetime, database: str) -> str:
    return f"pe-wizard-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.{ENDINGS[database]}"

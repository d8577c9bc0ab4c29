"""SQLite files: copied while they are written to, checked, and put in the place of another."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from pe_wizard.operations.errors import Damaged, OperationRefused

SECONDS_TO_WAIT = 20
# What SQLite keeps beside a file; belonging to another one, they would be played into it.
BESIDE = ("-wal", "-shm", "-journal")


def copy(file: Path, to: Path) -> None:
    """Copy the database as it is at one moment, whoever writes to it meanwhile, by SQLite itself.

    A plain copy of the file would lack what still stands in the log beside it. Raises Damaged.
    """
    if not file.is_file():
        raise OperationRefused(f"There is no database at {file}.")
    address = f"file:{quote(str(file))}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=SECONDS_TO_WAIT)) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # all of it in the one file
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{file} cannot be read: {error}.") from None


def check(file: Path) -> None:
    """SQLite's own checks of a file that nobody has opened; Damaged where they find something."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True)) as database:
            found = [str(row[0]) for row in database.execute("PRAGMA integrity_check(10)")]
            dangling = database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{file} is damaged: {error}.") from None
    if found != ["ok"]:
        raise Damaged(f"{file} is damaged: {'; '.join(found)}")
    if dangling:
        raise Damaged(f"{file} is damaged: {len(dangling)} rows refer to rows that are not there.")


def must_be_idle(file: Path) -> None:
    """OperationRefused while anybody has the database open; what its log holds goes into the file.

    A file that cannot be read passes: that may be why it is replaced.
    """
    if not file.is_file():
        return
    try:
        with closing(sqlite3.connect(file, timeout=1)) as database:
            database.execute("PRAGMA journal_mode=DELETE")  # only the last one there may leave WAL
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise OperationRefused(
                f"{file} is in use. Stop the server, then restore again."
            ) from None
    except sqlite3.DatabaseError:
        pass


def set_aside(file: Path, name: Path) -> None:
    """Give the file, and what stands beside it, another name."""
    for suffix in ("", *BESIDE):
        old = Path(f"{file}{suffix}")
        if old.exists():
            old.rename(f"{name}{suffix}")


def put_in_place(new: Path, file: Path) -> None:
    """Let the new file take the name, for good; stale files beside it are removed before."""
    for suffix in BESIDE:
        Path(f"{file}{suffix}").unlink(missing_ok=True)
    flush(new)
    new.replace(file)
    flush(file.parent)


def flush(path: Path) -> None:
    """Wait until the file, or the names in the folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

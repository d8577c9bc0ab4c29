"""PostgreSQL's own programs, pg_dump and pg_restore, for the database of a Django connection."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connections, transaction
from psycopg import pq
from psycopg.conninfo import make_conninfo

from pe_wizard.operations.errors import OperationRefused


def schema(alias: str) -> str:
    """The schema in which the tables are."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        name: str | None = cursor.fetchone()[0]
    if name is None:
        raise OperationRefused("The database has no schema in the search path; make one: public.")
    return name


@contextmanager
def one_moment(alias: str) -> Iterator[str]:
    """A transaction that sees the database as it is now; gives the name under which pg_dump can
    see the same."""
    with transaction.atomic(using=alias, durable=True), connections[alias].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def dump(alias: str, to: Path, snapshot: str) -> None:
    """Write the schema into a file of pg_dump's own format."""
    _run(
        "pg_dump", alias,
        "--format=custom", "--no-owner", "--no-privileges", f"--schema={schema(alias)}",
        f"--snapshot={snapshot}", f"--file={to}",
    )  # fmt: skip


def load(alias: str, file: Path) -> None:
    """Read such a file into the schema, which has no tables yet: everything or nothing."""
    _run(
        "pg_restore", alias,
        "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges",
        f"--schema={schema(alias)}", str(file),
    )  # fmt: skip
    with connections[alias].cursor() as cursor:
        cursor.execute("ANALYZE")


def others_connected(alias: str) -> int:
    """How many other connections the database has: a server that runs, for one."""
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        found: int = cursor.fetchone()[0]
    return found


def set_aside(alias: str, name: str) -> None:
    """Give the schema another name and make an empty one of the name it had."""
    _rename(alias, schema(alias), name, make_anew=True)


def bring_back(alias: str, name: str) -> None:
    """Undo `set_aside`: the schema that took the place is dropped."""
    now = schema(alias)
    with transaction.atomic(using=alias):
        drop(alias, now)
        _rename(alias, name, now, make_anew=False)


def drop(alias: str, name: str) -> None:
    """Drop a schema with everything in it."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA {connection.ops.quote_name(name)} CASCADE")


def _rename(alias: str, old: str, new: str, *, make_anew: bool) -> None:
    connection = connections[alias]
    quote = connection.ops.quote_name
    with transaction.atomic(using=alias), connection.cursor() as cursor:
        cursor.execute(f"ALTER SCHEMA {quote(old)} RENAME TO {quote(new)}")
        if make_anew:
            cursor.execute(f"CREATE SCHEMA {quote(old)}")


def program(name: str) -> str:
    """Where it is: on the path, else the newest that Debian installed."""
    if on_path := shutil.which(name):
        return on_path
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3])
    )
    if not found:
        raise OperationRefused(
            f"{name} is missing. On Debian: apt-get install postgresql-client; its version must "
            "not be older than the server's."
        )
    return str(found[-1])


def _run(name: str, alias: str, *arguments: str) -> None:
    """Run the program on the database; the password is in its environment, not on its command."""
    settings = connections[alias].settings_dict
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()} - {"password"}
    wanted = {
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "host": settings["HOST"],
        "port": settings["PORT"],
        **{key: value for key, value in settings["OPTIONS"].items() if key in known},
    }
    where = make_conninfo(**{key: value for key, value in wanted.items() if value})
    environment = {**os.environ}
    if settings["PASSWORD"]:
        environment["PGPASSWORD"] = settings["PASSWORD"]
    ran = subprocess.run(  # noqa: S603  # a program of PostgreSQL, arguments made here
        [program(name), f"--dbname={where}", "--no-password", *arguments],
        env=environment,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        raise OperationRefused(f"{name} failed: {ran.stderr.strip() or 'it does not say why'}")

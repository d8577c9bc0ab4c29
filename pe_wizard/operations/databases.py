"""Databases beside the site's own, for as long as an operation needs them, and what is in one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import dj_database_url
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from pe_wizard.operations.errors import OperationRefused

SQLITE, POSTGRESQL = "sqlite", "postgresql"

# Tables with a row as soon as anybody has worked with the product.
USED = ("accounts_user", "clients_clientfile")

_numbers = count(1)


def at_url(url: str) -> dict[str, Any]:
    """What Django needs to open the database of such an address; OperationRefused for a wrong one.

    A SQLite file that is not there is refused as well: opening it would make it.
    """
    try:
        config: dict[str, Any] = {**dj_database_url.parse(url)}
    except ValueError as error:
        raise OperationRefused(f"{error} Write postgres://… or sqlite:////path.") from None
    if config["ENGINE"].endswith("sqlite3"):
        if not Path(config["NAME"]).is_file():
            raise OperationRefused(f"There is no file {config['NAME']}.")
        return in_file(Path(config["NAME"]))
    return config


def in_file(path: Path) -> dict[str, Any]:
    """What Django needs to open a SQLite file and to leave its journal mode as it is."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
    }


@contextmanager
def opened(config: dict[str, Any]) -> Iterator[str]:
    """The alias under which this thread can use that database meanwhile."""
    alias = f"operation_{next(_numbers)}"
    filled = connections.configure_settings({DEFAULT_DB_ALIAS: {}, alias: config})[alias]
    connections[alias] = load_backend(filled["ENGINE"]).DatabaseWrapper(filled, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def kind(alias: str) -> str:
    """SQLITE or POSTGRESQL; OperationRefused for anything else."""
    vendor: str = connections[alias].vendor
    if vendor not in (SQLITE, POSTGRESQL):
        raise OperationRefused(f"The database is {vendor}; it must be SQLite or PostgreSQL.")
    return vendor


def tables(alias: str) -> list[str]:
    """All tables, by name."""
    return sorted(connections[alias].introspection.table_names())


def counts(alias: str) -> dict[str, int]:
    """How many rows each table has."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        found = {}
        for table in tables(alias):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found[table] = cursor.fetchone()[0]
    return found


def is_unused(alias: str) -> bool:
    """Whether nobody has worked with this database: no tables, or no account and no client file."""
    there = set(tables(alias))
    with connections[alias].cursor() as cursor:
        for table in there.intersection(USED):
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                return False
    return True


def applied(alias: str) -> list[str]:
    """The migrations that were applied: ["accounts.0001_initial", …]."""
    return sorted(
        f"{app}.{name}" for app, name in MigrationRecorder(connections[alias]).applied_migrations()
    )


def pending(alias: str) -> list[str]:
    """The migrations of this product that the database does not have yet."""
    executor = MigrationExecutor(connections[alias])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{one.app_label}.{one.name}" for one, _ in plan]

"""Guards in the database: what is written once is not changed and not removed, whoever asks.

Every model that inherits `WrittenOnceModel` has triggers that refuse UPDATE and DELETE; on
PostgreSQL also TRUNCATE, on SQLite also an INSERT that would replace a row. They are put in place
after every migration, since SQLite drops them with the table whenever Django rebuilds one, and a
system check fails where one is absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from pe_wizard.written_once import WrittenOnceModel

FUNCTION = "pe_wizard_written_once"
_mending: ContextVar[bool] = ContextVar("mending", default=False)


class NotGuarded(Exception):
    """A table is without one of its triggers."""


def guarded() -> list[type[models.Model]]:
    """The models whose rows are written once."""
    return [model for model in apps.get_models() if issubclass(model, WrittenOnceModel)]


def names(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """The triggers of a table: name, and when it fires."""
    third = "truncate" if connection.vendor == "postgresql" else "insert"
    return {f"{table}_no_{when}": when.upper() for when in ("update", "delete", third)}


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every trigger in place, in its present form. Raises NotGuarded where that failed."""
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$ "
                "BEGIN RAISE EXCEPTION '% is written once: no row of it is changed or removed.', "
                "TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
        for model in guarded():
            table = model._meta.db_table
            if table not in present:
                continue
            for name, when in names(connection, table).items():
                for statement in _statements(connection, model, name, when):
                    cursor.execute(statement)
    if absent := missing(connection):
        raise NotGuarded(f"These triggers could not be put in place: {', '.join(absent)}")


def _statements(
    connection: BaseDatabaseWrapper, model: type[models.Model], name: str, when: str
) -> list[str]:
    table = model._meta.db_table
    if connection.vendor == "postgresql":
        each = "STATEMENT" if when == "TRUNCATE" else "ROW"
        return [
            f'CREATE OR REPLACE TRIGGER "{name}" BEFORE {when} ON "{table}" '
            f"FOR EACH {each} EXECUTE FUNCTION {FUNCTION}()"
        ]
    condition = f"WHEN {_replaces(model)} " if when == "INSERT" else ""
    return [
        f'DROP TRIGGER IF EXISTS "{name}"',
        f'CREATE TRIGGER "{name}" BEFORE {when} ON "{table}" FOR EACH ROW {condition} BEGIN '
        f"SELECT RAISE(ABORT, '{table} is written once: no row of it is changed or removed.'); END",
    ]


def _replaces(model: type[models.Model]) -> str:
    """Whether a row is there already under one of the keys: REPLACE would remove it silently."""
    table = model._meta.db_table
    keys = [(field,) for field in model._meta.local_concrete_fields if field.unique]
    keys += [
        tuple(model._meta.get_field(name) for name in constraint.fields)  # type: ignore[misc]
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint)
    ]
    those = (
        " AND ".join(f'"{field.column}" = NEW."{field.column}"' for field in key) for key in keys
    )
    return " OR ".join(f'EXISTS (SELECT 1 FROM "{table}" WHERE {one})' for one in those)  # noqa: S608


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the guards away: for tests that empty the database, and to try what `verify` finds."""
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for model in guarded():
            table = model._meta.db_table
            for name in names(connection, table) if table in present else ():
                on = f' ON "{table}"' if connection.vendor == "postgresql" else ""
                cursor.execute(f'DROP TRIGGER IF EXISTS "{name}"{on}')


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that should be there and are not, or are switched off."""
    tables = [model._meta.db_table for model in guarded()]
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
            )
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        there = {row[0] for row in cursor.fetchall()}
    return [
        name
        for table in tables
        if table in present
        for name in names(connection, table)
        if name not in there
    ]


def after_migrating(using: str, **_: Any) -> None:
    """Receiver of post_migrate."""
    install(connections[using])


@contextmanager
def to_be_mended() -> Iterator[None]:
    """While this lasts the check is silent: `migrate` is about to put the triggers back."""
    token = _mending.set(True)
    try:
        yield
    finally:
        _mending.reset(token)


def check(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The system check, among those of the database: ``manage.py check --database default``."""
    if _mending.get():
        return []
    return [
        Error(
            f"The database lets completed versions or events be changed: {', '.join(absent)} "
            "is missing.",
            hint="Run `manage.py migrate`, which puts it back, and `manage.py verify`, which "
            "tells whether anything was changed meanwhile.",
            id="pe_wizard.E001",
        )
        for alias in databases or ()
        if (absent := missing(connections[alias])) and not _is_behind(connections[alias])
    ]


def _is_behind(connection: BaseDatabaseWrapper) -> bool:
    """Whether migrations wait: the triggers come with them."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

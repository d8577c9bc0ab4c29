"""Databases beside the one of the tests, of the same kind, for what moves data between two."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management import call_command
from django.db import connection, connections

from pe_wizard.operations import databases

SQLITE = connection.vendor == "sqlite"


@contextmanager
def an_empty_place(folder: Path) -> Iterator[str]:
    """The alias of a database without tables."""
    if SQLITE:
        with a_file(folder) as alias:
            yield alias
        return
    name = f"test_{secrets.token_hex(6)}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        with databases.opened({**connection.settings_dict, "NAME": name}) as alias:
            yield alias
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name}")


@contextmanager
def a_file(folder: Path) -> Iterator[str]:
    """The alias of a SQLite file that is not there yet, whatever the tests run on."""
    file = folder / f"{secrets.token_hex(6)}.sqlite3"
    with databases.opened(databases.in_file(file)) as alias:
        yield alias


@contextmanager
def a_migrated_place(folder: Path) -> Iterator[str]:
    """The alias of a database with tables and without rows of anybody."""
    with an_empty_place(folder) as alias:
        call_command("migrate", database=alias, verbosity=0)
        yield alias


def url(alias: str) -> str:
    """The address of the database as DATABASE_URL has it."""
    settings: dict[str, Any] = connections[alias].settings_dict
    if settings["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{settings['NAME']}"
    password = quote(settings["PASSWORD"])
    return (
        f"postgres://{settings['USER']}:{password}@{settings['HOST']}:{settings['PORT']}"
        f"/{settings['NAME']}"
    )

"""Completed versions as they lie in the database: to the byte on SQLite, to the value elsewhere.

On SQLite a row is read as bytes, one row at a time, so that a single byte that is not as the
product wrote it shows, even where the value it stands for would still be the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, models

from pe_wizard.assessments import receipts
from pe_wizard.assessments.models import Version


@dataclass(frozen=True)
class Stored:
    """One version as it was found. `faults` say what is wrong in it by itself; `said` is then None
    where its canonical bytes cannot be read at all."""

    name: str
    client_file: str
    sha256: str
    said: Mapping[str, Any] | None
    faults: tuple[str, ...]


def of_bytes(name: str, content: bytes, sha256: str) -> Stored:
    """A version of which there are only canonical bytes, and the hash it should have."""
    faults = [] if receipts.sha256(content) == sha256 else ["its bytes do not give its hash"]
    try:
        said = receipts.read(content)
    except (ValueError, RecursionError) as error:
        return Stored(name, "", sha256, None, (*faults, f"its bytes cannot be read: {error}"))
    return Stored(name, said["client_file"], sha256, said, tuple(faults))


def versions(client_file: UUID | None = None) -> Iterator[Stored]:
    """All versions, or those of a client file, by client file and position."""
    if connection.vendor == "sqlite":
        yield from _rows(client_file)
        return
    those = Version.objects.order_by("client_file", "position")
    if client_file is not None:
        those = those.filter(client_file=client_file)
    for row in those.values().iterator(chunk_size=200):
        content = bytes(row["canonical"])
        found = of_bytes(str(row["id"]), content, row["sha256"])
        yield _compared(
            found, receipts.entries(row), row["author_id"], [], str(row["client_file_id"])
        )


def _compared(
    found: Stored,
    columns: dict[str, Any],
    author_id: int,
    faults: list[str],
    client_file: str,
) -> Stored:
    if found.said is not None:
        faults = faults + [
            f"its column {name} does not say what its bytes say"
            for name in receipts.differing(found.said, columns, author_id)
        ]
    return Stored(found.name, client_file, found.sha256, found.said, (*found.faults, *faults))


# ---- SQLite, to the byte


def _rows(client_file: UUID | None) -> Iterator[Stored]:
    fields = Version._meta.local_concrete_fields
    table = connection.ops.quote_name(Version._meta.db_table)
    columns = ", ".join(
        f"CAST({connection.ops.quote_name(str(field.column))} AS BLOB)" for field in fields
    )
    where, values = (
        ("", []) if client_file is None else ("WHERE client_file_id = %s", [client_file.hex])
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT rowid FROM {table} {where} ORDER BY client_file_id, position",  # noqa: S608
            values,
        )
        for (rowid,) in cursor.fetchall():
            try:
                cursor.execute(f"SELECT {columns} FROM {table} WHERE rowid = %s", [rowid])  # noqa: S608
                row = cursor.fetchone()
            except (DatabaseError, sqlite3.Error) as error:
                yield Stored(f"row {rowid}", "", "", None, (f"its row cannot be read: {error}",))
                continue
            if row is None:
                yield Stored(f"row {rowid}", "", "", None, ("its row cannot be found again",))
                continue
            yield _row(rowid, dict(zip(fields, map(bytes, row), strict=True)))


def _row(rowid: int, raw: Mapping[models.Field, bytes]) -> Stored:
    """The row as values, and whether each column has the bytes that those values are written as."""
    values: dict[str, Any] = {}
    faults = []
    for field, content in raw.items():
        if isinstance(field, models.BinaryField):
            values[field.attname] = content
            continue
        try:
            values[field.attname] = value = _value(field, content.decode())
            exact = _written(field, value) == content
        except (ValueError, RecursionError):
            values[field.attname], exact = None, False
        if not exact:
            faults.append(f"its column {field.attname} is not as it was written")
    name = str(values["id"] or f"row {rowid}")
    client_file = str(values["client_file_id"] or "")
    found = of_bytes(name, values["canonical"], values["sha256"] or "")
    if any(values[column] is None for column in receipts.COLUMNS.values()):
        return Stored(name, client_file, found.sha256, found.said, (*found.faults, *faults))
    return _compared(found, receipts.entries(values), values["author_id"], faults, client_file)


def _kind(field: models.Field) -> models.Field:
    """The field itself, or the one that a foreign key points at."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


def _value(field: models.Field, text: str) -> Any:
    kind = _kind(field)
    if isinstance(kind, models.JSONField):
        return json.loads(text)
    if isinstance(kind, models.UUIDField):
        return UUID(hex=text)
    if isinstance(kind, models.DateTimeField):
        return datetime.fromisoformat(text + "+00:00")
    if isinstance(kind, models.IntegerField):
        return int(text)
    return text


def _written(field: models.Field, value: Any) -> bytes:
    kind = _kind(field)
    if isinstance(kind, models.JSONField):
        return json.dumps(value).encode()
    return str(kind.get_db_prep_save(value, connection)).encode()

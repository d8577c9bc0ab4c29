"""Moving everything from one database to another, SQLite or PostgreSQL: every row with its id.

The rows are written as they are read, past all that models do when they are saved. Afterwards both
databases are compared: rows of each table, the chain of versions, the content of every draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction

from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.receipts import sha256
from pe_wizard.canonical import canonical
from pe_wizard.operations import databases
from pe_wizard.operations.contents import Contents, contents
from pe_wizard.operations.errors import Damaged, OperationRefused

ROWS_AT_ONCE = 100


def move(url: str, *, alias: str = DEFAULT_DB_ALIAS) -> Contents:
    """Copy everything from the database at `url` into the empty one of `alias`; all of it or none.

    Both must have the migrations of this product. Raises OperationRefused where they have not, or
    where the place is used; Damaged where something arrived otherwise than it was.
    """
    with databases.opened(databases.at_url(url)) as source:
        for one in (source, alias):
            databases.kind(one)
            if waiting := databases.pending(one):
                raise OperationRefused(
                    f"The database {connections[one].settings_dict['NAME']} lacks migrations "
                    f"({', '.join(waiting[:3])} …). Run `manage.py migrate` with it first."
                )
        if not databases.is_unused(alias):
            raise OperationRefused("The database to move to has accounts or client files already.")
        with transaction.atomic(using=source, durable=True):
            _see_one_moment(source)
            with transaction.atomic(using=alias, durable=True):
                those = apps.get_models(include_auto_created=True)
                for model in reversed(those):  # what migrations put into every database
                    model._base_manager.using(alias).all().delete()
                for model in those:
                    _copy(model, source, alias)
                connections[alias].check_constraints()
                _number_on(those, alias)
                return _compared(source, alias)


def _see_one_moment(alias: str) -> None:
    if databases.kind(alias) == databases.POSTGRESQL:
        with connections[alias].cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _copy(model: type[models.Model], source: str, target: str) -> None:
    fields = model._meta.local_concrete_fields
    most = connections[target].ops.bulk_batch_size(list(fields), [None] * ROWS_AT_ONCE)
    rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
    for some in _batches(rows, max(1, min(most, ROWS_AT_ONCE))):
        # What `Model.save_base(raw=True)` calls: nothing is set to now, no signal is sent.
        model._base_manager._insert(  # type: ignore[attr-defined]
            some, fields=fields, using=target, raw=True
        )


def _batches(rows: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while some := list(islice(rows, size)):
        yield some


def _number_on(those: list[type[models.Model]], alias: str) -> None:
    """The next row gets the next number."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), those):
            cursor.execute(statement)


def _compared(source: str, target: str) -> Contents:
    before, after = contents(source), contents(target)
    differences = before.differences(after)
    for model, read in ((Draft, _draft), (Version, _version)):
        first = model._base_manager.using(source).order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
        second = model._base_manager.using(target).order_by("pk").iterator(chunk_size=ROWS_AT_ONCE)
        differences += [
            f"{model._meta.model_name} {one.pk} arrived otherwise than it was"
            for one, other in zip(first, second, strict=False)
            if read(one) != read(other)
        ]
    if differences:
        raise Damaged("Nothing was moved:\n" + "\n".join(differences))
    return after


def _draft(draft: Any) -> str:
    """The hash of everything in the row, whatever the database does to the order of keys."""
    return sha256(canonical({name: _plain(draft, name) for name in _names(Draft)}))


def _version(version: Any) -> str:
    values: dict[str, Any] = {name: _plain(version, name) for name in _names(Version)}
    values["canonical"] = sha256(bytes(version.canonical))
    return sha256(canonical(values))


def _names(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.local_concrete_fields]


def _plain(row: Any, name: str) -> Any:
    value = getattr(row, name)
    return value if isinstance(value, dict | list | str | int | None) else str(value)

"""manage.py move: from SQLite to PostgreSQL or back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard.operations.errors import OperationRefused
from pe_wizard.operations.moving import move


class Command(BaseCommand):
    help = (
        "Copy everything from another database into the empty one that DATABASE_URL names, and "
        "compare. The other database is only read. Stop the server and make a backup first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "source",
            help="the address to copy from: sqlite:////path/pe_wizard.sqlite3, postgres://…",
        )

    def handle(self, *args: Any, source: str, **options: Any) -> None:
        try:
            moved = move(source)
        except OperationRefused as refused:
            raise CommandError(str(refused)) from None
        if options["verbosity"]:
            versions = sum(one["count"] for one in moved.versions.values())
            self.stdout.write(
                f"Moved and compared: {sum(moved.tables.values())} rows, {versions} completed "
                "versions."
            )

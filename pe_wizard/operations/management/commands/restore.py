"""manage.py restore: a backup into an empty place, checked."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connections

from pe_wizard.assessments import triggers
from pe_wizard.operations.databases import pending
from pe_wizard.operations.errors import OperationRefused
from pe_wizard.operations.restoring import restore


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database, check it, and verify every completed version. "
        "Stop the server first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` wrote")
        parser.add_argument(
            "--force-replace",
            action="store_true",
            help="also where there are client files; they are kept under another name",
        )
        parser.add_argument(
            "--without-manifest",
            action="store_true",
            help="the manifest is lost: do not compare what was restored with it",
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            restored = restore(
                file.expanduser().absolute(),
                force_replace=options["force_replace"],
                without_manifest=options["without_manifest"],
            )
        except OperationRefused as refused:
            raise CommandError(str(refused)) from None
        if options["verbosity"]:
            rows = sum(restored.contents.tables.values())
            versions = sum(one["count"] for one in restored.contents.versions.values())
            self.stdout.write(f"Restored: {rows} rows, {versions} completed versions.")
            if restored.replaced:
                self.stdout.write(f"What was there before is kept in {restored.replaced}.")
        if waiting := pending(DEFAULT_DB_ALIAS):
            self.stdout.write(
                f"The backup is of an older product ({len(waiting)} migrations behind). Run "
                "`manage.py migrate`, then `manage.py verify`."
            )
            return
        if triggers.missing(connections[DEFAULT_DB_ALIAS]):
            triggers.install(connections[DEFAULT_DB_ALIAS])
            self.stderr.write(
                "The backup was without the triggers that keep completed versions from being "
                "changed; they are in place again."
            )
        call_command("verify", verbosity=0, stdout=self.stdout, stderr=self.stderr)

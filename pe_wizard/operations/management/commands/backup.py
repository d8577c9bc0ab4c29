"""manage.py backup: everything in one file, while the product is used."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard.operations import manifests
from pe_wizard.operations.backups import back_up
from pe_wizard.operations.errors import OperationRefused


class Command(BaseCommand):
    help = (
        "Write the whole database into one file and a manifest beside it, while the product is "
        "used. Nothing is overwritten. Only the owner of the files can read them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "to", type=Path, help="a file that is not there yet, or a folder: then named by the day"
        )

    def handle(self, *args: Any, to: Path, **options: Any) -> None:
        try:
            file, manifest = back_up(to.expanduser().absolute())
        except OperationRefused as refused:
            raise CommandError(str(refused)) from None
        if options["verbosity"]:
            versions = sum(one["count"] for one in manifest.contents.versions.values())
            self.stdout.write(
                f"{file}\n{manifests.beside(file)}\n{manifest.bytes} bytes, "
                f"{sum(manifest.contents.tables.values())} rows, {versions} completed versions, "
                f"sha256 {manifest.sha256}"
            )

"""manage.py export_bundle: the completed versions of a client file, to be verified anywhere."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard.assessments import bundles
from pe_wizard.assessments.verification import verify_database
from pe_wizard.assessments.verifying import Depth, State
from pe_wizard.clients.lookup import UnknownClientFile, client_file_named


class Command(BaseCommand):
    help = (
        "Write the completed versions of a client file, with their treaty files and reviews, to "
        "one file. It holds the client's facts. Check it anywhere: manage.py verify --bundle FILE."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", help="id or reference of the client file")
        parser.add_argument("file", type=Path, help="the file to write; it must not exist")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            client_file = client_file_named(options["client"])
        except UnknownClientFile as error:
            raise CommandError(str(error)) from None
        for report in verify_database(client_file, depth=Depth.RECEIPTS):
            if report.state is State.DAMAGED:
                why = "; ".join(report.why)
                raise CommandError(f"Nothing was written: {report.name} is damaged, {why}.")
        try:
            count = bundles.write(client_file, options["file"])
        except OSError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{count} versions in {options['file']}")

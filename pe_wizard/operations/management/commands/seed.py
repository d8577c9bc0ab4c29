"""manage.py seed: people, client files, drafts and a completed version, for tests from outside."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard.operations.errors import OperationRefused
from pe_wizard.operations.seeding import seed


class Command(BaseCommand):
    help = (
        "Add people and client files to test with, and print their ids and passwords. Again, it "
        "prints the same ids and new passwords. Refused in production."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as JSON")
        parser.add_argument(
            "--ready", type=int, default=0, metavar="N", help="also N drafts ready to be completed"
        )
        parser.add_argument(
            "--files", type=int, default=0, metavar="N", help="also N client files of adviser A"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = seed(ready=options["ready"], files=options["files"])
        except OperationRefused as refused:
            raise CommandError(str(refused)) from None
        if options["json"]:
            self.stdout.write(json.dumps(made, indent=2))
            return
        for part, those in made.items():
            self.stdout.write(f"{part}:")
            for name, one in those.items() if isinstance(those, dict) else enumerate(those, 1):
                values = one if isinstance(one, dict) else {"text": one}
                told = ", ".join(f"{key} {value}" for key, value in values.items())
                self.stdout.write(f"  {name}: {told}")

"""manage.py verify: are completed versions what they were, and do they come out the same again?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from pe_wizard.assessments import triggers
from pe_wizard.assessments.bundles import NotABundle, verify_bundle
from pe_wizard.assessments.verification import verify_database
from pe_wizard.assessments.verifying import Depth, Report, State
from pe_wizard.clients.lookup import UnknownClientFile, client_file_named

DAMAGED, DIFFERENT = 1, 3


class Command(BaseCommand):
    help = (
        "Hash every completed version again, compare it with the event log, run it again with the "
        "treaty file it was made with, and say of each: same, different (and why), or damaged. "
        "Ends with 0 when all are the same, 1 when one is damaged or missing, 3 when one comes "
        "out differently. Names no client: client files appear by their id."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", nargs="?", help="id or reference of one client file (all)")
        parser.add_argument("--bundle", type=Path, help="a file written by export_bundle instead")
        parser.add_argument(
            "--depth",
            choices=[one.value for one in Depth],
            default=Depth.WHOLE.value,
            help="receipts: hashes only; heads: and the heads; whole: the conclusion (default)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["bundle"] and options["client"]:
            raise CommandError("Give a client file or a bundle, not both.", returncode=2)
        counts: Counter[State] = Counter()
        try:
            for report in self._reports(options):
                counts[report.state] += 1
                self._tell(report, options["verbosity"])
        except (NotABundle, UnknownClientFile) as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read to the end: {error}") from None
        summary = ", ".join(f"{counts[state]} {state.value}" for state in State)
        if counts[State.DAMAGED]:
            raise CommandError(summary, returncode=DAMAGED)
        if counts[State.DIFFERENT]:
            raise CommandError(summary, returncode=DIFFERENT)
        self.stdout.write(summary)

    def _reports(self, options: dict[str, Any]) -> Iterator[Report]:
        depth = Depth(options["depth"])
        if options["bundle"]:
            return verify_bundle(options["bundle"], depth=depth)
        if absent := triggers.missing(connection):
            self.stderr.write(
                f"Without guard: {', '.join(absent)}. `manage.py migrate` puts it back."
            )
        client = options["client"]
        return verify_database(client_file_named(client) if client else None, depth=depth)

    def _tell(self, report: Report, verbosity: int) -> None:
        if report.state is State.SAME and not verbosity:
            return
        line = f"{report.state.value:<10} {report.client_file:<36} {report.name}"
        self.stdout.write("; ".join((line.rstrip(), *report.why)))

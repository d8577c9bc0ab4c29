"""manage.py rerun: which completed versions would end differently under the treaty files now?"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter, defaultdict
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from pe_wizard.assessments.models import Version
from pe_wizard.assessments.verifying import told
from pe_wizard.rerun import corrected, last
from pe_wizard.rerun.corrected import Which
from pe_wizard.rerun.running import Ending, Rerun, rerun_all

NOT_RUN, DIFFERENT = 1, 3
FEW = 1000  # of which one process alone is done sooner than others have begun
SECONDS = 5  # between two lines of progress


def _processes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError("give a number from 1 to 64")
    return int(text)


class Command(BaseCommand):
    help = (
        "Where the catalogue has another file of a treaty now than versions were completed under: "
        "assess their facts again under the new one, and list those that would end differently "
        "(outcome, day or reasons of a head, with the clause and the finding) and those that could "
        "not be run; the others are counted. Nothing stored changes. Every version is looked at; "
        "the last one of its assessment is marked. Ends with 0 when nothing would change, 3 when "
        "something would, 1 when nothing would but some could not be run. Names no client: client "
        "files appear by their id."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--treaty", metavar="CODE", help="only versions under this treaty")
        parser.add_argument(
            "--latest", action="store_true", help="only the last version of each assessment"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object on each line")
        parser.add_argument(
            "--processes",
            type=_processes,
            default=min(os.cpu_count() or 1, 8),
            metavar="N",
            help="how many work at the same time (as many as there are processors)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        digests = self._digests(options["treaty"])
        numbers: dict[str, Counter[Ending]] = defaultdict(Counter)
        self._began = self._told = time.monotonic()
        try:
            total = Version.objects.filter(treaty_file__in=digests).count()
            found = rerun_all(
                corrected.batches(digests, latest_only=options["latest"]),
                corrected.files_now(digests),
                options["processes"] if total > FEW else 1,
            )
            for done, (which, result) in enumerate(found, start=1):
                numbers[which.code][result.ending] += 1
                if result.ending is not Ending.SAME:
                    self._tell(which, result, as_json=options["json"])
                if options["verbosity"]:
                    self._progress(done, total)
        except DatabaseError as error:
            raise CommandError(
                f"The database cannot be read to the end: {error}. `manage.py verify` says more."
            ) from None
        if not options["latest"]:
            for code, treaty in corrected.files_now(digests).items():
                last.keep(code, treaty.digest, numbers[code])
        self._end(sum(numbers.values(), Counter()), options)

    def _digests(self, code: str | None) -> dict[str, str]:
        digests = corrected.superseded(code)
        if code is not None and not digests and not corrected.is_known(code):
            raise CommandError(
                f"There is no treaty {code}, in the catalogue or under any version.", returncode=2
            )
        return digests

    def _tell(self, which: Which, result: Rerun, *, as_json: bool) -> None:
        if as_json:
            said = {
                "version": str(which.id),
                "client_file": str(which.client_file),
                "treaty": which.code,
                "number": which.number,
                "latest": which.latest,
                "ending": result.ending.value,
                "conclusion": result.conclusion or None,
                "differences": [asdict(one) for one in result.differences],
                "faults": list(result.faults),
            }
            self.stdout.write(json.dumps(said, ensure_ascii=False))
            return
        name = f"{which.code} version {which.number}{' (latest)' if which.latest else ''}"
        line = f"{result.ending.value:<13} {which.client_file} {name} {which.id}"
        self.stdout.write("; ".join((line, *map(told, result.differences), *result.faults)))

    def _progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._told >= SECONDS:
            self._told = now
            rate = done / (now - self._began)
            self.stderr.write(f"{done} of {total} versions, {rate:.0f} a second")

    def _end(self, numbers: Counter[Ending], options: dict[str, Any]) -> None:
        summary = ", ".join(f"{numbers[one]} {one.value}" for one in Ending)
        if options["json"]:
            summary = json.dumps({"summary": {one.value: numbers[one] for one in Ending}})
        self.stdout.write(summary)
        if numbers[Ending.DIFFERENT] or numbers[Ending.REASONS]:
            raise CommandError("Versions would end differently.", returncode=DIFFERENT)
        if numbers[Ending.REFUSED]:
            raise CommandError("Versions could not be run.", returncode=NOT_RUN)

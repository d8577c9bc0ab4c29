"""How long `manage.py verify` takes: re-hashing receipts, and re-running them.

    python tests/benchmarks/bench_verify.py [NUMBER]

Completes NUMBER versions (1000) of the cases of tests/cases in a database of its own, as the
product does, and verifies them at each depth. For 10 000 the measured time is multiplied: `verify`
reads one version after the other, so that it grows with their number.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 10_000
LIMITS = {"receipts": 60, "heads": 180, "whole": None}


def main(number: int) -> int:
    """Print a line for each depth; 1 where a limit for 10 000 would not be kept."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    folder = Path(tempfile.mkdtemp(prefix="pe-wizard-bench-"))
    try:
        return _measure(number, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(number: int, folder: Path) -> int:
    import django
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        settings.DATABASES["default"]["NAME"] = str(folder / "bench.sqlite3")
    django.setup()

    import logging

    from django.core.management import call_command

    logging.disable(logging.INFO)
    call_command("migrate", verbosity=0)
    bytes_each = _complete(number)
    print(f"{number} versions of {bytes_each / 1024:.0f} KiB on average")

    from pe_wizard.assessments.verification import verify_database
    from pe_wizard.assessments.verifying import Depth, State

    late = 0
    for depth in Depth:
        began = time.perf_counter()
        worked = time.process_time()
        states = [report.state for report in verify_database(depth=depth)]
        seconds, processor = time.perf_counter() - began, time.process_time() - worked
        if states != [State.SAME] * number:
            sys.exit(f"{len(states)} reports, not all the same")
        for_all = seconds * ENOUGH / number
        limit = LIMITS[depth.value]
        late |= limit is not None and for_all > limit
        print(
            f"{depth.value:<9} {seconds:7.2f} s ({processor:.2f} s of the processor), "
            f"{for_all:6.1f} s for {ENOUGH}" + (f", limit {limit} s" if limit else "")
        )
    return int(late)


def _complete(number: int) -> float:
    """Versions of every case in turn, fifty in a client file; the mean size of canonical bytes."""
    from django.db.models import Avg
    from django.db.models.functions import Length

    from pe_wizard.accounts.models import User
    from pe_wizard.assessments.models import Version
    from tests.web.assessing import a_client_file, cases, completed

    owner = User.objects.create_user(username="bench")
    documents = itertools.cycle(document for _, document in cases())
    client_file = None
    for at in range(number):
        if at % 50 == 0:
            client_file = a_client_file(owner, f"Client {at // 50:04}")
        completed(owner, client_file, next(documents))
    return float(Version.objects.aggregate(mean=Avg(Length("canonical")))["mean"])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))

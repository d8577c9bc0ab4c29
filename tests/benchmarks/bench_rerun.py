"""How fast `manage.py rerun` goes through completed versions, and how much memory it takes.

    python tests/benchmarks/bench_rerun.py [NUMBER]

Completes versions of the cases of tests/cases as the product does, under a treaty file that is not
the catalogue's now, and copies their rows until there are NUMBER (100 000). Then it runs the
command with all processors and with one. With DATABASE_URL naming a PostgreSQL server it measures
there (tests/on_postgres.py).
"""

from __future__ import annotations

import io
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
AIM = 2000  # versions in a second on two processors
AT_ONCE = 2000  # rows written at once


def main(number: int) -> int:
    """Print a line for each measurement; 1 where the aim is missed."""
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

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["NAME"] = str(folder / "bench.sqlite3")
    django.setup()

    import logging

    from django.core.management import call_command

    logging.disable(logging.INFO)
    call_command("migrate", verbosity=0)
    _complete(number, folder)
    print(f"{number} versions, {database['ENGINE'].rpartition('.')[2]}", flush=True)
    several = _timed(number, os.cpu_count() or 1)
    _timed(number, 1)
    return int(several < AIM)


def _timed(number: int, processes: int) -> float:
    """Run the command; how many versions it did in a second."""
    from django.core.management import CommandError, call_command

    said = io.StringIO()
    began, worked = time.perf_counter(), _processor()
    watched = Watched()
    watched.start()
    try:
        call_command("rerun", processes=processes, stdout=said, stderr=io.StringIO())
    except CommandError as ended:
        outcome = ended.returncode
    else:
        outcome = 0
    seconds, worked = time.perf_counter() - began, _processor() - worked
    grown, largest = watched.ended()
    print(
        f"{processes} working: {seconds:.1f} s, {number / seconds:.0f} a second (aim {AIM}); "
        f"{worked / number * 1e6:.0f} µs of a processor each, which is "
        f"{2 * number / worked:.0f} a second on two that do nothing else; "
        f"{grown:.0f} MiB more in this process, {largest:.0f} MiB in the largest other one; "
        f"ended with {outcome}: {said.getvalue().splitlines()[-1]}",
        flush=True,
    )
    return number / seconds


class Watched(threading.Thread):
    """What this process and those that work for it hold in memory, looked at five times a second.

    The highest that a process ever had says nothing here: rows were written before.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._over = threading.Event()
        self._began = self._most = _held(os.getpid())
        self._largest = 0.0

    def run(self) -> None:
        while not self._over.wait(0.2):
            self._most = max(self._most, _held(os.getpid()))
            others = [_held(one.pid) for one in multiprocessing.active_children() if one.pid]
            self._largest = max([self._largest, *others])

    def ended(self) -> tuple[float, float]:
        """MiB: by how much this process grew at most, and the most that one of the others held."""
        self._over.set()
        self.join()
        return self._most - self._began, self._largest


def _held(process: int) -> float:
    """MiB in memory; 0 for a process that has ended."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except OSError:
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _processor() -> float:
    """Seconds of processor time of this process and of those that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _complete(number: int, folder: Path) -> None:
    """Versions of every case, under files with other bytes than the catalogue's, and copies."""
    from pe_wizard.accounts.models import User
    from pe_wizard.assessments.models import Version
    from tests.web.assessing import a_client_file, cases, completed
    from tests.web.correcting import FILES, Corrections
    from treaties.treaty import listing

    owner = User.objects.create_user(username="bench")
    client_file = a_client_file(owner, "Client 0000")
    own = listing.OWN
    (folder / "catalogue").mkdir()
    files = Corrections(folder / "catalogue")
    for code in FILES:
        files.reword(code)
    files.correct("IR-HU", "months = 6", "months = 12")
    listing.OWN = files.folder
    made = [completed(owner, client_file, document) for _, document in cases()]
    listing.OWN = own
    rows = Version.objects.filter(pk__in=[one.pk for one in made])
    _copies(list(rows), number - len(made), owner)


def _copies(made: list[Any], number: int, owner: Any) -> None:
    """Rows like those of `made`, fifty in a client file."""
    from pe_wizard.assessments.models import Assessment, Draft, Version
    from tests.web.assessing import a_client_file

    drafts = {one.pk: one for one in Draft.objects.filter(version__in=made)}

    def rows() -> Iterator[tuple[Any, Any, Any]]:
        client_file = None
        for at in range(number):
            like = made[at % len(made)]
            if at % 50 == 0:
                client_file = a_client_file(owner, f"Client {at // 50 + 1:05}")
            old = like.assessment
            assessment = Assessment(
                client_file=client_file,
                treaty_code=old.treaty_code,
                residence_state=old.residence_state,
                source_state=old.source_state,
                created_by=owner,
            )
            draft = drafts[like.draft_id]
            copied = {
                field.attname: getattr(draft, field.attname)
                for field in Draft._meta.local_concrete_fields
            }
            copied |= {"id": uuid.uuid4(), "assessment_id": assessment.pk}
            version = {
                field.attname: getattr(like, field.attname)
                for field in Version._meta.local_concrete_fields
            }
            version |= {
                "id": uuid.uuid4(),
                "client_file_id": client_file.pk,
                "assessment_id": assessment.pk,
                "draft_id": copied["id"],
                "number": 1,
                "position": at % 50 + 1,
            }
            yield assessment, Draft(**copied), Version(**version)

    those = rows()
    while some := list(islice(those, AT_ONCE)):
        for model, objects in zip(
            (Assessment, Draft, Version), zip(*some, strict=True), strict=True
        ):
            model.objects.bulk_create(objects)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))

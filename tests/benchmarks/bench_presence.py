"""A table of 200 000 stays from upload to draft: seconds and memory of each request.

    python tests/benchmarks/bench_presence.py [ROWS] [csv|xlsx]

Sends the table as a browser does, in one process with a database of its own, reads it to its end,
looks at the rows, takes them, opens the draft, goes through its pages and downloads the table; then
sends the same table again. Ends with 1 where an answer is an error, or memory passes the limit.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 400  # MiB of the process


def main(rows: int, kind: str) -> int:
    """Print a line for each kind of request."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    folder = Path(tempfile.mkdtemp(prefix="pe-wizard-bench-"))
    try:
        return _measure(rows, kind, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(rows: int, kind: str, folder: Path) -> int:
    import django
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        settings.DATABASES["default"]["NAME"] = str(folder / "bench.sqlite3")
    settings.ALLOWED_HOSTS = ["testserver"]
    django.setup()

    import logging

    from django.core.management import call_command
    from django.test import Client

    from pe_wizard.accounts.models import User
    from tests.web.assessing import a_client_file, facts, uploaded

    logging.disable(logging.INFO)
    call_command("migrate", verbosity=0)
    owner = User.objects.create_user(username="nino")
    engagements = [
        {"id": f"e{n}", "project": f"plant {n}", "through_personnel": True} for n in range(3)
    ]
    draft = uploaded(owner, a_client_file(owner), facts(services=engagements))
    client = Client()
    client.force_login(owner)
    walk = Walk(client, draft.pk)
    file = folder / f"stays.{kind}"
    file.write_bytes(_table(rows, kind))
    print(f"{rows} rows, {file.stat().st_size / 2**20:.1f} MiB; {_memory()} MiB before")
    for _ in range(2):
        walk.through(file)
    print(f"most memory: {_memory()} MiB, limit {LIMIT}")
    return int(_memory() > LIMIT)


class Walk:
    """One adviser who sends a table and looks at everything that comes of it."""

    def __init__(self, client: Any, draft_id: uuid.UUID) -> None:
        self.client = client
        self.start = f"/drafts/{draft_id}/stays/"
        self.step = f"/drafts/{draft_id}/services/"

    def through(self, file: Path) -> None:
        """Send, read, look, take, open, download."""
        with file.open("rb") as content:
            form = {"file": content, "form_token": str(uuid.uuid4()), "engagement": ""}
            sent = self._timed("send", "post", self.start, form)
        address = sent["Location"]
        steps = 0
        while 'id="reading"' in self.client.get(address).content.decode():
            self._timed("read on", "post", f"{address}read/", {}, quiet=steps % 10 > 0)
            steps += 1
        print(f"  {steps} steps")
        page = self._timed("rows", "get", address).content.decode()
        self._timed("last rows", "get", f"{address}?page=1000000")
        if "take/" in page:
            self._timed("take", "post", f"{address}take/", {"faulty": "leave"})
        self._timed("faulty rows", "get", f"{address}faulty.csv")
        self._timed("stays, first", "get", self.step)
        self._timed("stays, again", "get", self.step)
        self._timed("stays, later", "get", f"{self.step}?rows=services[e1].periods:20000")
        self._timed("check", "get", self.step.replace("services", "check"))
        self._timed("treaty", "get", self.step.replace("services", "treaty"))
        self._timed("CSV", "get", f"{self.start}stays.csv")
        self._timed("XLSX", "get", f"{self.start}stays.xlsx")

    def _timed(
        self, what: str, method: str, address: str, form: Any = None, *, quiet: bool = False
    ) -> Any:
        began = time.perf_counter()
        response = getattr(self.client, method)(address, form or {})
        size = len(response.content)
        if response.status_code not in (200, 204, 303):
            sys.exit(f"{what}: {response.status_code}")
        if not quiet:
            seconds = time.perf_counter() - began
            print(f"  {what:<14} {seconds:7.2f} s  {size / 1024:8.0f} KiB  {_memory():5} MiB")
        return response


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _table(rows: int, kind: str) -> bytes:
    from pe_wizard.presence.writing import as_csv, as_xlsx

    if kind == "csv":
        return as_csv(_rows(rows))
    return as_xlsx(_rows(rows), title="Stays", right_to_left=False)


def _rows(count: int) -> Iterator[Sequence[Any]]:
    """Stays of many people, one after the other; of each hundred one is faulty."""
    chance = random.Random(7)
    yield ["Person", "From", "To", "Project", "Worked", "Note"]
    people = max(1, count // 400)
    day = [date(2015, 1, 1)] * people
    for number in range(count):
        person = number % people
        first = day[person] + timedelta(days=chance.randrange(1, 4))
        last = first + timedelta(days=chance.randrange(0, 5))
        day[person] = last
        if chance.random() < 0.01:
            first, last = last, first - timedelta(days=1)
        worked = "no" if chance.random() < 0.05 else "yes"
        note = f"trip {number}" if chance.random() < 0.3 else ""
        yield [f"Person {person}", first, last, f"plant {number % 3}", worked, note]


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else 200_000,
            sys.argv[2] if len(sys.argv) > 2 else "csv",
        )
    )

"""How quick the desk and the lists across files are, beside a signed-in page with nothing on it.

    python tests/benchmarks/bench_desk.py [FILES]

Fills a database of its own with FILES client files (5000) of one adviser, four clocks in each, and
asks for every page and for a bare one in turns, through all middleware: absolute numbers mean
nothing on a machine that others use, so the median of the ratios counts. The bare page is that of
the account, which is the frame of every page and four links.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CLOCKS_IN_A_FILE = 4
ROUNDS, REQUESTS = 9, 20
AIM = 0.25
AIMED = "/"  # the desk; of the others the number is told
BARE = "/account/"
TODAY = date(2026, 6, 30)
PAGES = {
    "desk": AIMED,
    "all clocks": "/clocks/",
    "clocks of one treaty, by client": "/clocks/?treaty=IR-HU&sort=client",
    "assessments": "/assessments/",
    "assessments, filtered": "/assessments/?conclusion=no_pe&sort=client&q=client",
    "client files": "/clients/",
}


def main(files: int) -> int:
    """Print a line for each page; 1 where the desk misses its aim."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    folder = Path(tempfile.mkdtemp(prefix="pe-wizard-bench-"))
    try:
        return _measure(files, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(files: int, folder: Path) -> int:
    import django
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        settings.DATABASES["default"]["NAME"] = str(folder / "bench.sqlite3")
    settings.PE_TODAY = TODAY
    django.setup()

    import logging

    from django.core.management import call_command
    from django.test import Client

    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    owner = _fill(files)
    from pe_wizard.clocks.models import Clock

    print(f"{files} client files, {Clock.objects.count()} clocks")
    client = Client()
    client.force_login(owner)

    def bare() -> None:
        _ask(client, BARE, REQUESTS)

    missed = 0
    for name, address in PAGES.items():

        def page(address: str = address) -> None:
            _ask(client, address, REQUESTS)

        ratio, seconds = _ratio(page, bare)
        late = address == AIMED and ratio < AIM
        missed |= late
        print(
            f"{name:<32} {ratio:5.2f} of the rate of a bare page, {seconds * 1000:6.1f} ms"
            + (f" (aim {AIM}{': missed' if late else ''})" if address == AIMED else "")
        )
    return int(missed)


def _ask(client: Any, address: str, times: int) -> None:
    for _ in range(times):
        response = client.get(address)
        if response.status_code != 200:
            sys.exit(f"{address} answered {response.status_code}")


def _ratio(page: Callable[[], None], bare: Callable[[], None]) -> tuple[float, float]:
    """The median ratio of the rates, and the median time of one page."""
    ratios, times = [], []
    page()
    bare()
    for number in range(ROUNDS):
        taken = {}
        for one in (page, bare) if number % 2 else (bare, page):
            began = time.perf_counter()
            one()
            taken[one] = time.perf_counter() - began
        ratios.append(taken[bare] / taken[page])
        times.append(taken[page] / REQUESTS)
    return statistics.median(ratios), statistics.median(times)


def _fill(files: int) -> Any:
    """The adviser whose files they are: one completed version in each, made like a real one."""
    from django.utils import timezone

    from pe_wizard.accounts.models import User
    from pe_wizard.assessments.models import Assessment, Draft, Version
    from pe_wizard.clients.models import ClientFile
    from pe_wizard.clocks.models import Clock
    from pe_wizard.lists import rows
    from tests.web.assessing import a_client_file, completed, facts

    owner = User.objects.create_user(username="bench")
    site = {"kind": "construction", "from": "2026-03-01", "to": None, "interruptions": []}
    names = [f"p{number}" for number in range(CLOCKS_IN_A_FILE)]
    sites = [{**site, "id": name, "project": name} for name in names]
    model = completed(owner, a_client_file(owner, "Client"), facts("IR-HU", building_sites=sites))
    clocks = list(Clock.objects.filter(version=model))
    made: dict[type, list[Any]] = {kind: [] for kind in (ClientFile, Assessment, Draft, Version)}
    more: list[Clock] = []
    for number in range(files - 1):
        client_file = _copy(
            model.client_file, reference=f"Client {number:05}",
            folded_reference=f"client {number:05}",
            updated_at=timezone.now() - timedelta(minutes=number), form_token=uuid.uuid4(),
        )  # fmt: skip
        assessment = _copy(model.assessment, client_file=client_file, form_token=uuid.uuid4())
        draft = _copy(model.draft, assessment=assessment)
        version = _copy(model, client_file=client_file, assessment=assessment, draft=draft)
        for kind, one in zip(made, (client_file, assessment, draft, version), strict=True):
            made[kind].append(one)
        for clock in clocks:
            passes_on = TODAY + timedelta(days=1 + (number * 7) % 700)
            again = _copy(
                clock, client_file=client_file, assessment=assessment, version=version,
                passes_on=passes_on, draft=None,
            )  # fmt: skip
            again.pk = None
            more.append(again)
    for kind, those in made.items():
        kind.objects.bulk_create(those, batch_size=500)  # type: ignore[attr-defined]
    Clock.objects.bulk_create(more, batch_size=500)
    rows.rebuild()
    return owner


def _copy(one: Any, **changes: Any) -> Any:
    """The same row under another id."""
    values = {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
    for name in changes:
        values.pop(one._meta.get_field(name).attname, None)
    return type(one)(**{**values, "id": uuid.uuid4(), **changes})


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))

"""Backups while people work: each restores every save acknowledged before it began, and nobody
waits for it."""

from __future__ import annotations

import threading
import time

from pe_wizard.assessments.models import Draft
from pe_wizard.operations import databases
from tests.soak.halves import halves
from tests.soak.ledger import Writer, run, share_of, writers
from tests.soak.site import Site, a_site
from treaties import get_fact

SLOWEST = 2.0  # seconds of a save while a backup runs, for all but the slowest hundredth


def backed_up(site: Site, *, backups: int, people: int) -> dict[str, object]:
    """Make so many backups while people save, and restore each. "wrong" must be empty."""
    site.start()
    those = writers(site, alone=people - 4)
    stopped = threading.Event()
    threads = run([one.until for one in those], stopped)
    noted = []
    wrong: list[str] = []
    try:
        for number in range(backups):
            time.sleep(2)
            before = {one: (one.acknowledged, len(one.times)) for one in those}
            file = site.folder / f"backup-{number}"
            began = time.monotonic()
            made = site.manage("backup", str(file))
            noted.append((before, file, time.monotonic() - began))
            if made.returncode:
                wrong.append(made.stderr)
    finally:
        stopped.set()
        for thread in threads:
            thread.join(timeout=120)
    wrong += [lost for one in those if (lost := one.lost())]
    wrong += [f"a save was answered with {status}" for one in those for status in one.refused]
    site.stop()
    for before, file, _ in noted:
        wrong += _restored(file, {one: number for one, (number, _) in before.items()})
    times = [seconds for one in those for seconds in one.times]
    if share_of(times, 0.99) > SLOWEST:
        wrong.append(f"p99 of saves was {share_of(times, 0.99):.2f} s")
    return {
        "backups": len(noted),
        "seconds of each": [round(seconds, 1) for _, _, seconds in noted],
        "saves meanwhile": sum(one.saves for one in those),
        "p99 of saves, seconds": round(share_of(times, 0.99), 3),
        "wrong": wrong,
    }


def _restored(file: object, before: dict[Writer, int]) -> list[str]:
    with a_site(prepared=False) as place:
        restored = place.manage("restore", str(file))
        if restored.returncode:
            return [f"restore ended with {restored.returncode}: {restored.stderr}"]
        with databases.opened(databases.at_url(place.database_url)) as alias:
            wrong = halves(alias)
            for one, number in before.items():
                document = Draft.objects.using(alias).get(pk=one.draft_id).document
                text = str(get_fact(document, one.path))
                there = int(text.removeprefix("ledger ")) if text.startswith("ledger ") else 0
                if there < number:
                    wrong.append(f"{one.path}: {number} acknowledged before, {there} restored")
            return wrong

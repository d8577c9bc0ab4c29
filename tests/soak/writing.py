"""Many writers on the database as shipped: every save is acknowledged, and the slowest hundredth is
still quick."""

from __future__ import annotations

import threading

from pe_wizard.operations import databases
from tests.soak.halves import halves
from tests.soak.ledger import run, share_of, writers
from tests.soak.site import Site

SECONDS = 1800


def written_by_many(site: Site, *, people: int, saves: int) -> dict[str, object]:
    """So many people save so often, four of them on one draft. "wrong" must be empty."""
    site.start()
    those = writers(site, alone=people - 4)
    stopped = threading.Event()
    for one in those:
        one.most = saves
    ended = threading.Timer(SECONDS, stopped.set)
    ended.start()
    for thread in run([one.until for one in those], stopped):
        thread.join(timeout=SECONDS + 60)
    ended.cancel()
    wrong = [lost for one in those if (lost := one.lost())]
    wrong += [f"a save was answered with {status}" for one in those for status in one.refused]
    if unknown := sum(one.unknown for one in those):
        wrong.append(f"{unknown} saves were not answered")
    site.stop()
    with databases.opened(databases.at_url(site.database_url)) as alias:
        wrong += halves(alias)
    times = [seconds for one in those for seconds in one.times]
    return {
        "people": len(those),
        "saves": sum(one.saves for one in those),
        "p50, seconds": round(share_of(times, 0.5), 3),
        "p99, seconds": round(share_of(times, 0.99), 3),
        "wrong": wrong,
    }

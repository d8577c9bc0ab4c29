"""PostgreSQL ends every connection while people work: the product goes on by itself."""

from __future__ import annotations

import threading
import time

import psycopg

from pe_wizard.operations import databases
from tests.soak.halves import halves
from tests.soak.ledger import run, writers
from tests.soak.site import Site

MOST_SECONDS = 10  # until pages are answered again


def dropped(site: Site, *, times: int) -> dict[str, object]:
    """End all connections so often, as a restart of the server does. SQLite has none to end."""
    if not site.database_url.startswith("postgres"):
        return {"skipped": "SQLite has no server", "wrong": []}
    site.start()
    those = writers(site, alone=0)
    stopped = threading.Event()
    threads = run([one.until for one in those], stopped)
    longest = 0.0
    try:
        for _ in range(times):
            time.sleep(2)
            with psycopg.connect(site.database_url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            began, saves = time.monotonic(), sum(one.saves for one in those)
            while sum(one.saves for one in those) == saves and time.monotonic() - began < 60:
                time.sleep(0.01)
            longest = max(longest, time.monotonic() - began)
    finally:
        stopped.set()
        for thread in threads:
            thread.join(timeout=90)
    wrong = [lost for one in those if (lost := one.lost())]
    refused = [status for one in those for status in one.refused]
    wrong += [f"a save was answered with {one}" for one in refused if one not in (500, 503)]
    if longest > MOST_SECONDS:
        wrong.append(f"after {longest:.1f} s there was an answer again")
    site.stop()
    with databases.opened(databases.at_url(site.database_url)) as alias:
        wrong += halves(alias)
    return {
        "times": times,
        "saves": sum(one.saves for one in those),
        "saves that were refused with 500 or 503": len(refused),
        "longest without an answer, seconds": round(longest, 1),
        "wrong": wrong,
    }

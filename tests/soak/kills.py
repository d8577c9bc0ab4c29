"""SIGKILL while answers are saved and drafts are completed: nothing acknowledged is lost, nothing
is half done."""

from __future__ import annotations

import random
import threading
import time
from queue import Queue

from pe_wizard.operations import databases
from tests.soak.browsing import again
from tests.soak.halves import halves
from tests.soak.ledger import Completer, run, writers
from tests.soak.site import Site

MOST_SECONDS_BETWEEN = 10  # two kills


def killed(site: Site, *, kills: int, alone: int = 2) -> dict[str, object]:
    """Kill workers while people work, then look. Between two kills some work is acknowledged.

    The result says what was done; "wrong" must be empty.
    """
    site.start("--preload")
    writing = writers(site, alone=alone)
    queue: Queue[str] = Queue()
    for one in site.seeded["ready"][alone:]:
        queue.put(one["id"])
    completing = [Completer(again(writing[0].browser), queue) for _ in range(2)]
    for completer in completing:
        completer.browser.cookies = dict(writing[-1].browser.cookies)
    stopped = threading.Event()
    threads = run([one.until for one in (*writing, *completing)], stopped)
    done = 0
    until = time.monotonic() + kills * MOST_SECONDS_BETWEEN
    while done < kills and time.monotonic() < until:
        wanted = sum(one.saves for one in writing) + random.randint(1, 6)
        patience = time.monotonic() + MOST_SECONDS_BETWEEN
        while sum(one.saves for one in writing) < wanted and time.monotonic() < patience:
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.2))
        done += site.kill_a_worker()
    stopped.set()
    for thread in threads:
        thread.join(timeout=90)
    wrong = [lost for one in writing if (lost := one.lost())]
    wrong += [f"a save was refused with {status}" for one in writing for status in one.refused]
    made = {draft: where for one in completing for draft, where in one.made.items()}
    for draft_id, where in made.items():
        again_there = again(writing[-1].browser).post(f"/drafts/{draft_id}/complete/")
        if again_there.status_code != 302 or again_there["Location"] != where:
            wrong.append(f"draft {draft_id} led to {where} and then to another version")
    site.stop()
    wrong += [line for line in site.log.splitlines() if line.startswith(("django.", "sqlite3."))]
    with databases.opened(databases.at_url(site.database_url)) as alias:
        wrong += halves(alias)
    return {
        "kills": done,
        "saves acknowledged": sum(one.saves for one in writing),
        "saves unanswered": sum(one.unknown for one in writing),
        "completions acknowledged": len(made),
        "completions unanswered": sum(one.unknown for one in completing),
        "completions refused": [status for one in completing for status in one.refused],
        "slowest save, seconds": round(max(t for one in writing for t in one.times), 2),
        "log": site.log if wrong else "",
        "wrong": wrong,
    }

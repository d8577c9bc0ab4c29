"""SIGKILL while answers are saved and drafts are completed: nothing acknowledged is lost, nothing
is half done.

Every writer owns one text of one page and counts upwards in it. Whatever the server acknowledged
last must be there in the end, or what was sent after it and never answered.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, Queue

from pe_wizard.operations import databases
from tests.soak.browsing import Browser, NoAnswer, Writing, again, signed_in
from tests.soak.halves import halves
from tests.soak.site import Site

MOST_SECONDS_BETWEEN = 10  # two kills
# Pages of DA1 on which different people can write at the same time, and a text of each.
SHARED = (
    ("places", "places[p1].name"),
    ("building_sites", "building_sites[s1].name"),
    ("services", "services[e1].name"),
    ("agent-a1", "agents[a1].name"),
)


@dataclass
class Writer:
    """One text that one person writes: the numbers sent and acknowledged, the highest of each."""

    browser: Browser
    draft_id: str
    step: str
    path: str
    acknowledged: int = 0
    sent: int = 0
    saves: int = 0
    unknown: int = 0
    refused: list[int] = field(default_factory=list)
    slowest: float = 0.0

    def until(self, stopped: threading.Event) -> None:
        """Save one number after the other."""
        writing = Writing(self.browser, self.draft_id, self.step, self.path)
        while not stopped.is_set():
            self.sent += 1
            try:
                status = writing.save(self.text(self.sent))
            except NoAnswer:
                self.unknown += 1
                writing.page = None
                time.sleep(0.05)
                continue
            self.slowest = max(self.slowest, writing.seconds)
            if status == 303:
                self.acknowledged = self.sent
                self.saves += 1
            else:
                self.refused.append(status)

    def text(self, number: int) -> str:
        """What is written."""
        return f"ledger {number:06}"

    def stored(self) -> int:
        """The number that is there now; 0 where nothing was ever written."""
        text = Writing(again(self.browser), self.draft_id, self.step, self.path).stored()
        return int(text.removeprefix("ledger ")) if text.startswith("ledger ") else 0

    def lost(self) -> str:
        """What is wrong with what is there; "" when nothing is."""
        stored = self.stored()
        if self.acknowledged <= stored <= self.sent:
            return ""
        return f"{self.path}: acknowledged {self.acknowledged}, sent {self.sent}, there {stored}"


@dataclass
class Completer:
    """Completes one draft after the other, each until the server says where the version is."""

    browser: Browser
    drafts: Queue[str]
    made: dict[str, str] = field(default_factory=dict)
    unknown: int = 0
    refused: list[int] = field(default_factory=list)

    def until(self, stopped: threading.Event) -> None:
        """Until there are no more drafts."""
        while not stopped.is_set():
            try:
                draft_id = self.drafts.get_nowait()
            except Empty:
                return
            while draft_id not in self.made and not stopped.is_set():
                try:
                    answer = self.browser.post(f"/drafts/{draft_id}/complete/")
                except NoAnswer:
                    self.unknown += 1
                    time.sleep(0.05)
                    continue
                if answer.status_code == 302:
                    self.made[draft_id] = answer["Location"]
                else:
                    self.refused.append(answer.status_code)
                    break
            time.sleep(random.uniform(0, 0.05))


def writers(site: Site, *, alone: int, shared: bool = True) -> list[Writer]:
    """Writers on the pages of DA1, and `alone` more, each on a draft of their own (the first ready
    ones). Whoever shares a draft is another person or another window."""
    a, c = signed_in(site, "A"), signed_in(site, "C")
    found = [
        Writer(again(a if number % 2 else c), site.seeded["drafts"]["DA1"]["id"], step, path)
        for number, (step, path) in enumerate(SHARED if shared else ())
    ]
    found += [
        Writer(again(a), one["id"], "building_sites", "building_sites[s1].name")
        for one in site.seeded["ready"][:alone]
    ]
    return found


def run(
    those: list[Callable[[threading.Event], None]], stopped: threading.Event
) -> list[threading.Thread]:
    """Start each in a thread of its own."""
    threads = [threading.Thread(target=one, args=(stopped,), daemon=True) for one in those]
    for thread in threads:
        thread.start()
    return threads


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
        "slowest save, seconds": round(max(one.slowest for one in writing), 2),
        "log": site.log if wrong else "",
        "wrong": wrong,
    }

"""People at work, who keep a ledger of what the server acknowledged.

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

from tests.soak.browsing import Browser, NoAnswer, Writing, again, signed_in
from tests.soak.site import Site

# Pages of DA1 on which different people can write at the same time, and a text of each.
SHARED = (
    ("places", "places[p1].name"),
    ("building_sites", "building_sites[s1].name"),
    ("services", "services[e1].name"),
    ("agent-a1", "agents[a1].name"),
)


@dataclass(eq=False)
class Writer:
    """One text that one person writes: the last number sent and the last acknowledged."""

    browser: Browser
    draft_id: str
    step: str
    path: str
    acknowledged: int = 0
    sent: int = 0
    saves: int = 0
    unknown: int = 0
    refused: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # seconds of each save
    most: int | None = None  # saves

    def until(self, stopped: threading.Event) -> None:
        """Save one number after the other, `most` at most."""
        writing = Writing(self.browser, self.draft_id, self.step, self.path)
        while not stopped.is_set() and self.sent != self.most:
            self.sent += 1
            try:
                status = writing.save(self.text(self.sent))
            except NoAnswer:
                self.unknown += 1
                writing.page = None
                time.sleep(0.05)
                continue
            self.times.append(writing.seconds)
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


@dataclass(eq=False)
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


def share_of(times: list[float], share: float) -> float:
    """The time that this share of them did not exceed: 0.99 for all but the slowest hundredth."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def run(
    those: list[Callable[[threading.Event], None]], stopped: threading.Event
) -> list[threading.Thread]:
    """Start each in a thread of its own."""
    threads = [threading.Thread(target=one, args=(stopped,), daemon=True) for one in those]
    for thread in threads:
        thread.start()
    return threads

"""Twenty advisers at work, with pauses to think: nothing fails, pages stay quick, memory stays."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from pe_wizard.operations import databases
from tests.soak.browsing import Answer, Browser, NoAnswer, Writing, signed_in
from tests.soak.halves import halves
from tests.soak.ledger import run, share_of
from tests.soak.site import Site

THINK = (3.0, 8.0)  # seconds
MOST_P95 = 0.4  # seconds
MOST_GROWTH = 0.15  # of the memory of the workers
LISTS = ("/", "/clients/", "/clients/?q=KANARI&sort=name", "/clients/?sort=residence", "/treaties/")
STEPS = ("treaty", "places", "building_sites", "services", "agents", "check", "conclusion")


@dataclass(eq=False)
class Adviser:
    """One person with a draft, who answers, looks things up, completes and takes documents."""

    browser: Browser
    draft_id: str
    version: str
    seen: list[tuple[str, int, float]] = field(default_factory=list)  # what, status, seconds
    unanswered: int = 0
    number: int = 0

    def until(self, stopped: threading.Event) -> None:
        """Seventy in a hundred are pages of questions, twenty lists, five completions, five
        documents."""
        while not stopped.wait(random.uniform(*THINK)):
            what = random.choices(
                (self.look, self.answer, self.list, self.complete, self.document),
                (35, 35, 20, 5, 5),
            )[0]
            try:
                what()
            except NoAnswer:
                self.unanswered += 1

    def _saw(self, what: str, answer: Answer) -> Answer:
        self.seen.append((what, answer.status_code, answer.seconds))
        return answer

    def look(self) -> None:
        """Open a page of the draft."""
        self._saw("question", self.browser.get(f"/drafts/{self.draft_id}/{random.choice(STEPS)}/"))

    def answer(self) -> None:
        """Save a page of the draft."""
        self.number += 1
        writing = Writing(self.browser, self.draft_id, "building_sites", "building_sites[s1].name")
        status = writing.save(f"ledger {self.number:06}")
        self.seen.append(("answer", status, writing.seconds))

    def list(self) -> None:
        """Look something up."""
        self._saw("list", self.browser.get(random.choice(LISTS)))

    def complete(self) -> None:
        """Complete the draft and go on with a new version."""
        done = self._saw("complete", self.browser.post(f"/drafts/{self.draft_id}/complete/"))
        if done.status_code == 302 and "/versions/" in done["Location"]:
            self.version = done["Location"]
            self._saw("version", self.browser.get(self.version))
            begun = self._saw("new version", self.browser.post(f"{self.version}new/"))
            self.draft_id = begun["Location"].split("/")[2]

    def document(self) -> None:
        """Take a document of the last version."""
        name = random.choice(("memo.pdf", "memo.docx", "facts.json", "conclusion.json"))
        self._saw("document", self.browser.get(f"{self.version}{name}"))


def worked(site: Site, *, minutes: float, people: int = 20) -> dict[str, object]:
    """Let them work so long. "wrong" must be empty; "missed" are the aims that were not reached."""
    site.start()
    version = site.seeded["versions"]["VA1"]["url"]
    those = [
        Adviser(signed_in(site, "AC"[number % 2]), one["id"], version)
        for number, one in enumerate(site.seeded["ready"][:people])
    ]
    for one in those:  # both workers have read everything once
        one.list()
        one.look()
    stopped = threading.Event()
    threads = run([one.until for one in those], stopped)
    time.sleep(minutes * 60 * 0.2)
    before = _memory(site)
    time.sleep(minutes * 60 * 0.8)
    after = _memory(site)
    stopped.set()
    for thread in threads:
        thread.join(timeout=120)
    site.stop()
    seen = [one for adviser in those for one in adviser.seen]
    wrong = [f"{what}: {status}" for what, status, _ in seen if status not in (200, 302, 303)]
    if unanswered := sum(one.unanswered for one in those):
        wrong.append(f"{unanswered} requests were not answered")
    with databases.opened(databases.at_url(site.database_url)) as alias:
        wrong += halves(alias)
    times: dict[str, list[float]] = {}
    for what, _, seconds in seen:
        times.setdefault(what, []).append(seconds)
    pages = [seconds for what, _, seconds in seen if what != "document"]
    missed = []
    if share_of(pages, 0.95) > MOST_P95:
        missed.append(f"p95 of pages {share_of(pages, 0.95):.2f} s")
    if after / before - 1 > MOST_GROWTH:
        missed.append(f"memory grew from {before} to {after} MB")
    return {
        "people": len(those),
        "minutes": minutes,
        "requests": len(seen),
        "p50 and p95 of pages, seconds": (
            round(share_of(pages, 0.5), 3), round(share_of(pages, 0.95), 3)
        ),
        "number and p95 of each": {
            what: (len(some), round(share_of(some, 0.95), 3)) for what, some in times.items()
        },
        "memory of the workers, MB": (before, after),
        "missed": missed,
        "wrong": wrong,
    }  # fmt: skip


def _memory(site: Site) -> int:
    """Of all workers together, in MB."""
    found = 0
    for pid in site.workers():
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                found += int(line.split()[1])
    return found // 1024

"""How much dearer a page is than a page that does nothing, and than a plain wizard.

Absolute numbers mean nothing on a machine that others use; so control and product are measured one
after the other, in turns, and the median of the ratios counts.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.soak.browsing import Browser, Writing, again, signed_in
from tests.soak.hammer import Make, Measured, hammer, request
from tests.soak.ledger import share_of
from tests.soak.site import Site

CONNECTIONS = 8
STEP, TEXT = "building_sites", "building_sites[s1].name"
ANSWERS = {"name": "x", "kind": "office", "first": "2026-01-01", "share": "10"}


def measured(site: Site, *, rounds: int, seconds: float) -> dict[str, object]:
    """All ratios. "missed" are the aims that were not reached; a failed request is in "wrong"."""
    cold = time.perf_counter()
    site.start()
    cold = time.perf_counter() - cold
    control = Site(
        site.folder, {**site.environment, "DJANGO_SETTINGS_MODULE": "tests.soak.controls"}, ""
    )
    control.start()
    try:
        return _measured(site, control, rounds, seconds, cold)
    finally:
        control.stop()
        site.stop()


def _measured(
    site: Site, control: Site, rounds: int, seconds: float, cold: float
) -> dict[str, object]:
    browsers = [signed_in(site, "A") for _ in range(CONNECTIONS)]
    drafts = [one["id"] for one in site.seeded["ready"][:CONNECTIONS]]
    version = site.seeded["versions"]["VA1"]["url"]
    hello, bare = _get(browsers, "/hello/"), _get(browsers, "/bare/s1/")
    bare_post = _bare_post(control, browsers)
    question = _get(browsers, *(f"/drafts/{one}/{STEP}/" for one in drafts))
    answer = _answers(browsers, drafts)
    many = _get(browsers, "/clients/")
    few = _get([signed_in(site, "B")] * CONNECTIONS, "/clients/")
    nothing = control.port, hello
    # what, product, control, pass, excellent
    rows: list[tuple[str, tuple[int, Make], tuple[int, Make], float, float]] = [
        ("question page / hello", (site.port, question), nothing, 0.20, 0.30),
        ("answer / hello", (site.port, answer), nothing, 0.15, 0.25),
        ("question page / plain wizard", (site.port, question), (control.port, bare), 0.50, 0.80),
        ("answer / plain wizard", (site.port, answer), (control.port, bare_post), 0.30, 0.50),
        ("list of client files / hello", (site.port, many), nothing, 0.10, 0.25),
        ("list of many / list of few", (site.port, many), (site.port, few), 0.70, 0.90),
        ("completed version / hello", (site.port, _get(browsers, version)), nothing, 0.15, 0.30),
    ]
    found: dict[str, object] = {"cold start, seconds": round(cold, 1)}
    wrong: list[str] = []
    missed: list[str] = []
    for name, product, against, aim, excellent in rows:
        ratios, slow = [], []
        for make in (product, against):
            hammer(*make, seconds=min(3.0, seconds))
        for number in range(rounds):
            pair: dict[str, Measured] = {}
            order = ("product", "control") if number % 2 else ("control", "product")
            for one in order:
                make = product if one == "product" else against
                pair[one] = hammer(*make, seconds=seconds)
                wrong += [f"{name}, {one}: {status}" for status in pair[one].bad]
            ratios.append(pair["product"].rate / max(pair["control"].rate, 0.001))
            slow.append(pair["product"].p99 / max(pair["control"].p99, 0.0001))
        middle = statistics.median(ratios)
        found[name] = {
            "ratio": round(middle, 2),
            "range": (round(min(ratios), 2), round(max(ratios), 2)),
            "aim": aim,
            "excellent": middle >= excellent,
            "p99 ratio": round(statistics.median(slow), 1),
        }
        if middle < aim:
            missed.append(f"{name}: {middle:.2f} < {aim}")
    found |= _documents(site, browsers, version, question, seconds)
    found["completions in a second, 4 at a time"] = _completions(site, browsers)
    found["last page / first page of questions, seconds of a save"] = _first_and_last(site, rounds)
    found["missed"], found["wrong"] = missed, wrong
    return found


def _get(browsers: list[Browser], *paths: str) -> Make:
    those = [
        request(browser, "GET", paths[number % len(paths)])
        for number, browser in enumerate(browsers)
    ]
    return lambda connection, _: those[connection]


def _bare_post(control: Site, browsers: list[Browser]) -> Make:
    """Answers to the second of six steps; every session has begun before."""
    data = {"bare-current_step": "s1", **{f"s1-{name}": text for name, text in ANSWERS.items()}}
    for browser in browsers:
        window = again(browser)
        window.port = control.port
        window.get("/bare/s1/")
    those = [
        request(browser, "POST", "/bare/s1/", {"bare-current_step": "s1", **data})
        for browser in browsers
    ]
    return lambda connection, _: those[connection]


def _answers(browsers: list[Browser], drafts: list[str]) -> Make:
    """Saves of a draft of each connection, always at its present revision, always something new."""
    pages = []
    for browser, draft in zip(browsers, drafts, strict=True):
        page = Writing(browser, draft, STEP, TEXT).open(STEP)
        pages.append((page.action, page.values))
    revisions = [int(values["revision"][0]) for _, values in pages]
    lock = threading.Lock()

    def make(connection: int, _: int) -> bytes:
        action, values = pages[connection]
        with lock:
            revision = revisions[connection]
            revisions[connection] += 1
        data = {**values, "revision": revision, TEXT: f"ledger {revision:06}", "go": "stay"}
        return request(browsers[connection], "POST", action, data)

    return make


def _documents(
    site: Site, browsers: list[Browser], version: str, question: Make, seconds: float
) -> dict[str, object]:
    """A memo alone; pages of questions while four people take memos."""
    alone = [again(browsers[0]).get(f"{version}memo.pdf").seconds for _ in range(10)]
    idle = hammer(site.port, question, seconds=seconds, connections=2)
    stopped = threading.Event()

    def take(browser: Browser) -> None:
        while not stopped.is_set():
            again(browser).get(f"{version}memo.pdf")

    with ThreadPoolExecutor(4) as pool:
        for browser in browsers[:4]:
            pool.submit(take, browser)
        busy = hammer(site.port, question, seconds=seconds * 2, connections=2)
        stopped.set()
    return {
        "memo alone, p95 in seconds": round(share_of(alone, 0.95), 2),
        "question page p95, 4 memos made / idle": round(busy.p95 / max(idle.p95, 0.0001), 1),
    }


def _completions(site: Site, browsers: list[Browser]) -> float:
    drafts = [one["id"] for one in site.seeded["ready"][CONNECTIONS:]]
    began = time.perf_counter()

    def complete(number: int) -> list[int]:
        return [
            browsers[number].post(f"/drafts/{one}/complete/").status_code
            for one in drafts[number::4]
        ]

    with ThreadPoolExecutor(4) as pool:
        done = [status for some in pool.map(complete, range(4)) for status in some]
    return round(done.count(302) / (time.perf_counter() - began), 1)


def _first_and_last(site: Site, rounds: int) -> float:
    """DA1 has something on every page; the last of them with a text is that of its agent."""
    draft = site.seeded["drafts"]["DA1"]["id"]
    browser = signed_in(site, "A")
    pages: list[Callable[[int], float]] = [
        _saves(browser, draft, "places", "places[p1].name"),
        _saves(browser, draft, "agent-a1", "agents[a1].name"),
    ]
    ratios = []
    for number in range(rounds * 3):
        first, last = (save(number) for save in pages)
        ratios.append(last / first)
    return round(statistics.median(ratios), 2)


def _saves(browser: Browser, draft: str, step: str, path: str) -> Callable[[int], float]:
    def save(number: int) -> float:
        writing = Writing(again(browser), draft, step, path)
        writing.save(f"ledger {number:06}")
        return writing.seconds

    return save

"""Eighty completions of twenty drafts, four of each at the same moment: twenty versions."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from pe_wizard.assessments.models import Version
from pe_wizard.operations import databases
from tests.soak.browsing import Browser, again, signed_in
from tests.soak.halves import halves
from tests.soak.site import Site

TOGETHER = 4


def completed_together(site: Site) -> dict[str, object]:
    """Complete every ready draft, each by four windows at once. "wrong" must be empty."""
    site.start()
    people = [signed_in(site, key) for key in "AC"]
    windows = [again(people[number % 2]) for number in range(TOGETHER)]
    drafts = [one["id"] for one in site.seeded["ready"]]
    barrier = threading.Barrier(TOGETHER)

    def complete(window: Browser) -> list[tuple[int, str]]:
        found = []
        for draft_id in drafts:
            barrier.wait(timeout=120)
            answer = window.post(f"/drafts/{draft_id}/complete/")
            found.append((answer.status_code, answer.headers.get("location", "")))
        return found

    with ThreadPoolExecutor(TOGETHER) as pool:
        answers = list(pool.map(complete, windows))
    site.stop()
    wrong = []
    for draft_id, those in zip(drafts, zip(*answers, strict=True), strict=True):
        if len(set(those)) != 1 or those[0][0] != 302 or "/versions/" not in those[0][1]:
            wrong.append(f"draft {draft_id}: {Counter(those)}")
    with databases.opened(databases.at_url(site.database_url)) as alias:
        wrong += halves(alias)
        made = Version.objects.using(alias).filter(draft_id__in=drafts).count()
    if made != len(drafts):
        wrong.append(f"{made} versions of {len(drafts)} drafts")
    return {"tries": len(drafts) * TOGETHER, "versions": made, "wrong": wrong}

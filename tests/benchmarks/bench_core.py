"""How fast the decision core is: `python -m tests.benchmarks.bench_core`.

Each row says what was measured, what came out, and the aim. Times are processor time, the best of
several rounds, so that other work on the machine counts as little as it can; percentiles are over
single calls. What was loaded before is kept out of the garbage collector's way, as the command
line keeps it.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import treaties
from tests.treaties.random_facts import random_document

TREATIES = treaties.catalogue().treaties
ROUNDS = 5
FIRST = date(1990, 1, 1)


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest processor time of several rounds, in seconds."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def report(what: str, measured: str, aim: str = "") -> None:
    print(f"{what:<68} {measured:>16}   {aim}", flush=True)


def document(treaty: str, **lists: Any) -> dict[str, Any]:
    residence, source = TREATIES[treaty].parties
    return {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": residence,
        "source_state": source,
        "as_of": "2026-06-30",
        "conditions": {"resident": True, "in_effect": True, "reciprocity": True},
        "enterprise": {"insurer": False, "international_transport": False},
        "related_enterprises": [],
        "exploration": [],
        **lists,
    }


def day(offset: int, first: date = date(2025, 1, 1)) -> str:
    return (first + timedelta(days=offset)).isoformat()


def typical(treaty: str) -> dict[str, Any]:
    """Three places, three sites, four engagements of ten stays each, four agents."""
    activity = {"goods_of_enterprise": True, "preparatory_or_auxiliary": True}
    places = [
        {
            "id": f"p{number}",
            "name": f"Place {number}",
            "kind": "storage",
            "at_disposal": True,
            "fixed": True,
            "business_carried_on": True,
            "from": "2025-01-10",
            "to": None,
            "activities": [{"kind": kind, **activity} for kind in ("storage", "display")],
            "fragmentation": {
                "business_at_same_or_other_place": False,
                "complementary": False,
                "one_is_pe": False,
                "combined_preparatory_or_auxiliary": True,
            },
        }
        for number in range(3)
    ]
    sites = [
        {
            "id": f"s{number}",
            "kind": "construction",
            "project": f"site {number}",
            "from": day(30 * number),
            "to": day(30 * number + 60),
        }
        for number in range(3)
    ]
    services = [
        {
            "id": f"e{number}",
            "project": f"project {number}",
            "through_personnel": True,
            "periods": [
                {
                    "from": day(14 * stay + number),
                    "to": day(14 * stay + number + 5),
                    "person": f"Person {stay % 3}",
                    "worked": stay % 5 != 4,
                }
                for stay in range(10)
            ],
        }
        for number in range(4)
    ]
    agents = [
        {
            "id": f"a{number}",
            "name": f"Agent {number}",
            "relation": "third_party",
            "acts_on_behalf": True,
            "authority_to_conclude": False,
            "habitually_concludes": False,
            "principal_role": False,
            "maintains_stock": False,
            "secures_orders": False,
            "independent": number % 2 == 0,
            "ordinary_course": True,
            "devoted_to_enterprise": False,
            "exclusive_for_related": False,
        }
        for number in range(4)
    ]
    lists = {"places": places, "building_sites": sites, "services": services, "agents": agents}
    return document(treaty, **lists)


def heads_per_second() -> None:
    for code, treaty in TREATIES.items():
        facts = treaties.parse_facts(typical(code))
        conclusion = treaties.assess(facts, treaty).conclusion

        def many(facts: treaties.Facts = facts, treaty: treaties.Treaty = treaty) -> None:
            for _ in range(500):
                treaties.assess(facts, treaty)

        rate = 500 / best(many)
        report(
            f"heads with reasons, typical facts, {code} ({conclusion})", f"{rate:,.0f}/s", "5,000/s"
        )
        written = 100 / best(
            lambda facts=facts, treaty=treaty: [
                treaties.heads_document(treaties.assess(facts, treaty)) for _ in range(100)
            ]
        )
        report("  and written out as a document, with every sentence", f"{written:,.0f}/s")
        parsed = 200 / best(
            lambda code=code: [treaties.parse_facts(typical(code)) for _ in range(200)]
        )
        report("  parsing them alone", f"{parsed:,.0f}/s")


def five_treaties() -> None:
    pairs = [(treaties.parse_facts(typical(code)), treaty) for code, treaty in TREATIES.items()]
    times = [
        best(lambda: [treaties.assess(facts, treaty) for facts, treaty in pairs], 1)
        for _ in range(200)
    ]
    report(
        "the same facts under all five treaties",
        f"{statistics.median(times) * 1e3:.2f} ms",
        "< 20 ms",
    )


def inquiries() -> None:
    for richness, number in (("small", 400), ("rich", 300)):
        times = []
        for seed in range(number):
            facts = random_document(random.Random(seed), richness=richness)
            assessment = treaties.assess(treaties.parse_facts(facts), TREATIES[facts["treaty"]])
            times.append(best(lambda one=assessment: treaties.inquire(one), 2))
        times.sort()
        middle, high = times[len(times) // 2], times[len(times) * 95 // 100]
        report(
            f"inquiry, {number} {richness} random documents: p50, p95, longest",
            f"{middle * 1e3:.1f} {high * 1e3:.1f} {times[-1] * 1e3:.0f} ms",
            "p95 < 50 ms" if richness == "rich" else "",
        )


def rows(number: int) -> dict[str, Any]:
    """One engagement with so many stays, of some days each, over forty years."""
    rng = random.Random(number)
    days = [(FIRST + timedelta(days=offset)).isoformat() for offset in range(15_000)]
    stays = []
    for row in range(number):
        first = rng.randrange(14_900)
        last = first + rng.randrange(20)
        stays.append({"from": days[first], "to": days[last], "person": f"P{row % 500}"})
    engagement = {"id": "e1", "project": "plant", "through_personnel": True, "periods": stays}
    return document("IR-BD", places=[], building_sites=[], services=[engagement], agents=[])


def presence_rows() -> None:
    times = {}
    for number in (100_000, 1_000_000):
        source = rows(number)
        began = time.process_time()
        facts = treaties.parse_facts(source)
        parsed = time.process_time() - began
        del source
        treaty = TREATIES["IR-BD"]
        times[number] = best(lambda facts=facts, treaty=treaty: treaties.assess(facts, treaty), 3)
        aim = "< 1 s" if number == 1_000_000 else ""
        report(f"{number:,} presence rows, heads", f"{times[number] * 1e3:.0f} ms", aim)
        inquired = best(
            lambda facts=facts, treaty=treaty: treaties.inquire(treaties.assess(facts, treaty)), 1
        )
        report("  and the inquiry", f"{inquired * 1e3:.0f} ms")
        report("  parsing them", f"{parsed * 1e3:.0f} ms")
    report(
        "100,000 to 1,000,000 rows", f"{times[1_000_000] / times[100_000]:.1f}-fold", "<= 12-fold"
    )


def main() -> None:
    gc.freeze()
    heads_per_second()
    five_treaties()
    inquiries()
    presence_rows()


if __name__ == "__main__":
    main()

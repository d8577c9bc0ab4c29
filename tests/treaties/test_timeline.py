"""The days behind a count, and how else they could be counted, against counting by hand."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import treaties
from treaties import Assessment, Head

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
TREATIES = treaties.catalogue().treaties


def assessed(document: dict[str, Any], **readings: str) -> Assessment:
    chosen = {**document.get("readings", {}), **readings}
    facts = treaties.parse_facts({**document, "readings": chosen})
    return treaties.assess(facts, TREATIES[document["treaty"]])


def counting(head: Head) -> tuple[Any, ...] | None:
    measure = head.measure
    if measure is None:
        return None
    return (measure.counted, measure.threshold_days, measure.exceeded_on, measure.threshold_on)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_conventions_are_what_assessing_under_each_option_gives(path: Path) -> None:
    document = json.loads(path.read_text())["facts"]
    here = assessed(document)
    applied = {(head.head, head.subject): counting(head) for head in here.heads}
    expected: dict[Any, set[Any]] = {}
    for name, reading in here.treaty.readings.items():
        for option in reading.options:
            for head in assessed(document, **{name: option}).heads:
                key, other = (head.head, head.subject), counting(head)
                if other and applied.get(key) and other != applied[key]:
                    expected.setdefault(key, set()).add((name, option, other))
    found = {
        key: {(one.reading, one.option, counting(one.head)) for one in those}
        for key, those in treaties.conventions(here).items()
    }
    assert found == expected


def stays(rng: random.Random) -> list[dict[str, Any]]:
    found = []
    day = date(2023, 1, 1) + timedelta(days=rng.randrange(60))
    for number in range(rng.randrange(1, 8)):
        last = day + timedelta(days=rng.randrange(90))
        found.append({"from": day.isoformat(), "to": last.isoformat(), "person": f"P{number % 2}"})
        day = last + timedelta(days=rng.randrange(-20, 200))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_line_is_the_number_of_days_in_the_twelve_months_up_to_each_day(seed: int) -> None:
    periods = stays(random.Random(seed))
    document = {
        "format": "pe-facts/1", "treaty": "IR-BD", "residence_state": "IR", "source_state": "BD",
        "as_of": "2030-01-01",
        "services": [
            {"id": "e1", "project": "Plant", "through_personnel": True, "periods": periods}
        ],
    }  # fmt: skip
    (head,) = (one for one in assessed(document).heads if one.head == "services")
    line = treaties.timeline(head)
    assert line is not None
    counted = {
        day
        for one in periods
        for day in range(
            date.fromisoformat(one["from"]).toordinal(),
            date.fromisoformat(one["to"]).toordinal() + 1,
        )
    }
    for day in range(min(counted) - 1, max(counted) + 1, 7):
        end = date.fromordinal(day)
        leaping = (end.month, end.day) == (2, 29)
        first = (
            date(end.year - 1, 3, 1) if leaping else end.replace(year=end.year - 1)
        ).toordinal()
        assert line.count_on(day) == len([one for one in counted if first < one <= day]), end
    assert max(count for _day, count in line.vertices()) == head.measure.counted  # type: ignore[union-attr]
    crossing = min((day for day in sorted(counted) if line.count_on(day) > 183), default=None)
    assert crossing == head.measure.exceeded_on  # type: ignore[union-attr]

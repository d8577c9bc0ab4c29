"""Checks the yardstick: the case files, the examples of the contract, slower counting, itself."""

import collections
import datetime
import itertools
import json
import random
from pathlib import Path

import pytest

from . import yardstick
from .random_facts import random_document

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_the_yardstick_agrees_with_the_case(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    expected, got = case["expect"], yardstick.conclude(case["facts"])
    assert got["conclusion"] == expected["conclusion"]
    assert got["applicability"] == expected.get("applicability", got["applicability"])
    for head in expected.get("heads", []):
        found = [
            h
            for h in got["heads"]
            if h["head"] == head["head"] and h["subject"] == head.get("subject", h["subject"])
        ]
        assert found, head
        for key, value in head.items():
            if key == "measure":
                assert {k: found[0]["measure"][k] for k in value} == value
            else:
                assert found[0][key] == value
    turned = {reading for reading, _ in got["turns_on"]}
    assert set(expected.get("turns_on", [])) <= turned
    if "turns_on_exactly" in expected:
        assert turned == set(expected["turns_on_exactly"])
    if "missing" in expected:
        assert set(expected["missing"]) <= yardstick.brute_missing(case["facts"])


@pytest.mark.parametrize(
    ("calendar", "first", "months", "exceeds"),
    [
        ("calendar", "2025-01-15", 12, "2026-01-15"),
        ("calendar", "2024-08-31", 6, "2025-03-01"),
        ("calendar", "2023-08-31", 6, "2024-03-01"),
        ("calendar", "2024-02-29", 12, "2025-03-01"),
        ("calendar", "2024-03-20", 6, "2024-09-20"),
        ("solar_hijri", "2024-03-20", 6, "2024-09-22"),  # 1 Farvardin to 31 Shahrivar 1403
        ("solar_hijri", "2024-09-21", 1, "2024-10-22"),  # Mehr has no 31st: 1 Aban
        ("solar_hijri", "2025-03-20", 12, "2026-03-21"),  # 30 Esfand of a leap year: 1 Farvardin
        ("thirty_days", "2025-03-01", 6, "2025-08-28"),
    ],
)
def test_months_run_as_the_contract_says(calendar, first, months, exceeds):
    assert yardstick.iso(yardstick.months_after(yardstick.day(first), months, calendar)) == exceeds


def test_twelve_month_periods_agree_with_counting_every_period():
    rng = random.Random(1)
    begin = yardstick.day("2023-12-01")
    for _ in range(25):
        days = {begin + rng.randrange(800) for _ in range(rng.randrange(1, 160))}
        limit = rng.choice([10, 40, 60])
        periods = []
        for first in range(begin - 400, begin + 801):
            date = datetime.date.fromordinal(first)
            try:
                last = date.replace(year=date.year + 1).toordinal() - 1
            except ValueError:  # 29 February: the last day of February a year later
                last = datetime.date(date.year + 1, 2, 28).toordinal()
            periods.append(sorted(day for day in days if first <= day <= last))
        counted, exceeded_on, since = yardstick.any_twelve_months(days, limit)
        assert counted == max(map(len, periods))
        over = [period for period in periods if len(period) > limit]
        assert exceeded_on == min((period[limit] for period in over), default=None)
        if over:
            assert {p[0] for p in over if p[limit] == exceeded_on} >= {since}


@pytest.mark.parametrize("richness", ["small", "rich"])
def test_random_documents_are_plain_repeatable_and_have_unique_ids(richness):
    for seed in range(150):
        doc = random_document(random.Random(seed), richness=richness)
        assert json.loads(json.dumps(doc)) == doc
        assert random_document(random.Random(seed), richness=richness) == doc
        ids = [
            item["id"]
            for name in [
                "related_enterprises",
                "places",
                "building_sites",
                "services",
                "exploration",
                "agents",
            ]
            for item in doc.get(name) or []
        ]
        assert len(ids) == len(set(ids))
        yardstick.conclude(doc)


def test_random_documents_reach_every_outcome_of_every_treaty_and_turn_on_every_reading():
    seen, turned = collections.Counter(), set()
    for seed in range(2500):
        doc = random_document(random.Random(seed))
        got = yardstick.conclude(doc)
        seen[doc["treaty"], got["conclusion"]] += 1
        turned |= {reading for reading, _ in got["turns_on"]}
    outcomes = itertools.product(yardstick.TREATIES, yardstick.OUTCOME.values())
    assert all(seen[pair] >= 40 for pair in outcomes), seen
    assert turned == set(yardstick.READINGS)


def test_a_definite_conclusion_holds_under_every_answer_and_an_open_one_has_something_missing():
    for seed in range(300):
        doc = random_document(random.Random(seed))
        conclusion = yardstick.conclude(doc)["conclusion"]
        try:
            _, table = yardstick.completions(doc, limit=8)
        except yardstick.TooMany:
            continue
        if conclusion != "undetermined":
            assert set(table.values()) == {conclusion}
            assert not yardstick.brute_missing(doc, limit=8)
        elif "undetermined" not in table.values():
            assert yardstick.brute_missing(doc, limit=8)
            assert yardstick.brute_settled_by(doc, limit=8)


def test_leaving_out_readings_that_are_not_consulted_does_not_change_the_postures():
    checked = 0
    for seed in range(60):
        doc = random_document(random.Random(seed))
        if doc["treaty"] == "IR-BD" and seed % 10:
            continue
        expected = yardstick.brute_postures(doc, all_readings=True, limit=10**6)
        assert yardstick.brute_postures(doc, limit=10**6) == expected
        checked += 1
    assert checked > 30

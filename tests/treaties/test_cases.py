"""Every case of `tests/cases`: what the treaty, its commentary or a ruling says comes out."""

import json
from pathlib import Path

import pytest

import treaties

from .deciding import decided

FOLDER = Path(__file__).parent.parent / "cases"
CASES = [
    pytest.param(json.loads(path.read_text(encoding="utf-8")), id=path.stem)
    for path in sorted(FOLDER.glob("*.json"))
]


@pytest.mark.parametrize("case", CASES)
def test_the_conclusion_is_the_one_that_the_authority_gives(case):
    expected, got = case["expect"], treaties.conclude(decided(case["facts"]))
    for key in ("conclusion", "applicability"):
        assert got[key] == expected.get(key, got[key])
    for head in expected.get("heads", []):
        (found,) = [
            one
            for one in got["heads"]
            if one["head"] == head["head"] and one["subject"] == head.get("subject", one["subject"])
        ]
        for key, value in head.items():
            if key == "measure":
                assert {name: found["measure"][name] for name in value} == value
            else:
                assert found[key] == value
    assert set(expected.get("missing", [])) <= set(got["missing"])
    turned = {turn["reading"] for turn in got["turns_on"]}
    assert set(expected.get("turns_on", [])) <= turned
    assert turned == set(expected.get("turns_on_exactly", turned))


def test_there_are_cases_of_every_treaty_and_every_conclusion():
    cases = [case.values[0] for case in CASES]
    assert {case["facts"]["treaty"] for case in cases} == set(treaties.catalogue().treaties)
    assert {case["expect"]["conclusion"] for case in cases} == {"pe", "no_pe", "undetermined"}

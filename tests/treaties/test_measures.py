"""Counts with their days: worked out by hand with a calendar, one row for each."""

import pytest

import treaties

from .deciding import decided, facts_document


def site(first, last, name="s1", **facts):
    return {"id": name, "kind": "construction", "project": "p", "from": first, "to": last, **facts}


def service(*stays, **facts):
    periods = [dict(zip(("from", "to"), stay, strict=True)) for stay in stays]
    return {"id": "e1", "project": "p", "through_personnel": True, "periods": periods, **facts}


def rig(*stays):
    periods = [dict(zip(("from", "to"), stay, strict=True)) for stay in stays]
    return {"id": "r1", "project": "p", "periods": periods}


MEASURES = [
    (
        "a site of one day more than twelve months",
        "IR-ME",
        {"building_sites": [site("2025-01-15", "2026-01-15")]},
        {
            "outcome": "pe",
            "since": "2025-01-15",
            "until": "2026-01-15",
            "counted": 366,
            "unit": "months",
            "threshold": 12,
            "threshold_days": 365,
            "window": ["2025-01-15", "2026-01-15"],
            "exceeded_on": "2026-01-15",
            "threshold_on": None,
        },
    ),
    (
        "a site of twelve months",
        "IR-ME",
        {"building_sites": [site("2025-01-15", "2026-01-14")]},
        {"outcome": "no_pe", "since": None, "until": None, "counted": 365, "exceeded_on": None},
    ),
    (
        "a site that goes on: it would exceed six months on 1 September",
        "IR-HU",
        {"building_sites": [site("2026-03-01", None)]},
        {
            "outcome": "no_pe",
            "counted": 122,
            "window": ["2026-03-01", "2026-06-30"],
            "threshold_on": "2026-09-01",
        },
    ),
    (
        "a site that goes on above the threshold has no end and no day to come",
        "IR-HU",
        {"building_sites": [site("2025-12-01", None)]},
        {
            "outcome": "pe",
            "since": "2025-12-01",
            "until": None,
            "counted": 212,
            "exceeded_on": "2026-06-01",
            "threshold_on": None,
        },
    ),
    (
        "a site that has not begun counts no day and would exceed 270 days in 2027",
        "IR-BD",
        {"building_sites": [site("2026-08-01", None)]},
        {"outcome": "no_pe", "counted": 0, "window": None, "threshold_on": "2027-04-28"},
    ),
    (
        "two sites of one project, of which the second goes on",
        "GE-IN",
        {"building_sites": [site("2026-04-02", "2026-04-10"), site("2026-06-01", None, "s2")]},
        {"outcome": "no_pe", "counted": 90, "threshold_on": "2026-07-01"},
    ),
    (
        "the first day left out: the count is one day less, the establishment is not",
        "GE-IN",
        {
            "readings": {"first_day": "not_counted"},
            "building_sites": [site("2026-03-01", "2026-05-30")],
        },
        {"outcome": "no_pe", "counted": 90, "since": None, "exceeded_on": None},
    ),
    (
        "the first day left out, and still above",
        "GE-IN",
        {
            "readings": {"first_day": "not_counted"},
            "building_sites": [site("2026-03-01", "2026-05-31")],
        },
        {"outcome": "pe", "counted": 91, "since": "2026-03-01", "exceeded_on": "2026-05-31"},
    ),
    (
        "breaks left out: 60 of 122 days",
        "GE-IN",
        {
            "readings": {"breaks": "excluded"},
            "building_sites": [
                site(
                    "2026-01-01",
                    "2026-05-02",
                    interruptions=[{"from": "2026-02-01", "to": "2026-04-03"}],
                )
            ],
        },
        {"outcome": "no_pe", "counted": 60, "window": ["2026-01-01", "2026-05-02"]},
    ),
    (
        "stays of 184 days within twelve months",
        "IR-BD",
        {"services": [service(("2025-01-01", "2025-03-31"), ("2025-09-28", "2025-12-30"))]},
        {
            "outcome": "pe",
            "since": "2025-01-01",
            "until": "2025-12-30",
            "counted": 184,
            "unit": "days",
            "threshold": 183,
            "window": ["2025-01-01", "2025-12-31"],
            "exceeded_on": "2025-12-30",
        },
    ),
    (
        "the same days, the last of them in the next twelve months",
        "IR-BD",
        {"services": [service(("2025-01-01", "2025-03-31"), ("2025-09-30", "2026-01-01"))]},
        {"outcome": "no_pe", "counted": 183, "exceeded_on": None, "since": None},
    ),
    (
        "a stay that goes on: the 91st day is 1 August",
        "GE-IN",
        {"services": [service(("2026-05-03", None))]},
        {"outcome": "no_pe", "counted": 59, "threshold_on": "2026-08-01"},
    ),
    (
        "days that may count are told apart from those that do",
        "GE-IN",
        {
            "services": [
                service(("2026-01-01", "2026-01-31")),
                {**service(("2026-02-01", "2026-02-10")), "id": "e2", "through_personnel": None},
            ]
        },
        {"outcome": "no_pe", "counted": 31, "counted_at_most": 41},
    ),
    (
        "a rig there for one day more than six months",
        "IR-BD",
        {"exploration": [rig(("2025-08-31", "2026-03-01"))]},
        {
            "outcome": "pe",
            "since": "2025-08-31",
            "until": "2026-03-01",
            "counted": 183,
            "threshold": 6,
            "threshold_days": 182,
            "exceeded_on": "2026-03-01",
        },
    ),
    (
        "a rig that goes on",
        "IR-BD",
        {"exploration": [rig(("2026-03-01", None))]},
        {"outcome": "no_pe", "counted": 122, "threshold_on": "2026-09-01"},
    ),
    (
        "supervision that counts as a service and goes on",
        "GE-IN",
        {
            "readings": {"supervision_as_service": "yes"},
            "building_sites": [site("2026-05-03", None, kind="supervision")],
        },
        {"head": "services", "outcome": "no_pe", "counted": 59, "threshold_on": "2026-08-01"},
    ),
]


@pytest.mark.parametrize(
    ("treaty", "changes", "expected"),
    [row[1:] for row in MEASURES],
    ids=[row[0] for row in MEASURES],
)
def test_the_days_are_counted_as_by_hand(treaty, changes, expected):
    heads = treaties.conclude(decided(facts_document(treaty, **changes)))["heads"]
    heads = [head for head in heads if head["head"] == expected.get("head", head["head"])]
    head = next(head for head in heads if head.get("measure"))
    of_head = {name: head[name] for name in expected if name in head}
    of_measure = {name: head["measure"].get(name) for name in expected if name not in of_head}
    assert {**of_head, **of_measure} == expected


def test_a_site_of_unknown_project_that_goes_on_gives_no_day_for_another_project():
    sites = [site("2026-03-01", "2026-03-31"), site("2026-04-01", None, "s2", project=None)]
    head, lone = decided(facts_document("IR-HU", building_sites=sites)).heads
    assert (head.subject, head.measure.threshold_on) == ("p", None)
    assert (lone.subject, lone.measure.threshold_on) == ("s2", 739890)  # 1 October 2026

"""Conclusions in words: heads, findings, verdicts, what they depend on, timelines."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import translation

from pe_wizard.assessments.conclusion_page import ConclusionShown, show_conclusion
from pe_wizard.assessments.facts_in_words import fact_label, fact_read, facts_read, question
from pe_wizard.assessments.presenting import (
    FindingShown,
    Source,
    facts_in,
    margin,
    show_measure,
    sign_of,
)
from pe_wizard.assessments.timeline import Chart
from tests.web.assessing import AGENT, cases, facts
from treaties import Truth, assess, catalogue, conclude, months_later, parse_facts, timeline

TREATIES = catalogue().treaties
CASES = dict(cases())


def shown(document: dict[str, Any], reasons: dict[str, str] | None = None) -> ConclusionShown:
    """The document, concluded and put in words."""
    parsed = parse_facts(document)
    treaty = TREATIES[parsed.treaty]
    assessment = assess(parsed, treaty)
    conclusion = json.loads(json.dumps(conclude(assessment)))
    return show_conclusion(Source(conclusion, treaty, document, reasons or {}), assessment)


TEAM = {
    "id": "team",
    "name": "Commissioning team",
    "project": "Plant",
    "through_personnel": True,
    "periods": [
        {"from": "2025-08-04", "to": "2025-09-26"},
        {"from": "2025-11-10", "to": "2025-12-12"},
        {"from": "2026-01-19", "to": "2026-02-11"},
        {"from": "2026-02-12", "to": "2026-02-25", "worked": False},
        {"from": "2026-05-16", "to": "2026-07-24"},
    ],
}
STORE = {
    "id": "store",
    "name": "Store",
    "kind": "storage",
    "at_disposal": True,
    "fixed": True,
    "business_carried_on": True,
    "from": "2025-01-10",
    "to": None,
    "activities": [
        {"kind": "storage", "goods_of_enterprise": True, "preparatory_or_auxiliary": True}
    ],
    "fragmentation": {"business_at_same_or_other_place": False},
}


ACTS = {**AGENT, "limited_to_excepted_activities": False, "in_name": True}


def services(**more: Any) -> dict[str, Any]:
    return facts(as_of="2026-07-31", readings={"service_days": "presence"}, services=[TEAM], **more)


def sentences(findings: tuple[FindingShown, ...]) -> list[str]:
    return [
        line
        for finding in findings
        for line in (f"{finding.word} {finding.sentence}", *sentences(finding.parts))
    ]


# ---- every case


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("language", ["en", "fa", "ka"])
def test_every_case_can_be_put_in_words(name: str, language: str) -> None:
    with translation.override(language):
        page = shown(CASES[name])
    assert page.verdict.sentences
    assert len(page.verdict.figures) == 4
    anchors = [rule.anchor for head in page.heads for rule in head.rules]
    assert len(anchors) == len(set(anchors))
    for head in page.heads:
        beside = {f"#{rule.anchor}" for rule in head.rules}
        assert {cited.href for cited in head.cited} <= beside


# ---- the verdict


def test_a_permanent_establishment_is_told_by_the_head_that_was_first() -> None:
    page = shown(services(agents=[ACTS]))
    assert page.verdict.outcome == "pe"
    assert page.verdict.sentences[0] == (
        "The enterprise has a permanent establishment in Bangladesh through services, under "
        "paragraph 3(b) of Article 5."
    )
    assert page.verdict.sentences[1] == "1 other head gives one as well."
    since, counted, passed, turns = page.verdict.figures
    assert since.value == date(2025, 8, 4)
    assert (counted.value, counted.sub) == ("195 of 183 days", "12 days above the threshold")
    assert passed.value == date(2026, 7, 13)
    assert turns.value == "No reading"


def test_a_verdict_names_the_one_reading_it_turns_on() -> None:
    page = shown(services(), {"service_days": "The contract pays leave."})
    assert page.verdict.sentences[-1] == (
        "It turns on one reading of the text: “Days not worked, in services”."
    )
    (turn,) = page.depends.turns
    assert (turn.now, turn.otherwise, turn.conclusion) == (
        "Every day of presence",
        "Only days worked",
        "no_pe",
    )
    assert turn.reason == "The contract pays leave."
    assert not turn.is_default


def test_an_open_verdict_asks_the_one_question_that_can_settle_it() -> None:
    known = {"ordinary_course": True, "devoted_to_enterprise": False, "devoted_to_group": False}
    page = shown(facts(treaty="IR-HU", agents=[{**ACTS, **known, "independent": None}]))
    assert page.verdict.outcome == "undetermined"
    assert page.verdict.sentences[-1].startswith("One answer can settle it: Is “Trading Co” ")
    (open_fact,) = [one for one in page.depends.open_facts if one.outlooks][:1]
    assert [(one.answer, one.conclusion) for one in open_fact.outlooks][-1] == ("If no", "pe")


def test_with_nothing_on_file_there_is_none_and_the_page_says_why() -> None:
    page = shown(facts(treaty="IR-HU"))
    assert page.verdict.outcome == "no_pe"
    assert "Nothing is on file under any head." in page.verdict.sentences
    assert page.none_on_file == ("Fixed place", "Building site", "Agent")
    assert page.verdict.figures[0].value == "0, all settled"
    assert page.no_such_rule == ("Services", "Exploration", "Insurance")


def test_the_next_clock_is_the_earliest_day_on_which_a_count_passes() -> None:
    site = {"id": "s", "kind": "construction", "project": "A", "from": "2026-01-15", "to": None}
    page = shown(facts(building_sites=[site, {**site, "id": "t", "project": "B"}]))
    clock = page.verdict.figures[2]
    assert (clock.value, clock.sub) == (date(2026, 10, 12), "Building site")


def test_a_treaty_that_does_not_apply_is_said_at_the_gate() -> None:
    page = shown(facts(conditions={"resident": False, "in_effect": True}))
    assert page.gate.applicability == "does_not_apply"
    assert sentences(page.gate.findings) == [
        "No. The enterprise is not a resident of its State under the treaty."
    ]


# ---- heads and findings


def test_heads_that_give_one_come_first_and_open_ones_next() -> None:
    page = shown(services(places=[STORE], agents=[{**ACTS, "independent": None}]))
    assert [head.outcome for head in page.heads] == ["pe", "undetermined", "no_pe", "no_pe"]
    assert page.heads[1].aside == "cannot change the conclusion"


def test_a_denial_is_told_as_people_say_it() -> None:
    page = shown(facts(places=[STORE]))
    lines = sentences(page.heads[0].because)
    assert "Yes. “Store” is protected by an exception." in lines
    assert "No. “Store” is not a permanent establishment of the enterprise." in lines


@pytest.mark.parametrize(
    ("answer", "outcome", "sign"),
    [(True, "no", "yes"), (False, "yes", "no"), (None, "unknown", "unknown")],
)
def test_the_sign_of_a_denied_fact_is_that_of_its_answer(
    answer: bool | None, outcome: str, sign: str
) -> None:
    finding = {
        "message": "agent.not_limited",
        "outcome": outcome,
        "facts": ["agents[a1].limited_to_excepted_activities"],
        "parts": [],
    }
    document = facts(agents=[{**AGENT, "limited_to_excepted_activities": answer}])
    assert sign_of(finding, document) == sign


def test_a_finding_that_only_passes_on_is_left_out() -> None:
    page = shown(services())
    (services_head,) = [head for head in page.heads if head.head == "services"]
    lines = sentences(services_head.because)
    assert len(lines) == len(set(lines))
    assert not any("The days of “Commissioning team” count" in line for line in lines)


def test_what_did_not_matter_is_kept_apart_and_leads_to_the_treaty() -> None:
    page = shown(facts(places=[STORE]))
    (store,) = [head for head in page.heads if head.head == "fixed_place"]
    assert "“Store” has a definite location" in " ".join(sentences(store.considered))
    (cited,) = [finding.cited for finding in store.considered if finding.cited][:1]
    assert cited is not None
    assert cited.href.startswith("/treaties/IR-BD/#par-5-")


def test_a_sentence_that_is_no_longer_known_stays_as_it_was_kept() -> None:
    document = facts(places=[STORE])
    parsed = parse_facts(document)
    treaty = TREATIES["IR-BD"]
    conclusion = deepcopy(conclude(assess(parsed, treaty)))
    conclusion["heads"][0]["because"][0].update(message="place.gone", statement="As it was.")
    page = show_conclusion(Source(conclusion, treaty, document), None)
    assert page.heads[0].because[0].sentence == "As it was."
    assert page.charts == ()


# ---- facts in words


def test_a_fact_is_named_by_its_item_and_its_label() -> None:
    document = services(places=[STORE])
    assert fact_label(document, "places[store].fixed")[0] == "Store"
    assert fact_label(document, "services[team].periods[3].worked")[1].endswith("(stay 4)")
    assert fact_label(document, "places[store].activities[storage].goods_of_enterprise")[
        1
    ].endswith("(Storage of goods)")
    assert fact_label(document, "conditions.resident") == ("", "Resident under the treaty")


@pytest.mark.parametrize(
    ("project", "name"), [("Plant", "Plant"), (None, "New engagement")], ids=["project", "none"]
)
def test_an_item_without_a_name_is_never_called_by_its_id(project: str | None, name: str) -> None:
    document = services()
    document["services"] = [{**TEAM, "id": "ewsq3", "name": None, "project": project}]
    page = shown(document)
    texts = [*said(page), *(row.item for chart in page.charts for row in chart.rows)]
    texts += [label.text for chart in page.charts for label in chart.labels]
    texts += [read.item for head in page.heads for read in facts_in(head.because)]
    assert [text for text in texts if "ewsq3" in text] == []
    assert any(name in text for text in texts)
    assert {row.item for chart in page.charts for row in chart.rows} == {name}


def test_a_project_that_is_not_known_is_called_by_its_item() -> None:
    document = services()
    document["services"] = [{**TEAM, "id": "ewsq3", "project": None}]
    assert [text for text in said(shown(document)) if "ewsq3" in text] == []
    assert [text for text in said(shown(document)) if "Project “Commissioning team”" in text]


def said(page: ConclusionShown) -> list[str]:
    """Every sentence of the heads."""
    return [text for head in page.heads for text in deep((*head.because, *head.considered))]


def deep(findings: tuple[FindingShown, ...]) -> list[str]:
    return [text for one in findings for text in (one.sentence, *deep(one.parts))]


def test_stays_are_named_together() -> None:
    paths = [f"services[team].periods[{at}]" for at in (0, 1, 2, 4)]
    (read,) = facts_read(services(), paths, {})
    assert (read.item, read.label) == ("Commissioning team", "stays 1–3, 5")


def test_a_fact_brings_its_evidence_note_and_mark() -> None:
    noted = {"note": "lease seen", "evidence": ["lease.pdf p. 3"], "contested": True}
    document = facts(places=[STORE], annotations={"places[store].fixed": noted})
    read = fact_read(document, "places[store].fixed")
    assert (read.evidence, read.note, read.contested) == (("lease.pdf p. 3",), "lease seen", True)


def test_a_path_that_is_none_stands_for_itself() -> None:
    assert fact_read(facts(), "places[gone].colour").label == "places[gone].colour"


def test_a_question_names_its_item_and_state() -> None:
    document = facts(places=[STORE])
    assert "“Store”" in question(document, "places[store].at_disposal")
    assert "Bangladesh" in question(document, "places")


# ---- what it depends on


def test_a_contested_fact_that_changes_nothing_is_not_asked_as_if_it_could() -> None:
    contested = {"agents[a1].independent": {"contested": True}}
    page = shown(services(agents=[ACTS], annotations=contested))
    assert page.verdict.outcome == "pe"
    assert page.depends.open_facts == ()
    assert [one.read.path for one in page.depends.contested] == ["agents[a1].independent"]


def test_an_open_fact_beside_the_conclusion_is_named() -> None:
    page = shown(services(agents=[{**ACTS, "independent": None}]))
    assert "agents[a1].independent" in {one.path for one in page.depends.open_beside}


def test_facts_that_would_flip_it_stand_by_kind_with_both_answers() -> None:
    page = shown(services())
    kinds = dict(page.depends.flips)
    (flip,) = [one for one in kinds["judgement"] if "through_personnel" in one.read.path]
    assert (flip.now, flip.otherwise, flip.conclusion) == ("Yes", "No", "no_pe")


def test_a_fact_that_settles_nothing_alone_says_so() -> None:
    place = {**STORE, "kind": "office", "activities": [{"kind": "core"}]}
    page = shown(facts(places=[{**place, "at_disposal": None, "business_carried_on": None}]))
    assert len(page.depends.open_facts) == 2
    assert all(len(one.outlooks) == 2 for one in page.depends.open_facts)
    assert {one.outlooks[1].conclusion for one in page.depends.open_facts} == {"no_pe"}
    page = shown(
        facts(
            places=[
                {**place, "at_disposal": None},
                {**place, "id": "second", "name": "Second", "at_disposal": None},
            ]
        )
    )
    assert not any(one.settles_nothing_alone for one in page.depends.open_facts)
    assert page.depends.taxpayer == page.depends.revenue == "undetermined"


def test_readings_show_what_was_chosen_and_why_and_the_others_as_default() -> None:
    page = shown(services(), {"service_days": "Leave is paid.", "breaks": "left from before"})
    by_name = {one.name: one for one in page.readings}
    assert list(by_name) == list(TREATIES["IR-BD"].readings)
    assert (by_name["service_days"].is_default, by_name["service_days"].reason) == (
        False,
        "Leave is paid.",
    )
    assert (by_name["breaks"].is_default, by_name["breaks"].reason) == (True, "")


def test_international_transport_brings_a_note_of_the_treaty_and_no_second_one() -> None:
    page = shown(facts(enterprise={"insurer": False, "international_transport": True}))
    assert any("international transport" in note.en for note in page.notes)
    assert page.remarks == ()


# ---- measures


@pytest.mark.parametrize(
    ("counted", "limit", "words"),
    [
        (195, 183, "12 days above the threshold"),
        (184, 183, "1 day above the threshold"),
        (183, 183, "exactly at the threshold: one more day passes it"),
        (182, 183, "1 day below the threshold"),
        (0, 183, "183 days below the threshold"),
    ],
)
def test_margins(counted: int, limit: int, words: str) -> None:
    assert margin(counted, limit) == words


MEASURE = {
    "counted": 198,
    "unit": "months",
    "threshold": 12,
    "threshold_days": 365,
    "window": ["2026-01-15", "2026-07-31"],
    "exceeded_on": None,
    "threshold_on": "2027-01-15",
}


def test_a_limit_in_months_stands_beside_its_days() -> None:
    measure = show_measure(MEASURE)
    assert measure is not None
    assert measure.text == "198 of 365 days (12 months)"
    assert measure.passes_on == date(2027, 1, 15)
    assert float(measure.fill[:-1]) < float(measure.tick[:-1])


def test_days_that_may_count_are_told_as_a_range() -> None:
    measure = show_measure({**MEASURE, "counted_at_most": 400})
    assert measure is not None
    assert measure.text == "198 to 400 of 365 days (12 months)"
    assert measure.margin == ""
    assert float(measure.fill[:-1]) < float(measure.maybe[:-1])


def test_persian_figures_have_persian_digits() -> None:
    with translation.override("fa"):
        measure = show_measure(MEASURE)
        assert measure is not None
        assert "۱۹۸" in measure.text
        assert measure.fill.isascii()  # a length of the drawing


# ---- timelines


def chart_of(document: dict[str, Any], head: str = "services") -> Chart:
    page = shown(document)
    (chart,) = [
        one for one, of in zip(page.charts, page.heads, strict=False) if of.head == head
    ] or page.charts
    return chart


def test_the_drawing_of_services_has_stays_count_limit_and_crossing() -> None:
    chart = chart_of(services())
    assert chart.rolling
    assert len(chart.bars) == 4  # leave that counts stands in one bar with the stay before it
    assert chart.says == (
        "Counted: 195 days from 4 Aug 2025 to 3 Aug 2026; the threshold is 183. "
        "It is passed on 13 Jul 2026."
    )
    assert "13 Jul 2026: day 184" in {label.text for label in chart.labels}
    assert chart.line.startswith("M")
    assert chart.cross_x.endswith("%")


def test_days_left_out_are_drawn_hollow() -> None:
    document = services()
    document["readings"] = {}
    chart = chart_of(document)
    assert {bar.css for bar in chart.bars} == {"c-bar", "c-bar--leave"}
    assert chart.has_left_out


def test_the_table_splits_the_stay_in_which_the_limit_is_passed() -> None:
    chart = chart_of(services())
    totals = [(row.first, row.last, row.days, row.total, row.is_above) for row in chart.rows]
    assert totals[-2:] == [
        (date(2026, 5, 16), date(2026, 7, 13), 59, 184, True),
        (date(2026, 7, 14), date(2026, 7, 24), 11, 195, True),
    ]
    assert sum(row.days for row in chart.rows) == 195


def test_a_site_that_goes_on_is_drawn_ahead_to_the_day_it_passes() -> None:
    site = {"id": "s", "kind": "construction", "project": "A", "from": "2026-01-15", "to": None}
    chart = chart_of(facts(building_sites=[site]), "building_site")
    assert chart.ahead
    assert chart.says.endswith("Unbroken, it passes on 12 Oct 2026.")
    assert not chart.rolling


def test_on_a_page_from_right_to_left_time_runs_the_other_way() -> None:
    chart = chart_of(services())
    with translation.override("fa"):
        mirrored = chart_of(services())

    def starts(one: Chart) -> list[float]:
        return [float(bar.x[:-1]) for bar in one.bars]

    assert starts(chart) == sorted(starts(chart))
    assert starts(mirrored) == sorted(starts(mirrored), reverse=True)
    assert all(label.text.startswith("\u2067") for label in mirrored.labels)


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].get("services")])
def test_the_running_count_is_that_of_days_counted_one_by_one(name: str) -> None:
    parsed = parse_facts(CASES[name])
    for head in assess(parsed, TREATIES[parsed.treaty]).heads:
        line = timeline(head)
        if line is None or not line.days:
            continue
        assert head.measure is not None
        days = {day for first, last in line.days.runs for day in range(first, last + 1)}
        best = 0
        for day, count in line.vertices():
            if line.rolling:
                first = min(
                    start
                    for start in range(day - 367, day + 1)
                    if months_later(start, 12, "calendar") > day
                )
            else:
                first = min(days)
            assert count == len([one for one in days if first <= one <= day])
            best = max(best, count)
        assert best == head.measure.counted


def test_a_drawing_of_many_years_and_many_items_stays_legible() -> None:
    first = date(2016, 1, 1)
    engagements = [
        {
            "id": f"e{at}",
            "name": f"Team {at}",
            "project": "Plant",
            "through_personnel": True,
            "periods": [
                {
                    "from": (first + timedelta(days=40 * step)).isoformat(),
                    "to": (first + timedelta(days=40 * step + 3)).isoformat(),
                }
                for step in range(60)
            ],
        }
        for at in range(20)
    ]
    chart = chart_of(facts(services=engagements))
    assert "13 more" in {label.text for label in chart.labels}
    assert sum(tick.label is not None for tick in chart.ticks) <= 14
    assert len(chart.rows) == 400
    assert chart.rows_left == 800


def test_stays_that_may_count_are_marked() -> None:
    team = {**TEAM, "through_personnel": None}
    document = facts(as_of="2026-07-31", services=[team])
    parsed = parse_facts(document)
    (head,) = [one for one in assess(parsed, TREATIES["IR-BD"]).heads if one.head == "services"]
    line = timeline(head)
    assert line is not None
    assert Truth.UNKNOWN in {stay.counts for stay in line.stays}
    assert chart_of(document).has_maybe

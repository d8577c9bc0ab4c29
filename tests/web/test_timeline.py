"""The picture of each count: today, the as-of day, other readings, both ways round, on paper."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from pe_wizard.accounts.models import User
from pe_wizard.assessments.conclusion_page import show_conclusion
from pe_wizard.assessments.presenting import Source
from pe_wizard.assessments.timeline import OTHERS_AT_MOST, Chart
from pe_wizard.memo.content import memo
from pe_wizard.memo.structure import Picture, Table
from tests.web.assessing import a_client_file, cases, completed, facts
from tests.web.conftest import signed_in
from tests.web.memo_sample import record, rich
from treaties import assess, catalogue, conclude, conventions, parse_facts

TREATIES = catalogue().treaties
CASES = dict(cases())
AS_OF = date(2026, 6, 30)
SITE = {"id": "s", "kind": "construction", "project": "A", "from": "2026-01-15", "to": None}
GOING_ON = facts(building_sites=[SITE])  # passes 270 days on 12 October 2026


def charts(document: dict[str, Any], today: date | None = None) -> tuple[Chart, ...]:
    parsed = parse_facts(document)
    treaty = TREATIES[parsed.treaty]
    assessment = assess(parsed, treaty)
    conclusion = json.loads(json.dumps(conclude(assessment)))
    return show_conclusion(Source(conclusion, treaty, document, {}), assessment, today).charts


def chart(document: dict[str, Any], today: date | None = None) -> Chart:
    (found,) = charts(document, today)
    return found


def marks(drawn: Chart, css: str) -> list[float]:
    return [float(one.x.rstrip("%")) for one in drawn.marks if one.css == css]


def texts(drawn: Chart) -> list[str]:
    return [one.text for one in drawn.labels]


def without_today(drawn: Chart) -> dict[str, Any]:
    """What is left of a drawing when its mark and label of today are taken away."""
    left = asdict(drawn)
    left["marks"] = [one for one in left["marks"] if one["css"] != "c-today"]
    left["labels"] = [one for one in left["labels"] if not one["text"].startswith("Today")]
    left["days"] = [one for one in left["days"] if one[0] != "Today"]
    for name in ("height", "foot", "has_today"):
        del left[name]
    return left


# ---- today and the as-of day


@pytest.mark.parametrize("later", [1, 20, 90, 105])
def test_today_is_marked_where_it_lies_within_the_days_drawn(later: int) -> None:
    today = AS_OF + timedelta(days=later)
    drawn = chart(GOING_ON, today)
    (mark,) = marks(drawn, "c-today")
    (as_of,) = marks(drawn, "c-as-of")
    crossing = float(drawn.cross_x.rstrip("%"))
    assert as_of < mark
    assert (mark <= crossing) == (today <= date(2026, 10, 12))
    assert ("Today", today) in drawn.days
    assert [one for one in texts(drawn) if one.startswith("Today, ")]


def test_the_picture_stays_as_it_is_but_for_today() -> None:
    before = without_today(chart(GOING_ON))
    for later in (1, 90, 400, 4000):
        drawn = chart(GOING_ON, AS_OF + timedelta(days=later))
        assert without_today(drawn) == before, later
        assert drawn.has_today == (later < 110)
        assert bool(marks(drawn, "c-today")) == drawn.has_today


def test_today_and_the_as_of_day_are_one_mark_on_the_same_day() -> None:
    drawn = chart(GOING_ON, AS_OF)
    assert "As of today, 30 Jun 2026" in texts(drawn)
    assert len(marks(drawn, "c-as-of")) == 1
    assert not marks(drawn, "c-today")
    assert not drawn.has_today


def test_a_drawing_is_not_stretched_to_a_far_as_of_day() -> None:
    ended = {**SITE, "from": "2024-01-15", "to": "2024-03-01"}
    drawn = chart(facts(building_sites=[ended]))
    assert not drawn.has_as_of
    assert not marks(drawn, "c-as-of")
    assert ("As of", AS_OF) in drawn.days


def test_labels_below_the_axis_never_share_a_row() -> None:
    for document in (*CASES.values(), GOING_ON, rich()):
        for drawn in charts(document, AS_OF + timedelta(days=3)):
            rows = [one.y for one in drawn.labels if one.y > drawn.axis]
            assert len(rows) == len(set(rows))
            assert all(drawn.axis < y < drawn.height for y in rows)


# ---- other readings


@pytest.mark.parametrize("name", CASES)
def test_each_day_of_crossing_under_another_reading_is_drawn_and_in_the_table(name: str) -> None:
    document = CASES[name]
    assessment = assess(parse_facts(document), TREATIES[document["treaty"]])
    expected = conventions(assessment)
    for drawn in charts(document):
        head = next(
            one
            for one in assessment.heads
            if one.measure is not None
            and drawn.subject in (one.subject, "", *_names(document, one))
        )
        others = expected.get((head.head, head.subject), ())
        measures = [one.head.measure for one in others if one.head.measure]
        assert len(drawn.conventions) == (len(others) + 1 if others else 0)
        table = [(row.counted, row.limit) for row in drawn.conventions[1:]]
        assert table == [(one.counted, one.threshold_days) for one in measures]
        applied = head.measure and (head.measure.exceeded_on or head.measure.threshold_on)
        days = {day for one in measures if (day := one.exceeded_on or one.threshold_on)} - {applied}
        assert len(marks(drawn, "c-cross--other")) == min(len(days), OTHERS_AT_MOST)
        assert drawn.has_other_crossing == bool(days)


def _names(document: dict[str, Any], head: Any) -> list[str]:
    return [
        one.get("name", one["id"])
        for part in ("building_sites", "services", "exploration")
        for one in document.get(part) or ()
        if one["id"] == head.subject
    ]


def test_months_of_each_kind_have_their_day() -> None:
    drawn = chart(CASES["S12-IR-HU"])
    said = texts(drawn)
    assert "1 Jul 2025: day 182" in said
    assert "30 Jun 2025: Months of thirty days" in said
    assert "3 Jul 2025: Solar Hijri months" in said
    crossings = {(row.option, row.crossing) for row in drawn.conventions}
    assert ("Solar Hijri months", date(2025, 7, 3)) in crossings
    assert ("Months of thirty days", date(2025, 6, 30)) in crossings


def test_days_that_another_reading_counts_are_a_line_of_their_own() -> None:
    services = next(one for one in charts(rich()) if one.rolling)
    assert len(services.other_lines) == 1
    assert services.other_lines[0] != services.line
    (other,) = [row for row in services.conventions if row.option]
    assert (other.counted, other.crossing) == (182, None)


def test_a_line_that_no_eye_could_part_is_not_drawn() -> None:
    drawn = chart(CASES["S12-IR-HU"])  # the first day alone makes a difference
    assert "The first day is left out" in {row.option for row in drawn.conventions}
    assert drawn.other_lines == []


# ---- from right to left, on the page, on paper


def test_the_whole_drawing_is_mirrored_from_right_to_left() -> None:
    today = AS_OF + timedelta(days=40)
    drawn = chart(GOING_ON, today)
    with translation.override("fa"):
        mirrored = chart(GOING_ON, today)
    for css in ("c-today", "c-as-of", "c-cross--other"):
        there, back = marks(drawn, css), marks(mirrored, css)
        assert there
        assert [100 - one for one in back] == pytest.approx(there, abs=0.01)
    assert 100 - float(mirrored.cross_x[:-1]) == pytest.approx(float(drawn.cross_x[:-1]), abs=0.01)


@pytest.mark.django_db
def test_the_page_shows_today_and_says_all_of_it_in_a_table(settings: Any) -> None:
    owner = User.objects.create_user(username="nino")
    version = completed(owner, a_client_file(owner), GOING_ON)
    settings.PE_TODAY = date(2026, 8, 20)
    address = reverse("assessments:version", args=[version.pk])
    page = signed_in(owner).get(address).content.decode()
    assert "Today, 20 Aug 2026" in page
    assert 'class="c-today"' in page
    assert "Count under other readings" in page
    assert page.index("The same as a table") < page.index("Count under other readings")
    settings.PE_TODAY = date(2031, 8, 20)
    later = signed_in(owner).get(address).content.decode()
    assert 'class="c-today"' not in later
    drawing = later.partition('<figure class="chart">')[2].partition("</svg>\n  <figcaption>")[0]
    assert "As of 30 Jun 2026" in drawing
    assert "2031" not in drawing


def test_a_memo_says_nothing_of_today(settings: Any) -> None:
    settings.PE_TODAY = date(2026, 8, 20)
    content = memo(record(rich()))
    pictures = [one for one in content.blocks if isinstance(one, Picture)]
    assert pictures
    for picture in pictures:
        assert not [one for one in picture.labels if one.text.startswith("Today")]
        assert [one for one in picture.labels if one.text.startswith("As of")]
    tables = [one.caption for one in content.blocks if isinstance(one, Table)]
    assert "The count under other readings" in tables
    settings.PE_TODAY = date(2036, 8, 20)
    assert memo(record(rich())) == content

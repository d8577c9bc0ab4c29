"""Properties of tables of stays: what is downloaded is read back, whatever stands in it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pe_wizard.dates import typed
from pe_wizard.presence import columns, tables
from pe_wizard.presence.cells import read_day, read_text
from pe_wizard.presence.comparing import Comparing
from pe_wizard.presence.reading import Reader
from pe_wizard.presence.rows import Row, key_of
from pe_wizard.presence.sources import Separated, Source, as_utf_8
from pe_wizard.presence.workbooks import Workbook
from pe_wizard.presence.writing import as_csv, as_xlsx, guarded, without_guard
from tests.web.assessing import facts

LANGUAGES = ("en", "fa", "ka")
SOME = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _kept(text: str) -> str:
    try:
        return read_text(text)
    except ValidationError:
        return ""


texts = st.one_of(
    st.sampled_from(
        ["=1+1", "'=x", "''+y", "-2", "@SUM", " |a", "A. K.", "نام", "ჩანაწერი", '"', ","]
    ),
    st.text(max_size=12),
).map(_kept)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1))


@st.composite
def stays(draw: st.DrawFn) -> dict[str, Any]:
    """A stay as a draft can have it."""
    first = draw(st.none() | days)
    stay: dict[str, Any] = {"from": first.isoformat() if first else None}
    end = draw(st.sampled_from(["day", "ongoing", "not known"]))
    if end == "ongoing":
        stay["to"] = None
    elif end == "day":
        length = timedelta(days=draw(st.integers(0, 400)))
        stay["to"] = ((first or date(2026, 1, 1)) + length).isoformat()
    for name in ("person", "note"):
        if text := draw(texts):
            stay[name] = text
    worked = draw(st.sampled_from([True, False, None]))
    if worked is not True:
        stay["worked"] = worked
    if draw(st.booleans()):
        stay["by"] = "r1"
    return stay


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A draft with stays in engagements that share a project, or have none."""
    few = st.lists(stays(), max_size=3)
    return facts(
        related_enterprises=[{"id": "r1", "name": draw(st.sampled_from(["Sister", "=Sister"]))}],
        services=[
            {"id": "e1", "project": "plant", "periods": draw(few)},
            {"id": "e2", "project": "Plant", "name": "Second", "periods": draw(few)},
            {"id": "e3", "periods": draw(few)},
        ],
    )  # fmt: skip


def read_back(content: bytes, document: dict[str, Any]) -> list[Row]:
    source: Source
    inert = not content.startswith(b"PK")
    source = Separated(as_utf_8(content)) if inert else Workbook(content)
    read: list[tuple[int, list[str]]] = []
    place = position = 0
    while (piece := source.read(place, position, 4)).rows:
        read += piece.rows
        place, position = piece.place, piece.position
    roles = columns.recognised(read[0][1])
    assert columns.is_enough(roles)
    reader = Reader(document, roles, engagement="", inert=inert)
    return [reader.row(number, cells) for number, cells in read[1:]]


def keys(document: dict[str, Any]) -> list[tuple[str, Any]]:
    return [
        (one["id"], key_of(stay)) for one in document["services"] for stay in one["periods"]
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@given(document=documents(), code=st.sampled_from(LANGUAGES))
@SOME
def test_what_is_downloaded_is_read_back(form: str, document: dict[str, Any], code: str) -> None:
    with override(code):
        rows = list(tables.stays(document))
        content = (
            as_csv(rows) if form == "csv" else as_xlsx(rows, title="T", right_to_left=code == "fa")
        )
        read = read_back(content, document)
    assert [row.faults for row in read] == [[]] * len(read)
    assert [(row.engagement, key_of(row.stay)) for row in read] == keys(document)
    comparing = Comparing(document)
    assert all(comparing.row(row).there for row in read)


@given(document=documents(), code=st.sampled_from(LANGUAGES))
@SOME
def test_good_rows_taken_and_downloaded_are_the_same_rows(
    document: dict[str, Any], code: str
) -> None:
    with override(code):
        sent = list(tables.stays(document))
        read = read_back(as_csv(sent), document)
        bare = {**document, "services": [{**one, "periods": []} for one in document["services"]]}
        comparing = Comparing(bare)
        those = [row for row in map(comparing.row, read) if row.is_new(frozenset(["overlap"]))]
        for row in those:
            owner = next(one for one in bare["services"] if one["id"] == row.engagement)
            owner["periods"].append(row.stay)
        again = list(tables.stays(bare))
    assert keys(bare) == list(dict.fromkeys(keys(document)))
    assert {tuple(map(str, row)) for row in again[1:]} == {tuple(map(str, row)) for row in sent[1:]}


@given(st.text(max_size=20))
def test_a_guard_is_taken_off_again_and_no_formula_is_left(text: str) -> None:
    assert without_guard(guarded(text)) == text
    assert not guarded(text).lstrip().startswith(("=", "+", "-", "@"))


@given(day=st.dates(date(1922, 1, 1), date(2120, 1, 1)), code=st.sampled_from(LANGUAGES))
def test_a_day_is_read_in_every_language_and_in_both_calendars(day: date, code: str) -> None:
    with override(code):
        assert read_day(typed(day)).day == day
        assert read_day(f"{typed(day)} ({day.isoformat()})").day == day


@given(
    spans=st.lists(
        st.tuples(st.sampled_from(["A", "a", "B"]), st.integers(0, 60), st.integers(0, 9)),
        max_size=25,
    )
)
def test_rows_overlap_exactly_where_a_person_is_there_twice(
    spans: list[tuple[str, int, int]],
) -> None:
    base = date(2026, 1, 1)
    comparing = Comparing(facts(services=[{"id": "e1", "project": "plant"}]))
    free: dict[str, set[int]] = {}
    for number, (person, start, length) in enumerate(spans, 2):
        row = Row(
            number, [], [], [], "e1", "",
            (base + timedelta(days=start)).isoformat(),
            (base + timedelta(days=start + length)).isoformat(),
            person, True, f"row {number}",
        )  # fmt: skip
        its = set(range(start, start + length + 1))
        taken = free.setdefault(person.lower(), set())
        assert (comparing.row(row).codes == {"overlap"}) == bool(its & taken)
        if not its & taken:
            taken |= its


def test_a_workbook_opens_elsewhere_with_days_as_days_and_texts_as_texts(tmp_path: Any) -> None:
    document = facts(
        services=[
            {
                "id": "e1",
                "project": "plant",
                "periods": [{"from": "2026-01-05", "to": "2026-01-09", "person": "=1+1"}],
            }
        ]
    )
    file = tmp_path / "stays.xlsx"
    file.write_bytes(as_xlsx(tables.stays(document), title="Stays & days", right_to_left=True))
    sheet = openpyxl.load_workbook(file).active
    person, first = sheet["A2"], sheet["B2"]
    assert (person.value, person.data_type) == ("=1+1", "s")
    assert first.value.date() == date(2026, 1, 5)
    assert sheet.sheet_view.rightToLeft

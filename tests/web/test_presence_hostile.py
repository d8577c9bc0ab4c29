"""Tables of stays that are made to do harm, or were made badly; and two requests at once."""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Callable
from datetime import date
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from pe_wizard.accounts.models import User
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.models import Draft
from pe_wizard.clients.models import Event
from pe_wizard.presence import services
from pe_wizard.presence.cells import read_day
from pe_wizard.presence.models import Import
from pe_wizard.presence.sources import LONGEST_CELL, Separated, Unreadable
from pe_wizard.presence.workbooks import Workbook
from tests.web.assessing import a_client_file, facts, save, setting, uploaded
from tests.web.test_presence import GOOD, PLANT, address, read, rows_of, sent, stays_of, taken

SHEET = "xl/worksheets/sheet1.xml"
HEAD = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
TAIL = "</sheetData></worksheet>"
HEADINGS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>From</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>To</t></is></c></row>'
)
STAY = (
    '<row r="2"><c r="A2" t="inlineStr"><is><t>2026-01-05</t></is></c>'
    '<c r="B2" t="inlineStr"><is><t>2026-01-09</t></is></c></row>'
)
SHARED = f'{HEAD}<row><c t="s"><v>0</v></c></row>{TAIL}'.encode()
TEXTS = "xl/sharedStrings.xml"
RELATED = b"""<Relationship Id="rTexts" Target="sharedStrings.xml"
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/>"""


@pytest.fixture
def draft(owner: User) -> Draft:
    sister = {"id": "r1", "name": "Sister"}
    return uploaded(
        owner, a_client_file(owner), facts(services=[PLANT], related_enterprises=[sister])
    )


def workbook(changed: dict[str, Callable[[bytes], bytes]], method: int = ZIP_DEFLATED) -> bytes:
    """A workbook with shared texts, some of its parts changed."""
    book, plain, content = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    book.active.append(["From", "To"])
    book.active.append([date(2026, 1, 5), "b"])
    book.save(plain)
    with ZipFile(plain) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    if TEXTS not in parts:
        parts[TEXTS] = b"<sst><si><t>From</t></si></sst>"
        names = "xl/_rels/workbook.xml.rels"
        parts[names] = parts[names].replace(b"</Relationships>", RELATED + b"</Relationships>")
    with ZipFile(content, "w", method) as target:
        for name, part in parts.items():
            target.writestr(name, changed[name](part) if name in changed else part)
    return content.getvalue()


def sheet(rows: str, after: str = TAIL) -> bytes:
    """A workbook with these rows."""
    return workbook({SHEET: lambda _: f"{HEAD}{rows}{after}".encode()})


def read_all(content: bytes) -> list[tuple[int, list[str]]]:
    """Every row, in pieces of three."""
    book, rows, place, position = Workbook(content), [], 0, 0
    while (piece := book.read(place, position, 3)).rows:
        rows += piece.rows
        place, position = piece.place, piece.position
    return rows


def code_of(content: bytes) -> str:
    """Why it cannot be read."""
    with pytest.raises(Unreadable) as caught:
        read_all(content)
    return caught.value.code


# ---- days


@pytest.mark.parametrize("text", ["1" + " " * 200_000 + "x", "T" * 200_000 + "x", " " * 200_000])
def test_a_day_of_very_many_characters_is_a_fault_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ValidationError):
        read_day(text)
    assert time.process_time() - start < 0.5


def test_what_follows_a_day_after_many_blanks_is_not_cut_off() -> None:
    with pytest.raises(ValidationError):
        read_day("2026-01-05" + " " * 120 + "or later")


@pytest.mark.parametrize(
    "text", ["1404/10/15 ( 2026-01-05 ) ", "1404/10/15=2026-01-05", "2026-01-05  0:00:00.000"]
)
def test_a_day_with_another_beside_it_is_read(text: str) -> None:
    assert read_day(text).day == date(2026, 1, 5)


def test_of_a_long_cell_only_its_beginning_is_kept_and_it_is_a_fault(
    as_owner: Client, draft: Draft
) -> None:
    row = f"2026-01-05\t{'2026-01-09' + ' ' * 90_000 + 'x'}\tplant\t{'n' * 90_000}"
    table = read(as_owner, sent(as_owner, draft, f"From\tTo\tProject\tNote\n{row}\n"))
    assert table.summary["faults"] == {"day": 1, "text": 1}
    assert max(len(cell) for cell in rows_of(table)[0].cells) == LONGEST_CELL + 1
    assert as_owner.get(address(table)).status_code == 200


def test_a_text_of_very_many_empty_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pe_wizard.presence.sources.LAST_ROW", 1_000)
    with pytest.raises(Unreadable) as caught:
        Separated(b"From,To\n" + b"\n" * 1_100).read(0, 0, 8_000)
    assert caught.value.code == "too_many_rows"


# ---- workbooks that do harm


DECLARED = b'<!DOCTYPE a [<!ENTITY b "c">]>'


@pytest.mark.parametrize(
    "part",
    ["_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", SHEET,
     TEXTS],
)  # fmt: skip
def test_a_document_type_is_refused_wherever_it_hides(part: str) -> None:
    """Behind a comment, in every part."""
    hidden = b"<!--" + bytes(range(97, 123)) * 7_000 + b"-->" + DECLARED

    def declared(before: bytes) -> bytes:
        return hidden + before.partition(b"?>")[2] if before.startswith(b"<?") else hidden + before

    changed: dict[str, Callable[[bytes], bytes]] = {part: declared}
    if part == TEXTS:
        changed[SHEET] = lambda _: SHARED
    if part == "xl/styles.xml":
        changed[SHEET] = lambda _: f'{HEAD}<row><c s="1"><v>7</v></c></row>{TAIL}'.encode()
    assert code_of(workbook(changed)) in ("no_workbook", "broken")


def test_very_many_shared_texts_are_refused_before_they_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = b"<sst>" + b"<si/>" * 400_000
    content = workbook({TEXTS: lambda _: texts, SHEET: lambda _: SHARED})
    assert code_of(content) == "too_much"  # packed too tightly
    monkeypatch.setattr("pe_wizard.presence.workbooks.TIGHTEST", 10_000)
    monkeypatch.setattr("pe_wizard.presence.workbooks.MOST_TEXTS", 50_000)
    tracemalloc.start()
    try:
        assert code_of(content) == "too_much"
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("row", ["<row></row>", '<row r="7"/>', "<row><c/></row>"])
def test_very_many_empty_rows_are_refused(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = sheet(HEADINGS + STAY + row * 60_000)
    monkeypatch.setattr("pe_wizard.presence.workbooks.TIGHTEST", 10_000)
    monkeypatch.setattr("pe_wizard.presence.workbooks.LAST_ROW", 50_000)
    start = time.process_time()
    assert code_of(content) == "broken"
    assert time.process_time() - start < 5


def test_very_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pe_wizard.presence.workbooks.MOST_ELEMENTS", 1_000)
    assert code_of(sheet(HEADINGS + "<row>" + "<c/>" * 2_000 + "</row>")) == "too_much"


def test_a_part_that_is_packed_too_tightly_is_refused() -> None:
    assert code_of(sheet(HEADINGS + "<row><c><v>" + "7" * 5_000_000)) == "too_much"


def test_a_token_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pe_wizard.presence.workbooks.TIGHTEST", 10_000)
    assert code_of(sheet(HEADINGS + STAY + "<!--" + "-x" * 2_000_000)) == "broken"


def test_a_long_cell_of_a_sheet_is_cut() -> None:
    rows = read_all(sheet(f"{HEADINGS}<row><c><v>{'x' * 9_000}</v></c></row>"))
    assert len(rows[1][1][0]) == LONGEST_CELL + 1


# ---- workbooks that were made badly


@pytest.mark.parametrize(
    "row",
    [
        '<row r="99999999999999999999"><c><v>1</v></c></row>',
        '<row r="1048577"><c><v>1</v></c></row>',
        '<row r="-3"><c><v>1</v></c></row>',
        f'<row r="{"9" * 5_000}"/>',
        '<row r="3"><c r="XFE3"><v>1</v></c></row>',
        '<row r="3"><c t="s"><v>99999</v></c></row>',
        '<row r="3"><c t="s"><v>-1</v></c></row>',
        f'<row r="3"><c t="s"><v>{"9" * 5_000}</v></c></row>',
    ],
)
def test_a_row_that_no_sheet_can_have_is_damage(row: str, as_owner: Client, draft: Draft) -> None:
    content = sheet(HEADINGS + STAY + row)
    assert code_of(content) == "broken"
    response = sent(as_owner, draft, content, "stays.xlsx")
    assert response.status_code == 422
    assert "The file is damaged at row" in response.content.decode()


@pytest.mark.parametrize("method", [ZIP_LZMA, ZIP_BZIP2])
def test_a_workbook_packed_in_another_way_is_none(method: int) -> None:
    assert code_of(workbook({}, method)) == "no_workbook"


def _patched(content: bytes, at: int, value: int) -> bytes:
    """The workbook with a field of each of its entries changed, in both of their headers."""
    patched = bytearray(content)
    for sign, offset in ((b"PK\x03\x04", at), (b"PK\x01\x02", at + 2)):
        found = patched.find(sign)
        while found >= 0:
            patched[found + offset] = value
            found = patched.find(sign, found + 4)
    return bytes(patched)


def test_a_workbook_with_a_password_and_one_of_an_unknown_method() -> None:
    assert code_of(_patched(workbook({}), 6, 1)) == "protected"
    assert code_of(_patched(workbook({}), 8, 99)) == "no_workbook"


@pytest.mark.parametrize("part", [SHEET, "xl/styles.xml", TEXTS])
def test_a_damaged_part_is_said(part: str, as_owner: Client, draft: Draft) -> None:
    rows = '<row r="2"><c r="A2" s="1"><v>7</v></c><c r="B2" t="s"><v>0</v></c></row>'
    content = sheet(HEADINGS + rows)
    with ZipFile(io.BytesIO(content)) as book:
        info = book.getinfo(part)
    start = info.header_offset + 30 + len(info.filename)
    damaged = bytearray(content)
    damaged[start : start + info.compress_size] = b"\xff" * info.compress_size
    assert sent(as_owner, draft, bytes(damaged), "stays.xlsx").status_code == 422


def test_a_file_that_ends_anywhere_is_refused_and_no_error(as_owner: Client, draft: Draft) -> None:
    content = workbook({})
    for length in range(4, len(content), len(content) // 12):
        assert sent(as_owner, draft, content[:length], "stays.xlsx").status_code == 422


def test_formatted_empty_rows_below_the_data_are_ignored(as_owner: Client, draft: Draft) -> None:
    """As a spreadsheet saves a sheet whose rows were given a height."""
    empty = "".join(f'<row r="{n}" ht="15" customHeight="1"/>' for n in range(3, 25_000))
    content = sheet(HEADINGS + STAY + empty)
    assert [number for number, _ in read_all(content)] == [1, 2]
    table = read(as_owner, sent(as_owner, draft, content, "stays.xlsx", engagement="e1"))
    assert table.summary["new"] == 1


def test_empty_rows_between_rows_are_ignored_wherever_a_piece_ends() -> None:
    rows = "".join(
        f'<row r="{n}"/>' if n % 5 else f'<row r="{n}"><c><v>{n}</v></c></row>'
        for n in range(2, 61)
    )
    assert [number for number, _ in read_all(sheet(HEADINGS + rows))] == [1, *range(5, 61, 5)]


def test_a_text_that_ends_without_a_line_break_is_read() -> None:
    piece = Separated(b"From,To\n2026-01-05,2026-01-09").read(0, 0, 5)
    assert [number for number, _ in piece.rows] == [1, 2]


def test_a_cell_that_is_merged_with_the_one_above_is_a_fault(
    as_owner: Client, draft: Draft
) -> None:
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row in (
        ["Stays", None, None, None],
        ["Who", "From", "To", "Project"],
        ["A. K.", date(2026, 1, 5), date(2026, 1, 9), "plant"],
        [None, date(2026, 2, 5), date(2026, 2, 9), "plant"],
        ["B. L.", date(2026, 3, 5), date(2026, 3, 9), "plant"],
    ):
        book.active.append(row)
    book.active.merge_cells("A1:D1")
    book.active.merge_cells("A3:A4")
    book.save(content)
    table = read(as_owner, sent(as_owner, draft, content.getvalue(), "stays.xlsx"))
    assert table.summary["faults"] == {"merged": 1}
    assert [row.number for row in rows_of(table) if row.faults] == [4]
    assert (
        "this cell is merged with the one above it" in as_owner.get(address(table)).content.decode()
    )
    taken(as_owner, table)
    assert [stay["person"] for stay in stays_of(draft)] == ["A. K.", "B. L."]


# ---- two requests at once


def _without_enterprises(document: Document) -> None:
    document["related_enterprises"] = []


@pytest.mark.parametrize(
    ("section", "change"),
    [
        ("treaty", setting("as_of", "2026-01-07")),
        ("related_enterprises", _without_enterprises),
    ],
)
def test_what_the_preview_rests_on_is_compared_before_it_is_taken(
    owner: User, as_owner: Client, draft: Draft, section: str, change: Any
) -> None:
    text = "From,To,Project,Done by\n2026-01-05,2026-01-09,plant,Sister\n"
    table = read(as_owner, sent(as_owner, draft, text, "stays.csv"))
    save(owner, draft, section, change)
    assert "It is compared anew" in taken(as_owner, table).content.decode()
    assert stays_of(draft) == []
    table = read(as_owner, as_owner.post(address(table, "read/")))
    assert table.summary["faults"] == (
        {"unknown_enterprise": 1} if section == "related_enterprises" else {}
    )


def test_a_draft_that_is_saved_while_the_table_is_read_is_read_for_anew(
    owner: User, as_owner: Client, draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pe_wizard.presence.services.ROWS_AT_ONCE", 1)
    text = "From,To,Project,Done by\n2026-01-05,2026-01-09,plant,Sister\n"
    where = sent(as_owner, draft, text, "stays.csv")
    for _ in range(2):
        as_owner.post(f"{where['Location']}read/")
    save(owner, draft, "related_enterprises", _without_enterprises)
    assert read(as_owner, where).summary["faults"] == {"unknown_enterprise": 1}


def looked_at(table: Import) -> Import:
    """The table as another request finds it now."""
    return Import.objects.get(pk=table.pk)


def test_of_two_confirmations_one_takes_and_both_leave_one_event(
    owner: User, as_owner: Client, draft: Draft
) -> None:
    first = looked_at(read(as_owner, sent(as_owner, draft, GOOD)))
    second = looked_at(first)
    how: dict[str, Any] = {"by": owner, "choice": services.Choice(), "language": "en"}
    assert services.take(table=first, **how) == 1
    assert services.take(table=second, **how) == 0
    services.again(table=second)
    assert looked_at(first).state == Import.State.TAKEN
    assert Event.objects.filter(action="stays.taken").count() == 1
    assert len(stays_of(draft)) == 1


def test_stays_are_taken_with_their_event_or_not_at_all(
    owner: User, as_owner: Client, draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = looked_at(read(as_owner, sent(as_owner, draft, GOOD)))

    def fails(*_args: Any, **_named: Any) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(services, "_leave_to_mend", fails)
    with pytest.raises(RuntimeError):
        services.take(by=owner, table=table, choice=services.Choice(), language="en")
    assert stays_of(draft) == []
    assert looked_at(table).state == Import.State.READY


def test_a_comparison_begun_anew_loses_no_rows_to_a_late_request(
    as_owner: Client, draft: Draft
) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    late = looked_at(table)
    services.again(table=looked_at(table))
    services.go_on(table=looked_at(table))
    services.again(table=late)
    assert len(rows_of(table)) == 1


def test_a_piece_read_for_other_columns_is_not_kept(as_owner: Client, draft: Draft) -> None:
    sent(as_owner, draft, GOOD)
    late = looked_at(Import.objects.get())
    swapped = ["note", "first", "last", "project", "worked", "person"]
    services.name_columns(table=looked_at(late), roles=swapped, has_header=True, engagement="")
    services.go_on(table=late)
    assert rows_of(late) == []
    table = looked_at(late)
    while table.state != Import.State.READY:
        table = services.go_on(table=looked_at(table))
    assert [(row.person, row.note) for row in rows_of(table)] == [("visa seen", "A. K.")]


def test_a_late_confirmation_names_no_columns(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    as_owner.post(address(table, "columns/"), {"again": ""})
    assert "Nothing was taken." in taken(as_owner, table).content.decode()
    assert looked_at(table).state == Import.State.COLUMNS

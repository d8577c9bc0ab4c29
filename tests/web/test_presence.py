"""Tables of stays over HTTP: sent, looked at, taken, sent again, downloaded."""

from __future__ import annotations

import csv
import io
import re
import uuid
from datetime import date
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft
from pe_wizard.clients.models import Event
from pe_wizard.presence.models import Import
from pe_wizard.wizard.windows import ROWS_AT_ONCE
from tests.web.assessing import a_client_file, facts, save, setting, share, started, uploaded

PLANT = {"id": "e1", "name": "Plant", "project": "plant", "through_personnel": True, "periods": []}
BRIDGE = {"id": "e2", "name": "Bridge", "project": "bridge", "through_personnel": True}
HEAD = "Person\tFrom\tTo\tProject\tWorked\tNote\n"
GOOD = HEAD + "A. K.\t2026-01-05\t2026-01-09\tplant\tyes\tvisa seen\n"


@pytest.fixture
def draft(owner: User) -> Draft:
    return uploaded(owner, a_client_file(owner), facts(services=[PLANT, BRIDGE]))


def sent(client: Client, draft: Draft, text: str | bytes, name: str = "", **more: Any) -> Any:
    """Send a table: pasted, or as a file where it has a name."""
    form: dict[str, Any] = {"form_token": str(uuid.uuid4()), "engagement": "", **more}
    if name:
        form["file"] = SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())
    else:
        form["text"] = text
    return client.post(reverse("presence:start", args=[draft.pk]), form)


def read(client: Client, response: HttpResponse) -> Import:
    """Go on reading until the rows are there; the table."""
    assert response.status_code == 303, response.content.decode()
    address = response["Location"]
    for _ in range(50):
        table = Import.objects.get(pk=address.rstrip("/").rpartition("/")[2])
        if table.state not in (Import.State.READING, Import.State.COMPARING):
            return table
        assert client.post(f"{address}read/").status_code == 303
    raise AssertionError("It is never read to its end.")


def address(table: Import, way: str = "") -> str:
    return f"{reverse('presence:table', args=[table.draft_id, table.pk])}{way}"


def taken(client: Client, table: Import, **more: str) -> HttpResponse:
    response = client.post(address(table, "take/"), {"faulty": "leave", **more})
    assert response.status_code == 303
    return client.get(response["Location"])


def stays_of(draft: Draft, engagement: str = "e1") -> list[dict[str, Any]]:
    document = Draft.objects.get(pk=draft.pk).document
    return next(one for one in document["services"] if one["id"] == engagement).get("periods") or []


def rows_of(table: Import) -> list[Any]:
    return [row for part in table.parts.order_by("number") for row in part.rows]


def test_a_pasted_table_is_shown_then_taken(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    page = as_owner.get(address(table)).content.decode()
    assert "A. K." in page
    assert "visa seen" in page
    assert stays_of(draft) == []  # nothing before it is confirmed
    page = taken(as_owner, table).content.decode()
    assert "1 stay of this table is in the draft now" in page
    assert stays_of(draft) == [
        {"from": "2026-01-05", "to": "2026-01-09", "person": "A. K.", "note": "visa seen"}
    ]


def test_what_is_there_already_is_recognised_and_changes_nothing(
    as_owner: Client, draft: Draft
) -> None:
    taken(as_owner, read(as_owner, sent(as_owner, draft, GOOD)))
    before = Draft.objects.get(pk=draft.pk)
    table = read(as_owner, sent(as_owner, draft, GOOD))
    assert (table.summary["new"], table.summary["there"]) == (0, 1)
    assert "Nothing new is in this table" in as_owner.get(address(table)).content.decode()
    taken(as_owner, table)
    after = Draft.objects.get(pk=draft.pk)
    assert (after.document, after.revision) == (before.document, before.revision)


def test_a_form_sent_twice_is_one_table(as_owner: Client, draft: Draft) -> None:
    token = str(uuid.uuid4())
    first = sent(as_owner, draft, GOOD, form_token=token)
    second = sent(as_owner, draft, GOOD, form_token=token)
    assert first["Location"] == second["Location"]
    assert Import.objects.count() == 1


def test_the_form_of_one_draft_begins_a_table_of_its_own_in_another(
    as_owner: Client, owner: User, draft: Draft
) -> None:
    other = uploaded(owner, a_client_file(owner, "Client 0043"), facts(services=[PLANT]))
    token = str(uuid.uuid4())
    tables = [read(as_owner, sent(as_owner, one, GOOD, form_token=token)) for one in (draft, other)]
    assert [table.draft_id for table in tables] == [draft.pk, other.pk]


def test_taken_twice_it_is_taken_once(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    taken(as_owner, table)
    taken(as_owner, table)
    assert len(stays_of(draft)) == 1
    assert Event.objects.filter(action="stays.taken").count() == 1


def test_several_engagements_in_one_table(as_owner: Client, draft: Draft) -> None:
    text = GOOD + "B. L.\t2026-02-01\t2026-02-03\tBridge\tno\t\n"
    taken(as_owner, read(as_owner, sent(as_owner, draft, text)))
    assert [stay["person"] for stay in stays_of(draft)] == ["A. K."]
    assert stays_of(draft, "e2") == [
        {"from": "2026-02-01", "to": "2026-02-03", "person": "B. L.", "worked": False}
    ]


# ---- every kind of day, in every language


@pytest.mark.parametrize(
    ("text", "stay"),
    [
        ("From,To\n2026-01-05,2026-01-09", ("2026-01-05", "2026-01-09")),
        ("از,تا\n۱۴۰۴/۱۰/۱۵,۱۴۰۴/۱۰/۱۹", ("2026-01-05", "2026-01-09")),
        ("تاریخ شروع;تاریخ پایان\n15 دی 1404;19 دی 1404", ("2026-01-05", "2026-01-09")),
        ("საიდან\tსადამდე\n5 იანვარი 2026\t9 იანვარი 2026", ("2026-01-05", "2026-01-09")),
        ("From,To\n1404/10/15 (2026-01-05),2026-01-09", ("2026-01-05", "2026-01-09")),
        ("From,To\n1404/10/15,2026-01-09", ("2026-01-05", "2026-01-09")),
        ("Date\n2026-01-05", ("2026-01-05", "2026-01-05")),
        ("From,To\n2026-01-05,still going on", ("2026-01-05", None)),
        ("از,تا\n۱۴۰۴/۱۰/۱۵,ادامه دارد", ("2026-01-05", None)),
        ("From,To\n2026-01-05 00:00:00,2026-01-09T00:00:00", ("2026-01-05", "2026-01-09")),
        ("A title above the table\n\nFrom,To\n2026-01-05,2026-01-09", ("2026-01-05", "2026-01-09")),
    ],
)
def test_days_are_understood(
    as_owner: Client, draft: Draft, text: str, stay: tuple[str, str | None]
) -> None:
    table = read(as_owner, sent(as_owner, draft, text, engagement="e1"))
    assert table.summary["faults"] == {}
    taken(as_owner, table)
    assert [(one["from"], one["to"]) for one in stays_of(draft)] == [stay]


def test_a_last_day_that_is_not_known_stays_not_known(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, "From,To\n2026-01-05,not known", engagement="e1"))
    taken(as_owner, table)
    assert stays_of(draft) == [{"from": "2026-01-05"}]


# ---- every fault with its message; the good row beside it is taken


FAULTY = {
    "no_first": ("C,,2026-03-09,plant,,", "The first day is missing."),
    "no_last": ("C,2026-03-01,,plant,,", "The last day is missing."),
    "day": ("C,soon,2026-03-09,plant,,", "Write a day as year, month and day"),
    "ambiguous_day": ("C,03/04/2026,2026-05-09,plant,,", "This can be"),
    "two_days": ("C,2026-03-01 (1404/01/01),2026-05-09,plant,,", "the two calendars say two days"),
    "reversed": ("C,2026-03-09,2026-03-01,plant,,", "is before the first"),
    "worked": ("C,2026-03-01,2026-03-09,plant,perhaps,", "write yes, no or"),
    "no_project": ("C,2026-03-01,2026-03-09,,,", "It names no project."),
    "unknown_project": ("C,2026-03-01,2026-03-09,tower,,", "No engagement of this draft has"),
    "text": ("C,2026-03-01,2026-03-09,plant,,a\u202eb", "holds one that cannot be shown"),
    "twice": ("A. K.,2026-01-05,2026-01-09,plant,,", "Row 2 says the same."),
    "overlap": ("a. k.,2026-01-09,2026-01-12,plant,,", "in row 2 already"),
}


@pytest.mark.parametrize("code", FAULTY)
def test_a_faulty_row_says_what_is_wrong_and_stops_no_other(
    as_owner: Client, draft: Draft, code: str
) -> None:
    row, message = FAULTY[code]
    text = f"Who,From,To,Project,Worked,Note\nA. K.,2026-01-05,2026-01-09,plant,,\n{row}\n"
    table = read(as_owner, sent(as_owner, draft, text, "stays.csv"))
    assert table.summary["faults"] == {code: 1}
    assert message in as_owner.get(address(table)).content.decode()
    mended = as_owner.get(address(table, "faulty.csv")).content.decode()
    assert message.split()[0] in mended
    assert "A. K.,2026-01-05" not in mended.replace(row, "")
    taken(as_owner, table)
    assert len(stays_of(draft)) == 1


def test_nothing_is_taken_where_the_adviser_wants_all_rows_or_none(
    as_owner: Client, draft: Draft
) -> None:
    text = GOOD + "C\t2026-03-09\t2026-03-01\tplant\t\t\n"
    table = read(as_owner, sent(as_owner, draft, text))
    page = taken(as_owner, table, faulty="stop").content.decode()
    assert "Nothing was taken: there are faulty rows." in page
    assert stays_of(draft) == []


def test_overlaps_and_unknown_projects_are_taken_where_the_adviser_says_so(
    as_owner: Client, draft: Draft
) -> None:
    text = (
        GOOD + "A. K.\t2026-01-09\t2026-01-12\tplant\t\t\nB.\t2026-02-01\t2026-02-02\ttower\t\t\n"
    )
    table = read(as_owner, sent(as_owner, draft, text))
    assert table.summary["forgivable"] == {"overlap": 1, "unknown_project": 1}
    taken(as_owner, table, overlap="on", unknown_project="on", faulty="stop")
    assert len(stays_of(draft)) == 2
    document = Draft.objects.get(pk=draft.pk).document
    (tower,) = (one for one in document["services"] if one.get("project") == "tower")
    assert tower["name"] == "tower"
    assert tower["periods"] == [{"from": "2026-02-01", "to": "2026-02-02", "person": "B."}]


MIXED = (
    GOOD
    + "A. K.\t2026-01-09\t2026-01-12\tplant\t\t\n"
    + "B.\t2026-02-01\t2026-02-02\ttower\t\t\n"
    + "A. K.\t2026-01-08\t2026-01-08\ttower\t\t\n"
    + "C.\tsoon\t2026-01-08\tplant\t\t\n"
)


@pytest.mark.parametrize(
    ("forgiven", "more"),
    [(("unknown_project",), 1), (("overlap",), 1), (("overlap", "unknown_project"), 3)],
    ids=["unknown project", "overlap", "both"],
)
def test_as_many_rows_are_taken_as_are_announced(
    as_owner: Client, draft: Draft, forgiven: tuple[str, ...], more: int
) -> None:
    table = read(as_owner, sent(as_owner, draft, MIXED))
    page = as_owner.get(address(table)).content.decode()
    assert "for each unknown project, and take its row (1)" in page
    assert "Take the row that overlaps too (1)" in page
    assert "1 more row overlaps and names an unknown project" in page
    page = taken(as_owner, table, **dict.fromkeys(forgiven, "on")).content.decode()
    assert f"{1 + more} stays of this table are in the draft now" in page
    assert (f"{4 - more} rows had a fault" if more == 1 else "1 row had a fault") in page


def test_what_is_left_to_mend_is_what_was_not_taken(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, MIXED))
    taken(as_owner, table, unknown_project="on")
    lines = faulty_rows(as_owner, table)
    assert [line[-2] for line in lines] == ["3", "5", "6"]


def test_a_fault_in_a_file_is_plain_text(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, MIXED))
    said = "".join(line[-1] for line in faulty_rows(as_owner, table))
    assert "soon" in said
    assert not re.search("[\u2066-\u2069\u200e\u200f]", said)


def faulty_rows(client: Client, table: Import) -> list[list[str]]:
    """The rows of the download of faulty rows, without its headings."""
    text = client.get(address(table, "faulty.csv")).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))[1:]


def test_an_engagement_without_a_name_is_not_offered_by_its_id(
    as_owner: Client, owner: User
) -> None:
    empty = uploaded(owner, a_client_file(owner), facts(services=[{"id": "eb2ef"}]))
    page = as_owner.get(reverse("presence:start", args=[empty.pk])).content.decode()
    assert ">eb2ef<" not in page
    assert ">New engagement<" in page


def test_an_empty_engagement_goes_when_the_import_adds_others(
    as_owner: Client, owner: User
) -> None:
    empty = {"id": "e1", "periods": [{}]}
    said = {"id": "e3", "through_personnel": True, "periods": [{}]}
    noted = {"id": "e4", "periods": [{}]}
    about = {"services[e4].through_personnel": {"note": "to be asked", "evidence": []}}
    draft = uploaded(
        owner, a_client_file(owner), facts(services=[empty, said, noted], annotations=about)
    )
    taken(as_owner, read(as_owner, sent(as_owner, draft, GOOD)), unknown_project="on")
    document = Draft.objects.get(pk=draft.pk).document
    assert [one.get("name") or one["id"] for one in document["services"]] == ["e3", "e4", "plant"]


def test_an_empty_engagement_that_takes_the_stays_is_not_dropped(
    as_owner: Client, owner: User
) -> None:
    draft = uploaded(owner, a_client_file(owner), facts(services=[{"id": "e1", "periods": [{}]}]))
    text = "From\tTo\n2026-01-05\t2026-01-09\n"
    taken(as_owner, read(as_owner, sent(as_owner, draft, text, engagement="e1")))
    assert stays_of(draft) == [{"from": "2026-01-05", "to": "2026-01-09"}]


def test_an_overlap_with_a_stay_of_the_draft_names_it(as_owner: Client, draft: Draft) -> None:
    taken(as_owner, read(as_owner, sent(as_owner, draft, GOOD)))
    longer = GOOD.replace("2026-01-09", "2026-01-20")
    table = read(as_owner, sent(as_owner, draft, longer))
    page = as_owner.get(address(table)).content.decode()
    assert "plant" in page
    assert "stay 1." in page


def test_days_outside_of_the_period_and_after_the_day_of_the_question_are_kept(
    owner: User, as_owner: Client
) -> None:
    period = {"from": "2026-01-01", "to": "2026-12-31"}
    draft = uploaded(owner, a_client_file(owner), facts(services=[PLANT], tax_period=period))
    text = HEAD + "A\t2025-12-20\t2026-01-05\tplant\t\t\nB\t2026-09-01\t2026-09-05\tplant\t\t\n"
    table = read(as_owner, sent(as_owner, draft, text))
    assert table.summary["remarks"] == {"outside": 1, "planned": 1}
    assert "Days outside of the tax period" in as_owner.get(address(table)).content.decode()
    taken(as_owner, table)
    assert [stay["from"] for stay in stays_of(draft)] == ["2025-12-20", "2026-09-01"]


# ---- files that are none


BOMB = b"PK\x03\x04" + b"\0" * 40
REFUSED = {
    "empty": ("stays.csv", b"\xef\xbb\xbf \n", "There is no row in it"),
    "encoding": ("stays.csv", "نام;از;تا".encode("cp1256"), "Its letters cannot be read"),
    "old": ("stays.xls", b"\xd0\xcf\x11\xe0" + b"\0" * 99, "Save it as XLSX without a password"),
    "no workbook": ("stays.xlsx", BOMB, "cannot be read as XLSX"),
    "no text": ("stays.csv", b"a,b\0\n", "This is no table in text"),
    "quotes": ("stays.csv", b'From,To\n"2026-01-01,2026-01-02\n', "the quotation marks"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_is_no_table_is_refused_in_words(
    as_owner: Client, draft: Draft, case: str
) -> None:
    name, content, message = REFUSED[case]
    response = sent(as_owner, draft, content, name)
    assert response.status_code == 422
    assert message in response.content.decode()
    assert not Import.objects.exists()


def test_a_sheet_that_unpacks_beyond_the_limit_is_refused(
    as_owner: Client, draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pe_wizard.presence.workbooks.LARGEST_SHEET", 1_000)
    response = sent(as_owner, draft, workbook([["From", "To"], *[["x", "y"]] * 100]), "stays.xlsx")
    assert response.status_code == 422
    assert "Unpacked, this file is too large" in response.content.decode()


def test_a_workbook_with_entities_is_refused(as_owner: Client, draft: Draft) -> None:
    content = io.BytesIO()
    with (
        ZipFile(io.BytesIO(workbook([["From", "To"], ["x", "y"]]))) as book,
        ZipFile(content, "w") as changed,
    ):
        for name in book.namelist():
            part = book.read(name)
            if name == "xl/workbook.xml":
                part = b'<!DOCTYPE a [<!ENTITY b "c">]>' + part
            changed.writestr(name, part)
    response = sent(as_owner, draft, content.getvalue(), "stays.xlsx")
    assert "cannot be read as XLSX" in response.content.decode()


def test_nothing_and_both_are_said(as_owner: Client, draft: Draft) -> None:
    assert "Paste a table, or choose a file below." in sent(as_owner, draft, "").content.decode()
    form = {"text": GOOD, "file": SimpleUploadedFile("a.csv", b"x"), "form_token": uuid.uuid4()}
    both = as_owner.post(reverse("presence:start", args=[draft.pk]), form)
    assert "not both" in both.content.decode()


# ---- workbooks


def workbook(rows: list[list[Any]]) -> bytes:
    """A workbook as another program writes it."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_workbook_of_another_program(as_owner: Client, draft: Draft) -> None:
    rows = [
        ["Person", "From", "To", "Project", "Worked", "Note"],
        ["A. K.", date(2026, 1, 5), date(2026, 1, 9), "plant", True, 7],
        [None, None, None, None, None, None],
        ["B. L.", date(2026, 1, 5), date(2026, 1, 9), "plant", False, "=x"],
    ]
    table = read(as_owner, sent(as_owner, draft, workbook(rows), "stays.xlsx"))
    assert [row.number for row in rows_of(table)] == [2, 4]
    taken(as_owner, table)
    assert stays_of(draft)[0] == {
        "from": "2026-01-05", "to": "2026-01-09", "person": "A. K.", "note": "7",
    }  # fmt: skip
    assert stays_of(draft)[1]["worked"] is False


def test_a_table_is_read_in_pieces_that_join(
    as_owner: Client, draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pe_wizard.presence.services.ROWS_AT_ONCE", 7)
    monkeypatch.setattr("pe_wizard.presence.services.ROWS_IN_A_PART", 3)
    monkeypatch.setattr("pe_wizard.presence.markup.BLOCK", 300)
    rows: list[list[Any]] = [["Who", "From", "To", "Project"]]
    rows += [[f"P{n}", date(2026, 1, 5), date(2026, 1, 9), "plant"] for n in range(50)]
    for name in ("stays.xlsx", "stays.csv"):
        content = (
            workbook(rows)
            if name.endswith("x")
            else "\n".join(",".join(map(str, row)) for row in rows)
        )
        table = read(as_owner, sent(as_owner, draft, content, name))
        assert [row.person for row in rows_of(table)] == [f"P{n}" for n in range(50)]
        assert [row.number for row in rows_of(table)] == list(range(2, 52))


def test_the_progress_comes_by_itself_and_by_a_button(as_owner: Client, draft: Draft) -> None:
    where = sent(as_owner, draft, GOOD)["Location"]
    page = as_owner.get(where).content.decode()
    assert "Go on" in page
    assert "hx-post" in page
    htmx = {"HTTP_HX_REQUEST": "true"}
    assert 'id="reading"' in as_owner.post(f"{where}read/", **htmx).content.decode()
    as_owner.post(f"{where}read/", **htmx)
    response = as_owner.post(f"{where}read/", **htmx)
    assert response.status_code == 204
    assert response["HX-Redirect"] == where


# ---- columns by hand


def test_columns_that_are_not_recognised_are_named_by_hand(as_owner: Client, draft: Draft) -> None:
    response = sent(as_owner, draft, "A. K.,2026-01-05,2026-01-09,plant\n", "stays.csv")
    table = Import.objects.get()
    assert table.state == Import.State.COLUMNS
    assert "2026-01-05" in as_owner.get(response["Location"]).content.decode()
    named = {"column-0": "person", "column-1": "first", "column-2": "", "column-3": "project"}
    refused = as_owner.post(address(table, "columns/"), named)
    assert refused.status_code == 422
    assert "Choose the column with the first day" in refused.content.decode()
    twice = as_owner.post(address(table, "columns/"), {**named, "column-2": "first"})
    assert "Two columns are" in twice.content.decode()
    done = as_owner.post(address(table, "columns/"), {**named, "column-2": "last"})
    table = read(as_owner, done)
    assert table.summary["new"] == 1


# ---- somebody else


def test_a_draft_that_was_saved_meanwhile_is_compared_again(
    owner: User, as_owner: Client, draft: Draft
) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    save(owner, draft, "services", setting("services[e2].name", "The bridge"))
    page = taken(as_owner, table).content.decode()
    assert "It is compared anew" in page
    assert stays_of(draft) == []
    table = read(as_owner, as_owner.post(address(table, "read/")))
    taken(as_owner, table)
    assert len(stays_of(draft)) == 1


def test_a_colleague_goes_on_with_a_table_and_an_outsider_knows_of_none(
    as_owner: Client, as_colleague: Client, as_outsider: Client, colleague: User, draft: Draft
) -> None:
    share(draft.assessment.client_file, colleague)
    table = read(as_owner, sent(as_owner, draft, GOOD))
    assert "A. K." in as_colleague.get(address(table)).content.decode()
    assert as_outsider.get(address(table)).status_code == 404
    other = started(draft.created_by, draft.assessment.client_file)
    elsewhere = reverse("presence:table", args=[other.pk, table.pk])
    assert as_owner.get(elsewhere).status_code == 404


def test_a_table_is_put_away(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    as_owner.post(address(table, "drop/"))
    assert not Import.objects.exists()
    assert stays_of(draft) == []


def test_a_treaty_without_services_asks_for_no_stays(owner: User, as_owner: Client) -> None:
    draft = uploaded(owner, a_client_file(owner), facts("IR-HU"))
    response = as_owner.get(reverse("presence:start", args=[draft.pk]), follow=True)
    assert "This treaty asks for no stays." in response.content.decode()


# ---- very many rows


def test_a_page_with_very_many_stays_shows_some_at_a_time_and_loses_none(
    owner: User, as_owner: Client
) -> None:
    stays = [{"from": "2026-01-05", "to": "2026-01-05", "person": f"P{n}"} for n in range(1_000)]
    draft = uploaded(owner, a_client_file(owner), facts(services=[{**PLANT, "periods": stays}]))
    step = reverse("wizard:step", args=[draft.pk, "services"])
    page = as_owner.get(step).content.decode()
    assert page.count('data-label="First day"') == ROWS_AT_ONCE
    assert "Rows 1 to 50 of 1000" in " ".join(page.split())
    later = as_owner.get(f"{step}?rows=services[e1].periods:430").content.decode()
    assert "services[e1].periods[449].from" in later
    form = {
        "wizard-current_step": "services",
        "revision": "0",
        "go": "rows services[e1].periods:950",
        "services[e1].periods[430].person": "Q",
    }
    response = as_owner.post(step, form)
    assert "rows=services%5Be1%5D.periods%3A950" in response["Location"]
    people = [stay["person"] for stay in stays_of(draft)]
    assert people[430] == "Q"
    assert len(people) == 1_000
    assert as_owner.get(reverse("wizard:step", args=[draft.pk, "check"])).status_code == 200


@pytest.mark.parametrize("rows", ["x", "services[e1].periods:-1", "services[e9].periods:7", "a:9"])
def test_nonsense_for_rows_is_the_first_rows(as_owner: Client, draft: Draft, rows: str) -> None:
    step = reverse("wizard:step", args=[draft.pk, "services"])
    assert as_owner.get(step, {"rows": rows}).status_code == 200


def test_what_cannot_be_read_in_a_row_that_is_not_shown_is_kept(
    owner: User, as_owner: Client
) -> None:
    stays = [{"from": "2026-01-05", "to": "2026-01-05"} for _ in range(500)]
    draft = uploaded(owner, a_client_file(owner), facts(services=[{**PLANT, "periods": stays}]))
    step = reverse("wizard:step", args=[draft.pk, "services"])
    common = {"wizard-current_step": "services", "go": "stay"}
    wrong = {
        **common, "revision": "0",
        "services[e1].periods[400].from": "soon", "services[e1].periods[400].from:is": "",
    }  # fmt: skip
    as_owner.post(step, wrong)
    other = {**common, "revision": "1", "services[e1].periods[3].person": "Q"}
    as_owner.post(step, other)
    typed = Draft.objects.get(pk=draft.pk).typed["services"]
    assert typed["services[e1].periods[400].from"] == "soon"
    assert "services[e1].periods[400].from" in as_owner.get(step).content.decode()


def test_tables_go_with_the_next_one(as_owner: Client, owner: User, draft: Draft) -> None:
    read(as_owner, sent(as_owner, draft, GOOD))
    other = uploaded(owner, a_client_file(owner, "Client 0043"), facts(services=[PLANT]))
    left = read(as_owner, sent(as_owner, other, GOOD))
    services.discard_draft(by=owner, draft_id=other.pk)
    assert as_owner.get(address(left)).status_code == 303
    assert as_owner.post(address(left, "take/"), {"faulty": "leave"}).status_code == 303
    table = read(as_owner, sent(as_owner, draft, GOOD))
    assert list(Import.objects.all()) == [table]
    assert stays_of(other) == []

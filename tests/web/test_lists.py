"""The list of assessments: what can be asked, in which order; filters kept; CSV and workbooks."""

from __future__ import annotations

import csv
import io
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from pe_wizard.accounts.models import User
from pe_wizard.assessments import reviewing, services
from pe_wizard.assessments.models import Assessment, Version
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import archive, create_client_file
from pe_wizard.lists.models import Listed, SavedFilter
from pe_wizard.lists.selectors import assessments_for
from tests.web.assessing import (
    a_client_file,
    completed,
    facts,
    save,
    setting,
    share,
    started,
    uploaded,
)
from tests.web.conftest import signed_in
from tests.web.pages import page

LIST = "/assessments/"
SITE = {"id": "s1", "kind": "construction", "project": "bridge", "interruptions": [],
        "from": "2025-01-01", "to": "2025-12-31"}  # fmt: skip
STAY = {"id": "e1", "project": "plant", "through_personnel": None,
        "periods": [{"from": "2025-07-01", "to": "2025-12-31"}]}  # fmt: skip


@pytest.fixture
def files(owner: User) -> dict[str, ClientFile]:
    return {name: a_client_file(owner, name) for name in ("0042", "0008", "0017")}


@pytest.fixture
def filled(owner: User, colleague: User, files: dict[str, ClientFile]) -> dict[str, Any]:
    """A PE of March by the owner, an open question by a colleague, no PE of June, and a draft."""
    share(files["0008"], colleague)
    return {
        "0042": completed(owner, files["0042"], facts(building_sites=[SITE], as_of="2026-03-31")),
        "0008": completed(colleague, files["0008"], facts("GE-IN", services=[STAY])),
        "0017": completed(owner, files["0017"], facts("IR-HU")),
        "draft": started(owner, a_client_file(owner, "0031"), "IR-ME"),
    }


def listed(client: Client, query: str = "") -> list[str]:
    """The references on the page, in its order."""
    content = client.get(LIST + query).content.decode()
    found = {
        name: content.find(f'<bdi class="typed">{name}</bdi></a>')
        for name in ("0042", "0008", "0017", "0031")
    }
    return sorted((name for name, at in found.items() if at >= 0), key=found.__getitem__)


# ---- rows


def test_two_assessments_of_a_client_under_a_treaty_are_told_apart_by_when_they_were_begun(
    as_owner: Client, owner: User, files: dict[str, ClientFile]
) -> None:
    for day in (3, 7):
        draft = started(owner, files["0042"], "IR-ME")
        Assessment.objects.filter(pk=draft.assessment_id).update(
            created_at=datetime(2026, 8, day, 12, tzinfo=UTC)
        )
    text = page(as_owner.get(LIST)).text
    assert "begun 3 Aug 2026" in text
    assert "begun 7 Aug 2026" in text


def test_each_assessment_has_one_row_that_follows_it(
    owner: User, colleague: User, files: dict[str, ClientFile]
) -> None:
    def row() -> tuple[str, str, str, bool]:
        one = Listed.objects.get()
        return (one.conclusion, one.review, str(one.adviser), one.draft_id is not None)

    client_file = files["0042"]
    share(client_file, colleague, Membership.Role.REVIEWER)
    draft = uploaded(owner, client_file, facts(building_sites=[SITE]))
    assert row() == ("", "draft", "Nino", True)
    version = services.complete(by=owner, draft_id=draft.pk)
    assert row() == ("pe", "completed", "Nino", False)
    reviewing.ask(by=owner, version=version, seen=0)
    assert row() == ("pe", "asked", "Nino", False)
    reviewing.remark(by=colleague, version=version, seen=1, text="Since when?")
    assert row() == ("pe", "asked", "Nino", False)
    reviewing.give_back(by=colleague, version=version, seen=2)
    assert row() == ("pe", "returned", "Nino", False)
    draft = services.new_version(by=owner, version=version)
    assert row() == ("pe", "returned", "Nino", True)
    services.discard_draft(by=owner, draft_id=draft.pk)
    assert row() == ("pe", "returned", "Nino", False)
    reviewing.ask(by=owner, version=version, seen=3)
    reviewing.sign_off(by=colleague, version=version, seen=4, sha256=version.sha256)
    assert row() == ("pe", "signed", "Nino", False)
    draft = services.new_version(by=owner, version=version)
    draft = save(owner, draft, "building_sites", setting("building_sites[s1].to", "2025-03-31"))
    services.complete(by=owner, draft_id=draft.pk)
    assert row() == ("no_pe", "completed", "Nino", False)  # the sign-off was for another version


def test_a_draft_that_somebody_else_saves_is_of_that_adviser(
    owner: User, colleague: User, files: dict[str, ClientFile]
) -> None:
    draft = uploaded(owner, files["0042"], facts(building_sites=[SITE]))
    share(files["0042"], colleague)
    before = Listed.objects.get().changed_at
    save(colleague, draft, "building_sites", setting("building_sites[s1].project", None))
    one = Listed.objects.get()
    assert one.adviser == colleague
    assert one.changed_at > before


def test_an_assessment_of_which_every_draft_was_discarded_is_not_listed(
    owner: User, files: dict[str, ClientFile]
) -> None:
    draft = uploaded(owner, files["0042"], facts())
    services.discard_draft(by=owner, draft_id=draft.pk)
    assert not Listed.objects.exists()


def test_rows_made_again_are_the_same(filled: dict[str, Any]) -> None:
    columns = [field.attname for field in Listed._meta.concrete_fields]

    def rows() -> list[str]:
        return sorted(map(str, Listed.objects.values_list(*columns)))

    before = rows()
    Listed.objects.all().delete()
    call_command("rebuild_lists", verbosity=0)
    assert rows() == before
    assert len(before) == 4


# ---- what can be asked


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?sort=client", ["0008", "0017", "0031", "0042"]),
        ("?sort=-client", ["0042", "0031", "0017", "0008"]),
        ("?sort=treaty", ["0008", "0042", "0017", "0031"]),
        ("?sort=adviser", ["0031", "0017", "0042", "0008"]),
        ("?sort=-as_of", ["0017", "0008", "0042", "0031"]),
        ("", ["0031", "0017", "0008", "0042"]),
        ("?conclusion=pe", ["0042"]),
        ("?conclusion=undetermined", ["0008"]),
        ("?conclusion=maybe", ["0031", "0017", "0008", "0042"]),
        ("?treaty=IR-HU", ["0017"]),
        ("?treaty=XX-YY", []),
        ("?review=draft", ["0031"]),
        ("?review=completed", ["0017", "0008", "0042"]),
        ("?adviser=tamar", ["0008"]),
        ("?q=0017", ["0017"]),
        ("?q=۰۰۱۷", ["0017"]),
        ("?to=2026-04-01", ["0042"]),
        ("?from=2026-04-01", ["0017", "0008"]),
        ("?from=1405/01/12&to=1405/01/12", []),
        ("?from=1405/01/11&to=1405/01/11", ["0042"]),
        ("?conclusion=no_pe&treaty=IR-HU&sort=nonsense&page=77", ["0017"]),
    ],
)
def test_assessments_are_chosen_and_sorted(
    as_owner: Client, filled: dict[str, Any], query: str, found: list[str]
) -> None:
    assert listed(as_owner, query) == found


def test_a_day_that_cannot_be_read_says_why_and_chooses_nothing(
    as_owner: Client, filled: dict[str, Any]
) -> None:
    answer = as_owner.get(LIST + "?from=03/04/2026")
    text = page(answer).text
    assert "This can be" in text
    assert 'value="03/04/2026"' in answer.content.decode()
    assert len(listed(as_owner, "?from=03/04/2026")) == 4


@pytest.mark.parametrize(
    "query", ["?q=%00", "?page=-1", "?adviser=%F0%9F%92%A9", "?sort=", "?to=x"]
)
def test_nonsense_is_no_error(as_owner: Client, filled: dict[str, Any], query: str) -> None:
    for address in (LIST, reverse("lists:csv"), reverse("lists:xlsx"), reverse("clocks:list")):
        assert as_owner.get(address + query).status_code == 200


def test_the_archive_and_files_of_others_are_left_out(
    owner: User, outsider: User, filled: dict[str, Any], files: dict[str, ClientFile]
) -> None:
    assert assessments_for(outsider).count() == 0
    archive(client_file=files["0042"], by=owner)
    assert assessments_for(owner).count() == 3
    client = signed_in(outsider)
    for address in (LIST, reverse("lists:csv"), "/"):
        assert b"0042" not in client.get(address).content


def test_the_desk_names_what_is_undetermined(as_owner: Client, filled: dict[str, Any]) -> None:
    text = page(as_owner.get("/")).text
    part = text[text.index("Undetermined") : text.index("Open drafts")]
    assert "0008" in part
    assert "0042" not in part


def test_a_list_of_many_costs_as_many_queries_as_a_list_of_few(
    as_owner: Client, owner: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(27):
        started(owner, a_client_file(owner, f"{number:04}"))
    with django_assert_max_num_queries(12):
        answer = as_owner.get(LIST)
    assert "Page 1 of 2" in page(answer).text
    assert "Page 2 of 2" in page(as_owner.get(LIST + "?page=2&treaty=IR-BD")).text


# ---- filters that are kept


def test_a_filter_is_kept_opened_renamed_and_deleted(
    as_owner: Client, filled: dict[str, Any]
) -> None:
    asked = {"name": " Open  questions ", "query": "treaty=GE-IN&page=4&evil=1&sort=client"}
    answer = as_owner.post(reverse("lists:keep_filter"), asked, follow=True)
    kept = SavedFilter.objects.get()
    assert (kept.name, kept.query) == ("Open questions", "treaty=GE-IN&sort=client")
    assert "Open questions" in page(answer).text
    assert listed(as_owner, f"?{kept.query}") == ["0008"]
    rename = reverse("lists:rename_filter", args=[kept.pk])
    as_owner.post(rename, {"name": "Georgia"})
    kept.refresh_from_db()
    assert kept.name == "Georgia"
    for _ in range(2):
        as_owner.post(reverse("lists:drop_filter", args=[kept.pk]))
    assert not SavedFilter.objects.exists()


def test_a_filter_sent_twice_is_one_and_takes_the_place_of_its_name(as_owner: Client) -> None:
    for query in ("treaty=IR-BD", "treaty=IR-BD", "treaty=IR-ME"):
        as_owner.post(reverse("lists:keep_filter"), {"name": "mine", "query": query})
    assert SavedFilter.objects.get().query == "treaty=IR-ME"
    as_owner.post(reverse("lists:keep_filter"), {"name": "other", "query": "q=x"})
    other = SavedFilter.objects.get(name="other")
    answer = as_owner.post(
        reverse("lists:rename_filter", args=[other.pk]), {"name": "MINE"}, follow=True
    )
    assert "Another filter is called" in page(answer).text


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\x00b"])
def test_a_name_that_is_none_is_refused_with_a_reason(as_owner: Client, name: str) -> None:
    answer = as_owner.post(
        reverse("lists:keep_filter"), {"name": name, "query": "treaty=IR-BD"}, follow=True
    )
    assert "Name of the filter:" in page(answer).text
    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize("name", ["q", "treaty", "adviser", "conclusion", "from", "sort", "page"])
@pytest.mark.parametrize("what", ["list", "csv", "xlsx"])
def test_characters_that_no_text_holds_are_not_asked_for(
    as_owner: Client, name: str, what: str
) -> None:
    assert as_owner.get(f"{reverse(f'lists:{what}')}?{name}=%00").status_code == 200


def test_a_filter_does_not_keep_what_no_text_holds(as_owner: Client) -> None:
    form = {"name": "Iran", "query": "treaty=%00&q=%00bank%E2%80%AE"}
    assert as_owner.post("/assessments/filters/", form).status_code == 302
    assert SavedFilter.objects.get().query == "q=bank"


def test_a_name_that_folds_to_many_letters_is_kept_within_its_column(as_owner: Client) -> None:
    name = "\ufdfa" * 14
    as_owner.post("/assessments/filters/", {"name": name, "query": "q=bank"})
    kept = SavedFilter.objects.get()
    assert kept.name == name
    assert 0 < len(kept.folded_name) <= 240
    as_owner.post(f"/assessments/filters/{kept.pk}/name/", {"name": "\ufdfa" * 60})
    assert len(SavedFilter.objects.get().folded_name) <= 240


@pytest.mark.parametrize("long", [200, 1000])
def test_a_filter_that_is_too_long_is_refused_and_still_asked_for(
    as_owner: Client, long: int
) -> None:
    words = "\u20ac" * long
    query = "&".join(f"{name}={words}" for name in ("q", "treaty", "adviser"))
    answer = as_owner.post("/assessments/filters/", {"name": "Long", "query": query}, follow=True)
    assert "asks for too much to be kept" in page(answer).text
    assert not SavedFilter.objects.exists()
    assert answer.redirect_chain[0][0].count("%E2%82%AC") == 600


@pytest.mark.parametrize("name", ["\u200d\u200c", "\u2060", "\u00a0\u200b"])
def test_a_filter_has_a_name_that_can_be_seen(as_owner: Client, name: str) -> None:
    answer = as_owner.post("/assessments/filters/", {"name": name, "query": "q=bank"}, follow=True)
    assert "This field is required" in page(answer).text
    assert not SavedFilter.objects.exists()


def test_filters_of_others_do_not_exist(as_owner: Client, as_outsider: Client, owner: User) -> None:
    as_owner.post(reverse("lists:keep_filter"), {"name": "Kept by Nino", "query": "treaty=IR-BD"})
    kept = SavedFilter.objects.get()
    for name in ("lists:rename_filter", "lists:drop_filter"):
        address = reverse(name, args=[kept.pk])
        assert as_outsider.post(address, {"name": "theirs"}).status_code == 404
    kept.refresh_from_db()
    assert kept.name == "Kept by Nino"
    assert "Kept by Nino" not in page(as_outsider.get(LIST)).text


# ---- exports


def table(client: Client, query: str = "") -> list[dict[str, str]]:
    content = client.get(reverse("lists:csv") + query).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


def sheet(client: Client, query: str = "") -> list[dict[str, Any]]:
    content = client.get(reverse("lists:xlsx") + query).content
    rows = load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
    names = next(rows)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_exports_hold_what_was_asked_for(as_owner: Client, filled: dict[str, Any]) -> None:
    version: Version = filled["0042"]
    for rows in (table(as_owner, "?conclusion=pe"), sheet(as_owner, "?conclusion=pe")):
        assert [row["client"] for row in rows] == ["0042"]
        assert rows[0]["sha256"] == version.sha256
        assert rows[0]["conclusion"] == "pe"
    (row,) = sheet(as_owner, "?conclusion=pe")
    assert row["version"] == 1
    assert row["as_of"].date().isoformat() == "2026-03-31"
    assert [row["client"] for row in table(as_owner, "?sort=client")] == [
        "0008", "0017", "0031", "0042"
    ]  # fmt: skip
    (draft,) = sheet(as_owner, "?review=draft")
    assert (draft["version"], draft["as_of"], draft["open_draft"]) == (None, None, "yes")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", " =1", "%0", "|x"])
def test_no_cell_is_a_formula(as_owner: Client, owner: User, text: str) -> None:
    client_file = create_client_file(
        owner=owner, reference=text, name="=HYPERLINK(1)", residence_state="IR",
        form_token=uuid.uuid4(),
    )  # fmt: skip
    started(owner, client_file)
    (row,) = table(as_owner)
    assert row["client"].startswith("'")
    content = as_owner.get(reverse("lists:xlsx")).content
    cells = [cell for line in load_workbook(io.BytesIO(content)).active for cell in line]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert "'=HYPERLINK(1)" in [cell.value for cell in cells]

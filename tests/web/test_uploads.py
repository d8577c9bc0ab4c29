"""A facts document as a file: a draft with every answer, or a list of everything that is wrong."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments.forms import LARGEST_UPLOAD
from pe_wizard.assessments.models import Assessment, Draft
from pe_wizard.assessments.standing import standing
from pe_wizard.clients.models import ClientFile
from tests.web.assessing import AGENT, a_client_file, cases, facts

CASES = dict(cases())


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


def send(client: Client, client_file: ClientFile, content: Any, **form: Any) -> HttpResponse:
    """Upload a document, or raw bytes."""
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(
        reverse("assessments:upload", args=[client_file.pk]),
        {
            "file": SimpleUploadedFile("facts.json", raw),
            "form_token": str(uuid.uuid4()),
            **form,
        },
    )


@pytest.mark.parametrize("name", CASES)
def test_a_good_file_becomes_a_draft_with_every_answer(
    as_owner: Client, client_file: ClientFile, name: str
) -> None:
    response = send(as_owner, client_file, CASES[name])
    draft = Draft.objects.get()
    assert (response.status_code, response["Location"]) == (
        302,
        reverse("wizard:step", args=[draft.pk, "check"]),
    )
    assert draft.document == CASES[name]
    assert draft.assessment.treaty_code == CASES[name]["treaty"]
    assert draft.assessment.residence_state == CASES[name]["residence_state"]
    assert standing(draft).faults == ()


def test_what_was_handed_out_can_be_uploaded_again(
    as_owner: Client, client_file: ClientFile
) -> None:
    send(as_owner, client_file, CASES["S18a-IR-BD"])
    draft = Draft.objects.get()
    out = as_owner.get(reverse("assessments:draft_json", args=[draft.pk, "facts"])).content
    send(as_owner, client_file, out)
    again = Draft.objects.exclude(pk=draft.pk).get()
    assert standing(again).used == standing(draft).used


def test_the_same_form_sent_twice_makes_one_draft(
    as_owner: Client, client_file: ClientFile
) -> None:
    token = str(uuid.uuid4())
    replies = [send(as_owner, client_file, facts(), form_token=token)["Location"] for _ in "ab"]
    assert replies[0] == replies[1]
    assert Assessment.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", ["The file is empty"]),
        (b"{", ["is not JSON", "Correct the text there"]),
        (b"\xff\xfe{}", ["UTF-8"]),
        (b"[]", ["must be an object"]),
        (b'{"format": "pe-facts/1", "format": "pe-facts/1"}', ["twice in one object"]),
        (b'{"as_of": NaN}', ["NaN"]),
        (b"[" * 100_000, ["nested too deeply"]),
        (b'{"a": ' * 5_000 + b"1" + b"}" * 5_000, ["this file cannot be used"]),
        ({}, ["format", "is missing", "residence_state"]),
        ({**facts(), "treaty": "IR-BE"}, ["treaty", "IR-BE", "is no treaty"]),
        ({**facts(), "source_state": "HU"}, ["source_state", "is no party", "BD"]),
        ({**facts(), "readings": {"month": "lunar"}}, ["readings.month"]),
        ({**facts(), "readings": {"weather": "fine"}}, ["weather"]),
        (
            facts(agents=[{**AGENT, "independant": True}]),
            ["independant", "Write &quot;independent"],
        ),
        (
            facts(agents=[dict(AGENT), dict(AGENT)]),
            ["agents[1].id", "which agents[0].id has already"],
        ),
        (
            facts(building_sites=[{"id": "s1", "from": "2026-02-01", "to": "2026-01-01"}]),
            ["building_sites[s1].to", "before the first day", "Correct one of the two dates"],
        ),
        (facts(agents=[{**AGENT, "name": "a\x00b"}]), ["U+0000"]),
        (facts(agents=[{**AGENT, "name": "a\u202eb"}]), ["U+202E"]),
        (facts(not_known=["agents[a9].independent"]), ["not_known", "a9"]),
    ],
)
def test_a_bad_file_is_refused_with_path_problem_and_remedy(
    as_owner: Client, client_file: ClientFile, content: Any, says: list[str]
) -> None:
    response = send(as_owner, client_file, content)
    assert response.status_code in (200, 422)
    page = response.content.decode().lower()
    for words in says:
        assert words.lower() in page
    assert Assessment.objects.count() == 0


def test_every_fault_is_listed_and_too_many_are_counted(
    as_owner: Client, client_file: ClientFile
) -> None:
    bad = facts(agents=[{"id": f"a{n}", "acts_on_behalf": "maybe"} for n in range(1_200)])
    page = send(as_owner, client_file, bad).content.decode()
    assert page.count("must be true, false or null") == 50
    assert "1150 more faults are not shown" in page


def test_what_the_file_says_is_shown_as_text(as_owner: Client, client_file: ClientFile) -> None:
    script = "<script>alert(1)</script>"
    page = send(as_owner, client_file, {**facts(), script: script}).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_file_that_is_too_large_is_refused(as_owner: Client, client_file: ClientFile) -> None:
    response = send(as_owner, client_file, b" " * (LARGEST_UPLOAD + 1))
    assert "larger than 5 MB" in response.content.decode()
    assert Assessment.objects.count() == 0


def test_a_large_good_file_is_not(as_owner: Client, client_file: ClientFile) -> None:
    periods = [{"from": "2025-01-01", "to": "2025-01-01", "person": "A" * 30}] * 20_000
    document = facts(services=[{"id": "e1", "project": "x", "periods": periods}])
    assert send(as_owner, client_file, document).status_code == 302


@pytest.mark.parametrize("form", [{}, {"file": "not a file"}, {"form_token": "x"}])
def test_a_form_without_its_file_says_so(
    as_owner: Client, client_file: ClientFile, form: dict[str, str]
) -> None:
    response = as_owner.post(reverse("assessments:upload", args=[client_file.pk]), form)
    assert response.status_code == 200
    assert "Choose a file" in response.content.decode()


def test_an_uploaded_archive_of_another_kind_is_no_json(
    as_owner: Client, client_file: ClientFile
) -> None:
    page = send(as_owner, client_file, b"PK\x03\x04" + bytes(1000)).content.decode()
    assert "This file cannot be used as it is" in page


# ---- the other way to begin


def start_form(**changes: object) -> dict[str, object]:
    return {
        "direction": "IR-BD:IR",
        "as_of": "30 June 2026",
        "period_from": "2026-01-01",
        "period_to": "",
        "form_token": str(uuid.uuid4()),
        **changes,
    }


def test_a_treaty_a_direction_and_a_day_begin_an_assessment(
    as_owner: Client, client_file: ClientFile
) -> None:
    url = reverse("assessments:start", args=[client_file.pk])
    response = as_owner.post(url, start_form())
    draft = Draft.objects.get()
    assert response["Location"] == reverse("wizard:step", args=[draft.pk, "treaty"])
    assert draft.document["as_of"] == "2026-06-30"
    assert draft.document["tax_period"] == {"from": "2026-01-01"}
    assert draft.document["source_state"] == "BD"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"direction": ""}, "Choose a treaty and its direction."),
        ({"direction": "IR-BD:HU"}, "IR-BD:HU"),
        ({"as_of": ""}, "Give a day."),
        ({"as_of": "01/02/2026"}, "This can be"),
        ({"as_of": "2026-02-30"}, "There is no day 30"),
        ({"period_to": "2025-01-01"}, "The last day is before the first day."),
    ],
)
def test_a_form_that_is_not_complete_keeps_what_was_typed(
    as_owner: Client, client_file: ClientFile, changes: dict[str, object], says: str
) -> None:
    url = reverse("assessments:start", args=[client_file.pk])
    response = as_owner.post(url, start_form(**changes))
    page = response.content.decode()
    assert response.status_code == 200
    assert says in page
    assert "Error:" in page
    assert Assessment.objects.count() == 0
    for value in {**start_form(), **changes}.values():
        if isinstance(value, str) and value and ":" not in value and "-4" not in value:
            assert f'value="{value}"' in page or value not in start_form().values()


def test_the_page_shows_what_is_known_of_force_and_reciprocity(
    as_owner: Client, client_file: ClientFile
) -> None:
    page = as_owner.get(reverse("assessments:start", args=[client_file.pk])).content.decode()
    assert "In force" in page
    assert "subject to reciprocity" in page
    assert "Resident in Iran, acts in Bangladesh" in page
    assert page.index("Resident in Iran") < page.index("Resident in Bangladesh")

"""The page of a plan."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Draft, Version
from tests.web.assessing import TREATIES, a_client_file, completed, facts, uploaded
from tests.web.pages import page

ENGAGEMENT = {"id": "e1", "name": "Plant", "project": "plant", "through_personnel": True,
              "periods": [{"from": "2026-01-01", "to": "2026-05-31"}]}  # fmt: skip


def planned(client: Client, of: Version | Draft, **query: str) -> str:
    kind = "version" if isinstance(of, Version) else "draft"
    shown = page(client.get(reverse(f"scenarios:{kind}_plan", args=[of.pk]), query))
    assert not shown.broken()
    return shown.text


def test_the_last_day_counts_what_is_on_file(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner), facts(services=[ENGAGEMENT]))
    text = planned(as_owner, version, start="2026-07-01")
    assert "Services plant more than 183 days 5(3)(b) 151 days 1 Aug 2026 32 days the same" in text
    assert "A new engagement more than 183 days 5(3)(b) – 30 Dec 2026 183 days the same" in text


def test_a_stay_begins_the_day_after_the_question_unless_another_is_given(
    owner: User, as_owner: Client
) -> None:
    version = completed(owner, a_client_file(owner), facts(services=[ENGAGEMENT]))
    after = planned(as_owner, version, start="2026-07-01")
    assert planned(as_owner, version) == after
    assert "A new engagement" in planned(as_owner, version, start="2027-01-01")


@pytest.mark.parametrize("start", ["", "31 Juember", "1066-10-14", "9999-12-31"])
def test_a_day_that_is_none_is_said_and_the_plan_stands(
    owner: User, as_owner: Client, start: str
) -> None:
    version = completed(owner, a_client_file(owner), facts(services=[ENGAGEMENT]))
    text = planned(as_owner, version, start=start)
    assert "Error:" in text
    assert "1 Aug 2026" in text


def test_the_most_careful_reading_is_named_where_it_is_shorter(
    owner: User, as_owner: Client
) -> None:
    site = {"id": "s1", "kind": "supervision", "project": "plant", "from": "2026-01-01", "to": None}
    draft = uploaded(owner, a_client_file(owner), facts(building_sites=[site]))
    text = planned(as_owner, draft, start="2026-07-01")
    assert "counted as: Services" in text
    assert "Supervision as services: As services too" in text


def test_a_threshold_that_is_passed_leaves_not_one_day(owner: User, as_owner: Client) -> None:
    site = {"id": "s1", "kind": "construction", "project": "bridge",
            "from": "2025-01-01", "to": "2026-01-31"}  # fmt: skip
    version = completed(owner, a_client_file(owner), facts(building_sites=[site]))
    assert "396 days PE not one day the same" in planned(as_owner, version)


@pytest.mark.parametrize("code", TREATIES)
@pytest.mark.parametrize("language", ["en", "fa", "ka"])
def test_every_treaty_can_be_planned_under_in_each_language(
    owner: User, as_owner: Client, code: str, language: str
) -> None:
    as_owner.cookies["django_language"] = language
    version = completed(owner, a_client_file(owner), facts(code, services=[ENGAGEMENT]))
    assert planned(as_owner, version)


def test_powers_and_activities_stand_with_their_outcome_and_paragraph(
    owner: User, as_owner: Client
) -> None:
    version = completed(owner, a_client_file(owner), facts("GE-IN"))
    text = planned(as_owner, version)
    assert "Habitually secures orders, wholly or almost wholly for the enterprise PE 5(5)" in text
    assert "under another reading: PE" in text
    assert "Storage of goods No PE 5(1) , 5(4)(a)" in text


def test_planning_writes_nothing(owner: User, as_owner: Client) -> None:
    draft = uploaded(owner, a_client_file(owner), facts(services=[ENGAGEMENT]))
    planned(as_owner, draft, start="2026-07-01")
    again = Draft.objects.get(pk=draft.pk)
    assert (again.revision, again.document) == (draft.revision, draft.document)
    assert Draft.objects.count() == 1

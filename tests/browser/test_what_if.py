"""In a browser: other facts tried out as one answers; comparisons and plans that can be read."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Draft, Version
from tests.browser.conftest import Opens, overflow, violations
from tests.web.assessing import AGENT, a_client_file, completed, facts

PERSON = {**AGENT, "in_name": True, "limited_to_excepted_activities": False}
ENGAGEMENT = {"id": "e1", "name": "Plant", "project": "plant", "through_personnel": True,
              "periods": [{"from": "2026-01-01", "to": "2026-05-31"}]}  # fmt: skip
INDEPENDENT = "agents[a1].independent"


@pytest.fixture
def version(owner: User) -> Version:
    return completed(owner, a_client_file(owner), facts(agents=[PERSON], services=[ENGAGEMENT]))


def answer(page: Page, path: str, value: str) -> None:
    page.locator(f'input[name="{path}"][value="{value}"]').check()


def test_an_answer_changes_the_result_at_once_and_is_kept_on_request(
    opens: Opens, owner: User, version: Version
) -> None:
    page = opens(owner).new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(reverse("scenarios:version_what_if", args=[version.pk]))
    result = page.locator("#result")
    expect(result).to_contain_text("Nothing yet")
    answer(page, INDEPENDENT, "null")
    expect(result).to_contain_text(re.compile(r"Tried out\s+Undetermined\s+differs"))
    answer(page, INDEPENDENT, "false")
    expect(result).to_contain_text("Nothing yet")
    page.locator("#part-services > summary").click()
    day = page.locator('[id="services[e1].periods[0].to"]')
    day.fill("2026-07-10")
    day.blur()
    expect(result).to_contain_text("191 of 183 days")
    assert Draft.objects.filter(status=Draft.Status.DRAFT).count() == 0
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page).to_have_url(re.compile("/check/"))
    draft = Draft.objects.get(status=Draft.Status.DRAFT)
    assert draft.document["services"][0]["periods"][0]["to"] == "2026-07-10"


PAGES = ("scenarios:version_what_if", "scenarios:version_plan", "comparison:version_facts")


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fa", 390)])
@pytest.mark.parametrize("name", [*PAGES, "comparison:clauses"])
def test_the_page_is_readable_and_fits(
    opens: Opens, owner: User, version: Version, name: str, language: str, width: int
) -> None:
    page = opens(owner, language=language, width=width).new_page()
    if name in PAGES:
        page.goto(reverse(name, args=[version.pk]))
    else:
        page.goto(f"{reverse(name)}?treaty=IR-BD&treaty=GE-IN")
    assert violations(page) == []
    assert overflow(page) == 0

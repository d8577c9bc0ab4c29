"""In a browser: the review of a version, people, the event log; readable and fitting."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from pe_wizard.accounts.models import User
from pe_wizard.assessments import reviewing
from pe_wizard.assessments.models import Version
from pe_wizard.clients.models import Membership
from tests.browser.conftest import Opens, violations
from tests.web.assessing import AGENT, a_client_file, completed, facts, share

PICTURES = os.environ.get("PICTURES")  # a folder for pictures of what was seen


@pytest.fixture
def reviewer(owner: User) -> User:
    return User.objects.create_user(username="tamar", first_name="Tamar", is_staff=True)


@pytest.fixture
def version(owner: User, reviewer: User) -> Version:
    client_file = a_client_file(owner)
    share(client_file, reviewer, Membership.Role.REVIEWER)
    version = completed(owner, client_file, facts(agents=[dict(AGENT)]))
    reviewing.ask(by=owner, version=version, seen=0, text="Before Friday, please.")
    pin = reviewing.pins(version)[1]
    reviewing.remark(by=reviewer, version=version, seen=1, text="On what does it rest?", pin=pin)
    return version


PAGES = {
    "review": lambda version: reverse("assessments:review", args=[version.pk]),
    "version": lambda version: reverse("assessments:version", args=[version.pk]),
    "desk": lambda version: "/",
    "file": lambda version: reverse("clients:detail", args=[version.client_file_id]),
    "people": lambda version: reverse("people:list"),
    "log": lambda version: reverse("log"),
}


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fa", 390)])
@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_readable_and_fits(
    opens: Opens, reviewer: User, version: Version, name: str, language: str, width: int
) -> None:
    page = opens(reviewer, language=language, width=width).new_page()
    page.goto(PAGES[name](version))
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}-{language}.png", full_page=True)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_review_is_done_with_the_mouse(
    opens: Opens, owner: User, reviewer: User, version: Version
) -> None:
    page: Any = opens(reviewer).new_page()
    page.goto("/")
    page.get_by_role("link", name="Review").click()
    page.get_by_label("Pinned to").select_option("fact:agents[a1].independent")
    page.get_by_label("Remark", exact=True).fill("Several principals?")
    page.get_by_role("button", name="Add the remark").click()
    expect(page.get_by_text("Several principals?")).to_be_visible()
    page.get_by_role("button", name="Return with the remarks").click()
    expect(page.get_by_text("was returned with your remarks")).to_be_visible()
    mine: Any = opens(owner).new_page()
    mine.goto(PAGES["version"](version))
    mine.get_by_role("button", name="Ask for another review").click()
    page.reload()
    page.get_by_label("Note").fill("Agreed.")
    page.get_by_role("button", name="Sign off").click()
    expect(page.get_by_text("You signed this version off.")).to_be_visible()
    mine.goto(PAGES["version"](version))
    expect(mine.get_by_role("link", name="Signed off by")).to_be_visible()

"""Clocks and lists in a browser: readable, fitting, and a version as of today with one click."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.lists.services import keep_filter
from tests.browser.conftest import Opens, violations
from tests.web.assessing import a_client_file, completed
from tests.web.test_clocks import running

PICTURES = os.environ.get("PICTURES")
PAGES = {
    "desk": "/",
    "clocks": "/clocks/",
    "reminders": "/clocks/reminders/",
    "assessments": "/assessments/?conclusion=no_pe&from=x",
}


@pytest.fixture
def version(owner: User, settings: Any) -> Version:
    """One clock that is passed and one that runs out."""
    settings.PE_TODAY = date(2026, 9, 4)
    keep_filter(user=owner, name="Without a PE", query="conclusion=no_pe")
    completed(owner, a_client_file(owner, "Client 0031"), running("IR-ME", "2025-10-01"))
    return completed(owner, a_client_file(owner, "Client 0017"), running())


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fa", 390)])
@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_readable_and_fits(
    opens: Opens, owner: User, version: Version, name: str, language: str, width: int
) -> None:
    page = opens(owner, language=language, width=width).new_page()
    page.goto(PAGES[name])
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}-{language}.png", full_page=True)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_version_as_of_today_begins_with_one_click(
    opens: Opens, owner: User, version: Version
) -> None:
    page: Any = opens(owner).new_page()
    page.goto("/")
    page.get_by_role("row", name="Client 0017").get_by_role(
        "button", name="New version as of today"
    ).click()
    expect(page).to_have_url(re.compile("/drafts/[^/]+/treaty/$"))
    expect(page.get_by_role("textbox", name="As of")).to_have_value("2026-09-04")
    assert Draft.objects.filter(based_on=version).count() == 1

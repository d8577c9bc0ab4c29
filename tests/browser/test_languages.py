"""In a browser, in each language: the same deeds give the same facts and the same conclusion."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pe_wizard.assessments.models import Version
from pe_wizard.clients.models import ClientFile
from tests.browser.conftest import Opens
from tests.browser.test_walks import (
    CONDITIONS,
    at,
    client_file,
    heading,
    item_of,
    walk_through,
)

__all__ = ["client_file"]

# 1 October 2025 and 31 May 2026 as somebody types them, and what the pages are called.
TYPED = {
    "en": ("1 Oct 2025", "31/5/2026", "Check your answers", "Permanent establishment"),
    "fa": ("۹ مهر ۱۴۰۴", "۱۴۰۵/۰۳/۱۰", "مرور پاسخ‌ها", "مقر دائم"),
    "ka": (
        "1 ოქტომბერი 2025",
        "2026-05-31",
        "პასუხების გადამოწმება",
        "მუდმივი დაწესებულება წარმოიშობა",
    ),
}
STAY = {"from": "2025-10-01", "to": "2026-05-31", "person": "Team A", "worked": True}
TEAM = {
    "name": "Commissioning team",
    "project": "Plant",
    "through_personnel": True,
    "periods": [STAY],
}


@pytest.mark.parametrize("language", sorted(TYPED))
def test_one_assessment_gives_the_same_in_every_language(
    opens: Opens, owner: Any, client_file: ClientFile, language: str
) -> None:
    first, last, check, verdict = TYPED[language]

    def team(page: Page) -> None:
        path = item_of(page, "services")
        at(page, f"{path}.name").fill("Commissioning team")
        at(page, f"{path}.project").fill("Plant")
        at(page, f"{path}.periods[0].from").fill(first)
        at(page, f"{path}.periods[0].to").fill(last)
        at(page, f"{path}.periods[0].person").fill("Team A")

    page = opens(owner, language=language).new_page()
    page.goto(f"/clients/{client_file.pk}/assessments/new/")
    page.locator('input[name=direction][value="IR-BD:IR"]').check()
    page.locator("input[name=as_of]").fill("2026-06-30")
    with page.expect_navigation():
        page.locator("main button.btn--main").click()
    walk_through(page, {"services": team}, {**CONDITIONS, "through_personnel": "true"})
    assert heading(page) == check
    with page.expect_navigation():
        page.locator("button.btn--main[name=go], main form button.btn--main").last.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(verdict)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "fa" else "ltr")

    version = Version.objects.get()
    assert version.language == language
    (services,) = version.facts["services"]
    assert {name: value for name, value in services.items() if name != "id"} == TEAM
    (head,) = [one for one in version.conclusion["heads"] if one["head"] == "services"]
    assert version.conclusion["conclusion"] == "pe"
    assert (head["outcome"], head["since"]) == ("pe", "2025-10-01")
    # 1 October to 31 May are 243 days; the 184th of them is 2 April.
    assert head["measure"]["counted"] == 243
    assert head["measure"]["exceeded_on"] == "2026-04-02"

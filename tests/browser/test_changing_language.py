"""In a browser: another language for a page leaves what was typed in it."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import Page, expect

from pe_wizard.accounts.models import User
from tests.browser.conftest import Opens
from tests.web.assessing import AGENT, a_client_file, completed, facts, uploaded

PERSON = {**AGENT, "in_name": True, "limited_to_excepted_activities": False}
TABLE = "Person\tFrom\tTo\nTeam A\t1 Oct 2025\t31 May 2026\n"


def in_persian(page: Page) -> None:
    page.get_by_role("button", name="فارسی").click()
    expect(page.locator("html")).to_have_attribute("lang", "fa")


def test_a_new_client_file_keeps_what_was_typed_once(opens: Opens, owner: User) -> None:
    page = opens(owner).new_page()
    page.goto(reverse("clients:create"))
    page.locator("[name=name]").fill("Engineering")
    page.locator("[name=notes]").fill("Ask for the travel sheets.\nTwice.")
    page.locator("[name=residence_state]").select_option("IR")
    token = page.locator("[name=form_token]").get_attribute("value")
    in_persian(page)
    expect(page.locator("[name=name]")).to_have_value("Engineering")
    expect(page.locator("[name=notes]")).to_have_value("Ask for the travel sheets.\nTwice.")
    expect(page.locator("[name=residence_state]")).to_have_value("IR")
    expect(page.locator("[name=form_token]")).to_have_value(token or "")
    page.locator("main button.btn--main").click()
    expect(page.locator("[name=reference][aria-invalid=true]")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[name=name]")).to_have_value("Engineering")
    assert "Engineering" not in page.evaluate("JSON.stringify(sessionStorage)")
    page.goto(reverse("clients:create"))
    expect(page.locator("[name=name]")).to_have_value("")


def test_a_pasted_table_and_a_day_stay(opens: Opens, owner: User) -> None:
    client_file = a_client_file(owner)
    draft = uploaded(owner, client_file, facts())
    page = opens(owner).new_page()
    page.goto(reverse("presence:start", args=[draft.pk]))
    page.locator("main textarea").fill(TABLE)
    in_persian(page)
    expect(page.locator("main textarea")).to_have_value(TABLE)
    page.goto(reverse("assessments:start", args=[client_file.pk]))
    page.locator("[name=as_of]").fill("30 June 2026")
    page.locator("[name=direction]").last.evaluate("(box) => box.click()")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[name=as_of]")).to_have_value("30 June 2026")
    expect(page.locator("[name=direction]").last).to_be_checked()


def test_what_is_tried_out_stays(opens: Opens, owner: User) -> None:
    version = completed(owner, a_client_file(owner), facts(agents=[PERSON]))
    page = opens(owner).new_page()
    page.goto(reverse("scenarios:version_what_if", args=[version.pk]))
    page.locator('input[name="agents[a1].independent"][value="null"]').check()
    expect(page.locator("#result")).to_contain_text("Undetermined")
    in_persian(page)
    expect(page.locator('input[name="agents[a1].independent"][value="null"]')).to_be_checked()

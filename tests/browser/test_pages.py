"""Pages of conclusions and treaties in a real browser: for everyone, on every window, on paper."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pe_wizard.assessments import services
from tests.browser.conftest import Opens, overflow, violations
from tests.web.assessing import a_client_file, completed, facts
from tests.web.test_conclusion_page import story
from tests.web.test_presenting import STORE


@pytest.fixture
def addresses(owner: Any) -> dict[str, str]:
    """Conclusions of each kind, a draft, two versions beside each other, treaties."""
    file = a_client_file(owner)
    made = completed(owner, file, story())
    office = {**deepcopy(STORE), "kind": "office", "at_disposal": None}
    undetermined = completed(
        owner,
        file,
        facts(
            conditions={"resident": True, "in_effect": None},
            places=[{**office, "activities": [{"kind": "core"}]}],
            building_sites=[
                {"id": "s", "name": "Bridge", "kind": "construction", "project": "Bridge"}
            ],
        ),
    )
    draft = services.new_version(by=owner, version=made, language="en")
    return {
        "pe": f"/versions/{made.pk}/",
        "undetermined": f"/versions/{undetermined.pk}/",
        "nothing": f"/versions/{completed(owner, file, facts(treaty='IR-HU')).pk}/",
        "draft": f"/drafts/{draft.pk}/conclusion/",
        "beside": f"/versions/{made.pk}/beside/{undetermined.pk}/",
        "treaties": "/treaties/",
        "treaty": "/treaties/IR-BD/",
        "borrowing treaty": "/treaties/IR-ME/",
        "glossary": "/glossary/",
    }


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")


ALL = ("pe", "undetermined", "nothing", "draft", "beside", "treaties", "treaty", "borrowing treaty")
SOME = ("pe", "draft", "beside")  # the treaties are long, and take axe long


@pytest.mark.parametrize(
    ("language", "width", "scheme", "names"),
    [
        ("en", 1280, "light", ALL),
        ("en", 320, "dark", SOME),
        ("fa", 1280, "dark", SOME),
        ("fa", 320, "light", (*ALL, "glossary")),
        ("ka", 390, "light", SOME),
    ],
)
def test_pages_are_accessible_and_fit(
    opens: Opens,
    owner: Any,
    addresses: dict[str, str],
    language: str,
    width: int,
    scheme: Any,
    names: tuple[str, ...],
) -> None:
    page = opens(owner, language=language, width=width, color_scheme=scheme).new_page()
    wrong: dict[str, object] = {}
    for name in names:
        page.goto(addresses[name])
        unfold(page)
        found = violations(page)
        if found or overflow(page):
            wrong[name] = (found, overflow(page))
    assert wrong == {}


def test_a_reference_opens_the_paragraph_beside_the_reasons(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto(addresses["pe"])
    agent = page.locator("section.head-reason", has=page.get_by_role("heading", name="Trading Co"))
    rule = agent.locator(".rule--long").first
    text = rule.locator(".rule__text")
    closed = text.bounding_box()
    label = rule.locator(".rule__no").inner_text()
    agent.locator(".findings").get_by_role("link", name=label, exact=True).first.click()
    opened = text.bounding_box()
    assert closed is not None
    assert opened is not None
    assert opened["height"] > closed["height"]
    expect(rule).to_be_in_viewport()
    expect(rule.get_by_role("link", name="Whole paragraph")).to_be_hidden()


def test_what_did_not_matter_opens_without_scripts(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto(addresses["pe"])
    page.get_by_text("Considered, did not matter", exact=False).first.click()
    expect(page.locator("details.considered[open] .finding").first).to_be_visible()


def test_a_reading_is_chosen_on_the_page_without_scripts(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto(addresses["draft"])
    expect(page.get_by_role("heading", level=1)).to_have_text("Permanent establishment")
    reading = page.locator("#reading-service_days")
    reading.get_by_text("Choose another option").click()
    reading.get_by_label("Only days worked").check()
    reading.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("status")).to_have_text("The reading was changed.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Undetermined")
    expect(reading).to_contain_text("Only days worked default")


def test_a_new_version_begins_on_the_page(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner).new_page()
    page.goto(addresses["undetermined"])
    page.get_by_role("button", name="Answer in a new version").click()
    assert page.url.endswith("/check/")


def test_links_from_a_paragraph_lead_through_the_treaty(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner).new_page()
    page.goto(f"{addresses['treaty']}#par-5-3-b")
    rule = page.locator("#par-5-3-b")
    expect(rule).to_be_in_viewport()
    rule.get_by_role("link", name="Days not worked, in services").click()
    expect(page.locator("#reading-service_days")).to_be_in_viewport()


def test_on_paper_everything_is_open_and_a_draft_says_so_on_each_page(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner).new_page()
    page.goto(addresses["draft"])
    page.emulate_media(media="print")
    expect(page.locator(".draft-mark")).to_have_css("position", "fixed")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    expect(page.locator(".local")).to_be_hidden()
    clamped = page.locator(".rule__text").evaluate_all(
        "those => those.filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert clamped == 0


def test_the_page_survives_a_zoom_of_four(
    opens: Opens, owner: Any, addresses: dict[str, str]
) -> None:
    page = opens(owner, width=320, device_scale_factor=4).new_page()
    page.goto(addresses["pe"])
    assert overflow(page) == 0
    expect(page.get_by_role("table").first).to_be_visible()

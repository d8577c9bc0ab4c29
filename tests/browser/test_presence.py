"""A table of stays in a real browser: from the wizard, pasted, read, looked at, taken."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft
from pe_wizard.clients.services import create_client_file
from tests.browser.conftest import Opens, overflow, violations

FACTS: dict[str, Any] = {
    "format": "pe-facts/1",
    "treaty": "IR-BD",
    "residence_state": "IR",
    "source_state": "BD",
    "as_of": "2026-06-30",
    "services": [{"id": "e1", "project": "plant", "through_personnel": True}],
}
TABLE = (
    "Person\tFrom\tTo\tProject\n"
    "A. K.\t2026-01-05\t2026-01-09\tplant\n"
    "B. L.\t2026-03-09\t2026-03-01\tplant\n"
)


@pytest.fixture
def draft(owner: Any) -> Draft:
    client_file = create_client_file(
        owner=owner,
        reference="Client 0042",
        name="Engineering",
        residence_state="IR",
        form_token=uuid.uuid4(),
    )
    return services.start_from_facts(by=owner, client_file=client_file, document=FACTS)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_goes_from_the_wizard_into_the_draft(
    opens: Opens, owner: Any, draft: Draft, scripts: bool
) -> None:
    page = opens(owner, java_script_enabled=scripts).new_page()
    page.goto(f"/drafts/{draft.pk}/services/")
    page.get_by_role("button", name="Import from a spreadsheet").click()
    page.get_by_label("Paste the table").fill(TABLE)
    page.get_by_role("button", name="Show what it means").click()
    while not scripts and page.get_by_role("button", name="Go on").count():
        page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="What the table means")).to_be_visible()
    expect(page.get_by_text("is before the first")).to_be_visible()
    if scripts:
        assert violations(page) == []
    page.get_by_role("button", name="Take the stays into the draft").click()
    expect(page.get_by_text("1 stay of this table is in the draft now.")).to_be_visible()
    page.get_by_role("link", name="See the stays in the draft").click()
    expect(page.locator('[name="services[e1].periods[0].person"]')).to_have_value("A. K.")


def test_its_pages_fit_a_telephone_in_persian(opens: Opens, owner: Any, draft: Draft) -> None:
    page = opens(owner, language="fa", width=390).new_page()
    page.goto(f"/drafts/{draft.pk}/stays/")
    assert overflow(page) == 0
    assert violations(page) == []
    page.locator("textarea").fill(TABLE)
    page.locator("form.form .btn--main").click()
    expect(page.locator(".stays__sum")).to_be_visible()
    assert overflow(page) == 0
    page.locator("button[name=again]").click()
    expect(page.locator("#id_column-0")).to_be_visible()
    assert overflow(page) == 0
    assert violations(page) == []

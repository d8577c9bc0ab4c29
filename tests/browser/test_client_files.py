"""The first day of an adviser in a real browser: choose a password, open a file, share it."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from pe_wizard.accounts import services as accounts
from pe_wizard.clients import services
from pe_wizard.clients.models import ClientFile
from tests.browser.conftest import Opens, go_back, overflow, violations


@pytest.fixture
def client_file(owner: Any) -> ClientFile:
    file = services.create_client_file(
        owner=owner,
        reference="Client 0042",
        name="شرکت مهندسی کارون",
        residence_state="IR",
        notes="Offices in Tehran.",
        form_token=uuid.uuid4(),
    )
    colleague, _ = accounts.create_adviser(username="tamar", full_name="Tamar Beridze")
    services.set_member(client_file=file, by=owner, user=colleague, role="reviewer")
    return file


def test_a_new_adviser_gets_from_the_one_time_password_to_a_shared_file(
    opens: Opens, transactional_db: None
) -> None:
    _, password = accounts.create_adviser(username="nino", full_name="Nino Kapanadze")
    accounts.create_adviser(username="tamar", full_name="Tamar Beridze")
    page = opens(None).new_page()
    page.goto("/")
    page.get_by_label("Name").fill("nino")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose your own password")
    page.get_by_label("Password until now").fill(password)
    page.get_by_label("New password", exact=True).fill("my own long sentence")
    page.get_by_label("New password again").fill("my own long sentence")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Desk")
    page.get_by_role("link", name="New client file").click()
    page.get_by_label("Reference").fill("Client 0042")
    page.get_by_label("Name of the enterprise").fill("Engineering")
    page.get_by_label("State of residence").select_option(label="Iran")
    page.get_by_role("button", name="Open the file").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("Engineering")
    assert ClientFile.objects.count() == 1
    page.get_by_role("link", name="Change who may see it").click()
    page.get_by_label("Colleague", exact=True).select_option(label="Tamar Beridze (tamar)")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("status")).to_have_text("Tamar Beridze sees the file now.")
    page.get_by_role("button", name="Sign out").click()
    go_back(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_the_language_changes_where_one_is(
    opens: Opens, owner: Any, client_file: ClientFile
) -> None:
    page = opens(owner).new_page()
    page.goto(f"/clients/{client_file.pk}/")
    page.get_by_role("button", name="فارسی").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.url.endswith(f"/clients/{client_file.pk}/")


def test_the_form_works_by_keyboard_and_leads_to_its_errors(opens: Opens, owner: Any) -> None:
    page = opens(owner).new_page()
    page.goto("/clients/new/")
    page.get_by_label("Reference").focus()
    page.keyboard.press("Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    summary.get_by_role("link").nth(1).click()
    expect(page.get_by_label("Name of the enterprise")).to_be_focused()
    assert violations(page) == []


def test_everything_works_without_scripts(opens: Opens, owner: Any) -> None:
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto("/clients/new/")
    page.get_by_label("Reference").fill("Client 0042")
    page.get_by_label("Name of the enterprise").fill("Engineering")
    page.get_by_label("State of residence").select_option(label="Iran")
    page.get_by_role("button", name="Open the file").click()
    page.get_by_role("button", name="Archive this file").click()
    expect(page.get_by_role("status")).to_contain_text("in the archive")


PAGES = (
    "/",
    "/clients/",
    "/clients/new/",
    "/clients/{id}/",
    "/clients/{id}/edit/",
    "/clients/{id}/members/",
    "/clients/{id}/log/",
    "/account/",
    "/account/password/change/",
    "/account/logout/",
)


@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [
        ("en", 1280, "light"),
        ("fa", 1280, "dark"),
        ("en", 320, "dark"),
        ("fa", 320, "light"),
        ("ka", 320, "light"),
    ],
)
def test_pages_are_accessible_and_fit(
    opens: Opens, owner: Any, client_file: ClientFile, language: str, width: int, scheme: Any
) -> None:
    page = opens(owner, language=language, width=width, color_scheme=scheme).new_page()
    wrong: dict[str, object] = {}
    for address in PAGES:
        page.goto(address.format(id=client_file.pk))
        found = violations(page)
        if found or overflow(page):
            wrong[address] = (found, overflow(page))
    assert wrong == {}


@pytest.mark.parametrize("width", [1280, 320])
def test_signing_in_is_accessible_and_fits(
    opens: Opens, transactional_db: None, width: int
) -> None:
    page = opens(None, width=width).new_page()
    page.goto("/account/login/")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_focused()
    assert violations(page) == []
    assert overflow(page) == 0


def test_axe_sees_what_is_wrong(opens: Opens, owner: Any) -> None:
    page = opens(owner).new_page()
    page.set_content("<html><body><img src='/static/icon.svg'><input></body></html>")
    assert {line.split(":")[0] for line in violations(page)} >= {
        "image-alt",
        "label",
        "html-has-lang",
    }


def test_the_menu_opens_on_a_narrow_window(opens: Opens, owner: Any) -> None:
    page = opens(owner, width=390).new_page()
    page.goto("/")
    expect(page.get_by_role("link", name="Client files", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    assert violations(page) == []
    page.get_by_role("link", name="Client files", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Client files")

"""Signing in in a real browser: an app, a passkey, and a session that ends while somebody types."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings

from pe_wizard.clients.models import ClientFile
from tests.browser.conftest import PASSWORD, Opens, overflow, violations

INDEX = "/account/second-factor/"


def sign_in(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name").fill("nino")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def show_that_it_is_you(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def code_of(secret: str) -> str:
    """What the app shows now."""
    left = 30 - time.time() % 30
    if left < 12:  # a code must still be good when a slow machine sends it
        time.sleep(left + 0.5)
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def with_authenticator(page: Page) -> None:
    """A device that has passkeys and says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


def test_an_app_is_set_up_and_its_code_asked_for(opens: Opens, owner: Any) -> None:
    page = opens(None).new_page()
    sign_in(page)
    page.goto(INDEX)
    page.get_by_role("link", name="Set up an app").click()
    if page.get_by_role("heading", level=1).inner_text() == "Is it you?":
        show_that_it_is_you(page)
    square = page.locator("img.qr")
    expect(square).to_be_visible()
    expect(square).to_have_js_property("complete", True)
    assert square.evaluate("image => image.naturalWidth > 100")
    secret = page.locator("main code").inner_text()
    page.get_by_label("Code that the app shows").fill(code_of(secret))
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    recovery = page.locator(".codes code").first.inner_text()
    page.get_by_role("button", name="Sign out").click()
    sign_in(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second factor")
    page.get_by_label("Code", exact=True).fill(recovery)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Desk")


def test_a_passkey_is_added_and_signs_in_with_and_without_a_password(
    opens: Opens, owner: Any
) -> None:
    page = opens(None).new_page()
    with_authenticator(page)
    sign_in(page)
    page.goto("/account/second-factor/webauthn/add/")
    if page.get_by_role("heading", level=1).inner_text() == "Is it you?":
        show_that_it_is_you(page)
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_label("Sign in with it alone").check()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    page.goto("/account/second-factor/webauthn/")
    expect(page.locator("main .items")).to_contain_text("My phone")
    page.get_by_role("button", name="Sign out").click()

    sign_in(page)  # as second factor
    expect(page.get_by_role("heading", level=1)).to_have_text("Second factor")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Desk")
    page.get_by_role("button", name="Sign out").click()

    page.goto("/account/login/?next=/clients/")  # in place of the password
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Client files")


def test_a_browser_without_a_passkey_says_what_is_wrong(opens: Opens, owner: Any) -> None:
    page = opens(None).new_page()
    page.goto("/account/login/")
    page.evaluate(
        "() => { navigator.credentials.get = () => Promise.reject(new Error('nothing chosen')) }"
    )
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#passkey-failed")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_pages_of_the_second_factor_are_for_everybody(
    opens: Opens, owner: Any, language: str, width: int
) -> None:
    page = opens(owner, language=language, width=width).new_page()
    for address in (INDEX, "/account/sessions/", "/account/reauthenticate/"):
        page.goto(address)
        assert violations(page) == []
        assert overflow(page) == 0


# ---- a session that ends


@pytest.fixture
def typing(opens: Opens, owner: Any, settings: Settings) -> tuple[BrowserContext, Page]:
    """Somebody has typed a new client file; it ends eight seconds after the last request."""
    settings.SESSION_IDLE_SECONDS = 8
    context = opens(owner)
    page = context.new_page()
    page.goto("/clients/new/")
    page.get_by_label("Reference").fill("Client 0042")
    page.get_by_label("Name of the enterprise").fill("Engineering")
    page.get_by_label("State of residence").select_option(label="Iran")
    return context, page


def test_before_the_end_one_press_goes_on(typing: tuple[BrowserContext, Page]) -> None:
    _, page = typing
    stay = page.get_by_role("button", name="Stay signed in")
    expect(stay).to_be_visible(timeout=9_000)
    assert violations(page) == []
    stay.click()
    expect(stay).to_be_hidden()
    page.wait_for_timeout(3_000)
    page.get_by_role("button", name="Open the file").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Engineering")


def test_after_the_end_what_was_typed_is_sent_after_signing_in_elsewhere(
    typing: tuple[BrowserContext, Page], settings: Settings
) -> None:
    context, page = typing
    link = page.get_by_role("link", name="Sign in in another tab")
    expect(link).to_be_visible(timeout=15_000)
    settings.SESSION_IDLE_SECONDS = 3_600
    with context.expect_page() as opened:
        link.click()
    other = opened.value
    sign_in(other)
    expect(other.get_by_role("heading", level=1)).to_have_text("Desk")
    other.close()
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#session-ends")).to_be_hidden()
    expect(page.get_by_label("Reference")).to_have_value("Client 0042")
    page.get_by_role("button", name="Open the file").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Engineering")
    assert ClientFile.objects.count() == 1


def test_without_scripts_it_is_offered_after_signing_in(
    opens: Opens, owner: Any, settings: Settings
) -> None:
    settings.SESSION_IDLE_SECONDS = 2
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto("/clients/new/")
    page.get_by_label("Reference").fill("Client 0042")
    page.get_by_label("Name of the enterprise").fill("Engineering")
    page.get_by_label("State of residence").select_option(label="Iran")
    page.wait_for_timeout(3_500)
    page.get_by_role("button", name="Open the file").click()
    expect(page.get_by_role("status")).to_contain_text("What you sent is kept")
    settings.SESSION_IDLE_SECONDS = 3_600
    page.get_by_label("Name").fill("nino")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What you typed is still here")
    page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Engineering")

"""Debian's Chromium for Playwright, with nothing fetched and nothing in the background.

For tests: ``opens`` gives a browser in which someone is signed in, ``violations`` runs axe on it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

# Playwright runs an event loop in this thread; Django would refuse its database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# axe leaves out `target-size` unless WCAG 2.2 is asked for by name.
AXE_OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
LOCALES = {"en": "en-GB", "fa": "fa-IR", "ka": "ka-GE"}
PASSWORD = "a long one: 7f3k"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        pytest.fail("Chromium is missing: `make browser` installs it, or apt-get install chromium")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(ARGUMENTS)}


@pytest.fixture
def owner(transactional_db: None) -> Any:
    """The adviser in front of the browser."""
    cache.clear()
    return get_user_model().objects.create_user(
        username="nino", first_name="Nino", last_name="Kapanadze", password=PASSWORD
    )


Opens = Callable[..., BrowserContext]


@pytest.fixture
def opens(browser: Browser, live_server: Any) -> Iterator[Opens]:
    """A browser for a person: opens(user, language="fa", width=390); user None: not signed in.

    Whatever it requests from elsewhere, and whatever the browser complains about, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(live_server.url)
                else complaints.append(f"a request to {request.url}")
            ),
        )

    def opened(
        user: Any, *, language: str = "en", width: int = 1280, **more: Any
    ) -> BrowserContext:
        context = browser.new_context(
            base_url=live_server.url,
            locale=LOCALES[language],
            viewport={"width": width, "height": 900},
            **more,
        )
        context.on("page", watch)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies(
                [{"name": name, "value": client.cookies[name].value, "url": live_server.url}]
            )
        return context

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it stands, one line each."""
    found = Axe().run(page, options=AXE_OPTIONS).response["violations"]
    return [
        f"{violation['id']}: {node['target']} {node['html'][:120]}"
        for violation in found
        for node in violation["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return max(width, 0)


def go_back(page: Page) -> None:
    """The browser's back button, pressed once the page has loaded, and what it leads to."""
    page.wait_for_load_state()
    with page.expect_navigation():
        page.evaluate("setTimeout(() => history.back())")

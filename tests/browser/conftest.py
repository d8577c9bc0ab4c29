"""Debian's Chromium for Playwright, with nothing fetched and nothing in the background."""

import os
import shutil
from typing import Any

import pytest

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


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        pytest.fail("Chromium is missing: `make browser` installs it, or apt-get install chromium")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(ARGUMENTS)}

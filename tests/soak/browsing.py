"""A browser without a screen over HTTP: cookies, the token of forms, redirects, one connection."""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.web.wizard_pages import Page, Walk


class NoAnswer(Exception):
    """The connection broke: whether the request was done is not known."""


@dataclass
class Answer:
    """What came back; the names are those of Django's test client, so that `Walk` can use it."""

    status_code: int
    headers: dict[str, str]
    content: bytes
    redirect_chain: list[tuple[str, int]] = field(default_factory=list)
    seconds: float = 0.0

    def __getitem__(self, name: str) -> str:
        return self.headers[name.lower()]


class Browser:
    """One person at one browser."""

    def __init__(self, port: int, timeout: float = 60, opened: list[Browser] | None = None) -> None:
        self.port, self.timeout = port, timeout
        self.opened = opened if opened is not None else []  # by whom all are closed in the end
        self.opened.append(self)
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def get(self, url: str, *, follow: bool = False) -> Answer:
        """GET, with redirects followed where asked for."""
        answer = self._request("GET", url)
        chain: list[tuple[str, int]] = []
        while follow and answer.status_code in (301, 302, 303) and len(chain) < 10:
            chain.append((answer["Location"], answer.status_code))
            answer = self._request("GET", answer["Location"])
        answer.redirect_chain = chain
        return answer

    def post(self, url: str, data: dict[str, Any] | None = None) -> Answer:
        """POST as a form of the site does."""
        return self._request("POST", url, urlencode(data or {}, doseq=True).encode())

    def sign_in(self, username: str, password: str) -> None:
        """Through the form."""
        self.get("/account/login/")
        answer = self.post("/account/login/", {"login": username, "password": password})
        if answer.status_code != 302:
            raise RuntimeError(f"{username} cannot sign in: {answer.status_code}")

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _request(self, method: str, url: str, body: bytes | None = None) -> Answer:
        parts = urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        began = time.perf_counter()
        for fresh in (False, True):
            kept = self._connection is not None
            try:
                answer = self._once(method, path, body, headers)
            except (http.client.HTTPException, OSError) as error:
                self.close()
                # A kept connection that the server had closed: nothing was sent that it read.
                closed = isinstance(error, http.client.RemoteDisconnected | ConnectionError)
                if fresh or not (kept and closed and method == "GET"):
                    raise NoAnswer(f"{method} {path}: {error!r}") from None
                continue
            break
        answer.seconds = time.perf_counter() - began
        return answer

    def _once(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=self.timeout
            )
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        content = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(cookie).items():
                self.cookies[name] = morsel.value
        lowered = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close:
            self.close()
        return Answer(response.status, lowered, content)


def signed_in(site: Any, key: str) -> Browser:
    """A browser of somebody of the seeded cast."""
    browser = Browser(site.port, opened=site.browsers)
    person = site.seeded["users"][key]
    browser.sign_in(person["username"], person["password"])
    return browser


def again(browser: Browser) -> Browser:
    """Another window of the same browser: the same session, a connection of its own."""
    window = Browser(browser.port, browser.timeout, browser.opened)
    window.cookies = dict(browser.cookies)
    return window


class Writing(Walk):
    """Saves of one text on one page of a draft; `seconds` of the last one."""

    def __init__(self, browser: Browser, draft_id: str, step: str, path: str) -> None:
        super().__init__(browser, draft_id)  # type: ignore[arg-type]  # the same few methods
        self.step, self.path = step, path
        self.page: Page | None = None
        self.seconds = 0.0

    def save(self, text: str) -> int:
        """The status of the answer to saving this text; 303 says that it was saved, anything else
        that it was refused or that the page could not be opened. Raises NoAnswer."""
        page = self.page
        if page is None:
            shown = self.client.get(self.url(self.step), follow=True)
            if shown.status_code != 200:
                return shown.status_code
            page = Page(self, self.url(self.step), shown.content.decode())
        self.page = None
        page.fill(self.path, text)
        answer = self.client.post(page.action, {**page.values, "go": "stay"})
        self.seconds = answer.seconds  # type: ignore[attr-defined]
        return int(answer.status_code)

    def stored(self) -> str:
        """The text as the page shows it."""
        return self.open(self.step).values[self.path][0]


def facts_of(browser: Browser, draft_id: str) -> dict[str, Any]:
    """The facts document of a draft as it is handed out."""
    document: dict[str, Any] = json.loads(browser.get(f"/drafts/{draft_id}/facts.json").content)
    return document

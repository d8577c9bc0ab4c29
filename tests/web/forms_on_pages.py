"""What tests of hostile input share: every page that links lead to, and every form on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-z]*\d+\b|\[[^\]]*\]")
TYPED = ("text", "search", "email", "number", "password", "url", "tel", "")


def kind(text: str) -> str:
    """An address or a name of a field without its ids: alike for forms that are alike."""
    return ID.sub("*", text)


@dataclass
class Form:
    """A form as a browser would send it, and the names of its fields that people type into."""

    page: str
    action: str
    method: str
    values: list[tuple[str, str]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def filled(self, **changes: str) -> dict[str, list[str]]:
        """What is sent when nothing is changed but these."""
        data: dict[str, list[str]] = {}
        for name, value in self.values:
            data.setdefault(name, []).append(value)
        return data | {name: [value] for name, value in changes.items()}


class Reader(HTMLParser):
    """The forms and the links of a page."""

    def __init__(self, page: str, html: str) -> None:
        super().__init__()
        self.page = page
        self.links: list[str] = []
        self.forms: dict[str, Form] = {}
        self.live: list[str] = []
        self._form: str | None = None
        self._select: tuple[str | None, str] | None = None
        self._chosen: str | None = None
        self._area: tuple[str | None, str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        name = at.get("name", "")
        if tag == "a" and "href" in at:
            self.links.append(urljoin(self.page, at["href"]))
        elif tag == "form":
            self._form = at.get("id") or f"form {len(self.forms)}"
            known = self.forms.setdefault(self._form, Form(self.page, "", ""))
            known.action = urljoin(self.page, at.get("action") or self.page)
            known.method = at.get("method", "get").lower()
        elif tag == "input" and name:
            self._input(at.get("form") or self._form, at)
        elif tag == "select" and name:
            self._select, self._chosen = (at.get("form") or self._form, name), None
        elif tag == "option" and self._select and (self._chosen is None or "selected" in at):
            self._chosen = at.get("value", "")
        elif tag == "textarea" and name:
            self._area = (at.get("form") or self._form, name)
            self._add(self._area[0], name, "", typed=True)
        if any(one.startswith("on") for one in at) or (tag == "script" and "src" not in at):
            self.live.append(self.get_starttag_text() or tag)

    def _input(self, form: str | None, at: dict[str, str]) -> None:
        name, what = at["name"], at.get("type", "")
        if what == "file" and form:
            self.forms.setdefault(form, Form(self.page, "", "")).files.append(name)
        elif what in ("radio", "checkbox"):
            if "checked" in at:
                self._add(form, name, at.get("value", "on"))
        elif what not in ("submit", "button", "reset", "file"):
            self._add(form, name, at.get("value", ""), typed=what in TYPED)

    def _add(self, form: str | None, name: str, value: str, *, typed: bool = False) -> None:
        if form is None:
            return
        known = self.forms.setdefault(form, Form(self.page, "", ""))
        known.values.append((name, value))
        if typed and name not in known.typed:
            known.typed.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            self._add(self._select[0], self._select[1], self._chosen or "")
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area and self._area[0] in self.forms:
            values = self.forms[self._area[0]].values
            values[-1] = (values[-1][0], values[-1][1] + data.removeprefix("\n"))


def pages(client: Client, start: tuple[str, ...] = ("/",)) -> Iterator[tuple[str, Any, Reader]]:
    """Every page that links lead to from there, one of each kind: address, answer, forms."""
    waiting, seen = list(start), set()
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        if parts.netloc not in ("", "testserver") or kind(parts.path) in seen:
            continue
        seen.add(kind(parts.path))
        response = client.get(parts.path, follow=True)
        if "text/html" not in response.get("Content-Type", ""):
            continue
        reader = Reader(parts.path, response.content.decode())
        yield parts.path, response, reader
        waiting += reader.links

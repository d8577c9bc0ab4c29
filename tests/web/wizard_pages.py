"""A browser without a screen: reads the form of a wizard page, fills it by facts paths, sends it.

Nothing is sent that is not on the page: a field that the page does not show cannot be filled.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

FORM = "step-form"


class _Reader(HTMLParser):
    """Collects the controls of one form, wherever on the page they stand."""

    def __init__(self, form: str) -> None:
        super().__init__(convert_charrefs=True)
        self.form = form
        self.inside = False
        self.action = ""
        self.values: dict[str, list[str]] = {}
        self.names: set[str] = set()
        self.choices: dict[str, list[str]] = {}
        self.buttons: list[tuple[str, str]] = []
        self.text: list[str] = []
        self._select = ""
        self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value if value is not None else "" for name, value in attrs}
        if tag == "form":
            self.inside = at.get("id") == self.form
            if self.inside:
                self.action = at.get("action", "")
        mine = at.get("form", self.form if self.inside else "") == self.form
        name = at.get("name", "")
        if tag == "button" and mine and name:
            self.buttons.append((name, at.get("value", "")))
        if not mine or not name:
            return
        if tag == "input":
            self._input(name, at)
        elif tag == "select":
            self._select = name
            self.names.add(name)
            self.choices[name] = []
        elif tag == "textarea":
            self._area = name
            self.names.add(name)
            self.values[name] = [""]

    def _input(self, name: str, at: dict[str, str]) -> None:
        kind = at.get("type", "text")
        self.names.add(name)
        if kind in ("radio", "checkbox"):
            self.choices.setdefault(name, []).append(at.get("value", "on"))
            if "checked" in at:
                self.values.setdefault(name, []).append(at.get("value", "on"))
        elif kind != "submit":
            self.values.setdefault(name, []).append(at.get("value", ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            if self._select and self._select not in self.values and self.choices[self._select]:
                self.values[self._select] = [self.choices[self._select][0]]
            self._select = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._area:
            self.values[self._area] = [self.values[self._area][0] + data.removeprefix("\n")]

    def option(self, at: dict[str, str]) -> None:
        self.choices[self._select].append(at.get("value", ""))
        if "selected" in at:
            self.values[self._select] = [at.get("value", "")]


class _WithOptions(_Reader):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "option" and self._select:
            self.option({name: value or "" for name, value in attrs})
            return
        super().handle_starttag(tag, attrs)


class Page:
    """One page of the wizard as a browser without scripts has it."""

    def __init__(self, walk: Walk, url: str, html: str) -> None:
        self.walk, self.url, self.html = walk, url, html
        reader = _WithOptions(FORM)
        reader.feed(html)
        self.values, self.names, self.choices = reader.values, reader.names, reader.choices
        self.buttons = reader.buttons
        self.action = reader.action or urlsplit(url).path
        self.text = " ".join(" ".join(reader.text).split())

    @property
    def step(self) -> str:
        """The key of the step."""
        return urlsplit(self.url).path.rstrip("/").rpartition("/")[2]

    def has(self, name: str) -> bool:
        """Whether the page shows a field of that name."""
        return name in self.names

    def fill(self, name: str, value: str | list[str]) -> Page:
        """Type or choose; KeyError for a field that the page does not show."""
        if name not in self.names:
            raise KeyError(f"{name} is not on the page {self.url}")
        values = value if isinstance(value, list) else [value]
        if name in self.choices and not set(values) <= set(self.choices[name]):
            raise KeyError(f"{values} is no choice of {name}: {self.choices[name]}")
        self.values[name] = values
        return self

    def press(self, name: str, value: str) -> Page:
        """Press a button of the form; KeyError when there is none."""
        if (name, value) not in self.buttons:
            raise KeyError(f"no button {name}={value} among {self.buttons}")
        return self.walk.send(self.action, {**self.values, name: [value]})

    def save(self) -> Page:
        """Save and stay."""
        return self.press("go", "stay")

    def next(self) -> Page:
        """Save and continue."""
        return self.press("go", "next")

    def do(self, start: str) -> Page:
        """Press the button whose action begins so."""
        found = [value for name, value in self.buttons if name == "do" and value.startswith(start)]
        if not found:
            raise KeyError(f"no button that does {start!r} among {self.buttons}")
        return self.press("do", found[0])


class Walk:
    """One adviser on one draft."""

    def __init__(self, client: Client, draft_id: Any) -> None:
        self.client, self.draft_id = client, draft_id

    def url(self, step: str = "") -> str:
        return f"/drafts/{self.draft_id}/{step}/" if step else f"/drafts/{self.draft_id}/"

    def open(self, step: str = "") -> Page:
        """The page of a step, redirects followed."""
        return self.get(self.url(step))

    def get(self, url: str) -> Page:
        response = self.client.get(url, follow=True)
        assert response.status_code == 200, (url, response.status_code)
        last = response.redirect_chain[-1][0] if response.redirect_chain else url
        return Page(self, last, response.content.decode())

    def send(self, url: str, data: dict[str, list[str]]) -> Page:
        response = self.client.post(url, data)
        assert response.status_code == 303, (url, response.status_code)
        return self.get(response["Location"])

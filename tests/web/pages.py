"""What tests of pages share: reading a page for its ids, its references and its text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Page(HTMLParser):
    """The ids, the local references and the visible text of a page."""

    def __init__(self, content: bytes | str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.texts: list[str] = []
        self._hidden = 0
        self.feed(content.decode() if isinstance(content, bytes) else content)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        those = dict(attributes)
        if those.get("id"):
            self.ids.append(str(those["id"]))
        if (those.get("href") or "").startswith("#"):
            self.references.append(str(those["href"])[1:])
        for name in ("aria-labelledby", "aria-describedby", "for"):
            self.references += (those.get(name) or "").split()
        if tag in ("script", "style"):
            self._hidden += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """Everything that can be read, with single blanks."""
        return " ".join(" ".join(self.texts).split())

    def broken(self) -> list[str]:
        """Local references to nothing, and ids that come twice."""
        lost = [f"#{one}" for one in self.references if one not in self.ids]
        twice = sorted({one for one in self.ids if self.ids.count(one) > 1})
        return [*lost, *twice]


def page(response: Any) -> Page:
    """The page of a response that must be fine."""
    assert response.status_code == 200, response.status_code
    return Page(response.content)

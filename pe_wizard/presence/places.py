"""Where a stay belongs: the engagements of a draft, by id, by project and by name."""

from __future__ import annotations

from pe_wizard.assessments.documents import Document, items
from pe_wizard.assessments.shown import called
from pe_wizard.text import fold


class Named:
    """Items of a list, found by any of the texts that people know them by."""

    def __init__(self, document: Document, list_name: str, keys: tuple[str, ...]) -> None:
        those = items(document, list_name)
        self._list_name = list_name
        self._ids: dict[str, dict[str, None]] = {}
        self._said: dict[str, list[str]] = {}
        self.items = {one["id"]: one for one in those if isinstance(one.get("id"), str)}
        for identity, one in self.items.items():
            said = [text for key in keys if isinstance(text := one.get(key), str) and text]
            self._said[identity] = said
            for text in said:
                self._ids.setdefault(fold(text), {})[identity] = None
        for identity in self.items:
            self._ids.setdefault(fold(identity), {identity: None})

    def found(self, text: str) -> list[str]:
        """The ids that the text may mean."""
        return list(self._ids.get(fold(text), ()))

    def written(self, identity: str) -> str:
        """A text by which exactly this item is found again; its first one where there is none."""
        said = [*self._said.get(identity, ()), identity]
        return next((text for text in said if self.found(text) == [identity]), said[0])

    def shown(self, identity: str) -> str:
        """The text by which people know it; what stands for it until it has one."""
        said = self._said.get(identity)
        return said[0] if said else called(self.items.get(identity, {}), self._list_name)


def engagements(document: Document) -> Named:
    """The engagements of a draft: project, then name."""
    return Named(document, "services", ("project", "name"))


def enterprises(document: Document) -> Named:
    """The related enterprises of a draft."""
    return Named(document, "related_enterprises", ("name",))

"""The storage of the wizard: the row of a draft, never the session.

A step's data is read from the answers and written as one conditional update; a page that is only
looked at writes nothing. The wizard's notion of a current step is that of the address.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from formtools.wizard.storage.base import BaseStorage


class DraftStorage(BaseStorage):
    """Reads and writes through the view, which has loaded the draft for this adviser."""

    def __init__(
        self, prefix: str, request: HttpRequest | None = None, file_storage: Any = None
    ) -> None:
        super().__init__(prefix, request, file_storage)
        self.init_data()
        self.work: Any = getattr(request, "wizard_work", None)

    def reset(self) -> None:
        """Nothing is ever thrown away here: a draft is discarded by a request of its own."""

    def get_step_data(self, step: str | None) -> MultiValueDict | None:
        """The answers of a step as its form would send them, and what was typed over them."""
        found: MultiValueDict | None = self.work.raw(step) if step else None
        return found

    def set_step_data(self, step: str, cleaned_data: Any) -> None:
        """Save the form of a step."""
        self.work.save(step, cleaned_data)

    def get_step_files(self, step: str) -> None:
        """There are no files."""

    def set_step_files(self, step: str, files: Any) -> None:
        """There are no files."""

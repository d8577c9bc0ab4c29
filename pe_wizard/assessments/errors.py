"""Why something cannot be done with a draft or a version; each says what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404

if TYPE_CHECKING:
    from pe_wizard.assessments.models import Draft, Version
    from pe_wizard.assessments.problems import Problem


class NotVisible(Http404):
    """There is nothing of that id in a client file that this adviser may see."""


class NotAllowed(PermissionDenied):
    """The adviser may see the client file and not change what is in it."""


class AssessmentError(Exception):
    """Root of what a page answers with words of its own."""


class NotOpen(AssessmentError):
    """The draft is completed (`version` is what came of it) or discarded (`version` is None)."""

    def __init__(self, draft: Draft, version: Version | None) -> None:
        super().__init__(f"The draft {draft.pk} is {draft.status}; nothing in it changes any more.")
        self.draft = draft
        self.version = version


class SectionMoved(AssessmentError):
    """Someone else saved the section after the form was opened, or the item is no longer there.

    `draft` is the draft as it stands and `theirs` its document; `saved_by` (a name) and `saved_at`
    say who saved the section last and when, as far as that is known.
    """

    def __init__(
        self, section: str, draft: Draft, saved_by: str = "", saved_at: datetime | None = None
    ) -> None:
        super().__init__(f"The section {section} was saved by someone else meanwhile.")
        self.section = section
        self.draft = draft
        self.saved_by = saved_by
        self.saved_at = saved_at

    @property
    def theirs(self) -> dict[str, Any]:
        """The facts document as it stands."""
        document: dict[str, Any] = self.draft.document
        return document


class ItemGone(AssessmentError):
    """The item is not, or no longer, in the list; it may be among the removed ones."""

    def __init__(self, list_name: str, item_id: str) -> None:
        super().__init__(f"There is no item {item_id} in {list_name}.")
        self.list_name = list_name
        self.item_id = item_id


class TooBusy(AssessmentError):
    """Others saved so often that this save found no gap: sending it again helps."""


class NotReady(AssessmentError):
    """The draft cannot be completed yet; `problems` say what stands in the way."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{one.path}: {one.text}" for one in problems))
        self.problems = tuple(problems)


class DraftMoved(AssessmentError):
    """The draft was saved after the page was opened from which it was to be completed."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(f"The draft {draft.pk} is at revision {draft.revision} now.")
        self.draft = draft


class UnknownChoice(AssessmentError):
    """A treaty, State, reading, option or path that does not exist there; `what` names it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no {what}.")
        self.what = what

"""A completed version or an open draft, as what a page starts from that works on its facts.

Such pages come in pairs, one for versions and one for drafts, and write nothing to either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from pe_wizard.assessments.access import Methods, Right, on_draft, on_version
from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import Standing, standing
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import rights
from treaties import Treaty

View = Callable[..., HttpResponse]
Instead = Callable[[HttpRequest, Version | Draft], HttpResponse | None]


@dataclass(frozen=True)
class Basis:
    """One of the two, with its facts under its own treaty file. `number` is that of a version.

    `stands` holds the facts of the conclusion; `answers` every answer given for it, those that its
    own treaty does not use among them: another treaty may.
    """

    of: str  # "version" or "draft"
    id: UUID
    client_file: ClientFile
    stands: Standing
    answers: Standing
    reasons: Mapping[str, str]
    number: int | None = None

    @property
    def treaty(self) -> Treaty:
        """The treaty file that the version was completed under, or that the draft keeps."""
        return self.stands.treaty

    @property
    def document(self) -> Document | None:
        """The facts of the conclusion; without what cannot be read, None where nothing can."""
        return _read(self.stands)

    @property
    def all_answers(self) -> Document | None:
        """Every answer; without what cannot be read, None where nothing can."""
        return _read(self.answers)

    @property
    def may_edit(self) -> bool:
        """Whether the adviser for whom the client file was read may change what is in it."""
        return Right.EDIT in rights(self.client_file)

    @property
    def conclusion_url(self) -> str:
        """The page of its conclusion."""
        name = "version" if self.of == "version" else "draft_conclusion"
        return reverse(f"assessments:{name}", args=[self.id])


def _read(stands: Standing) -> Document | None:
    return None if stands.facts is None else stands.facts.document


def of_version(version: Version) -> Basis:
    """The facts of a version, as it was completed, and the answers of the draft it was made of."""
    reasons = {
        one["path"].removeprefix("readings."): one["reason"]
        for one in version.questions
        if one.get("reason")
    }
    treaty = version.treaty_file.load()
    answers = Draft.objects.values_list("document", flat=True).get(pk=version.draft_id)
    return Basis(
        of="version",
        id=version.pk,
        client_file=version.client_file,
        stands=Standing(treaty, version.facts),
        answers=Standing(treaty, answers),
        reasons=reasons,
        number=version.number,
    )


def of_draft(draft: Draft) -> Basis:
    """The answers of a draft so far, those that its own treaty does not use among them."""
    stands = standing(draft)
    return Basis(
        of="draft",
        id=draft.pk,
        client_file=draft.assessment.client_file,
        stands=stands,
        answers=stands,
        reasons=draft.reasons,
    )


def on_basis(
    right: Right = Right.SEE, methods: Methods = Methods.READ, instead: Instead | None = None
) -> Callable[[View], tuple[View, View]]:
    """Two views of one: for the version and for the draft of an address.

    Without the right 403, as everywhere. A draft that was completed leads to the same page of its
    version; a discarded one has none. `instead` may answer before the facts are worked on.
    """

    def decorate(view: View) -> tuple[View, View]:
        @on_version(right, methods)
        @wraps(view)
        def from_version(request: HttpRequest, version: Version, **rest: Any) -> HttpResponse:
            other = instead(request, version) if instead else None
            return other or view(request, of_version(version), **rest)

        @on_draft(right, methods)
        @wraps(view)
        def from_draft(request: HttpRequest, draft: Draft, **rest: Any) -> HttpResponse:
            if draft.status == Draft.Status.COMPLETED:
                assert request.resolver_match is not None
                name = request.resolver_match.view_name.replace("draft_", "version_")
                return redirect(name, draft.version.pk)
            if not draft.is_open:
                raise Http404("A discarded draft is no basis for anything.")
            other = instead(request, draft) if instead else None
            return other or view(request, of_draft(draft), **rest)

        return from_version, from_draft

    return decorate

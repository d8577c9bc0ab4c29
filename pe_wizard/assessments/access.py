"""The doors of pages about one draft or one version: what is not in a client file that the adviser
may see does not exist (404, whatever the method); see pe_wizard.clients.access.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments.selectors import draft_for, version_for
from pe_wizard.clients.access import Methods, Right
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import rights

__all__ = ["Methods", "Right", "on_draft", "on_version"]

View = Callable[..., HttpResponse]


def on_draft(right: Right, methods: Methods = Methods.READ) -> Callable[[View], View]:
    """Give the view the draft of the address instead of `draft_id`; 404, then 405, then 403."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, draft_id: UUID, **rest: Any) -> HttpResponse:
            draft = draft_for(adviser(request), draft_id)
            refused = _refused(request, draft.assessment.client_file, right, methods)
            return refused or view(request, draft, **rest)

        return guarded

    return decorate


def on_version(right: Right, methods: Methods = Methods.READ) -> Callable[[View], View]:
    """Give the view the version of the address instead of `version_id`; 404, then 405, then 403."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, version_id: UUID, **rest: Any) -> HttpResponse:
            version = version_for(adviser(request), version_id)
            refused = _refused(request, version.client_file, right, methods)
            return refused or view(request, version, **rest)

        return guarded

    return decorate


def _refused(
    request: HttpRequest, client_file: ClientFile, right: Right, methods: Methods
) -> HttpResponse | None:
    if request.method not in methods.value:
        return HttpResponseNotAllowed(methods.value)
    if right not in rights(client_file):
        raise PermissionDenied
    return None

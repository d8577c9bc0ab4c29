"""The doors of pages about one draft or one version: what is not in a client file that the adviser
may see does not exist (404, whatever the method); see pe_wizard.clients.access.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import receipts
from pe_wizard.assessments.models import Version
from pe_wizard.assessments.selectors import draft_for, version_for
from pe_wizard.clients.access import Methods, Right
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import rights

__all__ = ["Methods", "Right", "damaged", "on_draft", "on_version"]

log = logging.getLogger("pe_wizard.assessments")

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
    """Give the view the version of the address instead of `version_id`; 404, then 405, then 403.

    A version that does not match its receipt is given to no view: a page says so (409).
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, version_id: UUID, **rest: Any) -> HttpResponse:
            version = version_for(adviser(request), version_id)
            refused = _refused(request, version.client_file, right, methods)
            return refused or damaged(request, version) or view(request, version, **rest)

        return guarded

    return decorate


def damaged(request: HttpRequest, version: Version) -> HttpResponse | None:
    """The page that stands in place of a damaged version and everything made from it."""
    found = receipts.damage(version)
    if not found:
        return None
    log.error("version %s does not match its receipt: %s", version.pk, ", ".join(found))
    context = {"completed": version, "client_file": version.client_file, "found": found}
    return render(request, "assessments/damaged.html", context, status=409)


def _refused(
    request: HttpRequest, client_file: ClientFile, right: Right, methods: Methods
) -> HttpResponse | None:
    if request.method not in methods.value:
        return HttpResponseNotAllowed(methods.value)
    if right not in rights(client_file):
        raise PermissionDenied
    return None

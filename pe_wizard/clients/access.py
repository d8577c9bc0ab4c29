"""What someone may do with a client file: the door that every page about a file goes through.

A file that is not shared with someone does not exist for that person: 404, whatever the method.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from pe_wizard.accounts.people import adviser
from pe_wizard.clients import selectors
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import Right

__all__ = ["Right", "on_client_file"]


class Methods(Enum):
    """Which requests a page answers."""

    READ = ("GET", "HEAD")
    FORM = ("GET", "HEAD", "POST")
    ACT = ("POST",)


def on_client_file(
    right: Right, methods: Methods = Methods.READ
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Give the view the client file of the address instead of its id.

    404 when there is none for this adviser, then 405 for a method that is not meant, then 403 when
    the adviser may see the file and not do this.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, client_file_id: UUID, **rest: Any) -> HttpResponse:
            client_file: ClientFile = selectors.client_file_for(adviser(request), client_file_id)
            if request.method not in methods.value:
                return HttpResponseNotAllowed(methods.value)
            if right not in selectors.rights(client_file):
                raise PermissionDenied
            return view(request, client_file, **rest)

        return guarded

    return decorate

"""Who is asking, with the type that the database knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from pe_wizard.accounts.models import User


def adviser(request: HttpRequest) -> User:
    """The adviser who is signed in. Every page but those marked otherwise has one."""
    if not isinstance(request.user, User):
        raise TypeError("This view is open without signing in and must not ask who it is.")
    return request.user


def for_administrators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that does not exist for anybody but administrators: 404, whatever the method."""

    @wraps(view)
    def guarded(request: HttpRequest, **rest: Any) -> HttpResponse:
        if not adviser(request).is_administrator:
            raise Http404("Only administrators see this page.")
        return view(request, **rest)

    return guarded

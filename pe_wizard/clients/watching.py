"""What is seen from outside the pages: who looked at what, took what away, and was refused.

Every address that names something of a client file is watched, without a line in its view. Looking
at the same thing again is written once in LOOKED_AGAIN seconds, so that a page seldom writes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse

from pe_wizard.accounts.models import User
from pe_wizard.clients import events, subjects
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import seen_by
from pe_wizard.clients.whereabouts import coming_from

log = logging.getLogger("pe_wizard.events")

LOOKED_AGAIN = 15 * 60
KEPT = 10_000
REFUSALS = (403, 404)

_looked: OrderedDict[tuple[int, str, UUID], float] = OrderedDict()
_lock = threading.Lock()


def watch(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """The middleware; after the one that says who asks."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with coming_from(request):
            user = request.user  # before a page signs out
            response = get_response(request)
            if _needs_signing_in(request) and isinstance(user, User):
                try:
                    _note(request, response, user)
                except DatabaseError:
                    log.exception("an event could not be written: account %s", user.pk)
        return response

    return middleware


def _needs_signing_in(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and getattr(match.func, "login_required", True)


def _note(request: HttpRequest, response: HttpResponse, user: User) -> None:
    match = request.resolver_match
    assert match is not None
    what = request.path.rstrip("/").rpartition("/")[2]
    named = subjects.named_in(match.kwargs) or _asked_for(request)
    taken = response.status_code == 200 and response.get("Content-Disposition", "").startswith(
        "attachment"
    )
    if response.status_code in REFUSALS:
        _refused(match.view_name, response.status_code, named, user)
    elif taken and named is not None:
        _saw("downloaded", named, user, what=what)
    elif taken:
        events.record(client_file=None, actor=user, action="list.downloaded", what=what)
    elif named is not None and response.status_code == 200 and request.method in ("GET", "HEAD"):
        with _lock:
            last = _looked.get((user.pk, *named))
        if last is None or time.monotonic() - last > LOOKED_AGAIN:
            _saw("viewed", named, user)
            _remember((user.pk, *named))


def _asked_for(request: HttpRequest) -> tuple[str, UUID] | None:
    """The client file that a list is asked for: ?client=…"""
    try:
        return "client_file_id", UUID(request.GET.get("client", ""))
    except ValueError:
        return None


def _saw(how: str, named: tuple[str, UUID], user: User, **more: str) -> None:
    found = subjects.subject(*named)
    if found is not None:
        events.record(
            client_file=found.client_file,
            actor=user,
            action=f"{found.kind}.{how}",
            **found.details,
            **more,
        )


def _refused(view_name: str, status: int, named: tuple[str, UUID] | None, user: User) -> None:
    """A page that is not there for someone who sees the file is no refusal."""
    client_file = None
    if named is not None:
        found = subjects.subject(*named)
        client_file = found.client_file if found else None
    elif status == 404:
        return
    if client_file is not None and status == 404 and _sees(user, client_file):
        return
    events.record(
        client_file=client_file, actor=user, action="access.refused", what=view_name, status=status
    )


def _sees(user: User, client_file: ClientFile) -> bool:
    try:
        seen_by(user, client_file)
    except Http404:
        return False
    return True


def _remember(looked: tuple[int, str, UUID]) -> None:
    with _lock:
        _looked[looked] = time.monotonic()
        _looked.move_to_end(looked)
        while len(_looked) > KEPT:
            _looked.popitem(last=False)


def forget() -> None:
    """Forget who looked at what: for tests."""
    with _lock:
        _looked.clear()

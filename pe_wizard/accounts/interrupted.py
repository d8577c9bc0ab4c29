"""What was being sent when the session had ended: kept on the server until the same adviser has
signed in again, and then offered to be sent. It is never sent by itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.http import HttpRequest

from pe_wizard.accounts.models import User

KEY = "interrupted"
ENDED = "ended_for"  # in the session of a browser: whose session ended in it, by a limit of time
KEPT_SECONDS = 60 * 60
LARGEST = 1_000_000  # of a request, in bytes
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
NEVER_KEPT = "/account/"  # passwords and codes


@dataclass(frozen=True)
class Interrupted:
    """An address and the fields that were sent to it, in their order."""

    address: str
    fields: list[tuple[str, str]]


def keep(request: HttpRequest, user_pk: int) -> bool:
    """Keep what this request sends, for that adviser; whether it could be kept.

    To be called only after the request has shown its token: nobody else makes one keep anything.
    """
    if (
        request.content_type not in FORMS
        or request.FILES
        or request.path_info.startswith(NEVER_KEPT)
        or int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST
    ):
        return False
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    if any("\x00" in text for field in fields for text in field):
        return False
    request.session[KEY] = {
        "account": user_pk,
        "at": int(time.time()),
        "address": request.get_full_path(),
        "fields": fields,
    }
    return True


def kept(request: HttpRequest) -> Interrupted | None:
    """What is kept for whoever is signed in, for an hour."""
    found = request.session.get(KEY)
    if not found or not isinstance(request.user, User) or found["account"] != request.user.pk:
        return None
    if time.time() - found["at"] > KEPT_SECONDS:
        return None
    return Interrupted(found["address"], [(name, value) for name, value in found["fields"]])


def signed_in(request: HttpRequest, user: User) -> None:
    """Somebody has signed in: what was kept for anybody else is gone."""
    request.session.pop(ENDED, None)
    if request.session.get(KEY, {}).get("account") != user.pk:
        forget(request)


def forget(request: HttpRequest) -> None:
    """It was sent, or is not wanted."""
    request.session.pop(KEY, None)

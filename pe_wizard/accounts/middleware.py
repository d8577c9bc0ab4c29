"""How long a session lasts, and what must be done before anything else.

A session ends SESSION_IDLE_SECONDS after the last request and, whatever is done in it,
SESSION_ABSOLUTE_SECONDS after signing in. Page views write the session at most once a minute.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

SIGNED_IN_AT = "signed_in_at"
SEEN_AT = "seen_at"
WRITE_EVERY_SECONDS = 60

GetResponse = Callable[[HttpRequest], HttpResponse]

# Open to someone who still has a one-time password.
BEFORE_THE_PASSWORD_IS_CHANGED = frozenset(
    {"account_change_password", "account_logout", "set_language", "health"}
)


def session_limits(get_response: GetResponse) -> GetResponse:
    """Sign out where a limit has passed; the page asked for then leads to signing in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(time.time())
            began = request.session.get(SIGNED_IN_AT, now)
            seen = request.session.get(SEEN_AT, began)
            if (
                now - began > settings.SESSION_ABSOLUTE_SECONDS
                or now - seen > settings.SESSION_IDLE_SECONDS
            ):
                logout(request)
                messages.info(
                    request,
                    _("You were signed out because some time has passed. Saved answers are safe."),
                )
            elif now - seen >= min(WRITE_EVERY_SECONDS, settings.SESSION_IDLE_SECONDS / 4):
                request.session[SEEN_AT] = now
        return get_response(request)

    return middleware


def password_must_change(get_response: GetResponse) -> GetResponse:
    """Lead an adviser with a one-time password to the page that replaces it, from everywhere."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(
        request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        user = request.user
        match = request.resolver_match
        if not user.is_authenticated or not user.must_change_password or match is None:
            return None
        if match.url_name in BEFORE_THE_PASSWORD_IS_CHANGED:
            return None
        return redirect("account_change_password")

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware

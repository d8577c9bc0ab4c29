"""How long a session lasts, who must sign in, and what must be done before anything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from pe_wizard.accounts import interrupted, second_factor
from pe_wizard.accounts.models import User
from pe_wizard.accounts.sessions import SEEN_AT, SIGNED_IN_AT, seconds_left, should_be_noted

__all__ = ["SEEN_AT", "SIGNED_IN_AT"]  # also for those who test sessions

GetResponse = Callable[[HttpRequest], HttpResponse]

# They have to work without the database, and so without the session that is in it.
SIGNS_OF_LIFE = ("/healthz", "/health/")

# Open to someone who still has a one-time password.
BEFORE_THE_PASSWORD_IS_CHANGED = frozenset(
    {"account_change_password", "account_logout", "account_session", "set_language"}
)
# Open to someone who has to set up a second factor.
BEFORE_THERE_IS_A_SECOND_FACTOR = BEFORE_THE_PASSWORD_IS_CHANGED | {
    "account_reauthenticate",
    "account_totp_picture",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_index",
}


def session_limits(get_response: GetResponse) -> GetResponse:
    """Sign out where a limit has passed; the page asked for then leads to signing in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info not in SIGNS_OF_LIFE and request.user.is_authenticated:
            idle, absolute = seconds_left(request)
            asks_only = request.path_info == "/account/session/" and request.method != "POST"
            if idle < 0 or absolute < 0:
                account = request.user.pk
                logout(request)
                request.session[interrupted.ENDED] = account
            elif not asks_only and should_be_noted(idle):
                request.session[SEEN_AT] = int(time.time())
            if request.method == "POST" and _sends_again(request):
                interrupted.forget(request)
        return get_response(request)

    return middleware


def _sends_again(request: HttpRequest) -> bool:
    kept = interrupted.kept(request)
    return kept is not None and urlsplit(kept.address).path == request.path


class SignInRequired(LoginRequiredMiddleware):
    """Lead to signing in and back. What was being sent when a session ended is kept."""

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return None  # without asking who it is: a sign of life works without the database
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Any
    ) -> HttpResponse:
        ended = request.session.get(interrupted.ENDED)
        sends = request.method == "POST"
        if request.headers.get("HX-Request"):  # a part of a page: static/session.js says what to do
            return HttpResponse(status=401)
        if ended is not None and sends and interrupted.keep(request, ended):
            said = _(
                "You were signed out because some time has passed. What you sent is kept: sign in, "
                "and you can send it again."
            )
        elif ended is not None and sends:
            said = _(
                "You were signed out because some time has passed. What you sent last was not "
                "saved; everything before is safe."
            )
        elif ended is not None:
            said = _("You were signed out because some time has passed. Saved answers are safe.")
        elif sends:
            said = _("Please sign in first. What you sent was not saved.")
        else:
            return super().handle_no_permission(request, view_func)
        messages.info(request, said)
        return redirect_to_login(
            _page_of(request) if sends else request.get_full_path(),
            self.get_login_url(view_func),
            self.get_redirect_field_name(view_func),
        )


def _page_of(request: HttpRequest) -> str:
    """The page that a form was on: many addresses that are sent to show nothing by themselves."""
    referer = request.headers.get("referer", "")
    if url_has_allowed_host_and_scheme(
        referer, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        parts = urlsplit(referer)
        if not parts.path.startswith(settings.STATIC_URL):
            return parts.path + (f"?{parts.query}" if parts.query else "")
    return request.get_full_path()


def password_must_change(get_response: GetResponse) -> GetResponse:
    """Lead an adviser with a one-time password to the page that replaces it, from everywhere."""
    return _first(
        get_response,
        BEFORE_THE_PASSWORD_IS_CHANGED,
        lambda user: user.must_change_password,
        "account_change_password",
    )


def second_factor_must_be(get_response: GetResponse) -> GetResponse:
    """Lead whoever must have a second factor and has none to setting it up, from everywhere."""
    return _first(
        get_response,
        BEFORE_THERE_IS_A_SECOND_FACTOR,
        lambda user: second_factor.must_have(user) and not second_factor.has(user),
        "mfa_index",
    )


def _first(
    get_response: GetResponse,
    open_pages: frozenset[str],
    is_waiting: Callable[[User], bool],
    leads_to: str,
) -> GetResponse:
    """Middleware: whoever it is that waits for something sees the open pages and no other."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(
        request: HttpRequest, view: Any, args: object, kwargs: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.url_name in open_pages:
            return None
        if not getattr(view, "login_required", True):  # such as the signs of life
            return None
        user = request.user
        if not isinstance(user, User) or not is_waiting(user):
            return None
        return redirect(leads_to)

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware

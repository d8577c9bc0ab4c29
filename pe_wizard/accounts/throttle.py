"""How often a password may be tried, so that nobody guesses one and nobody is locked out.

A try counts against the network address it comes from, against the name at that address, and
against the name at all addresses together. Whoever goes on failing can therefore use up what others
have left for that name - but not in a browser in which its owner has signed in before: such a
browser carries a mark and counts by itself. Every limit is over when its time is.
"""

from __future__ import annotations

import hmac
import secrets

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from pe_wizard.accounts.models import User

KNOWN_FOR_SECONDS = 180 * 24 * 60 * 60


def count_a_try(request: HttpRequest, name: str) -> RateLimitUsage | None:
    """Count one try to sign in under a name, to be taken back when it succeeds; None: too many."""
    name = name.strip().lower()
    limits = settings.SIGN_IN_LIMITS
    mark = _mark(request, name)
    if mark:
        return _consume(request, limits["known_browser"], f"{name} in {mark}")
    here = _consume(request, limits["address"], f"{name} at {ratelimit.get_ip(request)}")
    everywhere = here and _consume(request, limits["name"], f"{name} anywhere")
    return here and everywhere and RateLimitUsage(usage=[*here.usage, *everywhere.usage])


def mark_the_browser(response: HttpResponse, user: User) -> None:
    """Remember in the browser that this adviser has signed in with it. The mark opens nothing."""
    mark = secrets.token_urlsafe(16)
    response.set_cookie(
        settings.BROWSER_COOKIE_NAME,
        f"{mark}.{_signature(mark, user.username.lower())}",
        max_age=KNOWN_FOR_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _mark(request: HttpRequest, name: str) -> str | None:
    """The mark of a browser in which somebody of this name has signed in."""
    mark, _, signature = request.COOKIES.get(settings.BROWSER_COOKIE_NAME, "").partition(".")
    known = hmac.compare_digest(signature.encode(), _signature(mark, name).encode())
    return mark if known else None


def _signature(mark: str, name: str) -> str:
    return salted_hmac("pe_wizard.known_browser", f"{mark}:{name}", algorithm="sha256").hexdigest()


def _consume(request: HttpRequest, limits: str, key: str) -> RateLimitUsage | None:
    return ratelimit.consume(
        request, app="allauth.account", action="sign_in", config={"sign_in": limits}, key=key
    )

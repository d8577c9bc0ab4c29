"""The language of a person: chosen on any page, remembered, and back at the next sign-in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from pe_wizard.accounts.models import User

CHOSEN = "language_chosen"  # in the session of someone who has not signed in yet


@login_not_required
@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """The language asked for, from now on; back to the page it was chosen on."""
    asked = request.POST.get("language", "")
    if asked in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            User.objects.filter(pk=request.user.pk).update(language=asked)
        else:
            request.session[CHOSEN] = asked
    return set_language(request)


def at_sign_in(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """What was chosen on the way in is remembered; otherwise what was remembered holds again."""
    chosen = request.session.pop(CHOSEN, "")
    if chosen:
        User.objects.filter(pk=user.pk).update(language=chosen)
    elif user.language:
        _in_cookie(response, user.language)


def remember(request: HttpRequest, response: HttpResponse, code: str) -> None:
    """A language that was chosen together with what a form sent holds as one chosen alone does."""
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=code)
    _in_cookie(response, code)


def _in_cookie(response: HttpResponse, code: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )

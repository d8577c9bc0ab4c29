"""Pages of the own account that allauth does not have."""

from __future__ import annotations

import time

from allauth.mfa.webauthn.views import login_webauthn
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pe_wizard.accounts import interrupted, second_factor, sessions
from pe_wizard.accounts.people import adviser

passkey_login = login_not_required(login_webauthn)


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Links to password, second factor and sessions."""
    return render(request, "account/account.html")


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def session(request: HttpRequest) -> HttpResponse:
    """For static/session.js: how long the session lasts. A GET does not prolong it, a POST does."""
    if not request.user.is_authenticated:
        return JsonResponse({"account": None, "token": get_token(request)})
    if request.method == "POST":
        request.session[sessions.SEEN_AT] = int(time.time())
    idle, absolute = sessions.seconds_left(request)
    return JsonResponse(
        {
            "account": request.user.pk,
            "idle": idle,
            "absolute": absolute,
            "token": get_token(request),
        }
    )


@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest) -> HttpResponse:
    """What was being sent when the session ended, to be sent again. A POST forgets it."""
    kept = interrupted.kept(request)
    if kept is None:
        return redirect("desk")
    if request.method == "POST":
        interrupted.forget(request)
        return redirect("desk")
    return render(request, "account/resume.html", {"kept": kept})


@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of the own sessions in another browser."""
    get_object_or_404(UserSession, pk=pk, user=adviser(request)).end()
    messages.success(request, _("The session has ended."))
    return redirect("usersessions_list")


@require_safe
def totp_picture(request: HttpRequest) -> HttpResponse:
    """The square that an app scans, while it is being set up: the policy allows no data: image."""
    svg = second_factor.picture(request)
    if svg is None:
        raise Http404
    return HttpResponse(svg, content_type="image/svg+xml")

"""Pages about clocks, and the calendars: load, call, render."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pe_wizard import clock
from pe_wizard.accounts.models import User
from pe_wizard.accounts.people import adviser
from pe_wizard.assessments.access import Methods, Right, on_version
from pe_wizard.assessments.models import Version
from pe_wizard.clocks import calendars, ics, listing, selectors, services
from pe_wizard.clocks.forms import RemindersForm
from pe_wizard.clocks.models import Clock, Subscription
from pe_wizard.display import language

FILE_NAME = "clocks.ics"


@require_safe
def all_clocks(request: HttpRequest) -> HttpResponse:
    """Every clock that runs in the files of this adviser."""
    today = clock.today()
    shown = listing.listing(adviser(request), request.GET, today)
    return render(request, "clocks/list.html", {"listing": shown, "today": today})


@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """The clocks that the address asks for, as a file for a calendar."""
    user = adviser(request)
    chosen = listing.chosen(user, listing.asked_for(request.GET), clock.today())
    content = calendars.as_calendar(
        chosen, selectors.reminders_of(user), lambda one: _address(request, one)
    )
    response = HttpResponse(content, content_type=ics.CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{FILE_NAME}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def reminders(request: HttpRequest) -> HttpResponse:
    """How long before a threshold is passed the person is told, and how; the link of a calendar."""
    user = adviser(request)
    chosen = selectors.reminders_of(user)
    form = RemindersForm(
        request.POST if request.method == "POST" else None,
        initial={name: getattr(chosen, name) for name in RemindersForm.base_fields},
    )
    if request.method == "POST" and form.is_valid():
        services.choose_reminders(user=user, **form.cleaned_data)
        messages.success(request, _("Your reminders were saved."))
        return redirect("clocks:reminders")
    return _reminders_page(request, user, form, status=422 if form.errors else 200)


@require_POST
def make_link(request: HttpRequest) -> HttpResponse:
    """A link for a calendar, shown in this answer and nowhere else; the one before ends."""
    user = adviser(request)
    made, token = services.make_link(user=user)
    chosen = selectors.reminders_of(user)
    form = RemindersForm(
        initial={name: getattr(chosen, name) for name in RemindersForm.base_fields}
    )
    link = request.build_absolute_uri(reverse("clocks:calendar", args=[made.pk, token]))
    return _reminders_page(request, user, form, link=link)


@require_POST
def end_link(request: HttpRequest) -> HttpResponse:
    """The link is none any more, from the next request on."""
    services.end_link(user=adviser(request))
    messages.success(request, _("The link has ended. A calendar that uses it gets nothing more."))
    return redirect("clocks:reminders")


def _reminders_page(
    request: HttpRequest, user: User, form: RemindersForm, *, link: str = "", status: int = 200
) -> HttpResponse:
    subscription: Subscription | None = selectors.subscription_of(user)
    context = {"form": form, "subscription": subscription, "link": link}
    return render(request, "clocks/reminders.html", context, status=status)


@login_not_required
@require_safe
def calendar(request: HttpRequest, subscription_id: UUID, token: str) -> HttpResponse:
    """What a calendar reads under the link of a person, without a session."""
    user = services.who_subscribed(subscription_id, token)
    if user is None:
        raise Http404("No such link.")
    with translation.override(user.language or settings.LANGUAGE_CODE):
        content = calendars.as_calendar(
            selectors.clocks_for(user),
            selectors.reminders_of(user),
            lambda one: _address(request, one),
        )
    response = HttpResponse(content, content_type=ics.CONTENT_TYPE)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _address(request: HttpRequest, one: Clock) -> str:
    name, key = (
        ("assessments:draft_conclusion", one.draft_id)
        if one.draft_id
        else ("assessments:version", one.version_id)
    )
    return request.build_absolute_uri(reverse(name, args=[key]))


@on_version(Right.EDIT, Methods.ACT)
def version_as_of_today(request: HttpRequest, version: Version) -> HttpResponse:
    """A draft with the facts of the version that asks as of today; made once, however often."""
    today = clock.today()
    draft = services.version_as_of(
        by=adviser(request), version=version, today=today, language=language()
    )
    if draft.document.get("as_of") != today.isoformat():
        messages.info(
            request,
            _("A draft of this assessment was open already, with a day of its own. Look at it."),
        )
    return redirect("wizard:step", draft.pk, services.SECTION_OF_THE_DAY)

"""The page from which administrators see to people: accounts, passwords, who administers.

An administrator sees no client file that is not shared with that person. A one-time password is
shown in the answer to the form that made it and nowhere else.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from pe_wizard.accounts import second_factor, services
from pe_wizard.accounts.models import User
from pe_wizard.accounts.people import adviser, for_administrators
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.services import hand_over_all
from pe_wizard.text import TextField


class NewPersonForm(forms.Form):
    """A colleague to be."""

    username = TextField(label=gettext_lazy("Name to sign in with"), max_length=150)
    full_name = TextField(
        label=gettext_lazy("Name as colleagues know it"), max_length=300, required=False
    )
    administrator = forms.BooleanField(
        label=gettext_lazy("Sees to people and reads the event log"), required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].widget.attrs.update(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "dir": "ltr"}
        )
        self.fields["full_name"].widget.attrs.update({"autocomplete": "off", "dir": "auto"})


class FilesForm(forms.Form):
    """Who gets the client files of somebody who has left."""

    to = forms.ModelChoiceField(queryset=User.objects.none())

    def __init__(self, *args: Any, by: User, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["to"]
        field.queryset = colleagues(by)  # type: ignore[attr-defined]


def colleagues(by: User) -> QuerySet[User]:
    """Everybody with an open account but the administrator who asks."""
    return _by_name(User.objects.filter(is_active=True).exclude(pk=by.pk))


def _by_name(those: QuerySet[User]) -> QuerySet[User]:
    return those.order_by("-is_active", "first_name", "last_name", "username")


@for_administrators
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """All accounts; a colleague is added here."""
    form = NewPersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user, password = services.create_adviser(by=adviser(request), **form.cleaned_data)
        except ValidationError as error:
            form.add_error("username", list(error.messages))
        else:
            return _page(request, NewPersonForm(), user, password)
    return _page(request, form)


def _page(
    request: HttpRequest, form: NewPersonForm, made: User | None = None, password: str = ""
) -> HttpResponse:
    owned = dict(ClientFile.objects.order_by().values_list("owner").annotate(number=Count("pk")))
    those = list(_by_name(User.objects.all()))
    for one in those:
        one.owned = owned.get(one.pk, 0)  # type: ignore[attr-defined]
    return render(
        request,
        "people/list.html",
        {
            "people": those,
            "colleagues": colleagues(adviser(request)),
            "form": form,
            "made": made,
            "password": password,
        },
        status=422 if form.errors else 200,
    )


@for_administrators
@require_POST
def password(request: HttpRequest, user_id: int) -> HttpResponse:
    """A new one-time password; all sessions of that person end."""
    user = get_object_or_404(User, pk=user_id)
    made = services.reset_password(username=user.username, by=adviser(request))
    return _page(request, NewPersonForm(), user, made)


@for_administrators
@require_POST
def end(request: HttpRequest, user_id: int) -> HttpResponse:
    """Close an account; its sessions end with their next request."""
    user = get_object_or_404(User, pk=user_id)
    try:
        services.deactivate(username=user.username, by=adviser(request))
    except services.LastAdministrator:
        return _last(request)
    messages.success(request, _("The account of %(name)s has ended.") % {"name": user})
    return redirect("people:list")


@for_administrators
@require_POST
def reopen(request: HttpRequest, user_id: int) -> HttpResponse:
    """Open a closed account again."""
    user = get_object_or_404(User, pk=user_id)
    services.reactivate(username=user.username, by=adviser(request))
    messages.success(request, _("%(name)s may sign in again.") % {"name": user})
    return redirect("people:list")


@for_administrators
@require_POST
def administrator(request: HttpRequest, user_id: int) -> HttpResponse:
    """Make someone an administrator (``is=1``), or end that."""
    user = get_object_or_404(User, pk=user_id)
    if request.POST.get("is") == "1":
        services.make_administrator(username=user.username, by=adviser(request))
        messages.success(request, _("%(name)s is an administrator now.") % {"name": user})
        return redirect("people:list")
    try:
        services.end_administration(username=user.username, by=adviser(request))
    except services.LastAdministrator:
        return _last(request)
    messages.success(request, _("%(name)s is no administrator any more.") % {"name": user})
    return redirect("desk" if user == request.user else "people:list")


@for_administrators
@require_POST
def factor(request: HttpRequest, user_id: int) -> HttpResponse:
    """Require a second factor of someone (``is=1``), or no longer."""
    user = get_object_or_404(User, pk=user_id)
    required = request.POST.get("is") == "1"
    second_factor.require(username=user.username, required=required, by=adviser(request))
    said = (
        _("%(name)s sets up a second factor with the next page.")
        if required
        else _("%(name)s need not have a second factor.")
    )
    messages.success(request, said % {"name": user})
    return redirect("people:list")


@for_administrators
@require_POST
def files(request: HttpRequest, user_id: int) -> HttpResponse:
    """Give the client files of somebody who has left to a colleague."""
    user = get_object_or_404(User, pk=user_id, is_active=False)
    form = FilesForm(request.POST, by=adviser(request))
    if form.is_valid():
        to = form.cleaned_data["to"]
        hand_over_all(by=adviser(request), owner=user, to=to)
        messages.success(request, _("The client files belong to %(name)s now.") % {"name": to})
    else:
        messages.error(request, _("Choose a colleague who gets the client files."))
    return redirect("people:list")


def _last(request: HttpRequest) -> HttpResponse:
    messages.error(
        request, _("Nobody would be left to see to people. Make somebody else one first.")
    )
    return redirect("people:list")

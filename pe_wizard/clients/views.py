"""Pages about client files: load, call, render. Each goes through the door in access.py."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pe_wizard import clock
from pe_wizard.accounts.models import User
from pe_wizard.accounts.people import adviser
from pe_wizard.clients import contributions, events, selectors, services
from pe_wizard.clients.access import Methods, Right, on_client_file
from pe_wizard.clients.forms import (
    AddMemberForm,
    EditClientFileForm,
    NewClientFileForm,
    RoleForm,
)
from pe_wizard.clients.listing import listing
from pe_wizard.clients.models import ClientFile, Event, Membership

RECENT = 7
RECENT_EVENTS = 6
EVENTS_PER_PAGE = 50


@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """The first page after signing in: the day, and the files worked on last."""
    files = ClientFile.objects.filter(selectors.seen_files(adviser(request)), archived=False)
    return render(
        request,
        "clients/desk.html",
        {
            "today": clock.today(),
            "count": files.count(),
            "files": selectors.worked_on_last(adviser(request), RECENT),
            **contributions.on_desk(adviser(request)),
        },
    )


@require_safe
def client_file_list(request: HttpRequest) -> HttpResponse:
    """All files that the adviser may see, a page at a time."""
    return render(request, "clients/list.html", {"listing": listing(adviser(request), request.GET)})


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new client file. Sent twice, the form leads to the same file."""
    form = NewClientFileForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        client_file = services.create_client_file(owner=adviser(request), **form.cleaned_data)
        return redirect("clients:detail", client_file.pk)
    return render(request, "clients/create.html", {"form": form})


@on_client_file(Right.SEE)
def detail(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """One file: its assessments, its people, what was done."""
    return render(
        request,
        "clients/detail.html",
        {
            "client_file": client_file,
            "members": selectors.members_of(client_file),
            "events": _told(selectors.activity_of(client_file)[:RECENT_EVENTS]),
            **_possible(client_file),
            **contributions.on_client_file(client_file),
        },
    )


@on_client_file(Right.EDIT, Methods.FORM)
def edit(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Change the details; where someone else was quicker, both versions are shown."""
    if request.method != "POST":
        form = EditClientFileForm(initial=_details(client_file))
        return render(request, "clients/edit.html", {"client_file": client_file, "form": form})
    form = EditClientFileForm(request.POST)
    theirs = None
    if form.is_valid():
        try:
            services.update_client_file(
                client_file=client_file, by=adviser(request), **form.cleaned_data
            )
        except services.ChangedMeanwhile as changed:
            theirs = changed.now
            form = EditClientFileForm({**request.POST.dict(), "revision": theirs.revision})
        else:
            messages.success(request, _("The details were saved."))
            return redirect("clients:detail", client_file.pk)
    return render(
        request,
        "clients/edit.html",
        {"client_file": client_file, "form": form, "theirs": theirs},
        status=409 if theirs else 200,
    )


@on_client_file(Right.EDIT, Methods.ACT)
def archive(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Out of the lists of current work."""
    services.archive(client_file=client_file, by=adviser(request))
    messages.success(request, _("The file is in the archive. Nothing in it was lost."))
    return redirect("clients:detail", client_file.pk)


@on_client_file(Right.EDIT, Methods.ACT)
def unarchive(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Back among current work."""
    services.unarchive(client_file=client_file, by=adviser(request))
    messages.success(request, _("The file is among your current files again."))
    return redirect("clients:detail", client_file.pk)


@on_client_file(Right.SEE)
def log(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Everything that was done with the file."""
    page = Paginator(selectors.events_of(client_file), EVENTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    return render(
        request,
        "clients/log.html",
        {
            "client_file": client_file,
            "page": page,
            "events": _told(page.object_list),
            "previous_url": f"?page={page.previous_page_number()}" if page.has_previous() else "",
            "next_url": f"?page={page.next_page_number()}" if page.has_next() else "",
        },
    )


@on_client_file(Right.SHARE, Methods.FORM)
def members(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Who may see the file; a colleague is added here."""
    form = AddMemberForm(request.POST or None, client_file=client_file)
    if request.method == "POST" and form.is_valid():
        services.set_member(client_file=client_file, by=adviser(request), **form.cleaned_data)
        messages.success(
            request, _("%(name)s sees the file now.") % {"name": form.cleaned_data["user"]}
        )
        return redirect("clients:members", client_file.pk)
    return render(
        request,
        "clients/members.html",
        {
            "client_file": client_file,
            "members": selectors.members_of(client_file),
            "roles": Membership.Role.choices,
            "form": form,
        },
    )


@on_client_file(Right.SHARE, Methods.ACT)
def member_role(request: HttpRequest, client_file: ClientFile, user_id: int) -> HttpResponse:
    """Another role for a member."""
    member = _member(client_file, user_id)
    form = RoleForm(request.POST)
    if form.is_valid():
        services.set_member(
            client_file=client_file, by=adviser(request), user=member, **form.cleaned_data
        )
        messages.success(request, _("The role of %(name)s was saved.") % {"name": member})
    return redirect("clients:members", client_file.pk)


@on_client_file(Right.SHARE, Methods.ACT)
def member_remove(request: HttpRequest, client_file: ClientFile, user_id: int) -> HttpResponse:
    """End a member's access."""
    member = _member(client_file, user_id)
    services.remove_member(client_file=client_file, by=adviser(request), user=member)
    messages.success(request, _("%(name)s no longer sees the file.") % {"name": member})
    return redirect("clients:members", client_file.pk)


@on_client_file(Right.SHARE, Methods.ACT)
def hand_over(request: HttpRequest, client_file: ClientFile, user_id: int) -> HttpResponse:
    """A member becomes the owner."""
    member = _member(client_file, user_id)
    if not member.is_active:
        raise Http404("An account that has ended cannot own a file.")
    services.hand_over(client_file=client_file, by=adviser(request), to=member)
    messages.success(request, _("%(name)s owns the file now.") % {"name": member})
    return redirect("clients:detail", client_file.pk)


def _member(client_file: ClientFile, user_id: int) -> User:
    for member in selectors.members_of(client_file):
        if member.user_id == user_id:
            return member.user
    raise Http404("No such member of this client file.")


def _details(client_file: ClientFile) -> dict[str, object]:
    names = ("reference", "name", "residence_state", "memo_language", "notes", "revision")
    return {name: getattr(client_file, name) for name in names}


def _possible(client_file: ClientFile) -> dict[str, bool]:
    """For templates: what this adviser may do with the file."""
    rights = selectors.rights(client_file)
    return {"may_edit": Right.EDIT in rights, "may_share": Right.SHARE in rights}


def _told(those: object) -> list[dict[str, object]]:
    """Events as a page shows them."""
    return [
        {"at": event.at, "says": events.sentence(event), "address": event.address}
        for event in those  # type: ignore[attr-defined]
        if isinstance(event, Event)
    ]

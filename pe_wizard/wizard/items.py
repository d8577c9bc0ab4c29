"""Pages beside the steps: removing an item, confirming answers, a newer treaty file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.access import Methods, Right, on_draft
from pe_wizard.assessments.errors import ItemGone, NotOpen, UnknownChoice
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.services.items import references
from pe_wizard.assessments.shown import item_name, label
from pe_wizard.assessments.standing import standing
from pe_wizard.assessments.treaty_files import changes, newer_treaty
from pe_wizard.wizard.steps import steps_of
from pe_wizard.wizard.views import SeeOther, finished
from treaties import LISTS


def _frame(draft: Draft) -> dict[str, Any]:
    return {
        "draft": draft,
        "client_file": draft.assessment.client_file,
        "step_list": steps_of(draft, standing(draft)),
    }


@on_draft(Right.EDIT, Methods.FORM)
def remove(request: HttpRequest, draft: Draft, list_name: str, item_id: str) -> HttpResponse:
    """Ask, and then take the item out; it can be put back from the page of its list."""
    back = reverse("wizard:step", args=[draft.pk, list_name])
    if list_name not in LISTS:
        raise Http404("There is no such list.")
    if not draft.is_open:
        return finished(request, draft)
    there = any(one.get("id") == item_id for one in draft.document.get(list_name) or [])
    if not there:
        return SeeOther(back)
    name = item_name(draft.document, list_name, item_id)
    if request.method == "POST":
        try:
            services.remove_item(
                by=adviser(request), draft_id=draft.pk, section=list_name, list_name=list_name,
                item_id=item_id,
            )  # fmt: skip
        except NotOpen:
            return finished(request, draft)
        except ItemGone:
            return SeeOther(back)
        messages.success(request, _("It was removed. It can be put back from this page."))
        return SeeOther(back)
    return render(
        request,
        "wizard/remove.html",
        {
            **_frame(draft),
            "name": name,
            "list_name": list_name,
            "back": back,
            "named_by": [
                {"what": label(draft.document, path), "item": _owner(draft, path)}
                for path in references(draft, item_id)
            ],
        },
    )


def _owner(draft: Draft, path: str) -> str:
    first, _sep, rest = path.partition("[")
    return item_name(draft.document, first, rest.partition("]")[0])


@on_draft(Right.EDIT, Methods.ACT)
def confirm(request: HttpRequest, draft: Draft) -> HttpResponse:
    """An answer that came back into use still holds; or all of them do."""
    if not draft.is_open:
        return finished(request, draft)
    path = request.POST.get("path", "")
    try:
        for one in draft.confirm if path == "all" else [path]:
            services.confirm_fact(by=adviser(request), draft_id=draft.pk, path=one)
    except NotOpen:
        return finished(request, draft)
    return SeeOther(reverse("wizard:step", args=[draft.pk, "check"]))


@on_draft(Right.EDIT, Methods.FORM)
def treaty_file(request: HttpRequest, draft: Draft) -> HttpResponse:
    """A newer file of the treaty: what it changes, and going on under it."""
    back = reverse("wizard:step", args=[draft.pk, "treaty"])
    if not draft.is_open:
        return finished(request, draft)
    newer = newer_treaty(draft)
    if newer is None:
        return SeeOther(back)
    if request.method == "POST":
        try:
            services.adopt_treaty_file(
                by=adviser(request), draft_id=draft.pk, digest=request.POST.get("digest", "")
            )
        except UnknownChoice:
            return SeeOther(request.path)
        except NotOpen:
            return finished(request, draft)
        messages.success(request, _("The draft goes on under the newer treaty file."))
        return SeeOther(back)
    return render(
        request,
        "wizard/treaty_file.html",
        {
            **_frame(draft),
            "newer": newer,
            "changes": changes(draft.treaty_file.load(), newer),
            "back": back,
        },
    )

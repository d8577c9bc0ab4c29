"""The list of assessments, its exports and the filters that a person keeps."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments.selectors import HEAVY_OF_VERSIONS
from pe_wizard.lists import exporting, selectors, services
from pe_wizard.lists.forms import KeepForm, NameForm
from pe_wizard.lists.listing import asked_for, chosen, filter_query, listing
from pe_wizard.lists.models import Listed
from pe_wizard.memo.files import attachment


@require_safe
def assessments(request: HttpRequest) -> HttpResponse:
    """The assessments that the address asks for, a page at a time."""
    shown = listing(adviser(request), request.GET)
    return render(request, "lists/assessments.html", {"listing": shown})


@require_safe
def export_csv(request: HttpRequest) -> HttpResponse:
    """All that the address asks for as CSV."""
    content = exporting.as_csv(_all(request))
    return attachment(content, "text/csv; charset=utf-8", "assessments.csv")


@require_safe
def export_xlsx(request: HttpRequest) -> HttpResponse:
    """The same as a workbook."""
    content = exporting.as_xlsx(_all(request))
    return attachment(content, exporting.XLSX, "assessments.xlsx")


def _all(request: HttpRequest) -> Iterator[Listed]:
    """All that the address asks for, with the version of each and nothing in it that is large."""
    those = chosen(adviser(request), asked_for(request.GET)).select_related("version")
    large = (f"version__{name}" for name in HEAVY_OF_VERSIONS)
    return those.defer(*large).iterator(chunk_size=1000)


@require_POST
def keep_filter(request: HttpRequest) -> HttpResponse:
    """Keep what the list asks for under a name, and show the list again."""
    form = KeepForm(request.POST)
    if not form.is_valid():
        return _refused(request, form, filter_query(asked_for(QueryDict(form["query"].data))))
    try:
        kept = services.keep_filter(user=adviser(request), **form.cleaned_data)
    except services.TooMany:
        messages.error(
            request, _("You keep as many filters as there may be. Delete one that you do not need.")
        )
    else:
        messages.success(request, _("The filter “%(name)s” was kept.") % {"name": kept.name})
    return redirect(_list(form.cleaned_data["query"]))


@require_POST
def rename_filter(request: HttpRequest, filter_id: int) -> HttpResponse:
    """Another name for a filter."""
    kept = selectors.filter_of(adviser(request), filter_id)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _refused(request, form, kept.query)
    name = form.cleaned_data["name"]
    try:
        services.rename_filter(kept=kept, name=name)
    except services.NameTaken:
        messages.error(
            request,
            _("Another filter is called “%(name)s”. Choose another name.") % {"name": name},
        )
    else:
        messages.success(request, _("The filter is called “%(name)s” now.") % {"name": name})
    return redirect(_list(kept.query))


@require_POST
def drop_filter(request: HttpRequest, filter_id: int) -> HttpResponse:
    """Give a filter up."""
    kept = selectors.filter_of(adviser(request), filter_id)
    services.drop_filter(kept=kept)
    messages.success(request, _("The filter “%(name)s” was deleted.") % {"name": kept.name})
    return redirect("lists:list")


def _refused(request: HttpRequest, form: NameForm, query: str) -> HttpResponse:
    """The list again, with what was wrong about the name."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, f"{form.fields['name'].label}: {error}")
    return redirect(_list(query))


def _list(query: str) -> str:
    return reverse("lists:list") + (f"?{query}" if query else "")

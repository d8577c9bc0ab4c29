"""Pages of tables of stays: send one, name its columns, see it read, look at it, take it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language_bidi, ngettext
from django.utils.translation import gettext as _

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments.access import Methods, Right, on_draft
from pe_wizard.assessments.errors import NotOpen, SectionMoved
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.standing import kept
from pe_wizard.display import digits, language
from pe_wizard.memo.files import attachment, safe
from pe_wizard.presence import services, tables
from pe_wizard.presence.forms import ColumnsForm, TableForm, TakeForm
from pe_wizard.presence.models import Import
from pe_wizard.presence.presenting import preview
from pe_wizard.presence.sources import Unreadable
from pe_wizard.presence.wording import file_text
from pe_wizard.presence.writing import CSV_TYPE, XLSX_TYPE, Cell, as_csv, as_xlsx
from pe_wizard.wizard.views import SeeOther, finished
from treaties import lists_needed

View = Callable[..., HttpResponse]
STATES = Import.State
UNDER_WAY = (STATES.READING, STATES.COMPARING)


def on_table(methods: Methods) -> Callable[[View], View]:
    """Give the view a table of the draft of the address; 404 where there is none in it."""

    def decorate(view: View) -> View:
        @on_draft(Right.EDIT, methods)
        @wraps(view)
        def guarded(
            request: HttpRequest, draft: Draft, import_id: UUID, **rest: Any
        ) -> HttpResponse:
            if not draft.is_open:
                return finished(request, draft)
            found = Import.objects.filter(pk=import_id, draft=draft).first()
            if found is None:
                raise Http404("No such table in this draft.")
            kept(draft)  # a large draft is in memory once
            found.draft = draft
            return view(request, found, **rest)

        return guarded

    return decorate


@on_draft(Right.EDIT, Methods.FORM)
def start(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Paste or upload a table; sent twice, the form leads to the same one."""
    if not draft.is_open:
        return finished(request, draft)
    if services.SECTION not in lists_needed(draft.treaty_file.load()):
        messages.info(request, _("This treaty asks for no stays."))
        return SeeOther(reverse("wizard:start", args=[draft.pk]))
    form = TableForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
        document=draft.document,
    )
    if request.method == "POST" and form.is_valid():
        begun = _begun(request, draft, form)
        if begun is not None:
            return SeeOther(_address(begun))
    return render(
        request,
        "presence/start.html",
        {
            "draft": draft,
            "client_file": draft.assessment.client_file,
            "form": form,
            "waiting": draft.imports.exclude(state=STATES.TAKEN)
            .select_related("created_by")
            .only("draft_id", "name", "kind", "created_at", "created_by")
            .order_by("-created_at"),
            "back": _services(draft),
        },
        status=422 if form.errors else 200,
    )


def _begun(request: HttpRequest, draft: Draft, form: TableForm) -> Import | None:
    """The table that was sent; None where it cannot be read, which the form says then."""
    file = form.cleaned_data["file"]
    content = file.read() if file else form.cleaned_data["text"].encode(errors="replace")
    try:
        return services.begin(
            by=adviser(request),
            draft=draft,
            content=content,
            name=file.name or "" if file else "",
            pasted=not file,
            engagement=form.cleaned_data["engagement"],
            form_token=form.cleaned_data["form_token"],
        )
    except Unreadable as error:
        form.add_error("file" if file else "text", file_text(error.code, error.values))
        return None


@on_table(Methods.READ)
def table(request: HttpRequest, table: Import) -> HttpResponse:
    """Where the table stands: its columns to be named, being read, its rows, what was taken."""
    return _page(request, table)


@on_table(Methods.ACT)
def columns(request: HttpRequest, table: Import) -> HttpResponse:
    """Read the table with columns as they are named here; without any, ask for them."""
    if table.state == STATES.TAKEN:
        return SeeOther(_address(table))
    if "again" in request.POST:
        services.ask_for_columns(table=table)
        return SeeOther(_address(table))
    form = ColumnsForm(request.POST, table=table, document=table.draft.document)
    if not form.is_valid():
        return _page(request, table, form)
    services.name_columns(
        table=table,
        roles=form.roles,
        has_header=form.cleaned_data["has_header"],
        engagement=form.cleaned_data["engagement"],
    )
    return SeeOther(_address(table))


@on_table(Methods.ACT)
def read(request: HttpRequest, table: Import) -> HttpResponse:
    """Read one piece more. A page without scripts comes back to where it was."""
    table = services.go_on(table=table)
    if not request.htmx:  # type: ignore[attr-defined]
        return SeeOther(_address(table))
    if table.state in UNDER_WAY:
        return render(request, "presence/_progress.html", {"table": table})
    return HttpResponse(status=204, headers={"HX-Redirect": _address(table)})


@on_table(Methods.ACT)
def take(request: HttpRequest, table: Import) -> HttpResponse:
    """Take the rows into the draft, in one save; a second click takes nothing more."""
    form = TakeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what happens with faulty rows."))
        return SeeOther(_address(table))
    try:
        taken = services.take(
            by=adviser(request), table=table, choice=form.choice, language=language()
        )
    except services.Faulty:
        messages.warning(
            request,
            _("Nothing was taken: there are faulty rows. Mend them in the table and send it again, "
              "or take the good rows alone."),
        )  # fmt: skip
    except (services.Moved, SectionMoved):
        services.again(table=table)
        messages.warning(
            request,
            _("The draft was saved after the table was compared with it. It is compared anew; look "
              "at the rows once more. Nothing was taken."),
        )  # fmt: skip
    except NotOpen as done:
        return finished(request, done.draft, done.version)
    else:
        if taken:
            text = ngettext("%(n)s stay was taken.", "%(n)s stays were taken.", taken)
            messages.success(request, text % {"n": digits(taken)})
    return SeeOther(_address(table))


@on_table(Methods.ACT)
def drop(request: HttpRequest, table: Import) -> HttpResponse:
    """Forget the table; the draft stays as it is."""
    services.drop(table=table)
    messages.info(request, _("The table was put away. The draft is as it was."))
    return SeeOther(reverse("presence:start", args=[table.draft_id]))


@on_table(Methods.READ)
def faulty(request: HttpRequest, table: Import, form: str) -> HttpResponse:
    """The faulty rows as they were sent, each with what is wrong, to be mended."""
    rows = tables.faulty(table, table.draft.document)
    return _file(rows, form, _("Faulty rows"), table.draft)


@on_draft(Right.SEE)
def stays(request: HttpRequest, draft: Draft, form: str) -> HttpResponse:
    """The stays of the draft as a table that can be sent again."""
    return _file(tables.stays(draft.document), form, _("Stays"), draft)


def _file(rows: Iterable[Sequence[Cell]], form: str, title: str, draft: Draft) -> HttpResponse:
    code = draft.assessment.treaty_code
    reference = safe(draft.assessment.client_file.reference)
    name = f"{safe(title)} {reference} {safe(code)}.{form}"
    if form == "csv":
        return attachment(as_csv(rows), CSV_TYPE, name)
    content = as_xlsx(rows, title=title, right_to_left=get_language_bidi())
    return attachment(content, XLSX_TYPE, name)


def _page(request: HttpRequest, table: Import, form: ColumnsForm | None = None) -> HttpResponse:
    draft = table.draft
    context: dict[str, Any] = {
        "table": table,
        "draft": draft,
        "client_file": draft.assessment.client_file,
        "back": _services(draft),
    }
    if form is not None or table.state == STATES.COLUMNS:
        broken = table.about.get("broken")
        context.update(
            form=form or ColumnsForm(table=table, document=draft.document),
            broken=file_text(*broken) if broken else "",
        )
        context["columns"] = _columns(table, context["form"])
        return render(request, "presence/columns.html", context, status=422 if form else 200)
    if table.state in UNDER_WAY:
        return render(request, "presence/reading.html", context)
    if table.state == STATES.TAKEN:
        return render(request, "presence/taken.html", context)
    context["preview"] = preview(
        table,
        draft.document,
        only_faulty=request.GET.get("faulty") == "1",
        page=request.GET.get("page"),
    )
    context["take"] = TakeForm()
    return render(request, "presence/preview.html", context)


def _columns(table: Import, form: ColumnsForm) -> list[dict[str, Any]]:
    """Each column: its field, and what stands in its first rows."""
    sample = services.sample_of(table)
    return [
        {"field": form[f"column-{at}"], "cells": [row[at] for row in sample]}
        for at in range(len(table.columns))
    ]


def _address(table: Import) -> str:
    return reverse("presence:table", args=[table.draft_id, table.pk])


def _services(draft: Draft) -> str:
    return reverse("wizard:step", args=[draft.pk, services.SECTION])

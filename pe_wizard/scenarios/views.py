"""Pages of scenarios. Only keeping a what-if writes anything, and then a draft of its own."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.access import Methods, Right
from pe_wizard.assessments.basis import Basis, on_basis
from pe_wizard.display import language
from pe_wizard.scenarios.forms import PlanForm, TokenForm
from pe_wizard.scenarios.plan import plan
from pe_wizard.scenarios.scratch import (
    Scratch,
    acted_on,
    first_scratch,
    seal,
    unseal,
    written_over,
)
from pe_wizard.scenarios.what_if import Bench, result_of
from pe_wizard.wizard.editing import is_list_of_rows, rows_at
from pe_wizard.wizard.saving import Action
from pe_wizard.wizard.windows import Window, last_start
from treaties import FactsError

LAST_PAGE = "check"
ROWS = "rows "  # how a button asks for other rows of a long table


@on_basis(methods=Methods.FORM)
def _what_if(request: HttpRequest, basis: Basis) -> HttpResponse:
    """Other facts, tried out: the page, or for the script the result alone. Nothing is written."""
    if basis.document is None:
        return _unreadable(request, basis)
    if request.method != "POST":
        return _bench(request, basis, first_scratch(basis))
    scratch = _sent(request, basis)
    if request.headers.get("HX-Request"):
        bench = Bench(basis, scratch)
        return render(request, "scenarios/_result.html", {"result": result_of(basis, bench.stands)})
    return _bench(request, basis, scratch)


@on_basis(right=Right.EDIT, methods=Methods.ACT)
def _keep(request: HttpRequest, basis: Basis) -> HttpResponse:
    """Keep what was tried out as a draft; sent twice, the form leads to the same one."""
    if basis.document is None:
        return _unreadable(request, basis)
    token = TokenForm(request.POST)
    scratch = _sent(request, basis)
    if scratch.typed or not token.is_valid():
        messages.error(request, _("Some answers cannot be read. Correct them, then keep this."))
        return _bench(request, basis, scratch, status=422)
    try:
        draft = services.start_from_what_if(
            by=adviser(request),
            client_file=basis.client_file,
            treaty=basis.treaty,
            document=scratch.document,
            reasons=scratch.reasons,
            language=language(),
            form_token=token.cleaned_data["form_token"],
        )
    except FactsError:
        messages.error(request, _("Some answers contradict each other. Correct them first."))
        return _bench(request, basis, scratch, status=422)
    messages.success(request, _("This is a draft of its own now. What it began from is as before."))
    return redirect("wizard:step", draft.pk, LAST_PAGE)


@on_basis()
def _plan(request: HttpRequest, basis: Basis) -> HttpResponse:
    """How long one may stay from a day on, and what people and places may do."""
    facts = basis.stands.facts
    if facts is None:
        return _unreadable(request, basis)
    tomorrow = facts.as_of + timedelta(days=1)
    form = (
        PlanForm(request.GET) if "start" in request.GET else PlanForm(initial={"start": tomorrow})
    )
    start = form.cleaned_data["start"] if form.is_valid() else tomorrow
    return render(
        request,
        "scenarios/plan.html",
        {
            "basis": basis,
            "client_file": basis.client_file,
            "form": form,
            "treaty": basis.treaty,
            "shown": plan(facts, basis.treaty, facts.document, start),
        },
    )


version_what_if, draft_what_if = _what_if
version_keep, draft_keep = _keep
version_plan, draft_plan = _plan


def _sent(request: HttpRequest, basis: Basis) -> Scratch:
    """The scratch of the form, with what stands in its fields and what its button asks for."""
    scratch = unseal(basis, request.POST.get("scratch", ""))
    if scratch is None:
        messages.warning(request, _("This page was not one of ours any more. It starts again."))
        return first_scratch(basis)
    form = Bench(basis, scratch, Window.of_form(request.POST)).form(request.POST)
    scratch = written_over(scratch, form)
    action = Action.of(request.POST.get("do", ""))
    return scratch if action is None else acted_on(scratch, action, request.POST)


def _bench(
    request: HttpRequest, basis: Basis, scratch: Scratch, *, status: int = 200
) -> HttpResponse:
    bench = Bench(basis, scratch, _rows(request.POST, scratch), _opened(request.POST))
    top, parts = bench.shown
    token = TokenForm(request.POST)
    return render(
        request,
        "scenarios/what_if.html",
        {
            "basis": basis,
            "client_file": basis.client_file,
            "scratch": seal(basis, scratch),
            "form_token": token.cleaned_data["form_token"] if token.is_valid() else uuid4(),
            "top": top,
            "parts": parts,
            "errors": [*top.errors, *(error for part in parts for error in part.view.errors)],
            "projects": dict.fromkeys(name for part in parts for name in part.view.projects),
            "result": result_of(basis, bench.stands),
        },
        status=status,
    )


def _opened(sent: QueryDict) -> str:
    """The section in which a button was pressed."""
    action = Action.of(sent.get("do", ""))
    pressed = sent.get("go", "").removeprefix(ROWS) if action is None else action.target
    return pressed.partition("[")[0]


def _rows(sent: QueryDict, scratch: Scratch) -> Window:
    """Which rows of long tables to show: those asked for, the new ones, or those of before."""
    action = Action.of(sent.get("do", ""))
    asked = Window.of_form(sent).query
    pressed = sent.get("go", "")
    if pressed.startswith(ROWS):
        asked = pressed.removeprefix(ROWS)
    elif (
        action is not None
        and action.verb in ("row-add", "row-paste")
        and is_list_of_rows(action.target)
    ):
        asked = f"{action.target}:{last_start(len(rows_at(scratch.document, action.target)))}"
    return Window.asked(asked, scratch.typed)


def _unreadable(request: HttpRequest, basis: Basis) -> HttpResponse:
    return render(
        request, "scenarios/unreadable.html", {"basis": basis, "client_file": basis.client_file}
    )

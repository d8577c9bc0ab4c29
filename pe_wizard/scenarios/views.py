"""Pages of scenarios. Only keeping a what-if writes anything, and then a draft of its own."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import activate
from django.utils.translation import gettext as _

from pe_wizard.accounts.languages import remember
from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.access import Methods, Right
from pe_wizard.assessments.basis import Basis, on_basis
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import rows_of_days
from pe_wizard.clients.selectors import rights
from pe_wizard.display import digits, language
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

FORM_ID = "step-form"  # to which the buttons of languages belong
LAST_PAGE = "check"
MOST_ROWS = 2000  # of days, in all items together
ROWS = "rows "  # how a button asks for other rows of a long table


def _too_many_days(request: HttpRequest, of: Version | Draft) -> HttpResponse | None:
    """A page that says so, where there are more rows of days than a form can carry about."""
    completed = isinstance(of, Version)
    rows = rows_of_days(of.facts if isinstance(of, Version) else of.document)
    if rows <= MOST_ROWS:
        return None
    client_file = of.client_file if isinstance(of, Version) else of.assessment.client_file
    return render(
        request,
        "scenarios/too_many_days.html",
        {
            "of": of,
            "completed": completed,
            "client_file": client_file,
            "may_edit": Right.EDIT in rights(client_file),
            "rows": rows,
            "most": MOST_ROWS,
        },
    )


@on_basis(methods=Methods.FORM, instead=_too_many_days)
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
    code = request.POST.get("language", "")
    if code not in dict(settings.LANGUAGES):
        return _bench(request, basis, scratch)
    activate(code)
    response = _bench(request, basis, scratch)
    remember(request, response, code)
    return response


@on_basis(right=Right.EDIT, methods=Methods.ACT, instead=_too_many_days)
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
    if action is None:
        return scratch
    changed = acted_on(scratch, action, request.POST)
    if rows_of_days(changed.document) > MOST_ROWS:
        messages.error(
            request,
            _("Up to %(most)s stays and periods of use can be tried out here; none was added.")
            % {"most": digits(MOST_ROWS)},
        )
        return scratch
    return changed


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
            "form_id": FORM_ID,
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

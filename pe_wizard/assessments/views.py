"""Pages that begin, end and hand out assessments: load, call, render."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import errors, services
from pe_wizard.assessments.access import Methods, Right, on_draft, on_version
from pe_wizard.assessments.downloads import json_file
from pe_wizard.assessments.forms import CompleteForm, StartForm, UploadForm, directions
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import standing
from pe_wizard.assessments.treaty_files import on_offer
from pe_wizard.clients.access import on_client_file
from pe_wizard.clients.models import ClientFile
from pe_wizard.display import language
from treaties import FactsError, load_json

FIRST_PAGE, LAST_PAGE = "treaty", "check"
FAULTS_SHOWN = 50


@on_client_file(Right.EDIT, Methods.FORM)
def start(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """Choose treaty and direction; sent twice, the form leads to the same draft."""
    those = directions(list(on_offer().treaties.values()), client_file.residence_state)
    form = StartForm(request.POST if request.method == "POST" else None, those=those)
    if request.method == "POST" and form.is_valid():
        draft = services.start_assessment(
            by=adviser(request),
            client_file=client_file,
            treaty_code=form.chosen.treaty.code,
            residence_state=form.chosen.residence_state,
            as_of=form.cleaned_data["as_of"],
            tax_period=form.tax_period,
            language=language(),
            form_token=form.cleaned_data["form_token"],
        )
        return redirect("wizard:step", draft.pk, FIRST_PAGE)
    at_home = [one for one in those if one.residence_state == client_file.residence_state]
    return render(
        request,
        "assessments/start.html",
        {
            "client_file": client_file,
            "form": form,
            "groups": [group for group in (at_home, those[len(at_home) :]) if group],
            "chosen": form["direction"].value() or (at_home[0].value if len(at_home) == 1 else ""),
        },
    )


@on_client_file(Right.EDIT, Methods.FORM)
def upload(request: HttpRequest, client_file: ClientFile) -> HttpResponse:
    """A facts document becomes a draft, or is refused with everything that is wrong in it."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    refused: FactsError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            draft = services.start_from_facts(
                by=adviser(request),
                client_file=client_file,
                document=load_json(form.cleaned_data["file"].read()),
                language=language(),
                form_token=form.cleaned_data["form_token"],
            )
        except FactsError as error:
            refused = error
        else:
            messages.success(request, _("A new draft holds every answer of the file."))
            return redirect("wizard:step", draft.pk, LAST_PAGE)
    return render(
        request,
        "assessments/upload.html",
        {
            "client_file": client_file,
            "form": form,
            "faults": refused.faults[:FAULTS_SHOWN] if refused else (),
            "more": max(0, len(refused.faults) - FAULTS_SHOWN) + refused.more if refused else 0,
        },
        status=422 if refused else 200,
    )


@on_draft(Right.EDIT, Methods.ACT)
def complete(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Make the version; a second click leads to the same one."""
    form = CompleteForm(request.POST)
    if not form.is_valid():
        return redirect("wizard:step", draft.pk, LAST_PAGE)
    try:
        version = services.complete(
            by=adviser(request),
            draft_id=draft.pk,
            revision=form.cleaned_data["revision"],
            language=language(),
        )
    except errors.NotReady:
        messages.error(request, _("This cannot be completed yet. The reasons are listed below."))
        return redirect("wizard:step", draft.pk, LAST_PAGE)
    except errors.DraftMoved as moved:
        messages.warning(
            request,
            _("%(name)s saved answers after you opened this page. Look at them before completing.")
            % {"name": moved.draft.saved_by},
        )
        return redirect("wizard:step", draft.pk, LAST_PAGE)
    except errors.NotOpen:
        return _was_discarded(request, draft)
    return redirect("assessments:version", version.pk)


@on_draft(Right.EDIT, Methods.FORM)
def discard(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Ask first; then give the draft up."""
    if request.method == "POST":
        try:
            services.discard_draft(by=adviser(request), draft_id=draft.pk)
        except errors.NotOpen as done:
            if done.version is not None:
                return redirect("assessments:version", done.version.pk)
        return _was_discarded(request, draft)
    if not draft.is_open:
        return redirect("clients:detail", draft.assessment.client_file_id)
    return render(
        request,
        "assessments/discard.html",
        {"draft": draft, "client_file": draft.assessment.client_file},
    )


def _was_discarded(request: HttpRequest, draft: Draft) -> HttpResponse:
    messages.info(request, _("The draft was discarded."))
    return redirect("clients:detail", draft.assessment.client_file_id)


@on_version(Right.EDIT, Methods.ACT)
def new_version(request: HttpRequest, version: Version) -> HttpResponse:
    """A draft with the facts of the version; the one that is open already, where there is one."""
    draft = services.new_version(by=adviser(request), version=version, language=language())
    if draft.based_on_id != version.pk:
        messages.info(
            request, _("A draft of this assessment was open already. You are looking at it.")
        )
    return redirect("wizard:step", draft.pk, LAST_PAGE)


@on_draft(Right.SEE)
def draft_json(request: HttpRequest, draft: Draft, part: str) -> HttpResponse:
    """The facts that are used, or the conclusion so far; the name of the file says "draft"."""
    stands = standing(draft)
    content = {"facts": stands.used, "conclusion": stands.conclusion}.get(part)
    if content is None:
        raise Http404("No such part of a draft, or its answers cannot be read.")
    return json_file(content, f"draft-{draft.assessment.treaty_code}-{part}.json")


@on_version(Right.SEE)
def version_json(request: HttpRequest, version: Version, part: str) -> HttpResponse:
    """The facts or the conclusion of a version, as they were completed."""
    content = {"facts": version.facts, "conclusion": version.conclusion}.get(part)
    if content is None:
        raise Http404("No such part of a version.")
    name = f"{version.assessment.treaty_code}-version-{version.number}-{part}.json"
    return json_file(content, name)

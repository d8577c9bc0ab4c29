"""Pages of conclusions: of a version, of a draft so far, of two versions beside each other."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import selectors
from pe_wizard.assessments.access import Methods, Right, damaged, on_draft, on_version
from pe_wizard.assessments.comparing import compare
from pe_wizard.assessments.conclusion_page import assessment_of, show_conclusion
from pe_wizard.assessments.errors import NotOpen, NotVisible, SectionMoved, UnknownChoice
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.presenting import Source
from pe_wizard.assessments.reviewing import review_of
from pe_wizard.assessments.sections import section_of
from pe_wizard.assessments.services import choose_reading
from pe_wizard.assessments.standing import standing
from pe_wizard.assessments.treaty_files import is_corrected
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import rights
from pe_wizard.clock import today


@on_version(Right.SEE)
def version(request: HttpRequest, version: Version) -> HttpResponse:
    """A completed version: its conclusion as it was completed, in the language of the page."""
    source = Source(
        version.conclusion, version.treaty_file.load(), version.facts, reasons_of(version)
    )
    return render(
        request,
        "assessments/conclusion.html",
        {
            "shown": show_conclusion(source, assessment_of(version), today()),
            "completed": version,
            "is_corrected": is_corrected(version),
            "review": review_of(version, adviser(request)),
            "others": selectors.versions_for(adviser(request))
            .filter(assessment=version.assessment)
            .exclude(pk=version.pk)
            .defer(*selectors.HEAVY_OF_VERSIONS)
            .order_by("-number"),
            **_around(version.client_file),
        },
    )


@on_draft(Right.SEE)
def draft_conclusion(request: HttpRequest, draft: Draft) -> HttpResponse:
    """The conclusion so far of a draft, marked as such; a completed one leads to its version."""
    if draft.status == Draft.Status.COMPLETED:
        return redirect("assessments:version", draft.version.pk)
    stands = standing(draft)
    around = _around(draft.assessment.client_file)
    may_edit = draft.is_open and around["may_edit"]
    shown = None
    if stands.conclusion is not None and stands.used is not None:
        source = Source(
            stands.conclusion,
            stands.treaty,
            stands.used,
            draft.reasons,
            lambda path: wizard_step(draft, path) if may_edit else "",
        )
        shown = show_conclusion(source, stands.assessment, today())
    return render(
        request,
        "assessments/conclusion.html",
        {
            "shown": shown,
            "draft": draft,
            "faults": stands.faults,
            "revision": draft.section_revision("treaty"),
            **around,
            "may_edit": may_edit,
        },
    )


@on_draft(Right.EDIT, Methods.ACT)
def draft_reading(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Apply another option of a reading to the draft, with a reason."""
    name, option = request.POST.get("reading", ""), request.POST.get("option", "")
    revision = request.POST.get("revision", "")
    reading = draft.treaty_file.load().readings.get(name)
    try:
        choose_reading(
            by=adviser(request),
            draft_id=draft.pk,
            reading=name,
            option=None if reading is not None and option == reading.default else option,
            reason=request.POST.get("reason", ""),
            revision=int(revision) if revision.isdecimal() else None,
        )
    except UnknownChoice:
        raise Http404("No such reading or option.") from None
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    except SectionMoved:
        messages.warning(
            request,
            _("Someone else changed the readings meanwhile. Look at them and choose again."),
        )
    except NotOpen:
        messages.warning(request, _("This draft is no longer open; nothing in it was changed."))
    else:
        messages.success(request, _("The reading was changed."))
    return redirect(f"{reverse('assessments:draft_conclusion', args=[draft.pk])}#readings")


@on_version(Right.SEE)
def compare_versions(request: HttpRequest, version: Version, other_id: UUID) -> HttpResponse:
    """Two versions of one client file beside each other, the older one first."""
    other = selectors.version_for(adviser(request), other_id)
    if version.client_file_id != other.client_file_id or version.pk == other.pk:
        raise NotVisible("Two versions of one client file can be laid side by side.")
    if failed := damaged(request, other):
        return failed
    before, after = sorted((version, other), key=lambda one: one.position)
    return render(
        request,
        "assessments/compare_versions.html",
        {"shown": compare(before, after), **_around(after.client_file)},
    )


def reasons_of(version: Version) -> dict[str, str]:
    """Why readings were chosen, as the version was completed: {name of the reading: reason}."""
    return {
        one["path"].removeprefix("readings."): one["reason"]
        for one in version.questions
        if one.get("reason")
    }


def wizard_step(draft: Draft, path: str) -> str:
    """Where in the wizard the fact at this path is answered."""
    step = reverse("wizard:step", args=[draft.pk, section_of(path)])
    return f"{step}#{quote(path, safe='[].:')}"


def _around(client_file: ClientFile) -> dict[str, Any]:
    return {"client_file": client_file, "may_edit": Right.EDIT in rights(client_file)}

"""Memos and lists as downloads: load, set, hand out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.views.decorators.http import require_safe

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments.access import Right, on_draft, on_version
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import client_file_for
from pe_wizard.display import language
from pe_wizard.memo import lists
from pe_wizard.memo.content import memo
from pe_wizard.memo.files import attachment, file_name
from pe_wizard.memo.pdf import as_pdf
from pe_wizard.memo.records import NothingToPrint, Record, of_draft, of_version
from pe_wizard.memo.structure import Memo
from pe_wizard.memo.word import as_word

FORMS: dict[str, tuple[Callable[[Memo], bytes], str]] = {
    "pdf": (as_pdf, "application/pdf"),
    "docx": (
        as_word,
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
}


@on_version(Right.SEE)
def of_a_version(request: HttpRequest, version: Version, form: str) -> HttpResponse:
    """The memo of a completed version, in the language of its file or with ?language= another."""
    with _language_of(request, version.client_file):
        return _file(of_version(version), form)


@on_draft(Right.SEE)
def of_a_draft(request: HttpRequest, draft: Draft, form: str) -> HttpResponse:
    """The memo of an open draft, marked as such; a completed one leads to that of its version."""
    if draft.status == Draft.Status.COMPLETED:
        return redirect(f"memo:{form}", draft.version.pk)
    if not draft.is_open:
        raise Http404("A discarded draft has no memo.")
    with _language_of(request, draft.assessment.client_file):
        try:
            record = of_draft(draft)
        except NothingToPrint:
            raise Http404("There is no conclusion to print yet.") from None
        return _file(record, form)


def _language_of(request: HttpRequest, client_file: ClientFile) -> AbstractContextManager[None]:
    """What is asked for, what the client file names, or that of the page."""
    asked = request.GET.get("language", "")
    known = asked if asked in dict(settings.LANGUAGES) else ""
    return translation.override(known or client_file.memo_language or language())


def _file(record: Record, form: str) -> HttpResponse:
    make, content_type = FORMS[form]
    return attachment(make(memo(record)), content_type, file_name(record, form))


@require_safe
def list_csv(request: HttpRequest) -> HttpResponse:
    """The list of assessments as CSV; of one client file with ?client=<id>."""
    listed = lists.rows(adviser(request), _client_file(request))
    return attachment(lists.as_csv(listed), "text/csv; charset=utf-8", "assessments.csv")


@require_safe
def list_json(request: HttpRequest) -> HttpResponse:
    """The list of assessments as JSON; of one client file with ?client=<id>."""
    listed = lists.rows(adviser(request), _client_file(request))
    return attachment(lists.as_json(listed), "application/json", "assessments.json")


def _client_file(request: HttpRequest) -> ClientFile | None:
    """The client file the list is asked for, if any; Http404 for one this adviser cannot see."""
    asked = request.GET.get("client", "")
    if not asked:
        return None
    try:
        return client_file_for(adviser(request), UUID(asked))
    except ValueError:
        raise Http404("No such client file.") from None

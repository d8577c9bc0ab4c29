"""Corrected treaty files: what they would change, and beginning a version under one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.access import Methods, Right, on_version
from pe_wizard.assessments.models import Version
from pe_wizard.assessments.selectors import versions_for
from pe_wizard.display import language
from pe_wizard.rerun.corrected import counted, files_now, newer_version, superseded
from pe_wizard.rerun.last import last_run
from pe_wizard.rerun.presenting import show
from pe_wizard.rerun.running import Ending

PER_PAGE = 100  # each is assessed anew when the page is asked for
LAST_PAGE = "check"


@require_safe
def corrected(request: HttpRequest) -> HttpResponse:
    """The versions somebody may see that were completed under a file which was corrected since."""
    user = adviser(request)
    seen = versions_for(user)
    digests = superseded()
    treaties = counted(seen)
    code = request.GET.get("treaty", "")
    if code not in {one.code for one in treaties}:
        code = ""
    every = request.GET.get("versions") == "all"
    those = seen.filter(treaty_file__in=digests).annotate(has_newer=newer_version())
    if code:
        those = those.filter(assessment__treaty_code=code)
    if not every:
        those = those.filter(has_newer=False)
    those = those.defer("treaty_file__source", "canonical", "questions").order_by(
        "assessment__treaty_code", "client_file__reference", "client_file", "-position"
    )
    page: Page[Any] = Paginator(those, PER_PAGE).get_page(request.GET.get("page"))

    def address(number: int | None = None, **changed: str) -> str:
        asked = {"treaty": code, "versions": "all" if every else "", **changed}
        if number is not None:
            asked["page"] = str(number)
        return "?" + urlencode({name: value for name, value in asked.items() if value})

    shown = show(page.object_list, files_now(digests))
    return render(
        request,
        "rerun/corrected.html",
        {
            "treaties": [(one, address(treaty=one.code)) for one in treaties],
            "code": code,
            "every": every,
            "shown": shown,
            "numbers": {one.name.lower(): number for one, number in shown.numbers.items()},
            "page": page,
            "all_treaties_url": address(treaty=""),
            "latest_url": address(versions=""),
            "every_url": address(versions="all"),
            "previous_url": address(page.previous_page_number()) if page.has_previous() else "",
            "next_url": address(page.next_page_number()) if page.has_next() else "",
            "overall": _overall() if user.is_administrator else (),
        },
    )


def _overall() -> list[dict[str, Any]]:
    """For each treaty: versions of everybody under an earlier file, and how the last run ended."""
    rows = []
    for one in counted(Version.objects.all()):
        last = last_run(one.code, one.now.digest) if one.now is not None else None
        numbers = {} if last is None else last.numbers
        rows.append(
            {
                "corrected": one,
                "last": last,
                "numbers": {ending.name.lower(): numbers.get(ending, 0) for ending in Ending},
            }
        )
    return rows


@on_version(Right.EDIT, Methods.ACT)
def new_version(request: HttpRequest, version: Version) -> HttpResponse:
    """A draft with the facts of the version under the treaty file of the catalogue; once."""
    treaty = files_now({version.treaty_file_id: version.assessment.treaty_code}).get(
        version.assessment.treaty_code
    )
    if treaty is None:
        messages.error(request, _("The catalogue has no file of this treaty any more."))
        return redirect("rerun:corrected")
    draft = services.new_version(
        by=adviser(request), version=version, language=language(), treaty=treaty
    )
    if draft.based_on_id != version.pk or draft.treaty_file_id != treaty.digest:
        messages.info(
            request, _("A draft of this assessment was open already. You are looking at it.")
        )
    return redirect("wizard:step", draft.pk, LAST_PAGE)

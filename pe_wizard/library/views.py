"""Pages about treaties: the catalogue, and each treaty. Everyone signed in may read them."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pe_wizard.accounts.people import adviser
from pe_wizard.library.presenting import show, show_row
from treaties import Catalogue, catalogue


def treaties_on_offer() -> Catalogue:
    """The treaties of the product and of the firm."""
    return catalogue(settings.TREATY_FILES_DIR)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The catalogue; files of the firm that were refused are shown to staff, with their faults."""
    on_offer = treaties_on_offer()
    return render(
        request,
        "library/index.html",
        {
            "rows": [show_row(treaty) for treaty in on_offer.treaties.values()],
            "refused": on_offer.refused if adviser(request).is_staff else (),
        },
    )


@require_safe
def treaty(request: HttpRequest, code: str) -> HttpResponse:
    """One treaty: standing, clauses, readings, peculiarities, every paragraph restated."""
    found = treaties_on_offer().treaties.get(code)
    if found is None:
        raise Http404("No such treaty in the catalogue.")
    return render(request, "library/treaty.html", {"shown": show(found), "treaty": found})

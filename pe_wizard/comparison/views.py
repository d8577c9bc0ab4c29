"""Pages that lay treaties side by side. They read; nothing is written."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pe_wizard.assessments.basis import Basis, on_basis
from pe_wizard.assessments.treaty_files import on_offer
from pe_wizard.comparison.forms import chosen_treaties
from pe_wizard.comparison.parameters import beside, other_paragraphs, readings_beside
from pe_wizard.comparison.table import as_csv
from pe_wizard.comparison.under_treaties import UnderTreaties, under_treaties
from pe_wizard.memo.files import attachment, safe
from treaties import Treaty

AT_LEAST = 2  # treaties, for a comparison without facts


@require_safe
def clauses(request: HttpRequest) -> HttpResponse:
    """Treaties against each other, clause by clause; with fewer than two, the choice alone."""
    offered = on_offer().treaties
    chosen = chosen_treaties(request.GET, offered)
    enough = len(chosen) >= AT_LEAST
    shown = beside(chosen) if enough else []
    return render(
        request,
        "comparison/clauses.html",
        {
            "offered": offered.values(),
            "chosen": chosen,
            "chosen_codes": [treaty.code for treaty in chosen],
            "shown": shown,
            "readings": readings_beside(chosen) if enough else (),
            "others": other_paragraphs(chosen, shown) if enough else (),
            "too_few": len(chosen) == 1,
        },
    )


@on_basis()
def _facts(request: HttpRequest, basis: Basis) -> HttpResponse:
    """The facts of a version or a draft under the treaties chosen, or under all of them."""
    offered = _offered(basis)
    shown = _compared(request, basis, offered)
    return render(
        request,
        "comparison/facts.html",
        {
            "basis": basis,
            "client_file": basis.client_file,
            "offered": offered.values(),
            "shown": shown,
            "codes": [column.treaty.code for column in shown.columns] if shown else [],
            "query": request.GET.urlencode(),
        },
    )


@on_basis()
def _facts_csv(request: HttpRequest, basis: Basis) -> HttpResponse:
    """The same as CSV."""
    shown = _compared(request, basis, _offered(basis))
    if shown is None:
        raise Http404("The answers of this draft cannot be read yet.")
    name = f"{safe(basis.client_file.reference)} {safe(basis.treaty.code)}.csv"
    return attachment(as_csv(shown), "text/csv; charset=utf-8", name)


version_facts, draft_facts = _facts
version_csv, draft_csv = _facts_csv


def _offered(basis: Basis) -> dict[str, Treaty]:
    """The catalogue, with the treaty of the file as the file keeps it."""
    return {**on_offer().treaties, basis.treaty.code: basis.treaty}


def _compared(
    request: HttpRequest, basis: Basis, offered: dict[str, Treaty]
) -> UnderTreaties | None:
    """The comparison; None where the answers cannot be read."""
    chosen = chosen_treaties(request.GET, offered)
    if basis.document is None:
        return None
    return under_treaties(basis, chosen or list(offered.values()))

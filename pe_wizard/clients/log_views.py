"""The event log of the whole installation, for administrators: people and numbers, no client."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from pe_wizard.accounts.people import for_administrators
from pe_wizard.clients import events, selectors

PER_PAGE = 100
# What can be looked at alone: the beginnings of the names of its actions.
KINDS = {
    "accounts": (_("Accounts and signing in"), ("sign_in.", "account.")),
    "refusals": (_("Refusals"), ("access.", "sign_in.refused", "sign_in.unknown")),
    "access": (_("Changes of access"), ("member.", "client_file.handed_over", "account.")),
    "versions": (_("Versions and reviews"), ("assessment.completed", "version.", "review.")),
}


@for_administrators
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Everything that was done by anybody, newest first. A client file appears by its id alone."""
    kind = request.GET.get("kind", "")
    those = selectors.all_events(KINDS[kind][1] if kind in KINDS else ())
    page = Paginator(those, PER_PAGE).get_page(request.GET.get("page"))

    def address(number: int) -> str:
        query = QueryDict(mutable=True)
        query.update(
            {"kind": kind, "page": str(number)} if kind in KINDS else {"page": str(number)}
        )
        return f"?{query.urlencode()}"

    return render(
        request,
        "people/log.html",
        {
            "page": page,
            "events": [
                {
                    "at": event.at,
                    "says": events.sentence(event),
                    "address": event.address,
                    "client_file": event.client_file_id,
                }
                for event in page.object_list
            ],
            "kinds": [(key, label) for key, (label, _starts) in KINDS.items()],
            "kind": kind,
            "previous_url": address(page.previous_page_number()) if page.has_previous() else "",
            "next_url": address(page.next_page_number()) if page.has_next() else "",
        },
    )

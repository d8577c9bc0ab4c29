"""The page of the glossary; everyone signed in may read it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pe_wizard.display import language
from pe_wizard.glossary.presenting import columns, parts
from pe_wizard.library.views import treaties_on_offer


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every term in every language, in groups, with what to know about it."""
    code = language()
    return render(
        request,
        "glossary/index.html",
        {"columns": columns(code), "parts": parts(code, treaties_on_offer().treaties)},
    )

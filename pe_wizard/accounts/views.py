"""The page from which an adviser sees to the own account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Links to password, second factor and sessions."""
    return render(request, "account/account.html")

"""Pages about client files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def desk(request: HttpRequest) -> HttpResponse:
    """The first page after signing in."""
    return render(request, "clients/desk.html")


def client_file_list(request: HttpRequest) -> HttpResponse:
    """All client files that the adviser may see."""
    return render(request, "clients/list.html")

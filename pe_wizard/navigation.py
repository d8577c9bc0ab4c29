"""The places of the house that every page leads to."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard import __version__


@dataclass(frozen=True)
class Place:
    """A link of the main navigation, current for the URL names and namespaces in ``under``."""

    name: str | Promise
    url_name: str
    under: frozenset[str]
    for_administrators: bool = False


PLACES = (
    Place(_("Desk"), "desk", frozenset({"desk", "clocks"})),
    Place(
        _("Client files"),
        "clients:list",
        frozenset({"clients", "assessments", "wizard", "presence", "scenarios"}),
    ),
    Place(_("Assessments"), "lists:list", frozenset({"lists"})),
    Place(_("Compare"), "comparison:clauses", frozenset({"comparison"})),
    Place(_("Treaties"), "library:index", frozenset({"library", "rerun", "glossary"})),
    Place(_("People"), "people:list", frozenset({"people"}), for_administrators=True),
    Place(_("Event log"), "log", frozenset({"log"}), for_administrators=True),
)

# Each language by its own name: whoever looks for it may not read any other.
LANGUAGES = (("en", "English"), ("fa", "فارسی"), ("ka", "ქართული"))


def navigation(request: HttpRequest) -> dict[str, object]:
    """For templates/base.html: ``places`` (name, url, current), ``languages``, ``version``,
    ``reset_by_mail``."""
    match = request.resolver_match
    administers = getattr(getattr(request, "user", None), "is_administrator", False)
    here = {match.url_name, *match.namespaces} if match else set()
    return {
        "places": [
            {
                "name": place.name,
                "url": reverse(place.url_name),
                "current": bool(place.under & here),
            }
            for place in PLACES
            if administers or not place.for_administrators
        ],
        "languages": LANGUAGES,
        "version": __version__,
        "reset_by_mail": bool(settings.EMAIL_HOST),
    }

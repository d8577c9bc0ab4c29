"""Which treaties are laid side by side, as an address names them: ?treaty=…&treaty=…"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, QueryDict

from treaties import Treaty


def chosen_treaties(query: QueryDict, on_offer: Mapping[str, Treaty]) -> list[Treaty]:
    """The treaties named, each once, in the order of the catalogue; none where none is named.

    Http404 for a treaty that is not in the catalogue.
    """
    named = set(query.getlist("treaty"))
    if not named <= set(on_offer):
        raise Http404("No such treaty in the catalogue.")
    return [treaty for code, treaty in on_offer.items() if code in named]

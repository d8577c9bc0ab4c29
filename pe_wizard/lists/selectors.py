"""What is read for lists. Every query begins with the client files that the adviser may see."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404

from pe_wizard.accounts.models import User
from pe_wizard.clients.selectors import seen_files
from pe_wizard.lists.models import Listed, SavedFilter
from pe_wizard.text import fold


def assessments_for(user: User) -> QuerySet[Listed]:
    """The assessments in the files this adviser may see, those in the archive left out."""
    return Listed.objects.filter(seen_files(user, "client_file__"), client_file__archived=False)


def undetermined(user: User) -> QuerySet[Listed]:
    """Those whose latest version is undetermined, changed last first: what the desk says."""
    those = assessments_for(user).filter(conclusion="undetermined").select_related("client_file")
    said = ("version", "treaty_code", "as_of", "summary", "client_file__reference")
    return those.only(*said).order_by("-changed_at", "pk")


def found(those: QuerySet[Listed], words: str) -> QuerySet[Listed]:
    """Those of clients in whose reference or name each of the words occurs."""
    for word in fold(words).split()[:10]:
        those = those.filter(
            Q(client_file__folded_reference__contains=word)
            | Q(client_file__folded_name__contains=word)
        )
    return those


def filters_of(user: User) -> QuerySet[SavedFilter]:
    """The filters that the person keeps, by name."""
    return SavedFilter.objects.filter(user=user).order_by("folded_name")


def filter_of(user: User, filter_id: int) -> SavedFilter:
    """One of them; Http404 for one of somebody else, or none."""
    one = filters_of(user).filter(pk=filter_id).first()
    if one is None:
        raise Http404("No such filter of this adviser.")
    return one

"""What is read for lists. Every query begins with the client files that the adviser may see."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404

from pe_wizard.accounts.models import User
from pe_wizard.clients.selectors import client_files_for
from pe_wizard.lists.models import Listed, SavedFilter
from pe_wizard.text import fold


def assessments_for(user: User) -> QuerySet[Listed]:
    """The assessments in the files this adviser may see, those in the archive left out."""
    files = client_files_for(user).filter(archived=False)
    return Listed.objects.filter(client_file__in=files.values("pk"))


def with_everything(those: QuerySet[Listed]) -> QuerySet[Listed]:
    """Each with what a row shows; nothing that is large."""
    return those.select_related("client_file", "assessment", "version", "draft", "adviser").only(
        *(field.name for field in Listed._meta.concrete_fields),
        *(f"client_file__{name}" for name in ("reference", "name")),
        *(f"assessment__{name}" for name in ("treaty_code", "residence_state", "source_state")),
        *(f"version__{name}" for name in ("number", "summary", "completed_at", "sha256")),
        *(f"draft__{name}" for name in ("progress", "saved_at")),
        *(f"adviser__{name}" for name in ("first_name", "last_name", "username")),
    )


def undetermined(user: User) -> QuerySet[Listed]:
    """Those whose latest version is undetermined, completed last first."""
    those = assessments_for(user).filter(conclusion="undetermined")
    return with_everything(those).order_by("-changed_at", "pk")


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

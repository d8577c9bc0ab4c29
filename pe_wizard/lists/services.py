"""What is done about lists: keeping a filter, renaming it, giving it up. Twice is once."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from pe_wizard.accounts.models import User
from pe_wizard.lists.models import SavedFilter
from pe_wizard.text import fold_for

MOST = 50


class NameTaken(Exception):
    """Another filter of the person has this name."""


class TooMany(Exception):
    """The person keeps as many filters as there may be."""


def keep_filter(*, user: User, name: str, query: str) -> SavedFilter:
    """Keep a filter under a name; under a name that is there already it takes the place."""
    folded = fold_for(SavedFilter, "folded_name", name)
    with transaction.atomic():
        there = SavedFilter.objects.filter(user=user)
        if there.count() >= MOST and not there.filter(folded_name=folded).exists():
            raise TooMany
        kept, _ = SavedFilter.objects.update_or_create(
            user=user, folded_name=folded, defaults={"name": name, "query": query}
        )
    return kept


def rename_filter(*, kept: SavedFilter, name: str) -> None:
    """Another name for a filter; NameTaken where another one has it."""
    try:
        with transaction.atomic():
            folded = fold_for(SavedFilter, "folded_name", name)
            SavedFilter.objects.filter(pk=kept.pk).update(name=name, folded_name=folded)
    except IntegrityError:
        raise NameTaken from None


def drop_filter(*, kept: SavedFilter) -> None:
    """Give a filter up; the assessments stay as they are."""
    SavedFilter.objects.filter(pk=kept.pk).delete()

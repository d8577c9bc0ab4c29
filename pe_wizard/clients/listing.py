"""What a list of client files shows: its columns with their links, its pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients import selectors
from pe_wizard.clients.models import ClientFile

PER_PAGE = 25
COLUMNS: tuple[tuple[str, str | Promise], ...] = (
    ("reference", _("Reference")),
    ("name", _("Name")),
    ("residence", _("Resident in")),
    ("changed", _("Last changed")),
)


@dataclass(frozen=True)
class Column:
    """A head of the table: what it says, where a click leads, how it is sorted now (for ARIA)."""

    key: str
    label: str | Promise
    url: str
    sorted: str


@dataclass(frozen=True)
class Listing:
    """One page of the files that were asked for, and how to get to the others."""

    words: str
    archived: bool
    sort: str
    page: Page[ClientFile]
    columns: tuple[Column, ...]
    previous_url: str
    next_url: str
    archived_url: str
    current_url: str


def listing(user: User, asked: QueryDict) -> Listing:
    """The page that the address asks for (q, sort, archived, page); nonsense is ignored."""
    words = asked.get("q", "").strip()[:200]
    archived = asked.get("archived") == "1"
    sort = asked.get("sort", "-changed")
    if sort.removeprefix("-") not in selectors.SORTS:
        sort = "-changed"
    files = selectors.client_files_for(user).filter(archived=archived)
    files = selectors.in_order(selectors.found(files, words), sort)
    page = Paginator(files, PER_PAGE).get_page(asked.get("page"))

    def address(**changes: str) -> str:
        parts = {"q": words, "sort": sort, "archived": "1" if archived else "", "page": ""}
        parts.update(changes)
        query = QueryDict(mutable=True)
        for key, value in parts.items():
            if value and not (key == "sort" and value == "-changed"):
                query[key] = value
        return "?" + query.urlencode()

    return Listing(
        words=words,
        archived=archived,
        sort=sort,
        page=page,
        columns=tuple(
            Column(
                key=key,
                label=label,
                url=address(sort=_next_sort(key, sort)),
                sorted={key: "ascending", f"-{key}": "descending"}.get(sort, ""),
            )
            for key, label in COLUMNS
        ),
        previous_url=address(page=str(page.previous_page_number())) if page.has_previous() else "",
        next_url=address(page=str(page.next_page_number())) if page.has_next() else "",
        archived_url=address(archived="1"),
        current_url=address(archived=""),
    )


def _next_sort(key: str, sort: str) -> str:
    """A first click sorts upwards (changes: newest first), the next one the other way."""
    first, second = ("-changed", "changed") if key == "changed" else (key, f"-{key}")
    return second if sort == first else first

"""What a list of client files shows: its columns with their links, its pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients import selectors
from pe_wizard.clients.models import ClientFile
from pe_wizard.tables import Asked, Column, columns, paged

PER_PAGE = 25
DEFAULTS = {"sort": "-changed"}
COLUMNS: tuple[tuple[str, str | Promise], ...] = (
    ("reference", _("Reference")),
    ("name", _("Name")),
    ("residence", _("Resident in")),
    ("changed", _("Last changed")),
)
NEWEST_FIRST = ("changed",)


@dataclass(frozen=True)
class Owner:
    """Somebody whose files are listed, by the name to sign in with, and whether they are chosen."""

    username: str
    name: str
    chosen: bool


@dataclass(frozen=True)
class Listing:
    """One page of the files that were asked for, and how to get to the others."""

    words: str
    archived: bool
    sort: str
    owners: tuple[Owner, ...]
    page: Page[ClientFile]
    columns: tuple[Column, ...]
    previous_url: str
    next_url: str
    archived_url: str
    current_url: str

    @property
    def is_chosen(self) -> bool:
        """Whether only some of the files were asked for."""
        return bool(self.words) or any(one.chosen for one in self.owners)


def listing(user: User, query: QueryDict) -> Listing:
    """The page that the address asks for (q, owner, sort, archived, page); nonsense is ignored."""
    asked = Asked.of(query, ("q", "owner", "sort", "archived", "page"), DEFAULTS)
    if asked["sort"].removeprefix("-") not in selectors.SORTS:
        asked = Asked({**asked.values, "sort": DEFAULTS["sort"]}, DEFAULTS)
    archived = asked["archived"] == "1"
    everything = selectors.client_files_for(user).filter(archived=archived)
    files = selectors.found(everything, asked["q"])
    if asked["owner"]:
        files = files.filter(owner__username=asked["owner"])
    found = paged(selectors.in_order(files, asked["sort"]), asked, PER_PAGE)
    return Listing(
        words=asked["q"],
        archived=archived,
        sort=asked["sort"],
        owners=tuple(
            Owner(one.username, str(one), one.username == asked["owner"])
            for one in selectors.owners_of(everything)
        ),
        page=found.page,
        columns=columns(COLUMNS, asked, NEWEST_FIRST),
        previous_url=found.previous_url,
        next_url=found.next_url,
        archived_url=asked.address(archived="1"),
        current_url=asked.address(archived=""),
    )

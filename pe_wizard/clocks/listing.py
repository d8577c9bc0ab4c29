"""All clocks as a table: chosen by client, treaty, adviser and state; sorted; a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import F, QuerySet
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.selectors import owners_of, seen_files
from pe_wizard.clocks import selectors
from pe_wizard.clocks.models import Clock
from pe_wizard.clocks.presenting import ClockShown, show_all
from pe_wizard.tables import Asked, Column, Paged, columns, paged

PER_PAGE = 25
NAMES = ("q", "treaty", "adviser", "state", "sort", "page")
DEFAULTS = {"sort": "passes"}
HEADS: tuple[tuple[str, str | Promise], ...] = (
    ("client", _("Client and head")),
    ("treaty", _("Treaty")),
    ("adviser", _("Adviser")),
    ("passes", _("Passes on")),
)
ORDERS = {
    "client": ("client_file__folded_reference",),
    "treaty": ("treaty_code",),
    "adviser": (
        "client_file__owner__first_name",
        "client_file__owner__last_name",
        "client_file__owner__username",
    ),
    "passes": ("passes_on",),
}
STATES: tuple[tuple[str, str | Promise], ...] = (
    ("", _("All")),
    ("running", _("Not passed")),
    ("passed", _("Passed")),
)


@dataclass(frozen=True)
class Choice:
    """A value that can be chosen, and whether it is."""

    value: str
    label: str | Promise
    chosen: bool
    url: str = ""


@dataclass(frozen=True)
class Listing:
    """The clocks that were asked for, and what else can be asked."""

    words: str
    sort: str
    state: str
    clocks: tuple[ClockShown, ...]
    paged: Paged
    columns: tuple[Column, ...]
    treaties: tuple[Choice, ...]
    advisers: tuple[Choice, ...]
    states: tuple[Choice, ...]
    query: str
    is_filtered: bool


def asked_for(query: QueryDict) -> Asked:
    """What the address asks for; nonsense is ignored."""
    asked = Asked.of(query, NAMES, DEFAULTS)
    if asked["sort"].removeprefix("-") not in ORDERS:
        asked = Asked({**asked.values, "sort": DEFAULTS["sort"]}, DEFAULTS)
    return asked


def chosen(user: User, asked: Asked, today: date) -> QuerySet[Clock]:
    """The clocks of this adviser that were asked for, in order."""
    clocks = selectors.found(selectors.clocks_for(user), asked["q"])
    if asked["treaty"]:
        clocks = clocks.filter(treaty_code=asked["treaty"])
    if asked["adviser"]:
        clocks = clocks.filter(client_file__owner__username=asked["adviser"])
    if asked["state"] == "passed":
        clocks = clocks.filter(passes_on__lte=today)
    elif asked["state"] == "running":
        clocks = clocks.filter(passes_on__gt=today)
    sort = asked["sort"]
    order = (F(name).desc() if sort.startswith("-") else F(name).asc()
             for name in ORDERS[sort.removeprefix("-")])  # fmt: skip
    return clocks.select_related("client_file__owner").order_by(*order, "passes_on", "pk")


def listing(user: User, query: QueryDict, today: date) -> Listing:
    """The page that the address asks for."""
    asked = asked_for(query)
    page = paged(chosen(user, asked, today), asked, PER_PAGE)
    everything = selectors.clocks_for(user).order_by()
    owners = owners_of(ClientFile.objects.filter(seen_files(user), archived=False))
    codes = everything.values_list("treaty_code", flat=True).distinct()
    return Listing(
        words=asked["q"],
        sort=asked["sort"],
        state=asked["state"],
        clocks=tuple(show_all(page.page.object_list, user, today)),
        paged=page,
        columns=columns(HEADS, asked),
        treaties=tuple(Choice(code, code, code == asked["treaty"]) for code in sorted(codes)),
        advisers=tuple(
            Choice(one.username, str(one), one.username == asked["adviser"]) for one in owners
        ),
        states=tuple(
            Choice(value, label, value == asked["state"], asked.address(state=value))
            for value, label in STATES
        ),
        query=asked.query(page=""),
        is_filtered=any(asked[name] for name in ("q", "treaty", "adviser", "state")),
    )

"""The list of assessments: what the address asks for, chosen, sorted, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.dates import parse_day, typed
from pe_wizard.lists import selectors
from pe_wizard.lists.models import Listed, SavedFilter
from pe_wizard.tables import Asked, Column, Paged, columns, paged
from pe_wizard.tongue import say
from treaties import OUTCOME_TITLES

PER_PAGE = 25
FILTERS = ("q", "treaty", "conclusion", "review", "adviser", "from", "to")
NAMES = (*FILTERS, "sort", "page")
DEFAULTS = {"sort": "-changed"}
HEADS: tuple[tuple[str, str | Promise], ...] = (
    ("client", _("Client file")),
    ("treaty", _("Treaty, from and to")),
    ("conclusion", _("Latest conclusion")),
    ("as_of", _("As of")),
    ("review", _("Review")),
    ("adviser", _("Adviser")),
    ("changed", _("Last changed")),
)
NEWEST_FIRST = ("as_of", "changed")
ORDERS = {
    "client": ("client_file__folded_reference",),
    "treaty": ("treaty_code",),
    "conclusion": ("conclusion",),
    "as_of": ("as_of",),
    "review": ("review",),
    "adviser": ("adviser__first_name", "adviser__last_name", "adviser__username"),
    "changed": ("changed_at",),
}


@dataclass(frozen=True)
class Choice:
    """A value that can be chosen, and whether it is."""

    value: str
    label: str | Promise
    chosen: bool


@dataclass(frozen=True)
class DayAsked:
    """A day of the filter as it was typed, and what is wrong with it."""

    typed: str
    error: str = ""
    day: date | None = None


@dataclass(frozen=True)
class Listing:
    """The assessments that were asked for, and what else can be asked."""

    words: str
    sort: str
    is_filtered: bool
    query: str
    paged: Paged
    columns: tuple[Column, ...]
    treaties: tuple[Choice, ...]
    conclusions: tuple[Choice, ...]
    reviews: tuple[Choice, ...]
    advisers: tuple[Choice, ...]
    first: DayAsked
    last: DayAsked
    saved: tuple[SavedFilter, ...] = field(default=())
    open_filter: SavedFilter | None = None


def asked_for(query: QueryDict) -> Asked:
    """What the address asks for; nonsense is ignored."""
    asked = Asked.of(query, NAMES, DEFAULTS)
    if asked["sort"].removeprefix("-") not in ORDERS:
        asked = Asked({**asked.values, "sort": DEFAULTS["sort"]}, DEFAULTS)
    return asked


def filter_query(asked: Asked) -> str:
    """What of an address is kept in a filter: what is chosen and how it is sorted, no page."""
    return asked.query(page="")


def day_asked(text: str) -> DayAsked:
    """A day of the filter; one that cannot be read chooses nothing and says why."""
    if not text:
        return DayAsked("")
    try:
        day = parse_day(text)
    except ValidationError as error:
        return DayAsked(text, " ".join(error.messages))
    return DayAsked(typed(day), "", day)


def chosen(user: User, asked: Asked) -> QuerySet[Listed]:
    """The assessments of this adviser that were asked for, in order."""
    those = selectors.found(selectors.assessments_for(user), asked["q"])
    if asked["treaty"]:
        those = those.filter(treaty_code=asked["treaty"])
    if asked["conclusion"] in OUTCOME_TITLES:
        those = those.filter(conclusion=asked["conclusion"])
    if asked["review"] in Listed.Review.values:
        those = those.filter(review=asked["review"])
    if asked["adviser"]:
        those = those.filter(adviser__username=asked["adviser"])
    first, last = day_asked(asked["from"]).day, day_asked(asked["to"]).day
    if first is not None:
        those = those.filter(as_of__gte=first)
    if last is not None:
        those = those.filter(as_of__lte=last)
    sort = asked["sort"]
    falls = sort.startswith("-")
    order = (
        F(name).desc(nulls_last=True) if falls else F(name).asc(nulls_first=True)
        for name in ORDERS[sort.removeprefix("-")]
    )
    those = those.select_related("client_file", "adviser", "assessment")
    return those.order_by(*order, "-changed_at", "pk")


def listing(user: User, query: QueryDict) -> Listing:
    """The page that the address asks for."""
    asked = asked_for(query)
    everything = selectors.assessments_for(user).order_by()
    codes = sorted(everything.values_list("treaty_code", flat=True).distinct())
    advisers = User.objects.filter(pk__in=everything.values("adviser")).order_by(
        "first_name", "last_name", "username"
    )
    saved = tuple(selectors.filters_of(user))
    kept = filter_query(asked)
    return Listing(
        words=asked["q"],
        sort=asked["sort"],
        is_filtered=any(asked[name] for name in FILTERS),
        query=kept,
        paged=paged(chosen(user, asked), asked, PER_PAGE),
        columns=columns(HEADS, asked, NEWEST_FIRST),
        treaties=_choices(((code, code) for code in codes), asked["treaty"]),
        conclusions=_choices(
            ((value, say(title)) for value, title in OUTCOME_TITLES.items()), asked["conclusion"]
        ),
        reviews=_choices(Listed.Review.choices, asked["review"]),
        advisers=_choices(((one.username, str(one)) for one in advisers), asked["adviser"]),
        first=day_asked(asked["from"]),
        last=day_asked(asked["to"]),
        saved=saved,
        open_filter=next((one for one in saved if kept and one.query == kept), None),
    )


def _choices(those: object, chosen_value: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(value, label, value == chosen_value)
        for value, label in those  # type: ignore[attr-defined]
    )


def name_proposed() -> str:
    """A name for a filter that has none yet."""
    return _now("My filter")

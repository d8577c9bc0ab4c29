"""Tables that can be asked for: what stands in their address, columns that sort, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.functional import Promise

from pe_wizard.text import without_forbidden

LONGEST = 200  # characters of one value in an address


@dataclass(frozen=True)
class Column:
    """A head of the table: what it says, where a click leads, how it is sorted now (for ARIA)."""

    key: str
    label: str | Promise
    url: str
    sorted: str


@dataclass(frozen=True)
class Asked:
    """What an address asks for: the value of every name that counts, "" where it is not there.

    `defaults` are values that need not stand in an address.
    """

    values: Mapping[str, str]
    defaults: Mapping[str, str]

    @classmethod
    def of(cls, query: QueryDict, names: Iterable[str], defaults: Mapping[str, str]) -> Asked:
        """Read from a query; other names and characters that no text holds are ignored."""
        found = {name: without_forbidden(query.get(name, "")).strip()[:LONGEST] for name in names}
        return cls({name: found[name] or defaults.get(name, "") for name in found}, defaults)

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def address(self, **changes: str) -> str:
        """The address that asks for the same but for the changes; it begins with its first page."""
        return "?" + self.query(**{"page": "", **changes})

    def query(self, **changes: str) -> str:
        """The same without the question mark."""
        query = QueryDict(mutable=True)
        for name, value in {**self.values, **changes}.items():
            if value and value != self.defaults.get(name):
                query[name] = value
        return query.urlencode()


def columns(
    heads: Iterable[tuple[str, str | Promise]], asked: Asked, newest_first: Iterable[str] = ()
) -> tuple[Column, ...]:
    """Columns with links to sort by them: upwards first, or downwards for the days of `newest`."""
    falling = set(newest_first)
    sort = asked["sort"]
    return tuple(
        Column(
            key=key,
            label=label,
            url=asked.address(sort=_next_sort(key, sort, falls=key in falling)),
            sorted={key: "ascending", f"-{key}": "descending"}.get(sort, ""),
        )
        for key, label in heads
    )


def _next_sort(key: str, sort: str, *, falls: bool) -> str:
    first, second = (f"-{key}", key) if falls else (key, f"-{key}")
    return second if sort == first else first


@dataclass(frozen=True)
class Paged:
    """One page of a table, with the addresses of its neighbours ("" where there is none)."""

    page: Page[Any]
    previous_url: str
    next_url: str


def paged(those: QuerySet[Any], asked: Asked, per_page: int) -> Paged:
    """The page that the address asks for; the nearest one where there is none of that number."""
    page = Paginator(those, per_page).get_page(asked["page"])
    return Paged(
        page,
        asked.address(page=str(page.previous_page_number())) if page.has_previous() else "",
        asked.address(page=str(page.next_page_number())) if page.has_next() else "",
    )

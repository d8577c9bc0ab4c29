"""What the page of a table shows: its numbers, and the rows with what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from pe_wizard.assessments.documents import Document
from pe_wizard.presence.models import Import
from pe_wizard.presence.places import Named, engagements
from pe_wizard.presence.reading import span
from pe_wizard.presence.rows import ONGOING, OVERLAP, UNKNOWN_PROJECT, Row
from pe_wizard.presence.wording import FAULTS, REMARKS, fault_text, remark_text

ROWS_ON_A_PAGE = 100


@dataclass(frozen=True)
class RowView:
    """A row of the preview. `ends` is said in place of a last day that is none."""

    number: int
    place: str
    is_new_place: bool
    first: date | None
    last: date | None
    ends: str
    days: int | None
    person: str
    worked: bool | None
    note: str
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    there: bool


@dataclass(frozen=True)
class Preview:
    """One page of rows, of all or of the faulty ones, with the numbers of the table.

    `overlap`, `unknown_project`: rows with this fault alone; `both`: rows with the two.
    """

    rows: tuple[RowView, ...]
    page: Page[Any]
    only_faulty: bool
    previous_url: str
    next_url: str
    faults: tuple[tuple[str, int], ...]
    remarks: tuple[tuple[str, int], ...]
    places: tuple[dict[str, Any], ...]
    overlap: int
    unknown_project: int
    both: int

    @property
    def can_be_taken(self) -> bool:
        """Whether there is any row to take, if need be with a fault that does not matter."""
        return bool(self.overlap or self.unknown_project or self.both or self.places)


class _Counted:
    """Stands for the rows in a Paginator, which asks only how many there are."""

    def __init__(self, count: int) -> None:
        self._count = count

    def count(self) -> int:
        """How many rows there are."""
        return self._count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, part: slice) -> range:
        return range(self._count)[part]


def preview(table: Import, document: Document, *, only_faulty: bool, page: str | None) -> Preview:
    """The page of rows that is asked for; nonsense is ignored."""
    summary = table.summary
    count = summary["faulty"] if only_faulty else summary["rows"]
    counted: Any = _Counted(count)
    shown: Page[Any] = Paginator(counted, ROWS_ON_A_PAGE).get_page(page)
    start = (shown.number - 1) * ROWS_ON_A_PAGE
    named = engagements(document)
    rows = tuple(
        _row(row, document, named)
        for row in _rows(table, start, min(ROWS_ON_A_PAGE, count - start), only_faulty)
    )
    query = "&faulty=1" if only_faulty else ""
    forgivable = summary["forgivable"]
    return Preview(
        rows=rows,
        page=shown,
        only_faulty=only_faulty,
        previous_url=f"?page={shown.number - 1}{query}" if shown.has_previous() else "",
        next_url=f"?page={shown.number + 1}{query}" if shown.has_next() else "",
        faults=tuple((str(FAULTS[code]), n) for code, n in sorted(summary["faults"].items())),
        remarks=tuple((str(REMARKS[code]), n) for code, n in sorted(summary["remarks"].items())),
        places=tuple(
            {**one, "name": _place(one["id"], one["project"], named)} for one in summary["places"]
        ),
        overlap=forgivable.get(OVERLAP, 0),
        unknown_project=forgivable.get(UNKNOWN_PROJECT, 0),
        both=forgivable.get(f"{OVERLAP}+{UNKNOWN_PROJECT}", 0),
    )


def _rows(table: Import, start: int, count: int, only_faulty: bool) -> Iterator[Row]:
    """Rows from a position among all rows, or among the faulty ones; only their parts are read."""
    counted = "faulty" if only_faulty else "count"
    numbers = []
    before = passed = 0
    for number, here in table.parts.order_by("number").values_list("number", counted):
        if passed + here > start and passed < start + count:
            numbers.append(number)
            before = passed if len(numbers) == 1 else before
        passed += here
    parts = table.parts.filter(number__in=numbers).order_by("number")
    those = (
        row
        for part in parts
        for row in part.rows
        if not only_faulty or (row.faults and not row.there)
    )
    return islice(those, start - before, start - before + count)


def _row(row: Row, document: Document, named: Named) -> RowView:
    days = span(row, document["as_of"])
    is_day = row.last not in (None, ONGOING)
    unknown = row.last is None and not any(
        fault[0] in ("no_last", "no_first", "day", "ambiguous_day", "two_days")
        for fault in row.faults
    )
    ends = _("still going on") if row.last == ONGOING else _("not known") if unknown else ""
    return RowView(
        number=row.number,
        place=_place(row.engagement, row.project, named),
        is_new_place=row.engagement not in named.items and not row.faults,
        first=date.fromisoformat(row.first) if row.first else None,
        last=date.fromisoformat(row.last) if row.last and is_day else None,
        ends=ends,
        days=days[1] - days[0] + 1 if days else None,
        person=row.person,
        worked=row.worked,
        note=row.note,
        faults=tuple(fault_text(fault, document) for fault in row.faults),
        remarks=tuple(remark_text(remark) for remark in row.remarks),
        there=row.there,
    )


def _place(identity: str, project: str, named: Named) -> str:
    """The engagement by its name; one that is to be added by its project."""
    if identity in named.items:
        return named.shown(identity)
    if project:
        return project
    return _("A new engagement") if identity else ""

"""What a row of a table means for a draft, and everything that is wrong with it by itself.

What is wrong between rows (twice, overlapping, there already) is found in `comparing`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError

from pe_wizard.assessments.documents import Document
from pe_wizard.presence import cells as cell
from pe_wizard.presence.columns import BY, DAY, FIRST, LAST, NOTE, PERSON, PROJECT, WORKED
from pe_wizard.presence.places import engagements, enterprises
from pe_wizard.presence.rows import ONGOING, UNKNOWN_PROJECT, Coded, Row
from pe_wizard.presence.writing import without_guard


class Reader:
    """Reads rows with these roles of columns, for one draft.

    `engagement` is where stays go that name no project, "" for nowhere. `inert`: the table marks
    texts that a spreadsheet would run with an apostrophe, as a download in CSV does.
    """

    def __init__(
        self, document: Document, roles: Sequence[str], *, engagement: str, inert: bool
    ) -> None:
        self.at = {role: at for at, role in enumerate(roles) if role}
        self.engagements = engagements(document)
        self.enterprises = enterprises(document)
        self.engagement, self.inert = engagement, inert
        self.as_of = document["as_of"]
        period = document.get("tax_period") or {}
        self.period = period.get("from"), period.get("to")
        self.day = lru_cache(maxsize=16_384)(_day)

    def row(self, number: int, cells: list[str], merged: Container[int] = ()) -> Row:
        """The row with its meaning; `merged` are the columns merged with the cell above.

        What such a cell says stands in another row, or nowhere: it is a fault, so that nothing is
        lost unseen.
        """
        faults: list[Coded] = []
        remarks: list[Coded] = []
        said = {
            role: cells[at] if at < len(cells) else "" for role, at in self.at.items()
        }  # fmt: skip
        faults += (["merged", role] for role, at in self.at.items() if at in merged)
        texts = {role: self._text(said, role, faults) for role in (PERSON, PROJECT, NOTE, BY)}
        first, last = self._days(said, faults, remarks)
        worked = self._worked(said, faults)
        engagement = self._engagement(texts[PROJECT], faults)
        by = self._by(texts[BY], faults)
        if first and last is not None and not faults:
            remarks += self._outside(first, last)
        return Row(
            number=number, cells=cells, engagement=engagement,
            project="" if engagement else texts[PROJECT], first=first, last=last,
            person=texts[PERSON], worked=worked, note=texts[NOTE], by=by,
            faults=faults, remarks=remarks,
        )  # fmt: skip

    def _text(self, said: dict[str, str], role: str, faults: list[Coded]) -> str:
        text = said.get(role, "")
        if not text:
            return ""
        if self.inert:
            text = without_guard(text)
        try:
            return cell.read_text(text)
        except ValidationError:
            faults.append(["text", role])
            return ""

    def _days(
        self, said: dict[str, str], faults: list[Coded], remarks: list[Coded]
    ) -> tuple[str | None, str | None]:
        if DAY in self.at:
            if not said[DAY]:
                faults.append(["no_first"])
                return None, None
            if cell.is_unknown(said[DAY]):
                return None, None
            one = self._day(said[DAY], DAY, faults)
            if one is not None and one.solar and not one.gregorian:
                remarks.append(["solar"])
            iso = one.day.isoformat() if one else None
            return iso, iso
        first = last = None
        ends: str | None = None
        if not said[FIRST]:
            faults.append(["no_first"])
        elif not cell.is_unknown(said[FIRST]):
            first = self._day(said[FIRST], FIRST, faults)
        if not said[LAST]:
            faults.append(["no_last"])
        elif cell.is_ongoing(said[LAST]):
            ends = ONGOING
        elif not cell.is_unknown(said[LAST]):
            last = self._day(said[LAST], LAST, faults)
            ends = last.day.isoformat() if last else None
        if first and last and last.day < first.day:
            faults.append(["reversed", first.day.isoformat(), last.day.isoformat()])
        calendars = {one.solar for one in (first, last) if one and one.solar != one.gregorian}
        if len(calendars) == 2:
            remarks.append(["two_calendars"])
        elif calendars == {True}:
            remarks.append(["solar"])
        return first.day.isoformat() if first else None, ends

    def _day(self, text: str, role: str, faults: list[Coded]) -> cell.Day | None:
        found = self.day(text)
        if isinstance(found, cell.Day):
            return found
        faults.append([found[0], role, text[: cell.LONGEST_TEXT], *found[1:]])
        return None

    def _worked(self, said: dict[str, str], faults: list[Coded]) -> bool | None:
        try:
            return cell.read_worked(said.get(WORKED, ""))
        except ValueError:
            faults.append(["worked", said[WORKED][: cell.LONGEST_TEXT]])
            return None

    def _engagement(self, project: str, faults: list[Coded]) -> str:
        if not project:
            if not self.engagement:
                faults.append(["no_project"])
            return self.engagement
        found = self.engagements.found(project)
        if len(found) > 1 and self.engagement in found:
            return self.engagement
        if len(found) == 1:
            return found[0]
        faults.append(["many_projects" if found else UNKNOWN_PROJECT, project])
        return ""

    def _by(self, name: str, faults: list[Coded]) -> str:
        if not name:
            return ""
        found = self.enterprises.found(name)
        if len(found) == 1:
            return found[0]
        faults.append(["unknown_enterprise", name])
        return ""

    def _outside(self, first: str, last: str) -> list[Coded]:
        """What is said of days that lie outside of the tax period, or are still to come."""
        said: list[Coded] = []
        start, end = self.period
        until = self.as_of if last == ONGOING else last
        if (start and first < start) or (end and until > end):
            said.append(["outside"])
        if max(first, until) > self.as_of:
            said.append(["planned"])
        return said


def _day(text: str) -> Any:
    """The Day in a cell, or the fault with what it has to say; both can be kept."""
    try:
        return cell.read_day(text)
    except cell.TwoDays as two:
        return ("two_days", *(one.isoformat() for one in two.days))
    except ValidationError as error:
        return ("ambiguous_day" if error.code == "ambiguous" else "day",)


def span(row: Row, as_of: str) -> tuple[int, int] | None:
    """The days of a row as ordinals, cut at `as_of` where it goes on; None where not known."""
    if row.first is None or row.last is None:
        return None
    first = date.fromisoformat(row.first).toordinal()
    last = date.fromisoformat(as_of if row.last == ONGOING else row.last).toordinal()
    return (first, last) if first <= last else None

"""One row of a table of stays: its cells as they stood, what they mean, and what is wrong.

A row is a plain tuple, so that many of them can be kept and read again at little cost. A day is an
ISO text; a first or last day that is not known is None, and the last day of a stay that goes on is
ONGOING. Faults are codes with their values; `wording` says them in the language of the page.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ONGOING = ""
Coded = list[Any]  # a code and its values

# Faults with which a row has a meaning and can be taken if the adviser says so.
OVERLAP, UNKNOWN_PROJECT = "overlap", "unknown_project"
FORGIVABLE = (OVERLAP, UNKNOWN_PROJECT)


class Row(NamedTuple):
    """A row and its meaning. `number` is that of the file, from 1.

    `engagement` is the id of the one it belongs to, "" where there is none yet: then `project` is
    the project as it was typed. `there`: the draft has this stay already.
    """

    number: int
    cells: list[str]
    faults: list[Coded]
    remarks: list[Coded]
    engagement: str = ""
    project: str = ""
    first: str | None = None
    last: str | None = None
    person: str = ""
    worked: bool | None = True
    note: str = ""
    by: str = ""
    there: bool = False

    @property
    def codes(self) -> frozenset[str]:
        """What is wrong with it, as codes."""
        return frozenset(fault[0] for fault in self.faults)

    def is_new(self, forgiven: frozenset[str] = frozenset()) -> bool:
        """Whether it would be taken, where the faults in `forgiven` do not stand in its way."""
        return not self.there and self.codes <= forgiven

    @property
    def stay(self) -> dict[str, Any]:
        """The stay, as a facts document has it."""
        stay: dict[str, Any] = {"from": self.first}
        if self.last is not None:
            stay["to"] = None if self.last == ONGOING else self.last
        if self.person:
            stay["person"] = self.person
        if self.worked is not True:
            stay["worked"] = self.worked
        if self.note:
            stay["note"] = self.note
        if self.by:
            stay["by"] = self.by
        return stay


Key = tuple[str | None, str | None, str, bool | None, str, str]


def key_of(stay: dict[str, Any]) -> Key:
    """What makes two stays of one engagement the same: days, person, work, note, enterprise."""
    last = stay.get("to")
    return (
        stay.get("from"),
        ONGOING if "to" in stay and last is None else last,
        stay.get("person") or "",
        stay.get("worked", True),
        stay.get("note") or "",
        stay.get("by") or "",
    )

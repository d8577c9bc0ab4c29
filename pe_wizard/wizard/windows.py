"""Which rows of days a page holds, where there are too many of them for one page.

Up to ROWS_ON_A_PAGE rows all stand on the page. Beyond, each table shows ROWS_AT_ONCE of them, from
where the address says, or from the first row with something wrong; a form that was sent holds the
rows that were sent with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

ROWS_ON_A_PAGE = 200
ROWS_AT_ONCE = 50
_ROW = re.compile(r"(.+)\[([0-9]{1,7})\]\.[a-z_]+(?::[a-z]*)?")


def row_of(name: str) -> tuple[str, int] | None:
    """The list and the number, from 0, of the row that a form field is about; None for others."""
    found = _ROW.fullmatch(name)
    return (found[1], int(found[2])) if found else None


@dataclass(frozen=True)
class Window:
    """What is asked for: `path` from row `start` on; or the rows `sent` in a form, by path.

    `wrong` is the first row with something wrong in it, by path.
    """

    path: str = ""
    start: int = 0
    sent: Mapping[str, tuple[int, ...]] | None = None
    wrong: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def asked(cls, text: str, typed: Iterable[str] = ()) -> Window:
        """From the address, "services[e1].periods:200"; nonsense is the first rows.

        `typed` are the fields with something that could not be read.
        """
        wrong: dict[str, int] = {}
        for path, number in filter(None, map(row_of, typed)):
            wrong[path] = min(number, wrong.get(path, number))
        path, _colon, start = text.rpartition(":")
        if not path or not start.isdecimal() or len(start) > 7:
            return cls(wrong=wrong)
        return cls(path, int(start), wrong=wrong)

    @classmethod
    def of_form(cls, names: Iterable[str]) -> Window:
        """The rows that a form was sent with."""
        rows: dict[str, set[int]] = {}
        for path, number in filter(None, map(row_of, names)):
            rows.setdefault(path, set()).add(number)
        return cls(sent={path: tuple(sorted(numbers)) for path, numbers in rows.items()})

    @property
    def query(self) -> str:
        """As it stands in an address; of a form, the list of which it held later rows."""
        if self.sent is not None:
            later = (f"{path}:{rows[0]}" for path, rows in self.sent.items() if rows[0])
            return next(later, "")
        return f"{self.path}:{self.start}" if self.path else ""

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from other windows on the same answers."""
        return self.path, self.start, tuple((self.sent or {}).items())

    def numbers(self, counts: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
        """The numbers of the rows that the page holds, for these lists of so many rows each."""
        if self.sent is not None:
            return {
                path: tuple(n for n in self.sent.get(path, ()) if n < count)
                for path, count in counts.items()
            }
        if sum(counts.values()) <= ROWS_ON_A_PAGE:
            return {path: tuple(range(count)) for path, count in counts.items()}
        left, shown = ROWS_ON_A_PAGE, {}
        for path in sorted(counts, key=lambda path: path != self.path):
            start = self._start(path, counts[path])
            shown[path] = tuple(range(start, min(start + min(ROWS_AT_ONCE, left), counts[path])))
            left -= len(shown[path])
        return shown

    def _start(self, path: str, count: int) -> int:
        start = self.start if path == self.path else self.wrong.get(path, 0)
        start -= start % ROWS_AT_ONCE
        return start if start < count else last_start(count)


def last_start(count: int) -> int:
    """Where the last rows of so many begin."""
    return max(0, (count - 1) // ROWS_AT_ONCE * ROWS_AT_ONCE)

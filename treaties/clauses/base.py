"""What every kind of clause has in common: parameters without defaults, the matter decided."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from treaties.durations import Limit

if TYPE_CHECKING:
    from treaties.facts import Facts, Related
    from treaties.treaty import Treaty

Shared = TypeVar("Shared")


class Table(BaseModel):
    """A table of a treaty file: unknown keys are refused, and it never changes once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    # keys that are said once: as a value here, or as the reading of that name
    OPEN: ClassVar[tuple[str, ...]] = ()
    # keys and values that are known but not supported yet: key -> values (empty: the whole key)
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def open_keys(self) -> list[str]:
        """The names of readings that this table, and the tables in it, must or may leave open."""
        return [key for key in self.OPEN if self.asks_for(key)]

    def asks_for(self, key: str) -> bool:
        """Whether the open key has to be said at all, given the other keys."""
        return True


RESERVED_EVERYWHERE: Mapping[str, tuple[str, ...]] = {
    "in_state": (),
    "from": (),
    "until": (),
    "amended_by": (),
}


class Clause(Table):
    """One clause of a treaty: its kind, the paragraph it stands in, its parameters."""

    kind: str
    paragraph: str
    id: str | None = None

    def cites(self) -> list[str]:
        """Every paragraph the clause names, in the treaty's own labels."""
        return [self.paragraph]

    def points_to(self) -> list[tuple[str, str]]:
        """The clauses it leans on: (paragraph, kind that must stand there)."""
        return []


class MoreThan(Table):
    """A threshold: more than so many days, or more than so many months; exactly one of the two."""

    days: Annotated[int, Field(ge=1, le=3660)] | None = None
    months: Annotated[int, Field(ge=1, le=120)] | None = None

    @model_validator(mode="after")
    def _one_unit(self) -> MoreThan:
        if (self.days is None) == (self.months is None):
            raise ValueError("a threshold has one unit: give either days or months")
        return self


class Measured(Table):
    """How a clock runs: within what period, what it counts, and over what it sums."""

    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "within": (
            "fiscal_year",
            "any_twelve_months_touching_fiscal_year",
            "any_twenty_four_months",
        ),
        "project": ("any",),
        "starts": ("works_themselves",),
        "drop_year_under": (),
    }
    within: Literal["whole_period", "any_twelve_months"]
    counts: Literal["run", "days"]
    project: Literal["same", "same_or_connected"]


CLOCK_RESERVED: Mapping[str, tuple[str, ...]] = {"at_least": (), "always": ()}


class Clocked(Clause):
    """A clause with the shared clock."""

    more_than: MoreThan
    measured: Measured
    month: Literal["calendar", "solar_hijri", "thirty_days"] | None = None

    def asks_for(self, key: str) -> bool:
        return key != "month" or self.more_than.months is not None

    @cached_property
    def limit(self) -> Limit:
        """The threshold for the calendar."""
        return Limit(days=self.more_than.days, months=self.more_than.months)

    @cached_property
    def clock_readings(self) -> tuple[str, ...]:
        """The readings that shape the count of days."""
        shaping = ("month", "first_day", "breaks")
        asked = self.open_keys()
        return tuple(key for key in shaping if key in asked and getattr(self, key, None) is None)


class Matter:
    """The matter decided on: facts under a treaty with its readings as applied.

    It notes which readings were read (`readings_read`) and which peculiarities of the text were
    touched (`touched`), and keeps what several clauses share.
    """

    def __init__(self, treaty: Treaty, facts: Facts, readings: Mapping[str, str]) -> None:
        self.treaty = treaty
        self.facts = facts
        self.readings = readings
        self.readings_read: set[str] = set()
        self.touched: set[str] = set()
        self._shared: dict[Hashable, tuple[Any, set[str]]] = {}
        self.as_of = facts.as_of.toordinal()
        self.state = facts.source_state

    def option(self, table: Table, key: str) -> str:
        """The value of an open key: what the clause says, or the option of the reading applied."""
        said: str | None = getattr(table, key)
        if said is not None:
            return said
        self.readings_read.add(key)
        return self.readings[key]

    def once(self, key: Hashable, make: Callable[[], Shared]) -> Shared:
        """What several clauses share is made once; each counts as having read its readings."""
        known = self._shared.get(key)
        if known is None:
            outer, self.readings_read = self.readings_read, set()
            made = make()
            known = self._shared[key] = (made, self.readings_read)
            self.readings_read = outer
        self.readings_read |= known[1]
        shared: Shared = known[0]
        return shared

    def related(self, identifier: str) -> Related:
        """The related enterprise of that id; parsing has made sure that there is one."""
        for related in self.facts.related_enterprises or ():
            if related.id == identifier:
                return related
        raise LookupError(f"no related enterprise has the id {identifier!r}")

    def touch(self, *situations: str) -> None:
        """Notes that the facts meet a situation on which a peculiarity of the text bears."""
        self.touched.update(situations)


__all__ = [
    "CLOCK_RESERVED",
    "RESERVED_EVERYWHERE",
    "Clause",
    "Clocked",
    "Matter",
    "Measured",
    "MoreThan",
    "Table",
]

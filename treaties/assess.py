"""Facts and a treaty in, heads with their reasons out.

Every head of Article 5 that the treaty has is assessed; heads are alternatives. What would change
the answer is another step, `treaties.inquiry`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from treaties.clauses.base import Matter
from treaties.clauses.conditions import applies
from treaties.clauses.control import note_what_decides_nothing
from treaties.errors import FactsError, Fault
from treaties.facts import Facts
from treaties.finding import Finding
from treaties.heads.objects import APPLICABILITY, HEADS, OUTCOMES, Head, Measure
from treaties.heads.people import agents, insurances
from treaties.heads.places import places
from treaties.heads.plan import Plan, plan
from treaties.heads.projects import explorations, services, sites
from treaties.treaty import Treaty
from treaties.truth import NO, UNKNOWN, YES, Truth


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a treaty makes of the facts, head by head."""

    treaty: Treaty
    facts: Facts
    readings: Mapping[str, str]
    applicability: Finding
    heads: tuple[Head, ...]
    touched: frozenset[str]

    @property
    def finding(self) -> Truth:
        """OR over the heads."""
        outcome = NO
        for head in self.heads:
            one = head.finding.outcome
            if one is YES:
                return YES
            if one is UNKNOWN:
                outcome = UNKNOWN
        return outcome

    @property
    def conclusion(self) -> str:
        """pe, no_pe or undetermined: what Article 5 gives, whether or not the treaty applies."""
        return OUTCOMES[self.finding]


def check_against(facts: Facts, treaty: Treaty) -> None:
    """Refuses facts that do not fit the treaty: its code, its parties, its readings and options.

    Raises FactsError with every fault.
    """
    faults = []
    if facts.treaty != treaty.code:
        faults.append(
            Fault(
                "treaty",
                f"the facts are for {facts.treaty}, the treaty is {treaty.code}",
                f'give "{treaty.code}", or another treaty',
            )
        )
    for path, state in (
        ("residence_state", facts.residence_state),
        ("source_state", facts.source_state),
    ):
        if state not in treaty.parties:
            faults.append(
                Fault(
                    path,
                    f"{state} is not a party to {treaty.code}",
                    f"give one of {', '.join(treaty.parties)}",
                )
            )
    for name, option in facts.readings.items():
        reading = treaty.readings.get(name)
        if reading is None:
            known = ", ".join(treaty.readings) or "none"
            faults.append(
                Fault(
                    f"readings.{name}",
                    f"{treaty.code} leaves no such reading open",
                    f"leave it out, or give one of {known}",
                )
            )
        elif option not in reading.options:
            faults.append(
                Fault(
                    f"readings.{name}",
                    f"“{option}” is not an option of this reading",
                    f"give one of {', '.join(reading.options)}",
                )
            )
    if faults:
        raise FactsError(faults)


def applied_readings(facts: Facts, treaty: Treaty) -> dict[str, str]:
    """Every reading of the treaty as applied: the adviser's choice, otherwise the default."""
    return {
        name: facts.readings.get(name, reading.default) for name, reading in treaty.readings.items()
    }


def assess(facts: Facts, treaty: Treaty, readings: Mapping[str, str] | None = None) -> Assessment:
    """Assesses the facts under the treaty, on the readings applied (or on those given).

    Raises FactsError where the facts do not fit the treaty.
    """
    if readings is None:
        check_against(facts, treaty)
        readings = applied_readings(facts, treaty)
    matter = Matter(treaty, facts, readings)
    clauses = plan(treaty)
    of_sites = sites(matter, clauses)
    heads = [
        *places(matter, clauses, of_sites),
        *of_sites,
        *services(matter, clauses),
        *explorations(matter, clauses),
        *agents(matter, clauses),
        *insurances(matter, clauses),
    ]
    note_what_decides_nothing(matter)
    return Assessment(
        treaty,
        facts,
        readings,
        applies(matter, clauses.conditions),
        tuple(heads),
        frozenset(matter.touched),
    )


def heads_of(
    head: str, facts: Facts, treaty: Treaty, readings: Mapping[str, str]
) -> tuple[list[Head], frozenset[str]]:
    """The heads of one name alone, and every reading that was read for them.

    The outcome of other heads, on which an anti-fragmentation rule leans, counts as no: that gives
    the same conclusion (see `finding.evaluate`). The facts are taken to fit the treaty.
    """
    matter = Matter(treaty, facts, readings)
    heads = _HEADS[head](matter, plan(treaty))
    read = frozenset().union(matter.readings_read, *(one.readings for one in heads))
    return heads, read


_HEADS: Mapping[str, Callable[[Matter, Plan], list[Head]]] = {
    "fixed_place": lambda matter, clauses: places(matter, clauses, []),
    "building_site": sites,
    "services": services,
    "exploration": explorations,
    "dependent_agent": agents,
    "insurance": insurances,
}

__all__ = [
    "APPLICABILITY",
    "HEADS",
    "OUTCOMES",
    "Assessment",
    "Head",
    "Measure",
    "applied_readings",
    "assess",
    "check_against",
    "heads_of",
]

"""What a text leaves open: each open key is said once, in a clause or as a reading."""

from __future__ import annotations

from treaties.clauses import KINDS
from treaties.readings import READINGS
from treaties.treaty.draft import Draft, kind_of, open_in, repeated, tables_in
from treaties.treaty.faults import Faults, rename
from treaties.treaty.tables import literals, where


def check_readings(draft: Draft, faults: Faults) -> None:
    """Notes keys said twice or not at all, and readings that are unknown or that no clause uses."""
    _open_keys(draft, faults)
    _readings(draft, faults)


def _open_keys(draft: Draft, faults: Faults) -> None:
    """Each open key is said once: in the clause, in [counting], or as the reading of its name."""
    counted = False
    for key, clause in draft.read():
        for path, table in tables_in(clause):
            for name in table.OPEN:
                at = f"{key}: {where('', (*path, name))}"
                said = getattr(table, name) is not None
                asked = table.asks_for(name)
                if said and not asked:
                    faults.add(
                        at,
                        f'the key "{name}" is given, but this clause does not ask for it',
                        "Take it out",
                    )
                if not asked:
                    continue
                general = name == "month" and draft.month is not None and not said
                counted = counted or general
                ways = said + general + (name in draft.readings)
                if ways == 0:
                    faults.add(
                        at,
                        f'the key "{name}" is left open, and there is no reading of that name',
                        "Give it a value here, or add a reading of that name",
                        literals(type(table).model_fields[name].annotation),
                    )
                elif ways > 1:
                    place = "in [counting]" if general else "in the clause"
                    faults.add(
                        at,
                        f'"{name}" is given both ways: {place} and as a reading',
                        "Keep one: the value if the text is clear, the reading if it is not",
                    )
    if draft.month is not None and not counted and not draft.failed():
        faults.add(
            "counting.month",
            "no clause counts in months, or each says itself what a month is",
            "Take [counting] out",
        )


def _readings(draft: Draft, faults: Faults) -> None:
    used = {
        name
        for _, clause in draft.read()
        for _, table in tables_in(clause)
        for name in table.OPEN
        if table.asks_for(name)
    }
    for raw in draft.failed():
        # a clause that was not read may use whatever its kind can leave open
        kind = kind_of(raw)
        used |= open_in(KINDS[kind]) if kind else set(READINGS)
    for name, reading in draft.readings.items():
        key = where("", ("readings", name))
        if name not in READINGS:
            faults.add(
                key, f'the reading "{name}" is unknown', rename(name, READINGS), list(READINGS)
            )
            continue
        if name not in used:
            kinds = ", ".join(READINGS[name].used_by)
            faults.add(
                key,
                f'no clause uses the reading "{name}"',
                f"Take it out, or add the clause that leaves it open (kinds: {kinds})",
            )
        if reading is None:
            continue
        for option in reading.options:
            if option not in READINGS[name].options:
                faults.add(
                    f"{key}.options",
                    f'the option "{option}" is unknown',
                    rename(option, READINGS[name].options),
                    READINGS[name].options,
                )
        for option in repeated(reading.options):
            faults.add(
                f"{key}.options",
                f'the option "{option}" stands in the list twice',
                "Keep one of them",
            )

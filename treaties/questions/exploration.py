"""Exploration: what is used, and on which days."""

from collections.abc import Mapping

from treaties.questions.question import (
    BY_WHY,
    DAYS_ADDED,
    DAYS_NOT_ADDED,
    LAST_DAY_HINT,
    OPEN_DAYS,
    OPEN_PROJECT,
    PERIODS_HINT,
    SAME_HINT,
    SAME_WHY,
    Question,
    leads,
)
from treaties.wording import _N

RIG_KINDS: Mapping[str, str] = {
    "structure": _N("Structure"),
    "rig": _N("Drilling rig"),
    "ship": _N("Ship"),
}

EXPLORATION: Mapping[str, Question] = {
    "exploration": Question(
        text=_N(
            "Does the enterprise use a structure, drilling rig or ship in {state} for the "
            "exploration of natural resources?"
        ),
        label=_N("Exploration"),
        hint=_N("Past and planned use counts as well. Extraction and exploitation do not."),
        why=_N(
            "Such exploration is a permanent establishment only if it goes on longer than the "
            "treaty allows."
        ),
        leads=leads(
            yes=_N("The days of each project are held against the threshold."),
            no=_N("There is nothing to test under the exploration head."),
            unknown=_N("The exploration head stays open."),
        ),
    ),
    "exploration[].name": Question(
        text=_N("Name of the structure, rig or ship"),
        label=_N("Name"),
        why=_N("The reasons name it."),
    ),
    "exploration[].kind": Question(
        text=_N("Is “{name}” a structure, a drilling rig or a ship?"),
        label=_N("Kind"),
        why=_N("The head covers these three and nothing else."),
        choices=RIG_KINDS,
    ),
    "exploration[].project": Question(
        text=_N("For which project is “{name}” used?"),
        label=_N("Project"),
        hint=_N("Give everything used for the same project or operation the same name."),
        why=_N("The threshold is tested for each project, and its days are added."),
        leads={"unknown": OPEN_PROJECT},
    ),
    "exploration[].periods": Question(
        text=_N("On which days is “{name}” used in {state} for exploration?"),
        label=_N("Days of use"),
        hint=_N("Leave out days of extraction or exploitation."),
        why=_N("The days of exploration for a project are added; each day counts once."),
        leads={"unknown": OPEN_DAYS},
    ),
    "exploration[].periods[].from": Question(
        text=_N("First day of use"),
        label=_N("First day"),
        hint=PERIODS_HINT,
        why=_N("Exploration is counted by whole days."),
        leads={"unknown": OPEN_DAYS},
    ),
    "exploration[].periods[].to": Question(
        text=_N("Last day of use"),
        label=_N("Last day"),
        hint=LAST_DAY_HINT,
        why=_N("Exploration is counted by whole days."),
        leads={"unknown": OPEN_DAYS},
    ),
    "exploration[].periods[].by": Question(
        text=_N("Which enterprise uses “{name}” on these days?"),
        label=_N("Done by"),
        hint=_N("The enterprise itself, or one of the related enterprises."),
        why=BY_WHY,
    ),
    "exploration[].periods[].substantially_same": Question(
        text=_N(
            "Is this exploration substantially the same as that of the enterprise on the same "
            "project?"
        ),
        label=_N("Substantially the same"),
        hint=SAME_HINT,
        why=SAME_WHY,
        leads=leads(yes=DAYS_ADDED, no=DAYS_NOT_ADDED, unknown=OPEN_DAYS),
    ),
}

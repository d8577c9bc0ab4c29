"""Building sites and the like, and their supervision."""

from collections.abc import Mapping

from treaties.questions.question import (
    BY_WHY,
    DAYS_ADDED,
    DAYS_NOT_ADDED,
    LAST_DAY_HINT,
    OPEN_DAYS,
    OPEN_PROJECT,
    SAME_HINT,
    SAME_WHY,
    Question,
    leads,
)
from treaties.wording import _N

SITE_KINDS: Mapping[str, str] = {
    "building_site": _N("Building site"),
    "construction": _N("Construction project"),
    "assembly": _N("Assembly"),
    "installation": _N("Installation"),
    "supervision": _N("Supervisory activities"),
}

_SITE_TIME_WHY = _N(
    "A site counts only if it lasts longer than the treaty allows, from its first day to its last."
)

BUILDING_SITES: Mapping[str, Question] = {
    "building_sites": Question(
        text=_N(
            "Does the enterprise build, assemble or install in {state}, or supervise such work?"
        ),
        label=_N("Building sites"),
        hint=_N(
            "Building sites, construction, assembly and installation projects, and supervisory "
            "activities connected with them. Past and planned work counts as well."
        ),
        why=_N(
            "Such work is a permanent establishment only if it lasts longer than the treaty allows."
        ),
        leads=leads(
            yes=_N("The time of each project is held against the threshold."),
            no=_N("There is no project to test under the building site head."),
            unknown=_N("The building site head stays open."),
        ),
    ),
    "building_sites[].name": Question(
        text=_N("Name of the site"),
        label=_N("Name"),
        why=_N("The reasons name the site."),
    ),
    "building_sites[].kind": Question(
        text=_N("What kind of work is done at “{name}”?"),
        label=_N("Kind of work"),
        hint=_N(
            "Choose supervisory activities where the enterprise only supervises, whoever does the "
            "work."
        ),
        why=_N(
            "All kinds have the same threshold; the kind matters only where a text can be read as "
            "treating one of them differently."
        ),
        choices=SITE_KINDS,
    ),
    "building_sites[].project": Question(
        text=_N("To which project does “{name}” belong?"),
        label=_N("Project"),
        hint=_N(
            "Give sites the same project if they are one coherent whole, commercially and "
            "geographically. They are then counted as one, from the first day to the last."
        ),
        why=_N("The threshold is tested for each project, not for each contract."),
        leads={"unknown": OPEN_PROJECT},
    ),
    "building_sites[].of_building": Question(
        text=_N("Is the assembly or installation at “{name}” that of a building?"),
        label=_N("Of a building"),
        hint=_N("Rather than of machinery or equipment."),
        why=_N(
            "A text can be read as covering assembly or installation only where it is that of a "
            "building."
        ),
        leads=leads(
            yes=_N("The work counts under the building site head, on every reading."),
            no=_N("On that reading the work does not count under the building site head."),
            unknown=_N("On that reading it stays open whether the work counts."),
        ),
    ),
    "building_sites[].by": Question(
        text=_N("Which enterprise does the work at “{name}”?"),
        label=_N("Done by"),
        hint=_N("The enterprise itself, or one of the related enterprises."),
        why=BY_WHY,
    ),
    "building_sites[].substantially_same": Question(
        text=_N(
            "Is the work at “{name}” substantially the same as that of the enterprise on the same "
            "project?"
        ),
        label=_N("Substantially the same"),
        hint=SAME_HINT,
        why=SAME_WHY,
        leads=leads(yes=DAYS_ADDED, no=DAYS_NOT_ADDED, unknown=OPEN_DAYS),
    ),
    "building_sites[].from": Question(
        text=_N("First day of the work"),
        label=_N("First day"),
        hint=_N("The first day on the site, preparatory work on the spot included."),
        why=_SITE_TIME_WHY,
        leads={"unknown": OPEN_DAYS},
    ),
    "building_sites[].to": Question(
        text=_N("Last day of the work"),
        label=_N("Last day"),
        hint=LAST_DAY_HINT,
        why=_SITE_TIME_WHY,
        leads={"unknown": OPEN_DAYS},
    ),
    "building_sites[].interruptions": Question(
        text=_N("Were there breaks in the work at “{name}”?"),
        label=_N("Breaks"),
        hint=_N("Days without work, for example because of winter or lack of material."),
        why=_N("It is a matter of reading whether breaks count towards the time of a site."),
        leads=leads(
            yes=_N("The breaks count, unless the reading that leaves them out is chosen."),
            no=_N("Every day from the first to the last counts."),
            unknown=_N("The site is counted as if there were no breaks."),
        ),
    ),
    "building_sites[].interruptions[].from": Question(
        text=_N("First day of the break"),
        label=_N("First day of the break"),
        hint=_N("The first day without work."),
        why=_N("Where breaks are left out, these days do not count."),
    ),
    "building_sites[].interruptions[].to": Question(
        text=_N("Last day of the break"),
        label=_N("Last day of the break"),
        hint=_N("The last day without work. Say so if the break is still going on."),
        why=_N("Where breaks are left out, these days do not count."),
    ),
}

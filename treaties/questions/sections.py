"""The sections of the interview, and what an item is called until it has a name."""

from collections.abc import Mapping

from treaties.questions.question import Section
from treaties.wording import _N

SECTIONS: Mapping[str, Section] = {
    section.key: section
    for section in (
        Section(
            "treaty",
            _N("Treaty and parties"),
            _N(
                "Which treaty is tested, in which direction, for which day, and whether it applies."
            ),
        ),
        Section(
            "related_enterprises",
            _N("Related enterprises"),
            _N(
                "Enterprises of the same group or with a common owner whose activities, places or "
                "days may count for the enterprise."
            ),
        ),
        Section(
            "places",
            _N("Fixed places"),
            _N(
                "Every place in {state} that the enterprise uses for its business; each is tested "
                "by itself."
            ),
        ),
        Section(
            "activities",
            _N("Activities at each place"),
            _N("What is done at each place, and whether that is excepted."),
        ),
        Section(
            "building_sites",
            _N("Building sites"),
            _N(
                "Building sites, construction, assembly and installation projects in {state}, the "
                "supervision of such work, and how long each project lasts."
            ),
        ),
        Section(
            "services",
            _N("Services"),
            _N(
                "Services furnished in {state}, consultancy included: for which project, through "
                "whom, and on which days."
            ),
        ),
        Section(
            "exploration",
            _N("Exploration"),
            _N(
                "Structures, drilling rigs and ships used in {state} for the exploration of "
                "natural resources, and on which days."
            ),
        ),
        Section(
            "agents",
            _N("People who act for the enterprise"),
            _N(
                "Every person who acts in {state} for the enterprise, its own employees included; "
                "each is tested separately."
            ),
        ),
        Section(
            "agent",
            _N("What this person does"),
            _N("Contracts, goods, orders and premiums, and whether the person is independent."),
        ),
        Section(
            "insurance",
            _N("Insurance"),
            _N("Whether premiums are collected in {state}, or risks insured there."),
        ),
        Section(
            "check",
            _N("Check your answers"),
            _N(
                "Every answer that is used, and what is still not known; each can be changed until "
                "the version is completed."
            ),
        ),
    )
}

UNNAMED: Mapping[str, str] = {  # stands for {name} until an item has a name
    "related_enterprises": _N("New related enterprise"),
    "places": _N("New place"),
    "building_sites": _N("New site"),
    "services": _N("New engagement"),
    "exploration": _N("New structure, rig or ship"),
    "agents": _N("New person"),
}

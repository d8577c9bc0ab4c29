"""What to ask next, and why: a pure function of the treaty and the facts so far.

A fact is asked if, under the readings applied or any one other option of a reading, it can still
change the outcome of some head. An answer that can change no head's outcome any more is *unused*:
it is kept by whoever keeps the facts, and never evaluated. The same reasons that decide are turned
into decision diagrams here, so no condition is written a second time.

Facts of one item are weighed in a fixed order, each against the used answers before it, so the
order in which they are answered does not matter.
"""

from __future__ import annotations

from treaties.assess import check_against
from treaties.facts import Facts
from treaties.interview.agents import agents_asked, insurance_asked
from treaties.interview.asking import Asking
from treaties.interview.objects import SECTIONS, AskedFact, AskedItem, AskedSection, Interview
from treaties.interview.places import only_activities, only_places, places_asked
from treaties.interview.projects import projects_asked, weigh_projects
from treaties.interview.related import related_asked
from treaties.interview.structure import LISTS, lists_needed, structure
from treaties.interview.used import used_facts
from treaties.treaty import Treaty

__all__ = [
    "LISTS",
    "SECTIONS",
    "AskedFact",
    "AskedItem",
    "AskedSection",
    "Interview",
    "interview",
    "lists_needed",
    "structure",
    "used_facts",
]


def interview(treaty: Treaty, facts: Facts) -> Interview:
    """What is asked of the facts so far; FactsError where they do not fit the treaty."""
    check_against(facts, treaty)
    return _sections(Asking(treaty, facts))


def _sections(asking: Asking) -> Interview:
    """Sections in the order of the pages; related enterprises are weighed last."""
    places = places_asked(asking)
    weigh_projects(asking)
    sites = projects_asked(asking, "building_sites")
    services = projects_asked(asking, "services")
    exploration = projects_asked(asking, "exploration")
    agents = agents_asked(asking)
    insurance = insurance_asked(asking)
    related = related_asked(asking)
    made = {
        "treaty": AskedSection("treaty", True, _treaty_facts(asking), ()),
        "related_enterprises": related,
        "places": only_places(places),
        "activities": only_activities(places),
        "building_sites": sites,
        "services": services,
        "exploration": exploration,
        "agents": AskedSection("agents", agents.needed, agents.facts, ()),
        "agent": AskedSection("agent", bool(agents.items), (), agents.items),
        "insurance": insurance,
        "check": AskedSection("check", True, (), ()),
    }
    return Interview(tuple(made[key] for key in SECTIONS))


def _treaty_facts(asking: Asking) -> tuple[AskedFact, ...]:
    conditions = asking.clauses.conditions
    asked = [
        asking.fact(
            f"conditions.{name}",
            getattr(asking.facts.conditions, name),
            True,
            True,
            (conditions.paragraph,) if name == "reciprocity" else (),
            (),
        )
        for name in conditions.asks
    ]
    control = asking.treaty.clauses_of("control")
    optional = [
        AskedFact("controls_company_there", "optional", tuple(c.paragraph for c in control)),
        AskedFact("enterprise.international_transport", "optional"),
    ]
    return (*asked, *optional)

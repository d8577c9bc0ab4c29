"""The sections of an interview as they are saved: which part of a facts document each one holds.

Keys: treaty, related_enterprises, places, activities-<id of the place>, building_sites, services,
exploration, agents, agent-<id of the agent>, insurance. Every save counts up the revision of each
section whose part has changed, whichever page it came from.
"""

from __future__ import annotations

from typing import Any

from pe_wizard.assessments.documents import Document, items

ACTIVITY_KEYS = ("activities", "combination_preparatory_or_auxiliary", "fragmentation")
AGENT_KEYS = ("id", "name", "relation", "enterprise")  # on the list of people, and with each
INSURANCE_KEYS = ("insurer", "premiums_without_person")
WHOLE_LISTS = ("related_enterprises", "building_sites", "services", "exploration")


def activities_section(place_id: str) -> str:
    """The section of what is done at this place."""
    return f"activities-{place_id}"


def agent_section(agent_id: str) -> str:
    """The section of this person."""
    return f"agent-{agent_id}"


def section_of(path: str) -> str:
    """The section on whose page the fact at this path is asked."""
    first, _, rest = path.partition("[")
    item_id, _, key = rest.partition("]")
    key = key.lstrip(".").partition(".")[0].partition("[")[0]
    if first == "places" and rest:
        return activities_section(item_id) if key in ACTIVITY_KEYS else "places"
    if first == "agents" and rest:
        return "agents" if not key or key in AGENT_KEYS else agent_section(item_id)
    if first.partition(".")[0] in (*WHOLE_LISTS, "places", "agents"):
        return first
    if first.startswith("enterprise.") and first.removeprefix("enterprise.") in INSURANCE_KEYS:
        return "insurance"
    return "treaty"


def parts(document: Document) -> dict[str, Any]:
    """The document by section: two documents differ in a section where these parts differ."""
    enterprise = document.get("enterprise") or {}
    found: dict[str, Any] = {
        "treaty": [
            {
                key: value
                for key, value in document.items()
                if key not in (*WHOLE_LISTS, "places", "agents", "enterprise", *SAID_OF_FACTS)
            },
            enterprise.get("international_transport"),
        ],
        "insurance": [enterprise.get(key) for key in INSURANCE_KEYS],
        "places": _listed(document, "places", lambda key: key not in ACTIVITY_KEYS),
        "agents": _listed(document, "agents", lambda key: key in AGENT_KEYS),
    }
    for name in WHOLE_LISTS:
        found[name] = [document.get(name)]
    for place in items(document, "places"):
        found[activities_section(str(place.get("id")))] = [place.get(key) for key in ACTIVITY_KEYS]
    for agent in items(document, "agents"):
        found[agent_section(str(agent.get("id")))] = [agent]
    said: dict[str, dict[str, Any]] = {}
    for path in document.get("not_known") or []:
        said.setdefault(section_of(path), {})[path] = None
    for path, note in (document.get("annotations") or {}).items():
        said.setdefault(section_of(path), {})[f"note on {path}"] = note
    for section, those in said.items():
        found.setdefault(section, []).append(those)
    return found


SAID_OF_FACTS = ("not_known", "annotations")


def _listed(document: Document, name: str, wanted: Any) -> list[Any]:
    if document.get(name) is None:
        return [None]
    return [{key: one[key] for key in one if wanted(key)} for one in items(document, name)]


def changed_sections(before: Document, after: Document) -> set[str]:
    """The sections in which the two documents differ; one that is gone or new counts as well."""
    first, second = parts(before), parts(after)
    return {
        section
        for section in first.keys() | second.keys()
        if first.get(section) != second.get(section)
    }

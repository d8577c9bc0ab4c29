"""What stands in the way of completing a draft: contradictions, answers that came back, remains.

A question that is still open is no problem: "not known" is an answer, and so is silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pe_wizard.assessments.documents import Document, items, walk
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.sections import agent_section, parts, section_of
from pe_wizard.assessments.shown import item_name, label
from pe_wizard.assessments.standing import USED, Standing, standing
from pe_wizard.display import isolated
from treaties import FactsError


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to put right: where (a facts path, or "" for a whole section) and what.

    `kind`: contradiction, fault (an answer that cannot be used), confirm (an answer that came back
    into use), typed (a text that is no answer yet).
    """

    path: str
    section: str
    text: str
    kind: str


def problems(draft: Draft) -> list[Problem]:
    """Everything that keeps the draft from being completed, in the language of the page."""
    stands = standing(draft)
    document = stands.document
    found = [*_typed(draft, stands), *contradictions(stands)]
    found += [
        Problem(
            path,
            section_of(path),
            gettext("This answer came back into use. Confirm it, or change it: %(what)s.")
            % {"what": isolated(_what(document, path))},
            "confirm",
        )
        for path in draft.confirm
        if stands.statuses.get(path) in USED
    ]
    return found


def contradictions(stands: Standing) -> list[Problem]:
    """Answers that contradict each other or cannot be used."""
    document = stands.document
    found = [
        *_ends_before_starts(document),
        *_lost_references(document),
        *_employees_and_independent(document, stands),
    ]
    told = {one.path for one in found}
    return [*found, *(one for one in _faults(stands) if one.path not in told)]


def _typed(draft: Draft, stands: Standing) -> Iterator[Problem]:
    there = parts(stands.document)
    for section, texts in draft.typed.items():
        if texts and section in there:
            yield Problem(
                "",
                section,
                gettext("Something typed on this page is no answer yet. Correct it or empty it."),
                "typed",
            )


def _ends_before_starts(document: Document) -> Iterator[Problem]:
    for found in walk(document):
        first, last = found.owner.get("from"), found.owner.get("to")
        if (
            found.field.name == "to"
            and isinstance(first, str)
            and isinstance(last, str)
            and last < first
        ):
            yield Problem(
                found.path,
                section_of(found.path),
                gettext("The last day is before the first day: %(what)s.")
                % {"what": isolated(_what(document, found.path))},
                "contradiction",
            )


def _lost_references(document: Document) -> Iterator[Problem]:
    known = {
        name: {one.get("id") for one in items(document, name)}
        for name in ("related_enterprises", "building_sites", "exploration")
    }
    for found in walk(document):
        if found.field.kind != "reference" or found.value is None:
            continue
        if not any(found.value in known.get(name, ()) for name in found.field.to):
            text = (
                gettext("The place serves a site that does not exist: %(what)s.")
                if found.field.name == "part_of_site"
                else gettext("The enterprise named here is not in the list any more: %(what)s.")
            )
            yield Problem(
                found.path,
                section_of(found.path),
                text % {"what": isolated(_what(document, found.path))},
                "contradiction",
            )


def _employees_and_independent(document: Document, stands: Standing) -> Iterator[Problem]:
    for agent in items(document, "agents"):
        path = f"agents[{agent.get('id')}].independent"
        if (
            agent.get("relation") == "employee"
            and agent.get("independent") is True
            and stands.statuses.get(path) in USED
        ):
            yield Problem(
                path,
                agent_section(str(agent.get("id"))),
                gettext("An employee is not independent of the employer: %(name)s.")
                % {"name": isolated(item_name(document, "agents", str(agent.get("id"))))},
                "contradiction",
            )


def _faults(stands: Standing) -> Iterator[Problem]:
    for fault in stands.faults:
        yield Problem(
            fault.path,
            section_of(fault.path),
            gettext("This answer cannot be used: %(problem)s. %(remedy)s.")
            % {"problem": isolated(fault.problem), "remedy": isolated(fault.remedy)},
            "fault",
        )


def _what(document: dict[str, Any], path: str) -> str:
    """An answer named for people: the item and the short form of its question."""
    try:
        short = label(document, path)
    except (FactsError, KeyError, ValueError):
        return path
    first, _, rest = path.partition("[")
    if not rest:
        return short
    return f"{item_name(document, first, rest.partition(']')[0])}: {short}"

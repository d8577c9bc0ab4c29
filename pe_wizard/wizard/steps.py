"""The steps of a draft: one for each section, each place's activities and each person.

They are computed from the interview before the wizard sees a request. A step is on the path when
the treaty has the section at all; one whose questions matter to nothing now can be opened too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.documents import items
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.sections import section_of
from pe_wizard.assessments.shown import called
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits
from pe_wizard.tongue import say
from treaties import SECTIONS, AskedFact, AskedSection, lists_needed

CHECK = "check"
# Sections that are the pages of items, by the list of the items.
OF_ITEMS = {"activities": "places", "agent": "agents"}


@dataclass(frozen=True, slots=True)
class Step:
    """A page of the wizard. `mark` is done, open, look or off; `says` the same in words."""

    key: str
    section: str
    item: str
    title: str
    mark: str
    says: str
    name: str = ""  # of the item, where the step is about one


@dataclass(frozen=True, slots=True)
class Asked:
    """The facts of one step. `listed` counts the items on its page."""

    key: str
    section: str
    item: str
    name: str
    facts: tuple[AskedFact, ...]
    needed: bool = True
    listed: int = 0


def asked_of(standing: Standing) -> Iterator[Asked]:
    """What each step asks, in the order of the steps."""
    interview = standing.interview
    if interview is None:
        yield Asked("treaty", "treaty", "", "", ())
        yield Asked(CHECK, CHECK, "", "", ())
        return
    needed = lists_needed(standing.treaty)
    for section in interview.sections:
        list_name = OF_ITEMS.get(section.key)
        if list_name is not None:
            if list_name in needed:
                yield from _of_items(standing, section, list_name)
        elif section.key in ("treaty", CHECK) or section.key in needed or section.facts:
            facts = (*section.facts, *(fact for item in section.items for fact in item.facts))
            number = len(section.items)
            if section.key == "agents":
                number = len(items(standing.document, "agents"))
            yield Asked(section.key, section.key, "", "", facts, section.needed, number)


def _of_items(standing: Standing, section: AskedSection, list_name: str) -> Iterator[Asked]:
    facts = {item.id: item.facts for item in section.items}
    for item in items(standing.document, list_name):
        known = item.get("id")
        if isinstance(known, str):
            key = f"{section.key}-{known}"
            yield Asked(key, section.key, known, called(item, list_name), facts.get(known, ()))


def open_by_step(standing: Standing) -> dict[str, int]:
    """How many questions are still open on the page of each step that has any."""
    counted = {
        asked.key: sum(fact.status == "open" for fact in asked.facts)
        for asked in asked_of(standing)
    }
    return {key: number for key, number in counted.items() if number}


def steps_of(draft: Draft, standing: Standing) -> list[Step]:
    """The steps on the path of this draft, in their order."""
    again = Counter(_step_of(path) for path in draft.confirm)
    steps = []
    for asked in asked_of(standing):
        title = asked.name or say(SECTIONS[asked.section].title)
        if asked.section == "activities":
            title = _("Activities: %(place)s") % {"place": asked.name}
        mark, says = _state(draft, asked, again)
        steps.append(Step(asked.key, asked.section, asked.item, title, mark, says, asked.name))
    return steps


def _state(draft: Draft, asked: Asked, again: Mapping[str, int]) -> tuple[str, str]:
    if asked.section == CHECK:
        return "open", _("Not completed")
    faulty = wrong_on(draft, asked.key)
    if faulty:
        text = ngettext("%(n)s answer needs a look", "%(n)s answers need a look", faulty)
        return "look", text % {"n": digits(faulty)}
    number = again.get(asked.key, 0)
    if number:
        text = ngettext("Confirm %(n)s answer again", "Confirm %(n)s answers again", number)
        return "look", text % {"n": digits(number)}
    statuses = [fact.status for fact in asked.facts]
    left = statuses.count("open")
    if left:
        return "open", ngettext("%(n)s to answer", "%(n)s to answer", left) % {"n": digits(left)}
    idle = statuses and all(one in ("closed", "unused") for one in statuses)
    if idle or not (asked.needed or "answered" in statuses or "not_known" in statuses):
        return "off", _("Not needed now")
    unknown = statuses.count("not_known")
    if unknown:
        text = ngettext("Done, %(n)s not known", "Done, %(n)s not known", unknown)
        return "done", text % {"n": digits(unknown)}
    if asked.listed:
        text = ngettext("Done: %(n)s listed", "Done: %(n)s listed", asked.listed)
        return "done", text % {"n": digits(asked.listed)}
    return "done", _("Done")


def _step_of(path: str) -> str:
    """The step on whose page the fact is asked; what describes a person stands with the person."""
    section = section_of(path)
    if section == "agents" and path.startswith("agents["):
        return f"agent-{path.partition('[')[2].partition(']')[0]}"
    return section


def wrong_on(draft: Draft, key: str) -> int:
    """How many fields of a step hold what could not be read."""
    return len({name.partition(":")[0] for name in draft.typed.get(key, ())})


def first_open(steps: Sequence[Step]) -> Step:
    """Where to go on: the first step with something open, or the page that checks all answers."""
    return next((step for step in steps if step.mark in ("open", "look")), steps[-1])

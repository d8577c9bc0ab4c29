"""The steps of a draft: one for each section, each place's activities and each person.

They are computed from the interview before the wizard sees a request. A step is on the path when
the treaty has the section at all; one whose questions matter to nothing now can be opened too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.assessments.documents import items
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.sections import section_of
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import digits
from pe_wizard.tongue import say
from pe_wizard.wizard.words import name_at
from treaties import SECTIONS, AskedFact, AskedSection, lists_needed

CHECK = "check"
# Sections that are the pages of items: one step for each item of the list.
OF_ITEMS = {"activities": ("places", "activities"), "agent": ("agents", "agent")}


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


def steps_of(draft: Draft, standing: Standing) -> list[Step]:
    """The steps on the path of this draft, in their order."""
    asked = standing.interview
    if asked is None:
        return [_step(draft, "treaty", (), ""), _step(draft, CHECK, (), "")]
    needed = lists_needed(standing.treaty)
    steps = []
    for section in asked.sections:
        if section.key in OF_ITEMS:
            list_name, key = OF_ITEMS[section.key]
            if list_name not in needed:
                continue
            facts = {item.id: item.facts for item in section.items}
            for item in items(standing.document, list_name):
                if isinstance(item.get("id"), str):
                    those = facts.get(item["id"], ())
                    steps.append(
                        _step(
                            draft,
                            section.key,
                            those,
                            item["id"],
                            key=f"{key}-{item['id']}",
                            name=name_at(standing.document, f"{list_name}[{item['id']}].name"),
                        )
                    )
        elif section.key in ("treaty", CHECK) or section.key in needed or _has_rule(section):
            those = (*section.facts, *(fact for item in section.items for fact in item.facts))
            steps.append(
                _step(
                    draft, section.key, those, "", count=len(section.items), needed=section.needed
                )
            )
    return steps


def _has_rule(section: AskedSection) -> bool:
    """Insurance: a section without a list, which a treaty may not have."""
    return bool(section.facts)


def _step(
    draft: Draft, section: str, facts: Sequence[AskedFact], item: str, *,
    key: str = "", name: str = "", count: int = 0, needed: bool = True,
) -> Step:  # fmt: skip
    key = key or section
    title = say(SECTIONS[section].title)
    if section == "activities":
        title = _("Activities: %(place)s") % {"place": name}
    elif name:
        title = name
    mark, says = _state(draft, key, section, facts, needed=needed, count=count)
    return Step(key, section, item, title, mark, says, name)


def _state(
    draft: Draft, key: str, section: str, facts: Sequence[AskedFact], *, needed: bool, count: int
) -> tuple[str, str]:
    if section == CHECK:
        return "open", _("Not completed")
    faulty = wrong_on(draft, key)
    if faulty:
        return "look", _number(
            ngettext("%(n)s answer needs a look", "%(n)s answers need a look", faulty), faulty
        )
    again = sum(section_of(path) == key for path in draft.confirm)
    if again:
        return "look", _number(
            ngettext("Confirm %(n)s answer again", "Confirm %(n)s answers again", again), again
        )
    statuses = [fact.status for fact in facts]
    left = statuses.count("open")
    if left:
        return "open", _number(ngettext("%(n)s to answer", "%(n)s to answer", left), left)
    if not needed or (statuses and all(one in ("closed", "unused") for one in statuses)):
        return "off", _("Not needed now")
    unknown = statuses.count("not_known")
    if unknown:
        return "done", _number(
            ngettext("Done, %(n)s not known", "Done, %(n)s not known", unknown), unknown
        )
    if count:
        return "done", _number(ngettext("Done: %(n)s listed", "Done: %(n)s listed", count), count)
    return "done", _("Done")


def wrong_on(draft: Draft, key: str) -> int:
    """How many fields of a step hold what could not be read."""
    return len({name.partition(":")[0] for name in draft.typed.get(key, {})})


def _number(text: str, number: int) -> str:
    return text % {"n": digits(number)}


def first_open(steps: Sequence[Step]) -> Step:
    """Where to go on: the first step with something open, or the page that checks all answers."""
    return next((step for step in steps if step.mark in ("open", "look")), steps[-1])

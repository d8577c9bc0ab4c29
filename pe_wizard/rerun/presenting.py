"""Versions that a corrected treaty file would change, as rows of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from pe_wizard.assessments.differences import Difference
from pe_wizard.assessments.models import Version
from pe_wizard.assessments.presenting import subject_name
from pe_wizard.assessments.shown import nameless
from pe_wizard.clients.selectors import RIGHTS, Right
from pe_wizard.display import day_text
from pe_wizard.rerun.running import Ending, Rerun, rerun
from pe_wizard.tongue import finding_sentence, say
from treaties import APPLICABILITY_WORDS, HEAD_WORDS, OUTCOME_WORDS, Treaty


@dataclass(frozen=True)
class Side:
    """What was found on one side: a word or a sentence, and the clause it rests on."""

    text: str
    paragraph: str = ""


@dataclass(frozen=True)
class Change:
    """An entry that differs, of a head or of whether the treaty applies."""

    head: str
    subject: str
    entry: str
    then: Side
    now: Side


@dataclass(frozen=True)
class Row:
    """A version that would end differently, for other reasons, or that could not be run.

    `may_renew`: whether whoever looks may begin a version under the corrected file.
    """

    version: Version
    ending: str
    may_renew: bool
    latest: bool
    conclusion: str
    changes: tuple[Change, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """The rows of some versions, and how many of them there are for each ending."""

    rows: tuple[Row, ...]
    numbers: Mapping[Ending, int]

    @property
    def same(self) -> int:
        """How many would end as they did."""
        return self.numbers[Ending.SAME]


WORDS = {Ending.DIFFERENT: "different", Ending.REASONS: "reasons", Ending.REFUSED: "refused"}


def show(versions: Iterable[Any], now: Mapping[str, Treaty]) -> Shown:
    """Each version run once more under the file that took the place of its own; `now` by code.

    The versions come with `role` of whoever looks, and `has_newer`: whether the assessment has a
    later one.
    """
    numbers: Counter[Ending] = Counter()
    rows = []
    for version in versions:
        treaty = now.get(version.assessment.treaty_code)
        result = rerun(version.facts, version.conclusion, treaty)
        numbers[result.ending] += 1
        if result.ending is not Ending.SAME:
            gone = (_("The catalogue has no such treaty any more."),) if treaty is None else ()
            rows.append(_row(version, result, gone or result.faults))
    return Shown(tuple(rows), numbers)


def _row(version: Any, result: Rerun, faults: tuple[str, ...]) -> Row:
    return Row(
        version=version,
        ending=WORDS[result.ending],
        may_renew=bool(result.conclusion) and Right.EDIT in RIGHTS[version.role],
        latest=not version.has_newer,
        conclusion=result.conclusion,
        changes=tuple(_change(version, one) for one in result.differences),
        faults=faults,
    )


def _change(version: Version, one: Difference) -> Change:
    subject = {"head": one.head, "subject": one.subject}
    called = nameless(version.facts)
    return Change(
        head=say(HEAD_WORDS[one.head]) if one.head else _("Whether the treaty applies"),
        subject=subject_name(version.facts, subject) if one.head else "",
        entry=_entry(one.name),
        then=_side(one.name, one.then, called),
        now=_side(one.name, one.now, called),
    )


def _entry(name: str) -> str:
    return {
        "outcome": _("Outcome"),
        "since": _("Since"),
        "because": _("Reason"),
        "applicability": _("Outcome"),
    }[name]


def _side(name: str, value: Any, called: Mapping[str, str]) -> Side:
    if value is None:
        missing = {"since": _("No day"), "because": _("No such finding")}
        return Side(missing.get(name, _("No such head")))
    if name == "because":
        return Side(finding_sentence(value, called), value["paragraph"])
    if name == "since":
        return Side(day_text(date.fromisoformat(value)))
    words = OUTCOME_WORDS if name == "outcome" else APPLICABILITY_WORDS
    return Side(say(words[value]))

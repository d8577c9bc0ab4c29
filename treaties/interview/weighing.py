"""How the facts of one item bear on heads, under the readings applied and any one other option.

The findings that decide are turned into functions of their facts, with every fact a variable; a
fact is weighed against the used answers before it. Facts of an agent or a place are weighed on a
blank one, since the function is the same for every agent, and for every place with the same
activities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, TypeVar

from treaties.charts import Charts
from treaties.clauses.agent import makes_establishment
from treaties.clauses.base import Matter
from treaties.clauses.insurance import insures_through
from treaties.facts import (
    Activity,
    Agent,
    Facts,
    Fragmentation,
    Holdings,
    Place,
    Related,
    Span,
    parse_facts,
)
from treaties.finding import Finding, Op
from treaties.heads.places import judge_place
from treaties.heads.plan import plan
from treaties.treaty import Treaty
from treaties.truth import UNKNOWN

Readings = tuple[tuple[str, str], ...]
Item = TypeVar("Item")
BLANK_ID = "*"  # the id of the blank item on which facts are weighed


Statuses = tuple[dict[str, bool], dict[str, bool], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Weighing:
    """Every way in which the facts of one item bear on heads, and their order.

    `functions` are the outcomes under the readings applied and any one other option; `together`
    those under several other options at once. What matters only under several is not asked, but an
    answer to it is used: the best and the worst conclusion rest on it.
    """

    charts: Charts
    functions: frozenset[int]
    together: frozenset[int]
    order: tuple[str, ...]  # facts, by name, in the order in which they are weighed
    paragraphs: Mapping[str, tuple[str, ...]]
    heads: Mapping[str, tuple[str, ...]]

    def statuses(self, answers: Mapping[str, bool | None], fixed: Mapping[str, bool]) -> Statuses:
        """For each fact: could it matter when its turn came, and can it matter still?

        `answers` are the facts answered (None: not); `fixed` are other variables that are settled.
        The third result names the variables that are no facts and can matter still.
        """
        diagram = self.charts.diagram
        nodes: frozenset[int] = self.functions
        together: frozenset[int] = self.together

        def settle(name: str, answer: bool) -> None:
            nonlocal nodes, together
            nodes = frozenset(diagram.restrict(node, name, answer) for node in nodes)
            together = frozenset(diagram.restrict(node, name, answer) for node in together)

        for name, value in fixed.items():
            settle(name, value)
        mattered = {}
        for name in self.order:
            mattered[name] = any(name in diagram.support(node) for node in nodes | together)
            answer = answers.get(name)
            if mattered[name] and answer is not None:
                settle(name, answer)
        left: frozenset[str] = frozenset().union(*(diagram.support(node) for node in nodes))
        matters = {name: name in left for name in self.order}
        return mattered, matters, left - mattered.keys()


RELATED = (
    "related:"  # a variable that stands for "closely related", weighed with the related enterprise
)
ELSEWHERE = "elsewhere"


class ItemCharts(Charts):
    """Every fact is a variable, and so is whether an enterprise is closely related."""

    __slots__ = ()

    def _make(self, finding: Finding, closed: bool) -> int:
        if finding.message == "related" and finding.op is Op.ANY:
            path = next(leaf.facts[0] for leaf in finding.walk() if leaf.facts)
            return self.diagram.variable(RELATED + path.partition("[")[2].partition("]")[0])
        if finding.op is Op.ELSEWHERE:
            return self.diagram.variable(ELSEWHERE)
        return super()._make(finding, closed)

    def _is_free(self, finding: Finding) -> bool:
        return True


def weighing_of(
    findings: Iterable[tuple[str, Finding]], together: Iterable[tuple[str, Finding]] = ()
) -> Weighing:
    """The weighing of an item from its findings, each with its head, under the settings named."""
    charts = ItemCharts()
    paragraphs: dict[str, dict[str, None]] = {}
    heads: dict[str, dict[str, None]] = {}
    order: dict[str, None] = {}

    def functions(of: Iterable[tuple[str, Finding]]) -> frozenset[int]:
        nodes = set()
        for head, finding in of:
            nodes.add(charts.function(finding))
            for path, paragraph in _leaves(finding, ""):
                order.setdefault(path)
                heads.setdefault(path, {})[head] = None
                if paragraph:
                    paragraphs.setdefault(path, {})[paragraph] = None
        return frozenset(nodes)

    alone = functions(findings)
    several = functions(together)
    return Weighing(
        charts,
        alone,
        several - alone,
        tuple(order),
        {path: tuple(found) for path, found in paragraphs.items()},
        {path: tuple(found) for path, found in heads.items()},
    )


def _leaves(finding: Finding, paragraph: str) -> Iterator[tuple[str, str]]:
    """The facts read below a finding, each with the paragraph it answers to.

    Facts about a related enterprise are left out: they are weighed with it.
    """
    if finding.message == "related" and finding.op is Op.ANY:
        return
    paragraph = finding.paragraph or paragraph
    if finding.op in (Op.FACT, Op.FACT_NOT) or (finding.op is Op.OPEN and finding.facts):
        for path in finding.facts:
            yield (path, paragraph)
    for part in finding.parts if finding.op is not Op.EITHER else (finding.detail[0],):
        yield from _leaves(part, paragraph)


def settings(
    treaty: Treaty, applied: Mapping[str, str], read: Iterable[str]
) -> list[dict[str, str]]:
    """The readings applied, and each with any one other option of a reading that is read."""
    settings = [dict(applied)]
    for name in read:
        settings += [
            {**applied, name: option}
            for option in treaty.readings[name].options
            if option != applied[name]
        ]
    return settings


def under_every_setting(
    treaty: Treaty,
    facts: Facts,
    readings: Mapping[str, str],
    make: Callable[[Matter], list[tuple[str, Finding]]],
) -> list[tuple[str, Finding]]:
    """Findings under the readings applied and under any one other option."""
    matter = Matter(treaty, facts, readings)
    findings = make(matter)
    done = {tuple(sorted(readings.items()))}
    pending = settings(treaty, readings, sorted(matter.readings_read))[1:]
    while pending:
        setting = pending.pop()
        key = tuple(sorted(setting.items()))
        if key in done:
            continue
        done.add(key)
        findings += make(Matter(treaty, facts, setting))
    return findings


def under_all_settings(
    treaty: Treaty,
    facts: Facts,
    readings: Mapping[str, str],
    make: Callable[[Matter], list[tuple[str, Finding]]],
) -> list[tuple[str, Finding]]:
    """Findings under every combination of the readings that are read."""
    findings: list[tuple[str, Finding]] = []
    pending: list[dict[str, str]] = [{}]
    while pending:
        fixed = pending.pop()
        matter = Matter(treaty, facts, {**readings, **fixed})
        made = make(matter)
        left = sorted(matter.readings_read - fixed.keys())
        if left:
            options = treaty.readings[left[0]].options
            pending += [{**fixed, left[0]: option} for option in options]
        else:
            findings += made
    return findings


@lru_cache(maxsize=512)
def agent_weighing(
    treaty: Treaty,
    readings: Readings,
    insurer: bool | None,
    enterprise: str | None,
    related: Related | None,
) -> Weighing:
    """How the facts of any agent bear on its heads; the agent is a blank one with the id "*"."""
    clauses = plan(treaty)
    blank = _blank(Agent, id=BLANK_ID, name="", enterprise=enterprise)
    facts = blank_facts(treaty, insurer, related)

    def make(matter: Matter) -> list[tuple[str, Finding]]:
        findings = [
            ("dependent_agent", makes_establishment(matter, clause, shield, relation, blank))
            for clause, shield, relation in clauses.agents
        ]
        if insurer is not False:
            findings += [
                ("insurance", insures_through(matter, clause, shield, relation, blank))
                for clause, shield, relation in clauses.insurances
            ]
        return findings

    applied = dict(readings)
    return weighing_of(
        under_every_setting(treaty, facts, applied, make),
        under_all_settings(treaty, facts, applied, make),
    )


@lru_cache(maxsize=2048)
def place_weighing(
    treaty: Treaty,
    readings: Readings,
    kinds: tuple[str, ...] | None,
    enterprise: str | None,
    related: Related | None,
) -> Weighing:
    """How the facts of any place with these activities bear on its head; a blank one, id "*"."""
    activities = None
    if kinds is not None:
        activities = tuple(_blank(Activity, kind=kind) for kind in kinds)
    blank = _blank(
        Place,
        id=BLANK_ID,
        name="",
        span=Span(None, None, False),
        activities=activities,
        fragmentation=_blank(Fragmentation, enterprise=enterprise),
    )
    facts = blank_facts(treaty, None, related)

    def make(matter: Matter) -> list[tuple[str, Finding]]:
        return [("fixed_place", judge_place(matter, plan(treaty), blank, UNKNOWN))]

    applied = dict(readings)
    return weighing_of(
        under_every_setting(treaty, facts, applied, make),
        under_all_settings(treaty, facts, applied, make),
    )


@lru_cache(maxsize=512)
def blank_facts(treaty: Treaty, insurer: bool | None, related: Related | None) -> Facts:
    """Facts of which nothing is known, but for what is given."""
    facts = parse_facts(
        {
            "format": "pe-facts/1",
            "treaty": treaty.code,
            "residence_state": treaty.parties[0],
            "source_state": treaty.parties[1],
            "as_of": "2000-01-01",
            "enterprise": {"insurer": insurer},
        }
    )
    return replace(facts, related_enterprises=(related,) if related else ())


def blank_related(identifier: str) -> Related:
    """A related enterprise of which nothing is known but its id."""
    none = Holdings(None, None, None, None)
    return Related(identifier, "", None, none, none, none)


def _blank(shape: type[Item], **known: object) -> Item:
    """An item with nothing answered but what is given."""
    answers: dict[str, Any] = {one.name: None for one in fields(shape)}  # type: ignore[arg-type]
    return shape(**{**answers, **known})

"""What to ask next, and why: a pure function of the treaty and the facts so far.

A fact is asked if, under the readings applied or any one other option of a reading, it can still
change the outcome of some head. An answer that can change no head's outcome any more is *unused*: it
is kept by whoever keeps the facts, and never evaluated. The same reasons that decide are turned into
decision diagrams here, so no condition is written a second time.

Facts of one item are weighed in a fixed order, each against the used answers before it, so the order
in which they are answered does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from treaties.assess import Plan, applied_readings, assess, check_against, judge_place, plan
from treaties.clauses.agent import makes_establishment
from treaties.clauses.base import Matter
from treaties.clauses.building_site import site_projects
from treaties.clauses.exploration import exploration_projects
from treaties.clauses.insurance import insures_through, insures_without_person
from treaties.clauses.relation import is_closely_related
from treaties.clauses.services import service_projects
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
from treaties.inquiry import OPEN, Charts, deep_recursion
from treaties.treaty import Treaty
from treaties.truth import NO, UNKNOWN, YES, Truth

Readings = tuple[tuple[str, str], ...]

SECTIONS = (
    "treaty",
    "related_enterprises",
    "places",
    "activities",
    "building_sites",
    "services",
    "exploration",
    "agents",
    "agent",
    "insurance",
    "check",
)
LISTS = ("related_enterprises", "places", "building_sites", "services", "exploration", "agents")


@dataclass(frozen=True, slots=True)
class AskedFact:
    """One fact and where it stands.

    `status`: open (to be asked), answered, not_known (asked, and answered so), unused (answered, but it
    can change no outcome), closed (not answered and not needed), optional (read for a note only, or
    printed). `paragraphs` are those it answers to; `heads` the heads it can bear on.
    """

    path: str
    status: str
    paragraphs: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedItem:
    """One item of a list with its facts in the order of asking."""

    list: str
    id: str
    name: str
    facts: tuple[AskedFact, ...]

    @property
    def open(self) -> int:
        """How many facts are still to be asked."""
        return sum(fact.status == "open" for fact in self.facts)


@dataclass(frozen=True, slots=True)
class AskedSection:
    """A section of the interview. `needed` is false where nothing in it can change an outcome."""

    key: str
    needed: bool
    facts: tuple[AskedFact, ...]
    items: tuple[AskedItem, ...]

    @property
    def open(self) -> int:
        """How many facts of the section are still to be asked."""
        return sum(fact.status == "open" for fact in self.facts) + sum(
            item.open for item in self.items
        )

    def fact(self, path: str) -> AskedFact | None:
        """The fact at a path, if this section has it."""
        for fact in (*self.facts, *(fact for item in self.items for fact in item.facts)):
            if fact.path == path:
                return fact
        return None


@dataclass(frozen=True, slots=True)
class Interview:
    """What is asked, section by section."""

    sections: tuple[AskedSection, ...]

    @property
    def open(self) -> tuple[str, ...]:
        """The paths still to be asked, in the order of the sections."""
        return self._with_status("open")

    @property
    def unused(self) -> tuple[str, ...]:
        """The paths answered that can change no outcome; they are not evaluated."""
        return self._with_status("unused")

    def section(self, key: str) -> AskedSection:
        """The section of that key; KeyError where there is none."""
        for section in self.sections:
            if section.key == key:
                return section
        raise KeyError(key)

    def status(self, path: str) -> str:
        """The status of a fact; "closed" for one that no section knows."""
        for section in self.sections:
            fact = section.fact(path)
            if fact is not None:
                return fact.status
        return "closed"

    def _with_status(self, status: str) -> tuple[str, ...]:
        return tuple(
            fact.path
            for section in self.sections
            for fact in (*section.facts, *(fact for item in section.items for fact in item.facts))
            if fact.status == status
        )


def interview(treaty: Treaty, facts: Facts) -> Interview:
    """What is asked of the facts so far under the treaty. Raises FactsError where they do not fit."""
    check_against(facts, treaty)
    with deep_recursion():
        return _Asking(treaty, facts).interview()


def used_facts(facts: Facts, asked: Interview) -> dict[str, Any]:
    """The facts document without what is not used: the document that is assessed and completed.

    Unused answers become null and lose their place in `not_known`; annotations on them go as well.
    """
    unused = set(asked.unused)
    document: dict[str, Any] = _copied(facts.document)
    for path in unused:
        _clear(document, path)
    for key in ("not_known", "annotations"):
        kept = document.get(key)
        if isinstance(kept, list):
            document[key] = [path for path in kept if path not in unused]
        elif isinstance(kept, dict):
            document[key] = {path: value for path, value in kept.items() if path not in unused}
    return document


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return value


def _clear(document: dict[str, Any], path: str) -> None:
    """Sets the fact at a path to not known."""
    *way, last = path.split(".")
    holder: Any = document
    for step in way:
        name, _, item = step.partition("[")
        holder = holder.get(name)
        if item and holder is not None:
            key = item.rstrip("]")
            holder = (
                holder[int(key)]
                if name == "periods"
                else next(one for one in holder if key in (one.get("id"), one.get("kind")))
            )
        if holder is None:
            return
    if last in holder:
        holder[last] = None


# ---------------------------------------------------------------------- what a treaty asks at all
@lru_cache(maxsize=64)
def structure(treaty: Treaty) -> Mapping[str, tuple[str, ...]]:
    """The fields of each list that describe an item and that this treaty needs, in order of asking.

    Names, kinds, dates, projects and references: they are shown for every item. Yes/no facts and
    percentages come from the interview itself.
    """
    clauses = plan(treaty)
    related = ("by",) if clauses.time else ()
    serves = ("part_of_site",) if clauses.sites or clauses.explorations else ()
    people = ("name", "relation")
    if any(
        shield.lost_if == "exclusive_for_related"
        for _, shield, _ in (*clauses.agents, *clauses.insurances)
    ):
        people = (*people, "enterprise")
    return {
        "related_enterprises": ("name",),
        "places": ("name", "kind", "from", "to", *serves),
        "building_sites": ("name", "kind", "project", *related, "from", "to", "interruptions"),
        "services": ("name", "project", "periods"),
        "exploration": ("name", "kind", "project", "periods"),
        "agents": people,
        "service_periods": ("from", "to", "person", "worked", *related),
        "exploration_periods": ("from", "to", *related),
    }


@lru_cache(maxsize=64)
def lists_needed(treaty: Treaty) -> tuple[str, ...]:
    """The lists that some clause of the treaty reads."""
    clauses = plan(treaty)
    needed = {
        "related_enterprises": bool(treaty.clauses_of("relation")),
        "places": bool(clauses.fixed_places),
        "building_sites": bool(clauses.sites),
        "services": bool(clauses.services),
        "exploration": bool(clauses.explorations),
        "agents": bool(clauses.agents or clauses.insurances),
    }
    return tuple(name for name in LISTS if needed[name])


# -------------------------------------------------------------------------- weighing of facts
@dataclass(frozen=True, slots=True)
class _Function:
    """The outcome of one head for one item, as a function of its facts."""

    head: str
    node: int


@dataclass(frozen=True, slots=True)
class _Weighing:
    """Every way in which the facts of one item bear on heads, and their order."""

    charts: Charts
    functions: tuple[_Function, ...]
    order: tuple[str, ...]  # facts, by name, in the order in which they are weighed
    paragraphs: Mapping[str, tuple[str, ...]]
    heads: Mapping[str, tuple[str, ...]]

    def statuses(
        self, answers: Mapping[str, bool | None], fixed: Mapping[str, bool]
    ) -> tuple[dict[str, bool], dict[str, bool], dict[str, bool]]:
        """For each fact: could it matter when its turn came, and can it matter still?

        `answers` are the facts answered (None: not); `fixed` are other variables that are settled. Of
        the variables that are no facts, the third result says whether they can matter still.
        """
        diagram = self.charts.diagram
        nodes = {function.node for function in self.functions}
        for name, value in fixed.items():
            nodes = {diagram.restrict(node, name, value) for node in nodes}
        mattered = {}
        for name in self.order:
            mattered[name] = any(name in diagram.support(node) for node in nodes)
            answer = answers.get(name)
            if mattered[name] and answer is not None:
                nodes = {diagram.restrict(node, name, answer) for node in nodes}
        left = frozenset().union(*(diagram.support(node) for node in nodes))
        matters = {name: name in left for name in self.order}
        others = {name: True for name in left if name not in mattered}
        return mattered, matters, others


RELATED = (
    "related:"  # a variable that stands for "closely related", weighed with the related enterprise
)
ELSEWHERE = "elsewhere"


class _ItemCharts(Charts):
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


def _weighing(findings: Iterable[tuple[str, Finding]], charts: Charts | None = None) -> _Weighing:
    charts = charts or _ItemCharts()
    functions: dict[tuple[str, int], _Function] = {}
    paragraphs: dict[str, dict[str, None]] = {}
    heads: dict[str, dict[str, None]] = {}
    order: dict[str, None] = {}
    for head, finding in findings:
        node = charts.function(finding)
        functions.setdefault((head, node), _Function(head, node))
        for path, paragraph in _leaves(finding, ""):
            order.setdefault(path)
            heads.setdefault(path, {})[head] = None
            if paragraph:
                paragraphs.setdefault(path, {})[paragraph] = None
    return _Weighing(
        charts,
        tuple(functions.values()),
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


def _settings(
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


def _under_every_setting(
    treaty: Treaty,
    facts: Facts,
    readings: Mapping[str, str],
    make: Callable[[Matter], list[tuple[str, Finding]]],
) -> list[tuple[str, Finding]]:
    """Findings under the readings applied and under any one other option."""
    matter = Matter(treaty, facts, readings)
    findings = make(matter)
    done = {tuple(sorted(readings.items()))}
    pending = _settings(treaty, readings, sorted(matter.readings_read))[1:]
    while pending:
        setting = pending.pop()
        key = tuple(sorted(setting.items()))
        if key in done:
            continue
        done.add(key)
        findings += make(Matter(treaty, facts, setting))
    return findings


@lru_cache(maxsize=512)
def _agent_weighing(
    treaty: Treaty,
    readings: Readings,
    insurer: bool | None,
    enterprise: str | None,
    related: Related | None,
) -> _Weighing:
    """How the facts of any agent bear on its heads; the agent is a blank one with the id "*"."""
    clauses = plan(treaty)
    blank = Agent(
        **{one.name: None for one in fields(Agent)}
        | {"id": "*", "name": "", "enterprise": enterprise}
    )
    facts = _blank_facts(treaty, insurer, related)

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

    return _weighing(_under_every_setting(treaty, facts, dict(readings), make))


@lru_cache(maxsize=2048)
def _place_weighing(
    treaty: Treaty,
    readings: Readings,
    kinds: tuple[str, ...] | None,
    enterprise: str | None,
    related: Related | None,
) -> _Weighing:
    """How the facts of any place with these activities bear on its head; a blank one with the id "*"."""
    activities = None
    if kinds is not None:
        activities = tuple(
            Activity(**{one.name: None for one in fields(Activity)} | {"kind": kind})
            for kind in kinds
        )
    fragmentation = Fragmentation(
        **{one.name: None for one in fields(Fragmentation)} | {"enterprise": enterprise}
    )
    blank = replace(_BLANK_PLACE, activities=activities, fragmentation=fragmentation)
    facts = _blank_facts(treaty, None, related)

    def make(matter: Matter) -> list[tuple[str, Finding]]:
        return [("fixed_place", judge_place(matter, plan(treaty), blank, UNKNOWN))]

    return _weighing(_under_every_setting(treaty, facts, dict(readings), make))


def _blank_facts(treaty: Treaty, insurer: bool | None, related: Related | None) -> Facts:
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


def _blank_related(identifier: str) -> Related:
    none = Holdings(None, None, None, None)
    return Related(identifier, "", None, none, none, none)


def _blank_place() -> Place:
    blank: dict[str, Any] = {one.name: None for one in fields(Place)}
    blank |= {"id": "*", "name": "", "span": Span(None, None, False)}
    return Place(**blank)


_BLANK_PLACE = _blank_place()


class _Asking:
    """The weighing of one set of facts."""

    def __init__(self, treaty: Treaty, facts: Facts) -> None:
        self.treaty = treaty
        self.facts = facts
        self.clauses: Plan = plan(treaty)
        self.applied = applied_readings(facts, treaty)
        self.readings: Readings = tuple(sorted(self.applied.items()))
        # related enterprises of which it matters whether they are closely related
        self.relations_that_matter: set[str] = set()
        self.projects: list[tuple[_Weighing, tuple[Any, Any, Any]]] = []

    def interview(self) -> Interview:
        """Sections in the order of the pages; related enterprises are weighed last."""
        places = self._places()
        self._weigh_projects()
        sites = self._projects("building_sites")
        services = self._projects("services")
        exploration = self._projects("exploration")
        agents = self._agents()
        insurance = self._insurance(agents)
        related = self._related()
        made = {
            "treaty": AskedSection("treaty", True, self._treaty_facts(), ()),
            "related_enterprises": related,
            "places": AskedSection(
                "places",
                places.needed,
                places.facts,
                tuple(_only(i, _is_place_fact) for i in places.items),
            ),
            "activities": AskedSection(
                "activities",
                any(self._has_activities(item) for item in places.items),
                (),
                tuple(_only(i, _is_activity_fact) for i in places.items),
            ),
            "building_sites": sites,
            "services": services,
            "exploration": exploration,
            "agents": AskedSection("agents", agents.needed, agents.facts, ()),
            "agent": AskedSection("agent", bool(agents.items), (), agents.items),
            "insurance": insurance,
            "check": AskedSection("check", True, (), ()),
        }
        return Interview(tuple(made[key] for key in SECTIONS))

    @staticmethod
    def _has_activities(item: AskedItem) -> bool:
        return any(
            _is_activity_fact(fact) and fact.status in ("open", "answered", "not_known")
            for fact in item.facts
        )

    # -------------------------------------------------------------------- status of one fact
    def _fact(
        self,
        path: str,
        answer: Any,
        mattered: bool,
        matters: bool,
        paragraphs: tuple[str, ...],
        heads: tuple[str, ...],
    ) -> AskedFact:
        if answer is not None or path in self.facts.contested:
            status = "answered" if mattered else "unused"
        elif path in self.facts.not_known:
            status = "not_known" if mattered else "unused"
        else:
            status = "open" if matters else "closed"
        return AskedFact(path, status, paragraphs, heads)

    def _list_fact(self, name: str, paragraph: str, heads: tuple[str, ...]) -> AskedFact:
        items = getattr(self.facts, name)
        return self._fact(name, items, True, True, (paragraph,), heads)

    def _treaty_facts(self) -> tuple[AskedFact, ...]:
        conditions = self.clauses.conditions
        asked = [
            self._fact(
                f"conditions.{name}",
                getattr(self.facts.conditions, name),
                True,
                True,
                (conditions.paragraph,) if name == "reciprocity" else (),
                (),
            )
            for name in conditions.asks
        ]
        control = self.treaty.clauses_of("control")
        optional = [
            AskedFact("controls_company_there", "optional", tuple(c.paragraph for c in control)),
            AskedFact("enterprise.international_transport", "optional"),
        ]
        return (*asked, *optional)

    # --------------------------------------------------------------------------------- places
    def _places(self) -> AskedSection:
        if not self.clauses.fixed_places:
            return AskedSection("places", False, (), ())
        paragraph = self.clauses.fixed_places[0].paragraph
        listed = self._list_fact("places", paragraph, ("fixed_place",))
        places = self.facts.places or ()
        elsewhere = self._elsewhere() if self.clauses.fragmentation and places else {}
        items = tuple(
            self._place(place, elsewhere.get(place.id, frozenset({NO}))) for place in places
        )
        return AskedSection("places", True, (listed,), items)

    def _elsewhere(self) -> dict[str, frozenset[Truth]]:
        """For each place, what the other heads give it, under every setting of the readings."""
        applied = assess(self.facts, self.treaty, self.applied)
        read = sorted(
            frozenset().union(
                *(h.readings for h in applied.heads if h.head in ("fixed_place", "building_site"))
            )
        )
        found: dict[str, set[Truth]] = {}
        for setting in _settings(self.treaty, self.applied, read):
            heads = (
                applied.heads
                if setting == self.applied
                else assess(self.facts, self.treaty, setting).heads
            )
            outcomes = [
                (h.head, h.subject, h.finding.outcome)
                for h in heads
                if h.head in ("fixed_place", "building_site")
            ]
            tally = {truth: sum(o is truth for _, _, o in outcomes) for truth in Truth}
            for head, subject, outcome in outcomes:
                if head == "fixed_place" and subject is not None:
                    others = {truth: n - (truth is outcome) for truth, n in tally.items()}
                    truth = YES if others[YES] else UNKNOWN if others[UNKNOWN] else NO
                    found.setdefault(subject, set()).add(truth)
        return {place: frozenset(truths) for place, truths in found.items()}

    def _place(self, place: Place, elsewhere: frozenset[Truth]) -> AskedItem:
        list_matters = False
        if self._serves_site(place):
            weighing: _Weighing | None = None
            results = []
        else:
            kinds = (
                None
                if place.activities is None
                else tuple(sorted(a.kind for a in place.activities))
            )
            partner = place.fragmentation.enterprise
            related = self._related_enterprise(partner)
            weighing = _place_weighing(self.treaty, self.readings, kinds, partner, related)
            answers = _place_answers(place)
            truths = sorted(elsewhere, key=lambda one: one.value)
            fixed = [{} if truth is UNKNOWN else {ELSEWHERE: truth is YES} for truth in truths]
            results = [weighing.statuses(answers, one) for one in fixed]
            # would it matter which activities there are, if that were not known?
            unlisted = _place_weighing(self.treaty, self.readings, None, partner, related)
            rule = {name: answers.get(name) for name in _RULE}
            list_matters = any(
                OPEN + "places[*].activities" in unlisted.statuses(rule, one)[2] for one in fixed
            )
        self._note_relations(results)
        return AskedItem(
            "places",
            place.id,
            place.name,
            tuple(
                self._fact(
                    path,
                    answer,
                    list_matters,
                    list_matters,
                    weighing.paragraphs.get(name, ()) if weighing else (),
                    ("fixed_place",),
                )
                if (name := _BLANK_ID.join(_around_id(path))) == "places[*].activities"
                else self._weighed(path, answer, weighing, results)
                for path, answer in _place_fields(place)
            ),
        )

    def _serves_site(self, place: Place) -> bool:
        served = place.part_of_site
        return served is not None and any(
            kinds and any(item.id == served for item in items or ())
            for kinds, items in (
                (self.clauses.sites, self.facts.building_sites),
                (self.clauses.explorations, self.facts.exploration),
            )
        )

    def _related_enterprise(self, identifier: str | None) -> Related | None:
        for related in self.facts.related_enterprises or ():
            if related.id == identifier:
                return _blank_related(related.id)
        return None

    def _note_relations(self, results: Sequence[tuple[Any, Any, dict[str, bool]]]) -> None:
        for _, _, others in results:
            self.relations_that_matter |= {
                name.removeprefix(RELATED) for name in others if name.startswith(RELATED)
            }

    def _weighed(
        self,
        path: str,
        answer: Any,
        weighing: _Weighing | None,
        results: Sequence[tuple[dict[str, bool], dict[str, bool], Any]],
    ) -> AskedFact:
        """The status of a fact of an item that was weighed as a blank one."""
        name = _BLANK_ID.join(_around_id(path))
        if weighing is None:
            return self._fact(path, answer, False, False, (), ())
        return self._fact(
            path,
            answer,
            any(mattered.get(name, False) for mattered, _, _ in results),
            any(matters.get(name, False) for _, matters, _ in results),
            weighing.paragraphs.get(name, ()),
            weighing.heads.get(name, ()),
        )

    # --------------------------------------------------------------------------------- agents
    def _agents(self) -> AskedSection:
        clauses = self.clauses
        kinds = [clause for clause, _, _ in (*clauses.agents, *clauses.insurances)]
        if not kinds:
            return AskedSection("agents", False, (), ())
        heads = ("dependent_agent", "insurance") if clauses.insurances else ("dependent_agent",)
        listed = self._list_fact("agents", kinds[0].paragraph, heads)
        items = tuple(self._agent(agent) for agent in self.facts.agents or ())
        return AskedSection("agents", True, (listed,), items)

    def _agent(self, agent: Agent) -> AskedItem:
        related = self._related_enterprise(agent.enterprise)
        weighing = _agent_weighing(
            self.treaty, self.readings, self.facts.enterprise.insurer, agent.enterprise, related
        )
        answers = {
            f"agents[*].{one.name}": getattr(agent, one.name)
            for one in fields(Agent)
            if one.name not in _AGENT_TEXTS
        }
        fixed = {}
        insurer = self.facts.enterprise.insurer
        if insurer is not None:
            fixed["enterprise.insurer"] = insurer
        results = [weighing.statuses(answers, fixed)]
        self._note_relations(results)
        return AskedItem(
            "agents",
            agent.id,
            agent.name,
            tuple(
                self._weighed(
                    f"agents[{agent.id}].{one.name}", getattr(agent, one.name), weighing, results
                )
                for one in fields(Agent)
                if one.name not in _AGENT_TEXTS
            ),
        )

    def _insurance(self, agents: AskedSection) -> AskedSection:
        """The insurer's own facts; what is asked of each person stands with the person."""
        if not self.clauses.insurances:
            return AskedSection("insurance", False, (), ())
        clause = self.clauses.insurances[0][0]
        enterprise = self.facts.enterprise
        without = any(
            insures_without_person(Matter(self.treaty, self.facts, setting), clause) is not None
            for setting in _settings(
                self.treaty,
                self.applied,
                [name for name in clause.open_keys() if name in self.treaty.readings],
            )
        )
        # asked wherever there is the clause: without it the head is not even listed
        paragraphs, heads = (clause.paragraph,), ("insurance",)
        facts = [
            self._fact("enterprise.insurer", enterprise.insurer, True, True, paragraphs, heads),
            self._fact(
                "enterprise.premiums_without_person",
                enterprise.premiums_without_person,
                without and enterprise.insurer is not False,
                without and enterprise.insurer is not False,
                paragraphs,
                heads,
            ),
        ]
        return AskedSection("insurance", True, tuple(facts), ())

    # ----------------------------------------------------------------- sites, services, exploration
    def _weigh_projects(self) -> None:
        """Every project of every kind: a site may bear on services too, where supervision counts."""
        answers = _project_answers(self.facts)
        self.projects = [
            (weighing, weighing.statuses(answers, {}))
            for head, clauses, project in _PROJECTS.values()
            if getattr(self.clauses, clauses)
            for weighing in self._project_weighings(head, getattr(self.clauses, clauses), project)
        ]
        self._note_relations([result for _, result in self.projects])

    def _projects(self, name: str) -> AskedSection:
        head, clauses, _ = _PROJECTS[name]
        kinds = getattr(self.clauses, clauses)
        if not kinds:
            return AskedSection(name, False, (), ())
        listed = self._list_fact(name, kinds[0].paragraph, (head,))
        return AskedSection(
            name,
            True,
            (listed,),
            tuple(
                AskedItem(
                    name,
                    item.id,
                    item.name,
                    tuple(
                        self._of_project(path, answer)
                        for path, answer in _project_fields(name, item)
                    ),
                )
                for item in getattr(self.facts, name) or ()
            ),
        )

    def _project_weighings(
        self, head: str, kinds: Sequence[Any], project: Callable[..., Any]
    ) -> list[_Weighing]:
        """One weighing for each project: its counts under every setting of the readings."""

        def make(matter: Matter) -> list[tuple[str, Finding]]:
            return [
                (subject, measured.finding)
                for clause in kinds
                for subject, measured in project(matter, clause, self.clauses.time)
            ]

        by_subject: dict[str, list[tuple[str, Finding]]] = {}
        for subject, finding in _under_every_setting(self.treaty, self.facts, self.applied, make):
            by_subject.setdefault(subject, []).append((head, finding))
        return [_weighing(findings) for findings in by_subject.values()]

    def _of_project(self, path: str, answer: Any) -> AskedFact:
        paragraphs: dict[str, None] = {}
        heads: dict[str, None] = {}
        mattered = matters = False
        for weighing, (then, now, others) in self.projects:
            if path in weighing.heads:
                paragraphs.update(dict.fromkeys(weighing.paragraphs.get(path, ())))
                heads.update(dict.fromkeys(weighing.heads[path]))
                mattered = mattered or then.get(path, False)
                matters = (
                    matters
                    or now.get(path, False)
                    or any(
                        path in name.removeprefix(OPEN).split("|")
                        for name in others
                        if name.startswith(OPEN)
                    )
                )
        if path.endswith(_ALWAYS_SHOWN):
            # they describe the item, or say which days the clock shows even where no outcome hangs on it
            mattered = True
            matters = matters or (answer is None and path.endswith(".periods"))
        return self._fact(path, answer, mattered, matters, tuple(paragraphs), tuple(heads))

    # ------------------------------------------------------------------------ related enterprises
    def _related(self) -> AskedSection:
        relations = self.treaty.clauses_of("relation")
        if not relations:
            return AskedSection("related_enterprises", False, (), ())
        heads = (
            "fixed_place",
            "building_site",
            "services",
            "exploration",
            "dependent_agent",
            "insurance",
        )
        related = self.facts.related_enterprises
        # the list holds what other answers refer to: nobody waits for it
        listed = AskedFact(
            "related_enterprises",
            "answered" if related is not None else "optional",
            (relations[0].paragraph,),
            heads,
        )
        items = tuple(self._related_item(one, relations) for one in related or ())
        needed = any(fact.status != "closed" for item in items for fact in item.facts)
        return AskedSection("related_enterprises", needed, (listed,), items)

    def _related_item(self, related: Related, relations: Sequence[Any]) -> AskedItem:
        def make(matter: Matter) -> list[tuple[str, Finding]]:
            return [
                ("related", is_closely_related(matter, relation, related)) for relation in relations
            ]

        findings = _under_every_setting(self.treaty, self.facts, self.applied, make)
        weighing = _weighing([(head, replace_message(finding)) for head, finding in findings])
        answers = {
            leaf.facts[0]: None if leaf.outcome is UNKNOWN else leaf.outcome is YES
            for _, finding in findings
            for leaf in finding.walk()
            if leaf.op is Op.FACT
        }
        matters_at_all = related.id in self.relations_that_matter
        then, now, _ = weighing.statuses(answers, {})
        return AskedItem(
            "related_enterprises",
            related.id,
            related.name,
            tuple(
                self._fact(
                    path,
                    share,
                    matters_at_all and then.get(path, False),
                    matters_at_all and now.get(path, False),
                    weighing.paragraphs.get(path, ()),
                    (),
                )
                for path, share in _related_fields(related)
            ),
        )


def replace_message(finding: Finding) -> Finding:
    """The same finding as one to be weighed itself, not as a variable of another."""
    return Finding(
        finding.op,
        finding.outcome,
        "related.itself",
        finding.paragraph,
        finding.values,
        finding.facts,
        finding.parts,
        finding.readings,
        finding.detail,
    )


# ------------------------------------------------------------------------------ paths and answers
_BLANK_ID = "*"
_AGENT_TEXTS = frozenset({"id", "name", "relation", "enterprise"})
_PROJECTS: Mapping[str, tuple[str, str, Callable[..., Any]]] = {
    "building_sites": ("building_site", "sites", site_projects),
    "services": ("services", "services", service_projects),
    "exploration": ("exploration", "explorations", exploration_projects),
}
_ALWAYS_SHOWN = (
    ".from",
    ".to",
    ".project",
    ".periods",
    ".through_personnel",
    ".substantially_same",
    ".worked",
)
_PLACE_FACTS = ("at_disposal", "fixed", "business_carried_on")
_RULE = tuple(f"places[*].{name}" for name in _PLACE_FACTS)
_FRAGMENTATION_FACTS = (
    "business_at_same_or_other_place",
    "complementary",
    "one_is_pe",
    "combined_preparatory_or_auxiliary",
)
_ACTIVITY_FACTS = tuple(one.name for one in fields(Activity) if one.name != "kind")


def _around_id(path: str) -> tuple[str, str]:
    before, _, rest = path.partition("[")
    return before + "[", "]" + rest.partition("]")[2]


def _place_fields(place: Place) -> Iterator[tuple[str, Any]]:
    path = f"places[{place.id}]."
    for name in _PLACE_FACTS:
        yield path + name, getattr(place, name)
    yield path + "activities", place.activities
    for activity in place.activities or ():
        for name in _ACTIVITY_FACTS:
            yield f"{path}activities[{activity.kind}].{name}", getattr(activity, name)
    yield path + "combination_preparatory_or_auxiliary", place.combination_preparatory_or_auxiliary
    for name in _FRAGMENTATION_FACTS:
        yield f"{path}fragmentation.{name}", getattr(place.fragmentation, name)


def _place_answers(place: Place) -> dict[str, bool | None]:
    return {
        _BLANK_ID.join(_around_id(path)): answer
        for path, answer in _place_fields(place)
        if not path.endswith(".activities")
    }


def _is_place_fact(fact: AskedFact) -> bool:
    return not _is_activity_fact(fact)


def _is_activity_fact(fact: AskedFact) -> bool:
    rest = fact.path.partition("]")[2]
    return rest.startswith((".activities", ".combination", ".fragmentation"))


def _only(item: AskedItem, wanted: Callable[[AskedFact], bool]) -> AskedItem:
    return replace(item, facts=tuple(fact for fact in item.facts if wanted(fact)))


def _project_fields(name: str, item: Any) -> Iterator[tuple[str, Any]]:
    path = f"{name}[{item.id}]."
    if name == "building_sites":
        yield path + "of_building", item.of_building
        yield path + "substantially_same", item.substantially_same
        yield path + "from", item.span.first
        yield path + "to", True if item.span.ongoing else item.span.last
        yield path + "project", item.project
        return
    if name == "services":
        yield path + "through_personnel", item.through_personnel
    yield path + "project", item.project
    yield path + "periods", item.periods
    for index, period in enumerate(item.periods or ()):
        row = f"{path}periods[{index}]."
        yield row + "from", period.span.first
        yield row + "to", True if period.span.ongoing else period.span.last
        if period.by is not None:
            yield row + "substantially_same", period.substantially_same
        if name == "services" and period.worked is None:
            yield row + "worked", None


def _project_answers(facts: Facts) -> dict[str, bool | None]:
    answers: dict[str, bool | None] = {}
    for site in facts.building_sites or ():
        answers[f"building_sites[{site.id}].of_building"] = site.of_building
        answers[f"building_sites[{site.id}].substantially_same"] = site.substantially_same
    for engagement in facts.services or ():
        answers[f"services[{engagement.id}].through_personnel"] = engagement.through_personnel
        for index, period in enumerate(engagement.periods or ()):
            path = f"services[{engagement.id}].periods[{index}]."
            answers[path + "worked"] = period.worked
            answers[path + "substantially_same"] = period.substantially_same
    for rig in facts.exploration or ():
        for index, period in enumerate(rig.periods or ()):
            answers[f"exploration[{rig.id}].periods[{index}].substantially_same"] = (
                period.substantially_same
            )
    return answers


def _related_fields(related: Related) -> Iterator[tuple[str, Any]]:
    path = f"related_enterprises[{related.id}]."
    yield path + "control", related.control
    for group, holdings in (
        ("direct", related.direct),
        ("common_owner.in_enterprise", related.in_enterprise),
        ("common_owner.in_related", related.in_related),
    ):
        for name in ("beneficial_interest", "votes", "share_value", "equity"):
            yield f"{path}{group}.{name}", getattr(holdings, name)

"""Facts and a treaty in, heads with their reasons out.

Every head of Article 5 that the treaty has is assessed; heads are alternatives. What would change
the answer is another step, `treaties.inquiry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from treaties.clauses.agent import AgentClause, makes_establishment
from treaties.clauses.base import Matter
from treaties.clauses.building_site import BuildingSite, site_projects
from treaties.clauses.conditions import Conditions, applies
from treaties.clauses.control import note_what_decides_nothing
from treaties.clauses.exceptions import Exceptions, is_excepted
from treaties.clauses.exploration import Exploration, exploration_projects
from treaties.clauses.fixed_place import FixedPlace, is_fixed_place
from treaties.clauses.fragmentation import Fragmentation, lifts_exceptions
from treaties.clauses.independence import Independence
from treaties.clauses.insurance import Insurance, insurer, insures_through, insures_without_person
from treaties.clauses.projects import Measured
from treaties.clauses.relation import Relation
from treaties.clauses.services import Services, service_projects
from treaties.errors import FactsError, Fault
from treaties.facts import Agent, Facts, Place
from treaties.finding import Finding, all_of, any_of, decisive, given, left_open, negate
from treaties.treaty import Treaty
from treaties.truth import NO, UNKNOWN, YES, Truth
from treaties.wording import _N, Say

OUTCOMES = {YES: "pe", NO: "no_pe", UNKNOWN: "undetermined"}
APPLICABILITY = {YES: "applies", NO: "does_not_apply", UNKNOWN: "unknown"}
HEADS = (
    "fixed_place",
    "building_site",
    "services",
    "exploration",
    "dependent_agent",
    "insurance",
)

MESSAGES = {
    "place.pe": Say(
        yes=_N("“{place}” is a permanent establishment of the enterprise."),
        no=_N("“{place}” is not a permanent establishment of the enterprise."),
        unknown=_N(
            "It is not known whether “{place}” is a permanent establishment of the enterprise."
        ),
    ),
    "place.not_excepted": Say(
        yes=_N("No exception protects “{place}”."),
        no=_N("“{place}” is protected by an exception."),
        unknown=_N("It is not known whether an exception protects “{place}”."),
    ),
    "place.protected": Say(
        yes=_N("An exception covers “{place}”, and nothing takes it away."),
        no=_N("No exception protects “{place}” in the end."),
        unknown=_N("It is not known whether “{place}” stays protected by an exception."),
    ),
    "place.exception_stays": Say(
        yes=_N("Nothing takes the exception away."),
        no=_N("The anti-fragmentation rule takes the exception away."),
        unknown=_N("It is not known whether the anti-fragmentation rule takes the exception away."),
    ),
    "place.serves_site": Say(
        no=_N(
            "“{place}” merely serves a site or an exploration, and the rule on that alone decides."
        ),
    ),
    "list.unknown": Say(unknown=_N("It is not known what there is under this head.")),
    "clauses": Say(
        yes=_N("One of the clauses of this kind gives a permanent establishment."),
        no=_N("None of the clauses of this kind gives a permanent establishment."),
        unknown=_N(
            "It is not known whether one of the clauses of this kind gives a permanent "
            "establishment."
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """Days counted against a threshold; days are ordinals, both ends inclusive.

    `counted` is certain; `counted_at_most` is with what may count (None: the same). `threshold` is
    in `unit`, days or months; `threshold_days` is what it holds here, in days. `exceeded_on` is the
    first day above it; `threshold_on` the day on which an ongoing count would pass it, unbroken.
    """

    counted: int
    counted_at_most: int | None
    unit: str
    threshold: int
    threshold_days: int
    window: tuple[int, int] | None
    exceeded_on: int | None
    threshold_on: int | None


@dataclass(frozen=True, slots=True)
class Head:
    """One head for one subject. `finding` is yes for a permanent establishment.

    `since` and `until` are its first and last day (ordinals; None: none, going on, or not known).
    `readings` are those that were read on the way.
    """

    head: str
    subject: str | None
    finding: Finding
    readings: frozenset[str]
    measure: Measure | None = None
    since: int | None = None
    until: int | None = None

    @property
    def outcome(self) -> str:
        """pe, no_pe or undetermined."""
        return OUTCOMES[self.finding.outcome]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the findings that decide, outermost first."""
        found: dict[str, None] = {}
        stack = [self.finding]
        while stack:
            finding = stack.pop(0)
            if finding.paragraph:
                found.setdefault(finding.paragraph)
            stack.extend(part for part in decisive(finding) if part.parts or part.paragraph)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a treaty makes of the facts, head by head."""

    treaty: Treaty
    facts: Facts
    readings: Mapping[str, str]
    applicability: Finding
    heads: tuple[Head, ...]
    touched: frozenset[str]

    @property
    def finding(self) -> Truth:
        """OR over the heads."""
        outcome = NO
        for head in self.heads:
            one = head.finding.outcome
            if one is YES:
                return YES
            if one is UNKNOWN:
                outcome = UNKNOWN
        return outcome

    @property
    def conclusion(self) -> str:
        """pe, no_pe or undetermined: what Article 5 gives, whether or not the treaty applies."""
        return OUTCOMES[self.finding]


@dataclass(frozen=True, slots=True)
class Plan:
    """The clauses of a treaty with those they lean on; made once for each treaty."""

    conditions: Conditions
    fixed_places: tuple[FixedPlace, ...]
    exceptions: Exceptions | None
    fragmentation: Fragmentation | None
    fragmentation_relation: Relation | None
    sites: tuple[BuildingSite, ...]
    services: tuple[Services, ...]
    explorations: tuple[Exploration, ...]
    time: Relation | None
    agents: tuple[tuple[AgentClause, Independence, Relation | None], ...]
    insurances: tuple[tuple[Insurance, Independence, Relation | None], ...]


@lru_cache(maxsize=256)
def plan(treaty: Treaty) -> Plan:
    """How the clauses of a treaty work together."""

    def one(kind: str) -> Any:
        clauses = treaty.clauses_of(kind)
        return clauses[0] if clauses else None

    def shielded(clause: Any) -> tuple[Any, Independence, Relation | None]:
        shield: Any = treaty.clause_at(clause.independent, "independence")
        relation = treaty.clause_at(shield.relation, "relation") if shield.relation else None
        return clause, shield, relation

    fragmentation = one("fragmentation")
    return Plan(
        conditions=one("conditions"),
        fixed_places=treaty.clauses_of("fixed_place"),
        exceptions=one("exceptions"),
        fragmentation=fragmentation,
        fragmentation_relation=(
            treaty.clause_at(fragmentation.relation, "relation") if fragmentation else None
        ),
        sites=treaty.clauses_of("building_site"),
        services=treaty.clauses_of("services"),
        explorations=treaty.clauses_of("exploration"),
        time=next((r for r in treaty.clauses_of("relation") if r.adds_time != "none"), None),
        agents=tuple(shielded(clause) for clause in treaty.clauses_of("agent")),
        insurances=tuple(shielded(clause) for clause in treaty.clauses_of("insurance")),
    )


def check_against(facts: Facts, treaty: Treaty) -> None:
    """Refuses facts that do not fit the treaty: its code, its parties, its readings and options.

    Raises FactsError with every fault.
    """
    faults = []
    if facts.treaty != treaty.code:
        faults.append(
            Fault(
                "treaty",
                f"the facts are for {facts.treaty}, the treaty is {treaty.code}",
                f'give "{treaty.code}", or another treaty',
            )
        )
    for path, state in (
        ("residence_state", facts.residence_state),
        ("source_state", facts.source_state),
    ):
        if state not in treaty.parties:
            faults.append(
                Fault(
                    path,
                    f"{state} is not a party to {treaty.code}",
                    f"give one of {', '.join(treaty.parties)}",
                )
            )
    for name, option in facts.readings.items():
        reading = treaty.readings.get(name)
        if reading is None:
            known = ", ".join(treaty.readings) or "none"
            faults.append(
                Fault(
                    f"readings.{name}",
                    f"{treaty.code} leaves no such reading open",
                    f"leave it out, or give one of {known}",
                )
            )
        elif option not in reading.options:
            faults.append(
                Fault(
                    f"readings.{name}",
                    f"“{option}” is not an option of this reading",
                    f"give one of {', '.join(reading.options)}",
                )
            )
    if faults:
        raise FactsError(faults)


def applied_readings(facts: Facts, treaty: Treaty) -> dict[str, str]:
    """Every reading of the treaty as applied: the adviser's choice, otherwise the default."""
    return {
        name: facts.readings.get(name, reading.default) for name, reading in treaty.readings.items()
    }


def assess(facts: Facts, treaty: Treaty, readings: Mapping[str, str] | None = None) -> Assessment:
    """Assesses the facts under the treaty, on the readings applied (or on those given).

    Raises FactsError where the facts do not fit the treaty.
    """
    if readings is None:
        check_against(facts, treaty)
        readings = applied_readings(facts, treaty)
    matter = Matter(treaty, facts, readings)
    clauses = plan(treaty)
    sites = _sites(matter, clauses)
    heads = [
        *_places(matter, clauses, sites),
        *sites,
        *_services(matter, clauses),
        *_explorations(matter, clauses),
        *_agents(matter, clauses),
        *_insurances(matter, clauses),
    ]
    note_what_decides_nothing(matter)
    return Assessment(
        treaty,
        facts,
        readings,
        applies(matter, clauses.conditions),
        tuple(heads),
        frozenset(matter.touched),
    )


def heads_of(
    head: str, facts: Facts, treaty: Treaty, readings: Mapping[str, str]
) -> tuple[list[Head], frozenset[str]]:
    """The heads of one name alone, and every reading that was read for them.

    The outcome of other heads, on which an anti-fragmentation rule leans, counts as no: that gives
    the same conclusion (see `finding.evaluate`). The facts are taken to fit the treaty.
    """
    matter = Matter(treaty, facts, readings)
    heads = _HEADS[head](matter, plan(treaty))
    read = frozenset().union(matter.readings_read, *(one.readings for one in heads))
    return heads, read


def _noting(matter: Matter, make: Callable[[], Any]) -> tuple[Any, frozenset[str]]:
    """What `make` gives, and the readings read for it."""
    matter.readings_read = set()
    made = make()
    return made, frozenset(matter.readings_read)


def _unknown_list(head: str, facts: str, paragraph: str) -> Head:
    return Head(head, None, left_open("list.unknown", (facts,), paragraph), frozenset())


# ------------------------------------------------------------------------------- fixed places
def _places(matter: Matter, clauses: Plan, sites: list[Head]) -> list[Head]:
    if not clauses.fixed_places:
        return []
    clause = clauses.fixed_places[0]
    places = matter.facts.places
    if places is None:
        return [_unknown_list("fixed_place", "places", clause.paragraph)]
    trials = [_Trial.of(matter, clauses, clause, place) for place in places]
    if clauses.fragmentation is not None:
        _lift(matter, clauses, trials, sites)
    return [trial.head() for trial in trials]


@dataclass(slots=True)
class _Trial:
    """One place on trial: first without the anti-fragmentation rule, then with it."""

    place: Place
    serves: Finding | None
    rule: Finding | None = None
    exception: Finding | None = None
    lift: Finding | None = None
    readings: frozenset[str] = frozenset()

    @classmethod
    def of(cls, matter: Matter, clauses: Plan, clause: FixedPlace, place: Place) -> _Trial:
        """The place under the general rule and the exceptions."""
        serves = _serves(matter, clauses, place)
        if serves is not None:
            return cls(place, serves)

        def test() -> tuple[Finding, Finding | None]:
            rule = is_fixed_place(matter, clause, place)
            exceptions = clauses.exceptions
            return rule, is_excepted(matter, exceptions, place) if exceptions else None

        (rule, exception), readings = _noting(matter, test)
        return cls(place, None, rule, exception, None, readings)

    def outcome(self) -> Truth:
        """The outcome with the rule on fragmentation as it stands at the moment."""
        return self.finding().outcome

    def finding(self) -> Finding:
        """The reasons for this place."""
        if self.serves is not None:
            return self.serves
        assert self.rule is not None
        values = {"place": self.place.name}
        parts = [self.rule]
        if self.exception is not None:
            protected = self.exception
            if self.lift is not None:
                stays = negate("place.exception_stays", self.lift, self.lift.paragraph, values)
                protected = all_of("place.protected", (protected, stays), "", values)
            parts.append(negate("place.not_excepted", protected, "", values))
        return all_of("place.pe", parts, self.rule.paragraph, values)

    def head(self) -> Head:
        """The head for this place."""
        finding = self.finding()
        span = self.place.span
        since = until = None
        if finding.outcome is YES:
            since, until = span.first, None if span.ongoing else span.last
        return Head("fixed_place", self.place.id, finding, self.readings, None, since, until)


def judge_place(matter: Matter, clauses: Plan, place: Place, elsewhere: Truth) -> Finding:
    """One place by itself, with what the other heads give as told; for the interview."""
    clause = clauses.fixed_places[0]
    exceptions, fragmentation = clauses.exceptions, clauses.fragmentation
    trial = _Trial(place, None, is_fixed_place(matter, clause, place))
    if exceptions is not None:
        trial.exception = is_excepted(matter, exceptions, place)
    if fragmentation is not None and clauses.fragmentation_relation is not None:
        trial.lift = lifts_exceptions(
            matter, fragmentation, clauses.fragmentation_relation, place, elsewhere, ""
        )
    return trial.finding()


def _serves(matter: Matter, clauses: Plan, place: Place) -> Finding | None:
    """A place that merely serves a site or an exploration, where the treaty has that head."""
    if place.part_of_site is None:
        return None
    facts = matter.facts
    for items, kinds in (
        (facts.building_sites, clauses.sites),
        (facts.exploration, clauses.explorations),
    ):
        if kinds and any(item.id == place.part_of_site for item in items or ()):
            matter.touch("place.serves_site")
            return given(
                "place.serves_site",
                NO,
                kinds[0].paragraph,
                {"place": place.name},
                (f"places[{place.id}].part_of_site",),
            )
    return None


def _lift(matter: Matter, clauses: Plan, trials: list[_Trial], sites: list[Head]) -> None:
    """Judges places again with the anti-fragmentation rule until nothing changes."""
    assert clauses.fragmentation is not None and clauses.fragmentation_relation is not None
    clause, relation = clauses.fragmentation, clauses.fragmentation_relation
    of_sites = [(head.finding.outcome, head.subject or "") for head in sites]
    outcomes = [trial.outcome() for trial in trials]
    open_trials = [
        index
        for index, trial in enumerate(trials)
        if trial.exception is not None and trial.rule is not None
    ]
    seen: dict[int, Truth] = {}
    changed = True
    while changed:
        changed = False
        for index in open_trials:
            trial = trials[index]
            others = [
                *of_sites,
                *((one, trials[at].place.name) for at, one in enumerate(outcomes) if at != index),
            ]
            elsewhere, name = _elsewhere(others)
            if seen.get(index) is elsewhere:
                continue
            seen[index] = elsewhere

            def judge(
                place: Place = trial.place, outcome: Truth = elsewhere, other: str = name
            ) -> Finding:
                return lifts_exceptions(matter, clause, relation, place, outcome, other)

            trial.lift, readings = _noting(matter, judge)
            trial.readings |= readings
            outcome = trial.outcome()
            if outcome is not outcomes[index]:
                outcomes[index] = outcome
                changed = True
    # a reading that decides on a site or another place decides here too
    shared = frozenset().union(*(head.readings for head in sites), *(t.readings for t in trials))
    for index in open_trials:
        trials[index].readings |= shared


def _elsewhere(others: Iterable[tuple[Truth, str]]) -> tuple[Truth, str]:
    found: tuple[Truth, str] = (NO, "")
    for outcome, name in others:
        if outcome is YES:
            return outcome, name
        if outcome is UNKNOWN:
            found = (UNKNOWN, name)
    return found


# -------------------------------------------------------------------- sites, services, exploration
def _sites(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.sites:
        return []
    if matter.facts.building_sites is None:
        return [_unknown_list("building_site", "building_sites", clauses.sites[0].paragraph)]
    return _projects(
        matter,
        "building_site",
        [partial(site_projects, matter, clause, clauses.time) for clause in clauses.sites],
    )


def _services(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.services:
        return []
    # supervision may count as services even where the list of services is not known
    heads = _projects(
        matter,
        "services",
        [partial(service_projects, matter, clause, clauses.time) for clause in clauses.services],
    )
    if matter.facts.services is None:
        unknown = _unknown_list("services", "services", clauses.services[0].paragraph)
        readings = frozenset().union(*(head.readings for head in heads), matter.readings_read)
        return [Head("services", None, unknown.finding, readings), *heads]
    return heads


def _explorations(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.explorations:
        return []
    if matter.facts.exploration is None:
        return [_unknown_list("exploration", "exploration", clauses.explorations[0].paragraph)]
    return _projects(
        matter,
        "exploration",
        [
            partial(exploration_projects, matter, clause, clauses.time)
            for clause in clauses.explorations
        ],
    )


def _projects(
    matter: Matter, head: str, clauses: Sequence[Callable[[], list[tuple[str, Measured]]]]
) -> list[Head]:
    """The heads of one kind: each project's outcome is the OR over the clauses of that kind."""
    by_subject: dict[str, list[Measured]] = {}
    readings: set[str] = set()
    for clause in clauses:
        projects, read = _noting(matter, clause)
        readings |= read
        for subject, measured in projects:
            by_subject.setdefault(subject, []).append(measured)
    matter.readings_read = readings
    return [
        _project(head, subject, measured, frozenset(readings))
        for subject, measured in by_subject.items()
    ]


def _project(head: str, subject: str, measured: list[Measured], readings: frozenset[str]) -> Head:
    ranking = {YES: 0, UNKNOWN: 1, NO: 2}
    best = min(measured, key=lambda one: ranking[one.finding.outcome])
    finding = best.finding
    if len(measured) > 1:
        finding = any_of("clauses", [one.finding for one in measured])
    return Head(
        head,
        subject,
        finding,
        readings,
        Measure(
            best.count.counted,
            best.counted_at_most,
            best.unit,
            best.threshold,
            best.count.threshold,
            best.count.window,
            best.count.exceeded_on,
            best.threshold_on,
        ),
        best.since,
        best.until,
    )


# ------------------------------------------------------------------------------ agents, insurance
def _agents(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.agents:
        return []
    agents = matter.facts.agents
    if agents is None:
        return [_unknown_list("dependent_agent", "agents", clauses.agents[0][0].paragraph)]
    return [_agent(matter, clauses, agent) for agent in agents]


def _agent(matter: Matter, clauses: Plan, agent: Agent) -> Head:
    def test() -> Finding:
        findings = [
            makes_establishment(matter, clause, shield, relation, agent)
            for clause, shield, relation in clauses.agents
        ]
        return findings[0] if len(findings) == 1 else any_of("clauses", findings)

    finding, readings = _noting(matter, test)
    return Head("dependent_agent", agent.id, finding, readings)


def _insurances(matter: Matter, clauses: Plan) -> list[Head]:
    if not clauses.insurances:
        return []
    clause, shield, relation = clauses.insurances[0]
    facts = matter.facts
    if facts.enterprise.insurer is False:
        return [Head("insurance", None, insurer(matter, clause), frozenset())]
    without, readings = _noting(matter, lambda: insures_without_person(matter, clause))
    heads = []
    if facts.agents is None:
        unknown = all_of(
            "list.unknown",
            (insurer(matter, clause), left_open("list.unknown", ("agents",), clause.paragraph)),
            clause.paragraph,
        )
        parts = [unknown] if without is None else [without, unknown]
        finding = parts[0] if len(parts) == 1 else any_of("clauses", parts, clause.paragraph)
        heads.append(Head("insurance", None, finding, readings))
    elif without is not None:
        heads.append(Head("insurance", None, without, readings))
    for agent in facts.agents or ():

        def test(agent: Agent = agent) -> Finding:
            return insures_through(matter, clause, shield, relation, agent)

        finding, read = _noting(matter, test)
        # the reading on insurance without a person adds a head of its own
        heads.append(Head("insurance", agent.id, finding, read | readings))
    return heads


_HEADS: Mapping[str, Callable[[Matter, Plan], list[Head]]] = {
    "fixed_place": lambda matter, clauses: _places(matter, clauses, []),
    "building_site": _sites,
    "services": _services,
    "exploration": _explorations,
    "dependent_agent": _agents,
    "insurance": _insurances,
}

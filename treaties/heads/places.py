"""Fixed places: the general rule, the exceptions, and the rule that lifts them.

Places are judged without the anti-fragmentation rule first, then again until nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from treaties.clauses.base import Matter
from treaties.clauses.exceptions import is_excepted
from treaties.clauses.fixed_place import FixedPlace, is_fixed_place
from treaties.clauses.fragmentation import lifts_exceptions
from treaties.facts import Place
from treaties.finding import Finding, all_of, given, negate
from treaties.heads.objects import Head, noting, unknown_list
from treaties.heads.plan import Plan
from treaties.truth import NO, UNKNOWN, YES, Truth
from treaties.truth import all_of as all_truths
from treaties.truth import any_of as any_truth
from treaties.truth import negate as negated
from treaties.wording import _N, Say

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
}


def places(matter: Matter, clauses: Plan, sites: list[Head]) -> list[Head]:
    if not clauses.fixed_places:
        return []
    clause = clauses.fixed_places[0]
    facts = matter.facts.places
    if facts is None:
        return [unknown_list("fixed_place", "places", clause.paragraph)]
    trials = [_Trial.of(matter, clauses, clause, place) for place in facts]
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

        (rule, exception), readings = noting(matter, test)
        return cls(place, None, rule, exception, None, readings)

    def outcome(self) -> Truth:
        """The outcome with the rule on fragmentation as it stands at the moment."""
        if self.serves is not None or self.rule is None:
            return NO
        lifted = NO if self.lift is None else self.lift.outcome
        excepted = NO if self.exception is None else self.exception.outcome
        return all_truths((self.rule.outcome, any_truth((negated(excepted), lifted))))

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
    outcomes = [trial.outcome() for trial in trials]
    # whose outcome is yes, or unknown: sites, then places in their order
    standing: dict[Truth, dict[int, str]] = {YES: {}, UNKNOWN: {}, NO: {}}
    for index, head in enumerate(sites):
        standing[head.finding.outcome][-1 - index] = head.subject or ""
    for index, trial in enumerate(trials):
        standing[outcomes[index]][index] = trial.place.name
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
            elsewhere, name = _elsewhere(standing, index)
            if seen.get(index) is elsewhere:
                continue
            seen[index] = elsewhere

            def judge(
                place: Place = trial.place, outcome: Truth = elsewhere, other: str = name
            ) -> Finding:
                return lifts_exceptions(matter, clause, relation, place, outcome, other)

            trial.lift, readings = noting(matter, judge)
            trial.readings |= readings
            outcome = trial.outcome()
            if outcome is not outcomes[index]:
                standing[outcomes[index]].pop(index)
                standing[outcome][index] = trial.place.name
                outcomes[index] = outcome
                changed = True
    # a reading that decides on a site or another place decides here too
    shared = frozenset().union(*(head.readings for head in sites), *(t.readings for t in trials))
    for index in open_trials:
        trials[index].readings |= shared


def _elsewhere(standing: Mapping[Truth, Mapping[int, str]], index: int) -> tuple[Truth, str]:
    """What the heads other than the place at `index` give, and the name of one that decides it."""
    for truth in (YES, UNKNOWN):
        for at, name in islice(standing[truth].items(), 2):
            if at != index:
                return truth, name
    return NO, ""

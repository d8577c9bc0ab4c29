"""Related enterprises, weighed last: only where it matters whether one is closely related."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from treaties.clauses.base import Matter
from treaties.clauses.relation import is_closely_related
from treaties.facts import Related
from treaties.finding import Finding, Op
from treaties.interview.asking import Asking
from treaties.interview.objects import AskedFact, AskedItem, AskedSection
from treaties.interview.weighing import under_every_setting, weighing_of
from treaties.truth import UNKNOWN, YES


def related_asked(asking: Asking) -> AskedSection:
    relations = asking.treaty.clauses_of("relation")
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
    related = asking.facts.related_enterprises
    # the list holds what other answers refer to: nobody waits for it
    listed = AskedFact(
        "related_enterprises",
        "answered" if related is not None else "optional",
        (relations[0].paragraph,),
        heads,
    )
    items = tuple(_related_item(asking, one, relations) for one in related or ())
    needed = any(fact.status != "closed" for item in items for fact in item.facts)
    return AskedSection("related_enterprises", needed, (listed,), items)


def _related_item(asking: Asking, related: Related, relations: Sequence[Any]) -> AskedItem:
    def make(matter: Matter) -> list[tuple[str, Finding]]:
        return [
            ("related", is_closely_related(matter, relation, related)) for relation in relations
        ]

    findings = under_every_setting(asking.treaty, asking.facts, asking.applied, make)
    weighing = weighing_of([(head, _itself(finding)) for head, finding in findings])
    answers = {
        leaf.facts[0]: None if leaf.outcome is UNKNOWN else leaf.outcome is YES
        for _, finding in findings
        for leaf in finding.walk()
        if leaf.op is Op.FACT
    }
    matters_at_all = related.id in asking.relations_that_matter
    then, now, _ = weighing.statuses(answers, {})
    return AskedItem(
        "related_enterprises",
        related.id,
        related.name,
        tuple(
            asking.fact(
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


def _itself(finding: Finding) -> Finding:
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

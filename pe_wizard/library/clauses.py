"""The clauses of a treaty as a tree of nodes in words, in the order in which they work together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pe_wizard.display import digits, language, sentence_case
from pe_wizard.library import wording
from pe_wizard.library.wording import KINDS, VALUES, Word
from pe_wizard.tongue import say
from treaties import QUESTIONS, READING_WORDS, Paragraph, Treaty


@dataclass(frozen=True)
class Row:
    """One parameter of a clause in words; `labels` are paragraphs it points to, `reading` the name
    of the reading that leaves it open."""

    name: Word
    value: str = ""
    labels: tuple[str, ...] = ()
    reading: str = ""


@dataclass
class Node:
    """A clause, or a part of one: where it stands, what it is, its parameters and its parts."""

    labels: tuple[str, ...]
    title: Word
    says: Word = ""
    figure: str = ""
    rows: list[Row] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    anchor: str = ""


def clause_tree(treaty: Treaty) -> list[Node]:
    """Every clause of the treaty once: conditions, then head by head, then what they lean on."""
    tree = [MAKERS[clause.kind](treaty, clause) for clause in _in_order(treaty)]
    for number, node in enumerate(walk(tree), start=1):
        node.anchor = f"clause-{number}"
    return tree


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every node of the tree, from above."""
    for node in nodes:
        yield node
        yield from walk(node.parts)


def _in_order(treaty: Treaty) -> list[Any]:
    """Clauses that stand under another one are made with that one."""
    kinds = (
        "conditions",
        "fixed_place",
        "exceptions",
        "building_site",
        "services",
        "exploration",
        "agent",
        "independence",
        "insurance",
        "control",
        "relation",
    )
    return [clause for kind in kinds for clause in treaty.clauses_of(kind)]


# ---- words for what several kinds share


def limit_in_words(more_than: Any) -> str:
    """A limit: more than 270 days, more than 12 months."""
    if more_than.days is not None:
        return ngettext("more than %(n)s day", "more than %(n)s days", more_than.days) % {
            "n": digits(more_than.days)
        }
    return ngettext("more than %(n)s month", "more than %(n)s months", more_than.months) % {
        "n": digits(more_than.months)
    }


def words(key: str, values: str | Sequence[str]) -> str:
    """The values of a parameter in words."""
    if isinstance(values, str):
        return str(VALUES[key][values])
    return several([str(VALUES[key][value]) for value in values])


def choices(question: str, values: str | Sequence[str]) -> str:
    """Values of facts in the words of their question: kinds of place, of work, of activity."""
    labels = QUESTIONS[question].choices
    return several([say(labels[one]) for one in ([values] if isinstance(values, str) else values)])


def several(those: Sequence[str]) -> str:
    """Several values as one text; each may have commas of its own."""
    return ("؛ " if language() == "fa" else "; ").join(those)


def open_rows(treaty: Treaty, table: Any) -> list[Row]:
    """What the table says, or leaves to a reading, of the points that texts leave open."""
    rows = []
    for key in table.OPEN:
        if not table.asks_for(key):
            continue
        said = getattr(table, key)
        title = say(READING_WORDS[key].title)
        if said is None:
            rows.append(Row(title, reading=key))
        elif key in VALUES:
            rows.append(Row(title, words(key, said)))
        else:
            rows.append(Row(title, say(READING_WORDS[key].options[said].label)))
    return rows


def clock_rows(clause: Any) -> list[Row]:
    """The limit of a clause with a clock, and how its days are counted."""
    measured = clause.measured
    return [
        Row(wording.THRESHOLD, limit_in_words(clause.more_than)),
        Row(wording.WITHIN, words("within", measured.within)),
        Row(wording.COUNTED, words("counts", measured.counts)),
        Row(wording.PROJECT, words("project", measured.project)),
    ]


def _node(treaty: Treaty, clause: Any, *, rows: Sequence[Row] = (), **rest: Any) -> Node:
    title, says = KINDS[clause.kind]
    labels = (clause.paragraph,) if clause.paragraph else ()
    return Node(labels, title, says, rows=list(rows), paragraphs=_restated(treaty, labels), **rest)


def _restated(treaty: Treaty, labels: Sequence[str]) -> list[Paragraph]:
    return [treaty.paragraph(label) for label in labels]


# ---- kind by kind


def _conditions(treaty: Treaty, clause: Any) -> Node:
    return _node(treaty, clause, rows=[Row(wording.NEEDS, words("asks", clause.asks))])


def _fixed_place(treaty: Treaty, clause: Any) -> Node:
    listed = [
        Node(
            (label,),
            choices("places[].kind", kinds),
            paragraphs=_restated(treaty, (label,)),
        )
        for label, kinds in clause.listed.items()
    ]
    figure = ngettext("%(n)s kind listed", "%(n)s kinds listed", len(listed)) % {
        "n": digits(len(listed))
    }
    return _node(treaty, clause, figure=figure, parts=listed)


def _exceptions(treaty: Treaty, clause: Any) -> Node:
    parts = [
        Node(
            tuple(item.paragraphs),
            choices("places[].activities[].kind", item.activities),
            rows=[Row(wording.NEEDS, words("needs", item.needs))] if item.needs else [],
            paragraphs=_restated(treaty, item.paragraphs),
        )
        for item in clause.items
    ]
    combination = clause.combination
    parts.append(
        Node(
            (combination.paragraph,),
            wording.COMBINATION,
            rows=[Row(wording.NEEDS_NOT, words("if", combination.if_))],
            paragraphs=_restated(treaty, (combination.paragraph,)),
        )
    )
    protocol = clause.protocol_delivery
    if protocol != "none":
        parts.append(
            Node(
                tuple(protocol.paragraphs),
                wording.PROTOCOL_DELIVERY,
                rows=[
                    Row(wording.NEEDS, words("needs", protocol.needs)),
                    *open_rows(treaty, protocol),
                ],
                paragraphs=_restated(treaty, protocol.paragraphs),
            )
        )
    parts += [
        _fragmentation(treaty, other)
        for other in treaty.clauses_of("fragmentation")
        if other.lifts == clause.paragraph
    ]
    items = {label for item in clause.items for label in item.paragraphs} | {combination.paragraph}
    figure = ngettext("%(n)s item", "%(n)s items", len(items)) % {"n": digits(len(items))}
    return _node(treaty, clause, rows=open_rows(treaty, clause), figure=figure, parts=parts)


def _fragmentation(treaty: Treaty, clause: Any) -> Node:
    rows = [
        Row(wording.LIFTS, labels=(clause.lifts,)),
        Row(wording.RELATED_BY, labels=(clause.relation,)),
    ]
    return _node(treaty, clause, rows=rows)


def _building_site(treaty: Treaty, clause: Any) -> Node:
    rows = [
        *clock_rows(clause),
        Row(wording.COVERS, choices("building_sites[].kind", clause.works)),
        *open_rows(treaty, clause),
    ]
    return _node(treaty, clause, rows=rows, figure=limit_in_words(clause.more_than))


def _services(treaty: Treaty, clause: Any) -> Node:
    rows = [
        *clock_rows(clause),
        Row(wording.THROUGH, words("through", clause.through)),
        *open_rows(treaty, clause),
    ]
    return _node(treaty, clause, rows=rows, figure=limit_in_words(clause.more_than))


def _exploration(treaty: Treaty, clause: Any) -> Node:
    rows = [
        *clock_rows(clause),
        Row(wording.COVERS, choices("exploration[].kind", clause.uses)),
        Row(wording.FOR, words("purpose", clause.purpose)),
        *open_rows(treaty, clause),
    ]
    return _node(treaty, clause, rows=rows, figure=limit_in_words(clause.more_than))


def _agent(treaty: Treaty, clause: Any) -> Node:
    parts = []
    for name in ("contract", "stock", "order"):
        limb = getattr(clause, name)
        if limb == "none":
            continue
        rows: list[Row] = []
        says: Word = ""
        if name == "contract":
            says = sentence_case(words("test", limb.test))
            if kinds := getattr(limb, "kinds", None):
                rows.append(Row(wording.CONTRACTS, words("kinds", kinds)))
        elif name == "stock":
            says = wording.STOCK_SAYS
            rows.append(Row(wording.NEEDS_NOT, words("needs_not", limb.needs_not)))
        else:
            says = sentence_case(words("for", limb.for_))
        if getattr(limb, "unless_limited_to", "none") != "none":
            rows.append(Row(wording.CARVED_OUT, labels=(limb.unless_limited_to,)))
        rows += open_rows(treaty, limb)
        own = () if limb.paragraph == clause.paragraph else (limb.paragraph,)
        parts.append(
            Node(
                (limb.paragraph,),
                VALUES["limb"][name],
                says,
                rows=rows,
                paragraphs=_restated(treaty, own),
            )
        )
    rows = [Row(wording.SHIELD, labels=(clause.independent,))]
    return _node(treaty, clause, rows=rows, parts=parts)


def _independence(treaty: Treaty, clause: Any) -> Node:
    rows = [Row(wording.LOST_IF, words("lost_if", clause.lost_if))]
    if clause.relation:
        rows.append(Row(wording.RELATED_BY, labels=(clause.relation,)))
    return _node(treaty, clause, rows=[*rows, *open_rows(treaty, clause)])


def _insurance(treaty: Treaty, clause: Any) -> Node:
    rows = [
        Row(wording.TEST, words("test", clause.test)),
        Row(wording.SHIELD, labels=(clause.independent,)),
        *open_rows(treaty, clause),
    ]
    return _node(treaty, clause, rows=rows)


def _control(treaty: Treaty, clause: Any) -> Node:
    return _node(treaty, clause)


def _relation(treaty: Treaty, clause: Any) -> Node:
    percent = _("more than %(n)s %%") % {"n": digits(clause.more_than_percent)}
    rows = [Row(wording.CONTROL, str(wording.CONTROL_ON_FACTS))] if clause.control else []
    rows.append(
        Row(
            wording.OWN_HOLDING,
            _("%(share)s of: %(what)s")
            % {"share": percent, "what": words("holding", clause.direct)},
        )
    )
    rows += open_rows(treaty, clause)
    parts = []
    if clause.adds_time != "none":
        label = clause.adds_time.paragraph
        parts.append(
            Node(
                (label,),
                wording.ADDED_TIME,
                wording.ADDED_TIME_SAYS,
                paragraphs=_restated(treaty, (label,)),
            )
        )
    return _node(treaty, clause, rows=rows, figure=percent, parts=parts)


MAKERS: dict[str, Callable[[Treaty, Any], Node]] = {
    "conditions": _conditions,
    "fixed_place": _fixed_place,
    "exceptions": _exceptions,
    "building_site": _building_site,
    "services": _services,
    "exploration": _exploration,
    "agent": _agent,
    "independence": _independence,
    "insurance": _insurance,
    "control": _control,
    "relation": _relation,
}

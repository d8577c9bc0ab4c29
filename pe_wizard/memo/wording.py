"""Words that several parts of a memo share."""

from __future__ import annotations

from collections.abc import Iterable

from pe_wizard.assessments.facts_in_words import FactRead
from pe_wizard.display import comma
from pe_wizard.memo.structure import Span, Text, outcome_sign, said
from pe_wizard.templatetags.law import reference
from pe_wizard.tongue import say, typed
from treaties import OUTCOME_WORDS, Treaty


def listed(parts: Iterable[str]) -> str:
    """The parts with the comma of the language between them."""
    return comma().join(parts)


def cited(labels: Iterable[str], treaty: Treaty) -> Span:
    """References to paragraphs, as the language writes them."""
    return Span(listed(reference(label, treaty) for label in labels), "mark")


def outcome(value: str) -> Text:
    """An outcome with its sign."""
    return said(Span(say(OUTCOME_WORDS[value]), outcome_sign(value)))


def in_lines(texts: Iterable[Text]) -> Text:
    """The texts as one, each on a line of its own."""
    spans: list[Span] = []
    for text in texts:
        spans += [*([Span("\n")] if spans else []), *text]
    return said(*spans)


def about(name: str, subject: str) -> str:
    """A head or a fact, and what it is about where that has a name."""
    return f"{name}: {typed(subject)}" if subject else name


def named(read: FactRead) -> str:
    """A fact by the item it is about and its short name."""
    return f"{typed(read.item)}: {read.label}" if read.item else read.label

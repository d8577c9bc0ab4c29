"""A treaty as its page shows it: standing, clauses, readings, peculiarities, every paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.display import state_name
from pe_wizard.library import wording
from pe_wizard.library.clauses import Node, clause_tree, walk
from treaties import READING_WORDS, Dated, Note, Paragraph, Reading, Treaty


@dataclass(frozen=True)
class Standing:
    """One point of the standing of a treaty, as far as it is known and how it is known."""

    name: str | Promise
    state: str
    dated: Dated

    @property
    def certainty(self) -> str | Promise:
        """How sure the date is, in a word."""
        return wording.CERTAINTY[self.dated.certainty]

    @property
    def certainty_in_full(self) -> str | Promise:
        """How sure the date is, in a sentence."""
        return wording.CERTAINTY_IN_FULL[self.dated.certainty]


@dataclass(frozen=True)
class Option:
    """An option of a reading: its words, and whether it applies unless another is chosen."""

    label: str
    effect: str
    is_default: bool


@dataclass(frozen=True)
class ReadingShown:
    """A point that the text leaves open, in words."""

    reading: Reading
    title: str
    question: str
    options: tuple[Option, ...]


@dataclass
class ParagraphShown:
    """A restated paragraph, and what comes of it: clauses, readings, peculiarities."""

    paragraph: Paragraph
    clauses: list[Node] = field(default_factory=list)
    readings: list[ReadingShown] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class TreatyShown:
    """Everything on the page of a treaty."""

    treaty: Treaty
    standing: tuple[Standing, ...]
    clauses: list[Node]
    readings: tuple[ReadingShown, ...]
    notes: tuple[Note, ...]
    paragraphs: tuple[ParagraphShown, ...]
    anchors: frozenset[str]

    @property
    def protocol(self) -> str | Promise:
        """Whether there is a protocol, and whether it was read."""
        return wording.PROTOCOL[self.treaty.protocol]

    @property
    def languages_certainty(self) -> str | Promise:
        """How sure the authentic languages are, in a sentence."""
        return wording.CERTAINTY_IN_FULL[self.treaty.languages_certainty]


@dataclass(frozen=True)
class Row:
    """A treaty as a row of the catalogue."""

    treaty: Treaty
    in_force: Standing
    protocol: str | Promise


def show_row(treaty: Treaty) -> Row:
    """The treaty as a row of the catalogue."""
    in_force = Standing(_("In force"), "", treaty.in_force)
    return Row(treaty, in_force, wording.PROTOCOL[treaty.protocol])


def show(treaty: Treaty) -> TreatyShown:
    """The treaty as its page shows it, in the language of the page."""
    tree = clause_tree(treaty)
    readings = tuple(show_reading(reading) for reading in treaty.readings.values())
    notes = tuple(treaty.notes.values())
    return TreatyShown(
        treaty=treaty,
        standing=standing_of(treaty),
        clauses=tree,
        readings=readings,
        notes=notes,
        paragraphs=tuple(_paragraphs(treaty, list(walk(tree)), readings, notes)),
        anchors=frozenset((*treaty.paragraphs, *treaty.borrowed)),
    )


def standing_of(treaty: Treaty) -> tuple[Standing, ...]:
    """Signed, in force, in effect in each State."""
    return (
        Standing(_("Signed"), "", treaty.signed),
        Standing(_("In force"), "", treaty.in_force),
        *(
            Standing(_("In effect"), state_name(state), dated)
            for state, dated in treaty.in_effect.items()
        ),
    )


def show_reading(reading: Reading) -> ReadingShown:
    """A reading with the words of its options, the default first as in the treaty file."""
    words = READING_WORDS[reading.name]
    options = tuple(
        Option(words.options[option].label, words.options[option].effect, option == reading.default)
        for option in reading.options
    )
    return ReadingShown(reading, words.title, words.question, options)


def _paragraphs(
    treaty: Treaty,
    nodes: Sequence[Node],
    readings: Sequence[ReadingShown],
    notes: Sequence[Note],
) -> list[ParagraphShown]:
    shown = {
        label: ParagraphShown(paragraph)
        for label, paragraph in (*treaty.paragraphs.items(), *treaty.borrowed.items())
    }
    for node in nodes:
        for label in dict.fromkeys(node.labels):
            shown[label].clauses.append(node)
    for reading in readings:
        for label in reading.reading.paragraphs:
            if label in shown:
                shown[label].readings.append(reading)
    for note in notes:
        for label in note.paragraphs:
            if label in shown:
                shown[label].notes.append(note)
    return list(shown.values())

"""What a treaty file says, once it has been read and found in order: nothing here can be wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from treaties.clauses.base import Clause

LANGUAGES = ("en", "fa", "ka")


@dataclass(frozen=True, slots=True)
class Text:
    """A text in English and, where it has been translated, in Persian and Georgian."""

    en: str
    fa: str | None = None
    ka: str | None = None

    def said(self, language: str) -> str:
        """The text in `language` ("fa", "fa-IR"), or in English where it is not translated."""
        short = language.partition("-")[0].lower()
        return (getattr(self, short) if short in LANGUAGES else None) or self.en

    def __getitem__(self, language: str) -> str:
        """The text in exactly this language; KeyError where it has not been translated."""
        text: str | None = getattr(self, language) if language in LANGUAGES else None
        if text is None:
            raise KeyError(language)
        return text

    def __iter__(self) -> Iterator[str]:
        """The languages the text is in."""
        return (language for language in LANGUAGES if getattr(self, language) is not None)

    def __str__(self) -> str:
        return self.en


@dataclass(frozen=True, slots=True)
class Dated:
    """A day on which something happened to the treaty, as far as it is known, and how it is known.

    `date` is None (not known), "2011", "2011-12" or "2011-12-08"; `certainty` is "found" (in the
    source named), "derived" (worked out from what was found) or "unconfirmed".
    """

    date: str | None
    source: Text
    certainty: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph or item of the treaty, restated in our own words.

    `label` is the Latin label, `source` the label that the text itself prints. `decides_nothing`
    says why no clause and no reading names it; `borrowed_from` is the treaty it was taken from.
    """

    label: str
    source: str
    text: Text
    decides_nothing: Text | None = None
    borrowed_from: str | None = None

    @property
    def en(self) -> str:
        """The restatement in English."""
        return self.text.en

    @property
    def fa(self) -> str | None:
        """The restatement in Persian, if there is one."""
        return self.text.fa

    @property
    def ka(self) -> str | None:
        """The restatement in Georgian, if there is one."""
        return self.text.ka

    @property
    def article(self) -> str:
        """The article the paragraph belongs to: "5", "21", "Protocol", "Law"."""
        return self.label.partition("(")[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """A point the text leaves open: its options, the first of which is the default, and why."""

    name: str
    paragraphs: tuple[str, ...]
    options: tuple[str, ...]
    why: Text

    @property
    def default(self) -> str:
        """The option that applies unless the adviser chooses another."""
        return self.options[0]

    @property
    def paragraph(self) -> str:
        """The first paragraph the reading concerns."""
        return self.paragraphs[0]


@dataclass(frozen=True, slots=True)
class Note:
    """A peculiarity of the text and what it means for the adviser.

    `paragraphs` are labels of the file, or bare article numbers for a whole article ("15").
    `touched_by` names the situations of facts that bring the note up beside a conclusion.
    """

    code: str
    paragraphs: tuple[str, ...]
    text: Text
    touched_by: tuple[str, ...] = ()

    @property
    def en(self) -> str:
        """The note in English."""
        return self.text.en

    @property
    def fa(self) -> str | None:
        """The note in Persian, if there is one."""
        return self.text.fa

    @property
    def ka(self) -> str | None:
        """The note in Georgian, if there is one."""
        return self.text.ka

    @property
    def paragraph(self) -> str:
        """The first paragraph the note concerns."""
        return self.paragraphs[0]


@dataclass(frozen=True)
class Treaty:
    """A treaty: the standing of its text, its paragraphs restated, its clauses, readings and notes.

    Two treaties are equal when the bytes of their files are.
    """

    digest: str  # "sha256:" and the hexadecimal digest of `source`
    code: str = field(compare=False)
    parties: tuple[str, str] = field(compare=False)
    title: Text = field(compare=False)
    read_from: str = field(compare=False)  # language of the text the file was made from
    prevails: str = field(compare=False)  # language, or "unknown"
    languages: tuple[str, ...] = field(compare=False)  # authentic languages; empty: not known
    # where the authentic languages are said to be so
    languages_source: Text | None = field(compare=False)
    languages_certainty: str = field(compare=False)  # as in Dated
    protocol: str = field(compare=False)  # seen, named_not_seen, none_named, unknown
    signed: Dated = field(compare=False)
    in_force: Dated = field(compare=False)
    in_effect: Mapping[str, Dated] = field(compare=False)  # per party
    # what the text calls a party, where the State of its code is called otherwise today
    party_names: Mapping[str, Text] = field(compare=False)
    text_note: Text | None = field(compare=False)
    beyond: Text | None = field(compare=False)  # what bears on the same facts, not decided here
    paragraphs: Mapping[str, Paragraph] = field(compare=False)
    borrowed: Mapping[str, Paragraph] = field(compare=False)
    clauses: tuple[Clause, ...] = field(compare=False)
    readings: Mapping[str, Reading] = field(compare=False)
    notes: Mapping[str, Note] = field(compare=False)
    source: bytes = field(compare=False, repr=False)
    path: str = field(compare=False)

    def clauses_of(self, kind: str) -> tuple[Any, ...]:
        """The clauses of one kind, in the order of the file."""
        return tuple(clause for clause in self.clauses if clause.kind == kind)

    def clause_at(self, paragraph: str, kind: str) -> Any | None:
        """The first clause of that kind in that paragraph, or None."""
        for clause in self.clauses_of(kind):
            if clause.paragraph == paragraph:
                return clause
        return None

    def paragraph(self, label: str) -> Paragraph:
        """A paragraph the file restates, its own or borrowed; KeyError for any other label."""
        return self.paragraphs.get(label) or self.borrowed[label]

    def defaults(self) -> dict[str, str]:
        """Every reading with its default option."""
        return {name: reading.default for name, reading in self.readings.items()}

    def notes_touched(
        self, situations: Collection[str], paragraphs: Collection[str]
    ) -> tuple[str, ...]:
        """The codes of the notes to show beside a conclusion, in the order of the file.

        A note with `touched_by` is shown in those situations only; any other when a paragraph it
        names is among `paragraphs`, the ones cited, or belongs to the article it names as a whole.
        """
        articles = {label.partition("(")[0] for label in paragraphs}
        return tuple(
            code
            for code, note in self.notes.items()
            if any(situation in situations for situation in note.touched_by)
            or (
                not note.touched_by
                and any(label in paragraphs or label in articles for label in note.paragraphs)
            )
        )

    @property
    def reciprocity(self) -> str | None:
        """The paragraph that makes application subject to reciprocity, or None."""
        for clause in self.clauses_of("conditions"):
            if "reciprocity" in clause.asks:
                paragraph: str = clause.paragraph
                return paragraph
        return None

    def other_party(self, state: str) -> str:
        """The other Contracting State; ValueError if `state` is no party."""
        first, second = self.parties
        if state not in self.parties:
            raise ValueError(f"{state} is no party to {self.code}")
        return second if state == first else first

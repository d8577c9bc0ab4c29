"""What an inquiry finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settling:
    """A smallest set of facts, and the definite conclusions that some answers to them give."""

    facts: tuple[str, ...]
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """A known fact whose other value changes the conclusion; past, changeable or a judgement."""

    fact: str
    value: bool | int
    conclusion: str
    kind: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One change of reading that changes the conclusion."""

    reading: str
    option: str
    conclusion: str


@dataclass(frozen=True, slots=True)
class Inquiry:
    """All of it; `taxpayer` and `revenue` are the best and the worst conclusion."""

    missing: tuple[str, ...]
    settled_by: tuple[Settling, ...]
    flips: tuple[Flip, ...]
    turns_on: tuple[Turn, ...]
    taxpayer: str
    revenue: str

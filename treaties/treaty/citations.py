"""Paragraphs: every one cited is restated, every one restated is named or says why it is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treaties.treaty.draft import Draft, labels
from treaties.treaty.faults import Faults
from treaties.treaty.shape import ARTICLE
from treaties.treaty.tables import where

RESTATE = 'Restate it in a table [paragraph."{}"], or cite a paragraph that is restated'


def check_paragraphs(draft: Draft, faults: Faults) -> None:
    """Notes citations of what is not restated, and restatements that nothing names."""
    _cited(draft, faults)
    _named(draft, faults)


def _citations(draft: Draft) -> Iterator[tuple[str, str, bool]]:
    """Every paragraph cited: (key, label, whether citing it names it as one that decides)."""
    for key, clause in draft.read():
        for label in clause.cites():
            yield key, label, True
    for raw in draft.failed():
        for label in _visible(raw):
            yield "", label, True
    for name, reading in draft.readings.items():
        for label in labels(reading.paragraph) if reading else ():
            yield where("", ("readings", name, "paragraph")), label, True
    for code, note in draft.notes.items():
        for label in labels(note.paragraph) if note else ():
            yield where("", ("notes", code, "paragraph")), label, False


def _visible(raw: Any, naming: bool = False) -> Iterator[str]:
    """What a clause that was not read seems to cite: texts under its keys for paragraphs."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            cites = key in (
                "paragraph",
                "paragraphs",
                "independent",
                "lifts",
                "relation",
                "unless_limited_to",
            )
            if key == "listed" and isinstance(value, dict):
                yield from (label for label in value if isinstance(label, str))
            else:
                yield from _visible(value, cites)
    elif isinstance(raw, list):
        for value in raw:
            yield from _visible(value, naming)
    elif naming and isinstance(raw, str):
        yield raw


def _cited(draft: Draft, faults: Faults) -> None:
    restated = {*draft.paragraphs, *draft.borrowed}
    for key, label, names in _citations(draft):
        # a note may be about a whole article, or about one that the file does not restate
        whole = not names and ARTICLE.fullmatch(label)
        if key and label not in restated and not whole:
            faults.add(
                key, f"cites {label}, which the file does not restate", RESTATE.format(label)
            )


def _named(draft: Draft, faults: Faults) -> None:
    named = {label for _, label, names in _citations(draft) if names}
    for label, entry in draft.paragraphs.items():
        key = where("", ("paragraph", label))
        if entry is None:
            continue
        if label not in named and entry.decides_nothing is None:
            faults.add(
                key,
                "no clause and no reading names it",
                "Name it in the clause it belongs to, or say why not in decides_nothing",
            )
        elif label in named and entry.decides_nothing is not None:
            faults.add(
                f"{key}.decides_nothing",
                "a clause or a reading names this paragraph",
                "Take decides_nothing out, or the paragraph out of the clause or reading",
            )
    for label in draft.borrowed:
        key = where("", ("borrowed", label))
        if label in draft.paragraphs:
            faults.add(key, "the file restates this paragraph itself", "Take one of the two out")
        elif label not in named:
            faults.add(key, "no clause and no reading names it", "Take it out")

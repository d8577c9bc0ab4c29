"""A conclusion document as plain indented text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treaties.reading_words import APPLICABILITY_WORDS, HEAD_WORDS, OUTCOME_WORDS

INDENT = "  "


def explain(document: dict[str, Any]) -> str:
    """The conclusion and its reasons, one sentence a line, each below what it is a reason for."""
    return "\n".join(_lines(document))


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{document['treaty']}, {document['as_of']}: {OUTCOME_WORDS[document['conclusion']]}"
        f" ({APPLICABILITY_WORDS[document['applicability']]})"
    )
    for head in document["heads"]:
        about = f" {head['subject']}" if head["subject"] is not None else ""
        yield f"{HEAD_WORDS[head['head']]}{about}: {OUTCOME_WORDS[head['outcome']]}"
        for finding in head["because"]:
            yield from _reasons(finding, 1)
    for key, label in (("missing", "Missing"), ("notes", "Notes")):
        if document.get(key):
            yield f"{label}: {', '.join(document[key])}"
    for turn in document.get("turns_on", ()):
        yield f"Turns on {turn['reading']} ({turn['option']}): {OUTCOME_WORDS[turn['conclusion']]}"


def _reasons(finding: dict[str, Any], depth: int) -> Iterator[str]:
    cited = f" [{finding['paragraph']}]" if finding["paragraph"] else ""
    yield f"{INDENT * depth}{finding['statement']}{cited}"
    for part in finding["parts"]:
        yield from _reasons(part, depth + 1)

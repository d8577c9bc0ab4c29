"""A comparison as CSV: one row for each head and treaty, in the keys of the conclusion document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from pe_wizard.comparison.under_treaties import Column, UnderTreaties
from pe_wizard.memo.lists import MARK_OF_UTF_8, inert

COLUMNS = (
    "treaty",
    "residence_state",
    "source_state",
    "head",
    "subject",
    "outcome",
    "paragraphs",
    "since",
    "until",
    "counted",
    "unit",
    "threshold",
    "exceeded_on",
)
NO_RULE = "no_such_rule"
NOTHING_ON_FILE = "nothing_on_file"
CONCLUSION = "conclusion"


def as_csv(shown: UnderTreaties) -> str:
    """The conclusion and every head under each treaty; no text of it is a formula anywhere."""
    written = io.StringIO()
    written.write(MARK_OF_UTF_8)
    writer = csv.DictWriter(written, COLUMNS)
    writer.writeheader()
    for row in _rows(shown):
        writer.writerow({name: inert(row.get(name)) for name in COLUMNS})
    return written.getvalue()


def _rows(shown: UnderTreaties) -> Iterator[dict[str, Any]]:
    for column in shown.columns:
        yield {**_about(column), "head": CONCLUSION, "outcome": column.assessment.conclusion}
    for at, column in enumerate(shown.columns):
        for head in column.document["heads"]:
            yield {**_about(column), **_of_head(head)}
        for row in shown.rows:
            cell = row.cells[at]
            if not cell.outcome:
                outcome = NOTHING_ON_FILE if cell.has_rule else NO_RULE
                yield {
                    **_about(column),
                    "head": row.head,
                    "subject": row.subject,
                    "outcome": outcome,
                }


def _about(column: Column) -> dict[str, Any]:
    document = column.taken.document
    return {
        "treaty": column.treaty.code,
        "residence_state": document["residence_state"],
        "source_state": document["source_state"],
    }


def _of_head(head: dict[str, Any]) -> dict[str, Any]:
    measure = head.get("measure") or {}
    return {
        **{name: head[name] for name in ("head", "subject", "outcome", "since", "until")},
        "paragraphs": "; ".join(head["paragraphs"]),
        **{name: measure.get(name) for name in ("counted", "unit", "threshold", "exceeded_on")},
    }

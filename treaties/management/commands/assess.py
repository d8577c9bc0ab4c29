"""`manage.py assess`: facts documents in, conclusions out, one line of JSON for each.

A document that cannot be read gives its errors in its place and the rest goes on; the exit status
is then 2. What is decided, and why, is the package's own; this is only its way in and out.
"""

from __future__ import annotations

import gc
import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from treaties import (
    Catalogue,
    FactsError,
    Fault,
    TreatyError,
    assess,
    conclude,
    explain,
    heads_document,
    load_json,
    parse_facts,
)
from treaties.checks import treaties_in_use
from treaties.text import shown

REFUSED = 2  # exit status when a document could not be read


class Command(BaseCommand):
    """Reads files of one document each, and JSON Lines from standard input for `-`."""

    help = (
        "Assess facts documents (pe-facts/1) and print one conclusion (pe-conclusion/1) on a line "
        "for each, in order."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and what to print."""
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help='a file with one facts document, or "-": JSON Lines from standard input',
        )
        parser.add_argument(
            "--explain", action="store_true", help="print the reasons as indented text"
        )
        parser.add_argument(
            "--heads-only",
            action="store_true",
            help="leave out the inquiry: what is missing, flips, readings and postures",
        )

    def handle(self, *, files: list[str], heads_only: bool, **options: Any) -> None:
        """Answers each document as soon as it has been read."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # as JSON has it, whatever the terminal says
        try:
            treaties = treaties_in_use()
        except TreatyError as error:
            raise CommandError(f"The catalogue of treaties is faulty:\n{error}") from None
        gc.freeze()  # what has been loaded stays: the collector need not look at it again
        answered = refused = 0
        for source in _sources(files):
            answered += 1
            try:
                document = answer(source(), treaties, heads_only=heads_only)
            except FactsError as error:
                refused += 1
                document = refusal(error)
            self.stdout.write(_explained(document) if options["explain"] else _line(document))
            self.stdout.flush()
        if refused:
            raise CommandError(
                f"{refused} of {answered} documents could not be read", returncode=REFUSED
            )


def answer(source: bytes, treaties: Catalogue, *, heads_only: bool = False) -> dict[str, Any]:
    """The conclusion document for the JSON text of a facts document; raises FactsError."""
    parties = {code: treaty.parties for code, treaty in treaties.treaties.items()}
    facts = parse_facts(load_json(source), states=parties)
    assessment = assess(facts, treaties.treaties[facts.treaty])
    return heads_document(assessment) if heads_only else conclude(assessment)


def refusal(error: FactsError) -> dict[str, Any]:
    """What stands in place of a conclusion: the first fault as `error`, and all as `faults`.

    `more` counts those beyond the number that is kept.
    """
    faults = [
        {"path": fault.path, "problem": fault.problem, "remedy": fault.remedy}
        for fault in error.faults
    ]
    return {"error": faults[0], "faults": faults, "more": error.more}


def _sources(files: list[str]) -> Iterator[Callable[[], bytes]]:
    """How to get the text of each document; a blank line of standard input holds none."""
    for name in files:
        if name == "-":
            yield from (line.strip for line in sys.stdin.buffer if line.strip())
        else:
            yield partial(_read, name)


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        problem = f"cannot be read: {shown(name)}, {error.strerror}"
        raise FactsError([Fault("", problem, "Name a file that may be read")]) from None


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _explained(document: dict[str, Any]) -> str:
    if "error" in document:
        return "\n".join(
            f"{fault['path'] or 'the document'}: {fault['problem']}. {fault['remedy']}."
            for fault in document["faults"]
        )
    return explain(document)

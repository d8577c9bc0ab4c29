"""`manage.py check_treaties`: the catalogue as a table, and everything that is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from treaties import Catalogue, Treaty, TreatyError
from treaties.checks import treaties_in_use

HEADINGS = (
    "code", "title", "in force", "paragraphs", "clauses", "readings", "notes", "digest",
)  # fmt: skip


class Command(BaseCommand):
    """Prints the table and every fault; fails where there is one, in a firm's own file too."""

    help = "Print a table of the treaties and every fault of a treaty file."
    requires_system_checks: list[str] = []  # noqa: RUF012 - the check says the same

    def handle(self, **options: Any) -> None:
        """Prints the treaties, then the faults."""
        try:
            treaties = treaties_in_use()
        except TreatyError as error:
            faults = [str(fault) for fault in error.faults]
        else:
            for line in table(treaties):
                self.stdout.write(line)
            faults = [str(fault) for refusal in treaties.refused for fault in refusal.faults]
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"Faults in treaty files: {len(faults)}")


def table(treaties: Catalogue) -> Iterator[str]:
    """The lines of the table; columns are as wide as what stands in them."""
    rows = [HEADINGS, *(row(treaty) for treaty in treaties.treaties.values())]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for cells in rows:
        line = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join(line).rstrip()


def row(treaty: Treaty) -> tuple[str, ...]:
    """One treaty; the certainty beside the date says how the date is known."""
    in_force = f"{treaty.in_force.date or 'unknown'} ({treaty.in_force.certainty})"
    numbers = (treaty.paragraphs, treaty.clauses, treaty.readings, treaty.notes)
    counted = (str(len(things)) for things in numbers)
    return (treaty.code, treaty.title.en, in_force, *counted, treaty.digest)

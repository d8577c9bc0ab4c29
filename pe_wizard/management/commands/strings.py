"""manage.py strings: every text a user may see, with its versions, for a reviewer."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard.glossary.strings import TRANSLATIONS, WRITERS, every_line


class Command(BaseCommand):
    help = (
        "List every text of the web, of the law and of the treaty files in English, Persian and "
        "Georgian, for somebody who speaks the language to review."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--language", choices=TRANSLATIONS, help="beside English only this one (both)"
        )
        parser.add_argument(
            "--format", choices=list(WRITERS), default="csv", help="how to write it (csv)"
        )
        parser.add_argument("--output", type=Path, help="the file to write (standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = options["language"]
        languages = ("en", chosen) if chosen else ("en", *TRANSLATIONS)
        written = WRITERS[options["format"]](every_line(), languages)
        output: Path | None = options["output"]
        if output is None:
            self.stdout.write(written, ending="")
            return
        try:
            output.write_text(written, encoding="utf-8", newline="")
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}.") from None

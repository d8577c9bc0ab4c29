"""`manage.py schema`: the JSON Schema of a document that goes in or comes out."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from treaties import conclusion_schema, facts_schema, treaty_schema

SCHEMAS = {"facts": facts_schema, "conclusion": conclusion_schema, "treaty": treaty_schema}


class Command(BaseCommand):
    """Prints one schema; it says what a document may look like, not all that must agree in it."""

    help = "Print the JSON Schema (2020-12) of facts, conclusion or treaty files."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which schema."""
        parser.add_argument("document", choices=list(SCHEMAS))

    def handle(self, *, document: str, **options: Any) -> None:
        """Prints it, indented."""
        self.stdout.write(json.dumps(SCHEMAS[document](), indent=2, ensure_ascii=False))

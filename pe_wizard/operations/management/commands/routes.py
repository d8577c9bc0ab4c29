"""manage.py routes: every address of the site."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from pe_wizard.operations.routing import routes


class Command(BaseCommand):
    help = "List every address: name, pattern, methods, whether signing in is asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as a JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        those = routes()
        if options["json"]:
            self.stdout.write(json.dumps([asdict(one) for one in those], indent=2))
            return
        for one in those:
            sign_in = "" if one.signed_in else "  (open to all)"
            self.stdout.write(f"{' '.join(one.methods):30} {one.pattern:70} {one.name}{sign_in}")

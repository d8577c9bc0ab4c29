"""manage.py first_adviser: an account to begin with, on a fresh installation only."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from pe_wizard.accounts import services


class Command(BaseCommand):
    help = "Make the first adviser and print the one-time password, once. Later it does nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", default="adviser", help="name to sign in with (adviser)")

    def handle(self, *args: Any, **options: Any) -> None:
        made = services.create_first_adviser(username=options["name"])
        if made is None:
            if options["verbosity"]:
                self.stdout.write("There is an account already; nothing was changed.")
            return
        user, password = made
        self.stdout.write(
            "\n  Your first account. The password is shown this once; you choose your own"
            "\n  when you first sign in."
            f"\n\n      name      {user.username}"
            f"\n      password  {password}\n"
        )

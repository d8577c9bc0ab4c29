"""manage.py adviser: add a colleague, give a new one-time password, end an account."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from pe_wizard.accounts import services


class Command(BaseCommand):
    help = "Add an adviser, reset a password, or deactivate an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="a new account; prints its one-time password")
        add.add_argument("name", help="name to sign in with")
        add.add_argument("--full-name", default="", help="name as colleagues know it")
        reset = actions.add_parser("reset", help="a new one-time password; open sessions end")
        reset.add_argument("name")
        deactivate = actions.add_parser("deactivate", help="no more signing in; open sessions end")
        deactivate.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(self._act(options))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None

    def _act(self, options: dict[str, Any]) -> str:
        name = options["name"]
        if options["action"] == "add":
            _, password = services.create_adviser(username=name, full_name=options["full_name"])
            return f"name {name}, one-time password {password}"
        if options["action"] == "reset":
            return f"name {name}, one-time password {services.reset_password(username=name)}"
        services.deactivate(username=name)
        return f"{name} can no longer sign in."

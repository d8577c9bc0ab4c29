"""manage.py adviser: add a colleague, give a new one-time password, end an account, and so on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from pe_wizard.accounts import second_factor, services


class Command(BaseCommand):
    help = "Add an adviser, reset a password, end or open an account, make an administrator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="a new account; prints its one-time password")
        add.add_argument("name", help="name to sign in with")
        add.add_argument("--full-name", default="", help="name as colleagues know it")
        add.add_argument(
            "--administrator", action="store_true", help="sees to people, reads the event log"
        )
        reset = actions.add_parser("reset", help="a new one-time password; open sessions end")
        reset.add_argument("name")
        deactivate = actions.add_parser("deactivate", help="no more signing in; open sessions end")
        deactivate.add_argument("name")
        reactivate = actions.add_parser("reactivate", help="may sign in again")
        reactivate.add_argument("name")
        require = actions.add_parser("require-factor", help="must set up a second factor")
        require.add_argument("name")
        require.add_argument("--no", action="store_true", help="no longer must")
        take = actions.add_parser(
            "take-factor", help="take away a second factor that was lost, to be set up anew"
        )
        take.add_argument("name")
        administrator = actions.add_parser("administrator", help="sees to people from now on")
        administrator.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(self._act(options))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        except services.LastAdministrator as error:
            raise CommandError(f"{error} Make somebody else one first.") from None

    def _act(self, options: dict[str, Any]) -> str:
        name = options["name"]
        if options["action"] == "add":
            _, password = services.create_adviser(
                username=name,
                full_name=options["full_name"],
                administrator=options["administrator"],
            )
            return f"name {name}, one-time password {password}"
        if options["action"] == "reset":
            return f"name {name}, one-time password {services.reset_password(username=name)}"
        if options["action"] == "reactivate":
            services.reactivate(username=name)
            return f"{name} may sign in again."
        if options["action"] == "require-factor":
            second_factor.require(username=name, required=not options["no"])
            return f"{name} {'need not' if options['no'] else 'must'} have a second factor."
        if options["action"] == "take-factor":
            second_factor.take_away(username=name)
            return f"{name} signs in with the password alone, until a new factor is set up."
        if options["action"] == "administrator":
            services.make_administrator(username=name)
            return f"{name} is an administrator."
        services.deactivate(username=name)
        return f"{name} can no longer sign in."

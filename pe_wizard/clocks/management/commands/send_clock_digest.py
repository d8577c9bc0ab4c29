"""manage.py send_clock_digest: tell each adviser by mail of the clocks that changed."""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pe_wizard import clock
from pe_wizard.accounts.models import User
from pe_wizard.clocks import digest

log = logging.getLogger("pe_wizard.clocks")


class Command(BaseCommand):
    help = (
        "Mail each adviser the clocks that changed since the last digest; nothing where nothing "
        "changed. Meant for every morning. Without EMAIL_HOST the mails are written here."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", help="to these accounts only")

    def handle(self, *args: Any, **options: Any) -> None:
        people = User.objects.filter(is_active=True).order_by("pk")
        if options["names"]:
            people = people.filter(username__in=options["names"])
            unknown = set(options["names"]) - set(people.values_list("username", flat=True))
            if unknown:
                raise CommandError(f"No open account of this name: {', '.join(sorted(unknown))}.")
        sent, failed = 0, []
        for person in people:
            try:
                sent += digest.send(person, clock.today())
            except OSError as error:  # the mail server: the others are told all the same
                log.exception("no digest for account %s", person.pk)
                failed.append(f"{person.username}: {error}")
        self.stdout.write(f"{sent} told." if sent else "Nothing to tell.")
        if failed:
            raise CommandError(
                "Not sent, and tried again next time: "
                + "; ".join(failed)
                + ". Look at EMAIL_HOST."
            )

"""manage.py rebuild_clocks: make the rows of all clocks again from the facts."""

from typing import Any

from django.core.management.base import BaseCommand

from pe_wizard.clocks import rows


class Command(BaseCommand):
    help = (
        "Make the rows of clocks again from the facts of all latest versions and open drafts. "
        "They are kept up to date by themselves; this is for after a change of the product."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rows.rebuild()} clocks run.")

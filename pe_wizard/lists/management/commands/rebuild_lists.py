"""manage.py rebuild_lists: make the rows of the list of assessments again."""

from typing import Any

from django.core.management.base import BaseCommand

from pe_wizard.lists import rows


class Command(BaseCommand):
    help = (
        "Make the rows of the list of assessments again. They are kept up to date by themselves; "
        "this is for after a change of the product."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rows.rebuild()} assessments are listed.")

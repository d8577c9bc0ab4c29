"""manage.py migrate: Django's own, which here also mends the guards of what is written once."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate

from pe_wizard.assessments.triggers import to_be_mended


class Command(migrate.Command):
    def check(self, *args: Any, **options: Any) -> None:
        """Missing triggers do not stop the command that puts them back."""
        with to_be_mended():
            super().check(*args, **options)

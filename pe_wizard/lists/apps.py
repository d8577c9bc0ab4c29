"""Lists: rows beside assessments, and what of them is on the desk."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

UNDETERMINED_ON_DESK = 6


class ListsConfig(AppConfig):
    """The list of assessments."""

    name = "pe_wizard.lists"

    def ready(self) -> None:
        from pe_wizard.assessments import following
        from pe_wizard.clients import contributions
        from pe_wizard.lists import rows, selectors

        following.register(rows.follow)
        contributions.register(
            desk=lambda user: {
                "undetermined": selectors.undetermined(user)[: UNDETERMINED_ON_DESK + 1],
                "undetermined_shown": UNDETERMINED_ON_DESK,
            }
        )
        post_migrate.connect(_after_migrating, sender=self)


def _after_migrating(**_: Any) -> None:
    """Rows for what was there before there were lists."""
    from pe_wizard.assessments.models import Assessment
    from pe_wizard.lists import rows
    from pe_wizard.lists.models import Listed

    if not Listed.objects.exists() and Assessment.objects.exists():
        rows.rebuild()

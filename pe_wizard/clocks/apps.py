"""Clocks: rows beside assessments, a part of the desk, calendars and mails."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

EVENTS = {
    "clocks.link_made": _("%(actor)s made a private link for a calendar."),
    "clocks.link_ended": _("%(actor)s ended the private link for a calendar."),
    "clocks.told": _("%(who)s was told by mail of clocks that changed."),
}


class ClocksConfig(AppConfig):
    """Running heads of all files, told in time."""

    name = "pe_wizard.clocks"

    def ready(self) -> None:
        from pe_wizard.assessments import following
        from pe_wizard.clients import contributions, events
        from pe_wizard.clocks import rows
        from pe_wizard.clocks.desk import on_desk

        events.register(EVENTS)
        following.register(rows.follow)
        contributions.register(desk=on_desk)
        post_migrate.connect(_after_migrating, sender=self)


def _after_migrating(**_: Any) -> None:
    """Rows for what was there before there were clocks."""
    from pe_wizard.assessments.models import Assessment
    from pe_wizard.clocks import rows
    from pe_wizard.clocks.models import Clock

    if not Clock.objects.exists() and Assessment.objects.exists():
        rows.rebuild()

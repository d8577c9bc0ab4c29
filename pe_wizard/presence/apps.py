"""Tables of stays, and what the log of a client file says about them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

EVENTS = {
    "stays.taken": _("%(actor)s took %(number)s stays of a table into a draft under %(treaty)s."),
}


class PresenceConfig(AppConfig):
    """Imports of tables, and the same table again as a download."""

    name = "pe_wizard.presence"

    def ready(self) -> None:
        from pe_wizard.clients import events

        events.register(EVENTS)

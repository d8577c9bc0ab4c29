"""Client files, who may see them, and the event log."""

from django.apps import AppConfig


class ClientsConfig(AppConfig):
    """Client files, their people and what was done."""

    name = "pe_wizard.clients"

    def ready(self) -> None:
        from pe_wizard.clients import signals  # noqa: F401  (connects its receivers)

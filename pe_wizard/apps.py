"""The web as a Django application, and the care for its database file."""

import os
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


def only_for_the_owner(using: str, **_: Any) -> None:
    """The database file holds clients' facts: nobody else on the machine reads it."""
    connection = connections[using]
    file = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and file.is_file() and file.stat().st_uid == os.getuid():
        file.chmod(0o600)


class PeWizardConfig(AppConfig):
    """Templates, static files and messages of the whole site."""

    name = "pe_wizard"

    def ready(self) -> None:
        # For every application: Django sends nothing for one without models, such as this one.
        post_migrate.connect(only_for_the_owner, dispatch_uid="only_for_the_owner")

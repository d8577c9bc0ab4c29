"""The web as a Django application: its checks and the care for the database file."""

import os
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate


def only_for_the_owner(**_: Any) -> None:
    """The database file holds clients' facts: nobody else on the machine reads it."""
    database = settings.DATABASES["default"]
    file = Path(database["NAME"])
    if not database["ENGINE"].endswith("sqlite3") or not file.is_file():
        return
    if file.stat().st_uid == os.getuid():
        file.chmod(0o600)


class PeWizardConfig(AppConfig):
    """Templates, static files and messages of the whole site."""

    name = "pe_wizard"

    def ready(self) -> None:
        post_migrate.connect(only_for_the_owner, sender=self)

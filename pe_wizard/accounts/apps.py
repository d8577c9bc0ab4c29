"""People who sign in."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts, the limits of their sessions, the password they must change first."""

    name = "pe_wizard.accounts"

    def ready(self) -> None:
        from pe_wizard.accounts import (  # noqa: F401
            second_factor,  # registers its events
            signals,  # connects its receivers
        )

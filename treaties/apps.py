"""The law and the reasoning as a Django application: commands and checks, nothing else."""

from django.apps import AppConfig


class TreatiesConfig(AppConfig):
    """Treaty files, clauses and decisions."""

    name = "treaties"

    def ready(self) -> None:
        """Registers the check of the treaty files."""
        from treaties import checks  # noqa: F401 - registering is all it is imported for

"""A page and a command; see docs/operations.md."""

from django.apps import AppConfig


class RerunConfig(AppConfig):
    """No models."""

    name = "pe_wizard.rerun"

"""Commands for whoever runs the product; see docs/operations.md."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """No models and no pages."""

    name = "pe_wizard.operations"

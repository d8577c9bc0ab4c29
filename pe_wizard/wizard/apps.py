"""The wizard as a Django application: it has template tags and no tables of its own."""

from django.apps import AppConfig


class WizardConfig(AppConfig):
    """Steps, forms and pages of a draft."""

    name = "pe_wizard.wizard"

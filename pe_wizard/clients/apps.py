"""Client files and who may see them."""

from django.apps import AppConfig


class ClientsConfig(AppConfig):
    """Client files, their people and their activity."""

    name = "pe_wizard.clients"

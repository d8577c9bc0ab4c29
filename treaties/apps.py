"""The law and the reasoning as a Django application: commands and checks, nothing else."""

from django.apps import AppConfig


class TreatiesConfig(AppConfig):
    """Treaty files, clauses and decisions."""

    name = "treaties"

"""Rows that are added and read, and never changed or removed.

Here the models refuse it; in the database triggers do, whatever asks: see
pe_wizard.assessments.triggers, which guards every model that inherits `WrittenOnceModel`.
"""

from __future__ import annotations

from typing import Any

from django.db import models


class WrittenOnce(models.QuerySet):
    """Rows that are added and read, never changed or removed, not even many at a time."""

    def update(self, **changes: Any) -> int:
        raise TypeError(f"A {self.model._meta.verbose_name} is never changed.")

    def bulk_update(self, *args: Any, **options: Any) -> int:
        raise TypeError(f"A {self.model._meta.verbose_name} is never changed.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError(f"A {self.model._meta.verbose_name} is never removed.")


class WrittenOnceModel(models.Model):
    """A row that is written once; the default manager refuses the rest."""

    objects = WrittenOnce.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Add the row; TypeError for one that is there already."""
        if not self._state.adding:
            raise TypeError(f"A {self._meta.verbose_name} is never changed.")
        options["force_insert"] = True
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Refused with TypeError."""
        raise TypeError(f"A {self._meta.verbose_name} is never removed.")

"""One account for each adviser. Accounts are made by administrators, never by signing up."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An adviser. ``must_change_password`` holds from a one-time password to its replacement."""

    must_change_password = models.BooleanField(default=False)
    # An administrator requires a second factor of this person. See accounts/second_factor.py.
    second_factor_required = models.BooleanField(default=False)
    # The language chosen last, for pages and mail; empty before the first choice.
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, blank=True)

    @property
    def is_administrator(self) -> bool:
        """Sees to people and reads the whole event log. Opens no client file that is not shared."""
        return self.is_staff

    def __str__(self) -> str:
        return self.get_full_name() or self.get_username()

"""Today, from one place: a calendar date in the configured zone, never a moment in time."""

from datetime import date

from django.conf import settings
from django.utils import timezone


def today() -> date:
    """The calendar day in TIME_ZONE, or PE_TODAY where that is set (refused in production)."""
    return settings.PE_TODAY or timezone.localdate()

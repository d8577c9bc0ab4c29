"""When a session ends: SESSION_IDLE_SECONDS after the last request and, whatever is done in it,
SESSION_ABSOLUTE_SECONDS after signing in.
"""

import time

from django.conf import settings
from django.http import HttpRequest

SIGNED_IN_AT = "signed_in_at"
SEEN_AT = "seen_at"
WRITE_EVERY_SECONDS = 60
WARN_SECONDS = 5 * 60


def seconds_left(request: HttpRequest) -> tuple[int, int]:
    """Until the session ends when unused, and until it ends anyway; below zero it has ended."""
    now = int(time.time())
    began = request.session.get(SIGNED_IN_AT, now)
    seen = request.session.get(SEEN_AT, began)
    return (
        settings.SESSION_IDLE_SECONDS - (now - seen),
        settings.SESSION_ABSOLUTE_SECONDS - (now - began),
    )


def should_be_noted(idle_left: int) -> bool:
    """Whether this request is written down as the last one: at most once a minute, as it is a write
    to the database; oftener where the limit is short."""
    since = settings.SESSION_IDLE_SECONDS - idle_left
    return since >= min(WRITE_EVERY_SECONDS, settings.SESSION_IDLE_SECONDS / 4)


def warn_before() -> int:
    """How many seconds before its end a page says so."""
    return min(WARN_SECONDS, settings.SESSION_IDLE_SECONDS // 4)

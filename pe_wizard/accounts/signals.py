"""What follows from signing in and from a changed password; and the line in the log about it."""

import logging
import time
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from pe_wizard.accounts import interrupted, services
from pe_wizard.accounts.models import User
from pe_wizard.accounts.sessions import SIGNED_IN_AT

log = logging.getLogger("pe_wizard.accounts")


@receiver(user_logged_in)
def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    """The absolute limit of the session counts from here."""
    request.session[SIGNED_IN_AT] = int(time.time())
    interrupted.signed_in(request, user)
    log.info("signed in: account %s", user.pk)


@receiver(user_logged_out)
def signed_out(user: User | None, **_: Any) -> None:
    """One line, no client data."""
    log.info("signed out: account %s", user.pk if user else None)


@receiver(user_login_failed)
def sign_in_failed(**_: Any) -> None:
    """The name that was typed is not logged: it may be a password in the wrong field."""
    log.warning("sign-in failed")


@receiver([password_changed, password_reset])
def changed_password(user: User, **_: Any) -> None:
    """A password of one's own replaces the one-time password."""
    services.password_was_changed(user=user)
    log.info("password changed: account %s", user.pk)

"""What signing in, signing out and the second factor leave in the event log."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver

from pe_wizard.accounts.models import User
from pe_wizard.clients import events


def _of_an_account(action: str, user: User | None) -> None:
    events.record(client_file=None, actor=user, action=action)


@receiver(user_logged_in)
def signed_in(user: User, **_: Any) -> None:
    """Who, when, from where."""
    _of_an_account("sign_in.done", user)


@receiver(user_logged_out)
def signed_out(user: User | None, **_: Any) -> None:
    """A session that had ended already leaves nothing."""
    if user is not None:
        _of_an_account("sign_in.ended", user)


@receiver(user_login_failed)
def sign_in_failed(credentials: dict[str, Any], **_: Any) -> None:
    """The account that was tried. A name that is none is not kept: it may be a password."""
    name = str(credentials.get("username") or "")
    user = User.objects.filter(username__iexact=name).first() if "\x00" not in name else None
    _of_an_account("sign_in.refused" if user else "sign_in.unknown", user)


@receiver([password_changed, password_reset])
def changed_password(user: User, **_: Any) -> None:
    """By the adviser; a one-time password given by somebody else is another event."""
    _of_an_account("account.password", user)


@receiver(authenticator_added)
def factor_added(user: User, **_: Any) -> None:
    """An app, recovery codes or a key."""
    _of_an_account("account.factor_added", user)


@receiver(authenticator_removed)
def factor_removed(user: User, **_: Any) -> None:
    """One of them is gone."""
    _of_an_account("account.factor_removed", user)

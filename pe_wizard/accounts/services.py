"""What is done to accounts. A password made here is shown once and stored only as a hash."""

from __future__ import annotations

import secrets

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from pe_wizard.accounts.models import User
from pe_wizard.clients import events

# No letters or digits that are mistaken for one another when read from a screen.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def one_time_password() -> str:
    """Five groups of four letters and digits: 98 bits, easy to type."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(5))


class LastAdministrator(Exception):
    """Somebody must be left who can see to people."""


def create_adviser(
    *, username: str, full_name: str = "", administrator: bool = False, by: User | None = None
) -> tuple[User, str]:
    """A new adviser and the one-time password; ValidationError for a name that is not possible.

    `by` is the administrator who does it; None is a command at the server, here and below.
    """
    password = one_time_password()
    first, _, last = full_name.partition(" ")
    user = User(
        username=username,
        first_name=first,
        last_name=last,
        must_change_password=True,
        is_staff=administrator,
    )
    user.set_password(password)
    user.full_clean()
    validate_password(password, user)
    with transaction.atomic():
        user.save()
        _record("account.made", by, user)
        if administrator:
            _record("account.administrator", by, user)
    return user, password


def reset_password(*, username: str, by: User | None = None) -> str:
    """A new one-time password; all sessions of the adviser end. ValidationError: unknown name."""
    user = adviser_named(username)
    password = one_time_password()
    user.set_password(password)
    user.must_change_password = True
    with transaction.atomic():
        user.save(update_fields=["password", "must_change_password"])
        _record("account.password_given", by, user)
    return password


def deactivate(*, username: str, by: User | None = None) -> User:
    """The adviser can no longer sign in, and open sessions end with their next request.

    Raises LastAdministrator when nobody would be left to see to people.
    """
    return _set(username, "is_active", False, "account.deactivated", by)


def reactivate(*, username: str, by: User | None = None) -> User:
    """The adviser may sign in again, with the password until now."""
    return _set(username, "is_active", True, "account.reactivated", by)


def make_administrator(*, username: str, by: User | None = None) -> User:
    """The adviser sees to people from now on, and reads the whole event log."""
    return _set(username, "is_staff", True, "account.administrator", by)


def end_administration(*, username: str, by: User | None = None) -> User:
    """The adviser goes on without that. Raises LastAdministrator."""
    return _set(username, "is_staff", False, "account.no_administrator", by)


def _set(username: str, name: str, value: bool, action: str, by: User | None) -> User:
    """Set a mark of the account; set already, nothing is done and nothing written."""
    user = adviser_named(username)
    with transaction.atomic():
        administrators = User.objects.filter(is_active=True, is_staff=True)
        # Locked where the database locks rows, so that two cannot end each other.
        left = [one for one in administrators.select_for_update() if one.pk != user.pk]
        if not value and user.is_active and user.is_staff and not left:
            raise LastAdministrator(f"{username} is the only administrator.")
        if User.objects.filter(pk=user.pk, **{name: not value}).update(**{name: value}):
            _record(action, by, user)
    setattr(user, name, value)
    return user


def _record(action: str, by: User | None, user: User) -> None:
    events.record(client_file=None, actor=by, action=action, who=str(user), account=user.pk)


def create_first_adviser(*, username: str) -> tuple[User, str] | None:
    """The first adviser of a fresh installation, an administrator; None when there is an account
    already."""
    with transaction.atomic():
        if User.objects.exists():
            return None
        return create_adviser(username=username, administrator=True)


def password_was_changed(*, user: User) -> None:
    """The one-time password is spent: the adviser has chosen an own one."""
    if user.must_change_password:
        user.must_change_password = False
        user.save(update_fields=["must_change_password"])


def adviser_named(username: str) -> User:
    """The account of this name; ValidationError, with the names there are, when there is none."""
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        known = ", ".join(User.objects.order_by("username").values_list("username", flat=True)[:20])
        raise ValidationError(
            f"There is no adviser named {username!r}. Known: {known or 'none'}."
        ) from None

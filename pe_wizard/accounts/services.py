"""What is done to accounts. A password made here is shown once and stored only as a hash."""

from __future__ import annotations

import secrets

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from pe_wizard.accounts.models import User

# No letters or digits that are mistaken for one another when read from a screen.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def one_time_password() -> str:
    """Five groups of four letters and digits: 98 bits, easy to type."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(5))


def create_adviser(*, username: str, full_name: str = "") -> tuple[User, str]:
    """A new adviser and the one-time password; ValidationError for a name that is not possible."""
    password = one_time_password()
    first, _, last = full_name.partition(" ")
    user = User(username=username, first_name=first, last_name=last, must_change_password=True)
    user.set_password(password)
    user.full_clean()
    validate_password(password, user)
    user.save()
    return user, password


def reset_password(*, username: str) -> str:
    """A new one-time password; all sessions of the adviser end. ValidationError: unknown name."""
    user = _adviser(username)
    password = one_time_password()
    user.set_password(password)
    user.must_change_password = True
    user.save(update_fields=["password", "must_change_password"])
    return password


def deactivate(*, username: str) -> User:
    """The adviser can no longer sign in, and open sessions end with their next request."""
    user = _adviser(username)
    user.is_active = False
    user.save(update_fields=["is_active"])
    return user


def create_first_adviser(*, username: str) -> tuple[User, str] | None:
    """The first adviser of a fresh installation, or None when there is an account already."""
    with transaction.atomic():
        if User.objects.exists():
            return None
        return create_adviser(username=username)


def password_was_changed(*, user: User) -> None:
    """The one-time password is spent: the adviser has chosen an own one."""
    if user.must_change_password:
        user.must_change_password = False
        user.save(update_fields=["must_change_password"])


def _adviser(username: str) -> User:
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        known = ", ".join(User.objects.order_by("username").values_list("username", flat=True)[:20])
        raise ValidationError(
            f"There is no adviser named {username!r}. Known: {known or 'none'}."
        ) from None

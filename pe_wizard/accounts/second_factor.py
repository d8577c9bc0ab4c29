"""The second factor: who must have one, who has one, and how its secrets are stored."""

from __future__ import annotations

import base64
import logging
import secrets
from hashlib import sha256

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.accounts.services import adviser_named
from pe_wizard.clients import events

log = logging.getLogger("pe_wizard.accounts")

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)

events.register(
    {
        "account.factor_required": _("%(actor)s requires a second factor of %(who)s."),
        "account.factor_not_required": _("%(actor)s no longer requires one of %(who)s."),
        "account.factor_taken": _("%(actor)s took away the second factor of %(who)s."),
    }
)


def must_have(user: User) -> bool:
    """Whether the firm (PE_REQUIRE_SECOND_FACTOR) or an administrator requires one of somebody."""
    return bool(settings.REQUIRE_SECOND_FACTOR or user.second_factor_required)


def has(user: User) -> bool:
    """Whether there is an app or a passkey. Recovery codes alone are none."""
    return Authenticator.objects.filter(user=user, type__in=FACTORS).exists()


def require(*, username: str, required: bool = True, by: User | None = None) -> User:
    """From the next page on this person sets up a second factor before anything else, or need not.

    Raises ValidationError for an unknown name. `by` None is a command at the server.
    """
    user = adviser_named(username)
    with transaction.atomic():
        if User.objects.filter(pk=user.pk, second_factor_required=not required).update(
            second_factor_required=required
        ):
            action = "account.factor_required" if required else "account.factor_not_required"
            _record(action, by, user)
    user.second_factor_required = required
    return user


def take_away(*, username: str, by: User | None = None) -> User:
    """For somebody who has lost phone and codes: sign-in asks for the password alone, until a new
    factor is set up. Whoever does this has made sure who is asking. ValidationError: unknown name.
    """
    user = adviser_named(username)
    with transaction.atomic():
        if Authenticator.objects.filter(user=user).delete()[0]:
            _record("account.factor_taken", by, user)
    return user


def _record(action: str, by: User | None, user: User) -> None:
    events.record(client_file=None, actor=by, action=action, who=str(user), account=user.pk)


class MFAAdapter(DefaultMFAAdapter):
    """Secrets are stored encrypted with a key made of SECRET_KEY: the database alone tells none."""

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. After SECRET_KEY was lost it is a random one: no code fits, nothing fails."""
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.error(
                "a secret of a second factor cannot be read: SECRET_KEY has changed. Name the old "
                "one in SECRET_KEY_FALLBACKS, or have it set up anew: manage.py adviser take-factor"
            )
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """The last factor of somebody who must have one stays until there is another."""
        user = authenticator.user
        others = Authenticator.objects.filter(user=user, type__in=FACTORS).exclude(
            pk=authenticator.pk
        )
        return not isinstance(user, User) or not must_have(user) or others.exists()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """A name to begin with; the adviser can type another."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _now("Passkey %(number)d") % {"number": number}

    def _get_site_name(self) -> str:
        return "PE Wizard"


def _box() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [
            Fernet(base64.urlsafe_b64encode(sha256(f"pe_wizard.mfa:{key}".encode()).digest()))
            for key in keys
        ]
    )


def picture(request: HttpRequest) -> str | None:
    """The square code of the secret that is being set up, as SVG; None when none is."""
    from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY

    secret = request.session.get(SECRET_SESSION_KEY)
    if not secret or not isinstance(request.user, User):
        return None
    adapter = MFAAdapter()
    svg: str = adapter.build_totp_svg(adapter.build_totp_url(request.user, secret))
    return svg

"""allauth's forms with labels instead of placeholders."""

import struct
from typing import Any

from allauth.account import forms as account_forms
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from pe_wizard.text import TextField


def _plain(form: Any) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(account_forms.LoginForm):
    """Name and password; where to turn without them stands once, below the form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.update(
            {"autocapitalize": "none", "spellcheck": "false", "dir": "ltr"}
        )
        self.fields["password"].help_text = ""


class ChangePasswordForm(account_forms.ChangePasswordForm):
    """The password until now, then the new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["oldpassword"].label = _("Password until now")
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = _(
            "At least 12 characters, blanks count too; a sentence is easy to remember."
        )
        self.fields["password2"].label = _("New password again")

    def clean_password1(self) -> str:
        """Not the one until now: a one-time password is spent by being replaced."""
        password: str = self.cleaned_data["password1"]
        if password == self.cleaned_data.get("oldpassword"):
            raise ValidationError(_("Choose another password than the one until now."))
        return password


class ReauthenticateForm(account_forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password"].help_text = ""


class CodeForm(mfa_forms.AuthenticateForm):
    """The code of the app, or a recovery code, when signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self)


class CodeAgainForm(mfa_forms.ReauthenticateForm):
    """The code once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self)


class ActivateTOTPForm(totp_forms.ActivateTOTPForm):
    """The first code that the app shows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self)
        self.fields["code"].label = _("Code that the app shows")
        self.fields["code"].help_text = _("Six digits, a new one every thirty seconds.")


def _code(form: Any) -> None:
    _plain(form)
    field = form.fields["code"]
    field.max_length = 20
    field.validators.append(MaxLengthValidator(20))
    field.label = _("Code")
    field.help_text = _("Six digits from the app, or one of your recovery codes.")
    field.widget.attrs.update({"autocapitalize": "none", "spellcheck": "false", "dir": "ltr"})


def _name_of_a_passkey(**options: Any) -> TextField:
    return TextField(
        label=_("Name of the passkey"),
        help_text=_("To tell it from others, such as the device it is on."),
        max_length=80,
        **options,
    )


# What reading a credential raises when it is none: it comes from outside, and the libraries that
# read it expect one of a browser.
NO_CREDENTIAL = (ValueError, TypeError, LookupError, AttributeError, struct.error)


class CredentialField(forms.JSONField):
    """What the browser says about a passkey: an object of JSON, not large."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        try:
            credential = super().to_python(value if len(value or "") <= 50_000 else "x")
        except RecursionError:
            raise get_adapter().validation_error("incorrect_code") from None
        if credential is not None and not isinstance(credential, dict):
            raise get_adapter().validation_error("incorrect_code")
        return credential


class _WithPasskey:
    """Signing in, or showing once more who it is, with a passkey."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except NO_CREDENTIAL:
            raise get_adapter().validation_error("incorrect_code") from None


class PasskeyForm(_WithPasskey, webauthn_forms.AuthenticateWebAuthnForm):
    """A passkey as second factor."""

    credential = CredentialField()


class PasskeyAgainForm(_WithPasskey, webauthn_forms.ReauthenticateWebAuthnForm):
    """The passkey once more, before something that matters."""

    credential = CredentialField()


class PasskeyLoginForm(_WithPasskey, webauthn_forms.LoginWebAuthnForm):
    """A passkey in place of name and password."""

    credential = CredentialField()


class AddPasskeyForm(webauthn_forms.AddWebAuthnForm):
    """A passkey of the browser, the phone or a security key; it signs in without a password."""

    name = _name_of_a_passkey(required=False)
    credential = CredentialField()

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except NO_CREDENTIAL:
            raise get_adapter().validation_error("incorrect_code") from None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].label = _("Sign in with it alone, without a password")
        self.fields["passwordless"].help_text = _(
            "The device then asks for a finger, a face or a PIN."
        )


class RenamePasskeyForm(webauthn_forms.EditWebAuthnForm):
    """Another name for a passkey."""

    name = _name_of_a_passkey()

"""allauth's forms with labels instead of placeholders."""

from typing import Any

from allauth.account import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def _plain(form: Any) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(forms.LoginForm):
    """Name and password; where to turn without them stands once, below the form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.update(
            {"autocapitalize": "none", "spellcheck": "false", "dir": "ltr"}
        )
        self.fields["password"].help_text = ""


class ChangePasswordForm(forms.ChangePasswordForm):
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


class ReauthenticateForm(forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self)
        self.fields["password"].help_text = ""

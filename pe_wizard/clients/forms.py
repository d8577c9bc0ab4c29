"""Forms about client files: clean and convert, decide nothing."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients import selectors
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.display import state_choices
from pe_wizard.text import TextField


class ClientFileForm(forms.Form):
    """The details of a client file."""

    reference = TextField(
        label=_("Reference"),
        max_length=60,
        help_text=_("As your firm numbers its clients or matters."),
    )
    name = TextField(label=_("Name of the enterprise"), max_length=200)
    residence_state = forms.ChoiceField(
        label=_("State of residence"),
        help_text=_("Where the enterprise is resident for tax. Each assessment names it again."),
    )
    memo_language = forms.ChoiceField(
        label=_("Language of its memos"),
        help_text=_("A single memo can still be printed in any of them."),
        choices=[("", _("That of the page")), *settings.LANGUAGES],
        required=False,
    )
    notes = TextField(label=_("Notes"), max_length=10_000, required=False, multiline=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reference"].widget.attrs["autocomplete"] = "off"
        self.fields["name"].widget.attrs.update({"autocomplete": "off", "dir": "auto"})
        self.fields["notes"].widget.attrs["dir"] = "auto"
        states = self.fields["residence_state"]
        states.choices = [("", _("Choose a State")), *state_choices()]  # type: ignore[attr-defined]


class NewClientFileForm(ClientFileForm):
    """With the token that makes one file of two clicks."""

    form_token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class EditClientFileForm(ClientFileForm):
    """With the revision that the change is made from."""

    revision = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class AddMemberForm(forms.Form):
    """A colleague and what the colleague may do."""

    user = forms.ModelChoiceField(
        queryset=User.objects.none(), label=_("Colleague"), empty_label=_("Choose a colleague")
    )
    role = forms.ChoiceField(
        label=_("May do"), choices=Membership.Role.choices, initial=Membership.Role.EDITOR
    )

    def __init__(self, *args: Any, client_file: ClientFile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        colleagues = selectors.colleagues_to_add(client_file)
        self.fields["user"].queryset = colleagues  # type: ignore[attr-defined]
        # Colleagues of the same name are told apart by the name they sign in with.
        self.fields["user"].label_from_instance = (  # type: ignore[attr-defined]
            lambda user: f"{user} ({user.username})" if str(user) != user.username else str(user)
        )


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(choices=Membership.Role.choices)

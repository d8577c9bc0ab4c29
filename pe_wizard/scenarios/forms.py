"""What the forms of scenarios send beside facts."""

from __future__ import annotations

import uuid
from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

from pe_wizard.dates import DayField


class TokenForm(forms.Form):
    """The token that makes one draft of two clicks."""

    form_token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class PlanForm(forms.Form):
    """The first day of the stay that is planned."""

    start = DayField(
        label=_("First day of the stay"),
        error_messages={"required": _("Give a day.")},
    )

    FIRST, LAST = date(1900, 1, 1), date(2200, 12, 31)

    def clean_start(self) -> date:
        """Within the years that facts can lie in."""
        start: date = self.cleaned_data["start"]
        if not self.FIRST <= start <= self.LAST:
            raise forms.ValidationError(_("Give a day between 1900 and 2200."))
        return start

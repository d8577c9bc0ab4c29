"""Forms that begin an assessment: by choosing a treaty, or with a facts document."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from pe_wizard import clock
from pe_wizard.dates import DayField
from pe_wizard.display import party_name
from pe_wizard.library.presenting import Standing, standing_of
from treaties import Treaty

LARGEST_UPLOAD = 5 * 1024 * 1024  # bytes


@dataclass(frozen=True)
class Direction:
    """One treaty read in one direction; `value` is what the form sends."""

    treaty: Treaty
    residence_state: str

    @property
    def value(self) -> str:
        """The code of the treaty and the State of residence: IR-BD:IR."""
        return f"{self.treaty.code}:{self.residence_state}"

    @property
    def source_state(self) -> str:
        """The other party."""
        return self.treaty.other_party(self.residence_state)

    @property
    def standing(self) -> tuple[Standing, ...]:
        """What is known about its signature, its force and its effect in each State."""
        return standing_of(self.treaty)


def directions(treaties: list[Treaty], residence_state: str) -> list[Direction]:
    """Every treaty in both directions; those of the client's State of residence first."""
    those = [Direction(treaty, state) for treaty in treaties for state in treaty.parties]
    return sorted(
        those,
        key=lambda one: (
            one.residence_state != residence_state,
            party_name(one.residence_state, one.treaty.code),
            party_name(one.source_state, one.treaty.code),
            one.treaty.code,
        ),
    )


class StartForm(forms.Form):
    """Treaty and direction, the day of the question, the tax period."""

    direction = forms.ChoiceField(
        label=_("Treaty and direction"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a treaty and its direction.")},
    )
    as_of = DayField(
        label=_("As of"),
        help_text=_(
            "The day on which the question is asked. What is still going on is counted up to it; "
            "later days are taken as planned and count as given."
        ),
        error_messages={"required": _("Give a day.")},
    )
    period_from = DayField(label=_("First day of the tax period"), required=False)
    period_to = DayField(label=_("Last day of the tax period"), required=False)
    form_token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(self, *args: Any, those: list[Direction], **options: Any) -> None:
        super().__init__(*args, **options)
        self.those = {one.value: one for one in those}
        self.fields["direction"].choices = [  # type: ignore[attr-defined]
            (
                one.value,
                " – ".join(
                    party_name(state, one.treaty.code)
                    for state in (one.residence_state, one.source_state)
                ),
            )
            for one in those
        ]
        self.fields["as_of"].initial = clock.today

    def clean(self) -> dict[str, Any]:
        """The tax period runs forward."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("period_from"), cleaned.get("period_to")
        if first and last and last < first:
            self.add_error("period_to", _("The last day is before the first day."))
        return cleaned

    @property
    def chosen(self) -> Direction:
        """The direction chosen, once the form is valid."""
        return self.those[self.cleaned_data["direction"]]

    @property
    def tax_period(self) -> tuple[date | None, date | None] | None:
        """First and last day; None where neither is given."""
        period = (self.cleaned_data["period_from"], self.cleaned_data["period_to"])
        return period if any(period) else None


class UploadForm(forms.Form):
    """A facts document as a file."""

    file = forms.FileField(
        label=_("Facts document"),
        help_text=_("A JSON file in the format pe-facts/1, at most 5 MB."),
        error_messages={
            "required": _("Choose a file."),
            "empty": _("The file is empty. Choose another one."),
        },
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    form_token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean_file(self) -> UploadedFile:
        """Not larger than what is read."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_UPLOAD:
            raise ValidationError(
                _("The file is larger than 5 MB. A facts document is much smaller."),
                code="too_large",
            )
        return file


class CompleteForm(forms.Form):
    """The revision of the draft that the adviser has looked at."""

    revision = forms.IntegerField(min_value=1, max_value=2**31, required=False)

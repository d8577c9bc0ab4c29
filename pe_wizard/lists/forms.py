"""The name of a filter."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pe_wizard.lists.listing import asked_for, filter_query
from pe_wizard.text import TextField


class NameForm(forms.Form):
    """Another name for a filter."""

    name = TextField(label=_("Name of the filter"), max_length=60)


class KeepForm(NameForm):
    """A filter to be kept; what it asks is read like an address, so that nonsense is left out."""

    LONGEST = 2000  # characters of what is kept
    TOO_LONG = _("This filter asks for too much to be kept. Shorten the words searched for.")

    query = forms.CharField(
        label=_("Filter"),
        required=False,
        max_length=2 * LONGEST,
        widget=forms.HiddenInput,
        error_messages={"max_length": TOO_LONG},
    )

    def clean_query(self) -> str:
        """The part of an address that asks the same."""
        query = filter_query(asked_for(QueryDict(self.cleaned_data["query"])))
        if len(query) > self.LONGEST:
            raise forms.ValidationError(self.TOO_LONG, code="max_length")
        return query

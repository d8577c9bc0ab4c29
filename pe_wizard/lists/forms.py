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

    query = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def clean_query(self) -> str:
        """The part of an address that asks the same."""
        return filter_query(asked_for(QueryDict(self.cleaned_data["query"])))

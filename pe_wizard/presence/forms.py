"""The forms around a table of stays: sending it, naming its columns, taking its rows."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.assessments.documents import Document
from pe_wizard.presence import columns
from pe_wizard.presence.models import Import
from pe_wizard.presence.places import engagements
from pe_wizard.presence.rows import FORGIVABLE
from pe_wizard.presence.services import NEW, Choice
from pe_wizard.presence.sources import LARGEST, LARGEST_PASTED
from pe_wizard.text import without_forbidden


class _Pasted(forms.CharField):
    """A pasted table. Its cells go through the gate for texts one by one."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again after an error: without what cannot be shown."""
        return without_forbidden(super().bound_data(data, initial))


def places(document: Document, without: str | Promise) -> list[tuple[str, Any]]:
    """Where stays can go that name no project: nowhere, an engagement, a new one."""
    named = engagements(document)
    return [
        ("", without),
        *((identity, named.shown(identity)) for identity in named.items),
        (NEW, _("A new engagement")),
    ]


class TableForm(forms.Form):
    """A table that is pasted or uploaded."""

    text = _Pasted(
        label=_("Paste the table"),
        help_text=_(
            "With its headings, as it is copied from a spreadsheet. Columns: person, from and to, "
            "or single days, project, worked, note; in English, Persian or Georgian. Days can be "
            "of either calendar, in any digits."
        ),
        required=False,
        strip=False,
        max_length=LARGEST_PASTED,
        widget=forms.Textarea(attrs={"rows": 8, "dir": "auto", "spellcheck": "false"}),
        error_messages={
            "max_length": _("This is too long to be pasted. Upload it as a file instead.")
        },
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        help_text=_("CSV or XLSX, at most 25 MB and 250,000 rows."),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        error_messages={"empty": _("The file is empty. Choose another one.")},
    )
    engagement = forms.ChoiceField(
        label=_("Stays that name no project go to"),
        required=False,
        error_messages={"invalid_choice": _("Choose one of the engagements.")},
    )
    form_token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(self, *args: Any, document: Document, **options: Any) -> None:
        super().__init__(*args, **options)
        named = engagements(document)
        field = self.fields["engagement"]
        field.choices = places(  # type: ignore[attr-defined]
            document, _("Nowhere: they are shown as faulty")
        )
        field.initial = next(iter(named.items)) if len(named.items) == 1 else ""
        if not named.items:
            field.initial = NEW

    def clean_file(self) -> UploadedFile | None:
        """Not larger than what is read."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size is None or file.size > LARGEST):
            raise ValidationError(
                _("The file is larger than 25 MB. Send it in several files, or as CSV."),
                code="too_large",
            )
        return file

    def clean(self) -> dict[str, Any]:
        """One of the two, not both."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pasted, file = bool((cleaned.get("text") or "").strip()), cleaned.get("file")
        if pasted and file:
            self.add_error("file", _("Paste a table or choose a file, not both."))
        elif not pasted and not file:
            self.add_error("text", _("Paste a table, or choose a file below."))
        return cleaned


class ColumnsForm(forms.Form):
    """What each column holds. Its fields are named column-0, column-1, …"""

    has_header = forms.BooleanField(
        label=_("The first of these rows holds headings"), required=False
    )
    engagement = forms.ChoiceField(
        label=_("Stays that name no project go to"),
        required=False,
        error_messages={"invalid_choice": _("Choose one of the engagements.")},
    )

    def __init__(self, *args: Any, table: Import, document: Document, **options: Any) -> None:
        here = table.engagement if table.engagement in engagements(document).items else ""
        made = f"e{table.sha256[:12]}"
        options["initial"] = {
            "has_header": bool(table.header),
            "engagement": NEW if table.engagement == made and not here else here,
            **{f"column-{at}": role for at, role in enumerate(table.columns)},
        }
        super().__init__(*args, **options)
        self.fields["engagement"].choices = places(  # type: ignore[attr-defined]
            document, _("Nowhere: they are shown as faulty")
        )
        roles = [("", _("Not read")), *columns.WORDS.items()]
        for at in range(len(table.columns)):
            self.fields[f"column-{at}"] = forms.ChoiceField(
                label=_("Column %(number)s") % {"number": at + 1}, choices=roles, required=False
            )

    @property
    def roles(self) -> list[str]:
        """The role of each column."""
        names = [name for name in self.fields if name.startswith("column-")]
        return [self.cleaned_data.get(name) or "" for name in names]

    def clean(self) -> dict[str, Any]:
        """The days are there once, and no role twice."""
        cleaned = super().clean() or {}
        given = [role for role in self.roles if role]
        twice = {role for role in given if given.count(role) > 1}
        for role in columns.WORDS:
            if role in twice:
                self.add_error(
                    None,
                    ValidationError(
                        _("Two columns are “%(column)s”. Choose one of them."),
                        params={"column": columns.WORDS[role]},
                    ),
                )
        if not columns.is_enough(given):
            self.add_error(
                None,
                _("Choose the column with the first day and the one with the last, or else the one "
                  "with single days."),
            )  # fmt: skip
        return cleaned


class TakeForm(forms.Form):
    """What is taken beside the good rows, and whether a faulty one stops them."""

    faulty = forms.ChoiceField(
        label=_("Faulty rows"),
        choices=[
            ("leave", _("Leave them out, and take the good rows")),
            ("stop", _("Take nothing unless every row can be taken")),
        ],
        initial="leave",
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what happens with faulty rows.")},
    )
    overlap = forms.BooleanField(required=False)
    unknown_project = forms.BooleanField(required=False)

    @property
    def choice(self) -> Choice:
        """What was said, once the form is valid."""
        return Choice(
            frozenset(code for code in FORGIVABLE if self.cleaned_data[code]),
            self.cleaned_data["faulty"] == "stop",
        )

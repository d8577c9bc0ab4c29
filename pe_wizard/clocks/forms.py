"""The form about reminders: how long before, by which name, whether by mail."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from pe_wizard.clocks.models import Reminders
from pe_wizard.display import comma, digits
from pe_wizard.text import DIGITS, TextField

LONGEST = 730  # days before
NOT_WHOLE = re.compile(r"[^\W\d_]|[-−]\s*[0-9]|[0-9][./٫][0-9]")  # words, minus, parts of a day
MOST = 5


class LeadTimesField(TextField):
    """Numbers of days in any digits, with anything between them: rising, each once."""

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        """The numbers; see the messages for what is refused."""
        text = super().to_python(value).translate(DIGITS)
        numbers = sorted({int(one) for one in re.findall(r"[0-9]{1,9}", text)})
        if NOT_WHOLE.search(text):
            raise ValidationError(_("Write numbers of days alone, as in 30, 90."), code="words")
        if len(numbers) > MOST:
            raise ValidationError(
                _("These are more than %(most)s lead times. Leave some out."),
                code="many",
                params={"most": digits(MOST)},
            )
        for number in numbers:
            if not 1 <= number <= LONGEST:
                raise ValidationError(
                    _("A lead time is from 1 to %(longest)s days; %(number)s is not."),
                    code="range",
                    params={"longest": digits(LONGEST), "number": digits(number)},
                )
        return numbers

    def prepare_value(self, value: Any) -> Any:
        """Numbers as they are typed; what was typed stays as it was."""
        if isinstance(value, (list, tuple)):
            return comma().join(digits(one) for one in value)
        return value


class RemindersForm(forms.Form):
    """What the person wants to be told."""

    lead_times = LeadTimesField(
        label=_("Days before a threshold is passed"),
        help_text=_("Up to five numbers: 30, 90. The desk shows the clocks within the longest."),
        max_length=60,
    )
    names = forms.ChoiceField(
        label=_("What mails and calendars say of a client"),
        help_text=_(
            "Mails and calendars leave the firm. The reference alone tells others nothing."
        ),
        choices=Reminders.Names.choices,
        widget=forms.RadioSelect,
    )
    by_mail = forms.BooleanField(label=_("Tell me by mail of clocks that changed"), required=False)
    address = forms.EmailField(
        label=_("Mail address for clocks"),
        help_text=_("Left empty, mails go to the address of your account, if it has one."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "dir": "ltr"}),
    )

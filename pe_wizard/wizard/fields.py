"""The fields of the forms: how an answer is typed, and how it is read.

A field has one raw form (texts by name, as a form sends them) and one answer. `raw` writes an
answer as the page shows it, `clean` reads it back. What cannot be read is a ValidationError and
loses nothing: the raw texts are kept with the draft. An empty text is no answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from pe_wizard import dates
from pe_wizard.display import digits
from pe_wizard.text import DIGITS
from pe_wizard.text import clean_text as accepted_text
from pe_wizard.wizard.editing import MISSING, NOT_KNOWN, UNANSWERED, Answer

IS = ":is"  # beside a text: whether it is the answer, or "still going on", or "not known"
KINDS = ":kinds"  # beside the answer about a list of activities: the kinds chosen
GIVEN, ONGOING, UNKNOWN = "given", "ongoing", "null"
LONGEST = 10_000
REPLACED = "\ufffd"

Raw = dict[str, Any]  # text by suffix; "" is the field's own name

NOT_A_CHOICE = _("Choose one of the answers on the page.")


def clean_text(text: str, *, single_line: bool) -> str:
    """The text as it is kept. ValidationError for what cannot be kept.

    A draft keeps what was typed with U+FFFD in place of what a database refuses: that is refused
    here too, or it would pass as an answer the second time.
    """
    if REPLACED in text:
        raise ValidationError(
            _("This text holds a character that cannot be shown. Type it without it.")
        )
    return accepted_text(text, single_line=single_line)


class Parts(forms.Widget):
    """Reads the texts of a field that is sent under several names; draws nothing."""

    def __init__(self, suffixes: tuple[str, ...] = ("",), many: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.suffixes, self.many = suffixes, many

    def __deepcopy__(self, memo: Any) -> Parts:
        return self  # nothing in it changes

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Raw:
        """What was sent, by suffix."""
        raw: Raw = {
            suffix: data[name + suffix] for suffix in self.suffixes if name + suffix in data
        }
        for suffix in self.many:
            found = (
                data.getlist(name + suffix) if hasattr(data, "getlist") else data.get(name + suffix)
            )
            if found:
                raw[suffix] = list(found)
        return raw

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Nothing of this field was sent: it was not on the page, or nothing was chosen."""
        return not any(name + suffix in data for suffix in (*self.suffixes, *self.many))


class PartsField(forms.Field):
    """A field that is sent in parts; instances can be shared, they keep nothing."""

    kind = ""
    suffixes: tuple[str, ...] = ("",)
    many: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__(required=False, widget=Parts(self.suffixes, self.many))

    def __deepcopy__(self, memo: Any) -> PartsField:
        return self


class FactField(PartsField, ABC):
    """One fact. Subclasses say how it is typed."""

    @abstractmethod
    def raw(self, answer: Answer) -> Raw:
        """The answer as the form shows it."""

    @abstractmethod
    def clean(self, value: Raw) -> Answer:
        """The answer that these texts give."""


class YesNo(FactField):
    """Yes, No or Not known, each chosen."""

    kind = "yes_no"
    values: Mapping[str, Answer] = {
        "true": Answer(True),
        "false": Answer(False),
        "null": NOT_KNOWN,
    }

    def raw(self, answer: Answer) -> Raw:
        """One of the three, or nothing."""
        return {"": _named(self.values, answer)}

    def clean(self, value: Raw) -> Answer:
        """Nothing chosen is no answer."""
        return _chosen(value.get(""), self.values)


class Worked(YesNo):
    """Whether days were worked: they are, unless it is said otherwise."""

    kind = "worked"

    def raw(self, answer: Answer) -> Raw:
        """A key that is missing means yes."""
        return super().raw(Answer(True) if answer.value is MISSING else answer)


class ListAnswer(FactField):
    """Whether there is any item: yes, none, or not known."""

    kind = "list"

    def raw(self, answer: Answer) -> Raw:
        """By what the list holds."""
        if answer.not_known:
            return {"": "null"}
        if isinstance(answer.value, list):
            return {"": "some" if answer.value else "none"}
        return {"": ""}

    def clean(self, value: Raw) -> Answer:
        """ "some" is no answer by itself: the items are."""
        return _chosen(
            value.get(""), {"none": Answer([]), "null": NOT_KNOWN, "some": Answer("some")}
        )


class Activities(FactField):
    """The kinds of activity at a place, or none that an exception covers, or not known."""

    kind = "activities"
    many = (KINDS,)

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__()
        self.kinds = tuple(kinds)

    def raw(self, answer: Answer) -> Raw:
        """The answer and the kinds chosen."""
        if answer.not_known:
            return {"": "null"}
        if not isinstance(answer.value, list):
            return {"": ""}
        kinds = [row.get("kind") for row in answer.value if isinstance(row, dict)]
        return {"": "some" if kinds else "none", KINDS: kinds}

    def clean(self, value: Raw) -> Answer:
        """The kinds, as a list of texts, in the order of the format."""
        chosen = value.get(KINDS) or []
        if not set(chosen) <= set(self.kinds):
            raise ValidationError(NOT_A_CHOICE)
        kinds = [kind for kind in self.kinds if kind in chosen]
        said = value.get("") or ("some" if kinds else "")
        if said == "some" and not kinds:
            raise ValidationError(_("Choose at least one activity, or another answer."))
        if said in ("none", "null") and kinds:
            raise ValidationError(
                _("Activities are chosen below. Take them out first, or answer yes.")
            )
        return _chosen(said, {"some": Answer(kinds), "none": Answer([]), "null": NOT_KNOWN})


class Said(FactField):
    """A text with a choice beside it: given, or not known; nothing is read from an empty text."""

    suffixes: tuple[str, ...] = ("", IS)
    ways: tuple[str, ...] = (GIVEN, UNKNOWN)

    def raw(self, answer: Answer) -> Raw:
        """The text, and which way it was answered."""
        if answer.not_known:
            return {"": "", IS: UNKNOWN}
        if answer.value is MISSING or answer.value is None:
            return {"": "", IS: GIVEN}
        return {"": self.write(answer.value), IS: GIVEN}

    def clean(self, value: Raw) -> Answer:
        """What is chosen beside the text comes first; then the text is read."""
        way = value.get(IS) or GIVEN
        if way not in self.ways:
            raise ValidationError(NOT_A_CHOICE)
        if way == UNKNOWN:
            return self.not_known
        text = clean_text(value.get("") or "", single_line=True)
        if not text:
            return UNANSWERED
        return Answer(self.read(text))

    not_known = NOT_KNOWN

    def write(self, value: Any) -> str:
        """The value as it is typed."""
        return str(value)

    def read(self, text: str) -> Any:
        """The value of a text; ValidationError where it is none."""
        return text


class Day(Said):
    """A day, or not known: a beginning."""

    kind = "day"

    def write(self, value: Any) -> str:
        """In the calendar of the page."""
        try:
            return dates.typed(date.fromisoformat(value))
        except (TypeError, ValueError):
            return str(value)

    def read(self, text: str) -> str:
        """The Gregorian day, as the format writes it."""
        return dates.parse_day(text).isoformat()


class LastDay(Day):
    """A day, still going on, or not known: an end. The key is missing where it is not known."""

    kind = "last_day"
    ways = (GIVEN, ONGOING, UNKNOWN)
    not_known = Answer(MISSING, True)

    def raw(self, answer: Answer) -> Raw:
        """An end that is null is still going on."""
        if not answer.not_known and answer.value is None:
            return {"": "", IS: ONGOING}
        return super().raw(answer)

    def clean(self, value: Raw) -> Answer:
        """As for any day, and the third way."""
        if value.get(IS) == ONGOING:
            return Answer(None)
        return super().clean(value)


class RequiredDay(Day):
    """A day that is always known: the page keeps the one before until another can be read."""

    kind = "plain_day"
    suffixes = ("",)

    def clean(self, value: Raw) -> Answer:
        """Empty is an error."""
        answer = super().clean({"": value.get("", "")})
        if answer.value is MISSING:
            raise ValidationError(_("Give a day."))
        return answer


class PlainDay(Day):
    """A day that may be left empty, since nothing hangs on it."""

    kind = "plain_day"
    suffixes = ("",)


class Percent(Said):
    """A share from 0 to 100, exact."""

    kind = "percent"

    def write(self, value: Any) -> str:
        """With the digits of the page."""
        text = format(value, "f") if isinstance(value, Decimal) else str(value)
        return digits(text)

    def read(self, text: str) -> int | str:
        """A whole number, or the exact text of a decimal number."""
        plain = text.translate(DIGITS).replace("٫", ".").replace("٪", "").replace("%", "").strip()
        if plain.count(",") == 1 and "." not in plain and len(plain.partition(",")[2]) != 3:
            plain = plain.replace(",", ".")
        try:
            number = Decimal(plain)
        except InvalidOperation:
            number = Decimal("NaN")
        if not plain.replace(".", "").isdecimal() or not number.is_finite() or len(plain) > 40:
            raise ValidationError(_("Write a number from 0 to 100, such as 50 or 33.3."))
        if not 0 <= number <= 100:
            raise ValidationError(_("A share is from 0 to 100 per cent."))
        if number == number.to_integral_value():
            return int(number)
        return format(number.normalize(), "f")


class Project(Said):
    """The name of a project, or not known."""

    kind = "project"

    def read(self, text: str) -> str:
        """The text itself."""
        return _short_enough(text)


class Line(FactField):
    """A text on one line that may be left empty."""

    kind = "line"

    def raw(self, answer: Answer) -> Raw:
        """The text."""
        return {"": answer.value if isinstance(answer.value, str) else ""}

    def clean(self, value: Raw) -> Answer:
        """Cleaned; an empty one is not there."""
        text = _short_enough(clean_text(value.get("") or "", single_line=True))
        return Answer(text) if text else UNANSWERED


class Choice(FactField):
    """One of the values of a fact, or none of them."""

    kind = "choice"

    def __init__(self, values: Sequence[str]) -> None:
        super().__init__()
        self.values = frozenset(values)

    def raw(self, answer: Answer) -> Raw:
        """The value chosen."""
        return {"": answer.value if isinstance(answer.value, str) else ""}

    def clean(self, value: Raw) -> Answer:
        """Nothing chosen is no answer."""
        said = value.get("") or ""
        if not said:
            return UNANSWERED
        if said not in self.values:
            raise ValidationError(NOT_A_CHOICE)
        return Answer(said)


class ItemReference(Choice):
    """One of the items of a list, or the enterprise itself, or none."""

    kind = "reference"

    def clean(self, value: Raw) -> Answer:
        """Nothing chosen is null: the enterprise itself, or none."""
        answer = super().clean(value)
        return Answer(None) if answer.value is MISSING else answer


def _chosen(said: Any, values: Mapping[str, Answer]) -> Answer:
    if said in (None, ""):
        return UNANSWERED
    if said not in values:
        raise ValidationError(NOT_A_CHOICE)
    return values[said]


def _named(values: Mapping[str, Answer], answer: Answer) -> str:
    if answer.value is MISSING and not answer.not_known:
        return ""
    return next((name for name, one in values.items() if one == answer), "")


def _short_enough(text: str) -> str:
    if len(text) > LONGEST:
        raise ValidationError(_("This is too long: at most 10,000 characters are kept."))
    return text

"""A question and a section in words, and the words that several sections share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from treaties.wording import _N


@dataclass(frozen=True, slots=True)
class Question:
    """A fact as a question; all texts are English message ids, to be translated before filling.

    `text` is a sentence with a question mark, or the label of a field for a name or a date; `label`
    is the short form for lists of answers. `leads` has one sentence for each of the answers "yes",
    "no" and "unknown" (a list: some, none, not known); `choices` has a label for each value.
    Placeholders: {state} (source State), {residence}, {name} (the item, never empty: see UNNAMED)
    and, for a fact of an activity, {activity} (the label of its kind).
    """

    text: str
    label: str
    why: str
    hint: str = ""
    leads: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the interview: its key, its title and the sentence under the title."""

    key: str
    title: str
    lead: str


def leads(yes: str, no: str, unknown: str) -> Mapping[str, str]:
    """What each of the three answers leads to, by answer."""
    return {"yes": yes, "no": no, "unknown": unknown}


LAST_DAY_HINT = _N(
    "Say so if this is still going on. A day after the day of the question is taken as planned and "
    "counts as given."
)
PERIODS_HINT = _N(
    "Both days are included, and part of a day is a day. A day counts once, however many persons "
    "or enterprises are there."
)
SAME_WHY = _N(
    "Days of a closely related enterprise are added only where its activities are substantially "
    "the same and for the same project."
)
BY_WHY = _N(
    "The days of a closely related enterprise can be added to those of the enterprise, where the "
    "treaty says so; they never count alone."
)
SAME_HINT = _N("Compare the work itself, not the contracts under which it is done.")
DAYS_ADDED = _N(
    "The days are added, if the other enterprise is closely related and the treaty adds its days."
)
DAYS_NOT_ADDED = _N("The days of the related enterprise are not added.")
OPEN_DAYS = _N("These days are not certain; the head stays open if it turns on them.")
OPEN_PROJECT = _N(
    "It is not certain with which others these days are added; the head stays open if it turns on "
    "that."
)

"""Three answers, and how they combine: Kleene's strong three-valued logic.

Unknown is an answer of its own. It never becomes a silent "no", and it is never an error.
"""

from collections.abc import Iterable
from enum import Enum


class Truth(Enum):
    """Yes, no, or not known. Compare by identity (`is YES`), never by truthiness."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("compare a Truth with YES, NO or UNKNOWN by name: it has no truth value")


YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN


def truth(answer: bool | None) -> Truth:
    """The three-valued form of a yes/no fact: true, false, or None for "not known"."""
    if answer is None:
        return UNKNOWN
    return YES if answer else NO


def all_of(parts: Iterable[Truth]) -> Truth:
    """AND: no as soon as one part is no, yes when every part is yes (so yes for no parts)."""
    unknown = False
    for part in parts:
        if part is NO:
            return NO
        if part is UNKNOWN:
            unknown = True
    return UNKNOWN if unknown else YES


def any_of(parts: Iterable[Truth]) -> Truth:
    """OR: yes as soon as one part is yes, no when every part is no (so no for no parts)."""
    unknown = False
    for part in parts:
        if part is YES:
            return YES
        if part is UNKNOWN:
            unknown = True
    return UNKNOWN if unknown else NO


def negate(part: Truth) -> Truth:
    """NOT: unknown stays unknown."""
    if part is UNKNOWN:
        return UNKNOWN
    return NO if part is YES else YES

"""What was worked out from a standing, kept as long as the standing itself is kept.

A standing never changes, so what is made of it, or of it and the revision it stands for, can be
shared by every page that is shown before the next save.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pe_wizard.assessments.standing import Standing

Made = TypeVar("Made")
KEPT = 400  # of one standing: some for each step, in each language
_made: WeakKeyDictionary[Standing, dict[Any, Any]] = WeakKeyDictionary()


def remembered(standing: Standing, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """What `make` returns, made once for a standing and a key."""
    made = _made.get(standing)
    if made is None:
        made = _made[standing] = {}
    if key not in made:
        if len(made) >= KEPT:  # saves that changed no answer leave theirs behind
            made.clear()
        made[key] = make()
    found: Made = made[key]
    return found

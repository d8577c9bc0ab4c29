"""What a change does to answers that it does not change itself: told before it is saved, and after.

An answer on which nothing hangs any more is kept and not used; one that comes back into use has to
be confirmed.
"""

from __future__ import annotations

from pe_wizard.assessments.shown import item_name, label
from pe_wizard.assessments.standing import USED, Standing
from pe_wizard.wizard.editing import answer_at


def left_unused(before: Standing, after: Standing) -> list[str]:
    """The paths of answers that were used, are the same, and are not used any more."""
    return _between(before, after, USED, ("unused",))


def back_in_use(before: Standing, after: Standing) -> list[str]:
    """The paths of answers that were not used, are the same, and are used again."""
    return _between(before, after, ("unused",), USED)


def _between(
    before: Standing, after: Standing, was: tuple[str, ...], becomes: tuple[str, ...]
) -> list[str]:
    if after is before:
        return []
    return [
        path
        for path, status in after.statuses.items()
        if status in becomes
        and before.statuses.get(path) in was
        and answer_at(before.document, path) == answer_at(after.document, path)
    ]


def named(standing: Standing, paths: list[str]) -> tuple[str, ...]:
    """The answers in words: the item, and what is asked of it."""
    return tuple(_named(standing, path) for path in paths)


def _named(standing: Standing, path: str) -> str:
    short = label(standing.document, path)
    first, _bracket, rest = path.partition("[")
    if not rest:
        return short
    return f"{item_name(standing.document, first, rest.partition(']')[0])}: {short}"

"""Control of a company of the other State, or by one: a note, never a permanent establishment by itself."""

from __future__ import annotations

from typing import Literal

from treaties.clauses.base import Clause, Matter


class Control(Clause):
    """The clause has no parameter."""

    kind: Literal["control"]


def note_control(matter: Matter) -> None:
    """Touches the note where a company of the other State is controlled, or controls."""
    if matter.facts.controls_company_there is True:
        matter.touch("control.company")

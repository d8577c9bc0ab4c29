"""Control of a company: a note, never a permanent establishment by itself."""

from __future__ import annotations

from typing import Literal

from treaties.clauses.base import Clause, Matter


class Control(Clause):
    """The clause has no parameter."""

    kind: Literal["control"]


def note_what_decides_nothing(matter: Matter) -> None:
    """Touches the notes on control of a company there and on international transport."""
    if matter.facts.controls_company_there is True:
        matter.touch("control.company")
    if matter.facts.enterprise.international_transport is True:
        matter.touch("enterprise.international_transport")

"""The one family of errors of this package: what is wrong, where, and what to do about it.

Problems with data are gathered and raised together; nothing here is raised for a mere "not known".
"""

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN = 50  # faults written out in the text of one error; `faults` holds the others


class TreatiesError(Exception):
    """Root of every error that this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a document.

    `path` names the place in the grammar of facts paths ("" is the document itself), `problem` says
    what is wrong and what was found, `remedy` what to do. All three are single lines of English.
    """

    path: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.path or 'the document'}: {self.problem}. {self.remedy}."


class FactsError(TreatiesError):
    """A facts document, JSON text or facts path that cannot be used, with all that is wrong in it.

    `faults` holds the faults as they were found; `more` counts others beyond the number kept.
    """

    def __init__(self, faults: Iterable[Fault], more: int = 0) -> None:
        self.faults = tuple(faults)
        self.more = more
        super().__init__(self.faults, more)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:SHOWN]]
        left = len(self.faults) - len(lines) + self.more
        if left:
            lines.append(f"… and {left} more.")
        return "\n".join(lines)

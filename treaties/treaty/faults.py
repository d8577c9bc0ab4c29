"""Faults of treaty files: what is wrong, in which file and key, what is allowed, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from treaties.errors import SHOWN, TreatiesError


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a treaty file.

    `file` is its name, `key` where in it ("" is the file itself), `problem` what is wrong,
    `allowed` what may stand there ("" where that is no list), `remedy` what to do. All are single
    lines.
    """

    file: str
    key: str
    problem: str
    allowed: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.key}" if self.key else self.file
        allowed = f" Allowed: {self.allowed}." if self.allowed else ""
        return f"{where}: {self.problem}.{allowed} {self.remedy}."


class TreatyError(TreatiesError):
    """A treaty file, or a catalogue, that cannot be used; `faults` holds all that is wrong."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:SHOWN]]
        if len(self.faults) > SHOWN:
            lines.append(f"… and {len(self.faults) - SHOWN} more.")
        return "\n".join(lines)


class Faults:
    """Gathers the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.all: list[Fault] = []

    def add(self, key: str, problem: str, remedy: str, allowed: Sequence[str] | str = "") -> None:
        """Notes a fault; the same fault twice is one."""
        listed = allowed if isinstance(allowed, str) else ", ".join(allowed)
        fault = Fault(self.file, key, problem, listed, remedy)
        if fault not in self.all:
            self.all.append(fault)

    def __bool__(self) -> bool:
        return bool(self.all)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` most likely was meant to be, or None."""
    near = get_close_matches(name[:80], list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def rename(name: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the nearest known one, or a look at what is allowed."""
    near = nearest(name, known)
    return f'Perhaps "{near}" is meant' if near else "Use one of the names that are allowed"

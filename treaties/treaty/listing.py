"""The treaties on offer: those of this package, and a firm's own beside them.

The package's own files must be in order; a firm's file that is not is listed as refused, with its
faults, and harms no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from treaties.treaty.faults import Fault, TreatyError
from treaties.treaty.loading import load_treaty
from treaties.treaty.objects import Treaty

OWN = Path(__file__).resolve().parent.parent / "catalogue"

Stamp = tuple[int, int, int]  # last change in nanoseconds, size, inode


@dataclass(frozen=True, slots=True)
class Refusal:
    """A firm's treaty file that cannot be used, and why."""

    path: Path
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The treaties by code, the package's own first, and the firm's files that were refused."""

    treaties: Mapping[str, Treaty]
    refused: tuple[Refusal, ...]


_read: dict[Path, tuple[Stamp, Treaty | TreatyError]] = {}


def catalogue(extra: Path | None = None) -> Catalogue:
    """The package's treaties and those of the `*.toml` files in the firm's directory `extra`.

    A file is read again only when it has changed. Raises TreatyError if a file of the package is
    faulty; a faulty file in `extra`, or an `extra` that is no directory, is listed as refused.
    """
    treaties: dict[str, Treaty] = {}
    faults: list[Fault] = []
    for path in sorted(OWN.glob("*.toml")):
        found = _one(path, treaties)
        if isinstance(found, Treaty):
            treaties[found.code] = found
        else:
            faults.extend(found)
    for treaty in treaties.values():
        faults.extend(_borrowing(treaty, treaties))
    if faults:
        raise TreatyError(faults)
    return (
        _with_firm(treaties, extra)
        if extra is not None
        else Catalogue(MappingProxyType(treaties), ())
    )


def _with_firm(treaties: dict[str, Treaty], extra: Path) -> Catalogue:
    refused: list[Refusal] = []
    firm: list[tuple[Path, Treaty]] = []
    if not extra.is_dir():
        problem = Fault(
            extra.name,
            "",
            "there is no such directory",
            "",
            "Create it, or correct the setting that names it",
        )
        return Catalogue(MappingProxyType(treaties), (Refusal(extra, (problem,)),))
    for path in sorted(extra.glob("*.toml")):
        found = _one(path, treaties)
        if isinstance(found, Treaty):
            treaties[found.code] = found
            firm.append((path, found))
        else:
            refused.append(Refusal(path, tuple(found)))
    for path, treaty in firm:
        if wrong := _borrowing(treaty, treaties):
            refused.append(Refusal(path, tuple(wrong)))
            del treaties[treaty.code]
    return Catalogue(MappingProxyType(treaties), tuple(sorted(refused, key=lambda one: one.path)))


def _one(path: Path, treaties: Mapping[str, Treaty]) -> Treaty | tuple[Fault, ...]:
    """The treaty in the file, or why it cannot be used beside those already read."""
    try:
        status = path.stat()
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        known = _read.get(path)
        if known is None or known[0] != stamp:
            known = _read[path] = (stamp, _load(path))
    except OSError as error:
        return (
            Fault(
                path.name,
                "",
                f"the file cannot be read ({error.strerror})",
                "",
                "Check that it is a file and may be read",
            ),
        )
    found = known[1]
    if isinstance(found, TreatyError):
        return found.faults
    if found.code in treaties:
        other = Path(treaties[found.code].path).name
        return (
            Fault(
                path.name,
                "treaty.code",
                f'the code "{found.code}" belongs to {other} already',
                "",
                "Give this treaty a code of its own",
            ),
        )
    return found


def _load(path: Path) -> Treaty | TreatyError:
    try:
        return load_treaty(path)
    except TreatyError as error:
        return error


def _borrowing(treaty: Treaty, treaties: Mapping[str, Treaty]) -> list[Fault]:
    """Borrowed paragraphs that the treaty they are taken from does not have."""
    faults = []
    for label, borrowed in treaty.borrowed.items():
        lender = treaties.get(borrowed.borrowed_from or "")
        if lender is None or label not in lender.paragraphs:
            problem = (
                f"{borrowed.borrowed_from} is no treaty of the catalogue that restates {label}"
            )
            faults.append(
                Fault(
                    Path(treaty.path).name,
                    f'borrowed."{label}".from',
                    problem,
                    ", ".join(treaties),
                    "Name the treaty the paragraph is taken from",
                )
            )
    return faults

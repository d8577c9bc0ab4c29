"""The manifest of a backup: what the file is and what is in it, in JSON beside the file.

Keep a copy of it elsewhere: it says how many versions each client file had and the hash of the last
one, which nobody who changes the database can take back.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pe_wizard.operations.contents import Contents
from pe_wizard.operations.errors import Damaged, OperationRefused

FORMAT = "pe-backup/1"
SUFFIX = ".manifest.json"
BLOCK = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """`made_at`: UTC, ISO 8601; `database`: "sqlite" or "postgresql"; `bytes` and `sha256` are of
    the backup file."""

    product_version: str
    made_at: str
    database: str
    bytes: int
    sha256: str
    contents: Contents

    def must_describe(self, file: Path) -> None:
        """Damaged unless these are the bytes that were written."""
        if file.stat().st_size != self.bytes or digest(file) != self.sha256:
            raise Damaged(
                f"{file} is damaged: it is not the file of which its manifest was made "
                f"(sha256 {self.sha256})."
            )


def beside(file: Path) -> Path:
    """Where the manifest of a backup file is."""
    return Path(f"{file}{SUFFIX}")


def write(manifest: Manifest, file: Path) -> None:
    """Write the manifest beside the file; only its owner may read it."""
    content = {"format": FORMAT, "file": file.name, **asdict(manifest)}
    text = json.dumps(content, indent=2, sort_keys=True) + "\n"
    descriptor = os.open(beside(file), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as output:
        output.write(text)
        output.flush()
        os.fsync(output.fileno())


def read(file: Path) -> Manifest:
    """The manifest beside the file. OperationRefused without one, Damaged if it cannot be read."""
    path = beside(file)
    if not path.is_file():
        raise OperationRefused(
            f"There is no {path}. Put the manifest beside the backup; if it is lost, "
            "--without-manifest restores without comparing."
        )
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        if content["format"] != FORMAT:
            raise OperationRefused(
                f"{path} is of the format {content['format']!r}; this product reads {FORMAT!r}."
            )
        return Manifest(
            product_version=str(content["product_version"]),
            made_at=str(content["made_at"]),
            database=str(content["database"]),
            bytes=int(content["bytes"]),
            sha256=str(content["sha256"]),
            contents=Contents(**content["contents"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"{path} cannot be read: {error!r}.") from None


def digest(file: Path) -> str:
    """The SHA-256 of a file, in 64 hexadecimal digits."""
    found = hashlib.sha256()
    with file.open("rb") as source:
        while block := source.read(BLOCK):
            found.update(block)
    return found.hexdigest()

"""Which client file an address is about: by the names of the ids that stand in it.

Other applications `register` the ids of what they keep in a client file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pe_wizard.clients.models import ClientFile


@dataclass(frozen=True)
class Subject:
    """What a page is about: the kind ("version"), its client file, and values for the log."""

    kind: str
    client_file: ClientFile
    details: dict[str, str | int] = field(default_factory=dict)


Find = Callable[[UUID], Subject | None]


def _client_file(client_file_id: UUID) -> Subject | None:
    found = ClientFile.objects.filter(pk=client_file_id).first()
    return Subject("client_file", found) if found else None


_finds: dict[str, Find] = {"client_file_id": _client_file}


def register(**finds: Find) -> None:
    """Add how the subject is found, by the name of the id in addresses: ``version_id=…``."""
    _finds.update(finds)


def named_in(parts: dict[str, Any]) -> tuple[str, UUID] | None:
    """The first id in the parts of an address that names something of a client file."""
    for name in _finds:
        if isinstance(parts.get(name), UUID):
            return name, parts[name]
    return None


def subject(name: str, identity: UUID) -> Subject | None:
    """What is there under this id; None for nothing."""
    return _finds[name](identity)

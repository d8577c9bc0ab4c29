"""Which client file a command means."""

from __future__ import annotations

from uuid import UUID

from pe_wizard.clients.models import ClientFile


class UnknownClientFile(Exception):
    """There is none, or more than one; the message says which."""


def client_file_named(text: str) -> ClientFile:
    """The client file of this id or reference. Raises UnknownClientFile."""
    try:
        found = list(ClientFile.objects.filter(pk=UUID(text)))
    except ValueError:
        found = list(ClientFile.objects.filter(reference=text)[:20])
    if not found:
        raise UnknownClientFile("There is no client file with this id or reference.")
    if len(found) > 1:
        ids = ", ".join(str(one.pk) for one in found)
        raise UnknownClientFile(f"More than one client file has this reference. Give an id: {ids}")
    return found[0]

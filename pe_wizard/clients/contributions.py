"""What other applications show on pages of this one: each adds a function that makes its context.

This application knows none of them by name; `register` is called when they are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pe_wizard.accounts.models import User
from pe_wizard.clients.models import ClientFile

_desk: list[Callable[[User], Mapping[str, Any]]] = []
_client_file: list[Callable[[ClientFile], Mapping[str, Any]]] = []


def register(
    *,
    desk: Callable[[User], Mapping[str, Any]] | None = None,
    client_file: Callable[[ClientFile], Mapping[str, Any]] | None = None,
) -> None:
    """Add to the context of the desk, or of the page of one client file."""
    if desk is not None and desk not in _desk:
        _desk.append(desk)
    if client_file is not None and client_file not in _client_file:
        _client_file.append(client_file)


def on_desk(user: User) -> dict[str, Any]:
    """What is shown to this adviser beside the list of files."""
    return {name: value for make in _desk for name, value in make(user).items()}


def on_client_file(client_file: ClientFile) -> dict[str, Any]:
    """What is shown of a file that the adviser was given, beside its people and its log."""
    return {name: value for make in _client_file for name, value in make(client_file).items()}

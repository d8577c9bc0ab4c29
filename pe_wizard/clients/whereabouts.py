"""Where the request that is being answered came from, for the event log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

_address: ContextVar[str | None] = ContextVar("address", default=None)


def here() -> str | None:
    """The network address of whoever asks; None outside a request, for a command."""
    return _address.get()


@contextmanager
def coming_from(request: HttpRequest) -> Iterator[None]:
    """While this lasts, `here` is the address of the request; forwarded ones are believed only
    from the proxies that TRUSTED_PROXY_COUNT counts."""
    token = _address.set(_address_of(request))
    try:
        yield
    finally:
        _address.reset(token)


def _address_of(request: HttpRequest) -> str | None:
    try:
        address: str = get_adapter().get_client_ip(request)
    except (PermissionDenied, ImproperlyConfigured):  # none, or fewer proxies than there should be
        return None
    return address.partition("%")[0]

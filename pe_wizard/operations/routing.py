"""Every address of the site and what it answers, read from the views and what stands around them.

Nothing is called. The doors of the site and Django's decorators keep the methods they let through
where `inspect` finds them; a class has a method of its own for each. A view of which neither says
anything answers every method, and is listed so.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.views.generic import View

ALL_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
# What the decorators call the methods they let through: Django's, the site's doors.
NAMES = ("request_method_list", "methods")


@dataclass(frozen=True)
class Route:
    """`pattern`: the address with <converter:name> for its parts, or a regular expression;
    `parts`: {name: converter}; `right`: what one needs in the client file, "" where it is not about
    one."""

    name: str
    pattern: str
    parts: dict[str, str]
    methods: tuple[str, ...]
    signed_in: bool
    right: str
    view: str


def routes() -> list[Route]:
    """All of them, in the order in which addresses are looked up."""
    return list(_routes(get_resolver().url_patterns, "/", "", {}))


def _routes(
    patterns: Sequence[URLPattern | URLResolver],
    before: str,
    namespace: str,
    parts: dict[str, str],
) -> Iterator[Route]:
    for one in patterns:
        here = before + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        named = {
            **parts,
            **{name: _converter(it) for name, it in one.pattern.converters.items()},
            **dict.fromkeys(re.findall(r"\(\?P<(\w+)>", str(one.pattern)), "regex"),
        }
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from _routes(one.url_patterns, here, inner, named)
            continue
        layers = list(_layers(one.callback))
        yield Route(
            name=namespace + one.name if one.name else "",
            pattern=here,
            parts=named,
            methods=_methods(layers),
            signed_in=bool(getattr(one.callback, "login_required", True)),
            right=_right(layers),
            view=_name(layers),
        )


def _name(layers: list[Callable[..., Any]]) -> str:
    view = getattr(layers[0], "view_class", layers[-1])
    return f"{view.__module__}.{view.__qualname__}"


def _converter(converter: object) -> str:
    return type(converter).__name__.removesuffix("Converter").lower()


def _layers(view: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The view and everything wrapped around it, the outermost first."""
    yield view
    while (inner := getattr(view, "__wrapped__", None)) is not None:
        view = inner
        yield view


def _methods(layers: list[Callable[..., Any]]) -> tuple[str, ...]:
    """What every layer lets through."""
    allowed = set(ALL_METHODS)
    for layer in layers:
        kept = _kept(layer)
        for name in NAMES:
            if name in kept:
                given = kept[name].value if isinstance(kept[name], Enum) else kept[name]
                allowed &= {str(method).upper() for method in given}
        view_class = getattr(layer, "view_class", None)
        if isinstance(view_class, type) and issubclass(view_class, View):
            allowed &= {
                name.upper() for name in view_class.http_method_names if hasattr(view_class, name)
            } | ({"HEAD"} if hasattr(view_class, "get") else set())
    return tuple(method for method in ALL_METHODS if method in allowed)


def _right(layers: list[Callable[..., Any]]) -> str:
    for layer in layers:
        right = _kept(layer).get("right")
        if isinstance(right, Enum):
            return str(right.value)
    return ""


def _kept(layer: Callable[..., Any]) -> dict[str, Any]:
    """The values that a function keeps from where it was made."""
    if not inspect.isfunction(layer):
        return {}
    return dict(inspect.getclosurevars(layer).nonlocals)

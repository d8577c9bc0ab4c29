"""Filters for treaties in columns: what belongs to each, taken together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import template

register = template.Library()


@register.filter
def beside(values: Sequence[Any], others: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each value with the one that belongs to the same column."""
    return list(zip(values, others, strict=True))


@register.filter
def beside_too(pairs: Sequence[tuple[Any, ...]], others: Iterable[Any]) -> list[tuple[Any, ...]]:
    """The same, for what stands together already."""
    return [(*pair, other) for pair, other in zip(pairs, others, strict=True)]

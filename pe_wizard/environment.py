"""Typed values from the environment. A wrong value stops the start and says what would be right.

An empty value counts as not given, so a line such as ``DEBUG=`` in an environment file is harmless.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")


def _wrong(name: str, value: str, allowed: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"The environment variable {name} is {value!r}; it must be {allowed}. "
        "Correct it, or unset it."
    )


def text(name: str, default: str = "") -> str:
    """The value without surrounding blanks, or the default."""
    return os.environ.get(name, "").strip() or default


def choice(name: str, options: Sequence[str], default: str) -> str:
    """One of the options, exactly as written there."""
    value = text(name, default)
    if value not in options:
        raise _wrong(name, value, "one of " + ", ".join(options))
    return value


def flag(name: str, default: bool) -> bool:
    """A yes or no: 1/0, true/false, yes/no, on/off in any case."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE + FALSE:
        raise _wrong(name, value, "one of " + ", ".join(TRUE + FALSE))
    return value in TRUE


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number that is not below ``least``."""
    value = text(name)
    if not value:
        return default
    try:
        result = int(value)
    except ValueError:
        raise _wrong(name, value, "a whole number") from None
    if result < least:
        raise _wrong(name, value, f"a whole number of at least {least}")
    return result


def names(name: str, default: Sequence[str] = ()) -> list[str]:
    """A list separated by commas; blanks around the items do not count."""
    return [item.strip() for item in text(name).split(",") if item.strip()] or list(default)


def directory(name: str) -> Path | None:
    """An existing directory, or None when the variable is not given."""
    value = text(name)
    if not value:
        return None
    path = Path(value).expanduser()
    if not path.is_dir():
        raise _wrong(name, value, "the path of an existing directory")
    return path.resolve()


def day(name: str) -> date | None:
    """A date written year-month-day, or None when the variable is not given."""
    value = text(name)
    if not value:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise _wrong(name, value, "a date written as 2026-08-03") from None

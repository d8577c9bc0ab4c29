"""The canonical bytes of a version and their hash.

Keys sorted, no blanks, UTF-8 as it is: the same version gives the same bytes on every machine. Each
version names the hash of the one before it in its client file.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

FORMAT = "pe-version/1"


def canonical(value: Any) -> bytes:
    """The value as canonical JSON. Raises ValueError for NaN and infinite numbers."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def sha256(content: bytes) -> str:
    """The hash in 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def moment(value: datetime) -> str:
    """A point in time in UTC, to the microsecond: 2026-08-03T14:20:00.000000Z."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

"""One way to write a value down, so that the same value gives the same bytes on every machine."""

from __future__ import annotations

import json
from typing import Any


def canonical(value: Any) -> bytes:
    """The value as canonical JSON: keys sorted, no blanks, UTF-8 as it is.

    Raises ValueError for NaN and infinite numbers.
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()

"""How the last complete run of the command ended: numbers alone, kept for administrators.

They can be had again at any time, so they are kept where what expires is kept, beside the counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from pe_wizard.rerun.running import Ending

KEY = "rerun:last:{code}:{digest}"


@dataclass(frozen=True)
class LastRun:
    """When the versions of a treaty were run under this file of it, and how many ended how."""

    at: datetime
    numbers: Mapping[Ending, int]


def keep(code: str, digest: str, numbers: Counter[Ending]) -> None:
    """Keep the numbers of a treaty, under the digest of the file they were run under."""
    kept = {"at": timezone.now(), "numbers": {one.name: numbers[one] for one in Ending}}
    cache.set(KEY.format(code=code, digest=digest), kept, timeout=None)


def last_run(code: str, digest: str) -> LastRun | None:
    """The numbers of the treaty under this file; None where it was not run yet."""
    kept = cache.get(KEY.format(code=code, digest=digest))
    if kept is None:
        return None
    return LastRun(kept["at"], {one: kept["numbers"].get(one.name, 0) for one in Ending})

"""Where failed tries and spent codes are counted: files that all worker processes share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.files import locks


class Counters(FileBasedCache):
    """Django's cache in files with two differences that counting needs.

    `add` is one step: of two processes that add the same key, one is told that it was there. And
    what has expired makes room first, so that counters in use are not thrown out by many new ones.
    """

    def add(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Whether the key was free; then it holds the value now."""
        self._createdir()  # type: ignore[attr-defined]
        with open(Path(self._dir) / "lock", "a") as lock:  # type: ignore[attr-defined]
            locks.lock(lock, locks.LOCK_EX)
            return super().add(key, value, timeout, version)  # closing the file unlocks it

    def _cull(self) -> None:
        files = self._list_cache_files()  # type: ignore[attr-defined]
        if len(files) < self._max_entries:
            return
        for name in files:
            try:
                with open(name, "rb") as file:
                    self._is_expired(file)  # type: ignore[attr-defined]  # and then removed
            except FileNotFoundError:
                continue
        super()._cull()  # type: ignore[misc]

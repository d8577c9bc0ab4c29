"""The treaties in use as the settings have them, and Django's system check of their files.

A fault of a file of the catalogue is an error. A firm's own file that is refused is a warning: the
others are in use, and only that treaty is missing.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from treaties import Catalogue, TreatyError, catalogue

FAULTY, REFUSED = "treaties.E001", "treaties.W001"


def treaties_in_use() -> Catalogue:
    """The catalogue, and the firm's own files where the setting TREATY_FILES_DIR names a directory.

    Raises TreatyError if a file of the catalogue is faulty.
    """
    return catalogue(getattr(settings, "TREATY_FILES_DIR", None))


@register()
def treaty_files(**options: Any) -> list[CheckMessage]:
    """One message for each fault: where it is, what is wrong, what to do."""
    try:
        refused = treaties_in_use().refused
    except TreatyError as error:
        return [Error(str(fault), id=FAULTY) for fault in error.faults]
    return [
        Warning(str(fault), hint="The other treaties are in use.", obj=one.path.name, id=REFUSED)
        for one in refused
        for fault in one.faults
    ]

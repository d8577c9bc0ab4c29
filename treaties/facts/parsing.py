"""A facts document turned into Facts, or refused with everything that is wrong in it."""

from collections.abc import Mapping
from typing import Any

from treaties.errors import FactsError
from treaties.facts.building import build
from treaties.facts.checking import Check
from treaties.facts.objects import Facts


def parse_facts(document: Any, *, states: Mapping[str, tuple[str, str]] | None = None) -> Facts:
    """The typed facts of one `pe-facts/1` document, given as plain JSON values.

    Text comes out in NFC, an empty single line is null, a percentage is exact; nothing of the input
    is kept or changed. With `states` (treaty code → its two parties) the treaty and the two States
    are checked too; readings are checked against the treaty when it is applied.

    Raises FactsError with all faults in document order, up to a thousand, and a count of others.
    """
    check = Check()
    normal, contested = check.document(document)
    if states is not None and not check.faults:
        check.check_parties(normal, states)
    if check.faults:
        raise FactsError(check.faults, check.more)
    return build(normal, contested)

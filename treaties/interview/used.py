"""Facts without the answers that are not used: what is assessed and completed."""

from __future__ import annotations

from typing import Any

from treaties.facts import Facts
from treaties.interview.objects import Interview


def used_facts(facts: Facts, asked: Interview) -> dict[str, Any]:
    """The facts document without what is not used: the document that is assessed and completed.

    Unused answers become null and lose their place in `not_known`; annotations on them go as well.
    """
    unused = set(asked.unused)
    document: dict[str, Any] = _copied(facts.document)
    holders: dict[str, Any] = {"": document}
    for path in unused:
        way, _, last = path.rpartition(".")
        holder = _holder(holders, way)
        if holder is not None and last in holder:
            holder[last] = None
    for key in ("not_known", "annotations"):
        kept = document.get(key)
        if isinstance(kept, list):
            document[key] = [path for path in kept if path not in unused]
        elif isinstance(kept, dict):
            document[key] = {path: value for path, value in kept.items() if path not in unused}
    return document


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return value


def _holder(holders: dict[str, Any], way: str) -> Any:
    """What holds the facts under a path, an item or a group; None where there is none.

    `holders` remembers those found; every item of a list is entered once its list is come to.
    """
    if way not in holders:
        before, _, step = way.rpartition(".")
        name, _, item = step.partition("[")
        outer = _holder(holders, before)
        held = None if outer is None else outer.get(name)
        prefix = f"{before}.{name}" if before else name
        if not item:
            holders[way] = held
        else:
            holders[way] = None
            for index, one in enumerate(held or ()):
                key = index if name == "periods" else one.get("id", one.get("kind"))
                holders[f"{prefix}[{key}]"] = one
    return holders[way]

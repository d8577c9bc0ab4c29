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
    for path in unused:
        _clear(document, path)
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


def _clear(document: dict[str, Any], path: str) -> None:
    """Sets the fact at a path to not known."""
    *way, last = path.split(".")
    holder: Any = document
    for step in way:
        name, _, item = step.partition("[")
        holder = holder.get(name)
        if item and holder is not None:
            key = item.rstrip("]")
            holder = (
                holder[int(key)]
                if name == "periods"
                else next(one for one in holder if key in (one.get("id"), one.get("kind")))
            )
        if holder is None:
            return
    if last in holder:
        holder[last] = None

"""Facts documents as plain JSON: walking them, their items, and what refers to what.

Pure functions. Nothing here knows a draft, a person or a treaty, and nothing decides anything. A
function that changes a document changes the one it is given: copy it first (`copied`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pe_wizard.assessments.errors import ItemGone, UnknownChoice
from pe_wizard.text import FORBIDDEN
from treaties import FIELDS, LISTS, SHAPES, FactsError, Fault, Field, parse_path

Document = dict[str, Any]

# The first letter of an id made here, by list.
LETTERS = {
    "related_enterprises": "r",
    "places": "p",
    "building_sites": "s",
    "services": "e",
    "exploration": "x",
    "agents": "a",
}
LEGIBLE = "abcdefghjkmnpqrstuvwxyz23456789"
LONGEST_ID = 64
_PART = re.compile(r"([^.\[\]]+)|\[([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class Found:
    """A key that a document has: its path, the path without ids, and the object that holds it."""

    path: str
    pattern: str
    field: Field
    owner: dict[str, Any]

    @property
    def value(self) -> Any:
        """What stands there."""
        return self.owner[self.field.name]


def walk(document: Document) -> Iterator[Found]:
    """Every key of the document that the format knows, in document order, owners before parts."""
    yield from _walk(document, "", "")


def _walk(owner: dict[str, Any], path: str, pattern: str) -> Iterator[Found]:
    for name, value in owner.items():
        field = FIELDS.get(f"{pattern}{name}")
        if field is None:
            continue
        found = Found(f"{path}{name}", f"{pattern}{name}", field, owner)
        yield found
        if field.kind == "group" and isinstance(value, dict):
            yield from _walk(value, f"{found.path}.", f"{found.pattern}.")
        elif field.kind == "list" and isinstance(value, list):
            key = SHAPES[field.of].key
            for at, item in enumerate(value):
                if isinstance(item, dict):
                    name_of_item = item.get(key) if key else at
                    yield from _walk(item, f"{found.path}[{name_of_item}].", f"{found.pattern}[].")


def copied(value: Any) -> Any:
    """The same JSON value in containers of its own."""
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    return value


def storable(value: Any) -> Any:
    """The value as a database can store it: exact numbers as JSON, no forbidden characters."""
    if isinstance(value, dict):
        return {_legible(str(key)): storable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [storable(one) for one in value]
    if isinstance(value, str):
        return _legible(value)
    if isinstance(value, Decimal):
        if value == value.to_integral_value():
            return int(value)
        return float(value) if Decimal(repr(float(value))) == value else format(value, "f")
    return value


def _legible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return FORBIDDEN.sub("\ufffd", text)


# ---- items


def items(document: Document, list_name: str) -> list[dict[str, Any]]:
    """The items of a list; none where the list is not known. UnknownChoice for another list."""
    if list_name not in LISTS:
        raise UnknownChoice(list_name)
    return document.get(list_name) or []


def item(document: Document, list_name: str, item_id: str) -> dict[str, Any]:
    """The item of that id. Raises ItemGone."""
    return items(document, list_name)[position(document, list_name, item_id)]


def position(document: Document, list_name: str, item_id: str) -> int:
    """Where the item stands in its list, from 0. Raises ItemGone."""
    for at, one in enumerate(items(document, list_name)):
        if one.get("id") == item_id:
            return at
    raise ItemGone(list_name, item_id)


def ids(document: Document) -> set[str]:
    """The ids of all items of the document."""
    return {one["id"] for name in LISTS for one in items(document, name) if "id" in one}


def new_id(list_name: str, taken: set[str]) -> str:
    """An id for a new item, such as a7kf3: short, and not one of those taken."""
    if list_name not in LISTS:
        raise UnknownChoice(list_name)
    while True:
        made = LETTERS[list_name] + "".join(secrets.choice(LEGIBLE) for _ in range(4))
        if made not in taken:
            return made


def under(path: str, list_name: str, item_id: str) -> bool:
    """Whether the path names the item or something of it."""
    start = f"{list_name}[{item_id}]"
    return path == start or path.startswith(f"{start}.")


def references_to(document: Document, item_id: str) -> list[Found]:
    """Everything in the document that names this item, outside of the item itself."""
    return [
        found
        for found in walk(document)
        if found.field.kind == "reference" and found.value == item_id
    ]


def add(document: Document, list_name: str, new: dict[str, Any]) -> None:
    """Put the item at the end of its list, which is known from then on."""
    document[list_name] = [*items(document, list_name), new]
    answered(document, list_name)


def answered(document: Document, path: str) -> None:
    """The path is no longer among what was answered "not known"."""
    not_known = document.get("not_known")
    if not_known and path in not_known:
        document["not_known"] = [one for one in not_known if one != path]


def copy_of(document: Document, list_name: str, item_id: str, copy_id: str, name: str) -> None:
    """A copy of the item behind it, under another id and name, its "not known" answers too."""
    at = position(document, list_name, item_id)
    those = list(items(document, list_name))
    those.insert(at + 1, {**copied(those[at]), "id": copy_id, "name": name})
    document[list_name] = those
    start = f"{list_name}[{item_id}]"
    document["not_known"] = (document.get("not_known") or []) + [
        f"{list_name}[{copy_id}]{path.removeprefix(start)}"
        for path in document.get("not_known") or []
        if under(path, list_name, item_id)
    ]


def move(document: Document, list_name: str, item_id: str, to: int) -> None:
    """Put the item at another position, from 0; one outside of the list is its nearest end."""
    those = list(items(document, list_name))
    one = those.pop(position(document, list_name, item_id))
    those.insert(max(0, min(to, len(those))), one)
    document[list_name] = those


def remove(document: Document, list_name: str, item_id: str) -> dict[str, Any]:
    """Take the item out, and what was said about it; what named it says "not known" from then on.

    Returns what `restore` needs to undo that.
    """
    at = position(document, list_name, item_id)
    taken = items(document, list_name)[at]
    document[list_name] = [one for one in items(document, list_name) if one is not taken]
    references = []
    for found in references_to(document, item_id):
        found.owner[found.field.name] = None
        references.append({"path": found.path, "beside": _beside(found)})
    removed = {
        "list": list_name,
        "item": taken,
        "position": at,
        "references": references,
        "not_known": [p for p in document.get("not_known") or [] if under(p, list_name, item_id)],
        "annotations": {
            path: note
            for path, note in (document.get("annotations") or {}).items()
            if under(path, list_name, item_id)
        },
    }
    tidy(document)
    return removed


def restore(document: Document, removed: dict[str, Any]) -> list[str]:
    """Put a removed item back where it was, with what was said about it and what named it.

    Returns the paths that named it and name something else now, or are gone: they stay as they are.
    """
    list_name, one = removed["list"], removed["item"]
    those = list(items(document, list_name))
    those.insert(min(removed["position"], len(those)), copied(one))
    document[list_name] = those
    answered(document, list_name)
    open_places = {
        found.path: found
        for found in walk(document)
        if found.field.kind == "reference" and found.value is None
    }
    left = []
    for reference in removed.get("references", []):
        found = open_places.get(reference["path"])
        if found is None or _beside(found) != reference["beside"]:
            alike = (
                other
                for path, other in open_places.items()
                if _without_numbers(path) == _without_numbers(reference["path"])
            )
            found = next((o for o in alike if _beside(o) == reference["beside"]), None)
        if found is None:
            left.append(reference["path"])
            continue
        found.owner[found.field.name] = one["id"]
        del open_places[found.path]
    if removed.get("not_known"):
        document["not_known"] = [*(document.get("not_known") or []), *removed["not_known"]]
    if removed.get("annotations"):
        document["annotations"] = {
            **removed["annotations"],
            **(document.get("annotations") or {}),
        }
    tidy(document)
    return left


def _beside(found: Found) -> dict[str, Any] | None:
    """What tells a row without an id from its neighbours; None for a field of a named item."""
    if "[]." not in found.pattern or found.pattern.count("[]") == 1:
        return None
    return {name: value for name, value in found.owner.items() if name != found.field.name}


def _without_numbers(path: str) -> str:
    return re.sub(r"\[\d+\](?=\.)", "[]", path)


def tidy(document: Document) -> None:
    """Drop "not known" answers and notes about what is no longer in the document."""
    not_known = document.get("not_known")
    if not_known:
        document["not_known"] = [p for p in dict.fromkeys(not_known) if _is_there(document, p)]
    annotations = document.get("annotations")
    if annotations:
        document["annotations"] = {
            path: note for path, note in annotations.items() if _is_there(document, path)
        }


def _is_there(document: Document, path: str) -> bool:
    """Whether every item on the way of the path exists; a path that is none stays as it is."""
    try:
        steps = parse_path(path).steps
    except FactsError:
        return True
    value: Any = document
    for step in steps:
        value = value.get(step.field.name) if isinstance(value, dict) else None
        if step.item is not None:
            value = _row(value, step.field, str(step.item))
            if value is None:
                return False
    return True


def _row(rows: Any, field: Field, name: str) -> dict[str, Any] | None:
    """The row of that id, kind or number; None where there is none."""
    key = SHAPES[field.of].key
    if not isinstance(rows, list):
        return None
    found = [one for one in rows if key and isinstance(one, dict) and one.get(key) == name]
    if not found and name.isdigit() and int(name) < len(rows):
        # Faults name a row by its number where its id or kind is no name.
        found = [] if key and _named(rows[int(name)], key) else [rows[int(name)]]
    return found[0] if found and isinstance(found[0], dict) else None


def _named(row: Any, key: str) -> bool:
    return isinstance(row, dict) and isinstance(row.get(key), str)


# ---- faults


def without_faults(document: Document, faults: tuple[Fault, ...]) -> Document:
    """The document with whatever is faulty taken out, so that the rest can be assessed.

    What is taken out counts as not known; that of a period loses its end, never gains one.
    """
    mended: Document = copied(document)
    for fault in reversed(faults):  # from the end, so that numbers of rows stay right
        _take_out(mended, fault.path)
    tidy(mended)
    return mended


def _take_out(document: Document, path: str) -> None:
    for said in ("annotations", "not_known"):
        if path.startswith(f"{said}["):
            document[said] = _without(document.get(said), path.removeprefix(said)[1:])
            return
    owner: Any = document
    pattern, last = "", ""
    for name, row in _PART.findall(path):
        if name:
            if last:
                owner, pattern = owner.get(last), f"{pattern}."
            pattern, last = f"{pattern}{name}", name
        else:
            field = FIELDS.get(pattern)
            rows = owner.get(last)
            owner = _row(rows, field, row) if field and field.kind == "list" else None
            pattern, last = f"{pattern}[]", ""
        if not isinstance(owner, dict):
            return
        if not name:
            pattern += "."
    if last:
        owner.pop(last, None)


def _without(said: Any, name: str) -> Any:
    """What was said about facts without the entry that a fault names ("3]", "path]", "path].x")."""
    if isinstance(said, list):
        number = name.rstrip("]")
        return [one for at, one in enumerate(said) if str(at) != number]
    if isinstance(said, dict):
        return {path: note for path, note in said.items() if not name.startswith(f"{path}]")}
    return None


Change = Callable[[Document], Document]

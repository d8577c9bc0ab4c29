"""A facts document held against SHAPES: normalised, with every fault gathered.

Nothing here raises for bad data, and nothing recurses further than SHAPES does, so the depth and
the size of what comes in do no harm.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from treaties.errors import SHOWN, FactsError, Fault
from treaties.facts.paths import ID, LISTED, Path, Step, nearest, parse_path
from treaties.facts.shapes import FORMAT, ITEM_LISTS, SHAPES, Field, Kind, Shape
from treaties.facts.values import DAYS, ValueFault, percent_as_json, read_date, read_percent
from treaties.text import TextError, clean_line, clean_note, shown

KEPT_FAULTS = 1_000  # of one document; of those beyond, not all are looked for

Where = tuple[Any, str | int] | None  # the owner's Where, and a key or an item's number below it
Keys = tuple[str | int, ...]  # a way down the normalised document: keys and positions

_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Check:
    """One document's check: `faults` and `more` fill up while `document` normalises it."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.more = 0
        self._ids: dict[str, Where] = {}
        self._items: dict[str, dict[str, None]] = {}
        self._positions: dict[int, dict[object, int]] = {}

    def document(self, value: Any) -> tuple[dict[str, Any], dict[str, Keys]]:
        """The normalised document, and where in it each contested fact stands.

        Both are to be used only where `faults` is empty afterwards.
        """
        if not isinstance(value, dict):
            self._misfit(
                None,
                "",
                "an object",
                value,
                f'Give one facts document, {{"format": "{FORMAT}", …}}',
            )
            return {}, {}
        self._items = {name: _ids_in(value.get(name)) for name in ITEM_LISTS}
        document = self._keys(SHAPES["facts"], value, None)
        if document.get("residence_state") is not None and (
            document.get("residence_state") == document.get("source_state")
        ):
            self.add(
                None,
                "source_state",
                f"is the residence State too: {shown(document['source_state'])}",
                "Name the other party to the treaty",
            )
        self._check_not_known(document)
        return document, self._check_annotations(document)

    def check_parties(
        self, document: dict[str, Any], states: Mapping[str, tuple[str, str]]
    ) -> None:
        """Hold the treaty and the two States against the parties of every known treaty."""
        parties = states.get(document["treaty"])
        if parties is None:
            self.add(
                None,
                "treaty",
                f"is no treaty of the catalogue ({', '.join(sorted(states))}): "
                f"{shown(document['treaty'])}",
                nearest(document["treaty"], sorted(states)),
            )
            return
        for name in ("residence_state", "source_state"):
            if document[name] not in parties:
                self.add(
                    None,
                    name,
                    f"is no party to {document['treaty']}: {shown(document[name])}",
                    f"Name one of its parties, {' or '.join(parties)}",
                )

    def add(self, where: Where, name: str | int, problem: str, remedy: str) -> None:
        """Note one fault at `name` below `where`."""
        if len(self.faults) < KEPT_FAULTS:
            self.faults.append(Fault(_path(where, name), problem, remedy))
        else:
            self.more += 1

    def _object(
        self, shape: Shape, value: Any, owner: Where, name: str | int
    ) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            self._misfit(owner, name, "an object", value, "Write its keys and values in {}")
            return None
        return self._keys(shape, value, (owner, name))

    def _keys(self, shape: Shape, value: dict[Any, Any], where: Where) -> dict[str, Any]:
        rows, required, dated = _ROWS[shape.name]
        normal = value.copy()
        for name, found in value.items():
            row = rows.get(name)
            if row is None:
                self._unknown_key(shape, name, where)
                continue
            field, check, null, yes_no, known = row
            if found is None:
                if null:
                    continue
            elif found is True or found is False:
                if yes_no:
                    continue
            elif known is not None and isinstance(found, str) and found in known:
                continue
            normal[name] = check(self, field, found, where)
        for field in required:
            if field.name not in value:
                self.add(where, field.name, "is missing", f"Give the {field.means}")
        if dated:
            first, last = normal.get("from"), normal.get("to")
            if first is not None and last is not None and first > last:
                self.add(
                    where,
                    "to",
                    f"is {last}, before the first day {first}",
                    "Correct one of the two dates",
                )
        return normal

    def _unknown_key(self, shape: Shape, key: object, where: Where) -> None:
        if len(self.faults) >= KEPT_FAULTS:
            self.more += 1
            return
        name = key if isinstance(key, str) else ""
        known = (field.name for field in shape.fields)
        self.add(
            where,
            _safe(key),
            "is no key of this format",
            self._nearest(name, known, "; or remove it"),
        )

    def _list(self, field: Field, value: Any, where: Where) -> list[Any] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            self._misfit(where, field.name, "a list or null", value, "Put the items in []")
            return None
        here, shape = (where, field.name), SHAPES[field.of]
        if not shape.key:
            return [
                self._keys(shape, item, (here, at))
                if isinstance(item, dict)
                else self._object(shape, item, here, at)
                for at, item in enumerate(value)
            ]
        seen: dict[str, Where] = self._ids if shape.key == "id" else {}
        normal = []
        for at, item in enumerate(value):
            name: str | int = at
            key = item.get(shape.key) if isinstance(item, dict) else None
            if isinstance(key, str) and ID.fullmatch(key):
                if key in seen:
                    self.add(
                        (here, at),
                        shape.key,
                        f'is "{key}", which {_path(seen[key], shape.key)} has already',
                        "Give every item an id of its own"
                        if shape.key == "id"
                        else "Give each kind of activity once",
                    )
                else:
                    seen[key] = (here, at)
                    name = f"[{key}]"
            normal.append(self._object(shape, item, here, name))
        return normal

    def _group(self, field: Field, value: Any, where: Where) -> dict[str, Any] | None:
        if value is None:
            return None
        return self._object(SHAPES[field.of], value, where, field.name)

    def _yes_no(self, field: Field, value: Any, where: Where) -> bool | None:
        if value is True or value is False or value is None:
            return value
        self._misfit(where, field.name, "true, false or null", value, "Write null for not known")
        return None

    def _percent(self, field: Field, value: Any, where: Where) -> int | float | str | None:
        if value is None:
            return None
        try:
            return percent_as_json(read_percent(value))
        except ValueFault as fault:
            self.add(where, field.name, fault.problem, fault.remedy)
            return None

    def _date(self, field: Field, value: Any, where: Where) -> str | None:
        if value is None and not field.required:
            return None
        if not isinstance(value, str):
            self._misfit(
                where, field.name, "a date as text", value, 'Write a Gregorian date, "YYYY-MM-DD"'
            )
            return None
        try:
            read_date(value)
        except ValueFault as fault:
            self.add(where, field.name, fault.problem, fault.remedy)
            return None
        return value

    def _choice(self, field: Field, value: Any, where: Where) -> str | None:
        if value is None and not field.required:
            return None
        if isinstance(value, str) and value in field.choices:
            return value
        self.add(
            where,
            field.name,
            f"is none of the values allowed: {shown(value)}",
            nearest(
                value if isinstance(value, str) else "",
                field.choices,
                otherwise="" if field.required else "; or null when it is not known",
            ),
        )
        return None

    def _text(self, field: Field, value: Any, where: Where) -> str | None:
        if not isinstance(value, str):
            self._misfit(where, field.name, "a text or null", value, "Put it in quotes")
            return None
        try:
            text = clean_line(value)
        except TextError as error:
            self.add(where, field.name, error.problem, error.remedy)
            return None
        return None if text == "" else text

    def _note(self, field: Field, value: Any, where: Where) -> str | None:
        return None if value is None else self._cleaned(clean_note, value, where, field.name)

    def _code(self, field: Field, value: Any, where: Where) -> str | None:
        if isinstance(value, str) and _CODE.fullmatch(value):
            return value
        self._misfit(where, field.name, "a code", value, f"Give the {field.means}")
        return None

    def _id(self, field: Field, value: Any, where: Where) -> str | None:
        if isinstance(value, str) and ID.fullmatch(value):
            return value
        self._misfit(where, field.name, "an id", value, "Use 1 to 64 of A-Z a-z 0-9 _ -")
        return None

    def _reference(self, field: Field, value: Any, where: Where) -> str | None:
        if value is None:
            return None
        lists = " or ".join(field.to)
        if not isinstance(value, str):
            self._misfit(
                where, field.name, "an id or null", value, f"Name an item of {lists}, or write null"
            )
        elif any(value in self._items[name] for name in field.to):
            return value
        elif len(self.faults) < KEPT_FAULTS:
            ids = [one for name in field.to for one in islice(self._items[name], LISTED)]
            remedy = (
                self._nearest(value, ids, "; or null")
                if ids
                else f"Add it to {lists}, or write null"
            )
            self.add(where, field.name, f"names no item of {lists}: {shown(value)}", remedy)
        else:
            self.more += 1
        return None

    def _texts(self, field: Field, value: Any, where: Where) -> list[str] | None:
        return self._strings(field, value, where, self._line)

    def _paths(self, field: Field, value: Any, where: Where) -> list[str] | None:
        return self._strings(field, value, where, lambda text, here, at: text)

    def _strings(
        self, field: Field, value: Any, where: Where, check: Callable[[str, Where, int], str | None]
    ) -> list[str] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            self._misfit(where, field.name, "a list or null", value, "Put the texts in []")
            return None
        here, normal = (where, field.name), []
        for at, item in enumerate(value):
            if not isinstance(item, str):
                self._misfit(here, at, "a text", item, "Put it in quotes, or remove it")
                continue
            text = check(item, here, at)
            if text is not None:
                normal.append(text)
        return normal

    def _readings(self, field: Field, value: Any, where: Where) -> dict[str, str] | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            self._misfit(where, field.name, "an object", value, "Give name and option in {}")
            return None
        here, normal = (where, field.name), {}
        for name, option in value.items():
            if not isinstance(name, str) or not _CODE.fullmatch(name):
                self.add(here, _safe(name), "is no name of a reading", "Remove it")
            elif not isinstance(option, str) or not _CODE.fullmatch(option):
                self._misfit(here, name, "the name of an option", option, "Name one, or remove it")
            else:
                normal[name] = option
        return normal

    def _annotations(self, field: Field, value: Any, where: Where) -> dict[str, Any] | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            self._misfit(where, field.name, "an object", value, "Give facts paths as keys, in {}")
            return None
        here, shape, normal = (where, field.name), SHAPES[field.of], {}
        for path, annotation in value.items():
            normal[path] = self._object(shape, annotation, here, f"[{_safe(path)}]")
        return normal

    def _check_not_known(self, document: dict[str, Any]) -> None:
        paths = document.get("not_known")
        if not paths:
            return
        for at, text in enumerate(paths):
            path = self._existing(document, text, ((None, "not_known"), at), "")
            if path is not None and (path[0].names_item or not path[0].field.asks):
                self.add(
                    (None, "not_known"),
                    at,
                    f"{shown(text)} is no single fact",
                    "Name one yes/no fact, date, percentage, text or list",
                )
            elif path is not None and path[0].field.required:
                self.add(
                    (None, "not_known"), at, f"{shown(text)} is always known", "Remove it here"
                )
        document["not_known"] = list(dict.fromkeys(paths))

    def _check_annotations(self, document: dict[str, Any]) -> dict[str, Keys]:
        contested: dict[str, Keys] = {}
        here: Where = (None, "annotations")
        for text, annotation in (document.get("annotations") or {}).items():
            name = f"[{_safe(text)}]"
            found = self._existing(document, text, here, name)
            if found is None:
                continue
            path, keys = found
            if not path.names_item and not path.field.asks:
                self.add(here, name, "is on no fact", "Name a fact or an item")
            if annotation is not None and annotation.get("contested") is True:
                if path.field.kind == "yes_no":
                    contested[text] = keys
                else:
                    self.add(
                        (here, name),
                        "contested",
                        "is true, but only a yes/no fact can be contested",
                        "Write false, or annotate a yes/no fact",
                    )
        return contested

    def _existing(
        self, document: dict[str, Any], text: object, where: Where, name: str
    ) -> tuple[Path, Keys] | None:
        if len(self.faults) >= KEPT_FAULTS:
            return None
        try:
            path = parse_path(text) if isinstance(text, str) else parse_path("")
        except FactsError as error:
            for fault in error.faults:
                self.add(where, name, f"{shown(text)} {fault.problem}", fault.remedy)
            return None
        value: Any = document
        keys: list[str | int] = []
        for step in path.steps:
            keys.append(step.field.name)
            value = None if value is None else value.get(step.field.name)
            if step.item is None:
                continue
            position = self._position(value, step)
            if position is None:
                self.add(
                    where,
                    name,
                    f"{shown(text)} names an item that is not in {step.field.name}",
                    self._nearest_item(value, step),
                )
                return None
            keys.append(position)
            value = value[position]
        return path, tuple(keys)

    def _position(self, items: list[Any] | None, step: Step) -> int | None:
        if items is None:
            return None
        if isinstance(step.item, int):
            return step.item if step.item < len(items) else None
        return self._keyed(items, step).get(step.item)

    def _keyed(self, items: list[Any], step: Step) -> dict[object, int]:
        positions = self._positions.get(id(items))
        if positions is None:
            key = SHAPES[step.field.of].key
            positions = {item.get(key): at for at, item in enumerate(items) if item is not None}
            self._positions[id(items)] = positions
        return positions

    def _nearest_item(self, items: list[Any] | None, step: Step) -> str:
        if not items:
            return "Remove it: there are no items in that list"
        if isinstance(step.item, int):
            return f"Use a number from 0 to {len(items) - 1}, or remove it"
        known = (key for key in self._keyed(items, step) if isinstance(key, str))
        return self._nearest(str(step.item), known, "; or remove it")

    def _nearest(self, name: str, known: Iterable[str], otherwise: str) -> str:
        # Looking for likely names is slow: only for the faults that are written out.
        if len(self.faults) >= SHOWN:
            return f"Use a name that exists{otherwise}"
        return nearest(name, known, otherwise=otherwise)

    def _line(self, text: str, where: Where, name: int) -> str | None:
        return self._cleaned(clean_line, text, where, name)

    def _cleaned(
        self, clean: Callable[[str], str], value: Any, where: Where, name: str | int
    ) -> str | None:
        if not isinstance(value, str):
            self._misfit(where, name, "a text or null", value, "Put it in quotes")
            return None
        try:
            return clean(value)
        except TextError as error:
            self.add(where, name, error.problem, error.remedy)
            return None

    def _misfit(
        self, where: Where, name: str | int, wanted: str, found: object, remedy: str
    ) -> None:
        if len(self.faults) < KEPT_FAULTS:
            self.add(where, name, f"must be {wanted}, but is {shown(found)}", remedy)
        else:
            self.more += 1


_CHECKS: dict[Kind, Callable[[Check, Field, Any, Where], Any]] = {
    "yes_no": Check._yes_no,
    "percent": Check._percent,
    "date": Check._date,
    "choice": Check._choice,
    "text": Check._text,
    "note": Check._note,
    "code": Check._code,
    "id": Check._id,
    "reference": Check._reference,
    "group": Check._group,
    "list": Check._list,
    "texts": Check._texts,
    "paths": Check._paths,
    "readings": Check._readings,
    "annotations": Check._annotations,
}


class _Row(NamedTuple):
    """How one key is checked. Null, a truth value and a known text need no call where allowed."""

    field: Field
    check: Callable[[Check, Field, Any, Where], Any]
    null: bool
    yes_no: bool
    known: Container[str] | None


def _row(field: Field) -> _Row:
    known: Container[str] | None = field.choices if field.kind == "choice" else None
    return _Row(
        field,
        _CHECKS[field.kind],
        not field.required,
        field.kind == "yes_no",
        DAYS if field.kind == "date" else known,
    )


_ROWS = {
    name: (
        {field.name: _row(field) for field in shape.fields},
        [field for field in shape.fields if field.required],
        shape.dated,
    )
    for name, shape in SHAPES.items()
}


def _ids_in(items: Any) -> dict[str, None]:
    """The ids in a list, in its order."""
    if not isinstance(items, list | tuple):
        return {}
    ids = (item.get("id") for item in items if isinstance(item, dict))
    return {one: None for one in ids if isinstance(one, str)}


def _safe(key: object) -> str:
    """A key of the document's own making, short and visible, for use in a path."""
    text = key if isinstance(key, str) else shown(key)
    cut = text if len(text) <= 80 else f"{text[:79]}…"
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in cut)


def _path(where: Where, name: str | int) -> str:
    parts: list[str | int] = [] if name == "" else [name]
    while where is not None:
        where, part = where
        parts.append(part)
    text = ""
    for part in reversed(parts):
        if isinstance(part, int):
            text += f"[{part}]"
        elif part.startswith("["):
            text += part
        else:
            text += f".{part}" if text else part
    return text

"""Reads one table of a treaty file into its model; what pydantic finds wrong becomes faults."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from treaties.text import shown
from treaties.treaty.faults import Faults, rename
from treaties.treaty.shape import Wrong

Path = tuple[str | int, ...]
Reserved = Mapping[str, Sequence[str]]

NOT_YET = "is known, not supported yet"
WAIT = "Leave it out: no treaty that this version can read needs it"
SHAPES = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "int_from_float": "a whole number",
    "decimal_type": "a number",
    "float_type": "a number",
}


def read_table(
    model: type[BaseModel], raw: Any, key: str, faults: Faults, reserved: Reserved | None = None
) -> Any | None:
    """`raw` as `model`, or None with every fault noted under `key`.

    `reserved` names keys, and values of keys, that are known but not supported yet.
    """
    reserved = reserved or {}
    before = len(faults.all)
    for path, allowed in unknown_keys(model, raw):
        name = str(path[-1])
        if name in reserved:
            faults.add(where(key, path), f'the key "{name}" {NOT_YET}', WAIT)
        else:
            remedy = rename(name, allowed)
            faults.add(where(key, path), f'the key "{name}" is unknown', remedy, allowed)
    for path, name, word in words_in(raw):
        if word in reserved.get(name, ()):
            faults.add(where(key, path), f'the value "{word}" {NOT_YET}', WAIT)
        elif not word.strip():
            remedy = "Write the text, or leave the key out if it is optional"
            faults.add(where(key, path), "the text is empty", remedy)
    try:
        read = model.model_validate(raw, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        _note(error, model, raw, key, faults)
        return None
    return read if len(faults.all) == before else None


def words_in(raw: Any, path: Path = (), name: str = "") -> Iterator[tuple[Path, str, str]]:
    """Every text in a table, with its path and the last key on it."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            yield from words_in(value, (*path, key), key)
    elif isinstance(raw, list):
        for place, value in enumerate(raw):
            yield from words_in(value, (*path, place), name)
    elif isinstance(raw, str):
        yield path, name, raw


def where(key: str, path: Path) -> str:
    """The key of a value inside a table, as the file writes it; list items are counted from 1."""
    for part in path:
        if isinstance(part, int):
            key += f"[{part + 1}]"
        else:
            bare = part.replace("_", "").replace("-", "").isalnum() and part.isascii()
            key += ("." if key else "") + (part if bare else f'"{part}"')
    return key


def unknown_keys(kind: Any, raw: Any, path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """Each key that no model names, with the keys that are allowed beside it."""
    if isinstance(raw, dict):
        model = best_model(kind, raw)
        if model is not None:
            known = {field.alias or name: field for name, field in model.model_fields.items()}
            for name, value in raw.items():
                if name in known:
                    yield from unknown_keys(known[name].annotation, value, (*path, name))
                else:
                    yield (*path, name), list(known)
            return
        for member in members(kind):
            if get_origin(member) is dict:
                for name, value in raw.items():
                    yield from unknown_keys(get_args(member)[1], value, (*path, name))
    elif isinstance(raw, list):
        for member in members(kind):
            if get_origin(member) is list:
                for place, value in enumerate(raw):
                    yield from unknown_keys(get_args(member)[0], value, (*path, place))


def members(kind: Any) -> list[Any]:
    """The types a value may have: the members of a union, or the type itself."""
    if get_origin(kind) is Annotated:
        return members(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [one for member in get_args(kind) for one in members(member)]
    return [kind]


def best_model(kind: Any, raw: Mapping[str, Any]) -> type[BaseModel] | None:
    """The model that `raw` most likely means: the fixed words fit, and few keys are unknown."""
    models = [m for m in members(kind) if isinstance(m, type) and issubclass(m, BaseModel)]

    def misfit(model: type[BaseModel]) -> tuple[int, int]:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        words = sum(
            isinstance(raw.get(name), str) and raw[name] not in said
            for name, field in fields.items()
            if (said := literals(field.annotation))
        )
        return words, len(raw.keys() - fields.keys())

    return min(models, key=misfit, default=None)


def literals(kind: Any) -> list[str]:
    """The words a value may be, or a list of it may hold; empty where it may be any text."""
    words: list[str] = []
    for member in members(kind):
        if get_origin(member) is Literal:
            words += [shown_word(value) for value in get_args(member)]
        elif get_origin(member) is list:
            words += literals(get_args(member)[0])
    return words


def shown_word(value: Any) -> str:
    """A fixed value as a TOML file writes it, without quotation marks."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def allowed_in(kind: Any) -> str:
    """In words, what may stand where `kind` is asked for."""
    parts = literals(kind)
    for member in members(kind):
        if isinstance(member, type) and issubclass(member, BaseModel):
            fields = (field.alias or name for name, field in member.model_fields.items())
            parts.append("a table with " + ", ".join(fields))
    return (
        "; ".join(parts) if any(part.startswith("a table") for part in parts) else ", ".join(parts)
    )


def _note(
    error: ValidationError, model: type[BaseModel], raw: Any, key: str, faults: Faults
) -> None:
    """Notes each error once: of several readings of one value, the one that goes deepest."""
    found: dict[Path, list[Any]] = {}
    told = {fault.key for fault in faults.all}
    for one in error.errors(include_url=False):
        path, value = _place(one["loc"], raw, one["type"])
        if one["type"].startswith("union_tag"):
            path = (*path, one["ctx"]["discriminator"].strip("'"))
            value = value.get(path[-1])
        if where(key, path) not in told:
            found.setdefault(path, []).append((one, value))
    for path, errors in found.items():
        deeper = any(len(other) > len(path) and other[: len(path)] == path for other in found)
        if deeper and isinstance(errors[0][1], (dict, list)):
            continue
        name = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
        problem, allowed, remedy = _words(errors, _kind_at(model, raw, path), name, errors[0][1])
        faults.add(where(key, path), problem, remedy, allowed)


def _place(location: tuple[str | int, ...], raw: Any, type_: str) -> tuple[Path, Any]:
    """The path of a value in the file: pydantic names the members of unions in between."""
    path: Path = ()
    for step, part in enumerate(location):
        inside = (
            part in raw
            if isinstance(raw, dict)
            else isinstance(raw, list) and isinstance(part, int) and part < len(raw)
        )
        if inside:
            path, raw = (*path, part), raw[part]
        elif type_ == "missing" and step == len(location) - 1:
            return (*path, part), None
    return path, raw


def _kind_at(kind: Any, raw: Any, path: Path) -> Any:
    """The type asked for at `path`."""
    for part in path:
        inner: Any = None
        if isinstance(raw, dict):
            model = best_model(kind, raw)
            if model is not None:
                fields = {field.alias or name: field for name, field in model.model_fields.items()}
                inner = fields[str(part)].annotation if part in fields else None
            else:
                inner = next((get_args(m)[1] for m in members(kind) if get_origin(m) is dict), None)
            raw = raw.get(part)
        elif isinstance(raw, list) and isinstance(part, int):
            inner = next((get_args(m)[0] for m in members(kind) if get_origin(m) is list), None)
            raw = raw[part]
        kind = inner
    return kind


def _words(errors: list[Any], kind: Any, name: str, value: Any) -> tuple[str, str, str]:
    """Problem, what is allowed, and remedy, for the errors at one place."""
    by_type = {one["type"]: one for one, _ in errors}
    allowed = allowed_in(kind)
    if tag := by_type.get("union_tag_invalid") or by_type.get("union_tag_not_found"):
        allowed = tag["ctx"].get("expected_tags", "").replace("'", "")
    if "missing" in by_type or "union_tag_not_found" in by_type:
        return (
            f'the key "{name}" is missing',
            allowed,
            "No key has a default: say what the text says",
        )
    if "extra_forbidden" in by_type:
        return f'the key "{name}" is unknown here', "", "Take it out"
    if "value_error" in by_type:
        wrong = by_type["value_error"].get("ctx", {}).get("error")
        if isinstance(wrong, Wrong):
            return wrong.problem, wrong.allowed, wrong.remedy
        return str(wrong), allowed, "Correct it"
    for type_, limit in (("greater_than_equal", "ge"), ("less_than_equal", "le")):
        if type_ in by_type:
            bound = by_type[type_]["ctx"][limit]
            few = "at least" if limit == "ge" else "at most"
            return f"{shown(value)} is out of range", f"{few} {bound}", "Check the number"
    if "too_short" in by_type or "too_long" in by_type:
        context = (by_type.get("too_short") or by_type["too_long"])["ctx"]
        least = context.get("min_length") or context.get("max_length")
        few = "at least" if "too_short" in by_type else "at most"
        return f"the list has {len(value)} entries", f"{few} {least}", "Correct the list"
    if (tag or literals(kind)) and isinstance(value, (str, int)):
        known = allowed.split(", ") if tag else literals(kind)
        return f"{shown(value)} is not known here", allowed, rename(str(value), known)
    asked = [SHAPES[type_] for type_ in by_type if type_ in SHAPES]
    belongs = " or ".join(dict.fromkeys(asked)) or "another value"
    problem = f"{shown(value)} stands where {belongs} belongs"
    return problem, allowed, "Correct the value"

"""A small JSON Schema checker: the keywords that the two document schemas use, and no others."""

import re
from typing import Any

_SILENT = {"$schema", "$id", "$defs", "title", "description", "default", "format"}
_TYPES: dict[str, Any] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


def schema_faults(value: Any, schema: dict[str, Any]) -> list[str]:
    """What in the value the schema does not allow: one line each, with the place."""
    return list(_faults(value, schema, schema, "$"))


def _faults(value, schema, root, at):
    for keyword, wanted in schema.items():
        if keyword not in _SILENT:
            yield from _KEYWORDS[keyword](value, wanted, schema, root, at)


def _ref(value, wanted, schema, root, at):
    target = root
    for key in wanted.removeprefix("#/").split("/"):
        target = target[key]
    yield from _faults(value, target, root, at)


def _any_of(value, wanted, schema, root, at):
    tried = [list(_faults(value, one, root, at)) for one in wanted]
    if all(tried):
        yield max(tried, key=lambda faults: max(map(len, faults)))[0]


def _type(value, wanted, schema, root, at):
    if not any(_TYPES[one](value) for one in ([wanted] if isinstance(wanted, str) else wanted)):
        yield f"{at}: {value!r} is no {wanted}"


def _properties(value, wanted, schema, root, at):
    if isinstance(value, dict):
        for name in wanted.keys() & value.keys():
            yield from _faults(value[name], wanted[name], root, f"{at}.{name}")


def _additional(value, wanted, schema, root, at):
    if isinstance(value, dict):
        for name in value.keys() - schema.get("properties", {}).keys():
            if wanted is False:
                yield f"{at}: {name!r} is not allowed"
            else:
                yield from _faults(value[name], wanted, root, f"{at}.{name}")


def _required(value, wanted, schema, root, at):
    if isinstance(value, dict):
        yield from (f"{at}: {name!r} is missing" for name in wanted if name not in value)


def _dependent(value, wanted, schema, root, at):
    if isinstance(value, dict):
        for name in wanted.keys() & value.keys():
            yield from _required(value, wanted[name], schema, root, at)


def _items(value, wanted, schema, root, at):
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _faults(item, wanted, root, f"{at}[{index}]")


def _limit(applies, holds):
    def check(value, wanted, schema, root, at):
        if applies(value) and not holds(value, wanted):
            yield f"{at}: {value!r} against {wanted!r}"

    return check


_KEYWORDS = {
    "$ref": _ref,
    "anyOf": _any_of,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "required": _required,
    "dependentRequired": _dependent,
    "items": _items,
    "const": _limit(lambda _: True, lambda value, wanted: value == wanted),
    "enum": _limit(lambda _: True, lambda value, wanted: value in wanted),
    "pattern": _limit(_TYPES["string"], lambda value, wanted: re.search(wanted, value)),
    "minLength": _limit(_TYPES["string"], lambda value, wanted: len(value) >= wanted),
    "maxLength": _limit(_TYPES["string"], lambda value, wanted: len(value) <= wanted),
    "minimum": _limit(_TYPES["number"], lambda value, wanted: value >= wanted),
    "maximum": _limit(_TYPES["number"], lambda value, wanted: value <= wanted),
    "minItems": _limit(_TYPES["array"], lambda value, wanted: len(value) >= wanted),
    "maxItems": _limit(_TYPES["array"], lambda value, wanted: len(value) <= wanted),
    "uniqueItems": _limit(_TYPES["array"], lambda value, _: len(value) == len(set(value))),
}

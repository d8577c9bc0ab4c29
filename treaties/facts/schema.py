"""JSON Schema (2020-12) of a facts document, derived from SHAPES.

It says what a document may look like. What concerns several values at once is left to
`parse_facts`: unique ids, references and paths that name something, dates in order, two States.
"""

from typing import Any

from treaties.facts.shapes import FIRST_YEAR, FORMAT, LAST_YEAR, SHAPES, Field, Shape
from treaties.text import LONGEST

_CODE = "^[A-Za-z0-9_-]{1,64}$"
_LINE = {"type": "string", "maxLength": LONGEST}

_DEFINITIONS: dict[str, Any] = {
    "yes_no": {"description": "null = not known", "type": ["boolean", "null"]},
    "percent": {
        "description": "exact per cent; a text where a JSON number is not exact; null = not known",
        "anyOf": [
            {"type": "number", "minimum": 0, "maximum": 100},
            {"type": "string", "pattern": r"^(100(\.0+)?|[0-9]{1,2}(\.[0-9]{1,50})?)$"},
            {"type": "null"},
        ],
    },
    "day": {
        "description": f"a Gregorian day of the years {FIRST_YEAR} to {LAST_YEAR}",
        "type": "string",
        "format": "date",
        "pattern": "^((19|20|21)[0-9]{2}|2200)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    },
    "id": {"type": "string", "pattern": _CODE},
    "text": {"anyOf": [_LINE, {"type": "null"}]},
}


def facts_schema() -> dict[str, Any]:
    """The JSON Schema of `pe-facts/1`, as a new dictionary."""
    shapes = {name: _object(shape) for name, shape in SHAPES.items() if name != "facts"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT.replace('/', ':')}",
        "title": f"Facts document {FORMAT}",
        **_object(SHAPES["facts"]),
        "$defs": {**_DEFINITIONS, **shapes},
    }


def _object(shape: Shape) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [field.name for field in shape.fields if field.required],
        "properties": {field.name: _property(field) for field in shape.fields},
    }


def _property(field: Field) -> dict[str, Any]:
    described: dict[str, Any] = {"description": field.means} if field.means else {}
    if field.absent is not None:
        described["default"] = field.absent
    return {**described, **_value(field)}


def _value(field: Field) -> dict[str, Any]:
    match field.kind:
        case "yes_no" | "percent" | "text":
            return _ref(field.kind)
        case "id" | "code":
            return _ref("id")
        case "date":
            return _ref("day") if field.required else _or_null(_ref("day"))
        case "reference":
            return _or_null(_ref("id"))
        case "choice" if field.required:
            return {"enum": list(field.choices)}
        case "choice":
            return {"enum": [*field.choices, None]}
        case "note":
            return _ref("text")
        case "group":
            return _or_null(_ref(field.of))
        case "list":
            return _or_null({"type": "array", "items": _ref(field.of)})
        case "texts" | "paths":
            return _or_null({"type": "array", "items": _LINE})
        case "readings":
            return _or_null({"type": "object", "additionalProperties": _ref("id")})
        case "annotations":
            return _or_null({"type": "object", "additionalProperties": _ref(field.of)})


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}

"""JSON Schema (2020-12) of a conclusion document, `pe-conclusion/1`.

Readers of the document must bear keys that are added later, so further keys are allowed everywhere.
"""

from copy import deepcopy
from typing import Any

_OUTCOME = {"enum": ["pe", "no_pe", "undetermined"]}
_DAY = {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
_DAY_OR_NULL = {"anyOf": [{"$ref": "#/$defs/day"}, {"type": "null"}]}
_TEXT = {"type": "string", "minLength": 1}
_COUNT = {"type": "integer", "minimum": 0}
_PATHS = {"type": "array", "items": _TEXT}
_FINDINGS = {"type": "array", "items": {"$ref": "#/$defs/finding"}}
_INQUIRY = ("missing", "settled_by", "flips", "turns_on", "postures", "notes")


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **(optional or {})},
    }


def _list_of(required: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": _object(required)}


_MEASURE = _object(
    {
        "counted": {"description": "days, whatever the unit of the threshold", **_COUNT},
        "unit": {"description": "unit of the threshold", "enum": ["days", "months"]},
        "threshold": _COUNT,
        "window": {
            "description": "first and last day of the period counted, both inclusive",
            "anyOf": [
                {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 2,
                    "items": {"$ref": "#/$defs/day"},
                },
                {"type": "null"},
            ],
        },
        "exceeded_on": {"description": "first day above the threshold", **_DAY_OR_NULL},
        "threshold_on": {
            "description": "day on which an ongoing period below it would exceed it",
            **_DAY_OR_NULL,
        },
    },
    {"counted_at_most": {"description": "with days of unknown attribution", **_COUNT}},
)

_HEAD = _object(
    {
        "head": {
            "enum": [
                "fixed_place",
                "building_site",
                "services",
                "exploration",
                "dependent_agent",
                "insurance",
            ]
        },
        "subject": {
            "description": "place id, project or agent id; null where the head has none",
            "type": ["string", "null"],
        },
        "outcome": {"$ref": "#/$defs/outcome"},
        "paragraphs": {"type": "array", "items": _TEXT},
        "since": _DAY_OR_NULL,
        "until": _DAY_OR_NULL,
        "because": {"description": "what decides now", **_FINDINGS},
        "considered": {"description": "what did not matter", **_FINDINGS},
    },
    {"measure": {"anyOf": [{"$ref": "#/$defs/measure"}, {"type": "null"}]}},
)

_FINDING = _object(
    {
        "paragraph": {"type": ["string", "null"]},
        "outcome": {"enum": ["yes", "no", "unknown"]},
        "message": {"description": "id of the message, the same in every language", **_TEXT},
        "values": {"type": "object"},
        "statement": {"description": "in English", **_TEXT},
        "facts": {"description": "paths of the facts read", **_PATHS},
        "parts": _FINDINGS,
    }
)

_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:pe-conclusion:1",
    "title": "Conclusion document pe-conclusion/1",
    **_object(
        {
            "format": {"const": "pe-conclusion/1"},
            "treaty": _TEXT,
            "treaty_digest": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
            "as_of": {"$ref": "#/$defs/day"},
            "applicability": {"enum": ["applies", "does_not_apply", "unknown"]},
            "conclusion": {"$ref": "#/$defs/outcome"},
            "heads": {"type": "array", "items": {"$ref": "#/$defs/head"}},
            "readings": {"type": "object", "additionalProperties": _TEXT},
        },
        {
            "missing": _PATHS,
            "settled_by": _list_of(
                {
                    "facts": {**_PATHS, "minItems": 1},
                    "gives": {
                        "type": "array",
                        "minItems": 1,
                        "uniqueItems": True,
                        "items": {"enum": ["pe", "no_pe"]},
                    },
                }
            ),
            "flips": _list_of(
                {
                    "fact": _TEXT,
                    "value": {"type": ["boolean", "number"]},
                    "conclusion": {"$ref": "#/$defs/outcome"},
                    "kind": {"enum": ["past", "changeable", "judgement"]},
                }
            ),
            "turns_on": _list_of(
                {"reading": _TEXT, "option": _TEXT, "conclusion": {"$ref": "#/$defs/outcome"}}
            ),
            "postures": _object(
                {"taxpayer": {"$ref": "#/$defs/outcome"}, "revenue": {"$ref": "#/$defs/outcome"}}
            ),
            "notes": {"type": "array", "items": _TEXT},
        },
    ),
    # The inquiry is a second step: a document has all of it or none.
    "dependentRequired": {key: [other for other in _INQUIRY if other != key] for key in _INQUIRY},
    "$defs": {
        "outcome": _OUTCOME,
        "day": _DAY,
        "measure": _MEASURE,
        "head": _HEAD,
        "finding": _FINDING,
    },
}


def conclusion_schema() -> dict[str, Any]:
    """The JSON Schema of `pe-conclusion/1`, as a new dictionary; the inquiry's keys all or none."""
    return deepcopy(_SCHEMA)

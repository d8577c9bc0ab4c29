"""The JSON Schema (2020-12) of a treaty file, for editors that check a file while it is written."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from treaties.clauses import KINDS
from treaties.treaty.loading import REQUIRED
from treaties.treaty.shape import SECTIONS


def treaty_schema() -> dict[str, Any]:
    """The schema. It knows shapes and words; what must agree across a file, only loading tells."""
    union: Any = reduce(or_, KINDS.values())
    clause: Any = Annotated[union, Field(discriminator="kind")]
    properties: dict[str, Any] = {}
    shared: dict[str, Any] = {}
    for name, model in {**SECTIONS, "clause": list[clause]}.items():
        schema = TypeAdapter(model).json_schema(by_alias=True)
        shared |= schema.pop("$defs", {})
        properties[name] = schema
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A treaty file",
        "type": "object",
        "properties": properties,
        "required": list(REQUIRED),
        "additionalProperties": False,
        "$defs": shared,
    }

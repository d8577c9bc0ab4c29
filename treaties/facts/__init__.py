"""The facts document `pe-facts/1`: its shape, and the way from JSON to typed, immutable facts.

It decides nothing and knows no treaty. A fact that is not known stays not known.
"""

from treaties.errors import FactsError, Fault
from treaties.facts.loading import load_json
from treaties.facts.objects import (
    Activity,
    Agent,
    Conditions,
    Engagement,
    Enterprise,
    Facts,
    Fragmentation,
    Holdings,
    Period,
    Place,
    Related,
    Rig,
    Site,
    Span,
)
from treaties.facts.parsing import parse_facts
from treaties.facts.paths import Path, fact_field, get_fact, parse_path, with_fact
from treaties.facts.schema import facts_schema
from treaties.facts.shapes import FIELDS, FORMAT, SHAPES, Field, Shape

__all__ = [
    "FIELDS",
    "FORMAT",
    "SHAPES",
    "Activity",
    "Agent",
    "Conditions",
    "Engagement",
    "Enterprise",
    "Facts",
    "FactsError",
    "Fault",
    "Field",
    "Fragmentation",
    "Holdings",
    "Path",
    "Period",
    "Place",
    "Related",
    "Rig",
    "Shape",
    "Site",
    "Span",
    "fact_field",
    "facts_schema",
    "get_fact",
    "load_json",
    "parse_facts",
    "parse_path",
    "with_fact",
]

"""Values for scripts, in an attribute: the policy allows no script within a page."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """The value as JSON, escaped by the template like any text; nothing is {}."""
    return json.dumps(value or {}, cls=DjangoJSONEncoder)

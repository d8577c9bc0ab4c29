"""The heads of Article 5, each with the clauses that decide on it."""

from collections.abc import Mapping

from treaties.heads import objects, places
from treaties.wording import Say

MESSAGES: Mapping[str, Say] = {**objects.MESSAGES, **places.MESSAGES}

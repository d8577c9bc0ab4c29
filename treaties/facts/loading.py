"""JSON text to plain values, safely: no duplicate keys, no NaN, exact numbers, bounded depth."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any

from treaties.errors import FactsError, Fault
from treaties.text import shown


def load_json(text: str | bytes) -> Any:
    """The value of one JSON text (UTF-8 where it is bytes); numbers with a fraction are Decimals.

    Raises FactsError where it is not JSON, names a key twice in one object, holds NaN or Infinity,
    or is nested too deeply to be a facts document.
    """
    repeated: dict[str, None] = {}

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    repeated[key] = None
                seen.add(key)
        return members

    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = json.loads(
            decoded, object_pairs_hook=once, parse_float=Decimal, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError as error:
        raise _refused(
            f"is not UTF-8: byte {error.start + 1} cannot be read", "Save the file as UTF-8"
        ) from None
    except RecursionError:
        raise _refused(
            "is nested too deeply", "A facts document has at most six levels: remove the others"
        ) from None
    except json.JSONDecodeError as error:
        raise _refused(
            f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}",
            "Correct the text there",
        ) from None
    except (ValueError, InvalidOperation):
        raise _refused("holds a number that is too long", "Shorten the number") from None
    if repeated:
        raise FactsError(
            Fault("", f"names {shown(key)} twice in one object", "Keep one of them")
            for key in repeated
        )
    return value


def _refuse_constant(name: str) -> None:
    raise _refused(f"holds {name}, which is no JSON number", "Write null when it is not known")


def _refused(problem: str, remedy: str) -> FactsError:
    return FactsError([Fault("", problem, remedy)])

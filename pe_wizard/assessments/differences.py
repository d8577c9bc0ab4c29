"""What comes out otherwise when facts are assessed again: two conclusion documents, head by head.

Sentences are left aside: they are made from message and values, which are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pe_wizard.canonical import canonical

Finding = Mapping[str, Any]
Head = Mapping[str, Any]

OF_A_FINDING = ("paragraph", "outcome", "message", "values", "facts", "readings")
FINDINGS = ("because", "considered")
APPLYING = ""  # in place of a head: whether the treaty applies at all


@dataclass(frozen=True)
class Difference:
    """An entry of a head that is another one now, or of whether the treaty applies.

    `name` is the entry. The outcome of a head that is not there is None. For findings, `then` and
    `now` are the first, from the top, that are not the same; None where there is none.
    """

    head: str
    subject: str | None
    name: str
    then: Any
    now: Any


def heads_differ(
    then: Sequence[Head], now: Sequence[Head], names: Collection[str] | None = None
) -> Iterator[Difference]:
    """Every difference between the heads, or of the entries `names` alone; outcomes come first."""
    before = {(head["head"], head["subject"]): head for head in then}
    after = {(head["head"], head["subject"]): head for head in now}
    for key in dict.fromkeys((*before, *after)):
        first, second = before.get(key), after.get(key)
        if first is None or second is None:
            outcomes = [None if one is None else one["outcome"] for one in (first, second)]
            yield Difference(*key, "outcome", *outcomes)
        else:
            yield from _head_differs(key, first, second, names)


def _head_differs(
    key: tuple[str, str | None], then: Head, now: Head, names: Collection[str] | None
) -> Iterator[Difference]:
    entries = ("outcome", *FINDINGS, *sorted({*then, *now} - {"outcome", *FINDINGS}))
    for name in entries:
        if names is not None and name not in names:
            continue
        if name in FINDINGS:
            yield from findings_differ(*key, name, then.get(name), now.get(name))
        elif canonical(then.get(name)) != canonical(now.get(name)):
            yield Difference(*key, name, then.get(name), now.get(name))


def findings_differ(
    head: str,
    subject: str | None,
    name: str,
    then: Sequence[Finding] | None,
    now: Sequence[Finding] | None,
) -> Iterator[Difference]:
    """The first finding, from the top, that is another one: its clause and its message."""
    pair = _first_difference(then or [], now or [])
    if pair is not None:
        yield Difference(head, subject, name, *pair)


def _first_difference(
    then: Sequence[Finding], now: Sequence[Finding]
) -> tuple[Finding | None, Finding | None] | None:
    for at in range(max(len(then), len(now))):
        before = then[at] if at < len(then) else None
        after = now[at] if at < len(now) else None
        if before is None or after is None:
            return before, after
        if any(canonical(before.get(name)) != canonical(after.get(name)) for name in OF_A_FINDING):
            return before, after
        deeper = _first_difference(before["parts"], after["parts"])
        if deeper is not None:
            return deeper
    return None

"""Whether completed versions are still what they were, and still come out the same.

Three questions for each version: do its bytes give its hash, and does everything stored beside them
say the same; is it in its place, after the one it names and under the hash that the event log
names; and does the treaty file it was made with give the same conclusion again. A version that is
missing is noticed by the event log, and by the one after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import treaties
from pe_wizard.assessments.differences import (
    APPLYING,
    FINDINGS,
    Difference,
    Finding,
    findings_differ,
    heads_differ,
)
from pe_wizard.assessments.stored import Stored
from pe_wizard.canonical import canonical
from treaties import (
    TreatiesError,
    Treaty,
    conclude,
    heads_document,
    load_treaty,
    parse_facts,
)


class State(Enum):
    """How a version was found."""

    SAME = "same"
    DIFFERENT = "different"
    DAMAGED = "damaged"


class Depth(Enum):
    """How much is done again: nothing but hashes, the heads, or all of the conclusion."""

    RECEIPTS = "receipts"
    HEADS = "heads"
    WHOLE = "whole"


@dataclass(frozen=True)
class Report:
    """What was found about one version, or one treaty file, or a sign-off."""

    state: State
    name: str
    client_file: str = ""
    why: tuple[str, ...] = ()


# client file → position → hash, as the event log names them
Log = Mapping[str, Mapping[int, str]]


class TreatyFiles:
    """The stored treaty files by digest; each is read and checked once."""

    def __init__(self, source: Callable[[str], bytes | None]) -> None:
        self._source = source
        self._known: dict[str, Treaty | str] = {}

    def get(self, digest: str) -> Treaty | str:
        """The treaty, or why there is none."""
        if digest not in self._known:
            self._known[digest] = self._read(digest)
        return self._known[digest]

    def _read(self, digest: str) -> Treaty | str:
        source = self._source(digest)
        if source is None:
            return f"the treaty file {digest} is missing"
        if f"sha256:{hashlib.sha256(source).hexdigest()}" != digest:
            return f"the treaty file {digest} has other bytes than it was stored with"
        try:
            return load_treaty(source, digest)
        except TreatiesError as error:
            return f"the treaty file {digest} can no longer be used: {error}"


def verify(
    found: Iterable[Stored], *, log: Log, treaties: TreatyFiles, depth: Depth = Depth.WHOLE
) -> Iterator[Report]:
    """A report for each version, given by client file and position, and for each missing one.

    `log` names the client files that are complete in `found`.
    """
    seen: dict[str, set[int]] = {}
    for one in found:
        faults = list(one.faults)
        if one.said is not None:
            there = seen.setdefault(one.said["client_file"], set())
            faults += _out_of_place(one.said, one.sha256, log, there)
            there.add(one.said["position"])
        yield _report(one, faults, treaties, depth)
    for client_file, logged in log.items():
        for position in sorted(set(logged) - seen.get(client_file, set())):
            yield Report(
                State.DAMAGED,
                f"position {position}",
                client_file,
                (f"it is missing: the event log names {logged[position]}",),
            )


def _out_of_place(
    said: Mapping[str, Any], sha256: str, log: Log, there: Collection[int]
) -> Iterator[str]:
    """By the log and not by the neighbours: so a damaged version does not accuse the next one."""
    position, logged = said["position"], log.get(said["client_file"], {})
    if position in there:
        yield f"there are two at position {position} of its client file"
    if position not in logged:
        yield "the event log does not name it"
    elif logged[position] != sha256:
        yield f"the event log names another hash: {logged[position]}"
    if said["previous_sha256"] != (logged.get(position - 1) if position != 1 else ""):
        yield "the version before it has another hash in the event log than it names"


def _report(one: Stored, faults: list[str], treaties: TreatyFiles, depth: Depth) -> Report:
    name = one.name
    if one.said is not None:
        name = f"{one.said['treaty']} version {one.said['number']} {one.sha256[:12]}"
        treaty = treaties.get(one.said["treaty_digest"])
        if isinstance(treaty, str):
            faults.append(treaty)
        elif not faults and depth is not Depth.RECEIPTS:
            why = again(one.said, treaty, depth)
            if why:
                return Report(State.DIFFERENT, name, one.client_file, tuple(why))
    state = State.DAMAGED if faults else State.SAME
    return Report(state, name, one.client_file, tuple(faults))


# ---- the conclusion once more


def again(said: Mapping[str, Any], treaty: Treaty, depth: Depth) -> list[str]:
    """What comes out otherwise when the facts are assessed again; empty when nothing does."""
    try:
        assessment = treaties.assess(parse_facts(said["facts"]), treaty)
        document = conclude(assessment) if depth is Depth.WHOLE else heads_document(assessment)
    except TreatiesError as error:
        return [f"its facts can no longer be assessed: {error}"]
    now = json.loads(json.dumps(document))
    then = said["conclusion"]
    applying = [one.get("applicability_because") for one in (then, now)]
    differing = (
        *findings_differ(APPLYING, None, "because", *applying),
        *heads_differ(then["heads"], now["heads"]),
    )
    why = [told(one) for one in differing]
    for name, value in now.items():
        if name in ("heads", "applicability_because"):
            continue
        if canonical(value) != canonical(then.get(name)):
            why.append(f"{name}: it was {_short(then.get(name))}, it is {_short(value)}")
    return why


def told(one: Difference) -> str:
    """A difference in a line, for whoever looks after the installation."""
    what = f"{one.head} {one.subject}" if one.head else "whether the treaty applies"
    if one.name in FINDINGS:
        return (
            f"{what}: the finding was {_told(one.then, one.now)}, it is {_told(one.now, one.then)}"
        )
    if one.name != "outcome":
        return f"{what}, {one.name}: it was {_short(one.then)}, it is {_short(one.now)}"
    if one.now is None:
        return f"{what}: it was {one.then}, there is no such head now"
    if one.then is None:
        return f"{what}: there was no such head, it is {one.now}"
    return f"{what}: it was {one.then}, it is {one.now}"


def _told(finding: Finding | None, other: Finding | None) -> str:
    """Clause, message and outcome; of a finding with another in its place also what is its own."""
    if finding is None:
        return "absent"
    clause = f"{finding['paragraph']} " if finding["paragraph"] else ""
    told = f"{clause}{finding['message']} {finding['outcome']}"
    if other is None or other["message"] != finding["message"]:
        return told
    values = other["values"]
    own = [
        f"{name} {_short(value)}"
        for name, value in finding["values"].items()
        if name not in values or canonical(values[name]) != canonical(value)
    ]
    return f"{told} ({', '.join(own)})" if own else told


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}…"

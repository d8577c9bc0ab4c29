"""Facts assessed once more under another treaty file, one version alone or very many at once.

What is given in are the texts that are stored, so that they are read where the work is done: in
processes of their own that need no database.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import islice
from typing import Any, TypeVar

import treaties
from pe_wizard.assessments.differences import APPLYING, Difference, findings_differ, heads_differ
from treaties import (
    APPLICABILITY,
    Assessment,
    Head,
    TreatiesError,
    Treaty,
    heads_document,
    is_told_by,
    load_treaty,
    parse_facts,
)

ENDS = frozenset({"outcome", "since", "applicability"})
COMPARED = ("outcome", "since", "because")
AHEAD = 3  # batches handed out for each process before the first of them is asked for

Document = Mapping[str, Any]
Key = TypeVar("Key")


class Ending(Enum):
    """How a version would end now."""

    SAME = "same"
    REASONS = "other reasons"  # the same outcomes since the same days, for other reasons
    DIFFERENT = "different"
    REFUSED = "not run"  # its facts do not fit the file, or there is no such file any more


@dataclass(frozen=True)
class Rerun:
    """What came of it. `conclusion`: what Article 5 gives now; `faults`: why it was not run."""

    ending: Ending
    conclusion: str = ""
    differences: tuple[Difference, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """A version to be run under the file of `code`: facts and conclusion as JSON."""

    code: str
    facts: str
    conclusion: str


def rerun(facts: Document, then: Document, treaty: Treaty | None) -> Rerun:
    """The facts under the treaty, held against the conclusion they had; None: there is no file."""
    if treaty is None:
        return Rerun(Ending.REFUSED, faults=("The catalogue has no such treaty any more.",))
    try:
        assessment = treaties.assess(parse_facts(facts), treaty)
    except TreatiesError as error:
        return Rerun(Ending.REFUSED, faults=_faults(error))
    try:
        then["applicability"]
        for head in then["heads"]:
            head["head"], head["subject"], head["outcome"], head["since"], head["because"][0]
    except (LookupError, TypeError) as error:
        return _unreadable(error)
    if _is_concluded_by(assessment, then):
        return Rerun(Ending.SAME, assessment.conclusion)
    differences = tuple(_differences(then, heads_document(assessment)))
    if any(one.name in ENDS for one in differences):
        ending = Ending.DIFFERENT
    else:
        ending = Ending.REASONS if differences else Ending.SAME
    return Rerun(ending, assessment.conclusion, differences)


def _is_concluded_by(assessment: Assessment, then: Document) -> bool:
    """Whether nothing that is compared differs, as far as can be seen without writing it down."""
    heads = then["heads"]
    return (
        then["applicability"] == APPLICABILITY[assessment.applicability.outcome]
        and len(heads) == len(assessment.heads)
        and all(map(_is_told_by, assessment.heads, heads))
        and all(
            is_told_by(assessment.applicability, one)
            for one in then.get("applicability_because", ())  # which the first ones did not hold
        )
    )


def _is_told_by(head: Head, then: Document) -> bool:
    since = None if head.since is None else date.fromordinal(head.since).isoformat()
    return (
        then["head"] == head.head
        and then["subject"] == head.subject
        and then["outcome"] == head.outcome
        and then["since"] == since
        and is_told_by(head.finding, then["because"][0])
    )


def _unreadable(error: Exception) -> Rerun:
    fault = f"What is stored cannot be read ({error!r}); `manage.py verify` says more."
    return Rerun(Ending.REFUSED, faults=(fault,))


def _faults(error: TreatiesError) -> tuple[str, ...]:
    faults = getattr(error, "faults", ())
    return tuple(str(one) for one in faults) or (str(error),)


def _differences(then: Document, now: Document) -> Iterator[Difference]:
    if then["applicability"] != now["applicability"]:
        yield Difference(
            APPLYING, None, "applicability", then["applicability"], now["applicability"]
        )
    if because := then.get("applicability_because"):
        yield from findings_differ(APPLYING, None, "because", because, now["applicability_because"])
    yield from heads_differ(then["heads"], now["heads"], COMPARED)


def _run(task: Task, files: Mapping[str, Treaty]) -> Rerun:
    try:
        facts, then = json.loads(task.facts), json.loads(task.conclusion)
    except ValueError as error:
        return _unreadable(error)
    return rerun(facts, then, files.get(task.code))


# ---- very many

_files: dict[str, Treaty] = {}  # of a process that works for another one


def _begin(sources: Mapping[str, bytes]) -> None:
    _files.update({code: load_treaty(source, code) for code, source in sources.items()})
    gc.freeze()


def _work(tasks: Sequence[Task]) -> list[Rerun]:
    return [_run(task, _files) for task in tasks]


def rerun_all(
    batches: Iterable[Sequence[tuple[Key, Task]]], files: Mapping[str, Treaty], processes: int
) -> Iterator[tuple[Key, Rerun]]:
    """Every version with what came of it, in the order given, by so many processes.

    A batch is asked for only when there is room for it: what is held in memory does not grow. With
    one process the work is done in this one.
    """
    if processes <= 1:
        for batch in batches:
            yield from ((key, _run(task, files)) for key, task in batch)
        return
    sources = {code: treaty.source for code, treaty in files.items()}
    batches = iter(batches)
    waiting: deque[tuple[list[Key], Future[list[Rerun]]]] = deque()
    pool = ProcessPoolExecutor(
        processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(sources,)
    )
    try:
        while True:
            for batch in islice(batches, processes * AHEAD - len(waiting)):
                tasks = [task for _key, task in batch]
                waiting.append(([key for key, _task in batch], pool.submit(_work, tasks)))
            if not waiting:
                return
            keys, done = waiting.popleft()
            yield from zip(keys, done.result(), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)

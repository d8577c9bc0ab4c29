"""Where a draft stands: its facts, what is asked, what is concluded so far.

Made once for a revision and kept in the process, so that a page and the save after it share it.
What is dear (the conclusion, the inquiry) is made when it is asked for.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any
from uuid import UUID

import treaties
from pe_wizard.assessments.documents import Document, tidy, walk, without_faults
from pe_wizard.assessments.models import Draft
from treaties import (
    LISTS,
    AskedFact,
    Assessment,
    Facts,
    FactsError,
    Fault,
    Inquiry,
    Interview,
    Treaty,
    conclude,
    inquire,
    lists_needed,
    parse_facts,
    structure,
    used_facts,
)

KEPT = 256  # drafts; each is a few hundred kilobytes at most
KEPT_ROWS = 50_000  # of days, in all of them together; the one used last is kept in any case
USED = ("answered", "not_known")  # statuses of facts that are evaluated
MENDINGS = 4  # a fault can hide another one


class Standing:
    """One facts document under one treaty.

    `document` is what was given. `faults` says what is wrong in it; `facts` and `interview` are
    then those of the document without what is faulty, and None where even that cannot be read.
    """

    def __init__(self, treaty: Treaty, document: Document) -> None:
        self.treaty = treaty
        self.document = document
        self.faults: tuple[Fault, ...] = ()
        self.facts: Facts | None = None
        self.interview: Interview | None = None
        self._read()

    def _read(self) -> None:
        states = {self.treaty.code: self.treaty.parties}
        mended = self.document
        for _ in range(MENDINGS):
            try:
                facts = parse_facts(mended, states=states)
                self.interview = treaties.interview(self.treaty, facts)
            except FactsError as error:
                told = {fault.path for fault in self.faults}
                new = tuple(fault for fault in error.faults if fault.path not in told)
                if not new:
                    return
                self.faults += new
                mended = without_faults(mended, error.faults)
            else:
                self.facts = facts
                return

    @property
    def normal(self) -> Document:
        """The document as the format writes it: texts in NFC, exact numbers; as given if faulty."""
        if self.faults or self.facts is None:
            return self.document
        document: Document = self.facts.document
        return document

    @cached_property
    def used(self) -> Document | None:
        """The facts document that is assessed, exported and completed: without what is not used."""
        if self.facts is None or self.interview is None:
            return None
        document = used_facts(self.facts, self.interview)
        _drop_what_the_treaty_never_reads(document, self.treaty)
        given: Document = self.facts.document
        return given if document == given else document

    @cached_property
    def assessment(self) -> Assessment | None:
        """Heads and reasons, as of the facts that are used."""
        if self.used is None:
            return None
        facts = self.facts
        if facts is None or self.used is not facts.document:
            facts = parse_facts(self.used)
        return treaties.assess(facts, self.treaty)

    @cached_property
    def inquiry(self) -> Inquiry | None:
        """What is missing, what would settle it, what would turn it."""
        return None if self.assessment is None else inquire(self.assessment)

    @cached_property
    def conclusion(self) -> dict[str, Any] | None:
        """The conclusion document, inquiry included."""
        return None if self.assessment is None else conclude(self.assessment, self.inquiry)

    @cached_property
    def asked(self) -> dict[str, AskedFact]:
        """Every fact that the interview knows, by path, in the order of the pages."""
        if self.interview is None:
            return {}
        return {
            fact.path: fact
            for section in self.interview.sections
            for fact in (*section.facts, *(one for item in section.items for one in item.facts))
        }

    @cached_property
    def statuses(self) -> dict[str, str]:
        """The status of every fact that the interview knows, by path."""
        return {path: fact.status for path, fact in self.asked.items()}

    @property
    def progress(self) -> dict[str, Any]:
        """For lists: how many facts are answered ("not known" is an answer) and how many are open,
        and as of which day the question is asked.
        """
        those = list(self.statuses.values())
        return {
            "answered": those.count("answered") + those.count("not_known"),
            "open": those.count("open"),
            "as_of": self.facts.as_of.isoformat() if self.facts else None,
        }


def _drop_what_the_treaty_never_reads(document: Document, treaty: Treaty) -> None:
    """Lists and references that no clause reads: answers to questions this treaty does not ask."""
    for name in LISTS:
        if name not in lists_needed(treaty):
            document.pop(name, None)
    needed = structure(treaty)
    read_by = {
        "places[].part_of_site": "part_of_site" in needed["places"],
        "building_sites[].by": "by" in needed["building_sites"],
        "services[].periods[].by": "by" in needed["service_periods"],
        "exploration[].periods[].by": "by" in needed["exploration_periods"],
        "agents[].enterprise": "enterprise" in needed["agents"],
    }
    known = {
        one["id"] for name in LISTS for one in document.get(name) or [] if isinstance(one, dict)
    }
    for found in walk(document):
        if (
            found.field.kind == "reference"
            and found.value is not None
            and (found.value not in known or not read_by.get(found.pattern, True))
        ):
            found.owner[found.field.name] = None
    tidy(document)


_kept: OrderedDict[UUID, tuple[int, Standing]] = OrderedDict()
_lock = threading.Lock()


def standing(draft: Draft) -> Standing:
    """Where the draft stands, at its revision. The same object for every call until it is saved."""
    made = kept(draft)
    if made is None:
        made = Standing(draft.treaty_file.load(), draft.document)
        keep(draft, made)
    return made


def kept(draft: Draft) -> Standing | None:
    """Where the draft stands, if that was made before; its answers are one in memory then, however
    many requests have read them."""
    with _lock:
        known = _kept.get(draft.pk)
        if known is not None:
            _kept.move_to_end(draft.pk)
    if known is None:
        return None
    revision, made = known
    # A revision can come twice where a transaction was rolled back: the answers decide.
    if (
        revision != draft.revision
        or made.treaty.digest != draft.treaty_file_id
        or made.document != draft.document
    ):
        return None
    draft.document = made.document
    return made


def keep(draft: Draft, made: Standing) -> None:
    """Keep what was made on the way of saving this revision."""
    with _lock:
        _kept[draft.pk] = (draft.revision, made)
        _kept.move_to_end(draft.pk)
        rows = sum(rows_of_days(one.document) for _, one in _kept.values())
        while len(_kept) > KEPT or (rows > KEPT_ROWS and len(_kept) > 1):
            _, (_, given_up) = _kept.popitem(last=False)
            rows -= rows_of_days(given_up.document)


def rows_of_days(document: Document) -> int:
    """How many stays and periods of use there are: by far the most of a large draft."""
    lists = (document.get(name) for name in ("services", "exploration"))
    items = (item for those in lists if isinstance(those, list) for item in those)
    return sum(len(item.get("periods") or ()) for item in items if isinstance(item, dict))


def forget() -> None:
    """Forget everything kept: for tests and measurements."""
    with _lock:
        _kept.clear()

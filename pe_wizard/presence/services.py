"""A table of stays: begun, its columns named, read piece by piece, compared, and taken.

Each step is short, changes only what it found unchanged, and done twice is done once. Until `take`
the draft is only read; `take` is one save of it, if what was compared with is unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from pe_wizard.accounts.models import User
from pe_wizard.assessments import documents
from pe_wizard.assessments.documents import Document, items
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.services.items import taken as taken_ids
from pe_wizard.assessments.services.saving import Edit, write
from pe_wizard.clients import events
from pe_wizard.presence import columns
from pe_wizard.presence.comparing import Comparing
from pe_wizard.presence.models import Import, Part
from pe_wizard.presence.places import engagements
from pe_wizard.presence.reading import Reader
from pe_wizard.presence.rows import FORGIVABLE, Row, key_of
from pe_wizard.presence.sources import (
    MOST_ROWS,
    Separated,
    Source,
    Unreadable,
    as_utf_8,
)
from pe_wizard.presence.workbooks import Workbook
from pe_wizard.text import FORBIDDEN, fold

SECTION = "services"
RESTS_ON = (SECTION, "treaty", "related_enterprises")  # sections that a preview is made from
NEW = "new"  # instead of an engagement: one that is added for these stays
ROWS_AT_ONCE = 8_000  # read in one step
ROWS_IN_A_PART = 500
SAMPLE = 6  # rows by which columns are named
WORKBOOK = b"PK\x03\x04"


class Moved(Exception):
    """The draft was saved since the table was compared with it, or the table was read on."""


def begin(
    *, by: User, draft: Draft, content: bytes, name: str, pasted: bool, engagement: str,
    form_token: UUID,
) -> Import:  # fmt: skip
    """Keep a table for the draft and look at its columns; the same form sent twice is one table.

    Raises Unreadable for what is no table. Tables of this draft that wait no more are forgotten.
    """
    form_token = uuid5(draft.pk, str(form_token))  # the same form about another draft is another
    begun = Import.objects.filter(created_by=by, form_token=form_token).first()
    if begun is not None:
        return begun
    sha256 = hashlib.sha256(content).hexdigest()
    kind, content = _kind(content, pasted)
    table = Import(
        draft=draft, created_by=by, form_token=form_token, kind=kind,
        name=FORBIDDEN.sub("", name)[:200], content=content, sha256=sha256,
        engagement=f"e{sha256[:12]}" if engagement == NEW else engagement,
    )  # fmt: skip
    source = source_of(table)
    sample = source.read(0, 0, SAMPLE)
    if not sample.rows:
        raise Unreadable("empty")
    table.length = source.length
    table.header, headings = _header(sample.rows)
    width = max(len(cells) for _, cells in sample.rows)
    table.columns = columns.recognised([*headings, *[""] * width][:width])
    table.about = {**source.about, "headings": headings}
    if columns.is_enough(table.columns):
        table.state = Import.State.READING
    try:
        with transaction.atomic():
            _forget_others(draft, by)
            table.save(force_insert=True)
    except IntegrityError:
        return Import.objects.get(created_by=by, form_token=form_token)
    return table


def _header(rows: list[tuple[int, list[str]]]) -> tuple[int, list[str]]:
    """The row with the headings and what they are: above it there may be a title. 0 for none."""
    for number, cells in rows:
        if columns.is_enough(columns.recognised(cells)):
            return number, cells
    number, cells = rows[0]
    return (number, cells) if any(columns.recognised(cells)) else (0, [])


def _kind(content: bytes, pasted: bool) -> tuple[str, bytes]:
    if content.startswith(WORKBOOK):
        return Import.Kind.XLSX, content
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable("protected")
    return Import.Kind.PASTED if pasted else Import.Kind.CSV, as_utf_8(content)


def _forget_others(draft: Draft, by: User) -> None:
    """Tables of the draft that were taken, what this adviser left unfinished in it, and tables of
    drafts that take no more answers."""
    Import.objects.exclude(draft__status=Draft.Status.DRAFT).delete()
    those = Import.objects.filter(draft=draft)
    those.filter(state=Import.State.TAKEN).delete()
    those.filter(created_by=by).delete()


def source_of(table: Import) -> Source:
    """The rows of the table as they were sent. Raises Unreadable."""
    content = bytes(table.content)
    if table.kind == Import.Kind.XLSX:
        return Workbook(content)
    return Separated(content, table.about.get("separator", ""))


def sample_of(table: Import) -> list[list[str]]:
    """The first rows, each as wide as the widest, by which columns are named."""
    rows = [cells for _, cells in source_of(table).read(0, 0, SAMPLE).rows]
    width = max(len(table.columns), *(len(cells) for cells in rows))
    return [[*cells, *[""] * width][:width] for cells in rows[:SAMPLE]]


def name_columns(*, table: Import, roles: list[str], has_header: bool, engagement: str) -> None:
    """Read the table with these roles of its columns, from its beginning."""
    rows = source_of(table).read(0, 0, SAMPLE).rows
    header = (table.header or rows[0][0]) if has_header else 0
    headings = next((cells for number, cells in rows if number == header), [])
    about = {**table.about, "headings": headings}
    about.pop("broken", None)
    with transaction.atomic():
        moved = Import.objects.filter(pk=table.pk).exclude(state=Import.State.TAKEN)
        moved.update(
            columns=roles, header=header, state=Import.State.READING, position=0, place=0,
            engagement=f"e{table.sha256[:12]}" if engagement == NEW else engagement, about=about,
            summary={},
        )  # fmt: skip
        Part.objects.filter(table=table).delete()


def ask_for_columns(*, table: Import) -> None:
    """Go back to naming columns; what was read is read again afterwards."""
    Import.objects.filter(pk=table.pk).exclude(state=Import.State.TAKEN).update(
        state=Import.State.COLUMNS
    )


def go_on(*, table: Import) -> Import:
    """Read the next piece, or, once all is read, compare its rows; the table as it is then.

    Does nothing in any other state, and nothing where another request did the same step.
    """
    if table.state == Import.State.READING:
        _read(table)
    elif table.state == Import.State.COMPARING:
        _compare(table)
    return Import.objects.defer("content").get(pk=table.pk)


def _unmoved(table: Import) -> QuerySet[Import]:
    """The table, if nobody read it on, named its columns or began anew since it was looked at."""
    return Import.objects.filter(
        pk=table.pk, state=table.state, place=table.place, position=table.position,
        columns=table.columns, header=table.header, engagement=table.engagement,
        compared_with=table.compared_with,
    )  # fmt: skip


def _rests_on(draft: Draft) -> int:
    """Counts up with each save of what rows are read and compared with."""
    return sum(draft.section_revision(section) for section in RESTS_ON)


def _read(table: Import) -> None:
    rests_on = _rests_on(table.draft)
    if table.place and table.compared_with != rests_on:
        again(table=table)
        return
    try:
        piece = source_of(table).read(table.place, table.position, ROWS_AT_ONCE)
        if piece.rows and piece.rows[-1][0] > MOST_ROWS + 1:
            raise Unreadable("too_many_rows", most=MOST_ROWS)
    except Unreadable as error:
        table.about["broken"] = [error.code, error.values]
        _unmoved(table).update(about=table.about, state=Import.State.COLUMNS)
        return
    reader = Reader(
        table.draft.document,
        table.columns,
        engagement=table.engagement,
        inert=table.kind != Import.Kind.XLSX,
    )
    read = [
        reader.row(number, cells, piece.merged.get(number, ()))
        for number, cells in piece.rows
        if number > table.header
    ]
    with transaction.atomic():
        number = table.parts.count()
        moved = _unmoved(table).update(
            place=max(piece.place, 1),
            position=piece.position,
            compared_with=rests_on,
            state=Import.State.READING if piece.rows else Import.State.COMPARING,
        )
        if moved:
            Part.objects.bulk_create(
                _part(table, number + at, some) for at, some in enumerate(_cut(read))
            )


def _cut(rows: list[Row]) -> Iterator[list[Row]]:
    for at in range(0, len(rows), ROWS_IN_A_PART):
        yield rows[at : at + ROWS_IN_A_PART]


def _part(table: Import, number: int, rows: list[Row]) -> Part:
    return Part(table=table, number=number, body=Part.packed(rows), count=len(rows))


def _compare(table: Import) -> None:
    draft = table.draft
    if table.compared_with != _rests_on(draft):
        again(table=table)
        return
    comparing = Comparing(draft.document)
    changed = []
    for part in table.parts.order_by("number").iterator(chunk_size=8):
        before = part.rows
        after = [comparing.row(row) for row in before]
        faulty = sum(bool(row.faults) and not row.there for row in after)
        if after != before or faulty != part.faulty:
            part.body, part.faulty = Part.packed(after), faulty
            changed.append(part)
    with transaction.atomic():
        moved = _unmoved(table).update(
            state=Import.State.READY, summary=asdict(comparing.finished())
        )
        if moved and changed:
            written = Part.objects.bulk_update(changed, ["body", "faulty"], batch_size=50)
            if written != len(changed):  # they were read anew
                transaction.set_rollback(True)


@dataclass(frozen=True)
class Choice:
    """What the adviser says about faulty rows: which faults do not matter, or that all must go."""

    forgiven: frozenset[str] = frozenset()
    only_if_faultless: bool = False


class Faulty(Exception):
    """There are faulty rows, and the adviser wants all rows or none."""


def take(*, by: User, table: Import, choice: Choice, language: str) -> int:
    """Put the new stays into the draft in one save; how many they were.

    Taken again, it takes nothing. Raises Moved where the draft was saved since the table was
    compared with it (it has to be compared again), Faulty, and what `write` raises.
    """
    if table.state == Import.State.TAKEN:
        return 0
    if table.state != Import.State.READY:
        raise Moved
    forgiven = choice.forgiven & frozenset(FORGIVABLE)
    if choice.only_if_faultless and _left_out(table, forgiven):
        raise Faulty
    added = _Added(list(_new(table, forgiven)), table, taken_ids(table.draft))
    with transaction.atomic():
        if not _unmoved(table).update(state=Import.State.TAKEN, content=b""):
            return 0
        draft = write(
            by=by, draft_id=table.draft_id, read=table.draft, change=added, section=SECTION,
            revision=table.draft.section_revision(SECTION), language=language,
        )  # fmt: skip
        Import.objects.filter(pk=table.pk).update(
            summary={
                **table.summary, "taken": added.count, "faulty": _left_out(table, forgiven),
            },
        )  # fmt: skip
        _leave_to_mend(table, forgiven)
        Part.objects.filter(table=table, faulty=0).delete()
        events.record(
            client_file=draft.assessment.client_file,
            actor=by,
            action="stays.taken",
            treaty=draft.assessment.treaty_code,
            number=added.count,
            draft=str(draft.pk),
            sha256=table.sha256,
        )
    return added.count


def again(*, table: Import) -> None:
    """Read the table again for the draft as it is now: its engagements may be others."""
    with transaction.atomic():
        moved = _unmoved(table).exclude(state__in=[Import.State.COLUMNS, Import.State.TAKEN])
        if moved.update(state=Import.State.READING, place=0, position=0, summary={}):
            Part.objects.filter(table=table).delete()


def drop(*, table: Import) -> None:
    """Forget the table. The draft stays as it is."""
    Import.objects.filter(pk=table.pk).delete()


def _left_out(table: Import, forgiven: frozenset[str]) -> int:
    """How many faulty rows would not be taken."""
    summary: dict[str, Any] = table.summary
    return int(summary["faulty"]) - sum(
        number
        for names, number in summary["forgivable"].items()
        if set(names.split("+")) <= forgiven
    )


def _leave_to_mend(table: Import, forgiven: frozenset[str]) -> None:
    """Keep as faulty what was not taken: a row that was is there now, its fault did not matter."""
    if not forgiven:
        return
    changed = []
    for part in table.parts.filter(faulty__gt=0).iterator(chunk_size=8):
        rows = [row._replace(there=True) if row.is_new(forgiven) else row for row in part.rows]
        part.body = Part.packed(rows)
        part.faulty = sum(bool(row.faults) and not row.there for row in rows)
        changed.append(part)
    Part.objects.bulk_update(changed, ["body", "faulty"], batch_size=50)


def _new(table: Import, forgiven: frozenset[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Engagement, project and stay of each row that is taken; equal texts are one in memory."""
    texts: dict[Any, Any] = {}
    for part in table.parts.order_by("number").iterator(chunk_size=8):
        for row in part.rows:
            if row.is_new(forgiven):
                stay = {name: texts.setdefault(value, value) for name, value in row.stay.items()}
                yield (
                    texts.setdefault(row.engagement, row.engagement),
                    texts.setdefault(row.project, row.project),
                    stay,
                )


class _Added:
    """The change of a draft that adds stays, leaving out what is there; `count`: how many.

    Raises Moved for a draft that is not the one the table was compared with.
    """

    def __init__(
        self, stays: list[tuple[str, str, dict[str, Any]]], table: Import, taken: set[str]
    ) -> None:
        self.stays, self.table, self.taken = stays, table, taken
        self.count = 0

    def __call__(self, edit: Edit) -> None:
        if _rests_on(edit.draft) != self.table.compared_with:
            raise Moved
        document = edit.document
        self.count = 0
        places = _Places(document, self.taken)
        for engagement, project, stay in self.stays:
            owner, known = places.of(engagement, project)
            key = key_of(stay)
            if key in known:
                continue
            known.add(key)
            if _is_only_an_empty_row(edit, owner):
                owner["periods"] = []
            owner["periods"] = owner.get("periods") or []
            owner["periods"].append(stay)
            self.count += 1
        if self.count:
            _drop_empty(edit, keep=places.used)
        for identity in places.used:
            documents.answered(document, f"{SECTION}[{identity}].periods")


def _is_only_an_empty_row(edit: Edit, owner: dict[str, Any]) -> bool:
    """Whether nothing was ever said in its one row, which the wizard put there to be filled in."""
    return owner.get("periods") == [{}] and not _is_said(edit, f"{SECTION}[{owner['id']}].periods[")


def _is_said(edit: Edit, start: str) -> bool:
    """Whether anything is said about facts whose paths start so, beside their answers."""
    said = (
        *(edit.document.get("not_known") or ()),
        *(edit.document.get("annotations") or ()),
        *(edit.typed.get(SECTION) or ()),
    )
    return any(path.startswith(start) for path in said)


def _drop_empty(edit: Edit, *, keep: Container[str]) -> None:
    """Leave out engagements in which nothing was ever said, which the wizard put there to be
    filled in."""
    edit.document[SECTION] = [
        one
        for one in edit.document[SECTION]
        if one["id"] in keep
        or set(one) - {"id", "periods"}
        or one.get("periods") not in (None, [{}])
        or _is_said(edit, f"{SECTION}[{one['id']}]")
    ]


class _Places:
    """The engagements of a document for stays to be added; one that is missing is added too."""

    def __init__(self, document: Document, taken: set[str]) -> None:
        self.document, self.taken = document, taken
        self.named = engagements(document)
        self.used: dict[str, None] = {}
        self._known: dict[str, tuple[dict[str, Any], set[Any]]] = {}
        self._added: dict[str, str] = {}

    def of(self, identity: str, project: str) -> tuple[dict[str, Any], set[Any]]:
        """The engagement, and the stays that it has."""
        if not identity:
            identity = self._of_project(project)
        if identity not in self._known:
            owner = self.named.items.get(identity)
            if owner is None:
                owner = {"id": identity}
                if project:
                    owner.update(name=project, project=project)
                documents.add(self.document, SECTION, owner)
            stays = {key_of(stay) for stay in owner.get("periods") or () if stay}
            self._known[identity] = owner, stays
            self.used[identity] = None
        return self._known[identity]

    def _of_project(self, project: str) -> str:
        found = self.named.found(project)
        if found:
            return found[0]
        folded = fold(project)
        if folded not in self._added:
            those = {*self.taken, *(one["id"] for one in items(self.document, SECTION))}
            self._added[folded] = documents.new_id(SECTION, those | set(self._added.values()))
        return self._added[folded]

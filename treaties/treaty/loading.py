"""Reads a treaty file: bytes to TOML, TOML to tables, tables to a treaty; all faults at once."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any

from treaties.clauses import KINDS, RESERVED
from treaties.clauses.base import Clause
from treaties.text import shown
from treaties.treaty.checks import check
from treaties.treaty.draft import Draft, clause_key, kinds_of_table, labels, open_in
from treaties.treaty.faults import Faults, TreatyError, rename
from treaties.treaty.objects import Dated, Note, Paragraph, Reading, Text, Treaty
from treaties.treaty.shape import (
    LABEL,
    NOTE_CODE,
    SECTIONS,
    BorrowedEntry,
    DatedEntry,
    LanguagesEntry,
    NoteEntry,
    ParagraphEntry,
    ReadingEntry,
    TextEntry,
    TreatyEntry,
)
from treaties.treaty.tables import read_table, where

LARGEST = 2_000_000  # bytes of one treaty file
REQUIRED = ("treaty", "paragraph", "clause")
_AT = re.compile(r"^(.*) \((at line \d+, column \d+|at end of document)\)$", re.DOTALL)


def load_treaty(source: bytes | str | Path, name: str = "") -> Treaty:
    """The treaty that the file says, from its bytes or its path (a str is a path).

    `name` is what faults call the file; without it, the name in the path.
    Raises TreatyError with everything that is wrong in the file, and OSError if it cannot be read.
    """
    path = name
    if not isinstance(source, bytes):
        path, name = str(source), name or Path(source).name
        source = Path(source).read_bytes()
    faults = Faults(name or "treaty file")
    treaty = None
    try:
        document = _parse(source, faults)
        if document is not None:
            treaty = _build(document, source, path, faults)
    except RecursionError:
        faults.add("", "the file nests tables too deeply", "Write it as in the example")
    if treaty is None or faults:
        raise TreatyError(faults.all)
    return treaty


def _parse(source: bytes, faults: Faults) -> dict[str, Any] | None:
    if len(source) > LARGEST:
        faults.add("", f"the file has {len(source)} bytes", f"Keep it to at most {LARGEST} bytes")
        return None
    try:
        return tomllib.loads(source.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        faults.add(f"line {line}", "the file is not UTF-8", "Save it as UTF-8")
    except tomllib.TOMLDecodeError as error:
        found = _AT.match(str(error))
        message, at = (found[1], found[2].removeprefix("at ")) if found else (str(error), "")
        faults.add(at, f"this is not TOML: {message}", "Correct the line")
    return None


def _build(document: dict[str, Any], source: bytes, path: str, faults: Faults) -> Treaty | None:
    for section in document:
        if section not in SECTIONS and section != "clause":
            known = [*SECTIONS, "clause"]
            faults.add(section, f'the table "{section}" is unknown', rename(section, known), known)
    for section in REQUIRED:
        if section not in document:
            faults.add(section, f'the table "{section}" is missing', "Add it")
    head: TreatyEntry | None = None
    if "treaty" in document:
        head = read_table(TreatyEntry, document["treaty"], "treaty", faults)
        if head is not None:
            _check_head(head, faults)
    raw = document.get("clause", [])
    if not isinstance(raw, list):
        faults.add(
            "clause", "there is one table where a list of clauses belongs", "Write [[clause]]"
        )
        raw = []
    counting = None
    if "counting" in document:
        counting = read_table(SECTIONS["counting"], document["counting"], "counting", faults)
    draft = Draft(
        raw_clauses=raw,
        clauses=[_clause(one, clause_key(place, one), faults) for place, one in enumerate(raw)],
        paragraphs=_entries(document, "paragraph", ParagraphEntry, faults),
        borrowed=_entries(document, "borrowed", BorrowedEntry, faults),
        readings=_entries(document, "readings", ReadingEntry, faults),
        notes=_entries(document, "notes", NoteEntry, faults),
        month=counting.month if counting else None,
    )
    check(draft, faults)
    if head is None or faults:
        return None
    return _treaty(head, draft, source, path)


def _entries(document: dict[str, Any], section: str, model: Any, faults: Faults) -> dict[str, Any]:
    """The entries of a section, each read by itself; one that failed is None under its name."""
    tables = document.get(section, {})
    if not isinstance(tables, dict):
        faults.add(section, f"{shown(tables)} stands where a table belongs", f"Write [{section}]")
        return {}
    read: dict[str, Any] = {}
    for name, raw in tables.items():
        key = where("", (section, name))
        if section in ("paragraph", "borrowed") and not LABEL.fullmatch(name):
            faults.add(
                key,
                f'"{name[:40]}" is no label of a paragraph',
                "Write the label in Latin form",
                "a Latin label such as 5(3)(b), Protocol(1) or Law(note 2)",
            )
        if section == "notes" and not NOTE_CODE.fullmatch(name):
            faults.add(
                key,
                f'"{name[:40]}" is no code of a note',
                "Write the code in the form shown",
                "one to three capital letters and a number, such as B4",
            )
        read[name] = read_table(model, raw, key, faults)
    return read


def _clause(raw: Any, key: str, faults: Faults) -> Clause | None:
    if not isinstance(raw, dict):
        faults.add(key, f"{shown(raw)} stands where a table belongs", "Write [[clause]]")
        return None
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        problem = (
            f"the kind of clause is unknown: {shown(kind)}"
            if "kind" in raw
            else 'the key "kind" is missing'
        )
        faults.add(f"{key}: kind", problem, rename(str(kind), KINDS), list(KINDS))
        return None
    inner = Faults(faults.file)
    clause: Clause | None = read_table(KINDS[kind], raw, "", inner, reserved_in(kind))
    for fault in inner.all:
        faults.add(
            f"{key}: {fault.key}" if fault.key else key, fault.problem, fault.remedy, fault.allowed
        )
    return clause


def reserved_in(kind: str) -> dict[str, tuple[str, ...]]:
    """The keys, and values of keys, of a kind of clause that are known but not supported yet."""
    reserved = dict(RESERVED[kind])
    for table in kinds_of_table(KINDS[kind]):
        for name, values in table.RESERVED.items():
            reserved[name] = (*reserved.get(name, ()), *values)
    return reserved


def _check_head(head: TreatyEntry, faults: Faults) -> None:
    if head.parties[0] == head.parties[1]:
        faults.add("treaty.parties", f"{head.parties[0]} stands there twice", "Name the two States")
    for state in head.parties:
        if state not in head.in_effect:
            faults.add(
                "treaty.in_effect",
                f"nothing is said of {state}",
                'Say it for both States, with date = "unknown" where it is not known',
                head.parties,
            )
    for state in head.in_effect:
        if state not in head.parties:
            faults.add(
                f"treaty.in_effect.{state}", f"{state} is no party", "Take it out", head.parties
            )
    authentic = head.languages.authentic if head.languages else "unknown"
    if authentic != "unknown" and head.prevails not in (*authentic, "unknown"):
        faults.add(
            "treaty.prevails",
            f'"{head.prevails}" is not among the authentic languages',
            "Correct one of the two",
            [*authentic, "unknown"],
        )
    signed, in_force = head.signed.date, head.in_force.date
    if "unknown" not in (signed, in_force):
        shared = min(len(signed), len(in_force))
        if in_force[:shared] < signed[:shared]:
            faults.add(
                "treaty.in_force.date",
                f"{in_force} is before {signed}, when the treaty was signed",
                "Correct one of the two dates",
            )


def _treaty(head: TreatyEntry, draft: Draft, source: bytes, path: str) -> Treaty:
    spoken = head.languages or LanguagesEntry(
        authentic="unknown", source="-", certainty="unconfirmed"
    )
    return Treaty(
        digest=f"sha256:{hashlib.sha256(source).hexdigest()}",
        code=head.code,
        parties=(head.parties[0], head.parties[1]),
        title=_text(head.title),
        read_from=head.read_from,
        prevails=head.prevails,
        languages=() if spoken.authentic == "unknown" else tuple(spoken.authentic),
        languages_source=None if head.languages is None else _text(spoken.source),
        languages_certainty=spoken.certainty,
        protocol=head.protocol,
        signed=_dated(head.signed),
        in_force=_dated(head.in_force),
        in_effect=MappingProxyType(
            {state: _dated(head.in_effect[state]) for state in head.parties}
        ),
        party_names=MappingProxyType(
            {state: _text(name) for state, name in head.party_names.items()}
        ),
        text_note=None if head.text_note is None else _text(head.text_note),
        beyond=None if head.beyond is None else _text(head.beyond),
        paragraphs=MappingProxyType(
            {
                label: Paragraph(
                    label,
                    entry.source,
                    Text(entry.en, entry.fa, entry.ka),
                    None if entry.decides_nothing is None else _text(entry.decides_nothing),
                )
                for label, entry in draft.paragraphs.items()
            }
        ),
        borrowed=MappingProxyType(
            {
                label: Paragraph(
                    label,
                    entry.source,
                    Text(entry.en, entry.fa, entry.ka),
                    borrowed_from=entry.from_,
                )
                for label, entry in draft.borrowed.items()
            }
        ),
        clauses=tuple(_with_month(clause, draft.month) for clause in draft.clauses if clause),
        readings=MappingProxyType(
            {
                name: Reading(
                    name, tuple(labels(entry.paragraph)), tuple(entry.options), _text(entry.why)
                )
                for name, entry in draft.readings.items()
            }
        ),
        notes=MappingProxyType(
            {
                code: Note(
                    code,
                    tuple(labels(entry.paragraph)),
                    Text(entry.en, entry.fa, entry.ka),
                    tuple(entry.touched_by),
                )
                for code, entry in draft.notes.items()
            }
        ),
        source=source,
        path=path,
    )


def _with_month(clause: Clause, month: str | None) -> Clause:
    """The clause with the month of [counting], if it counts in months and does not say itself."""
    if month is None or "month" not in open_in(type(clause)) or not clause.asks_for("month"):
        return clause
    said = getattr(clause, "month", None) or month
    return clause.model_copy(update={"month": said})


def _text(entry: str | TextEntry) -> Text:
    return Text(entry) if isinstance(entry, str) else Text(entry.en, entry.fa, entry.ka)


def _dated(entry: DatedEntry) -> Dated:
    day = None if entry.date == "unknown" else entry.date
    return Dated(day, _text(entry.source), entry.certainty)

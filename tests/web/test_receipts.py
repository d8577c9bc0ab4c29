"""Receipts: guards in the database, verifying, bundles, and what a damaged version shows."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import receipts, reviewing, services, triggers, verifying
from pe_wizard.assessments.models import ReviewEvent, TreatyFile, Version
from pe_wizard.canonical import canonical
from pe_wizard.clients.models import ClientFile, Event
from tests.web.assessing import AGENT, a_client_file, completed, facts, share

SQLITE = connection.vendor == "sqlite"
on_sqlite = pytest.mark.skipif(not SQLITE, reason="rows are read as bytes on SQLite only")


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


@pytest.fixture
def versions(owner: User, colleague: User, client_file: ClientFile) -> list[Version]:
    """Two versions of one assessment, the first signed off, and one of another treaty."""
    first = completed(owner, client_file, facts(agents=[dict(AGENT)]))
    draft = services.new_version(by=owner, version=first)
    second = services.complete(by=owner, draft_id=draft.pk)
    third = completed(owner, client_file, facts("GE-IN"))
    share(client_file, colleague, "reviewer")
    reviewing.ask(by=owner, version=first, seen=0)
    reviewing.sign_off(by=colleague, version=first, seen=1, sha256=first.sha256)
    return [first, second, third]


def execute(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def verified(*arguments: str, **options: Any) -> tuple[int, str]:
    """The exit code of `verify` and everything it said."""
    output = StringIO()
    try:
        call_command("verify", *arguments, stdout=output, stderr=output, **options)
    except CommandError as error:
        return error.returncode, f"{output.getvalue()}{error}"
    return 0, output.getvalue()


# ---- guards in the database

GUARDED = [
    "assessments_reviewevent",
    "assessments_treatyfile",
    "assessments_version",
    "clients_event",
]


def test_everything_that_is_written_once_is_guarded() -> None:
    assert sorted(model._meta.db_table for model in triggers.guarded()) == GUARDED


@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_the_database_refuses_what_models_cannot_see(
    versions: list[Version], table: str, statement: str
) -> None:
    column = "code" if table == "assessments_treatyfile" else "id"
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        execute(statement.format(table, column, column))
    assert verified() == (0, verified()[1])


@pytest.mark.parametrize("key", ["id", "draft_id", "client_file_id, position"])
@on_sqlite
def test_a_row_is_not_replaced_either(versions: list[Version], key: str) -> None:
    """REPLACE removes the row that is in the way, and fires no trigger for that."""
    columns = [field.column for field in Version._meta.local_concrete_fields]
    fresh = {"id": "'0'", "draft_id": "'0'", "number": "9", "position": "9"}
    for kept in key.split(", "):
        fresh.pop(kept, None)
    values = ", ".join(fresh.get(name, name) for name in columns)
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        execute(
            f"REPLACE INTO assessments_version ({', '.join(columns)}) "
            f"SELECT {values} FROM assessments_version WHERE id = %s",
            versions[0].pk.hex,
        )


def test_a_table_is_not_emptied(versions: list[Version]) -> None:
    emptying = "DELETE FROM clients_event"
    if not SQLITE:
        emptying = "SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE clients_event CASCADE"
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        execute(emptying)


def test_managers_refuse_what_models_refuse(versions: list[Version]) -> None:
    step = ReviewEvent.objects.first()
    assert step is not None
    attempts: list[Callable[[], object]] = [
        step.save,
        step.delete,
        ReviewEvent.objects.all().delete,
        lambda: Event.objects.update(action="x"),
        Event.objects.all().delete,
    ]
    for attempt in attempts:
        with pytest.raises(TypeError):
            attempt()


@pytest.mark.django_db(transaction=True)
def test_a_table_that_django_rebuilds_gets_its_guards_back() -> None:
    assert triggers.missing(connection) == []
    with connection.schema_editor() as editor:
        old = Event._meta.get_field("action")
        wider = models.CharField(max_length=61)
        wider.set_attributes_from_name("action")
        wider.model = Event
        editor.alter_field(Event, old, wider)
    if SQLITE:  # the rebuilt table came without
        assert triggers.missing(connection) == [
            f"clients_event_no_{when}" for when in ("update", "delete", "insert")
        ]
        with pytest.raises(CommandError, match=r"pe_wizard\.E001"):
            call_command("check", databases=["default"])
    call_command("migrate", verbosity=0)
    assert triggers.missing(connection) == []
    call_command("check", databases=["default"], stdout=StringIO())
    with connection.schema_editor() as editor:
        editor.alter_field(Event, wider, old)
    call_command("migrate", verbosity=0)


def test_a_missing_guard_fails_the_check_and_verify_says_so(versions: list[Version]) -> None:
    name = "assessments_version_no_delete"
    on = "" if SQLITE else " ON assessments_version"
    execute(f'DROP TRIGGER "{name}"{on}')
    with pytest.raises(CommandError, match=name):
        call_command("check", databases=["default"])
    code, said = verified()
    assert code == 0
    assert name in said


# ---- verifying


def test_intact_versions_come_out_the_same(versions: list[Version]) -> None:
    code, said = verified()
    assert code == 0
    assert "3 same, 0 different, 0 damaged" in said
    for version in versions:
        assert version.sha256[:12] in said
    assert "Engineering" not in said


@pytest.mark.parametrize("by", ["id", "reference"])
def test_one_client_file_is_verified_alone(
    owner: User, versions: list[Version], client_file: ClientFile, by: str
) -> None:
    completed(owner, a_client_file(owner, "Client 0043"))
    named = str(client_file.pk) if by == "id" else client_file.reference
    assert "3 same" in verified(named)[1]
    assert "4 same" in verified()[1]


def test_a_client_file_there_is_not_or_twice(owner: User, client_file: ClientFile) -> None:
    assert verified("Client 9999")[0] == 1
    other = a_client_file(owner)
    code, said = verified(client_file.reference)
    assert code == 1
    assert str(other.pk) in said


@pytest.fixture
def unguarded(versions: list[Version]) -> list[Version]:
    triggers.remove(connection)
    return versions


TEXTS = ("id", "assessment_id", "client_file_id", "draft_id", "facts", "conclusion", "questions",
         "summary", "product_version", "language", "completed_at", "sha256",
         "previous_sha256", "treaty_file_id", "canonical")  # fmt: skip


@on_sqlite
@pytest.mark.parametrize("column", TEXTS)
@pytest.mark.parametrize("place", [0.0, 0.31, 0.5, 0.77, 1.0])
def test_one_flipped_byte_anywhere_is_found(
    unguarded: list[Version], column: str, place: float
) -> None:
    second = unguarded[1]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(
            f"SELECT rowid, CAST({column} AS BLOB) FROM assessments_version WHERE id = %s",
            [second.pk.hex],
        )
        rowid, content = cursor.fetchone()
        at = round(place * (len(content) - 1))
        # a blank that becomes a tab, a letter that changes its case: the same value for a reader
        flipped = bytearray(content)
        flipped[at] = 0x09 if content[at : at + 1] == b" " else content[at] ^ 0x20
        kind = "BLOB" if column == "canonical" else "TEXT"
        with transaction.atomic():
            cursor.execute(
                f"UPDATE assessments_version SET {column} = CAST(%s AS {kind}) WHERE rowid = %s",
                [bytes(flipped), rowid],
            )
            code, said = verified(depth="receipts")
            transaction.set_rollback(True)
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert code == 1
    assert "damaged" in said
    assert "2 same" in said  # the two others are not accused


@pytest.mark.parametrize(
    "change",
    [
        "facts = REPLACE(CAST(facts AS TEXT), 'third_party', 'employee')",
        "conclusion = REPLACE(CAST(conclusion AS TEXT), 'dependent_agent', 'fixed_place')",
        "number = 7",
        "position = 7",
        "language = 'fa'",
        "previous_sha256 = ''",
        "product_version = '9'",
    ],
)
def test_a_column_that_says_something_else_is_found(unguarded: list[Version], change: str) -> None:
    if not SQLITE:
        change = change.replace("facts = REPLACE(", "facts = CAST(REPLACE(").replace(
            "conclusion = REPLACE(", "conclusion = CAST(REPLACE("
        )
        change += " AS jsonb)" if "CAST(REPLACE" in change else ""
    execute(f"UPDATE assessments_version SET {change} WHERE id = %s", _id(unguarded[1]))
    code, said = verified()
    assert code == 1
    assert "does not say what its bytes say" in said
    assert "2 same" in said


def _id(version: Version) -> object:
    return version.pk.hex if SQLITE else version.pk


def test_a_consistent_forgery_is_found_by_the_event_log(unguarded: list[Version]) -> None:
    """Every column, the bytes and their hash are changed together; the log names another hash."""
    last = Version.objects.get(pk=unguarded[2].pk)
    said = json.loads(bytes(last.canonical))
    said["language"] = "fa"
    forged = canonical(said)
    execute(
        "UPDATE assessments_version SET canonical = %s, sha256 = %s, language = 'fa' WHERE id = %s",
        forged,
        receipts.sha256(forged),
        _id(last),
    )
    code, output = verified()
    assert code == 1
    assert "the event log names another hash" in output
    assert receipts.damage(Version.objects.get(pk=last.pk)) == ["event"]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_missing_version_is_found_the_last_one_too(unguarded: list[Version], at: int) -> None:
    execute("DELETE FROM assessments_reviewevent")
    if SQLITE:
        execute("PRAGMA defer_foreign_keys = ON")
    with transaction.atomic():
        execute("DELETE FROM assessments_version WHERE id = %s", _id(unguarded[at]))
        code, said = verified(str(unguarded[at].client_file_id), depth="receipts")
        transaction.set_rollback(True)
    assert code == 1
    assert f"position {at + 1}; it is missing: the event log names {unguarded[at].sha256}" in said


def test_a_missing_event_is_found(unguarded: list[Version]) -> None:
    execute("DELETE FROM clients_event WHERE action = 'assessment.completed'")
    code, said = verified()
    assert code == 1
    assert "the event log does not name it" in said


def test_a_treaty_file_with_other_bytes_is_found(unguarded: list[Version]) -> None:
    digest = unguarded[2].treaty_file_id
    source = bytes(TreatyFile.objects.get(pk=digest).source)
    execute(
        "UPDATE assessments_treatyfile SET source = %s WHERE digest = %s", source + b"\n", digest
    )
    code, said = verified()
    assert code == 1
    assert f"the treaty file {digest} has other bytes" in said
    assert "2 same" in said


def test_a_changed_or_missing_sign_off_is_found(unguarded: list[Version]) -> None:
    execute("UPDATE assessments_reviewevent SET sha256 = %s WHERE kind = 'signed'", "0" * 64)
    assert "made for another hash" in verified()[1]
    execute("DELETE FROM assessments_reviewevent WHERE kind = 'signed'")
    code, said = verified()
    assert code == 1
    assert f"sign-off of {unguarded[0].pk}; it is missing" in said


def test_an_assessment_that_names_another_treaty_is_found(versions: list[Version]) -> None:
    versions[0].assessment.__class__.objects.filter(pk=versions[0].assessment_id).update(
        treaty_code="IR-HU"
    )
    assert verified()[0] == 1


def test_another_conclusion_is_different_and_says_clause_and_finding(
    versions: list[Version], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the product has learned to decide otherwise."""
    conclude = verifying.conclude

    def otherwise(assessment: Any) -> dict[str, Any]:
        document = conclude(assessment)
        for head in document["heads"]:
            if head["head"] == "dependent_agent":
                head["outcome"] = "no_pe"
                head["because"][0]["parts"][0]["outcome"] = "no"
        return document

    monkeypatch.setattr(verifying, "conclude", otherwise)
    code, said = verified()
    assert code == 3
    assert "1 same, 2 different, 0 damaged" in said
    assert "dependent_agent a1: it was undetermined, it is no_pe" in said
    head = next(one for one in versions[0].conclusion["heads"] if one["head"] == "dependent_agent")
    part = head["because"][0]["parts"][0]
    clause = f"{part['paragraph']} " if part["paragraph"] else ""
    assert f"the finding was {clause}{part['message']} unknown, it is " in said
    assert verified(depth="receipts")[0] == 0


def test_other_words_for_the_same_finding_are_no_difference(
    versions: list[Version], monkeypatch: pytest.MonkeyPatch
) -> None:
    conclude = verifying.conclude

    def reworded(assessment: Any) -> dict[str, Any]:
        document = conclude(assessment)
        document["heads"][0]["because"][0]["statement"] = "In other words."
        return document

    monkeypatch.setattr(verifying, "conclude", reworded)
    assert verified(depth="whole")[0] == 0


@pytest.mark.parametrize("depth", ["heads", "whole"])
def test_facts_that_can_no_longer_be_assessed_are_different(
    versions: list[Version], monkeypatch: pytest.MonkeyPatch, depth: str
) -> None:
    def refuses(document: object) -> None:
        raise verifying.TreatiesError("the format has moved on")

    monkeypatch.setattr(verifying, "parse_facts", refuses)
    code, said = verified(depth=depth)
    assert code == 3
    assert "can no longer be assessed: the format has moved on" in said


# ---- bundles


@pytest.fixture
def bundle(versions: list[Version], tmp_path: Path) -> Path:
    path = tmp_path / "client.zip"
    call_command("export_bundle", str(versions[0].client_file_id), str(path), stdout=StringIO())
    return path


def test_a_bundle_is_verified_without_the_database(
    bundle: Path, django_db_blocker: Any, versions: list[Version]
) -> None:
    with django_db_blocker.block():
        code, said = verified(bundle=bundle)
    assert code == 0
    assert "3 same, 0 different, 0 damaged" in said
    assert bundle.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(bundle) as opened:
        for at, version in enumerate(versions, start=1):
            content = opened.read(f"versions/{at:05}.json")
            assert hashlib.sha256(content).hexdigest() == version.sha256
        manifest = json.loads(opened.read("manifest.json"))
    assert (manifest["count"], manifest["last_sha256"]) == (3, versions[2].sha256)
    assert [one["kind"] for one in manifest["reviews"]] == ["asked", "signed"]
    assert Event.objects.filter(action="bundle.written").count() == 1


def test_a_bundle_is_not_written_over_a_file(bundle: Path, versions: list[Version]) -> None:
    before = bundle.read_bytes()
    with pytest.raises(CommandError, match="already"):
        call_command("export_bundle", str(versions[0].client_file_id), str(bundle))
    assert bundle.read_bytes() == before
    assert [one.name for one in bundle.parent.iterdir()] == [bundle.name]


def test_nothing_damaged_is_written_to_a_bundle(unguarded: list[Version], tmp_path: Path) -> None:
    execute("UPDATE assessments_version SET language = 'ka' WHERE id = %s", _id(unguarded[0]))
    path = tmp_path / "client.zip"
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("export_bundle", str(unguarded[0].client_file_id), str(path))
    assert not path.exists()


def rewritten(bundle: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The bundle with other entries, whole as a ZIP file."""
    with zipfile.ZipFile(bundle) as opened:
        entries = {name: opened.read(name) for name in opened.namelist()}
    change(entries)
    path = bundle.with_name("changed.zip")
    with zipfile.ZipFile(path, "w") as output:
        for name, content in entries.items():
            output.writestr(name, content)
    return path


def _in_manifest(change: Callable[[Any], object]) -> Callable[[dict[str, bytes]], object]:
    def changed(entries: dict[str, bytes]) -> None:
        manifest = json.loads(entries["manifest.json"])
        change(manifest)
        entries["manifest.json"] = json.dumps(manifest).encode()

    return changed


def _last_one_gone(entries: dict[str, bytes]) -> None:
    del entries["versions/00003.json"]
    _in_manifest(lambda manifest: manifest["versions"].pop())(entries)


def _other_fact(entries: dict[str, bytes]) -> None:
    content = entries["versions/00001.json"]
    entries["versions/00001.json"] = content.replace(b"third_party", b"employee")


def _other_treaty(entries: dict[str, bytes]) -> None:
    name = next(name for name in entries if name.startswith("treaties/"))
    entries[name] = entries[name].replace(b"183", b"182") + b"#"


CHANGES: dict[str, Callable[[dict[str, bytes]], object]] = {
    "a fact": _other_fact,
    "a version missing": lambda entries: entries.pop("versions/00002.json"),
    "the last version missing": _last_one_gone,
    "a treaty file": _other_treaty,
    "a treaty file missing": lambda entries: entries.pop(
        next(name for name in entries if name.startswith("treaties/"))
    ),
    "no bytes": lambda entries: entries.update({"versions/00003.json": b""}),
    "no version": lambda entries: entries.update({"versions/00003.json": b"[" * 100_000}),
    "no manifest": lambda entries: entries.pop("manifest.json"),
    "another manifest": lambda entries: entries.update({"manifest.json": b'{"format": 1}'}),
    "a hash": _in_manifest(lambda one: one["versions"][0].update(sha256="0" * 64)),
    "a sign-off": _in_manifest(lambda one: one["reviews"][0].update(sha256="0" * 64)),
    "another client": _in_manifest(lambda one: one.update(client_file="0" * 36)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_bundle_is_damaged(bundle: Path, change: str) -> None:
    code, said = verified(bundle=rewritten(bundle, CHANGES[change]))
    assert code == 1, said
    assert "Traceback" not in said


@pytest.mark.parametrize("place", [0.02, 0.2, 0.4, 0.6, 0.8, 0.98])
def test_a_flipped_byte_of_the_file_is_never_passed_over_as_another_version(
    bundle: Path, place: float
) -> None:
    """A byte of the archive that means nothing may change; what is verified is what was read."""
    content = bytearray(bundle.read_bytes())
    content[int(len(content) * place)] ^= 0x40
    path = bundle.with_name("flipped.zip")
    path.write_bytes(content)
    code, said = verified(bundle=path)
    assert code == 1 or "3 same, 0 different, 0 damaged" in said


def test_what_is_no_bundle_says_so(tmp_path: Path) -> None:
    path = tmp_path / "no.zip"
    assert verified(bundle=path)[0] == 1
    path.write_text("hello")
    assert "cannot be read as a bundle" in verified(bundle=path)[1]
    shutil.copy(__file__, path)
    assert verified(bundle=path)[0] == 1
    assert verified("Client 0042", bundle=path)[0] == 2


# ---- pages of a damaged version


def test_a_damaged_version_is_shown_and_handed_out_nowhere(
    unguarded: list[Version], as_owner: Client
) -> None:
    first, second, _ = unguarded
    execute("UPDATE assessments_version SET language = 'ka' WHERE id = %s", _id(first))
    before = Event.objects.count(), ReviewEvent.objects.count()
    pages = [
        reverse("assessments:version", args=[first.pk]),
        reverse("assessments:version_json", args=[first.pk, "facts"]),
        reverse("assessments:version_json", args=[first.pk, "conclusion"]),
        reverse("assessments:compare_versions", args=[first.pk, second.pk]),
        reverse("assessments:compare_versions", args=[second.pk, first.pk]),
        reverse("assessments:review", args=[first.pk]),
        reverse("memo:pdf", args=[first.pk]),
        reverse("memo:docx", args=[first.pk]),
    ]
    for page in pages:
        response = as_owner.get(page)
        assert response.status_code == 409, page
        text = response.content.decode()
        assert "Failed integrity" in text
        assert "language" in text
        assert "Trading Co" not in text
    assert as_owner.post(reverse("assessments:new_version", args=[first.pk])).status_code == 409
    assert (Event.objects.count(), ReviewEvent.objects.count()) == before
    assert as_owner.get(reverse("assessments:version", args=[second.pk])).status_code == 200


def test_an_intact_version_has_no_damage(versions: list[Version]) -> None:
    for version in versions:
        assert receipts.damage(Version.objects.get(pk=version.pk)) == []

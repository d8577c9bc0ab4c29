"""Backup, restore, moving to another database, data for tests from outside, the list of routes."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services, triggers
from pe_wizard.assessments.models import Draft, TreatyFile, Version
from pe_wizard.assessments.problems import problems
from pe_wizard.assessments.standing import standing
from pe_wizard.clients.models import ClientFile, Event
from pe_wizard.operations import databases, manifests
from pe_wizard.operations.backups import back_up
from pe_wizard.operations.contents import contents
from pe_wizard.operations.errors import Damaged, OperationRefused
from pe_wizard.operations.moving import move
from pe_wizard.operations.restoring import restore
from pe_wizard.operations.routing import ALL_METHODS, Route, routes
from pe_wizard.operations.seeding import CANARIES
from tests.web.another_database import (
    SQLITE,
    a_file,
    a_migrated_place,
    an_empty_place,
    url,
)
from tests.web.assessing import a_client_file, completed, facts, save, setting, started
from tests.web.conftest import signed_in

ROOT = Path(settings.BASE_DIR)
only_sqlite = pytest.mark.skipif(not SQLITE, reason="about files of SQLite")
only_postgresql = pytest.mark.skipif(SQLITE, reason="about schemas of PostgreSQL")


def rows(alias: str) -> dict[str, Any]:
    """What may not be lost or changed: whole rows, by id."""
    drafts = Draft.objects.using(alias).values_list("pk", "document", "revision", "saved_at")
    versions = Version.objects.using(alias).values_list("pk", "canonical", "sha256", "facts")
    return {
        "drafts": {pk: rest for pk, *rest in drafts},
        "versions": {pk: [bytes(canonical), *rest] for pk, canonical, *rest in versions},
        "files": set(ClientFile.objects.using(alias).values_list("pk", "name", "updated_at")),
        "events": set(Event.objects.using(alias).values_list("pk", "at", "action")),
        "treaties": {
            pk: bytes(source)
            for pk, source in TreatyFile.objects.using(alias).values_list("pk", "source")
        },
        "people": set(User.objects.using(alias).values_list("pk", "username", "password")),
    }


@pytest.fixture
def work(transactional_db: None, owner: User) -> User:
    """Something to lose: two versions in one client file, a draft in another."""
    client_file = a_client_file(owner)
    completed(owner, client_file)
    completed(owner, client_file, facts("IR-RS"))
    draft = started(owner, a_client_file(owner, "Client 0043"))
    save(owner, draft, "insurance", setting("enterprise.insurer", False))
    return owner


def backed_up(folder: Path) -> Path:
    file, _ = back_up(folder / "backup")
    return file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ---- backup


def test_a_backup_restored_is_what_was_there(work: User, tmp_path: Path) -> None:
    file, manifest = back_up(tmp_path)
    assert file.name.startswith("pe-wizard-")
    with an_empty_place(tmp_path) as place:
        restored = restore(file, alias=place)
        assert rows(place) == rows("default")
        assert restored.contents == contents(place) == manifest.contents
        assert restored.replaced == ""


def test_a_manifest_says_what_the_file_is_and_what_is_in_it(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    said = json.loads(manifests.beside(file).read_text())
    last = Version.objects.order_by("-position").first()
    assert last is not None
    assert said["contents"]["versions"] == {
        str(last.client_file_id): {"count": 2, "last_sha256": last.sha256}
    }
    assert said["contents"]["tables"]["assessments_draft"] == 3
    assert said["sha256"] == manifests.digest(file)
    assert said["database"] == connection.vendor
    assert said["product_version"] == last.product_version
    assert said["made_at"].endswith("Z")


def test_only_the_owner_may_read_a_backup_and_what_is_restored(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    assert (mode(file), mode(manifests.beside(file))) == (0o600, 0o600)
    if SQLITE:
        file.chmod(0o644)
        with an_empty_place(tmp_path) as place:
            restore(file, alias=place)
            assert mode(Path(connections[place].settings_dict["NAME"])) == 0o600


def test_a_backup_overwrites_nothing_and_leaves_nothing_unfinished(
    work: User, tmp_path: Path
) -> None:
    file = backed_up(tmp_path)
    before = file.read_bytes()
    with pytest.raises(OperationRefused, match="there already"):
        back_up(file)
    with pytest.raises(OperationRefused, match="no folder"):
        back_up(tmp_path / "nowhere" / "backup")
    (tmp_path / "other.manifest.json").touch()
    with pytest.raises(OperationRefused, match="there already"):
        back_up(tmp_path / "other")
    assert file.read_bytes() == before
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"backup", "backup.manifest.json", "other.manifest.json"}


@only_sqlite
def test_without_a_database_there_is_nothing_to_back_up(tmp_path: Path, db: None) -> None:
    with a_file(tmp_path) as nothing, pytest.raises(OperationRefused, match="no database at"):
        back_up(tmp_path / "backup", alias=nothing)
    assert list(tmp_path.iterdir()) == []


# ---- restore


def test_a_place_with_client_files_is_not_overwritten(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    with an_empty_place(tmp_path) as place:
        restore(file, alias=place)
        Draft.objects.using(place).update(note="written since")
        with pytest.raises(OperationRefused, match="--force-replace"):
            restore(file, alias=place)
        assert Draft.objects.using(place).filter(note="written since").count() == 3
        connections[place].close()


def test_what_is_replaced_by_force_is_kept_under_another_name(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    with an_empty_place(tmp_path) as place:
        restore(file, alias=place)
        Draft.objects.using(place).update(note="written since")
        replaced = restore(file, alias=place, force_replace=True).replaced
        assert rows(place) == rows("default")
        assert not Draft.objects.using(place).filter(note="written since").exists()
        assert "replaced" in replaced
        if SQLITE:
            with closing(sqlite3.connect(replaced)) as kept:
                notes = kept.execute("SELECT note FROM assessments_draft").fetchall()
        else:
            with connections[place].cursor() as cursor:
                cursor.execute(f"SELECT note FROM {replaced.split()[2]}.assessments_draft")
                notes = cursor.fetchall()
        assert notes == [("written since",)] * 3
        again, _ = back_up(tmp_path / "again", alias=place)  # what was replaced is not in it
        assert manifests.read(again).contents == manifests.read(file).contents


def test_a_place_that_was_only_migrated_is_empty(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    with a_migrated_place(tmp_path) as place:
        assert restore(file, alias=place).replaced == ""
        assert rows(place) == rows("default")


@only_sqlite
def test_what_another_database_left_beside_the_file_is_removed(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    with an_empty_place(tmp_path) as place:
        there = Path(connections[place].settings_dict["NAME"])
        for suffix in ("-wal", "-shm", "-journal"):
            Path(f"{there}{suffix}").write_bytes(b"of another database")
        restore(file, alias=place)
        assert rows(place) == rows("default")


def test_a_database_in_use_is_not_replaced(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    with an_empty_place(tmp_path) as place:
        restore(file, alias=place)
        with databases.opened(connections[place].settings_dict) as server:
            with connections[server].cursor() as cursor:
                if SQLITE:
                    cursor.execute("PRAGMA journal_mode=WAL")
                cursor.execute("SELECT COUNT(*) FROM accounts_user")
            with pytest.raises(OperationRefused, match="Stop the server"):
                restore(file, alias=place, force_replace=True)
        assert rows(place) == rows("default")


def flipped(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 0x01
    file.write_bytes(content)


@pytest.mark.parametrize("where", [0.0, 0.05, 0.3, 0.62, 0.9, 1.0])
def test_one_flipped_bit_in_a_backup_is_refused_and_the_place_stays_empty(
    work: User, tmp_path: Path, where: float
) -> None:
    file = backed_up(tmp_path)
    flipped(file, int(where * (file.stat().st_size - 1)))
    with an_empty_place(tmp_path) as place:
        with pytest.raises(Damaged, match="is damaged"):
            restore(file, alias=place)
        assert databases.tables(place) == []


def test_a_backup_cut_short_is_refused(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with an_empty_place(tmp_path) as place, pytest.raises(Damaged):
        restore(file, alias=place)


def test_a_damaged_backup_whose_manifest_is_lost_is_refused_too(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    manifests.beside(file).unlink()
    with an_empty_place(tmp_path) as place:
        with pytest.raises(OperationRefused, match="--without-manifest"):
            restore(file, alias=place)
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2])
        with pytest.raises(OperationRefused):
            restore(file, alias=place, without_manifest=True)
        assert databases.tables(place) == []
        file.write_bytes(content)
        restore(file, alias=place, without_manifest=True)
        assert rows(place) == rows("default")


def without_the_last_version(manifest: manifests.Manifest) -> None:
    chain = next(iter(manifest.contents.versions.values()))
    chain["count"] += 1


def with_another_last_hash(manifest: manifests.Manifest) -> None:
    chain = next(iter(manifest.contents.versions.values()))
    chain["last_sha256"] = "0" * 64


def with_more_rows(manifest: manifests.Manifest) -> None:
    manifest.contents.tables["clients_event"] += 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without_the_last_version, "3 versions"),
        (with_another_last_hash, "000000000000 expected"),
        (with_more_rows, "table clients_event"),
    ],
)
def test_a_backup_that_lacks_what_its_manifest_says_is_refused(
    work: User, tmp_path: Path, change: Callable[[manifests.Manifest], None], says: str
) -> None:
    file = backed_up(tmp_path)
    manifest = manifests.read(file)
    change(manifest)
    manifests.beside(file).unlink()
    manifests.write(manifest, file)
    with an_empty_place(tmp_path) as place:
        with pytest.raises(Damaged, match=says):
            restore(file, alias=place)
        assert databases.tables(place) == []


@only_sqlite  # a dump of PostgreSQL is not changed in place
def test_a_version_taken_out_of_a_backup_is_missed(work: User, tmp_path: Path) -> None:
    """The manifest knows how many there were, whatever hash the file is given."""
    file = backed_up(tmp_path)
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type='trigger'"):
            database.execute(f'DROP TRIGGER "{name}"')
        for kept in ("clocks_clock", "lists_listed"):  # of which rows are made again
            database.execute(f"DELETE FROM {kept}")
        database.execute("DELETE FROM assessments_version WHERE position = 2")
        database.commit()
    manifest = manifests.read(file)
    manifests.beside(file).unlink()
    digest, size = manifests.digest(file), file.stat().st_size
    manifests.write(replace(manifest, sha256=digest, bytes=size), file)
    with an_empty_place(tmp_path) as place, pytest.raises(Damaged, match="1 versions"):
        restore(file, alias=place)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"format": "pe-backup/1"}', "cannot be read"),
        ('{"format": "pe-backup/9"}', "pe-backup/9"),
    ],
)
def test_a_manifest_that_is_none_is_refused(
    work: User, tmp_path: Path, text: str, says: str
) -> None:
    file = backed_up(tmp_path)
    manifests.beside(file).write_text(text)
    with an_empty_place(tmp_path) as place, pytest.raises(OperationRefused, match=says):
        restore(file, alias=place)


def test_a_backup_of_the_other_database_is_refused(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    other = b"PGDMP" + b"\0" * 99 if SQLITE else b"SQLite format 3\x00" + b"\0" * 99
    file.write_bytes(other)
    manifest = replace(
        manifests.read(file),
        bytes=len(other),
        sha256=manifests.digest(file),
        database="postgresql" if SQLITE else "sqlite",
    )
    manifests.beside(file).unlink()
    manifests.write(manifest, file)
    with (
        an_empty_place(tmp_path) as place,
        pytest.raises(OperationRefused, match="to a database of its kind"),
    ):
        restore(file, alias=place)


@pytest.mark.parametrize("content", [b"", b"hello", b"PGDMP"])
def test_a_file_that_is_no_backup_is_refused(db: None, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "backup"
    file.write_bytes(content)
    with pytest.raises(OperationRefused):
        restore(file, without_manifest=True)
    with pytest.raises(OperationRefused, match="no file"):
        restore(tmp_path / "nothing")


@only_postgresql
def test_what_fails_halfway_leaves_the_schema_as_it_was(work: User, tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    manifest = manifests.read(file)
    with_more_rows(manifest)
    manifests.beside(file).unlink()
    manifests.write(manifest, file)
    with an_empty_place(tmp_path) as place:
        restore(file, alias=place, without_manifest=True)
        Draft.objects.using(place).update(note="written since")
        with pytest.raises(Damaged):
            restore(file, alias=place, force_replace=True)
        assert Draft.objects.using(place).filter(note="written since").count() == 3


# ---- the commands, in processes of their own


def manage(*arguments: str, var: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": "/usr/bin:/bin",
        "PE_ENVIRONMENT": "development",
        "PE_VAR_DIR": str(var),
        **variables,
    }
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@only_sqlite
def test_the_commands_carry_a_database_to_another_machine(work: User, tmp_path: Path) -> None:
    to = tmp_path / "backup"
    said = StringIO()
    call_command("backup", to, stdout=said)
    assert f"{to}\n{to}.manifest.json\n" in said.getvalue()
    assert "2 completed versions" in said.getvalue()
    var = tmp_path / "var"
    restored = manage("restore", str(to), var=var)
    assert restored.returncode == 0, restored.stderr
    assert "2 completed versions" in restored.stdout
    assert "2 same, 0 different, 0 damaged" in restored.stdout
    again = manage("restore", str(to), var=var)
    assert again.returncode == 1
    assert "is not empty" in again.stderr
    with databases.opened(databases.in_file(var / "pe_wizard.sqlite3")) as place:
        assert rows(place) == rows("default")


@only_sqlite
def test_a_damaged_version_in_a_whole_backup_is_named_by_restore(
    work: User, tmp_path: Path
) -> None:
    """The backup is what was written; what was written had been changed before."""
    triggers.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE assessments_version SET canonical = x'7b7d' WHERE position = 1")
    to = tmp_path / "backup"
    call_command("backup", to, verbosity=0)
    restored = manage("restore", str(to), var=tmp_path / "var")
    assert restored.returncode == 1
    assert "damaged" in restored.stdout
    assert "triggers" in restored.stderr


def test_commands_refuse_in_one_line(work: User, tmp_path: Path) -> None:
    call_command("backup", tmp_path / "backup", verbosity=0)
    with pytest.raises(CommandError, match="there already"):
        call_command("backup", tmp_path / "backup")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", tmp_path / "backup")
    with pytest.raises(CommandError, match="no file"):
        call_command("move", f"sqlite:///{tmp_path / 'nothing'}")


def test_every_command_is_explained() -> None:
    explained = (ROOT / "docs" / "operations.md").read_text()
    folder = ROOT / "pe_wizard" / "operations" / "management" / "commands"
    commands = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {name for name in commands if f"manage.py {name}" not in explained} == set()


# ---- moving


def test_everything_moves_with_its_ids(work: User, tmp_path: Path) -> None:
    signed_in(work).get("/")  # a session and its like move too
    with a_migrated_place(tmp_path) as place:
        moved = move(url("default"), alias=place)
        assert rows(place) == rows("default")
        assert moved == contents(place) == contents("default")


def test_to_sqlite_and_back_everything_is_the_same(work: User, tmp_path: Path) -> None:
    with a_file(tmp_path) as file:
        call_command("migrate", database=file, verbosity=0)
        move(url("default"), alias=file)
        assert rows(file) == rows("default")
        connections[file].close()
        with a_migrated_place(tmp_path) as back:
            move(url(file), alias=back)
            assert rows(back) == rows("default")


def test_after_moving_numbers_go_on_and_versions_are_guarded(work: User, tmp_path: Path) -> None:
    with a_migrated_place(tmp_path) as place:
        move(url("default"), alias=place)
        new = User(username="after")
        new.save(using=place)
        assert new.pk > max(User.objects.values_list("pk", flat=True))
        assert triggers.missing(connections[place]) == []


def test_a_place_that_is_used_or_not_migrated_is_not_moved_to(work: User, tmp_path: Path) -> None:
    with an_empty_place(tmp_path) as place:
        with pytest.raises(OperationRefused, match="lacks migrations"):
            move(url("default"), alias=place)
        call_command("migrate", database=place, verbosity=0)
        User(username="somebody").save(using=place)
        with pytest.raises(OperationRefused, match="already"):
            move(url("default"), alias=place)
        assert User.objects.using(place).count() == 1


def test_an_address_that_is_none_is_refused(db: None, tmp_path: Path) -> None:
    for address in ("nonsense", "ftp://host/name", f"sqlite:///{tmp_path}/nothing.sqlite3"):
        with pytest.raises(OperationRefused):
            move(address)


# ---- data for tests from outside


@pytest.fixture
def seeded(db: None) -> dict[str, Any]:
    return seed("--ready", "2", "--files", "3")


def seed(*arguments: str) -> dict[str, Any]:
    said = StringIO()
    call_command("seed", "--json", *arguments, stdout=said)
    made: dict[str, Any] = json.loads(said.getvalue())
    return made


def sign_in(user: dict[str, Any]) -> Client:
    client = Client()
    client.post("/account/login/", {"login": user["username"], "password": user["password"]})
    return client


def status(client: Client, address: str) -> int:
    return int(client.get(address).status_code)


def test_everybody_of_the_cast_sees_what_they_should(seeded: dict[str, Any]) -> None:
    users = seeded["users"]
    fa, fb = (seeded["client_files"][name]["url"] for name in ("FA", "FB"))
    seen = {"A": (200, 404), "B": (404, 200), "C": (200, 404), "R": (200, 404), "V": (200, 404)}
    seen |= {"X": (302, 302), "M": (404, 404)}
    for key, expected in seen.items():
        client = sign_in(users[key])
        assert (status(client, fa), status(client, fb)) == expected, key
    step = reverse("wizard:step", args=[seeded["drafts"]["DA1"]["id"], "places"])
    assert [status(sign_in(users[key]), step) for key in "AC"] == [200, 200]
    assert User.objects.get(username="seed-m").is_staff


def test_every_text_of_a_client_has_its_mark(seeded: dict[str, Any]) -> None:
    for side, others in (("A", "B"), ("B", "A")):
        mark, foreign = CANARIES[side], CANARIES[others]
        for file in ClientFile.objects.filter(owner_id=seeded["users"][side]["id"]):
            assert mark in file.reference
            assert mark in file.name
            assert mark in file.notes
            for draft in Draft.objects.filter(assessment__client_file=file):
                assert mark in json.dumps(draft.document)
                assert foreign not in json.dumps(draft.document)
    page = sign_in(seeded["users"]["A"]).get("/clients/").content.decode()
    assert CANARIES["A"] in page
    assert CANARIES["B"] not in page


def test_ready_drafts_can_be_completed_and_the_others_have_open_questions(
    seeded: dict[str, Any],
) -> None:
    a = User.objects.get(pk=seeded["users"]["A"]["id"])
    assert len(seeded["ready"]) == 2
    for told in seeded["ready"]:
        assert services.complete(by=a, draft_id=uuid.UUID(told["id"])).number == 1
    for told in seeded["drafts"].values():
        draft = Draft.objects.get(pk=told["id"])
        assert problems(draft) == []
        assert standing(draft).progress["open"] > 3


def test_seeding_again_gives_the_same_ids_and_new_passwords(seeded: dict[str, Any]) -> None:
    again = seed("--ready", "2", "--files", "3")
    for part in ("client_files", "drafts", "versions", "ready"):
        assert again[part] == seeded[part]
    assert again["users"]["A"]["id"] == seeded["users"]["A"]["id"]
    assert again["users"]["A"]["password"] != seeded["users"]["A"]["password"]
    assert status(sign_in(again["users"]["A"]), "/") == 200
    assert status(sign_in(seeded["users"]["A"]), "/") == 302
    assert ClientFile.objects.count() == 6


def test_without_json_it_is_said_in_lines(db: None) -> None:
    said = StringIO()
    call_command("seed", stdout=said)
    assert "username seed-a" in said.getvalue()
    assert CANARIES["B"] in said.getvalue()


def test_production_has_no_accounts_to_test_with(db: None, settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="refused in production"):
        call_command("seed")
    assert not User.objects.exists()


# ---- routes


def test_routes_are_listed_with_names_patterns_and_methods() -> None:
    said = StringIO()
    call_command("routes", "--json", stdout=said)
    those = {one["name"]: one for one in json.loads(said.getvalue())}
    assert those["clients:detail"] == {
        "name": "clients:detail",
        "pattern": "/clients/<uuid:client_file_id>/",
        "parts": {"client_file_id": "uuid"},
        "methods": ["GET", "HEAD"],
        "signed_in": True,
        "right": "see",
        "view": "pe_wizard.clients.views.detail",
    }
    assert those["assessments:complete"]["methods"] == ["POST"]
    assert those["assessments:complete"]["right"] == "edit"
    assert those["set_language"]["signed_in"] is False
    lines = StringIO()
    call_command("routes", stdout=lines)
    assert "clients:members" in lines.getvalue()


def every_route() -> Iterator[Route]:
    for one in routes():
        # Ends the session that the test asks with; listed twice, the second is never reached.
        if one.name != "account_logout" and "regex" not in one.parts.values():
            yield one


def test_no_route_answers_a_method_that_is_not_listed(seeded: dict[str, Any]) -> None:
    a = User.objects.get(pk=seeded["users"]["A"]["id"])
    values = {
        "client_file_id": seeded["client_files"]["FA"]["id"],
        "draft_id": seeded["drafts"]["DA1"]["id"],
        "version_id": seeded["versions"]["VA1"]["id"],
        "other_id": seeded["versions"]["VA1"]["id"],
        "user_id": seeded["users"]["R"]["id"],
        "list_name": "places",
        "item_id": "p1",
        "step": "places",
        "part": "facts",
        "code": "IR-BD",
        "pk": 1,
        "filter_id": 1,
        "subscription_id": seeded["drafts"]["DA1"]["id"],  # of no link
        "token": "x",
        "import_id": seeded["drafts"]["DA1"]["id"],  # of none
    }
    client = signed_in(a)
    client.raise_request_exception = False
    wrong = []
    for route in every_route():
        address = reverse(route.name, kwargs={name: values[name] for name in route.parts})
        refusals = {403, 404, 405}
        if route.view.startswith("allauth."):
            refusals.add(302)  # to where somebody who is signed in, or must be anew, belongs
        for method in ALL_METHODS:
            if method not in route.methods:
                got = client.generic(method, address).status_code
                if got not in refusals:
                    wrong.append((route.name, method, got))
        for method in {"GET", "HEAD"}.intersection(route.methods):
            if client.generic(method, address).status_code == 405:
                wrong.append((route.name, method, 405))
    assert wrong == []


def test_shutil_is_enough_to_carry_a_backup(work: User, tmp_path: Path) -> None:
    """File and manifest are all there is: carried elsewhere they restore."""
    file = backed_up(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    for path in (file, manifests.beside(file)):
        shutil.copy(path, tmp_path / "elsewhere")
    with an_empty_place(tmp_path) as place:
        restore(tmp_path / "elsewhere" / file.name, alias=place)
        assert rows(place) == rows("default")

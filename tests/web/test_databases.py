"""The database under many writers, kills and backups: nothing acknowledged is lost, nothing is half
done. The long forms of these proofs are in tests/soak.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from pe_wizard import clock
from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments import standing as standings
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.operations.backups import back_up
from pe_wizard.operations.restoring import restore
from pe_wizard.operations.routing import routes
from tests.soak.halves import halves
from tests.soak.kills import killed
from tests.soak.site import a_site
from tests.web.another_database import an_empty_place
from tests.web.assessing import AGENT, a_client_file, facts, save, setting, uploaded
from tests.web.conftest import signed_in
from treaties import get_fact

ROOT = Path(settings.BASE_DIR)


def at_once(work: list[Callable[[], Any]], threads: int) -> list[Any]:
    """Do all of it, so many at a time; what each gave or raised. Connections are closed."""

    def done(one: Callable[[], Any]) -> Any:
        try:
            return one()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(done, work))


# ---- as shipped

LOOK = """
import json
import django
django.setup()
from django.db import connection
found = {}
with connection.cursor() as cursor:
    for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys"):
        cursor.execute(f"PRAGMA {name}")
        found[name] = cursor.fetchone()[0]
    cursor.execute("CREATE TABLE t (x)")
from django.db import transaction
with transaction.atomic():
    import sqlite3
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    try:
        other.execute("BEGIN IMMEDIATE")
        found["lock"] = "late"
    except sqlite3.OperationalError:
        found["lock"] = "at once"
found["kept"] = connection.settings_dict["CONN_MAX_AGE"]
found["checked"] = connection.settings_dict["CONN_HEALTH_CHECKS"]
print(json.dumps(found))
"""


def test_sqlite_is_opened_as_many_writers_need_it(tmp_path: Path) -> None:
    """Asked of the database itself, with the settings of the product and not of the tests."""
    ran = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "pe_wizard.settings",
            "PE_ENVIRONMENT": "development",
            "PE_VAR_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "busy_timeout": 20_000,
        "foreign_keys": 1,
        "lock": "at once",
        "kept": 300,
        "checked": True,
    }


# ---- many at once


@pytest.fixture
def drafts(transactional_db: None, owner: User) -> list[Draft]:
    """Four drafts of one client file, each with something on four pages."""
    client_file = a_client_file(owner)
    return [uploaded(owner, client_file, on_four_pages()) for _ in range(4)]


TEXTS = {
    "places": "places[p1].name",
    "building_sites": "building_sites[s1].name",
    "services": "services[e1].name",
    "agent-a1": "agents[a1].name",
}


def on_four_pages() -> dict[str, Any]:
    return facts(
        places=[{"id": "p1", "name": "first"}],
        building_sites=[{"id": "s1", "name": "first"}],
        services=[{"id": "e1", "name": "first"}],
        agents=[{**AGENT, "name": "first"}],
    )


SAVES = 3


def one_after_the_other(owner: User, draft: Draft, section: str, path: str) -> str:
    """Save a page again and again, each time on what is there; the last text acknowledged."""
    text = ""
    for number in range(SAVES):
        now = Draft.objects.get(pk=draft.pk)
        text = f"{section} {number}"
        save(owner, now, section, setting(path, text))
    return text


def test_thirty_two_writers_lose_nothing_and_meet_no_error(
    owner: User, drafts: list[Draft]
) -> None:
    """Four on each of four drafts, on a page of their own, and sixteen on a draft of their own."""
    pages = [(draft, section, path) for draft in drafts for section, path in TEXTS.items()]
    elsewhere = [a_client_file(owner, f"Client {number}") for number in range(16)]
    others = [uploaded(owner, one, on_four_pages()) for one in elsewhere]
    work: list[Callable[[], Any]] = [
        lambda d=draft, s=section, p=path: one_after_the_other(owner, d, s, p)  # type: ignore[misc]
        for draft, section, path in pages
    ] + [
        lambda d=draft: one_after_the_other(owner, d, "places", TEXTS["places"])  # type: ignore[misc]
        for draft in others
    ]
    assert len(work) == 32
    acknowledged = at_once(work, threads=32)
    assert [one for one in acknowledged if not isinstance(one, str)] == []
    for (draft, _, path), text in zip(pages, acknowledged, strict=False):
        now = Draft.objects.get(pk=draft.pk)
        assert get_fact(now.document, path) == text
        assert now.revision == draft.revision + len(TEXTS) * SAVES
    assert halves("default") == []


def test_completing_at_the_same_moment_makes_one_version_of_each_draft(
    owner: User, drafts: list[Draft]
) -> None:
    barrier = threading.Barrier(8)

    def complete(draft: Draft) -> Any:
        barrier.wait(timeout=30)
        return services.complete(by=owner, draft_id=draft.pk).pk

    work = [lambda d=draft: complete(d) for draft in drafts for _ in range(4)]  # type: ignore[misc]
    made = at_once(work, threads=8)
    assert [one for one in made if isinstance(one, Exception)] == []
    assert Counter(made) == dict.fromkeys(Version.objects.values_list("pk", flat=True), 4)
    positions = Version.objects.order_by("position").values_list("position", flat=True)
    assert list(positions) == [1, 2, 3, 4]
    assert halves("default") == []


def test_ten_who_begin_a_new_version_at_the_same_moment_share_one_draft(
    owner: User, drafts: list[Draft]
) -> None:
    version = services.complete(by=owner, draft_id=drafts[0].pk)
    begun = at_once([lambda: services.new_version(by=owner, version=version).pk] * 10, threads=10)
    open_now = Draft.objects.filter(assessment=version.assessment_id, status=Draft.Status.DRAFT)
    assert set(begun) == {open_now.get().pk}
    again = services.complete(by=owner, draft_id=begun[0])
    assert (again.number, again.position) == (2, 2)


def test_drafts_outlive_sessions_caches_and_time(
    owner: User, drafts: list[Draft], settings: Settings
) -> None:
    signed_in(owner).get("/")
    before = list(Draft.objects.order_by("pk").values())
    settings.PE_TODAY = clock.today() + timedelta(days=60)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    call_command("clearsessions")
    cache.clear()
    standings.forget()
    assert not Session.objects.exists()
    page = signed_in(owner).get(reverse("wizard:step", args=[drafts[0].pk, "places"]))
    assert page.status_code == 200
    assert list(Draft.objects.order_by("pk").values()) == before


def test_a_backup_holds_every_save_acknowledged_before_it(
    owner: User, drafts: list[Draft], tmp_path: Path
) -> None:
    acknowledged: dict[Any, int] = {}
    stopped = threading.Event()

    def write(draft: Draft) -> int:
        number = 0
        while not stopped.is_set():
            number += 1
            now = Draft.objects.get(pk=draft.pk)
            save(owner, now, "places", setting(TEXTS["places"], f"ledger {number}"))
            acknowledged[draft.pk] = number
        return number

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(
            at_once,
            [lambda d=draft: write(d) for draft in drafts],
            len(drafts),  # type: ignore[misc]
        )
        try:
            noted = []
            for number in range(3):
                while len(acknowledged) < len(drafts) or (noted and acknowledged == noted[-1][0]):
                    stopped.wait(0.01)
                before = dict(acknowledged)
                file, _ = back_up(tmp_path / f"backup {number}")
                noted.append((before, file))
        finally:
            stopped.set()
        assert all(isinstance(one, int) for one in running.result())
    for before, file in noted:
        with an_empty_place(tmp_path) as place:
            restore(file, alias=place)
            assert halves(place) == []
            for pk, number in before.items():
                name = get_fact(Draft.objects.using(place).get(pk=pk).document, TEXTS["places"])
                assert int(str(name).removeprefix("ledger ")) >= number


def test_workers_killed_while_they_save_and_complete_leave_no_half(db: None) -> None:
    with a_site(ready=5) as site:
        told = killed(site, kills=5, alone=1)
    assert told["wrong"] == [], told["log"]
    assert told["kills"] == 5
    assert isinstance(told["saves acknowledged"], int)
    assert told["saves acknowledged"] >= 5


# ---- what one database takes and the other does not


def test_nul_in_an_address_or_a_form_is_no_fault_of_ours(
    as_owner: Client, owner: User, drafts: list[Draft]
) -> None:
    """SQLite takes NUL in a text, PostgreSQL refuses it."""
    as_owner.raise_request_exception = False
    draft = drafts[0]
    version = services.complete(by=owner, draft_id=drafts[1].pk)
    values = {
        "client_file_id": draft.assessment.client_file_id,
        "draft_id": draft.pk,
        "version_id": version.pk,
        "other_id": version.pk,
        "list_name": "places",
        "item_id": "p1%00",
        "user_id": 1,
        "pk": 1,
    }
    words = ("q", "sort", "page", "client", "name", "path", "next", "return", "a", "b", "state")
    texts = ("login", "password", "reference", "name", "notes", "text", "reason", "note", "path")
    wrong = []
    for route in routes():
        if "regex" in route.parts.values() or route.name == "account_logout":
            continue
        address = route.pattern
        for name, converter in route.parts.items():
            value = str(values.get(name, "x\x00".replace("\x00", "%00")))
            address = address.replace(f"<{converter}:{name}>", value)
        for method, data in (
            ("get", dict.fromkeys(words, "\x00")),
            ("post", {**dict.fromkeys(texts, "a\x00b"), "revision": "1\x00"}),
        ):
            if method.upper() in route.methods:
                got = getattr(as_owner, method)(address, data).status_code
                if got >= 500:
                    wrong.append((route.name, method, got))
                as_owner.force_login(owner)
    assert wrong == []


def test_nul_in_a_page_of_the_wizard_is_kept_out_of_the_database(
    as_owner: Client, drafts: list[Draft]
) -> None:
    draft = drafts[0]
    response = as_owner.post(
        reverse("wizard:step", args=[draft.pk, "places"]),
        {
            "wizard-current_step": "places",
            "revision": draft.section_revision("places"),
            "places": "some",
            TEXTS["places"]: "a\x00b",
            "go": "stay",
        },
    )
    assert response.status_code == 303
    draft.refresh_from_db()
    assert get_fact(draft.document, TEXTS["places"]) != "a\x00b"
    assert "\x00" not in json.dumps(draft.typed)

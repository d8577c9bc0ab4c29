"""Completed versions under corrected treaty files: the command, the page, a version from there."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import treaties
from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Assessment, Draft, TreatyFile, Version
from pe_wizard.clients.models import ClientFile, Event, Membership
from pe_wizard.rerun import corrected
from pe_wizard.rerun.running import Ending, Task, rerun, rerun_all
from tests.web.assessing import AGENT, a_client_file, cases, completed, facts, share
from tests.web.conftest import signed_in
from tests.web.correcting import FILES, Corrections
from treaties.treaty import listing

SITE = {
    "id": "s1", "name": "Silo", "kind": "construction", "project": "Silo",
    "from": "2025-01-01", "to": "2025-09-30",
}  # fmt: skip
SHORTER = ("months = 12", "months = 6")  # IR-RS: what nine months on a site come to


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corrections:
    folder = tmp_path / "catalogue"
    folder.mkdir()
    files = Corrections(folder)
    monkeypatch.setattr(listing, "OWN", folder)
    cache.clear()
    return files


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user(username="nino", first_name="Nino", last_name="Kapanadze")


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


def site(treaty: str = "IR-RS", **more: Any) -> dict[str, Any]:
    return facts(treaty, building_sites=[{**SITE, **more}])


def ran(*arguments: str, **options: Any) -> tuple[int, list[str], str]:
    """How the command ended, its lines, and what it told of its progress."""
    said, told = io.StringIO(), io.StringIO()
    try:
        call_command("rerun", *arguments, stdout=said, stderr=told, **options)
    except CommandError as ended:
        return ended.returncode, said.getvalue().splitlines(), told.getvalue()
    return 0, said.getvalue().splitlines(), told.getvalue()


def everything() -> list[Any]:
    """All rows that a person could have written."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (ClientFile, Assessment, Draft, Version, TreatyFile, Event)
    ]


# ---- one version


def heads_of(document: dict[str, Any]) -> dict[tuple[str, str | None], tuple[str, str | None]]:
    return {
        (head["head"], head["subject"]): (head["outcome"], head["since"])
        for head in document["heads"]
    }


CORRECTIONS = (
    ("IR-HU", "months = 6", "months = 12"),
    ("IR-RS", "months = 12", "months = 6"),
    ("IR-ME", "months = 12", "months = 1"),
    ("IR-BD", "days = 183", "days = 30"),
    ("IR-BD", "days = 270", "days = 90"),
    ("GE-IN", "days = 90", "days = 365"),
)


@pytest.mark.parametrize(("code", "old", "new"), CORRECTIONS)
def test_every_case_ends_as_assessing_it_under_the_new_file_says(
    files: Corrections, code: str, old: str, new: str
) -> None:
    before = treaties.catalogue().treaties[code]
    files.correct(code, old, new)
    after = treaties.catalogue().treaties[code]
    assert before.digest != after.digest
    seen = Counter[Ending]()
    for name, document in cases():
        if document["treaty"] != code:
            continue
        parsed = treaties.parse_facts(document)
        then = treaties.conclude(treaties.assess(parsed, before))
        now = treaties.conclude(treaties.assess(parsed, after))
        result = rerun(document, then, after)
        seen[result.ending] += 1
        ends_differently = heads_of(then) != heads_of(now)
        assert (result.ending is Ending.DIFFERENT) == ends_differently, name
        assert result.conclusion == now["conclusion"], name
        told = [one for one in result.differences if one.name in ("outcome", "since")]
        expected = {
            (key, entry)
            for key in {**heads_of(then), **heads_of(now)}
            for at, entry in enumerate(("outcome", "since"))
            if heads_of(then)[key][at] != heads_of(now)[key][at]
        }
        assert {((one.head, one.subject), one.name) for one in told} == expected, name
        reasons = {
            (head["head"], head["subject"])
            for head, other in zip(then["heads"], now["heads"], strict=True)
            if head["because"] != other["because"]
        }
        told_of = {(one.head, one.subject) for one in result.differences if one.name == "because"}
        assert told_of == reasons, name
    assert seen[Ending.DIFFERENT], "this correction was to change something"
    assert seen[Ending.SAME], "and to leave something as it is"
    assert not seen[Ending.REFUSED]


def test_a_finding_names_the_clause_before_and_after(files: Corrections) -> None:
    before = treaties.catalogue().treaties["IR-RS"]
    then = treaties.conclude(treaties.assess(treaties.parse_facts(site()), before))
    files.correct("IR-RS", *SHORTER)
    result = rerun(site(), then, treaties.catalogue().treaties["IR-RS"])
    assert result.ending is Ending.DIFFERENT
    by_name = {one.name: one for one in result.differences}
    assert (by_name["outcome"].then, by_name["outcome"].now) == ("no_pe", "pe")
    assert (by_name["since"].then, by_name["since"].now) == (None, "2025-01-01")
    because = by_name["because"]
    assert because.then["paragraph"] == because.now["paragraph"] == "5(3)"
    assert (because.then["values"]["limit"], because.now["values"]["limit"]) == (12, 6)


def test_another_threshold_that_changes_no_outcome_is_another_reason(files: Corrections) -> None:
    before = treaties.catalogue().treaties["IR-RS"]
    document = site(to="2025-02-28")
    then = treaties.conclude(treaties.assess(treaties.parse_facts(document), before))
    files.correct("IR-RS", *SHORTER)
    result = rerun(document, then, treaties.catalogue().treaties["IR-RS"])
    assert result.ending is Ending.REASONS
    assert [one.name for one in result.differences] == ["because"]


def test_a_file_that_says_the_same_changes_nothing(files: Corrections) -> None:
    packaged = treaties.catalogue().treaties
    for code in FILES:
        files.reword(code)
    now = treaties.catalogue().treaties
    for name, document in cases():
        parsed = treaties.parse_facts(document)
        before = packaged[document["treaty"]]
        then = treaties.conclude(treaties.assess(parsed, before))
        assert rerun(document, then, now[document["treaty"]]).ending is Ending.SAME, name


def test_facts_that_the_new_file_refuses_are_not_run_and_the_reason_is_told(
    files: Corrections,
) -> None:
    before = treaties.catalogue().treaties["IR-RS"]
    document = {**site(), "readings": {"month": "thirty_days"}}
    then = treaties.conclude(treaties.assess(treaties.parse_facts(document), before))
    files.correct("IR-RS", '"thirty_days"]', "]")
    result = rerun(document, then, treaties.catalogue().treaties["IR-RS"])
    assert result.ending is Ending.REFUSED
    assert "readings.month" in result.faults[0]
    gone = rerun(document, then, None)
    assert (gone.ending, gone.conclusion) == (Ending.REFUSED, "")


@pytest.mark.parametrize("damaged", ["{", "[]", '{"applicability": "applies"}', '{"heads": [{}]}'])
def test_what_cannot_be_read_is_told_and_stops_nothing(damaged: str) -> None:
    treaty = treaties.catalogue().treaties["IR-RS"]
    whole = json.dumps(treaties.conclude(treaties.assess(treaties.parse_facts(site()), treaty)))
    tasks = [
        ("bad", Task("IR-RS", json.dumps(site()), damaged)),
        ("good", Task("IR-RS", json.dumps(site()), whole)),
    ]
    found = dict(rerun_all([tasks], {"IR-RS": treaty}, 1))
    assert found["bad"].ending is Ending.REFUSED
    assert "manage.py verify" in found["bad"].faults[0]
    assert found["good"].ending is Ending.SAME


def test_processes_find_what_one_finds_in_the_same_order(files: Corrections) -> None:
    treaty = treaties.catalogue().treaties["IR-RS"]
    files.correct("IR-RS", *SHORTER)
    now = treaties.catalogue().treaties
    tasks = []
    for day in range(1, 29):
        document = site(to=f"2025-{day % 12 + 1:02}-{day:02}")
        then = treaties.conclude(treaties.assess(treaties.parse_facts(document), treaty))
        tasks.append((day, Task("IR-RS", json.dumps(document), json.dumps(then))))
    batches = [tasks[at : at + 5] for at in range(0, len(tasks), 5)]
    alone = list(rerun_all(batches, now, 1))
    assert list(rerun_all(batches, now, 2)) == alone
    assert {result.ending for _, result in alone} == {Ending.DIFFERENT, Ending.REASONS}


def test_batches_are_asked_for_only_when_there_is_room(files: Corrections) -> None:
    treaty = treaties.catalogue().treaties["IR-RS"]
    then = treaties.conclude(treaties.assess(treaties.parse_facts(site()), treaty))
    task = Task("IR-RS", json.dumps(site()), json.dumps(then))
    asked = 0

    def batches() -> Iterator[list[tuple[int, Task]]]:
        nonlocal asked
        for at in range(1000):
            asked += 1
            yield [(at, task)]

    found = rerun_all(batches(), {"IR-RS": treaty}, 2)
    next(found)
    assert asked <= 2 * 3 + 1
    found.close()  # type: ignore[attr-defined]


# ---- the command


def test_nothing_was_corrected(files: Corrections, owner: User, client_file: ClientFile) -> None:
    completed(owner, client_file, site())
    assert ran() == (0, ["0 same, 0 other reasons, 0 different, 0 not run"], "")


def test_versions_that_would_end_differently_are_listed_and_nothing_is_changed(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, site())
    completed(owner, client_file, site(to="2025-01-20"))
    completed(owner, client_file, facts("IR-RS", agents=[AGENT]))
    completed(owner, client_file, site("IR-HU"))
    files.correct("IR-RS", *SHORTER)
    before = everything()
    status, lines, _ = ran()
    assert status == 3
    assert lines[-1] == "1 same, 1 other reasons, 1 different, 0 not run"
    different = next(line for line in lines if line.startswith("different"))
    assert str(version.pk) in different
    assert f"{client_file.pk} IR-RS version 1 (latest)" in different
    assert "building_site Silo: it was no_pe, it is pe" in different
    assert 'since: it was null, it is "2025-01-01"' in different
    finding = "5(3) project.months {} (limit {}, limit_days {}, exceeded_on {})"
    was, would_be = (
        finding.format("no", 12, 365, "null"),
        finding.format("yes", 6, 181, '"2025-07-01"'),
    )
    assert f"the finding was {was}, it is {would_be}" in different
    assert client_file.reference not in "\n".join(lines)
    assert everything() == before


def test_lines_of_json(files: Corrections, owner: User, client_file: ClientFile) -> None:
    version = completed(owner, client_file, site())
    files.correct("IR-RS", *SHORTER)
    status, lines, _ = ran("--json")
    one, end = map(json.loads, lines)
    assert status == 3
    assert (one["version"], one["number"], one["latest"]) == (str(version.pk), 1, True)
    assert (one["ending"], one["conclusion"]) == ("different", "pe")
    assert [difference["name"] for difference in one["differences"]] == [
        "outcome", "because", "since",
    ]  # fmt: skip
    assert end == {"summary": {"same": 0, "other reasons": 0, "different": 1, "not run": 0}}


def test_every_version_is_run_and_the_latest_is_marked(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    first = completed(owner, client_file, site())
    draft = services.new_version(by=owner, version=first)
    second = services.complete(by=owner, draft_id=draft.pk)
    files.correct("IR-RS", *SHORTER)
    _, lines, _ = ran("--json")
    found = [json.loads(line) for line in lines[:-1]]
    assert [(one["version"], one["latest"]) for one in found] == [
        (str(first.pk), False), (str(second.pk), True),
    ]  # fmt: skip
    _, lines, _ = ran("--json", "--latest")
    assert [json.loads(line)["version"] for line in lines[:-1]] == [str(second.pk)]


def test_one_treaty_alone(files: Corrections, owner: User, client_file: ClientFile) -> None:
    for code in ("IR-RS", "IR-HU"):
        completed(owner, client_file, site(code))
    files.correct("IR-RS", *SHORTER)
    files.correct("IR-HU", "months = 6", "months = 12")
    assert ran()[1][-1].endswith("2 different, 0 not run")
    status, lines, _ = ran("--treaty", "IR-HU")
    assert (status, len(lines)) == (3, 2)
    assert "IR-HU version 1" in lines[0]
    assert ran("--treaty", "IR-ME") == (0, ["0 same, 0 other reasons, 0 different, 0 not run"], "")
    with pytest.raises(CommandError, match="There is no treaty XX-YY"):
        call_command("rerun", "--treaty", "XX-YY")


def test_a_treaty_that_is_gone(files: Corrections, owner: User, client_file: ClientFile) -> None:
    completed(owner, client_file, site("IR-HU"))
    files.take_away("IR-HU")
    status, lines, _ = ran("--treaty", "IR-HU")
    assert status == 1
    assert lines[0].startswith("not run")
    assert lines[0].endswith("The catalogue has no such treaty any more.")


def test_pages_of_the_database_join_without_a_gap(
    files: Corrections, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrected, "KEYS", 3)
    monkeypatch.setattr(corrected, "BATCH", 2)
    made = set()
    for at in range(3):
        client_file = a_client_file(owner, f"Client {at}")
        for _ in range(3 + at):
            made.add(completed(owner, client_file, site()).pk)
            completed(owner, client_file, site("IR-HU"))
    files.correct("IR-RS", *SHORTER)
    digests = corrected.superseded()
    found = [which for batch in corrected.batches(digests) for which, _ in batch]
    assert len(found) == len(made)
    assert {which.id for which in found} == made
    assert [str(which.client_file) for which in found] == sorted(
        str(which.client_file) for which in found
    )


def test_progress_is_told(
    files: Corrections, owner: User, client_file: ClientFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pe_wizard.rerun.management.commands import rerun as command

    monkeypatch.setattr(command, "SECONDS", 0)
    completed(owner, client_file, site())
    files.reword("IR-RS")
    status, _, told = ran()
    assert status == 0
    assert told.startswith("1 of 1 versions, ")
    assert ran(verbosity=0)[2] == ""


# ---- the page


def page_of(user: User, **asked: str) -> str:
    response = signed_in(user).get(reverse("rerun:corrected"), asked)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_shows_what_would_end_differently_and_why(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, site())
    assert "is in the catalogue now" in page_of(owner)
    there = reverse("assessments:version", args=[version.pk])
    assert "Treaty file corrected since" not in signed_in(owner).get(there).content.decode()
    files.correct("IR-RS", *SHORTER)
    assert "Treaty file corrected since" in signed_in(owner).get(there).content.decode()
    before = everything()
    page = page_of(owner)
    assert client_file.reference in page
    assert "would end differently" in page
    assert "not more than 12 months" in page
    assert "more than 6 months, first exceeded on" in page
    assert "New version under the corrected file" in page
    assert len(everything()[3]) == len(before[3])


def test_somebody_else_sees_nothing_of_it(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, site())
    files.correct("IR-RS", *SHORTER)
    stranger = User.objects.create_user(username="babak")
    page = page_of(stranger)
    assert client_file.reference not in page
    assert "IR-RS" not in page
    reader = share(
        client_file, User.objects.create_user(username="rusudan"), Membership.Role.READER
    )
    page = page_of(reader)
    assert client_file.reference in page
    assert "New version under the corrected file" not in page


def test_an_administrator_sees_numbers_and_no_client(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, site())
    completed(owner, client_file, site(to="2025-01-20"))
    files.correct("IR-RS", *SHORTER)
    administrator = User.objects.create_user(username="mariam", is_staff=True)
    page = page_of(administrator)
    assert "not run yet" in page
    ran("--latest")
    assert "not run yet" in page_of(administrator), "only a run of all versions is kept"
    ran()
    page = page_of(administrator)
    assert "not run yet" not in page
    assert client_file.reference not in page
    assert "In the whole installation" in page
    files.reword("IR-RS")
    assert "not run yet" in page_of(administrator), "the numbers were those of another file"
    assert "In the whole installation" not in page_of(owner)


def test_older_versions_are_shown_when_asked_for(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    first = completed(owner, client_file, site())
    draft = services.new_version(by=owner, version=first)
    services.complete(by=owner, draft_id=draft.pk)
    files.correct("IR-RS", *SHORTER)
    assert f"v-{first.pk}" not in page_of(owner)
    page = page_of(owner, versions="all")
    assert f"v-{first.pk}" in page
    assert "not the latest" in page


def test_the_page_asks_the_database_no_more_for_many_versions(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page_of(owner)
        return len(asked)

    completed(owner, client_file, site())
    files.correct("IR-RS", *SHORTER)
    queries()
    few = queries()
    files.put_back("IR-RS")
    for _ in range(5):
        completed(owner, client_file, site())
    files.correct("IR-RS", *SHORTER)
    assert queries() <= few


# ---- a version under the corrected file


def test_a_new_version_goes_on_under_the_corrected_file_once(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, site())
    files.correct("IR-RS", *SHORTER)
    client = signed_in(owner)
    address = reverse("rerun:new_version", args=[version.pk])
    assert client.get(address).status_code == 405
    sent = [client.post(address) for _ in range(3)]
    draft = Draft.objects.get(based_on=version)
    assert {response["Location"] for response in sent} == {
        reverse("wizard:step", args=[draft.pk, "check"])
    }
    assert draft.treaty_file_id == treaties.catalogue().treaties["IR-RS"].digest
    done = services.complete(by=owner, draft_id=draft.pk)
    assert (done.number, done.conclusion["conclusion"]) == (2, "pe")
    version.refresh_from_db()
    assert version.conclusion["conclusion"] == "no_pe"
    assert f"v-{version.pk}" not in page_of(owner), "its assessment has a later version"


def test_readings_that_are_no_longer_open_are_left_out(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    readings = {"month": "thirty_days", "breaks": "excluded"}
    version = completed(owner, client_file, {**site(), "readings": readings})
    files.correct("IR-RS", '"thirty_days"]', "]")
    assert "could not be run" in page_of(owner)
    signed_in(owner).post(reverse("rerun:new_version", args=[version.pk]))
    draft = Draft.objects.get(based_on=version)
    assert draft.document["readings"] == {"breaks": "excluded"}


def test_a_treaty_that_is_gone_gives_no_new_version(
    files: Corrections, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, site("IR-HU"))
    files.take_away("IR-HU")
    response = signed_in(owner).post(reverse("rerun:new_version", args=[version.pk]), follow=True)
    assert "no file of this treaty any more" in response.content.decode()
    assert not Draft.objects.filter(based_on=version).exists()

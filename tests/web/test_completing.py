"""Completing: one version of a draft, complete in itself, chained, and never changed again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pe_wizard import __version__
from pe_wizard.accounts.models import User
from pe_wizard.assessments import errors, selectors, services
from pe_wizard.assessments.models import Assessment, Draft, TreatyFile, Version
from pe_wizard.assessments.services.completing import summary
from pe_wizard.clients.models import ClientFile, Event, Membership
from tests.web.assessing import (
    AGENT,
    TREATIES,
    a_client_file,
    cases,
    completed,
    facts,
    save,
    setting,
    share,
    uploaded,
)
from tests.web.conftest import signed_in
from treaties import assess, conclude, parse_facts

CASES = dict(cases())


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


@pytest.mark.parametrize("name", CASES)
def test_every_case_completes_to_the_conclusion_of_its_facts(
    owner: User, client_file: ClientFile, name: str
) -> None:
    version = completed(owner, client_file, CASES[name])
    parsed = parse_facts(CASES[name])
    expected = conclude(assess(parsed, version.treaty_file.load()))
    got = version.conclusion
    # Postures range over all combinations of readings; a fact that matters only under two changes
    # at once is not among those that are used.
    for key in ("conclusion", "applicability", "turns_on", "readings"):
        assert got[key] == expected[key], key
    outcomes = [(head["head"], head["subject"], head["outcome"]) for head in got["heads"]]
    assert outcomes == [
        (head["head"], head["subject"], head["outcome"]) for head in expected["heads"]
    ]
    # what was completed can be run again to the same result
    again = conclude(assess(parse_facts(version.facts), version.treaty_file.load()))
    assert json.loads(json.dumps(again)) == got


def test_a_version_holds_all_there_is_to_say(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    name, reading = next(iter(draft.treaty_file.load().readings.items()))
    services.choose_reading(
        by=owner, draft_id=draft.pk, reading=name, option=reading.options[1], reason="Circular 7"
    )
    version = services.complete(by=owner, draft_id=draft.pk, language="en")
    assert (version.number, version.position, version.previous_sha256) == (1, 1, "")
    assert (version.author, version.language) == (owner, "en")
    assert version.product_version == __version__
    assert version.treaty_file_id == version.conclusion["treaty_digest"]
    said = {one["path"]: one for one in version.questions}
    assert said["treaty"]["answer"] == "IR-BD"
    assert said["source_state"]["answer"] == "Bangladesh"
    assert said["as_of"]["answer"] == "30 Jun 2026"
    assert said["enterprise.insurer"] == {
        "section": "insurance",
        "path": "enterprise.insurer",
        "paragraphs": said["enterprise.insurer"]["paragraphs"],
        "question": "Is the enterprise an insurance enterprise?",
        "answer": "No",
    }
    assert said["agents[a1].independent"]["answer"] == "No"
    assert "Trading Co" in said["agents[a1].independent"]["question"]
    assert said["places"]["answer"] == "None"
    assert said[f"readings.{name}"]["reason"] == "Circular 7"


def test_the_questions_stand_in_the_language_in_which_it_was_completed(
    owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts())
    version = services.complete(by=owner, draft_id=draft.pk, language="fa")
    said = {one["path"]: one["answer"] for one in version.questions}
    assert version.language == "fa"
    assert said["source_state"] == "بنگلادش"
    assert "۱۴۰۵" in said["as_of"]


def test_rows_of_dates_are_said_one_by_one(owner: User, client_file: ClientFile) -> None:
    document = facts(
        related_enterprises=[{"id": "r1", "name": "Sister", "direct": {"votes": 60}}],
        services=[
            {
                "id": "e1",
                "name": "Audit",
                "project": "plant",
                "through_personnel": True,
                "periods": [
                    {"from": "2026-01-01", "to": "2026-01-31", "person": "A. K."},
                    {"from": "2026-02-01", "to": None, "worked": False},
                    {"from": "2026-03-01", "by": "r1", "substantially_same": True},
                ],
            }
        ],
    )
    version = completed(owner, client_file, document)
    said = {one["path"]: one["answer"] for one in version.questions}
    assert said["services[e1].periods[0]"] == (
        "First day: 1 Jan 2026; Last day: 31 Jan 2026; Who: A. K."
    )
    assert "Last day: Still going on" in said["services[e1].periods[1]"]
    assert "Worked: No" in said["services[e1].periods[1]"]
    assert "Last day: Not known" in said["services[e1].periods[2]"]
    assert "Done by: Sister" in said["services[e1].periods[2]"]


@pytest.mark.parametrize("treaty", TREATIES)
def test_every_answer_that_is_used_is_said(
    owner: User, client_file: ClientFile, treaty: str
) -> None:
    for name, document in CASES.items():
        if document["treaty"] != treaty:
            continue
        version = completed(owner, client_file, document)
        said = {one["path"] for one in version.questions}
        assert len(said) == len(version.questions), name
        for one in version.questions:
            assert one["question"], (name, one)
            assert one["answer"] not in ("", None), (name, one)
        for list_name in ("places", "agents", "services"):
            for one in version.facts.get(list_name) or []:
                assert any(path.startswith(f"{list_name}[{one['id']}].") for path in said), name


# ---- once


def test_completing_again_gives_the_version_there_is(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts())
    versions = {services.complete(by=owner, draft_id=draft.pk).pk for _ in range(3)}
    assert len(versions) == Version.objects.count() == 1
    assert Event.objects.filter(action="assessment.completed").count() == 1


def test_numbers_run_by_assessment_and_the_chain_by_client_file(
    owner: User, client_file: ClientFile
) -> None:
    first = completed(owner, client_file)
    second = services.complete(by=owner, draft_id=services.new_version(by=owner, version=first).pk)
    other = completed(owner, client_file, facts("GE-IN"))
    elsewhere = completed(owner, a_client_file(owner, "Client 0043"))
    assert [one.number for one in (first, second, other, elsewhere)] == [1, 2, 1, 1]
    assert [one.position for one in (first, second, other, elsewhere)] == [1, 2, 3, 1]
    assert second.previous_sha256 == first.sha256
    assert other.previous_sha256 == second.sha256
    assert elsewhere.previous_sha256 == ""
    last = Event.objects.filter(client_file=client_file, action="assessment.completed").last()
    assert last is not None
    assert (last.details["position"], last.details["sha256"]) == (3, other.sha256)


def test_the_canonical_bytes_say_everything_and_give_the_hash(
    owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, facts(agents=[{**AGENT, "name": "شرکت"}]))
    stored = Version.objects.get(pk=version.pk)
    raw = bytes(stored.canonical)
    assert hashlib.sha256(raw).hexdigest() == stored.sha256
    said = json.loads(raw)
    assert (
        raw == json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    )
    assert said["facts"] == stored.facts
    assert said["conclusion"] == stored.conclusion
    assert said["questions"] == stored.questions
    assert said["id"] == str(stored.pk)
    assert said["client_file"] == str(client_file.pk)
    assert said["treaty_digest"] == stored.treaty_file_id
    assert said["author"] == {"id": owner.pk, "username": "nino", "name": "Nino"}
    assert said["completed_at"].endswith("Z")
    assert "شرکت".encode() in raw


# ---- never again


def test_a_version_is_never_changed_and_never_removed(owner: User, client_file: ClientFile) -> None:
    version = completed(owner, client_file)
    before = bytes(Version.objects.get(pk=version.pk).canonical)
    version.number = 7
    attempts: list[Callable[[], object]] = [
        version.save,
        lambda: version.save(force_insert=True),
        version.delete,
        Version.objects.all().delete,
        lambda: Version.objects.update(number=7),
        lambda: Version.objects.filter(pk=version.pk).update(number=7),
        lambda: Version.objects.bulk_update([version], ["number"]),
        lambda: TreatyFile.objects.update(code="x"),
        TreatyFile.objects.all().delete,
        version.treaty_file.delete,
    ]
    for attempt in attempts:
        with pytest.raises(TypeError):
            attempt()
    for owner_of_it in (version.assessment, version.draft, client_file, owner):
        with pytest.raises(models.ProtectedError):
            owner_of_it.delete()
    after = Version.objects.get(pk=version.pk)
    assert (after.number, bytes(after.canonical)) == (1, before)


def test_a_new_version_begins_with_the_facts_and_leaves_the_old_one(
    owner: User, client_file: ClientFile
) -> None:
    first = completed(owner, client_file, facts(agents=[dict(AGENT)]))
    before = bytes(Version.objects.get(pk=first.pk).canonical)
    draft = services.new_version(by=owner, version=first)
    assert (draft.document, draft.based_on_id) == (first.facts, first.pk)
    assert draft.treaty_file_id == first.treaty_file_id
    draft = save(owner, draft, "agent-a1", setting("agents[a1].independent", True))
    second = services.complete(by=owner, draft_id=draft.pk)
    assert second.number == 2
    assert bytes(Version.objects.get(pk=first.pk).canonical) == before
    assert second.facts != first.facts


def test_an_assessment_has_one_open_draft(owner: User, client_file: ClientFile) -> None:
    first = completed(owner, client_file)
    draft = services.new_version(by=owner, version=first)
    assert services.new_version(by=owner, version=first).pk == draft.pk
    services.discard_draft(by=owner, draft_id=draft.pk)
    assert services.new_version(by=owner, version=first).pk != draft.pk


def test_a_discarded_draft_is_not_completed(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts())
    services.discard_draft(by=owner, draft_id=draft.pk)
    with pytest.raises(errors.NotOpen):
        services.complete(by=owner, draft_id=draft.pk)
    assert Version.objects.count() == 0


def test_only_what_was_looked_at_is_completed(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts())
    seen = draft.revision
    save(owner, draft, "insurance", setting("enterprise.insurer", True))
    with pytest.raises(errors.DraftMoved):
        services.complete(by=owner, draft_id=draft.pk, revision=seen)
    assert Version.objects.count() == 0


def test_what_is_open_is_no_obstacle(owner: User, client_file: ClientFile) -> None:
    version = completed(owner, client_file, facts(places=None, agents=None))
    assert version.conclusion["conclusion"] == "undetermined"
    assert version.conclusion["missing"]


# ---- lists


def test_lists_show_what_decided(owner: User, client_file: ClientFile) -> None:
    document = facts(
        services=[
            {
                "id": "e1",
                "project": "plant",
                "through_personnel": True,
                "periods": [{"from": "2025-01-01", "to": "2025-07-14"}],
            }
        ]
    )
    version = completed(owner, client_file, document)
    assert version.summary == {
        "conclusion": "pe",
        "applicability": "applies",
        "as_of": "2026-06-30",
        "heads": [
            {
                "head": "services",
                "subject": "plant",
                "measure": {"counted": 195, "unit": "days", "threshold": 183},
            }
        ],
        "more": 0,
    }


def test_many_heads_are_counted() -> None:
    head = {"head": "dependent_agent", "subject": "a", "outcome": "pe", "measure": None}
    made = summary(
        {"conclusion": "pe", "applicability": "applies", "as_of": "", "heads": [head] * 5}
    )
    assert (len(made["heads"]), made["more"]) == (3, 2)


def test_a_client_file_lists_what_there_is_in_three_queries(
    owner: User, client_file: ClientFile
) -> None:
    def listed() -> tuple[list[Any], int]:
        with CaptureQueriesContext(connection) as seen:
            shown = selectors.assessments_of(client_file)
            for one in shown:
                assert one.draft is None or str(one.draft.saved_by) == "Nino"
                assert {str(version.author) for version in one.versions} <= {"Nino"}
        return shown, len(seen)

    first = completed(owner, client_file)
    _, few = listed()
    for _ in range(2):
        first = services.complete(
            by=owner, draft_id=services.new_version(by=owner, version=first).pk
        )
    services.new_version(by=owner, version=first)
    gone = uploaded(owner, client_file, facts("GE-IN"))
    services.discard_draft(by=owner, draft_id=gone.pk)
    uploaded(owner, client_file, facts("IR-HU"))
    shown, many = listed()
    assert few == many == 3
    assert [one.assessment.treaty_code for one in shown] == ["IR-HU", "IR-BD"]
    assert [version.number for version in shown[1].versions] == [3, 2, 1]
    assert shown[1].draft is not None
    assert Assessment.objects.count() == 3


# ---- pages


def address(name: str, *args: object) -> str:
    return reverse(f"assessments:{name}", args=args)


def test_a_double_click_leads_twice_to_the_same_version(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts())
    replies = [
        as_owner.post(address("complete", draft.pk), {"revision": draft.revision}) for _ in range(2)
    ]
    version = Version.objects.get()
    assert [(one.status_code, one["Location"]) for one in replies] == [
        (302, address("version", version.pk))
    ] * 2


def test_a_draft_that_is_not_ready_leads_back_to_its_answers(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts())
    check = reverse("wizard:step", args=[draft.pk, "check"])
    for form in ({"revision": 99}, {"revision": "abc"}, {"revision": "-1"}):
        response = as_owner.post(address("complete", draft.pk), form)
        assert (response.status_code, response["Location"]) == (302, check)
    save(owner, draft, "treaty", setting("tax_period", {"from": "2026-02-01", "to": "2026-01-01"}))
    response = as_owner.post(address("complete", draft.pk))
    assert (response.status_code, response["Location"]) == (302, check)
    assert Version.objects.count() == 0


def test_a_new_version_is_made_by_a_post_and_found_again(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file)
    assert as_owner.get(address("new_version", version.pk)).status_code == 405
    replies = {as_owner.post(address("new_version", version.pk))["Location"] for _ in range(2)}
    draft = Draft.objects.get(status="draft")
    assert replies == {reverse("wizard:step", args=[draft.pk, "check"])}


def test_discarding_asks_first_and_ends_at_the_client_file(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts())
    page = as_owner.get(address("discard", draft.pk))
    assert "Discard this draft?" in page.content.decode()
    assert Draft.objects.get().is_open
    there = reverse("clients:detail", args=[client_file.pk])
    for _ in range(2):
        assert as_owner.post(address("discard", draft.pk))["Location"] == there
    assert Draft.objects.get().status == "discarded"
    assert as_owner.get(address("discard", draft.pk))["Location"] == there


def test_the_client_file_shows_drafts_and_versions(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file)
    draft = services.new_version(by=owner, version=version)
    page = as_owner.get(reverse("clients:detail", args=[client_file.pk])).content.decode()
    assert address("version", version.pk) in page
    assert reverse("wizard:start", args=[draft.pk]) in page
    assert address("new_version", version.pk) not in page  # one draft is open
    desk = as_owner.get("/").content.decode()
    assert reverse("wizard:start", args=[draft.pk]) in desk
    services.discard_draft(by=owner, draft_id=draft.pk)
    page = as_owner.get(reverse("clients:detail", args=[client_file.pk])).content.decode()
    assert address("new_version", version.pk) in page


EVERYONE = {"owner", "editor", "reviewer", "reader"}
EDITORS = {"owner", "editor"}
NOBODY: set[str] = set()
# Each page: who may GET and who may POST it.
POLICY = {
    "start": (EDITORS, EDITORS),
    "upload": (EDITORS, EDITORS),
    "complete": (NOBODY, EDITORS),
    "discard": (EDITORS, EDITORS),
    "draft_json": (EVERYONE, NOBODY),
    "new_version": (NOBODY, EDITORS),
    "version_json": (EVERYONE, NOBODY),
}


@pytest.mark.parametrize("name", POLICY)
def test_who_may_do_what(owner: User, client_file: ClientFile, name: str) -> None:
    version = completed(owner, client_file)
    draft = uploaded(owner, client_file, facts())
    arguments = {
        "start": [client_file.pk],
        "upload": [client_file.pk],
        "complete": [draft.pk],
        "discard": [draft.pk],
        "draft_json": [draft.pk, "facts"],
        "new_version": [version.pk],
        "version_json": [version.pk, "facts"],
    }
    people = {"owner": owner}
    for role in Membership.Role:
        user = User.objects.create_user(username=f"as-{role.value}")
        people[role.value] = share(client_file, user, role)
    stranger = signed_in(User.objects.create_user(username="stranger"))
    for method, allowed in zip(("get", "post"), POLICY[name], strict=True):
        url = address(name, *arguments[name])
        assert getattr(stranger, method)(url).status_code == 404, method
        for role, user in people.items():
            if method == "post" and role in EDITORS:
                continue  # changes the draft: tested above
            status = getattr(signed_in(user), method)(url).status_code
            expected = 200 if role in allowed else 403 if allowed else 405
            assert status == expected, (method, role)


@pytest.mark.parametrize("part", ["facts", "conclusion"])
def test_facts_and_conclusion_are_handed_out_as_files(
    as_owner: Client, owner: User, client_file: ClientFile, part: str
) -> None:
    draft = uploaded(owner, client_file, facts(agents=[{**AGENT, "acts_on_behalf": False}]))
    response = as_owner.get(address("draft_json", draft.pk, part))
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="draft-IR-BD-{part}.json"'
    assert response["Cache-Control"] == "no-store"
    so_far = json.loads(response.content)
    version = services.complete(by=owner, draft_id=draft.pk)
    response = as_owner.get(address("version_json", version.pk, part))
    assert json.loads(response.content) == getattr(version, part) == so_far
    assert "version-1" in response["Content-Disposition"]
    assert as_owner.get(address("version_json", version.pk, "notes")).status_code == 404
    assert as_owner.get(address("draft_json", draft.pk, "typed")).status_code == 404


def test_looking_changes_nothing(as_owner: Client, owner: User, client_file: ClientFile) -> None:
    version = completed(owner, client_file)
    draft = services.new_version(by=owner, version=version)
    done = Event.objects.exclude(action__regex=r"\.(viewed|downloaded)$")
    before = Draft.objects.values().get(pk=draft.pk), done.count()
    for url in (
        reverse("clients:detail", args=[client_file.pk]),
        address("start", client_file.pk),
        address("upload", client_file.pk),
        address("discard", draft.pk),
        address("draft_json", draft.pk, "conclusion"),
        address("version_json", version.pk, "facts"),
        "/",
    ):
        for method in ("get", "head", "get"):
            assert getattr(as_owner, method)(url).status_code == 200, url
        assert as_owner.options(url).status_code in (200, 405), url
    assert (Draft.objects.values().get(pk=draft.pk), done.count()) == before

"""The event log: who, what, when in UTC, from where; complete, and without anything of a client."""

from __future__ import annotations

import logging
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts import services as accounts
from pe_wizard.accounts.models import User
from pe_wizard.assessments import reviewing, services
from pe_wizard.assessments.models import Version
from pe_wizard.clients import events, watching
from pe_wizard.clients.models import ClientFile, Event, Membership
from pe_wizard.clients.services import create_client_file, hand_over, remove_member, set_member
from tests.web.assessing import AGENT, a_client_file, completed, facts, save, setting, uploaded
from tests.web.conftest import PASSWORD, signed_in

CANARY = "KANARI-A-7731"


@pytest.fixture(autouse=True)
def _nothing_was_looked_at() -> None:
    watching.forget()


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


def told(client_file: ClientFile | None = None) -> list[str]:
    those = Event.objects.order_by("id")
    if client_file is not None:
        those = those.filter(client_file=client_file)
    return list(those.values_list("action", flat=True))


def last() -> Event:
    event = Event.objects.order_by("id").last()
    assert event is not None
    return event


# ---- accounts


def sign_in(client: Client, name: str, password: str, **more: str) -> Any:
    return client.post(reverse("account_login"), {"login": name, "password": password}, **more)


def test_signing_in_and_out_and_being_refused(client: Client, owner: User) -> None:
    sign_in(client, "nino", "wrong", REMOTE_ADDR="192.0.2.7")
    event = last()
    assert (event.action, event.actor, event.address) == ("sign_in.refused", owner, "192.0.2.7")
    sign_in(client, "my password by mistake", "wrong", REMOTE_ADDR="2001:db8::7")
    event = last()
    assert (event.action, event.actor, event.address) == ("sign_in.unknown", None, "2001:db8::7")
    assert "mistake" not in str(Event.objects.values())
    sign_in(client, "nino", PASSWORD)
    event = last()
    assert (event.action, event.actor, event.client_file) == ("sign_in.done", owner, None)
    assert datetime.now(UTC) - event.at < timedelta(minutes=1)
    assert event.at.utcoffset() == timedelta(0)
    client.post(reverse("account_logout"))
    assert (last().action, last().actor) == ("sign_in.ended", owner)


@pytest.mark.parametrize("name", ["a\x00b", "", "x" * 500, "\ud83d"])
def test_any_name_can_be_tried(client: Client, owner: User, name: str) -> None:
    response = client.post(
        reverse("account_login"), {"login": name.encode("utf-8", "replace"), "password": "wrong"}
    )
    assert response.status_code in (200, 400)


def test_an_address_is_believed_from_trusted_proxies_only(
    client: Client, owner: User, settings: Any
) -> None:
    forged = {"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "203.0.113.9, 198.51.100.4"}
    sign_in(client, "nino", "wrong", **forged)
    assert last().address == "192.0.2.7"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    sign_in(client, "nino", "wrong", **forged)
    assert last().address == "198.51.100.4"


def test_what_is_done_to_accounts(owner: User, colleague: User) -> None:
    accounts.create_adviser(username="levan", by=owner, administrator=True)
    accounts.reset_password(username="tamar", by=owner)
    accounts.deactivate(username="tamar", by=owner)
    accounts.deactivate(username="tamar", by=owner)
    accounts.reactivate(username="tamar")
    accounts.make_administrator(username="tamar", by=owner)
    accounts.end_administration(username="tamar", by=owner)
    assert told() == [
        "account.made", "account.administrator", "account.password_given", "account.deactivated",
        "account.reactivated", "account.administrator", "account.no_administrator",
    ]  # fmt: skip
    by_command = Event.objects.get(action="account.reactivated")
    assert by_command.actor is None
    assert "The command line" in events.sentence(by_command)


def test_a_changed_password_and_a_second_factor(as_owner: Client, owner: User) -> None:
    new = "another long one: 9k2m"
    as_owner.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert last().action == "account.password"
    secret = generate_totp_secret()
    from allauth.mfa.signals import authenticator_added

    factor = TOTP.activate(owner, secret).instance
    authenticator_added.send(sender=type(factor), user=owner, authenticator=factor, request=None)
    assert last().action == "account.factor_added"
    assert secret not in str(Event.objects.values())


# ---- client files


def test_changes_of_access_tell_who_and_as_what(
    owner: User, colleague: User, outsider: User, client_file: ClientFile
) -> None:
    for role in (Membership.Role.READER, Membership.Role.EDITOR):
        set_member(client_file=client_file, by=owner, user=colleague, role=role)
        assert last().details == {"who": "Tamar", "role": role}
    remove_member(client_file=client_file, by=owner, user=colleague)
    set_member(client_file=client_file, by=owner, user=outsider, role=Membership.Role.READER)
    hand_over(client_file=client_file, by=owner, to=outsider)
    assert told(client_file) == [
        "client_file.created", "member.added", "member.changed", "member.removed",
        "member.added", "client_file.handed_over",
    ]  # fmt: skip


def test_a_save_tells_the_section_and_no_answer(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts(agents=[{**AGENT, "id": "acme-gmbh"}]))
    save(owner, draft, "agent-acme-gmbh", setting("agents[acme-gmbh].independent", True))
    event = last()
    assert event.action == "draft.saved"
    assert event.details == {
        "treaty": "IR-BD", "draft": str(draft.pk), "revision": 2, "sections": "agent",
    }  # fmt: skip
    before = told()
    save(owner, draft, "agent-acme-gmbh", setting("agents[acme-gmbh].independent", True),
         revision=2)  # fmt: skip
    assert told() == before  # nothing changed, so nothing is told


PAGES = {
    "clients:detail": ("client_file", "client_file.viewed"),
    "clients:log": ("client_file", "client_file.viewed"),
    "assessments:version": ("version", "version.viewed"),
    "assessments:review": ("version", "version.viewed"),
    "assessments:draft_conclusion": ("draft", "draft.viewed"),
    "assessments:version_json": ("version", "version.downloaded"),
    "assessments:draft_json": ("draft", "draft.downloaded"),
    "memo:pdf": ("version", "version.downloaded"),
    "memo:docx": ("version", "version.downloaded"),
    "memo:draft_pdf": ("draft", "draft.downloaded"),
}


@pytest.fixture
def things(owner: User, client_file: ClientFile) -> dict[str, Any]:
    version = completed(owner, client_file)
    draft = services.new_version(by=owner, version=version)
    return {"client_file": client_file, "version": version, "draft": draft}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_and_taking_is_told(
    owner: User, as_owner: Client, things: dict[str, Any], page: str, method: str
) -> None:
    kind, action = PAGES[page]
    arguments = [things[kind].pk, *(["facts"] if page.endswith("_json") else [])]
    response = getattr(as_owner, method)(reverse(page, args=arguments), REMOTE_ADDR="192.0.2.7")
    assert response.status_code == 200
    event = last()
    assert (event.action, event.actor, event.address) == (action, owner, "192.0.2.7")
    assert event.client_file == things["client_file"]
    if kind == "version":
        assert (event.details["number"], event.details["treaty"]) == (1, "IR-BD")
    if action.endswith("downloaded"):
        assert event.details["what"] in response.request["PATH_INFO"]
    assert events.sentence(event)


def test_looking_again_soon_is_told_once_and_taking_each_time(
    as_owner: Client, things: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    version = things["version"]
    for _ in range(3):
        as_owner.get(reverse("assessments:version", args=[version.pk]))
        as_owner.get(reverse("assessments:version_json", args=[version.pk, "facts"]))
    assert told().count("version.viewed") == 1
    assert told().count("version.downloaded") == 3
    monkeypatch.setattr(watching, "LOOKED_AGAIN", -1)
    as_owner.get(reverse("assessments:version", args=[version.pk]))
    assert told().count("version.viewed") == 2


def test_lists_that_are_taken_are_told(as_owner: Client, client_file: ClientFile) -> None:
    as_owner.get(reverse("memo:list_csv"))
    event = last()
    assert (event.action, event.client_file) == ("list.downloaded", None)
    as_owner.get(reverse("memo:list_json"), {"client": str(client_file.pk)})
    event = last()
    assert (event.action, event.client_file) == ("client_file.downloaded", client_file)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
def test_a_refusal_is_told_in_the_file_it_was_about(
    outsider: User, as_outsider: Client, things: dict[str, Any], page: str, method: str
) -> None:
    kind, _ = PAGES[page]
    arguments = [things[kind].pk, *(["facts"] if page.endswith("_json") else [])]
    response = getattr(as_outsider, method)(reverse(page, args=arguments))
    assert response.status_code == 404
    event = last()
    assert (event.action, event.actor) == ("access.refused", outsider)
    assert event.client_file == things["client_file"]
    assert event.details == {"what": page, "status": 404}


def test_other_refusals(
    owner: User, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    as_colleague.get(reverse("clients:detail", args=[uuid.uuid4()]))
    assert (last().action, last().client_file) == ("access.refused", None)
    set_member(client_file=client_file, by=owner, user=colleague, role=Membership.Role.READER)
    assert as_colleague.get(reverse("clients:edit", args=[client_file.pk])).status_code == 403
    assert (last().client_file, last().details["status"]) == (client_file, 403)
    before = Event.objects.count()
    missing = reverse("clients:member_remove", args=[client_file.pk, 99_999])
    assert signed_in(owner).post(missing).status_code == 404  # no refusal: there is no such member
    as_colleague.get("/nowhere/")
    assert [one for one in told()[before:] if one == "access.refused"] == []


def test_a_log_that_cannot_be_written_does_not_keep_the_page(
    as_owner: Client, client_file: ClientFile, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    from django.db import DatabaseError

    def full(**_: object) -> None:
        raise DatabaseError("disk is full")

    monkeypatch.setattr(events, "record", full)
    assert as_owner.get(reverse("clients:detail", args=[client_file.pk])).status_code == 200
    assert "an event could not be written" in caplog.text


# ---- a whole day, without a trace of the client


def a_day(owner: User, colleague: User) -> Version:
    client_file = create_client_file(
        owner=owner, reference=f"{CANARY} 1", name=f"{CANARY} Ltd", residence_state="IR",
        notes=CANARY, form_token=uuid.uuid4(),
    )  # fmt: skip
    set_member(client_file=client_file, by=owner, user=colleague, role="reviewer")
    agent = {**AGENT, "id": CANARY, "name": f"{CANARY} agent"}
    draft = uploaded(owner, client_file, facts(agents=[agent]))
    services.set_annotation(
        by=owner, draft_id=draft.pk, path="enterprise.insurer", note=CANARY, evidence=[CANARY]
    )
    save(owner, draft, f"agent-{CANARY}", setting(f"agents[{CANARY}].independent", True))
    version = services.complete(by=owner, draft_id=draft.pk)
    reviewing.ask(by=owner, version=version, seen=0, text=CANARY)
    reviewing.remark(by=colleague, version=version, seen=1, text=CANARY)
    reviewing.sign_off(by=colleague, version=version, seen=2, sha256=version.sha256, text=CANARY)
    return version


def test_neither_the_log_nor_the_server_says_anything_of_a_client(
    owner: User, colleague: User, outsider: User, caplog: pytest.LogCaptureFixture, tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG, logger="pe_wizard")
    version = a_day(owner, colleague)
    draft = services.new_version(by=owner, version=version)
    pages = [
        reverse("clients:detail", args=[version.client_file_id]),
        reverse("assessments:version", args=[version.pk]),
        reverse("assessments:review", args=[version.pk]),
        reverse("memo:pdf", args=[version.pk]),
        reverse("memo:docx", args=[version.pk]),
        reverse("memo:list_csv"),
        reverse("wizard:step", args=[draft.pk, f"agent-{CANARY}"]),
        reverse("wizard:step", args=[draft.pk, "check"]),
    ]
    for user in (owner, colleague, outsider):
        client = signed_in(user)
        for page in pages:
            client.get(page)
            client.post(page, {"text": CANARY})
    call_command("verify")
    call_command("export_bundle", str(version.client_file_id), str(tmp_path / "b.zip"))
    assert len(set(told())) >= 15
    assert CANARY not in str(list(Event.objects.values()))
    said = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("pe_wizard")
    )
    assert CANARY not in said
    assert CANARY not in capsys.readouterr().out
    User.objects.filter(pk=outsider.pk).update(is_staff=True)
    client = signed_in(outsider)
    page = client.get(reverse("log")).content.decode()
    assert CANARY not in page
    assert str(version.client_file_id) in page


# ---- pages


def test_a_client_file_shows_what_matters_and_its_log_everything(
    as_owner: Client, things: dict[str, Any]
) -> None:
    detail = reverse("clients:detail", args=[things["client_file"].pk])
    as_owner.get(detail)
    page = as_owner.get(detail).content.decode()
    assert "completed version" in page
    assert "looked at" not in page
    page = as_owner.get(reverse("clients:log", args=[things["client_file"].pk])).content.decode()
    assert "looked at the file" in page
    assert "127.0.0.1" in page


@pytest.mark.parametrize("kind", ["", "accounts", "refusals", "access", "versions", "nonsense"])
def test_an_administrator_reads_the_whole_log(
    owner: User, as_owner: Client, as_outsider: Client, things: dict[str, Any], kind: str
) -> None:
    as_outsider.get(reverse("clients:detail", args=[things["client_file"].pk]))
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    page = as_owner.get(reverse("log"), {"kind": kind}).content.decode()
    shows = {
        "": "signed in",
        "accounts": "signed in",
        "refusals": "was refused",
        "access": "Event log",
        "versions": "completed version",
        "nonsense": "signed in",
    }
    assert shows[kind] in page
    if kind == "versions":
        assert "signed in." not in page


def test_the_log_has_pages(owner: User, as_owner: Client) -> None:
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    for _ in range(150):
        events.record(client_file=None, actor=owner, action="sign_in.ended")
    page = as_owner.get(reverse("log"), {"kind": "accounts"}).content.decode()
    assert "kind=accounts&amp;page=2" in page
    assert "page=1" in as_owner.get(reverse("log"), {"page": "2"}).content.decode()


def test_every_action_has_its_sentence_in_every_value(owner: User) -> None:
    values = dict.fromkeys(("treaty", "number", "who", "to", "what", "status", "count"), "x")
    for action in events.SENTENCES:
        event = Event(actor=owner, action=action, details=values)
        assert "%(" not in events.sentence(event)
    with pytest.raises(KeyError):
        events.record(client_file=None, actor=owner, action="made.up")

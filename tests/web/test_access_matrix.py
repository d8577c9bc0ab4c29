"""Every address, for everybody, with every method, against one written table.

An address that is not in the table fails: whoever adds one says here who may use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from pe_wizard.accounts import services as accounts
from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import remove_member
from pe_wizard.memo import views as memo_views
from pe_wizard.presence import services as presence
from tests.web.assessing import AGENT, a_client_file, completed, facts, save, share, uploaded
from tests.web.conftest import signed_in

CANARY = "KANARI-A-7731"
METHODS = ("get", "head", "options", "put", "patch", "delete", "post")
READING = ("get", "head")

# ---- what the table says

# In a client file: who may read the page, and who may send to it. For everybody else, the
# administrator too, the file does not exist: 404 with every method. Without the right: 403. A
# method that is not meant: 405.
NOBODY: frozenset[str] = frozenset()
OWNER = frozenset({"owner"})
EDITORS = OWNER | {"editor"}
REVIEWERS = frozenset({"reviewer"})
MEMBERS = EDITORS | REVIEWERS | {"reader"}

IN_A_FILE = {
    "clients:detail": (MEMBERS, NOBODY),
    "clients:edit": (EDITORS, EDITORS),
    "clients:archive": (NOBODY, EDITORS),
    "clients:unarchive": (NOBODY, EDITORS),
    "clients:log": (MEMBERS, NOBODY),
    "clients:members": (OWNER, OWNER),
    "clients:member_role": (NOBODY, OWNER),
    "clients:member_remove": (NOBODY, OWNER),
    "clients:hand_over": (NOBODY, OWNER),
    "assessments:start": (EDITORS, EDITORS),
    "assessments:upload": (EDITORS, EDITORS),
    "assessments:complete": (NOBODY, EDITORS),
    "assessments:discard": (EDITORS, EDITORS),
    "assessments:draft_json": (MEMBERS, NOBODY),
    "assessments:draft_conclusion": (MEMBERS, NOBODY),
    "assessments:draft_reading": (NOBODY, EDITORS),
    "assessments:new_version": (NOBODY, EDITORS),
    "assessments:version": (MEMBERS, NOBODY),
    "assessments:version_json": (MEMBERS, NOBODY),
    "assessments:compare_versions": (MEMBERS, NOBODY),
    "assessments:review": (MEMBERS, NOBODY),
    "assessments:review_ask": (NOBODY, EDITORS | REVIEWERS),
    "assessments:review_remark": (NOBODY, REVIEWERS),
    "assessments:review_return": (NOBODY, REVIEWERS),
    "assessments:review_sign": (NOBODY, REVIEWERS),
    "clocks:as_of_today": (NOBODY, EDITORS),
    "rerun:new_version": (NOBODY, EDITORS),
    "memo:pdf": (MEMBERS, NOBODY),
    "memo:docx": (MEMBERS, NOBODY),
    "memo:draft_pdf": (MEMBERS, NOBODY),
    "memo:draft_docx": (MEMBERS, NOBODY),
    "comparison:version_facts": (MEMBERS, NOBODY),
    "comparison:version_csv": (MEMBERS, NOBODY),
    "comparison:draft_facts": (MEMBERS, NOBODY),
    "comparison:draft_csv": (MEMBERS, NOBODY),
    "scenarios:version_what_if": (MEMBERS, MEMBERS),  # what is tried out is written nowhere
    "scenarios:version_keep": (NOBODY, EDITORS),
    "scenarios:version_plan": (MEMBERS, NOBODY),
    "scenarios:draft_what_if": (MEMBERS, MEMBERS),
    "scenarios:draft_keep": (NOBODY, EDITORS),
    "scenarios:draft_plan": (MEMBERS, NOBODY),
    "wizard:start": (MEMBERS, EDITORS),  # who may only read is led to the conclusion so far
    "wizard:step": (MEMBERS, EDITORS),
    "wizard:panel": (MEMBERS, MEMBERS),  # answers to what stands in the form; nothing is written
    "wizard:confirm": (NOBODY, EDITORS),
    "wizard:treaty_file": (EDITORS, EDITORS),
    "wizard:remove": (EDITORS, EDITORS),
    "presence:start": (EDITORS, EDITORS),
    "presence:csv": (MEMBERS, NOBODY),
    "presence:xlsx": (MEMBERS, NOBODY),
    "presence:table": (EDITORS, NOBODY),
    "presence:columns": (NOBODY, EDITORS),
    "presence:read": (NOBODY, EDITORS),
    "presence:take": (NOBODY, EDITORS),
    "presence:drop": (NOBODY, EDITORS),
    "presence:faulty_csv": (EDITORS, NOBODY),
    "presence:faulty_xlsx": (EDITORS, NOBODY),
}

# For everybody who has signed in: each sees what that person may see. (Methods that are meant.)
SIGNED_IN = {
    "desk": READING,
    "clients:list": READING,
    "clients:create": (*READING, "post"),
    "clocks:list": READING,
    "clocks:download": READING,
    "lists:list": READING,
    "lists:csv": READING,
    "lists:xlsx": READING,
    "memo:list_csv": READING,
    "memo:list_json": READING,
    "comparison:clauses": READING,
    "library:index": READING,
    "library:treaty": READING,
    "glossary:index": READING,
    "rerun:corrected": READING,
}

# For administrators; for everybody else there is no such page.
ADMINISTRATORS = {
    "people:list": (*READING, "post"),
    "people:password": ("post",),
    "people:end": ("post",),
    "people:open": ("post",),
    "people:administrator": ("post",),
    "people:factor": ("post",),
    "people:files": ("post",),
    "log": READING,
}

# The own account: everybody who has signed in, about nobody else.
OWN_ACCOUNT = {
    "account", "account_resume", "account_end_session", "account_totp_picture",
    "account_reauthenticate", "account_request_reauthentication_code",
    "account_confirm_reauthentication_code", "account_email", "account_change_password",
    "account_set_password", "usersessions_list", "mfa_index", "mfa_reauthenticate",
    "mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes", "mfa_download_recovery_codes", "mfa_list_webauthn",
    "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_remove_webauthn", "mfa_edit_webauthn",
    "clocks:reminders", "clocks:make_link", "clocks:end_link",
    "lists:keep_filter", "lists:rename_filter", "lists:drop_filter",
}  # fmt: skip

# Open without signing in; nothing of a client.
OPEN = {
    "account_session", "account_login", "account_logout", "account_inactive", "account_signup",
    "account_email_verification_sent", "account_reset_password", "account_confirm_login_code",
    "account_confirm_email", "account_reset_password_from_key_done",
    "account_reset_password_from_key", "account_reset_password_done", "mfa_authenticate",
    "mfa_login_webauthn", "set_language", "healthz", "health", "clocks:calendar",
}  # fmt: skip


# ---- what there is


def addresses() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every address by name, with the names of its parts."""
    yield from _addresses(get_resolver(), "", {})


def _addresses(
    resolver: URLResolver, namespace: str, parts: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in resolver.url_patterns:
        named = {**parts, **dict.fromkeys(one.pattern.regex.groupindex)}
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from _addresses(one, inner, named)
        else:
            yield f"{namespace}{one.name}", named


ADDRESSES = dict(addresses())
TABLE = {*IN_A_FILE, *SIGNED_IN, *ADMINISTRATORS, *OWN_ACCOUNT, *OPEN}


def test_every_address_has_a_policy_and_every_policy_an_address() -> None:
    assert set(ADDRESSES) - TABLE == set(), "Say in this table who may use these."
    assert TABLE - set(ADDRESSES) == set(), "These are gone; take them out of the table."
    sizes = (len(one) for one in (IN_A_FILE, SIGNED_IN, ADMINISTRATORS, OWN_ACCOUNT, OPEN))
    assert sum(sizes) == len(TABLE)


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_that_names_something_of_a_client_file_is_in_its_part_of_the_table(
    name: str,
) -> None:
    ids = {"client_file_id", "draft_id", "version_id"}
    assert bool(ids & set(ADDRESSES[name])) == (name in IN_A_FILE)


# ---- the cast


@dataclass
class Scene:
    people: dict[str, User]
    client_file: ClientFile
    parts: dict[str, Any]
    reading: dict[str, str]  # a form that chooses one

    def address(self, name: str) -> str:
        parts = {part: self.parts[part] for part in ADDRESSES[name]}
        if name.startswith("people:") and "user_id" in parts:
            parts["user_id"] = self.people["reader"].pk
        return reverse(name, kwargs=parts)


@pytest.fixture
def scene(db: None, monkeypatch: pytest.MonkeyPatch) -> Scene:
    people = {
        name: User.objects.create_user(username=name, is_staff=name == "administrator")
        for name in ("owner", "editor", "reader", "reviewer", "outsider", "administrator")
    }
    owner = people["owner"]
    client_file = a_client_file(owner, CANARY)
    for role in Membership.Role:
        share(client_file, people[role.value], role)
    version = completed(owner, client_file, facts(agents=[{**AGENT, "name": CANARY}]))
    other = services.complete(by=owner, draft_id=services.new_version(by=owner, version=version).pk)
    draft = uploaded(owner, client_file, facts(agents=[{**AGENT, "name": CANARY}]))
    table = presence.begin(
        by=owner, draft=draft, content=f"Who,From,To,Project\n{CANARY},x,,".encode(), name="",
        pasted=True, engagement="", form_token=uuid4(),
    )  # fmt: skip
    reading = next(iter(version.treaty_file.load().readings.values()))
    for form, (_, content_type) in list(memo_views.FORMS.items()):
        monkeypatch.setitem(memo_views.FORMS, form, (lambda memo: b"memo", content_type))
    return Scene(
        people,
        client_file,
        {
            "client_file_id": client_file.pk, "version_id": version.pk, "other_id": other.pk,
            "draft_id": draft.pk, "user_id": people["reader"].pk, "part": "facts",
            "import_id": table.pk,
            "step": "treaty", "list_name": "agents", "item_id": "a1", "code": "IR-BD", "pk": 1,
            "key": "x-y", "uidb36": "1", "token": "x-y", "filter_id": 1,
            "subscription_id": client_file.pk,  # of no link
        },
        {"reading": reading.name, "option": reading.options[1], "reason": "Circular 7"},
    )  # fmt: skip


def asked(
    client: Client, method: str, address: str, sent: dict[str, str] | None = None
) -> HttpResponse:
    """The answer; what the request changed is taken back."""
    with transaction.atomic():
        form = sent if method == "post" else None
        response: HttpResponse = getattr(client, method)(address, form or {})
        transaction.set_rollback(True)
    return response


def shows(response: HttpResponse) -> bool:
    return CANARY.encode() in b"".join(response)  # type: ignore[arg-type]


def leads_to_signing_in(response: HttpResponse) -> bool:
    return response.status_code == 302 and response["Location"].startswith("/account/login/")


def went_well(response: HttpResponse) -> bool:
    """Allowed: a page, a way on, or the form again."""
    return response.status_code in (200, 204, 302, 303, 400, 409, 422)


# ---- the matrix


@pytest.mark.parametrize("name", IN_A_FILE)
def test_in_a_client_file(scene: Scene, name: str) -> None:
    readers, senders = IN_A_FILE[name]
    address = scene.address(name)
    for who, user in scene.people.items():
        client = signed_in(user)
        for method in METHODS:
            sent = scene.reading if name == "assessments:draft_reading" else {}
            response = asked(client, method, address, sent)
            case = (who, method, response.status_code)
            allowed = {"get": readers, "head": readers, "post": senders}.get(method, NOBODY)
            if who not in MEMBERS:
                assert response.status_code == 404, case
                assert not shows(response), case
            elif who in allowed:
                assert went_well(response), case
            elif allowed:
                assert response.status_code == 403, case
                assert not shows(response), case
            else:
                assert response.status_code == 405, case


@pytest.mark.parametrize("name", SIGNED_IN)
def test_for_everybody_who_has_signed_in(scene: Scene, name: str) -> None:
    for who, user in scene.people.items():
        client = signed_in(user)
        for method in METHODS:
            response = asked(client, method, scene.address(name))
            case = (who, method, response.status_code)
            assert went_well(response) == (method in SIGNED_IN[name]), case
            assert went_well(response) or response.status_code == 405, case
            if who not in MEMBERS:
                assert not shows(response), case


@pytest.mark.parametrize("name", ADMINISTRATORS)
def test_for_administrators(scene: Scene, name: str) -> None:
    for who, user in scene.people.items():
        client = signed_in(user)
        for method in METHODS:
            response = asked(client, method, scene.address(name))
            case = (who, method, response.status_code)
            assert not shows(response), case
            if who != "administrator":
                assert response.status_code == 404, case
            elif method not in ADMINISTRATORS[name]:
                assert response.status_code == 405, case
            else:
                assert went_well(response) or name == "people:files", case


@pytest.mark.parametrize("name", [*IN_A_FILE, *SIGNED_IN, *ADMINISTRATORS, *sorted(OWN_ACCOUNT)])
def test_without_signing_in_there_is_only_signing_in(scene: Scene, name: str) -> None:
    for method in METHODS:
        response = asked(Client(), method, scene.address(name))
        assert leads_to_signing_in(response), (method, response.status_code)


@pytest.mark.parametrize("name", sorted(OWN_ACCOUNT | OPEN))
def test_pages_of_accounts_show_nothing_of_a_client(scene: Scene, name: str) -> None:
    for client in (Client, lambda: signed_in(scene.people["owner"])):
        for method in METHODS:
            response = asked(client(), method, scene.address(name))
            assert response.status_code < 500, (method, response.status_code)
            assert not shows(response), method


# ---- at once


def test_taking_access_away_works_at_once_on_open_forms_and_bookmarks(scene: Scene) -> None:
    editor, owner = scene.people["editor"], scene.people["owner"]
    client = signed_in(editor)
    there = [name for name, (readers, _) in IN_A_FILE.items() if "editor" in readers]
    for name in there:
        assert went_well(client.get(scene.address(name))), name
    step = client.get(scene.address("wizard:step")).content.decode()
    assert 'name="revision"' in step
    remove_member(client_file=scene.client_file, by=owner, user=editor)
    for name in there:
        assert client.get(scene.address(name)).status_code == 404, name
    form = {"revision": "0", "wizard-current_step": "treaty", "as_of": "2026-06-30", "go": "next"}
    assert client.post(scene.address("wizard:step"), form).status_code == 404
    assert client.post(scene.address("assessments:complete"), {"revision": 1}).status_code == 404
    assert CANARY not in client.get("/").content.decode()
    from pe_wizard.assessments.models import Draft

    draft = Draft.objects.get(pk=scene.parts["draft_id"])
    with pytest.raises(Exception, match="No such draft"):
        save(editor, draft, "insurance", lambda document: document)


def test_a_changed_role_works_at_once(scene: Scene) -> None:
    editor = scene.people["editor"]
    client = signed_in(editor)
    share(scene.client_file, editor, Membership.Role.READER)
    assert client.get(scene.address("clients:edit")).status_code == 403
    assert client.post(scene.address("wizard:step"), {"revision": "0"}).status_code == 403
    assert client.get(scene.address("assessments:version")).status_code == 200


@pytest.mark.parametrize("who", ["owner", "editor", "administrator"])
def test_a_deactivated_person_is_out_at_once(scene: Scene, who: str) -> None:
    user = scene.people[who]
    phone, laptop = signed_in(user), signed_in(user)
    if who == "administrator":
        accounts.make_administrator(username="outsider")
    accounts.deactivate(username=user.username)
    for client in (phone, laptop):
        for name in (*IN_A_FILE, *SIGNED_IN, *ADMINISTRATORS):
            assert leads_to_signing_in(client.get(scene.address(name))), name


def test_what_was_exported_by_an_open_link_needs_signing_in(scene: Scene) -> None:
    client = signed_in(scene.people["owner"])
    address = scene.address("assessments:version_json")
    assert client.get(address).status_code == 200
    client.post(reverse("account_logout"))
    assert leads_to_signing_in(client.get(address))


# ---- administrators


def test_an_administrator_who_is_a_member_sees_what_a_member_sees(scene: Scene) -> None:
    share(scene.client_file, scene.people["administrator"], Membership.Role.READER)
    client = signed_in(scene.people["administrator"])
    assert client.get(scene.address("assessments:version")).status_code == 200
    assert client.get(scene.address("clients:edit")).status_code == 403


def test_somebody_is_left_who_sees_to_people(scene: Scene) -> None:
    administrator = scene.people["administrator"]
    client = signed_in(administrator)
    for name, sent in (("end", {}), ("administrator", {"is": "0"})):
        response = client.post(
            reverse(f"people:{name}", args=[administrator.pk]), sent, follow=True
        )
        assert "Nobody would be left" in response.content.decode()
    administrator.refresh_from_db()
    assert (administrator.is_active, administrator.is_staff) == (True, True)


def test_an_administrator_adds_a_person_whose_password_is_shown_once(scene: Scene) -> None:
    client = signed_in(scene.people["administrator"])
    response = client.post(reverse("people:list"), {"username": "levan", "full_name": "Levan G."})
    page = response.content.decode()
    user = User.objects.get(username="levan")
    assert user.must_change_password
    assert not user.is_administrator
    password = page.partition('<code dir="ltr">')[2].partition("</code>")[0]
    assert user.check_password(password)
    assert password not in client.get(reverse("people:list")).content.decode()
    again = client.post(reverse("people:list"), {"username": "levan"})
    assert again.status_code == 422
    response = client.post(reverse("people:password", args=[user.pk]))
    password = response.content.decode().partition('<code dir="ltr">')[2].partition("</code>")[0]
    user.refresh_from_db()
    assert user.check_password(password)


def test_files_of_somebody_who_left_go_to_a_colleague(scene: Scene) -> None:
    owner, editor, administrator = (
        scene.people[name] for name in ("owner", "editor", "administrator")
    )
    client = signed_in(administrator)
    address = reverse("people:files", args=[owner.pk])
    assert client.post(address, {"to": editor.pk}).status_code == 404  # still there
    accounts.deactivate(username="owner", by=administrator)
    client.post(address, {"to": administrator.pk})
    scene.client_file.refresh_from_db()
    assert scene.client_file.owner == owner  # never to whoever does it
    client.post(address, {"to": editor.pk})
    scene.client_file.refresh_from_db()
    assert scene.client_file.owner == editor
    assert client.get(scene.address("clients:detail")).status_code == 404


def test_an_ended_account_is_opened_again(scene: Scene) -> None:
    client = signed_in(scene.people["administrator"])
    for name, is_active in (("end", False), ("open", True)):
        client.post(reverse(f"people:{name}", args=[scene.people["reader"].pk]))
        assert User.objects.get(username="reader").is_active == is_active


@pytest.mark.parametrize("who", ["owner", "outsider", "administrator"])
def test_the_way_to_people_is_shown_to_administrators_only(scene: Scene, who: str) -> None:
    page = signed_in(scene.people[who]).get("/").content.decode()
    assert (reverse("people:list") in page) == (who == "administrator")
    assert (f'href="{reverse("log")}"' in page) == (who == "administrator")


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/__debug__/", "/admin/doc/"])
def test_there_is_no_other_administration(scene: Scene, path: str) -> None:
    assert signed_in(scene.people["administrator"]).get(path).status_code == 404

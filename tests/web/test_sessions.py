"""Sessions: their two limits, the notice before the end, what was typed when they had ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from pe_wizard.accounts import services
from pe_wizard.accounts.interrupted import KEPT_SECONDS
from pe_wizard.accounts.models import User
from pe_wizard.accounts.sessions import SEEN_AT, SIGNED_IN_AT
from pe_wizard.clients.models import ClientFile
from tests.web.conftest import PASSWORD, signed_in
from tests.web.test_accounts import move_session_back

LOGIN = "/account/login/"
STATUS = "/account/session/"
NEW_FILE = {"reference": "Client 0042", "name": "Müller & <Söhne>", "residence_state": "IR"}


def is_signed_in(client: Client) -> bool:
    return client.get("/").status_code == 200


def end(client: Client) -> None:
    """The idle limit passes."""
    move_session_back(client, signed_in=9_000, seen=9_000)


def sign_in(client: Client, name: str = "nino") -> str:
    return client.post(LOGIN, {"login": name, "password": PASSWORD})["Location"]


# ---- limits


def test_both_limits_hold_as_the_environment_says(as_owner: Client, settings: Settings) -> None:
    settings.SESSION_IDLE_SECONDS, settings.SESSION_ABSOLUTE_SECONDS = 2, 5
    began = time.monotonic()
    while time.monotonic() - began < 4:  # used all the time: beyond the idle limit
        assert is_signed_in(as_owner)
        time.sleep(0.5)
    time.sleep(2.5)
    assert not is_signed_in(as_owner)


def test_an_unused_session_ends(as_owner: Client, settings: Settings) -> None:
    settings.SESSION_IDLE_SECONDS = 1
    assert is_signed_in(as_owner)
    time.sleep(2.2)
    assert not is_signed_in(as_owner)


def test_the_limits_and_the_zone_come_from_the_environment() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from pe_wizard import settings as s;"
            "print(s.SESSION_IDLE_SECONDS, s.SESSION_ABSOLUTE_SECONDS, s.TIME_ZONE)",
        ],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "PE_VAR_DIR": str(settings.VAR_DIR),
            "PE_ENVIRONMENT": "test",
            "PE_IDLE_LIMIT": "3",
            "PE_ABSOLUTE_LIMIT": "10",
            "PE_TIME_ZONE": "Asia/Tbilisi",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.stdout == "3 10 Asia/Tbilisi\n"


def test_an_ended_session_is_gone_on_the_server(as_owner: Client) -> None:
    old = as_owner.cookies[settings.SESSION_COOKIE_NAME].value
    end(as_owner)
    as_owner.get("/")
    assert not Session.objects.filter(session_key=old).exists()


@pytest.mark.parametrize("what", ["deactivate", "reset_password"])
def test_somebody_elses_deed_ends_every_session(owner: User, what: str) -> None:
    browsers = [signed_in(owner), signed_in(owner)]
    User.objects.create_user(username="chief", password=PASSWORD, is_staff=True)
    getattr(services, what)(username="nino")
    assert [is_signed_in(one) for one in browsers] == [False, False]


# ---- the notice


def test_every_page_knows_when_its_session_ends(as_owner: Client) -> None:
    move_session_back(as_owner, signed_in=43_000, seen=50)
    page = as_owner.get("/").content.decode()
    assert 'data-idle="3550"' in page
    assert 'data-absolute="200"' in page
    assert 'src="/static/session.js"' in page


def test_a_page_without_a_session_has_no_notice(client: Client, db: None) -> None:
    assert "session-ends" not in client.get(LOGIN).content.decode()


def test_asking_how_long_it_lasts_does_not_prolong_it(as_owner: Client) -> None:
    move_session_back(as_owner, signed_in=3_000, seen=3_000)
    for _ in range(2):
        said = as_owner.get(STATUS).json()
        assert 590 <= said["idle"] <= 600
    said = as_owner.post(STATUS).json()
    assert said["idle"] > 3_590
    assert 40_100 <= said["absolute"] <= 40_200


def test_asking_after_the_end_says_so(as_owner: Client, owner: User) -> None:
    assert as_owner.get(STATUS).json()["account"] == owner.pk
    end(as_owner)
    said = as_owner.get(STATUS).json()
    assert said["account"] is None
    assert set(said) == {"account", "token"}


def test_the_absolute_limit_is_not_prolonged(as_owner: Client) -> None:
    move_session_back(as_owner, signed_in=44_000, seen=0)
    assert as_owner.post(STATUS).json()["account"] is None


def test_a_part_of_a_page_is_not_replaced_by_the_sign_in_page(as_owner: Client) -> None:
    end(as_owner)
    response = as_owner.get("/clients/", headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (401, b"")


# ---- what was typed


class Hidden(HTMLParser):
    """The hidden fields of the first form that leads to an address."""

    def __init__(self, html: str, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.fields = action, False, []  # type: ignore[var-annotated]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        if tag == "form":
            self.inside = at.get("action") == self.action
        if tag == "input" and self.inside and at.get("name") != "csrfmiddlewaretoken":
            self.fields.append((at["name"], at.get("value") or ""))


def test_what_was_sent_too_late_is_offered_after_signing_in(as_owner: Client) -> None:
    form = {**NEW_FILE, "form_token": str(uuid4()), "notes": "first line\nsecond «line»"}
    end(as_owner)
    response = as_owner.post("/clients/new/", form, follow=True)
    assert response.redirect_chain[0][0] == f"{LOGIN}?next=/clients/new/"
    assert "What you sent is kept" in response.content.decode()
    assert not ClientFile.objects.exists()
    assert sign_in(as_owner) == "/account/resume/"
    page = as_owner.get("/account/resume/").content.decode()
    fields = Hidden(page, "/clients/new/").fields
    assert dict(fields) == form
    as_owner.post("/clients/new/", dict(fields))
    assert ClientFile.objects.get().name == NEW_FILE["name"]
    assert as_owner.get("/account/resume/")["Location"] == "/"


def test_it_is_also_kept_when_a_script_or_another_tab_met_the_end_first(as_owner: Client) -> None:
    end(as_owner)
    as_owner.get(STATUS)
    as_owner.get("/")
    as_owner.post("/clients/new/", NEW_FILE)
    assert sign_in(as_owner) == "/account/resume/"


def test_somebody_else_who_signs_in_is_not_offered_it(as_owner: Client, outsider: User) -> None:
    end(as_owner)
    as_owner.post("/clients/new/", NEW_FILE)
    assert sign_in(as_owner, "omid") == "/"
    assert as_owner.get("/account/resume/")["Location"] == "/"
    assert not [value for value in as_owner.session.values() if "0042" in str(value)]
    as_owner.post("/account/logout/")
    assert sign_in(as_owner) == "/"


def test_it_can_be_left(as_owner: Client) -> None:
    end(as_owner)
    as_owner.post("/clients/new/", NEW_FILE)
    sign_in(as_owner)
    assert as_owner.post("/account/resume/")["Location"] == "/"
    assert as_owner.get("/account/resume/")["Location"] == "/"
    assert not ClientFile.objects.exists()


def test_it_is_kept_for_an_hour(as_owner: Client) -> None:
    end(as_owner)
    as_owner.post("/clients/new/", NEW_FILE)
    session = as_owner.session
    session["interrupted"] = {
        **session["interrupted"],
        "at": int(time.time()) - KEPT_SECONDS - 1,
    }
    session.save()
    assert sign_in(as_owner) == "/"


def test_after_signing_out_nothing_is_kept(as_owner: Client) -> None:
    as_owner.post("/account/logout/")
    response = as_owner.post(
        "/clients/new/",
        NEW_FILE,
        follow=True,
        headers={"referer": "http://testserver/clients/?q=x"},
    )
    assert response.redirect_chain[0][0] == f"{LOGIN}?next=/clients/%3Fq%3Dx"
    assert "What you sent was not saved" in response.content.decode()
    assert sign_in(as_owner) == "/"


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/account/password/change/", {"oldpassword": PASSWORD}),
        ("/clients/new/", {**NEW_FILE, "document": SimpleUploadedFile("facts.json", b"{}")}),
        ("/clients/new/", {"notes": "x" * 1_100_000}),
        ("/clients/new/", {"notes": "\x00"}),
    ],
)
def test_passwords_files_and_what_is_too_much_are_not_kept(
    as_owner: Client, address: str, data: dict[str, object]
) -> None:
    end(as_owner)
    response = as_owner.post(address, data, follow=True)
    assert "What you sent last was not saved" in " ".join(response.content.decode().split())
    assert "interrupted" not in as_owner.session


def test_a_form_without_its_token_makes_nobody_keep_anything(owner: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    end(browser)
    assert browser.post("/clients/new/", NEW_FILE).status_code == 403
    assert "interrupted" not in browser.session


@pytest.mark.parametrize(
    "referer",
    ["https://evil.example/x", "//evil.example", "javascript:alert(1)", "http://testserver@evil/"],
)
def test_a_foreign_page_is_not_led_back_to(client: Client, db: None, referer: str) -> None:
    response = client.post("/clients/new/", NEW_FILE, headers={"referer": referer})
    assert response["Location"] == f"{LOGIN}?next=/clients/new/"


# ---- the list of sessions


def test_one_session_is_ended_and_no_other(owner: User) -> None:
    browsers = [Client(headers={"user-agent": f"Browser {n}"}) for n in range(3)]
    for one in browsers:
        sign_in(one)
    page = browsers[0].get("/account/sessions/").content.decode()
    assert all(f"Browser {n}" in page for n in range(3))
    second = UserSession.objects.get(user_agent="Browser 1")
    browsers[0].post(f"/account/sessions/{second.pk}/end/")
    assert [is_signed_in(one) for one in browsers] == [True, False, True]


def test_the_session_of_somebody_else_cannot_be_ended(
    client: Client, owner: User, outsider: User
) -> None:
    sign_in(client)
    thief = signed_in(outsider)
    assert thief.post(f"/account/sessions/{UserSession.objects.get().pk}/end/").status_code == 404
    assert is_signed_in(client)


def test_what_a_browser_calls_itself_is_shown_as_text(client: Client, owner: User) -> None:
    browser = Client(headers={"user-agent": "<script>alert(1)</script>" * 50})
    sign_in(browser)
    page = browser.get("/account/sessions/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_signing_in_begins_both_clocks_again(as_owner: Client) -> None:
    end(as_owner)
    as_owner.get("/")
    sign_in(as_owner)
    now = time.time()
    assert now - as_owner.session[SIGNED_IN_AT] < 5
    assert as_owner.session.get(SEEN_AT, now) > now - 5

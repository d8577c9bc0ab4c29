"""Signing in and out, one-time passwords, sessions that end."""

from __future__ import annotations

import re
import time
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from pe_wizard import settings as the_products_own
from pe_wizard.accounts import services
from pe_wizard.accounts.middleware import SEEN_AT, SIGNED_IN_AT
from pe_wizard.accounts.models import User
from tests.web.conftest import PASSWORD
from tests.web.test_foundations import ELSEWHERE, stays_here

LOGIN = "/account/login/"
CHANGE = "/account/password/change/"


def sign_in(client: Client, name: str = "nino", password: str = PASSWORD, **more: str) -> object:
    return client.post(LOGIN, {"login": name, "password": password, **more})


def is_signed_in(client: Client) -> bool:
    return client.get("/").status_code == 200


@pytest.fixture
def real_hasher(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = the_products_own.PASSWORD_HASHERS


def test_name_and_password_lead_to_the_desk(client: Client, owner: User) -> None:
    response = client.post(LOGIN, {"login": "nino", "password": PASSWORD}, follow=True)
    assert response.redirect_chain == [("/", 302)]


def test_passwords_are_kept_as_argon2(real_hasher: None, db: None) -> None:
    user, _ = services.create_adviser(username="levan")
    assert user.password.startswith("argon2$argon2id")


@pytest.mark.parametrize("name", ["nino", "nobody"])
def test_a_wrong_password_says_the_same_for_any_name(
    client: Client, owner: User, name: str
) -> None:
    response = client.post(LOGIN, {"login": name, "password": "wrong"})
    assert response.status_code == 200
    page = response.content.decode()
    assert "Not signed in" in page
    assert "The username and/or password you specified are not correct." in page


def test_after_five_wrong_passwords_a_name_has_to_wait(client: Client, owner: User) -> None:
    for _ in range(5):
        sign_in(client, password="wrong")
    sign_in(client)
    assert not is_signed_in(client)


def test_an_open_page_leads_back_after_signing_in(client: Client, owner: User) -> None:
    response = client.get("/clients/?q=x")
    assert response["Location"] == "/account/login/?next=/clients/%3Fq%3Dx"
    response = client.post(response["Location"], {"login": "nino", "password": PASSWORD})
    assert response["Location"] == "/clients/?q=x"


@pytest.mark.parametrize("address", ELSEWHERE)
def test_signing_in_never_leads_to_another_site(client: Client, owner: User, address: str) -> None:
    response = client.post(LOGIN, {"login": "nino", "password": PASSWORD, "next": address})
    assert stays_here(response)


def test_signing_in_makes_a_new_session(client: Client, owner: User) -> None:
    client.get(LOGIN)
    client.session["before"] = 1
    before = client.session.session_key
    sign_in(client)
    assert client.session.session_key != before
    assert is_signed_in(client)


def test_signing_out_is_a_post_and_ends_the_session_on_the_server(as_owner: Client) -> None:
    old = as_owner.cookies[settings.SESSION_COOKIE_NAME].value
    as_owner.get("/account/logout/")
    assert is_signed_in(as_owner)
    as_owner.post("/account/logout/")
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = old
    assert not is_signed_in(thief)


def test_nobody_can_sign_up(client: Client, db: None) -> None:
    page = client.get("/account/signup/").content.decode()
    assert "Accounts are made by your firm" in page
    client.post("/account/signup/", {"username": "eve", "password1": PASSWORD})
    assert not User.objects.exists()


# ---- sessions end


def move_session_back(client: Client, *, signed_in: int, seen: int) -> None:
    session = client.session
    now = int(time.time())
    session[SIGNED_IN_AT] = now - signed_in
    session[SEEN_AT] = now - seen
    session.save()


@pytest.mark.parametrize(
    ("signed_in", "seen", "still"),
    [(0, 0, True), (3_000, 3_000, True), (4_000, 3_700, False), (44_000, 10, False)],
)
def test_a_session_ends_unused_or_old(
    as_owner: Client, signed_in: int, seen: int, still: bool
) -> None:
    move_session_back(as_owner, signed_in=signed_in, seen=seen)
    assert is_signed_in(as_owner) is still


def test_an_ended_session_says_why_and_leads_back(as_owner: Client) -> None:
    move_session_back(as_owner, signed_in=9_000, seen=9_000)
    response = as_owner.get("/clients/", follow=True)
    assert response.redirect_chain == [("/account/login/?next=/clients/", 302)]
    assert "some time has passed" in response.content.decode()


def test_looking_at_pages_writes_the_session_once_a_minute(
    as_owner: Client, django_assert_num_queries: object
) -> None:
    def writes() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            as_owner.get("/account/")
        return sum("UPDATE" in query["sql"] for query in queries)

    assert writes() == 0
    move_session_back(as_owner, signed_in=100, seen=100)
    assert [writes(), writes()] == [1, 0]


def test_a_deactivated_account_ends_everywhere(as_owner: Client) -> None:
    services.deactivate(username="nino")
    assert not is_signed_in(as_owner)


def test_a_changed_password_ends_the_other_sessions_only(client: Client, owner: User) -> None:
    other = Client()
    sign_in(client)
    sign_in(other)
    new = "a wholly different sentence"
    response = client.post(CHANGE, {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert response.status_code == 302
    assert is_signed_in(client)
    assert not is_signed_in(other)


def test_sessions_can_be_seen_and_ended(client: Client, owner: User) -> None:
    other = Client(headers={"user-agent": "Other browser"})
    sign_in(other)
    sign_in(client)
    assert "Other browser" in client.get("/account/sessions/").content.decode()
    client.post("/account/sessions/")
    assert is_signed_in(client)
    assert not is_signed_in(other)


# ---- one-time passwords


def first_adviser() -> str:
    output = StringIO()
    call_command("first_adviser", stdout=output)
    return output.getvalue()


def test_the_first_adviser_is_made_once_and_told_once(client: Client, db: None) -> None:
    said = first_adviser()
    name = re.search(r"^ +name +(\S+)", said, re.M)
    password = re.search(r"^ +password +(\S+)", said, re.M)
    assert name is not None
    assert password is not None
    assert password[1] not in first_adviser()
    assert User.objects.count() == 1
    sign_in(client, name[1], password[1])
    assert client.get("/").status_code == 302


def test_a_one_time_password_must_be_replaced_before_anything_else(
    client: Client, db: None
) -> None:
    _, password = services.create_adviser(username="levan")
    sign_in(client, "levan", password)
    for address in ("/", "/clients/", "/account/", "/account/second-factor/"):
        assert client.get(address)["Location"] == CHANGE
    assert "one-time password" in client.get(CHANGE).content.decode()
    client.post(
        CHANGE,
        {"oldpassword": password, "password1": "my own sentence", "password2": "my own sentence"},
    )
    assert is_signed_in(client)
    assert not User.objects.get(username="levan").must_change_password


def test_the_one_time_password_cannot_be_chosen_again(client: Client, db: None) -> None:
    _, password = services.create_adviser(username="levan")
    sign_in(client, "levan", password)
    client.post(CHANGE, {"oldpassword": password, "password1": password, "password2": password})
    assert User.objects.get(username="levan").must_change_password


def test_someone_with_a_one_time_password_can_change_language_and_leave(
    client: Client, db: None
) -> None:
    _, password = services.create_adviser(username="levan")
    sign_in(client, "levan", password)
    assert client.post("/language/", {"language": "fa", "next": CHANGE})["Location"] == CHANGE
    assert client.post("/account/logout/")["Location"] == LOGIN


def test_an_administrator_adds_resets_and_ends_accounts(client: Client, db: None) -> None:
    output = StringIO()
    call_command("adviser", "add", "levan", "--full-name", "Levan Gelashvili", stdout=output)
    assert str(User.objects.get(username="levan")) == "Levan Gelashvili"
    call_command("adviser", "reset", "levan", stdout=output)
    first, second = re.findall(r"one-time password (\S+)", output.getvalue())
    assert first != second
    sign_in(client, "levan", first)
    assert not client.session.get("_auth_user_id")
    call_command("adviser", "deactivate", "levan", stdout=output)
    sign_in(client, "levan", second)
    assert not client.session.get("_auth_user_id")


@pytest.mark.parametrize(
    "arguments", [("add", "nino"), ("add", "not a name!"), ("reset", "x"), ("deactivate", "x")]
)
def test_an_account_that_cannot_be_is_an_error_without_a_trace(
    owner: User, arguments: tuple[str, ...]
) -> None:
    with pytest.raises(CommandError):
        call_command("adviser", *arguments)


@pytest.mark.parametrize(
    "password", ["short", "password1234", "123456789012", "PE-Wizard 2026!", "ninokapanadze"]
)
def test_a_password_that_is_easy_to_guess_is_refused(password: str) -> None:
    user = User(username="ninokapanadze", first_name="Nino", last_name="Kapanadze")
    with pytest.raises(ValidationError):
        validate_password(password, user)


@pytest.mark.parametrize(
    "password", ["x7" * 35, "with blanks in it", "گذرواژهٔ درازتر از دوازده", "ძალიან გრძელი სიტყვა"]
)
def test_any_long_password_is_taken_whole(client: Client, owner: User, password: str) -> None:
    validate_password(password, owner)
    sign_in(client)
    client.post(CHANGE, {"oldpassword": PASSWORD, "password1": password, "password2": password})
    client.post("/account/logout/")
    sign_in(client, password=password[:-1])
    assert not is_signed_in(client)
    sign_in(client, password=password)
    assert is_signed_in(client)


def test_a_second_factor_can_be_switched_on(client: Client, owner: User) -> None:
    sign_in(client)
    response = client.get("/account/second-factor/totp/activate/", follow=True)
    assert response.status_code == 200
    page = response.content.decode()
    assert "<svg" in page
    assert "data:image" not in page

"""The second factor: setting it up, signing in with it, being required to have one, losing it."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData
from pytest_django import Settings

from pe_wizard.accounts import second_factor
from pe_wizard.accounts.models import User
from pe_wizard.clients.models import Event
from tests.web.conftest import PASSWORD
from tests.web.test_foundations import OPEN_TO_ALL, all_routes, markup

LOGIN = "/account/login/"
INDEX = "/account/second-factor/"
CODE = "/account/second-factor/authenticate/"
APP = "/account/second-factor/totp/activate/"
SQUARE = "/account/second-factor/totp/square.svg"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(secret: str, *, periods: int = 0) -> str:
    """What an app shows now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + periods))


def password_step(client: Client, name: str = "nino") -> str:
    return client.post(LOGIN, {"login": name, "password": PASSWORD})["Location"]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def with_app(owner: User) -> User:
    TOTP.activate(owner, SECRET)
    RecoveryCodes.activate(owner)
    return owner


@pytest.fixture
def by_password(client: Client, owner: User) -> Client:
    """A browser in which somebody has just typed the password, as setting up a factor asks for."""
    client.post(LOGIN, {"login": "nino", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def set_up_an_app(client: Client) -> str:
    """Its secret."""
    page = client.get(APP).content.decode()
    found = re.search(r"<code[^>]*>([A-Z2-7]+)</code>", page)
    assert found is not None
    response = client.post(APP, {"code": code_of(found[1])})
    assert response["Location"] == "/account/second-factor/recovery-codes/"
    return found[1]


# ---- setting up


def test_an_app_is_set_up_and_asked_for_from_then_on(by_password: Client, owner: User) -> None:
    set_up_an_app(by_password)
    codes = re.findall(
        r"<code>(\d{8})</code>",
        by_password.get("/account/second-factor/recovery-codes/").content.decode(),
    )
    assert len(codes) == 10
    assert password_step(Client()) == CODE


def test_setting_up_asks_for_the_password_once_more(client: Client, owner: User) -> None:
    client.post(LOGIN, {"login": "nino", "password": PASSWORD})
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    for address in (APP, "/account/second-factor/webauthn/add/"):
        assert client.get(address)["Location"].startswith("/account/reauthenticate/")


def test_the_square_is_a_picture_of_the_site_itself(by_password: Client) -> None:
    page = by_password.get(APP).content.decode()
    assert f'src="{SQUARE}"' in page
    assert "data:image" not in page
    square = by_password.get(SQUARE)
    assert square["Content-Type"] == "image/svg+xml"
    assert square["Cache-Control"] == "no-store"
    assert square.content.startswith(b"<?xml") or square.content.startswith(b"<svg")
    assert b"style=" not in square.content


def test_there_is_no_square_but_while_setting_up(client: Client, as_owner: Client) -> None:
    assert client.get(SQUARE)["Location"].startswith(LOGIN)
    assert as_owner.get(SQUARE).status_code == 404


def test_a_wrong_code_does_not_switch_it_on(by_password: Client, owner: User) -> None:
    page = by_password.get(APP).content.decode()
    secret = re.search(r"<code[^>]*>([A-Z2-7]+)</code>", page)
    response = by_password.post(APP, {"code": "000000"})
    assert "Incorrect code" in response.content.decode()
    assert secret is not None
    assert secret[1] in response.content.decode()
    assert not second_factor.has(owner)


def test_secrets_are_not_readable_in_the_database(by_password: Client, owner: User) -> None:
    secret = set_up_an_app(by_password)
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    seed = Authenticator.objects.get(type="recovery_codes").data["seed"]
    assert not re.fullmatch("[0-9a-f]+", seed)


def test_secrets_survive_a_new_key_that_names_the_old_one(
    client: Client, with_app: User, settings: Settings
) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 8, [settings.SECRET_KEY]
    password_step(client)
    client.post(CODE, {"code": code_of(SECRET)})
    assert is_signed_in(client)


def test_with_a_key_that_is_lost_no_code_fits_and_nothing_fails(
    client: Client, with_app: User, settings: Settings
) -> None:
    settings.SECRET_KEY = "another " * 8
    password_step(client)
    response = client.post(CODE, {"code": code_of(SECRET)})
    assert response.status_code == 200
    assert not is_signed_in(client)


# ---- signing in


def test_the_password_alone_opens_nothing(client: Client, with_app: User) -> None:
    assert password_step(client) == CODE
    for address in ("/", "/clients/", INDEX):
        assert client.get(address)["Location"].startswith(LOGIN)


def test_the_code_of_the_app_signs_in_once(client: Client, with_app: User) -> None:
    code = code_of(SECRET)
    password_step(client)
    assert client.post(CODE, {"code": code})["Location"] == "/"
    assert is_signed_in(client)
    other = Client()
    password_step(other)
    other.post(CODE, {"code": code})
    assert not is_signed_in(other)


@pytest.mark.parametrize("periods", [-3, 3])
def test_a_code_of_another_time_does_not(client: Client, with_app: User, periods: int) -> None:
    password_step(client)
    client.post(CODE, {"code": code_of(SECRET, periods=periods)})
    assert not is_signed_in(client)


def test_a_recovery_code_signs_in_once(with_app: User) -> None:
    recovery = Authenticator.objects.get(user=with_app, type="recovery_codes").wrap()
    code, another = recovery.get_unused_codes()[:2]
    entered = []
    for typed in (code, code, another):
        browser = Client()
        password_step(browser)
        browser.post(CODE, {"code": typed})
        entered.append(is_signed_in(browser))
    assert entered == [True, False, True]


def test_after_five_wrong_codes_there_is_a_pause(client: Client, with_app: User) -> None:
    password_step(client)
    for _ in range(5):
        client.post(CODE, {"code": "000000"})
    response = client.post(CODE, {"code": code_of(SECRET)})
    assert not is_signed_in(client)
    assert "Too many failed" in response.content.decode()


@pytest.mark.parametrize("code", ["", "\x00", "0" * 100_000, "١٢٣٤٥٦", "\u202e123456", "{}"])
def test_whatever_is_typed_as_a_code_is_answered(client: Client, with_app: User, code: str) -> None:
    password_step(client)
    assert client.post(CODE, {"code": code}).status_code == 200
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "credential", ["", "x", "[]", "{}", '{"id": 1}', "null", '{"response": {}}', "[" * 5_000]
)
@pytest.mark.parametrize("address", [CODE, "/account/second-factor/webauthn/login/"])
def test_whatever_is_sent_as_a_passkey_signs_nobody_in(
    client: Client, with_app: User, address: str, credential: str
) -> None:
    if address == CODE:
        password_step(client)
        client.get(CODE)
    response = client.post(address, {"credential": credential})
    assert response.status_code in (200, 302)
    assert not is_signed_in(client)


def test_cancelling_leads_back_to_the_beginning(client: Client, with_app: User) -> None:
    password_step(client)
    client.post("/account/logout/", {"next": LOGIN})
    assert client.get(CODE)["Location"] == LOGIN


# ---- being required to have one


@pytest.fixture(params=["firm", "person"])
def required(request: pytest.FixtureRequest, owner: User, settings: Settings) -> User:
    if request.param == "firm":
        settings.REQUIRE_SECOND_FACTOR = True
    else:
        second_factor.require(username="nino")
    return owner


def test_who_must_have_one_sees_nothing_else(client: Client, required: User) -> None:
    client.post(LOGIN, {"login": "nino", "password": PASSWORD})
    waiting = {
        "account_change_password",
        "account_reauthenticate",
        "account_totp_picture",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "mfa_index",
    }
    for name, address in all_routes():
        if name in waiting | OPEN_TO_ALL:
            continue
        for method in ("get", "post"):
            response = getattr(client, method)(address)
            assert response.status_code == 302, (name, method)
            assert response["Location"] == INDEX, (name, method)
    assert "Your firm requires a second factor" in client.get(INDEX).content.decode()


def test_who_must_have_one_goes_on_after_setting_it_up(client: Client, required: User) -> None:
    client.post(LOGIN, {"login": "nino", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert client.get("/")["Location"] == INDEX
    secret = set_up_an_app(client)
    assert client.get("/").status_code == 200
    page = client.get("/account/second-factor/totp/deactivate/").content.decode()
    assert "your only second factor" in page
    client.post("/account/second-factor/totp/deactivate/")
    assert second_factor.has(required)
    other = Client()
    password_step(other)
    other.post(CODE, {"code": code_of(secret, periods=0)})


def test_a_session_that_is_open_meets_it_at_the_next_page(as_owner: Client) -> None:
    assert as_owner.get("/").status_code == 200
    call_command("adviser", "require-factor", "nino", verbosity=0)
    assert as_owner.get("/")["Location"] == INDEX
    call_command("adviser", "require-factor", "nino", "--no", verbosity=0)
    assert as_owner.get("/").status_code == 200


def test_who_need_not_have_one_pays_no_query_for_it(
    as_owner: Client, django_assert_max_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        as_owner.get("/account/")
    assert not [one for one in queries if "mfa_authenticator" in one["sql"]]


def test_an_administrator_requires_it_on_the_page_of_people(
    as_owner: Client, owner: User, colleague: User
) -> None:
    address = f"/people/{colleague.pk}/second-factor/"
    assert as_owner.post(address, {"is": "1"}).status_code == 404
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    for value, required in (("1", True), ("0", False)):
        page = as_owner.post(address, {"is": value}, follow=True).content.decode()
        assert User.objects.get(pk=colleague.pk).second_factor_required is required
        assert f'value="{0 if required else 1}"' in page
    assert Event.objects.filter(actor=owner, action="account.factor_required").exists()


# ---- losing it


def test_an_administrator_takes_away_what_was_lost(client: Client, with_app: User) -> None:
    call_command("adviser", "take-factor", "nino", verbosity=0)
    assert password_step(client) == "/"
    assert not Authenticator.objects.filter(user=with_app).exists()


def test_what_was_done_to_factors_is_in_the_event_log(owner: User) -> None:
    TOTP.activate(owner, SECRET)
    second_factor.require(username="nino")
    second_factor.require(username="nino")
    second_factor.require(username="nino", required=False)
    second_factor.take_away(username="nino")
    assert list(Event.objects.order_by("pk").values_list("action", flat=True)) == [
        "account.factor_required",
        "account.factor_not_required",
        "account.factor_taken",
    ]


# ---- passkeys, as a browser gives them: tests/browser/test_passkeys.py has a real one


def _a_passkey() -> dict[str, Any]:
    """As it is stored: with a key that nobody has."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(Aaguid.NONE, bytes(range(8)), key)
    data = AuthenticatorData.create(sha256(b"testserver"), 0x45, 0, bytes(credential))
    about = {"type": "webauthn.create", "challenge": "AAAA", "origin": "https://testserver"}
    return {
        "name": "Phone",
        "credential": {
            "type": "public-key",
            "id": websafe_encode(bytes(range(8))),
            "rawId": websafe_encode(bytes(range(8))),
            "response": {
                "clientDataJSON": websafe_encode(json.dumps(about).encode()),
                "attestationObject": websafe_encode(
                    bytes(AttestationObject.create("none", data, {}))
                ),
            },
            "clientExtensionResults": {"credProps": {"rk": True}},
        },
    }


@pytest.fixture
def with_passkey(owner: User) -> Authenticator:
    return Authenticator.objects.create(user=owner, type="webauthn", data=_a_passkey())


def test_a_passkey_is_asked_for_when_signing_in(
    client: Client, with_passkey: Authenticator
) -> None:
    assert password_step(client) == CODE
    page = client.get(CODE).content.decode()
    assert "Use a passkey" in page
    assert websafe_encode(bytes(range(8))) in page


@pytest.mark.parametrize("credential", ["x", "[]", "{}", '{"id": 1}', '{"response": {}}'])
@pytest.mark.parametrize("what", ["add", "reauthenticate"])
def test_whatever_is_sent_as_a_passkey_is_answered(
    by_password: Client, with_passkey: Authenticator, what: str, credential: str
) -> None:
    address = f"/account/second-factor/webauthn/{what}/"
    by_password.get(address)
    response = by_password.post(address, {"name": "Key", "credential": credential})
    assert response.status_code in (200, 302)
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_passkey_is_renamed_and_removed(by_password: Client, with_passkey: Authenticator) -> None:
    key = f"/account/second-factor/webauthn/keys/{with_passkey.pk}/"
    by_password.post(f"{key}edit/", {"name": "Work phone"})
    assert "Work phone" in by_password.get("/account/second-factor/webauthn/").content.decode()
    refused = by_password.post(f"{key}edit/", {"name": "abc\u202efdp"})
    assert "U+202E" in refused.content.decode()
    by_password.post(f"{key}remove/")
    assert not Authenticator.objects.exists()


def test_the_passkey_of_somebody_else_is_not_there(
    client: Client, with_passkey: Authenticator, outsider: User
) -> None:
    client.post(LOGIN, {"login": "omid", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    for what in ("edit", "remove"):
        address = f"/account/second-factor/webauthn/keys/{with_passkey.pk}/{what}/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"name": "mine"}).status_code == 404


# ---- pages


@pytest.mark.parametrize(
    "address",
    [
        INDEX,
        APP,
        "/account/second-factor/webauthn/",
        "/account/second-factor/webauthn/add/",
        "/account/second-factor/recovery-codes/",
        "/account/second-factor/recovery-codes/generate/",
        "/account/second-factor/reauthenticate/",
        "/account/second-factor/webauthn/reauthenticate/",
        "/account/second-factor/totp/deactivate/",
        "/account/reauthenticate/",
        "/account/sessions/",
    ],
)
@pytest.mark.parametrize("language", ["en", "fa", "ka"])
def test_the_pages_have_the_look_of_the_product_and_nothing_inline(
    by_password: Client, owner: User, address: str, language: str
) -> None:
    if address != APP:
        TOTP.activate(owner, SECRET)
        RecoveryCodes.activate(owner)
        Authenticator.objects.create(user=owner, type="webauthn", data=_a_passkey())
    by_password.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    response = by_password.get(address)
    assert response.status_code == 200
    page = markup(response)
    assert page.html["lang"] == language
    assert page.blocked == []
    assert 'class="top__name"' in response.content.decode()
    assert 'placeholder="' not in response.content.decode()

"""Hostile input of every kind: hosts, addresses, queries, forms, bodies, tokens.

The forms are not listed here: they are found on the pages, so that a new form is tested by being
there.
"""

from __future__ import annotations

import json
import time
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from pe_wizard.accounts.models import User
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.services import create_client_file
from tests.web.assessing import share
from tests.web.conftest import PASSWORD, signed_in
from tests.web.forms_on_pages import Form, Reader, kind, pages
from tests.web.pages import page
from tests.web.test_foundations import all_routes

NEVER = ("/account/logout/", "/account/password/change/", "/account/sessions/")
FORBIDDEN = ("\x00", "\x1b", "\u202e", "\u2066", "\u2028", "\ufffe")
MARKUP = "<script>alert(1)</script>'\"><img src=x onerror=alert(2)>{{ 7*7 }}{% debug %}"


@pytest.fixture
def house(owner: User, colleague: User) -> Client:
    """An administrator with sample files, drafts and versions, one file shared with a colleague."""
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    call_command("demo", adviser="nino", verbosity=0)
    share(ClientFile.objects.filter(owner=owner)[0], colleague)
    return signed_in(owner)


def forms_of(client: Client) -> list[Form]:
    """One of each form on the pages, with those that ask for something to be typed first."""
    found: dict[tuple[str, ...], Form] = {}
    for _, response, reader in pages(client, ("/", "/account/", "/account/second-factor/")):
        assert response.status_code == 200, reader.page
        for form in reader.forms.values():
            if form.method == "post" and form.action not in NEVER:
                names = {kind(name) for name, _ in form.values}
                found.setdefault((kind(form.action), *sorted(names)), form)
    return sorted(found.values(), key=lambda form: not form.typed)


def stored() -> str:
    """Every text in the database, but what is kept as it was typed until it is corrected."""
    texts: list[Any] = []
    for model in apps.get_models():
        names = [
            one.name
            for one in model._meta.concrete_fields
            if one.get_internal_type() in ("CharField", "TextField", "JSONField", "SlugField")
            and (model.__name__, one.name) not in {("Session", "session_data"), ("Draft", "typed")}
        ]
        texts += list(model._default_manager.values_list(*names)) if names else []
    return json.dumps(texts, default=str, ensure_ascii=False)


# ---- every form


def test_no_form_takes_a_character_that_hides_or_reverses_text(house: Client) -> None:
    before = {one for one in FORBIDDEN if one in stored()}
    assert not before
    faults: list[str] = []
    tried: set[tuple[str, str]] = set()
    for form in forms_of(house):
        for number, name in enumerate(form.typed):
            if (kind(form.action), kind(name)) in tried:
                continue
            tried.add((kind(form.action), kind(name)))
            for character in {"\x00", "\u202e", FORBIDDEN[number % len(FORBIDDEN)]}:
                data = form.filled(**{name: f"abc{character}fdp"})
                response = house.post(form.action, data)
                if response.status_code >= 500:
                    faults.append(f"{form.action} {name} {character!r}: {response.status_code}")
                elif response.status_code == 200 and b"\x00" in response.content:
                    faults.append(f"{form.action} {name}: NUL in the answer")
    texts = json.loads(stored())
    for character in FORBIDDEN:
        faults += [f"stored {character!r}: {row}" for row in texts if character in str(row)]
    assert not faults, "\n".join(faults)
    assert len(tried) > 20, tried


def test_no_form_makes_markup_of_what_is_typed(house: Client) -> None:
    for form in forms_of(house):
        if form.typed:
            changes = {
                name: MARKUP[:60] if value in ("", None) or not value.isdigit() else value
                for name, value in form.values
                if name in form.typed and "date" not in name
            }
            assert house.post(form.action, form.filled(**changes)).status_code < 500
    for address, response, reader in pages(house):
        assert reader.live == [], address
        text = response.content.decode()
        assert "<script>alert" not in text, address
        assert "<img src=x" not in text, address


def test_fields_that_come_twice_lack_or_are_unknown_are_answered(house: Client) -> None:
    for form in forms_of(house):
        data = form.filled()
        for sent in (
            {name: values * 2 for name, values in data.items()},
            {name: [*values, "x"] for name, values in data.items()},
            {},
            {name: ["x"] for name in data},
            {**data, "owner__password": ["x"], "is_staff": ["on"], "id": ["1"], "[]": ["x"]},
        ):
            response = house.post(form.action, sent)
            assert response.status_code < 500, (form.action, sent)
    assert not User.objects.exclude(username="nino").filter(is_staff=True).exists()


def test_fields_that_are_too_long_are_answered(house: Client) -> None:
    for form in forms_of(house):
        for name in form.typed[:4]:
            response = house.post(form.action, form.filled(**{name: "x" * 20_000}))
            assert response.status_code < 500, (form.action, name)


# ---- tokens


def test_every_change_needs_the_token_of_this_site(owner: User) -> None:
    seen = set()
    token = "a" * 32
    nobody, client = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    client.force_login(owner)
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    for name, address in all_routes():
        for headers in (
            {},
            {"x-csrftoken": "b" * 32},
            {"x-csrftoken": token, "origin": "https://evil.example"},
        ):
            for browser in (nobody, client) if not headers else (client,):
                response = browser.post(address, headers=headers)
                assert response.status_code == 403, (name, headers, response.status_code)
                assert "reload the page" in response.content.decode()
        seen.add(name)
    assert len(seen) > 40


def test_with_the_token_it_is_answered(owner: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    response = client.post("/language/", {"language": "fa"}, headers={"x-csrftoken": "a" * 32})
    assert response.status_code == 302


# ---- lists


@pytest.fixture
def files(owner: User, outsider: User) -> None:
    for number in range(3):
        create_client_file(
            owner=owner if number else outsider,
            reference=f"Client {number}",
            name="A name",
            residence_state="IR",
            form_token=uuid4(),
        )


LISTS = ("/", "/clients/", "/treaties/", "/assessments.json")


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize(
    "query",
    [
        "owner__password__startswith=a",
        "_connector=OR&owner_id=1",
        "id__in=1,2,3",
        "order_by=owner__password",
        "_negated=1",
        "__class__=x",
        "owner_id=1&owner__username=omid&user=2",
    ],
)
def test_a_list_does_not_hear_what_it_was_not_made_for(
    as_owner: Client, files: None, address: str, query: str
) -> None:
    def shown(where: str) -> str:
        response = as_owner.get(where)
        assert response.status_code == 200
        if address.endswith(".json"):
            return response.content.decode()
        return page(response).text

    assert shown(f"{address}?{query}") == shown(address)
    assert "Client 0" not in shown(f"{address}?{query}")


@pytest.mark.parametrize("address", LISTS)
def test_a_list_answers_any_value(as_owner: Client, files: None, address: str) -> None:
    names = {"q", "page", "sort", "order", "archived", "client", "state"}
    reader = Reader(address, as_owner.get(address).content.decode(errors="replace"))
    names |= {name for form in reader.forms.values() for name, _ in form.values}
    for name in names:
        for value in (
            "%00",
            "-1",
            "1e99",
            "9" * 400,
            "../..",
            "%FF",
            "%E2%80%AE",
            "' OR 1=1",
            "{}",
        ):
            response = as_owner.get(f"{address}?{name}={value}&{name}={value}")
            assert response.status_code < 500, (address, name, value)


# ---- hosts and addresses


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "testserver.evil.example",
        "testserver:80:80",
        "testserver@evil.example",
        "testserver/evil",
        "testserver evil.example",
        "testserver,evil.example",
        "[::1",
        "",
        "tes\u200btserver",
        "x" * 5_000,
        "testserver\\evil.example",
        "127.0.0.1.evil.example",
    ],
)
def test_a_host_that_is_not_ours_is_refused_and_not_repeated(
    as_owner: Client, client: Client, host: str
) -> None:
    for browser in (client, as_owner):
        response = browser.get("/account/login/", HTTP_HOST=host)
        assert response.status_code == 400
        assert "evil" not in response.content.decode()


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-host": "evil.example"},
        {"x-forwarded-server": "evil.example"},
        {"forwarded": "host=evil.example;proto=https"},
        {"x-forwarded-port": "1"},
        {"x-original-url": "/clients/"},
        {"x-rewrite-url": "/clients/"},
        {"x-http-method-override": "DELETE"},
        {"x-forwarded-proto": "https"},
    ],
)
def test_forwarded_headers_change_nothing(
    client: Client, db: None, headers: dict[str, str]
) -> None:
    response = client.get("/", headers=headers)
    assert (response.status_code, response["Location"]) == (302, "/account/login/?next=/")
    assert "evil" not in client.get("/account/login/", headers=headers).content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/.git/config",
        "/.git/HEAD",
        "/.env",
        "/.htaccess",
        "/db.sqlite3",
        "/var/pe_wizard.sqlite3",
        "/var/secret_key",
        "/media/",
        "/static/",
        "/static",
        "/static/../",
        "/static/../manage.py",
        "/static/%2e%2e/manage.py",
        "/static/..%2fmanage.py",
        "/static/..%5cmanage.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/pe_wizard.css/..%2f..%2fmanage.py",
        "/static/.git/config",
        "/admin/",
        "/admin/login/",
        "/__debug__/",
        "/server-status",
        "/wp-login.php",
        "/%00",
        "/%FF%FE",
        "/%0d%0aX-Injected:%201",
        "/" + "a" * 20_000,
        "/versions/../../etc/passwd",
        "/treaties/..%2f..%2fetc%2fpasswd/",
        "/treaties/%00/",
        "/drafts/%2e%2e/",
    ],
)
def test_an_address_that_is_none_is_not_there(
    client: Client, as_owner: Client, address: str
) -> None:
    for browser in (client, as_owner):
        response = browser.get(address)
        if browser is client and response.status_code == 302:
            assert response["Location"].startswith("/account/login/")
            continue
        assert response.status_code == 404
        assert "X-Injected" not in response.headers


@pytest.mark.parametrize("value", ["a" * 100_000, "../../etc", "fa-" * 5_000, "*;q=x", "fa;q=9e9"])
def test_a_language_header_of_any_kind_is_answered_at_once(
    client: Client, db: None, value: str
) -> None:
    began = time.process_time()
    response = client.get("/account/login/", headers={"accept-language": value})
    assert response.status_code == 200
    assert time.process_time() - began < 0.5
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = value[:4_000].replace(";", "")
    assert client.get("/account/login/").status_code == 200


# ---- bodies


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"a=" + b"x" * 5_000_000, "application/x-www-form-urlencoded", 400),
        (b"&".join(b"f%d=1" % n for n in range(10_002)), "application/x-www-form-urlencoded", 400),
        (b"\xff\xfe%ff%00=%zz&&&==", "application/x-www-form-urlencoded", 200),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x", 200),
        (b"--x", "multipart/form-data", 400),
        (b"login=x", "application/x-www-form-urlencoded; charset=utf-7", 400),
        (b"login=x", "application/x-www-form-urlencoded; charset=nothing", 400),
        (b"[" * 100_000, "application/json", 200),
        (b"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>", "text/xml", 200),
        (b"", "", 200),
    ],
)
def test_a_body_of_any_kind_is_answered(
    client: Client, db: None, body: bytes, content_type: str, status: int
) -> None:
    response = client.generic("POST", "/account/login/", body, content_type=content_type)
    assert response.status_code in (status, 200 if status == 400 else 400)
    assert "root:" not in response.content.decode()


@pytest.mark.parametrize("value", ["x" * 8_000, "a=b; c=d; " * 500, "\x00", "é", '"', "=;=;="])
def test_cookies_of_any_kind_are_answered(client: Client, owner: User, value: str) -> None:
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "browser", "messages"):
        response = client.get("/account/login/", headers={"cookie": f"{name}={value}"})
        assert response.status_code == 200
        response = client.post(
            "/account/login/",
            {"login": "nino", "password": PASSWORD},
            headers={"cookie": f"{name}={value}"},
        )
        assert response.status_code in (200, 302)

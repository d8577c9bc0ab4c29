"""Headers of every answer, methods, the sign of life, and a start in production."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from pytest_django import Settings

from pe_wizard.accounts.models import User
from pe_wizard.clients.services import create_client_file
from pe_wizard.urls import urlpatterns as real_urlpatterns
from tests.web.assessing import completed
from tests.web.conftest import signed_in
from tests.web.test_foundations import all_routes

ROOT = Path(settings.BASE_DIR)


def fails(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose, about Client 0042")


urlpatterns = [*real_urlpatterns, path("fails/", fails)]


def faults(response: Any) -> list[str]:
    """What is missing from the headers of an answer."""
    policy = {
        part.strip().partition(" ")[0]: part.strip().partition(" ")[2]
        for part in response.get("Content-Security-Policy", "").split(";")
    }
    wanted = {
        "default-src": "'self'",
        "script-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    found = [
        f"{name}: {policy.get(name)}" for name, value in wanted.items() if policy.get(name) != value
    ]
    if "unsafe" in str(policy) or "data:" in str(policy) or "*" in str(policy):
        found.append(str(policy))
    for name, value in (
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
    ):
        if response.get(name) != value:
            found.append(f"{name}: {response.get(name)}")
    if not response.get("Permissions-Policy"):
        found.append("Permissions-Policy")
    return found


# ---- every answer


@pytest.mark.parametrize("who", ["nobody", "owner"])
def test_every_route_carries_the_headers_whatever_it_answers(owner: User, who: str) -> None:
    for name, address in all_routes():
        client = signed_in(owner) if who == "owner" else Client()
        for method in ("get", "post", "options"):
            response = getattr(client, method)(address)
            assert faults(response) == [], (name, method, response.status_code)
            assert response["Cache-Control"] in (
                "no-store",
                "max-age=0, no-cache, no-store, must-revalidate, private",
            ), (name, method)


@override_settings(ROOT_URLCONF="tests.web.test_headers")
def test_faults_carry_them_too(as_owner: Client) -> None:
    as_owner.raise_request_exception = False
    no_token = Client(enforce_csrf_checks=True).post("/language/")
    for status, response in (
        (500, as_owner.get("/fails/")),
        (404, as_owner.get("/nowhere/")),
        (400, as_owner.get("/", headers={"host": "evil.example"})),
        (405, as_owner.generic("TRACE", "/")),
        (405, as_owner.get("/language/")),
        (403, no_token),
        (404, as_owner.get("/static/nothing.css")),
    ):
        assert response.status_code == status
        assert faults(response) == []
        assert response["Cache-Control"] == "no-store"
        assert "0042" not in response.content.decode()


@pytest.mark.parametrize("file", ["pe_wizard.css", "session.js", "icon.svg", "mfa/js/webauthn.js"])
def test_static_files_carry_them_too(db: None, client: Client, file: str) -> None:
    response = client.get(f"/static/{file}")
    response.close()
    assert response.status_code == 200
    assert faults(response) == []


def test_downloads_carry_them_and_are_not_stored(owner: User) -> None:
    file = create_client_file(
        owner=owner, reference="0042", name="Client", residence_state="IR", form_token=uuid4()
    )
    version = completed(owner, file)
    client = signed_in(owner)
    for address in (
        f"/versions/{version.pk}/facts.json",
        f"/versions/{version.pk}/conclusion.json",
        f"/versions/{version.pk}/memo.docx",
        "/assessments.csv",
    ):
        response = client.get(address)
        assert response.status_code == 200, address
        assert faults(response) == []
        assert response["Cache-Control"] == "no-store"
        assert response["Content-Disposition"].startswith("attachment"), address


# ---- methods


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "BREW", "PROPFIND", ""])
@pytest.mark.parametrize("address", ["/", "/clients/", "/healthz", "/static/pe_wizard.css", "/no"])
def test_a_method_that_is_none_is_refused_everywhere(
    client: Client, as_owner: Client, method: str, address: str
) -> None:
    for browser in (client, as_owner):
        response = browser.generic(method, address, headers={"cookie": "secret=1"})
        assert response.status_code == 405
        assert "secret" not in response.content.decode()


# ---- the sign of life


@pytest.mark.parametrize("address", ["/healthz", "/health/"])
def test_the_sign_of_life(client: Client, as_owner: Client, address: str) -> None:
    for browser in (client, as_owner):
        before = set(Session.objects.values_list("session_key", "session_data"))
        response = browser.get(address)
        assert (response.status_code, response.content) == (200, b"ok\n")
        assert not response.cookies
        assert set(Session.objects.values_list("session_key", "session_data")) == before
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", ["/healthz", "/health/"])
def test_without_its_database_the_site_says_so_to_anybody(
    client: Client, as_owner: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_cursor(*_: object) -> None:
        raise OperationalError("gone: /var/lib/secret")

    with monkeypatch.context() as gone:
        gone.setattr(BaseDatabaseWrapper, "cursor", no_cursor)
        for browser in (client, as_owner):
            response = browser.get(address)
            assert response.status_code == 503
            assert "secret" not in response.content.decode()


# ---- production


def in_production(code: str, tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python as production would, with a new key and a database of its own."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "PE_VAR_DIR": str(tmp_path / "var"),
            "SECRET_KEY": secrets.token_urlsafe(64),
            "ALLOWED_HOSTS": "pe.example.com",
            "DJANGO_SETTINGS_MODULE": "pe_wizard.settings",
            **more,
        },
        capture_output=True,
        text=True,
        timeout=180,
    )


LOOK = """
import django, json
django.setup()
from django.conf import settings
settings.STORAGES = {**settings.STORAGES, "staticfiles": {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
from pe_wizard.accounts.models import User
User.objects.create_user(username="nino", password="a long one: 7f3k")
secure = Client(headers={"host": "pe.example.com"})
login = secure.get("/account/login/", secure=True)
page = secure.post(
    "/account/login/", {"login": "nino", "password": "a long one: 7f3k"}, secure=True
)
language = secure.post("/language/", {"language": "fa"}, secure=True)
plain = secure.get("/account/login/")
sign = secure.get("/healthz")
foreign = Client(headers={"host": "evil.example"}).get("/account/login/")
def told(response):
    return {"status": response.status_code, "headers": dict(response.headers),
            "cookies": [str(one) for one in response.cookies.values()]}
print(json.dumps([told(one) for one in (login, page, language, plain, sign, foreign)]))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    import json

    result = in_production(LOOK, tmp_path_factory.mktemp("production"))
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_under_https_browsers_are_told_to_stay_there(answers: list[dict[str, Any]]) -> None:
    login, _, _, plain, sign, foreign = answers
    assert "max-age=31536000" in login["headers"]["Strict-Transport-Security"]
    assert plain["status"] == 301
    assert plain["headers"]["Location"] == "https://pe.example.com/account/login/"
    assert sign["status"] == 200
    assert foreign["status"] == 400
    for one in answers:
        assert faults(one["headers"]) == []


def test_cookies_are_closed(answers: list[dict[str, Any]]) -> None:
    cookies = [cookie for one in answers for cookie in one["cookies"]]
    names = {re.match(r"Set-Cookie: ([\w-]+)=", cookie)[1] for cookie in cookies}  # type: ignore[index]
    assert names >= {"__Host-session", "__Host-csrf", "__Host-browser", "__Host-language"}
    for cookie in cookies:
        assert cookie.startswith("Set-Cookie: __Host-")
        assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        assert re.search("SameSite=(Lax|Strict)", cookie)
        assert "Domain" not in cookie
        assert "nino" not in cookie


def test_forwarded_headers_count_only_behind_a_proxy(tmp_path: Path) -> None:
    code = "from pe_wizard import settings as s; print(getattr(s, 'SECURE_PROXY_SSL_HEADER', None))"
    assert in_production(code, tmp_path).stdout == "None\n"
    behind = in_production(code, tmp_path, TRUSTED_PROXY_COUNT="1")
    assert behind.stdout == "('HTTP_X_FORWARDED_PROTO', 'https')\n"


def test_the_check_for_deployment_is_clean_and_nothing_is_silenced(tmp_path: Path) -> None:
    code = (
        "from django.core.management import execute_from_command_line as run; from django.conf "
        "import settings; assert not getattr(settings, 'SILENCED_SYSTEM_CHECKS', []);"
        "run(['manage.py', 'check', '--deploy', '--fail-level', 'WARNING'])"
    )
    result = in_production(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert "0 silenced" in result.stdout


def test_the_document_about_deployment_is_true(settings: Settings) -> None:
    text = (ROOT / "docs" / "deployment.md").read_text()
    assert "100 in an hour" in text
    assert settings.SIGN_IN_LIMITS == {
        "address": "10/m/ip,5/300s/key",
        "name": "100/h/key",
        "known_browser": "5/300s/key",
    }
    assert settings.ACCOUNT_RATE_LIMITS["login_failed"] == "10/m/ip,5/300s/key"
    assert "--no-control-socket" in text
    readme = (ROOT / "README.md").read_text()
    for variable in set(re.findall(r"\b(?:PE|DJANGO)_[A-Z_]+\b|\bTRUSTED_PROXY_COUNT\b", text)):
        assert f"`{variable}`" in readme, variable

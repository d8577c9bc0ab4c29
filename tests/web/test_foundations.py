"""What the whole site keeps: settings that refuse, headers, languages, pages for faults."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.utils import translation
from pytest_django import Settings

from pe_wizard import clock, environment
from pe_wizard.urls import urlpatterns as real_urlpatterns

ROOT = Path(settings.BASE_DIR)
SAFE = {"SECRET_KEY": secrets.token_urlsafe(64), "ALLOWED_HOSTS": "pe.example.com"}


# ---- settings


def start(**variables: str) -> subprocess.CompletedProcess[str]:
    """Read the settings in a process of its own, with these variables only."""
    return subprocess.run(
        [sys.executable, "-c", "import pe_wizard.settings"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PE_VAR_DIR": str(settings.VAR_DIR), **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_production_starts_with_a_key_and_hosts() -> None:
    assert start(**SAFE).returncode == 0


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({**SAFE, "SECRET_KEY": ""}, "SECRET_KEY is not set"),
        ({**SAFE, "SECRET_KEY": "django-insecure-" + "x" * 60}, "copied from an example"),
        ({**SAFE, "SECRET_KEY": "short"}, "too short"),
        ({**SAFE, "DEBUG": "1"}, "DEBUG is on in production"),
        ({**SAFE, "DEBUG": "maybe"}, "must be one of 1, true, yes, on"),
        ({**SAFE, "ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS must name the hosts"),
        ({**SAFE, "ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name the hosts"),
        ({**SAFE, "PE_TODAY": "2026-01-01"}, "PE_TODAY moves the calendar"),
        ({**SAFE, "PE_TIME_ZONE": "Tbilisi"}, "no known zone"),
        ({**SAFE, "PE_ENVIRONMENT": "prod"}, "one of production, development, test"),
        ({**SAFE, "TREATY_FILES_DIR": "/nowhere"}, "an existing directory"),
    ],
)
def test_a_start_that_is_not_safe_is_refused(variables: dict[str, str], says: str) -> None:
    result = start(**variables)
    assert result.returncode != 0
    assert says in result.stderr


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("YES", True), ("off", False), ("False", False)]
)
def test_a_flag_reads_the_usual_words(
    monkeypatch: pytest.MonkeyPatch, value: str, expected: bool
) -> None:
    monkeypatch.setenv("PE_TEST", value)
    assert environment.flag("PE_TEST", default=not expected) is expected


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda: environment.number("PE_TEST", 1), "ten"),
        (lambda: environment.number("PE_TEST", 1, least=1), "0"),
        (lambda: environment.day("PE_TEST"), "1 May 2026"),
        (lambda: environment.flag("PE_TEST", default=False), "2"),
    ],
)
def test_a_wrong_value_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, read: object, value: str
) -> None:
    monkeypatch.setenv("PE_TEST", value)
    with pytest.raises(ImproperlyConfigured, match="PE_TEST") as error:
        read()  # type: ignore[operator]
    assert repr(value) in str(error.value)


def test_the_readme_names_every_variable() -> None:
    code = (ROOT / "pe_wizard" / "settings.py").read_text()
    variables = set(re.findall(r"environment\.\w+\(\s*\"(\w+)\"", code)) | {"DATABASE_URL"}
    readme = (ROOT / "README.md").read_text()
    assert {name for name in variables if f"`{name}`" not in readme} == set()


def test_the_readme_names_every_room_of_the_house() -> None:
    readme = (ROOT / "README.md").read_text()
    rooms = {path.parent.name for path in (ROOT / "pe_wizard").glob("*/apps.py")}
    rooms |= {path.name for path in (ROOT / "tests").iterdir() if (path / "__init__.py").exists()}
    assert {room for room in rooms if f"{room}/" not in readme} == set()


def test_today_is_one_day_everywhere(settings: Settings) -> None:
    settings.PE_TODAY = date(2024, 2, 29)
    assert clock.today() == date(2024, 2, 29)


def test_sqlite_takes_the_lock_at_once_and_keeps_what_it_acknowledged() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from pe_wizard.settings import DATABASES; print(DATABASES['default']['OPTIONS'])",
        ],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PE_VAR_DIR": str(settings.VAR_DIR), **SAFE},
        capture_output=True,
        text=True,
        timeout=60,
    )
    for part in ("IMMEDIATE", "journal_mode=WAL", "synchronous=FULL", "'timeout': 20"):
        assert part in result.stdout


def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PE_VAR_DIR": str(tmp_path / "var")},
        check=True,
        timeout=120,
    )
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "var").iterdir()}
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700
    assert modes["pe_wizard.sqlite3"] == modes["secret_key"] == 0o600


# ---- every page


OPEN_TO_ALL = {
    "account_session",
    "health",
    "healthz",
    "set_language",
    "account_login",
    "account_logout",
    "account_inactive",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_confirm_email",
    "account_confirm_login_code",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "calendar",  # its token opens it
}
ARGUMENTS = {
    "uuid": "7d0f9d6e-54b5-4c8f-8d63-4dfef6f3a1c5",
    "int": "1",
    "str": "x",
    "slug": "x",
}


def all_routes(
    patterns: list[URLPattern | URLResolver] | None = None, prefix: str = "/"
) -> list[tuple[str, str]]:
    """Name and an address of every route, converters filled in with something."""
    routes: list[tuple[str, str]] = []
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        part = str(pattern.pattern).lstrip("^").rstrip("$")
        part = re.sub(r"\(\?P<\w+>.*?\)(?=[-/]|$)", "x", part)
        part = re.sub(r"<(?:(\w+):)?\w+>", lambda m: ARGUMENTS.get(m[1] or "str", "x"), part)
        if isinstance(pattern, URLResolver):
            routes += all_routes(pattern.url_patterns, prefix + part)
        else:
            routes.append((pattern.name or "", prefix + part))
    return routes


def test_every_page_asks_for_signing_in_but_those_that_cannot(db: None) -> None:
    client = Client()
    for name, address in all_routes():
        if name in OPEN_TO_ALL:
            continue
        for method in ("get", "post", "put", "delete"):
            response = getattr(client, method)(address)
            assert response.status_code == 302, (name, method, response.status_code)
            assert response["Location"].startswith("/account/login/"), (name, method)


def test_pages_carry_their_headers(as_owner: Client) -> None:
    response = as_owner.get("/")
    policy = response["Content-Security-Policy"]
    for directive in (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ):
        assert directive in policy
    assert "unsafe" not in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cache-Control"] == "no-store"


class Markup(HTMLParser):
    """Collects what the content security policy would block, and the attributes of ``html``."""

    def __init__(self) -> None:
        super().__init__()
        self.blocked: list[str] = []
        self.html: dict[str, str | None] = {}
        self.inside_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.html = given
        self.inside_script = tag == "script" and "src" not in given
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.blocked.append(self.get_starttag_text() or tag)
        if any((value or "").startswith(("data:", "javascript:")) for value in given.values()):
            self.blocked.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        if self.inside_script and data.strip():
            self.blocked.append(data)


def markup(response: HttpResponse) -> Markup:
    parser = Markup()
    parser.feed(response.content.decode())
    return parser


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/clients/",
        "/clients/new/",
        "/account/",
        "/account/password/change/",
        "/account/second-factor/",
        "/account/sessions/",
        "/account/logout/",
        "/nowhere/",
    ],
)
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("fa", "rtl"), ("ka", "ltr")])
def test_a_page_says_its_language_and_holds_nothing_inline(
    as_owner: Client, address: str, language: str, direction: str
) -> None:
    as_owner.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = markup(as_owner.get(address))
    assert (page.html["lang"], page.html["dir"]) == (language, direction)
    assert page.blocked == []


# ---- languages


def test_the_language_is_changed_by_a_post_and_kept(as_owner: Client) -> None:
    response = as_owner.post("/language/", {"language": "fa", "next": "/clients/?q=x"})
    assert (response.status_code, response["Location"]) == (302, "/clients/?q=x")
    assert markup(as_owner.get("/clients/")).html["dir"] == "rtl"


def test_the_language_is_not_changed_by_a_get(client: Client, db: None) -> None:
    assert client.get("/language/?language=fa").status_code == 405


def test_the_language_can_be_changed_before_signing_in(client: Client, db: None) -> None:
    response = client.post("/language/", {"language": "ka", "next": "/account/login/"})
    assert response["Location"] == "/account/login/"
    assert markup(client.get("/account/login/")).html["lang"] == "ka"


ELSEWHERE = (
    "//evil.example",
    "https://evil.example/",
    "https:evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "%09//evil.example",
    "\t//evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "/" + "a" * 70_000,
)


def stays_here(response: HttpResponse) -> bool:
    """Whether a browser that follows this answer stays on the site, as browsers read it."""
    location = re.sub(r"[\t\r\n]", "", response.get("Location", "/")).replace("\\", "/")
    return urlsplit(urljoin("http://testserver/account/login/", location)).netloc == "testserver"


@pytest.mark.parametrize("address", ELSEWHERE)
def test_changing_the_language_never_leads_to_another_site(
    client: Client, db: None, address: str
) -> None:
    response = client.post("/language/", {"language": "en", "next": address})
    assert stays_here(response)


@pytest.mark.parametrize("language", ["xx", "../../etc", "fa-" * 5_000, "a" * 100_000, ""])
def test_an_unknown_language_is_the_first_one(client: Client, db: None, language: str) -> None:
    response = client.get("/account/login/", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert markup(response).html["lang"] in ("en", "fa")
    assert client.post("/language/", {"language": language}).status_code in (302, 204)


# ---- what goes wrong


def fails(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


urlpatterns = [*real_urlpatterns, path("fails/", fails)]


@pytest.mark.parametrize(("language", "words"), [("en", "Something went wrong here")])
@override_settings(ROOT_URLCONF="tests.web.test_foundations")
def test_a_fault_of_ours_has_a_page_without_its_details(
    as_owner: Client, language: str, words: str
) -> None:
    as_owner.raise_request_exception = False
    with translation.override(language):
        response = as_owner.get("/fails/")
    page = response.content.decode()
    assert response.status_code == 500
    assert words in page
    assert "on purpose" not in page
    assert "Traceback" not in page
    assert markup(response).blocked == []


def test_a_form_without_its_token_has_a_page_that_says_what_to_do(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/language/", {"language": "fa"})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()


def test_a_foreign_host_is_refused(client: Client, db: None) -> None:
    response = client.get("/account/login/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.content.decode()


@pytest.mark.parametrize(
    "address", ["/.git/config", "/.env", "/db.sqlite3", "/static/", "/static/../manage.py"]
)
def test_nothing_beside_the_pages_is_served(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_sign_of_life_needs_no_account_and_no_session(client: Client, db: None) -> None:
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert not response.cookies


def test_without_its_database_the_site_says_so(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError
    from django.db.backends.base.base import BaseDatabaseWrapper

    def no_cursor(*_: object) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as gone:
        gone.setattr(BaseDatabaseWrapper, "cursor", no_cursor)
        assert client.get("/health/").status_code == 503

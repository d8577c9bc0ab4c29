"""Signing in: how often it may be tried, and that nobody learns or opens what is not theirs."""

from __future__ import annotations

import statistics
import threading
import time
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from pe_wizard import settings as the_products_own
from pe_wizard.accounts.counters import Counters
from pe_wizard.accounts.models import User
from tests.web.conftest import PASSWORD
from tests.web.test_foundations import ELSEWHERE, stays_here

LOGIN = "/account/login/"


def browser(address: str = "192.0.2.1") -> Client:
    return Client(REMOTE_ADDR=address)


def sign_in(client: Client, name: str = "nino", password: str = PASSWORD) -> bool:
    client.post(LOGIN, {"login": name, "password": password})
    return "_auth_user_id" in client.session


def fail(client: Client, times: int, name: str = "nino") -> None:
    for _ in range(times):
        sign_in(client, name, "wrong")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """later[0] = 300: five minutes have passed for whoever counts tries."""
    passed = [0.0]
    real = time.time
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: real() + passed[0])
    return passed


# ---- limits


def test_after_twenty_wrong_passwords_the_address_waits_and_no_other(owner: User) -> None:
    stranger = browser("192.0.2.1")
    fail(stranger, 20)
    assert not sign_in(stranger)
    assert sign_in(browser("198.51.100.7"))


def test_the_wait_is_over_by_itself(owner: User, later: list[float]) -> None:
    stranger = browser()
    fail(stranger, 20)
    assert not sign_in(stranger)
    later[0] = 301
    assert sign_in(stranger)


def test_whoever_goes_on_does_not_prolong_it(owner: User, later: list[float]) -> None:
    fail(browser(), 5)
    for later[0] in (60, 120, 180, 240, 290):
        fail(browser(), 5)
    later[0] = 301
    assert sign_in(browser())


def test_an_address_cannot_go_through_names(owner: User) -> None:
    stranger = browser()
    for number in range(10):
        fail(stranger, 1, f"name{number}")
    page = stranger.post(LOGIN, {"login": "nino", "password": PASSWORD}).content.decode()
    assert "Too many failed login attempts" in page


def test_many_addresses_cannot_go_through_passwords_of_one_name(owner: User) -> None:
    for number in range(100):
        fail(browser(f"203.0.113.{number}"), 1)
    assert not sign_in(browser("198.51.100.7"))


def test_a_browser_that_is_known_is_never_locked_out_by_others(owner: User) -> None:
    own = browser("192.0.2.1")
    assert sign_in(own)
    own.post("/account/logout/")
    for number in range(25):
        fail(browser(f"203.0.113.{number}"), 5)
    fail(browser("192.0.2.1"), 10)
    assert sign_in(own)


def test_a_browser_that_is_known_has_its_limit_too(owner: User) -> None:
    own = browser()
    sign_in(own)
    own.post("/account/logout/")
    fail(own, 5)
    assert not sign_in(own)


def test_the_mark_of_a_browser_is_good_for_its_name_only(owner: User, outsider: User) -> None:
    own = browser()
    sign_in(own, "omid")
    own.post("/account/logout/")
    fail(own, 5)
    assert not sign_in(own)
    assert sign_in(browser("198.51.100.7"))


@pytest.mark.parametrize("mark", ["", ".", "x", "a.b", "é.é", "a" * 5_000])
def test_a_forged_mark_is_none(owner: User, mark: str) -> None:
    stranger = browser()
    stranger.cookies["browser"] = mark
    fail(stranger, 5)
    stranger.cookies["browser"] = mark + "1"
    assert not sign_in(stranger)


def test_the_mark_tells_nothing_and_cannot_be_read_by_scripts(owner: User) -> None:
    own = browser()
    sign_in(own)
    cookie = own.cookies["browser"]
    assert "nino" not in cookie.value
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


def test_successful_sign_ins_do_not_count(owner: User) -> None:
    for _ in range(15):
        own = browser()
        own.cookies.clear()
        assert sign_in(own)


def test_the_address_is_that_of_the_proxy_unless_it_is_trusted(owner: User) -> None:
    for number in range(10):
        Client(headers={"x-forwarded-for": f"203.0.113.{number}"}).post(
            LOGIN, {"login": f"name{number}", "password": "wrong"}
        )
    assert not sign_in(Client(headers={"x-forwarded-for": "198.51.100.7"}))


@pytest.mark.parametrize(
    "forwarded", ["", "not an address", "192.0.2.1, x", "::1%eth0", "9" * 9_000]
)
def test_any_forwarded_address_is_answered(owner: User, forwarded: str) -> None:
    response = Client(headers={"x-forwarded-for": forwarded}).post(
        LOGIN, {"login": "nino", "password": "wrong"}
    )
    assert response.status_code == 200


# ---- counters


def test_of_many_who_add_the_same_key_one_is_first(tmp_path: Path) -> None:
    counters = Counters(str(tmp_path), {})
    first: list[bool] = []
    threads = [
        threading.Thread(target=lambda: first.append(counters.add("code", "y", 30)))
        for _ in range(8)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert first.count(True) == 1


def test_what_has_expired_makes_room_before_what_counts(tmp_path: Path) -> None:
    counters = Counters(str(tmp_path), {"OPTIONS": {"MAX_ENTRIES": 20}})
    for number in range(10):
        counters.set(f"in-use-{number}", number, 60)
    for number in range(10):
        counters.set(f"over-{number}", number, 0.01)
    time.sleep(0.05)
    counters.set("new", 1, 60)
    assert [counters.get(f"in-use-{number}") for number in range(10)] == list(range(10))


def test_the_counters_are_shared_by_all_processes() -> None:
    cache = the_products_own.CACHES["default"]
    assert cache["BACKEND"] == "pe_wizard.accounts.counters.Counters"
    assert str(cache["LOCATION"]).startswith(str(the_products_own.VAR_DIR))


# ---- nothing to learn


def test_a_wrong_name_takes_as_long_as_a_wrong_password(settings: Settings, db: None) -> None:
    settings.PASSWORD_HASHERS = the_products_own.PASSWORD_HASHERS
    settings.SIGN_IN_LIMITS = dict.fromkeys(settings.SIGN_IN_LIMITS, "1000/m/ip")
    User.objects.create_user(username="nino", password=PASSWORD)
    times: dict[str, list[float]] = {"nino": [], "nobody": []}
    for _ in range(12):
        for name, taken in times.items():
            client = browser()
            began = time.process_time()
            client.post(LOGIN, {"login": name, "password": "wrong"})
            taken.append(time.process_time() - began)
    known, unknown = (statistics.median(taken) for taken in times.values())
    assert 0.7 < known / unknown < 1.4


def test_an_ended_account_looks_like_none_to_whoever_does_not_know_its_password(
    owner: User,
) -> None:
    User.objects.update(is_active=False)
    pages = [
        browser().post(LOGIN, {"login": name, "password": "wrong"}).content.decode()
        for name in ("nino", "nobody")
    ]
    assert all("The username and/or password you specified are not correct." in p for p in pages)


def test_a_reset_says_the_same_for_any_address_and_links_to_this_host(
    settings: Settings, owner: User
) -> None:
    settings.EMAIL_HOST = "mail.example"
    User.objects.filter(pk=owner.pk).update(email="nino@example.com")
    answers = [
        browser().post("/account/password/reset/", {"email": f"{name}@example.com"})
        for name in ("nino", "nobody")
    ]
    assert [one["Location"] for one in answers] == ["/account/password/reset/done/"] * 2
    assert all("http://testserver/" in one.body for one in mail.outbox if "http" in one.body)


@pytest.mark.parametrize(
    "headers", [{"host": "evil.example"}, {"x-forwarded-host": "evil.example"}]
)
def test_a_reset_never_links_to_a_foreign_host(owner: User, headers: dict[str, str]) -> None:
    User.objects.filter(pk=owner.pk).update(email="nino@example.com")
    browser().post("/account/password/reset/", {"email": "nino@example.com"}, headers=headers)
    assert not [one for one in mail.outbox if "evil.example" in one.body]


def test_a_fresh_installation_has_no_account(db: None) -> None:
    assert not User.objects.exists()
    for number, (name, password) in enumerate(
        (name, password)
        for name in ("admin", "root", "adviser", "test")
        for password in ("admin", "password", "adviser", "test", "")
    ):
        assert not sign_in(browser(f"203.0.113.{number}"), name, password)


# ---- names and passwords of every kind


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("nino\x00", PASSWORD),
        ("nino", "\x00"),
        ("\u202enino", PASSWORD),
        ("n" * 100_000, PASSWORD),
        ("nino", "p" * 100_000),
        ("", ""),
        ("' OR 1=1 --", "' OR 1=1 --"),
        ("{{ settings.SECRET_KEY }}", "%(name)s"),
    ],
)
def test_whatever_is_typed_is_answered(owner: User, name: str, password: str) -> None:
    response = browser().post(LOGIN, {"login": name, "password": password})
    assert response.status_code == 200


def test_fields_that_come_twice_or_not_at_all_are_answered(owner: User) -> None:
    for data in ({}, {"login": ["nino", "omid"], "password": [PASSWORD, "x"]}, {"login[]": "x"}):
        assert browser().post(LOGIN, data).status_code == 200


@pytest.mark.parametrize("address", ELSEWHERE)
@pytest.mark.parametrize(
    "page",
    [
        LOGIN,
        "/account/logout/",
        "/account/reauthenticate/",
        "/account/second-factor/webauthn/login/",
        "/account/password/change/",
        "/language/",
    ],
)
def test_no_page_of_the_account_leads_to_another_site(owner: User, page: str, address: str) -> None:
    client = browser()
    if page not in (LOGIN, "/account/second-factor/webauthn/login/"):
        client.force_login(owner)
    data = {"login": "nino", "password": PASSWORD, "next": address, "language": "en"}
    for response in (
        client.get(page, {"next": address[:2_000]}),
        client.post(page, data),
        client.get(page, {"next": address[:2_000]}),
    ):
        assert stays_here(response)
        assert 'href="javascript:' not in response.content.decode()

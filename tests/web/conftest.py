"""The cast: an owner, a colleague with whom files are shared, an outsider who must see nothing."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import translation

from pe_wizard.accounts.models import User

PASSWORD = "a long one: 7f3k"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only what asks for a database: everything else has run on SQLite already."""
    if connection.vendor != "postgresql":
        return
    asking = [item for item in items if _asks_for_a_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if not _asks_for_a_database(item)])
    items[:] = asking


def _asks_for_a_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & {"db", "transactional_db"}) or bool(item.get_closest_marker("django_db"))


@pytest.fixture(autouse=True)
def _speak_english_again() -> Iterator[None]:
    """A request leaves its language to whatever is asked next without one of its own."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _forget_failed_sign_ins() -> None:
    cache.clear()


def _adviser(username: str, first_name: str) -> User:
    return User.objects.create_user(username=username, first_name=first_name, password=PASSWORD)


@pytest.fixture
def owner(db: None) -> User:
    return _adviser("nino", "Nino")


@pytest.fixture
def colleague(db: None) -> User:
    return _adviser("tamar", "Tamar")


@pytest.fixture
def outsider(db: None) -> User:
    return _adviser("omid", "Omid")


def signed_in(user: User) -> Client:
    """A browser of its own in which this adviser has signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_owner(owner: User) -> Client:
    return signed_in(owner)


@pytest.fixture
def as_colleague(colleague: User) -> Client:
    return signed_in(colleague)


@pytest.fixture
def as_outsider(outsider: User) -> Client:
    return signed_in(outsider)

"""What the whole site keeps: settings that refuse, headers, languages, signing in."""

from django.test import Client


def test_the_sign_of_life_needs_no_account(client: Client, db: None) -> None:
    assert client.get("/health/").content == b"ok\n"

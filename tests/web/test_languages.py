"""The language of a person and of a memo: chosen once, remembered, and said where it differs."""

from __future__ import annotations

import io
from typing import Any

import docx
import pytest
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Version
from tests.web.assessing import a_client_file, completed, facts, uploaded
from tests.web.conftest import PASSWORD, signed_in


def _html_tag(client: Client, address: str) -> str:
    return client.get(address).content.decode().partition("<html ")[2].partition(">")[0]


def _sign_in(client: Client, user: User) -> None:
    client.post(reverse("account_login"), {"login": user.username, "password": PASSWORD})


class TestOfAPerson:
    def test_is_remembered_and_holds_in_another_browser(self, owner: User) -> None:
        signed_in(owner).post(reverse("set_language"), {"language": "fa"})
        another = Client()
        _sign_in(another, owner)
        assert 'lang="fa"' in _html_tag(another, "/")

    def test_is_nobody_elses(self, owner: User, colleague: User) -> None:
        signed_in(owner).post(reverse("set_language"), {"language": "fa"})
        another = Client()
        _sign_in(another, colleague)
        assert 'lang="en"' in _html_tag(another, "/")

    def test_chosen_on_the_way_in_replaces_what_was_remembered(self, owner: User) -> None:
        User.objects.filter(pk=owner.pk).update(language="fa")
        browser = Client()
        browser.post(reverse("set_language"), {"language": "ka"})
        _sign_in(browser, owner)
        assert 'lang="ka"' in _html_tag(browser, "/")
        owner.refresh_from_db()
        assert owner.language == "ka"

    def test_one_that_there_is_not_changes_nothing(self, owner: User) -> None:
        User.objects.filter(pk=owner.pk).update(language="ka")
        signed_in(owner).post(reverse("set_language"), {"language": "xx"})
        owner.refresh_from_db()
        assert owner.language == "ka"


@pytest.fixture
def version(owner: User) -> Version:
    return completed(owner, a_client_file(owner))


def _memo(client: Client, version: Version, query: str = "") -> Any:
    answer = client.get(reverse("memo:docx", args=[version.pk]) + query)
    assert answer.status_code == 200
    return docx.Document(io.BytesIO(answer.content))


def _text(document: Any) -> str:
    return "\n".join(one.text for one in document.paragraphs)


class TestOfAMemo:
    def test_is_that_of_the_page(self, owner: User, version: Version) -> None:
        assert _memo(signed_in(owner), version).core_properties.language == "en"

    def test_is_that_of_the_client_file(self, owner: User, version: Version) -> None:
        version.client_file.memo_language = "ka"
        version.client_file.save()
        assert _memo(signed_in(owner), version).core_properties.language == "ka"

    @pytest.mark.parametrize("code", ["en", "fa", "ka"])
    def test_can_be_asked_for(self, owner: User, version: Version, code: str) -> None:
        version.client_file.memo_language = "ka"
        version.client_file.save()
        made = _memo(signed_in(owner), version, f"?language={code}")
        assert made.core_properties.language == code

    def test_that_there_is_not_is_that_of_the_file(self, owner: User, version: Version) -> None:
        assert _memo(signed_in(owner), version, "?language=xx").core_properties.language == "en"

    def test_is_said_where_the_version_was_completed_in_another(
        self, owner: User, version: Version
    ) -> None:
        browser = signed_in(owner)
        marked = "printed here in"
        assert marked not in _text(_memo(browser, version))
        draft = uploaded(owner, a_client_file(owner, "Client 0043"), facts())
        in_georgian = services.complete(by=owner, draft_id=draft.pk, language="ka")
        assert "Completed in Georgian and printed here in English" in _text(
            _memo(browser, in_georgian)
        )

    def test_is_set_with_the_details_of_the_file(self, owner: User, version: Version) -> None:
        browser = signed_in(owner)
        file = version.client_file
        details = {
            "reference": file.reference,
            "name": file.name,
            "residence_state": file.residence_state,
            "memo_language": "fa",
            "notes": file.notes,
            "revision": file.revision,
        }
        assert browser.post(reverse("clients:edit", args=[file.pk]), details).status_code == 302
        file.refresh_from_db()
        assert file.memo_language == "fa"
        refused = browser.post(
            reverse("clients:edit", args=[file.pk]),
            {**details, "memo_language": "de", "revision": file.revision},
        )
        assert refused.status_code == 200
        file.refresh_from_db()
        assert file.memo_language == "fa"

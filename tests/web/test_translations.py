"""Persian and Georgian are whole: no text of a page, a finding or a memo falls back to English."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import docx
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth_forms
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise

import treaties
from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import standing
from pe_wizard.clients.models import ClientFile
from pe_wizard.presence import services as presence
from pe_wizard.tongue import TONGUE
from pe_wizard.wizard.steps import steps_of
from tests.web.assessing import a_client_file, cases, completed, share, uploaded
from tests.web.conftest import PASSWORD, signed_in
from tests.web.test_access_matrix import (
    ADDRESSES,
    ADMINISTRATORS,
    IN_A_FILE,
    OWN_ACCOUNT,
    SIGNED_IN,
)
from treaties.conclusion import MESSAGES

ROOT = Path(settings.BASE_DIR)
LANGUAGES = ("fa", "ka")
HOMES = ("pe_wizard", "treaties")
TREATIES = treaties.catalogue().treaties


def catalogue_of(home: str, language: str) -> Catalog:
    path = ROOT / home / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def entries(home: str, language: str) -> list[Message]:
    return [entry for entry in catalogue_of(home, language) if entry.id]


def both(text: Any) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


# ---- the catalogues

NAMED = re.compile(r"%\((\w+)\)[sd]|\{(\w+)(?::\w+)?\}")
TAGS = re.compile(r"</?[a-z][^>]*>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("home", HOMES)
class TestACatalogue:
    def test_has_every_text(self, home: str, language: str) -> None:
        missing = [
            one.id
            for one in entries(home, language)
            if one.fuzzy or not all(text.strip() for text in both(one.string))
        ]
        assert missing == []

    def test_keeps_every_value_and_every_tag(self, home: str, language: str) -> None:
        for entry in entries(home, language):
            wanted = {name for text in both(entry.id) for name in NAMED.findall(text)}
            always = set.intersection(*(set(NAMED.findall(text)) for text in both(entry.id)))
            for text in both(entry.string):
                found = set(NAMED.findall(text))
                assert always <= found <= wanted, (entry.id, text)
                assert sorted(TAGS.findall(text)) == sorted(TAGS.findall(both(entry.id)[0]))

    def test_is_in_its_own_letters(self, home: str, language: str) -> None:
        """A text of words has words of the language, and none of English but names."""
        for entry in entries(home, language):
            for text in both(entry.string):
                bare = TAGS.sub(" ", NAMED.sub(" ", text))
                assert latin(bare) == [], (entry.id, text)


def test_the_catalogues_are_in_step_with_the_sources(tmp_path: Path) -> None:
    """What `make catalogues` would write has the same texts as what is kept."""
    for name in ("manage.py", "pe_wizard", "treaties", "templates"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "fa", "--no-location",
         "--no-wrap", "--no-obsolete"],
        cwd=tmp_path, check=True, capture_output=True,
        env={"PATH": "/usr/bin:/bin", "PE_ENVIRONMENT": "development", "PE_VAR_DIR": str(tmp_path)},
    )  # fmt: skip
    for home in HOMES:
        with (tmp_path / home / "locale/fa/LC_MESSAGES/django.po").open("rb") as file:
            made = {(one.context, both(one.id)) for one in read_po(file) if one.id}
        for language in LANGUAGES:
            kept = {(one.context, both(one.id)) for one in entries(home, language)}
            assert made - kept == set(), "Run `make catalogues` and translate these."
            assert kept - made == set(), "Run `make catalogues`: nothing says these any more."


# ---- the treaty files


@pytest.mark.parametrize("code", TREATIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_treaty_file_is_in_every_language(code: str, language: str) -> None:
    for text in texts_of(TREATIES[code]):
        assert language in set(text), text.en
        assert latin(text[language]) == [], text[language]


def texts_of(treaty: treaties.Treaty) -> Iterator[treaties.Text]:
    """Every text of a treaty file that a page or a memo may show."""
    yield treaty.title
    yield from treaty.party_names.values()
    yield from (text for text in (treaty.text_note, treaty.beyond) if text is not None)
    yield from ([treaty.languages_source] if treaty.languages_source else [])
    for dated in (treaty.signed, treaty.in_force, *treaty.in_effect.values()):
        yield dated.source
    for paragraph in (*treaty.paragraphs.values(), *treaty.borrowed.values()):
        yield paragraph.text
        if paragraph.decides_nothing is not None:
            yield paragraph.decides_nothing
    for reading in treaty.readings.values():
        yield reading.why
    for note in treaty.notes.values():
        yield note.text


def test_what_two_treaties_share_reads_the_same() -> None:
    """The Article of IR-ME is that of IR-RS: in every language their restatements are one text."""
    for text, other in zip(
        *(
            [one.text for one in TREATIES[code].paragraphs.values() if one.article == "5"]
            for code in ("IR-ME", "IR-RS")
        ),
        strict=True,
    ):
        assert text == other


# ---- what Django and allauth say


def borrowed_texts() -> list[Promise]:
    """Errors of the kinds of fields and forms that are used here."""
    kinds: tuple[Any, ...] = (
        forms.CharField, forms.ChoiceField, forms.IntegerField, forms.BooleanField,
        forms.UUIDField, forms.FileField, forms.DateField, forms.EmailField,
        forms.ModelChoiceField, forms.MultipleChoiceField,
    )  # fmt: skip
    those = [text for kind in kinds for text in kind.default_error_messages.values()]
    those += [*auth_forms.AuthenticationForm.error_messages.values()]
    from allauth.account.adapter import get_adapter
    from allauth.mfa.adapter import get_adapter as get_mfa_adapter

    those += [*get_adapter().error_messages.values(), *get_mfa_adapter().error_messages.values()]
    return [text for text in those if isinstance(text, Promise) and "%d" not in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_borrowed_is_translated(language: str) -> None:
    untranslated = []
    for text in borrowed_texts():
        with translation.override("en"):
            english = str(text)
        with translation.override(language):
            if english and str(text) == english:
                untranslated.append(english)
    assert untranslated == []


# ---- pages

# Names of things that are Latin in every language, and codes.
NAMES = re.compile(
    r"\b(pe-facts/1|manage\.py rerun|ics|Tehran Times|PE Wizard|Wizard|PDF|Word|Excel|CSV|XLSX?|"
    r"JSON|TOML|SHA-256|UTC|ISO|iCalendar|ICS|HTTPS?|"
    r"U\+[0-9A-F]{4}|PIN|UUID|UTF-8|SQLite|PostgreSQL|JavaScript|English|KPMG|Orbitax|Mondaq|regfollower|Act|IV|"
    r"[A-Z]{2}-[A-Z]{2}|[A-Z]{1,2}[0-9]{1,2}|International Tax Review|PwC|EY|Deloitte|OECD|MLI)\b"
)
LATIN = re.compile(r"[A-Za-z]{2,}")
NO_WORDS = re.compile(  # digests in groups, ids
    r"\b[0-9a-f]{8}( [0-9a-f]{8})+\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
)
REFERENCE = re.compile(r"\b[0-9]+(\([0-9a-z]+\))+|(?<![A-Za-z])\(?[a-i]\)(?![A-Za-z])")


def latin(text: str) -> list[str]:
    """The Latin words of a text that are no names, no codes and no references."""
    return LATIN.findall(NAMES.sub(" ", REFERENCE.sub(" ", NO_WORDS.sub(" ", text))))


class Shown(HTMLParser):
    """The texts of a page that somebody reads or hears; what is typed is in letters of its own."""

    SILENT = frozenset({"script", "style", "code", "svg", "kbd"})
    VOID = frozenset({"br", "img", "input", "link", "meta", "hr", "wbr", "col", "path", "use"})
    HEARD = ("aria-label", "title", "placeholder", "alt")

    def __init__(self, content: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        those = dict(attributes)
        silent = (
            tag in self.SILENT
            or "digest" in (those.get("class") or "")
            or those.get("name") == "language"
            or those.get("class") == "word"  # of the glossary, in each language
        )
        if tag not in self.VOID:
            self._open.append((tag, silent or (bool(self._open) and self._open[-1][1])))
        if not silent:
            self.texts += [those[name] or "" for name in self.HEARD if those.get(name)]
            if tag == "input" and those.get("type") in ("submit", "button"):
                self.texts.append(those.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                del self._open[at:]
                break

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1][1]):
            self.texts.append(data)


def untranslated(content: bytes) -> list[str]:
    """The texts of a page with Latin words in them."""
    found = []
    for text in Shown(content.decode()).texts:
        if latin(unisolated(text)):
            found.append(" ".join(text.split()))
    return found


TYPED = "۴۲"  # what somebody typed, in no letters at all
TYPED_KEYS = frozenset({"name", "project", "person", "note"})


def in_no_letters(value: Any, key: str = "") -> Any:
    """The document with everything that was typed written in digits."""
    if isinstance(value, dict):
        return {name: in_no_letters(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [in_no_letters(one, key) for one in value]
    if key in TYPED_KEYS and isinstance(value, str):
        return "".join(str(ord(letter) % 10) for letter in value)
    return [TYPED] if key == "evidence" else value


def large_cases() -> list[dict[str, Any]]:
    """Of each treaty the two cases with the most facts."""
    found: dict[str, list[dict[str, Any]]] = {}
    for _, document in cases():
        found.setdefault(document["treaty"], []).append(document)
    return [
        in_no_letters(document)
        for those in found.values()
        for document in sorted(those, key=lambda one: len(str(one)))[-2:]
    ]


@dataclass
class Firm:
    """People with no letters in their names; a file with drafts and versions of all treaties."""

    user: User
    parts: dict[str, Any]
    drafts: list[Draft]
    versions: list[Version]


@pytest.fixture
def firm(db: None) -> Firm:
    user = User.objects.create_user(
        username="1", first_name=TYPED, password=PASSWORD, is_staff=True
    )
    colleague = User.objects.create_user(username="2", first_name=TYPED + TYPED)
    client_file = a_client_file(user, TYPED)
    ClientFile.objects.filter(pk=client_file.pk).update(name=TYPED, notes=TYPED)
    share(client_file, colleague)
    documents = large_cases()
    versions = [completed(user, client_file, document) for document in documents]
    drafts = [uploaded(user, client_file, document) for document in documents]
    other = services.new_version(by=user, version=versions[0])
    services.complete(by=user, draft_id=other.pk)
    table = presence.begin(
        by=user, draft=drafts[0], content=f"{TYPED},x,{TYPED}".encode(), name="", pasted=True,
        engagement="", form_token=uuid.uuid4(),
    )  # fmt: skip
    parts = {
        "import_id": table.pk,
        "client_file_id": client_file.pk, "version_id": versions[0].pk,
        "other_id": Version.objects.latest("completed_at").pk, "draft_id": drafts[0].pk,
        "user_id": colleague.pk, "part": "facts", "step": "treaty", "list_name": "agents",
        "item_id": "a1", "code": "IR-BD", "pk": 1, "key": "x-y", "uidb36": "1", "token": "x-y",
    }  # fmt: skip
    return Firm(user, parts, drafts, versions)


KEPT = {"revision": "1", "form_token": str(uuid.uuid4())}  # what the page itself sends
NONSENSE = {
    "reference": "x" * 5000,
    "name": "\u202e",
    "username": "?" * 200,
    "residence_state": "۹۹",
    "as_of": "31 2 x",
    "password1": "a",
}
FILES = {  # no pages
    "version_json", "draft_json", "version_csv", "draft_csv", "csv", "xlsx", "faulty_csv",
    "faulty_xlsx",
}  # fmt: skip
READ = {
    name
    for name, (readers, _) in IN_A_FILE.items()
    if readers and not name.startswith("memo:") and name.rpartition(":")[2] not in FILES
} | {name for name, methods in {**SIGNED_IN, **ADMINISTRATORS}.items() if "get" in methods}


def pages_of(firm: Firm) -> Iterator[str]:
    """Addresses of pages: all that there are, and the law's for every treaty."""
    for name in sorted(READ | OWN_ACCOUNT):
        parts = {part: firm.parts.get(part, 1) for part in ADDRESSES[name]}
        yield reverse(name, kwargs=parts)
    for code in TREATIES:
        yield reverse("library:treaty", args=[code])
    for version in firm.versions:
        yield reverse("assessments:version", args=[version.pk])
    for draft in firm.drafts:
        yield reverse("assessments:draft_conclusion", args=[draft.pk])


def speaking(user: User | None, language: str) -> Client:
    client = signed_in(user) if user is not None else Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_no_english(firm: Firm, language: str) -> None:
    client = speaking(firm.user, language)
    found: dict[str, list[str]] = {}
    shown = 0
    for address in pages_of(firm):
        answer = client.get(address)
        if answer.status_code == 200 and "text/html" in answer["Content-Type"]:
            shown += 1
            if texts := untranslated(answer.content):
                found[address] = texts
    assert shown > 40
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_the_wizard_shows_no_english(firm: Firm, language: str) -> None:
    client = speaking(firm.user, language)
    found: dict[str, list[str]] = {}
    for draft in firm.drafts:
        steps = [step.key for step in steps_of(draft, standing(draft))]
        assert len(steps) > 4
        for step in steps:
            address = reverse("wizard:step", args=[draft.pk, step])
            for answer in (
                client.get(address),
                client.post(address, {"revision": "0", "go": "next"}),
            ):
                if answer.status_code in (200, 409, 422) and (
                    texts := untranslated(answer.content)
                ):
                    found[f"{draft.assessment.treaty_code} {step}"] = texts
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_that_are_refused_say_so_without_english(firm: Firm, language: str) -> None:
    client = speaking(firm.user, language)
    found: dict[str, list[str]] = {}
    for name in ("clients:create", "clients:edit", "clients:members", "assessments:start",
                 "assessments:upload", "people:list", "account_change_password",
                 "assessments:review", "account_reauthenticate"):  # fmt: skip
        parts = {part: firm.parts[part] for part in ADDRESSES[name]}
        for sent in (KEPT, {**KEPT, **NONSENSE}):
            answer = client.post(reverse(name, kwargs=parts), sent)
            if answer.status_code in (200, 400, 409, 422):
                texts = [one for one in untranslated(answer.content) if "x" * 9 not in one]
                if texts:
                    found[name] = texts
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["account_login", "account_reset_password", "account_signup"])
def test_the_way_in_shows_no_english(db: None, language: str, name: str) -> None:
    client = speaking(None, language)
    address = reverse(name)
    assert untranslated(client.get(address).content) == []
    refused = client.post(address, {"login": "nobody", "password": "x", "email": "x"})
    assert untranslated(refused.content) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/nowhere/", "/clients/x/"])
def test_error_pages_show_no_english(firm: Firm, language: str, address: str) -> None:
    answer = speaking(firm.user, language).get(address)
    assert answer.status_code == 404
    assert untranslated(answer.content) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_memos_show_no_english(firm: Firm, language: str) -> None:
    client = speaking(firm.user, language)
    found: dict[str, list[str]] = {}
    for version in firm.versions:
        answer = client.get(reverse("memo:docx", args=[version.pk]))
        texts = [one for one in texts_in_word(answer.content) if latin(unisolated(one))]
        if texts:
            found[version.assessment.treaty_code] = texts
    assert found == {}


def unisolated(text: str) -> str:
    return re.sub("\u2068[^\u2069]*\u2069", " ", text)


def texts_in_word(content: bytes) -> Iterator[str]:
    document = docx.Document(io.BytesIO(content))
    yield from (one.text for one in document.paragraphs)
    for table in document.tables:
        for row in table.rows:
            yield from (cell.text for cell in row.cells)
    for section in document.sections:
        yield from (one.text for one in (*section.header.paragraphs, *section.footer.paragraphs))


# ---- findings and questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_says_what_it_says_in_the_language(language: str) -> None:
    """Each sentence of each clause, with its values in no letters: none is left in English."""
    with translation.override(language):
        for said in MESSAGES.values():
            for template in (said.yes, said.no, said.unknown):
                if template:
                    assert latin(filled(template)) == [], template


def filled(template: Any) -> str:
    """The sentence with a value for everything it names."""
    texts = [template] if isinstance(template, str) else [template.one, template.many]
    values: dict[str, Any] = {}
    for text in texts:
        for name, form in re.findall(r"\{(\w+)(?::(\w+))?\}", text):
            values[name] = "2025-08-04" if form.startswith("date") else TYPED
    if not isinstance(template, str):
        values[template.by] = 3
    return treaties.fill(template, values, TONGUE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mail_about_a_new_password_shows_no_english(
    settings: Any, firm: Firm, language: str
) -> None:
    settings.EMAIL_HOST = "mail.example"
    User.objects.filter(pk=firm.user.pk).update(email="1@1.ge")
    speaking(None, language).post(reverse("account_reset_password"), {"email": "1@1.ge"})
    (sent,) = mail.outbox
    assert sent.subject
    assert latin(re.sub(r"https?://\S+", " ", f"{sent.subject} {sent.body}")) == []
    assert reverse("account_reset_password_from_key", args=["x", "y"]).split("x")[0] in sent.body

"""The catalogue and the pages of treaties."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import Settings

from pe_wizard.accounts.models import User
from pe_wizard.library import wording
from pe_wizard.library.clauses import clause_tree, walk
from pe_wizard.library.presenting import show
from pe_wizard.templatetags.law import (
    digest_groups,
    language_name,
    paragraph_anchor,
    paragraph_label,
    partial_day,
)
from tests.web.conftest import signed_in
from tests.web.pages import page
from treaties import catalogue, load_treaty

TREATIES = catalogue().treaties
LANGUAGES = ("en", "fa", "ka")


# ---- pages


def test_the_catalogue_lists_every_treaty_with_its_standing(as_owner: Client) -> None:
    shown = page(as_owner.get(reverse("library:index")))
    for code, treaty in TREATIES.items():
        assert code in shown.text
        assert treaty.title.en in shown.text
    assert "8 Dec 2011 found" in shown.text
    assert "2011 worked out" in shown.text
    assert "Named, not seen" in shown.text


def test_the_catalogue_is_in_the_main_navigation(as_owner: Client) -> None:
    content = as_owner.get(reverse("library:index")).content.decode()
    assert re.search(r'href="/treaties/"\s+aria-current="page"', content)


@pytest.mark.parametrize("code", TREATIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_on_a_treaty_page_leads_somewhere(
    as_owner: Client, code: str, language: str
) -> None:
    as_owner.cookies["django_language"] = language
    shown = page(as_owner.get(reverse("library:treaty", args=[code])))
    assert shown.broken() == []


@pytest.mark.parametrize("code", TREATIES)
def test_a_treaty_page_shows_every_paragraph_reading_and_peculiarity(
    as_owner: Client, code: str
) -> None:
    treaty = TREATIES[code]
    shown = page(as_owner.get(reverse("library:treaty", args=[code])))
    for paragraph in (*treaty.paragraphs.values(), *treaty.borrowed.values()):
        assert paragraph_anchor(paragraph.label) in shown.ids
        assert " ".join(paragraph.en.split()) in shown.text
    for reading in treaty.readings.values():
        assert f"reading-{reading.name}" in shown.ids
        assert reading.why.en in shown.text
    for note in treaty.notes.values():
        assert f"note-{note.code}" in shown.ids
        assert note.en in shown.text
    assert digest_groups(treaty.digest) in shown.text


@pytest.mark.parametrize("code", TREATIES)
def test_no_key_of_a_treaty_file_reaches_its_page(as_owner: Client, code: str) -> None:
    text = page(as_owner.get(reverse("library:treaty", args=[code]))).text
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", text) == []


def test_the_standing_has_dates_certainty_and_sources(as_owner: Client) -> None:
    text = page(as_owner.get(reverse("library:treaty", args=["IR-RS"]))).text
    assert "Signed 7 Dec 2004 found Closing words of the Persian text" in text
    assert "In force 2011 worked out" in text
    assert "In effect: Serbia 1 Jan 2012 found KPMG" in text
    text = page(as_owner.get(reverse("library:treaty", args=["IR-BD"]))).text
    assert "In force Not known Not in PwC's list" in text


def test_a_paragraph_that_decides_nothing_says_why(as_owner: Client) -> None:
    text = page(as_owner.get(reverse("library:treaty", args=["IR-BD"]))).text
    assert "Decides nothing itself: It only opens the list" in text


def test_a_borrowed_paragraph_names_its_lender(as_owner: Client) -> None:
    text = page(as_owner.get(reverse("library:treaty", args=["IR-ME"]))).text
    assert "Taken from" in text
    assert "Application is subject to reciprocity" in text


def test_what_a_treaty_leaves_undecided_is_named(as_owner: Client) -> None:
    text = page(as_owner.get(reverse("library:treaty", args=["IR-RS"]))).text
    assert "Articles 4, 8, 14(1)(2), 15(2) and 15(4)" in text


def test_a_persian_page_writes_paragraphs_as_the_text_does(as_owner: Client) -> None:
    as_owner.cookies["django_language"] = "fa"
    text = page(as_owner.get(reverse("library:treaty", args=["IR-BD"]))).text
    assert "۳ (ب)" in text
    assert "5(3)(b)" not in text


def test_an_english_text_on_a_persian_page_says_that_it_is_english(as_owner: Client) -> None:
    as_owner.cookies["django_language"] = "fa"
    content = as_owner.get(reverse("library:treaty", args=["GE-IN"])).content.decode()
    missing = [p for p in TREATIES["GE-IN"].paragraphs.values() if not p.fa]
    assert content.count('<span lang="en" dir="ltr">') >= len(missing)


def test_there_is_no_page_for_an_unknown_treaty(as_owner: Client) -> None:
    assert as_owner.get(reverse("library:treaty", args=["IR-XX"])).status_code == 404


@pytest.mark.parametrize("name", ["library:index", "library:treaty"])
def test_reading_a_treaty_asks_for_signing_in(db: None, name: str) -> None:
    address = reverse(name, args=["IR-BD"] if name.endswith("treaty") else [])
    assert Client().get(address).status_code == 302


# ---- a firm's own files


@pytest.fixture
def firm(tmp_path: Path, settings: Settings) -> Path:
    source = TREATIES["IR-HU"].source.decode()
    (tmp_path / "own.toml").write_text(
        source.replace('code = "IR-HU"', 'code = "IR-HU-2030"'), encoding="utf-8"
    )
    (tmp_path / "faulty.toml").write_text(
        source.replace('code = "IR-HU"', 'code = "IR-AT"').replace(
            'prevails = "unknown"', 'prevails = "perhaps"'
        ),
        encoding="utf-8",
    )
    settings.TREATY_FILES_DIR = tmp_path
    return tmp_path


def test_a_file_of_the_firm_stands_beside_the_others(as_owner: Client, firm: Path) -> None:
    assert "IR-HU-2030" in page(as_owner.get(reverse("library:index"))).text
    assert as_owner.get(reverse("library:treaty", args=["IR-HU-2030"])).status_code == 200


def test_refused_files_are_shown_to_staff_only_with_every_fault(
    owner: User, as_colleague: Client, firm: Path
) -> None:
    owner.is_staff = True
    owner.save()
    seen = page(signed_in(owner).get(reverse("library:index"))).text
    assert "faulty.toml" in seen
    assert "treaty.prevails" in seen
    hidden = page(as_colleague.get(reverse("library:index"))).text
    assert "faulty.toml" not in hidden
    assert str(firm) not in seen


# ---- clauses in words


@pytest.mark.parametrize("code", TREATIES)
def test_the_tree_has_every_clause_once(code: str) -> None:
    treaty = TREATIES[code]
    nodes = list(walk(clause_tree(treaty)))
    titles = [str(node.title) for node in nodes]
    for clause in treaty.clauses:
        title = str(wording.KINDS[clause.kind][0])
        assert titles.count(title) == len(treaty.clauses_of(clause.kind)), clause.kind


@pytest.mark.parametrize("code", TREATIES)
def test_every_paragraph_a_clause_names_is_in_the_tree(code: str) -> None:
    treaty = TREATIES[code]
    cited = {label for node in walk(clause_tree(treaty)) for label in node.labels}
    named = {label for clause in treaty.clauses for label in clause.cites()}
    assert named <= cited


@pytest.mark.parametrize(
    ("code", "label", "figure"),
    [
        ("IR-ME", "5(3)", "more than 12 months"),
        ("IR-HU", "5(3)", "more than 6 months"),
        ("IR-BD", "5(3)(a)", "more than 270 days"),
        ("IR-BD", "5(3)(b)", "more than 183 days"),
        ("GE-IN", "5(3)(b)", "more than 90 days"),
        ("IR-BD", "5(11)", "more than 50 %"),
    ],
)
def test_limits_stand_beside_their_clause(code: str, label: str, figure: str) -> None:
    nodes = [node for node in walk(clause_tree(TREATIES[code])) if node.labels == (label,)]
    assert figure in {node.figure for node in nodes}


def test_an_open_point_of_a_clause_leads_to_its_reading() -> None:
    nodes = {node.labels: node for node in walk(clause_tree(TREATIES["IR-BD"]))}
    rows = nodes[("5(3)(b)",)].rows
    assert {row.reading for row in rows} >= {"service_days", "supervision_as_service"}


def test_back_references_name_clauses_readings_and_peculiarities() -> None:
    shown = {one.paragraph.label: one for one in show(TREATIES["IR-BD"]).paragraphs}
    one = shown["5(3)(b)"]
    assert [str(node.title) for node in one.clauses] == ["Services"]
    assert {reading.reading.name for reading in one.readings} >= {"service_days"}
    assert {note.code for note in one.notes} >= {"B4"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_toy_treaty_of_known_kinds_has_words_too(language: str) -> None:
    source = (Path(__file__).parents[1] / "treaties" / "toy_treaty.toml").read_bytes()
    with translation.override(language):
        assert show(load_treaty(source, "toy_treaty.toml")).clauses


# ---- tags


@pytest.mark.parametrize(
    ("label", "anchor"),
    [
        ("5(3)(b)", "par-5-3-b"),
        ("5(4)(1)", "par-5-4-1"),
        ("Protocol(2)", "par-Protocol-2"),
        ("Law(note 2)", "par-Law-note-2"),
    ],
)
def test_the_anchor_of_a_paragraph(label: str, anchor: str) -> None:
    assert paragraph_anchor(label) == anchor


@pytest.mark.parametrize(
    ("label", "language", "written"),
    [
        ("5(3)(b)", "en", "5(3)(b)"),
        ("Protocol(2)", "en", "Protocol 2"),
        ("15", "en", "Article 15"),
        ("Law(note 2)", "en", "Law, note 2"),
        ("5(4)(1)", "fa", "۴ (۱)"),
        ("5(4)(1)", "ka", "5(4)(1)"),
    ],
)
def test_how_a_paragraph_is_written(label: str, language: str, written: str) -> None:
    with translation.override(language):
        assert paragraph_label(label, TREATIES["IR-ME"]) == written


@pytest.mark.parametrize("code", TREATIES)
def test_no_two_paragraphs_share_an_anchor(code: str) -> None:
    treaty = TREATIES[code]
    labels = [*treaty.paragraphs, *treaty.borrowed]
    assert len({paragraph_anchor(label) for label in labels}) == len(labels)


@pytest.mark.parametrize(
    ("value", "language", "words"),
    [
        (None, "en", "Not known"),
        ("2011", "en", "2011"),
        ("2011-12", "en", "December 2011"),
        ("2011", "fa", "۲۰۱۱"),
        ("2011-12", "ka", "დეკემბერი 2011"),
    ],
)
def test_a_date_of_which_not_all_is_known(value: str | None, language: str, words: str) -> None:
    with translation.override(language):
        assert partial_day(value) == words


def test_languages_have_names_and_codes_stand_for_unknown_ones() -> None:
    assert language_name("fa") == "Persian"
    assert "xx" in language_name("xx")

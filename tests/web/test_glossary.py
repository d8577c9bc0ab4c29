"""The glossary: its words are those that the texts use, its page shows them, the list is whole."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pe_wizard.glossary.strings import Line, as_csv, every_line
from pe_wizard.glossary.terms import FILE, GlossaryError, Term, glossary, read
from pe_wizard.glossary.wording import HINTS, TITLES
from tests.web.pages import page
from treaties import catalogue

LANGUAGES = ("en", "fa", "ka")
TERMS = {key: term for group in glossary() for key, term in group.terms.items()}
TREATIES = catalogue().treaties


# ---- words in texts

# What a Persian noun or adjective takes: plural, possession, the indefinite, ezafe. Written apart,
# it is joined by a zero-width non-joiner.
PERSIAN_ENDINGS = "(?:\u200c?(?:ها|های|هایی|ان|ای|ی|یی|اند|ند|م|ش|شان|ست|است))?\u0654?"
GEORGIAN_VOWELS = "აეიოუ"
GEORGIAN_SONORANTS = "ლრნმვ"
QUOTED = {"en": "“[^”]*”", "fa": "«[^»]*»", "ka": "„[^“]*“"}


def pattern(words: str, language: str) -> re.Pattern[str]:
    """Finds the words in any of their inflected forms, in this order, next to each other."""
    parts = r"\s+".join(INFLECTED[language](word) for word in words.split())
    return re.compile(rf"(?<!\w){parts}(?!\w)", re.IGNORECASE)


def _english(word: str) -> str:
    if word.endswith("y"):
        return f"{re.escape(word[:-1])}(?:y|ies|ied)"
    return rf"{re.escape(word.removesuffix('e'))}(?:e?s|e?d|e?r|e?|ing)"


def _persian(word: str) -> str:
    return re.escape(word.replace("\u0654", "")) + PERSIAN_ENDINGS


def _georgian(word: str) -> str:
    """The stem with whatever follows: მოედანი is მოედნის, საწარმო is საწარმოთა."""
    stem = word.rstrip(GEORGIAN_VOWELS) if len(word) > 4 else word
    if len(stem) > 3 and stem[-1] in GEORGIAN_SONORANTS and stem[-2] in "აეო":
        return rf"{re.escape(stem[:-2])}{stem[-2]}?{stem[-1]}\w*"
    return rf"{re.escape(stem)}\w*"


INFLECTED = {"en": _english, "fa": _persian, "ka": _georgian}


@cache
def lines() -> tuple[Line, ...]:
    return tuple(every_line())


@cache
def texts(language: str) -> str:
    """All texts but the hints of the glossary itself, without the names of their values."""
    with translation.override("en"):
        hints = {str(hint) for hint in HINTS.values()}
    said = "\n".join(line.said(language) for line in lines() if line.en not in hints)
    return re.sub(r"%\(\w+\)[sd]|\{\w+(?::\w+)?\}|</?[a-z][^>]*>", " ", said)


@cache
def own_words(language: str) -> str:
    """All texts in the language but for what they quote."""
    return re.sub(QUOTED[language], " ", texts(language))


def is_used(words: str, language: str) -> bool:
    return pattern(words, language).search(texts(language)) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_used(language: str) -> None:
    unused = [
        key
        for key, term in TERMS.items()
        if not any(
            is_used(words, language)
            for words in (term.said(language), term.plural(language) or "")
            if words
        )
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (language, words)
        for term in TERMS.values()
        for language, those in term.never.items()
        for words in those
    ],
)
def test_a_rival_is_used_nowhere_but_in_quotations(language: str, words: str) -> None:
    found = pattern(words, language).search(own_words(language))
    assert found is None, own_words(language)[max(0, found.start() - 80) : found.end() + 80]


@pytest.mark.parametrize(
    ("language", "words", "text", "found"),
    [
        ("en", "treaty", "under several treaties", True),
        ("en", "fact", "a factory", False),
        ("fa", "مؤسسه", "از طرف مؤسسهٔ دیگر", True),
        ("fa", "مؤسسهٔ مرتبط", "با مؤسسه\u200cهای مرتبط", True),
        ("fa", "مبنا", "به تفکیک مبناها", True),
        ("fa", "آری", "در بسیاری از موارد", False),
        ("ka", "სამშენებლო მოედანი", "სამშენებლო მოედნის გარეშე", True),
        ("ka", "საწარმო", "დამოუკიდებელ საწარმოთა პირობები", True),
        ("ka", "მხოლოდ", "მთლიანად", False),
    ],
)
def test_words_are_found_inflected_and_not_within_others(
    language: str, words: str, text: str, found: bool
) -> None:
    assert (pattern(words, language).search(text) is not None) is found


# ---- the file


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_term_stands_twice(language: str) -> None:
    """Two concepts may share a word in one language, as business and activity do in Georgian."""
    entries = Counter((term.en, term.said(language)) for term in TERMS.values())
    assert [entry for entry, times in entries.items() if times > 1] == []
    if language == "en":
        assert len({term.en for term in TERMS.values()}) == len(TERMS)


def test_titles_and_hints_belong_to_what_is_in_the_file() -> None:
    assert set(TITLES) == {group.key for group in glossary()}
    assert set(HINTS) <= set(TERMS)


def test_what_the_texts_print_is_of_a_treaty_and_paragraph_there_is() -> None:
    for key, term in TERMS.items():
        for printed in term.texts:
            for code in printed.treaties:
                treaty = TREATIES[code]
                assert treaty.read_from == printed.language, key
                assert printed.paragraph is None or treaty.paragraph(printed.paragraph), key


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('fa = "مقیم"\n', "", "resident.fa: Field required"),
        ('fa = "مقیم"', 'fa = ""', "resident.fa"),
        ('fa = "مقیم"', 'fa = "مقیم"\nfr = "résident"', "resident.fr: Extra inputs"),
        ('key = "place"', 'key = "frame"', "used twice: frame"),
        ("[group.terms.branch]", "[group.terms.treaty]", "used twice: treaty"),
        ("texts = [{", 'texts = [{ ka = "x",', "either as fa or as ka"),
        ("[[group]]", "[[group]", "no TOML"),
    ],
)
def test_a_faulty_file_is_refused_with_its_fault(old: str, new: str, said: str) -> None:
    content = FILE.read_text()
    assert old in content
    with pytest.raises(GlossaryError, match=re.escape(said)):
        read(content.replace(old, new, 1))


# ---- the page


class Words(HTMLParser):
    """The marked words of a page, each with its language and direction."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self._open: tuple[str, str] | None = None
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        those = dict(attributes)
        if those.get("class") == "word":
            self._open = (str(those["lang"]), str(those["dir"]))

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found.append((*self._open, data))
            self._open = None


def shown_words(term: Term) -> set[tuple[str, str, str]]:
    return {
        ("en", "ltr", term.en),
        ("fa", "rtl", term.fa),
        ("ka", "ltr", term.ka),
        *(("fa", "rtl", words) for words in (term.plural_fa, *term.rivals("fa")) if words),
        *(("ka", "ltr", words) for words in term.rivals("ka")),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_every_term_in_every_language(as_owner: Client, language: str) -> None:
    as_owner.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = as_owner.get(reverse("glossary:index"))
    found = set(Words(answer.content).found)
    for key, term in TERMS.items():
        assert shown_words(term) <= found, key
    shown = page(answer)
    assert shown.broken() == []
    assert {f"term-{key}" for key in TERMS} <= set(shown.ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_page_comes_first(as_owner: Client, language: str) -> None:
    as_owner.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    content = as_owner.get(reverse("glossary:index")).content
    first_row = re.search(rb'<tr role="row"\s+id="term-treaty">.*?</th>', content, re.DOTALL)
    assert first_row is not None
    assert TERMS["treaty"].said(language) in first_row[0].decode()


def test_each_word_to_be_confirmed_is_marked_once(as_owner: Client) -> None:
    content = as_owner.get(reverse("glossary:index")).content.decode()
    marked = content.count('<span class="tag tag--attn">To be confirmed</span>')
    assert marked == sum(len(term.confirm) for term in TERMS.values())


@pytest.mark.parametrize("name", ["library:index", "desk"])
def test_the_glossary_is_found_from_other_pages(as_owner: Client, name: str) -> None:
    assert f'href="{reverse("glossary:index")}"' in as_owner.get(reverse(name)).content.decode()


# ---- the list of every text


@cache
def written(*arguments: str) -> str:
    out = io.StringIO()
    call_command("strings", *arguments, stdout=out)
    return out.getvalue()


def table(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.removeprefix("\ufeff"), newline="")))


def forms_in(home: str, language: str) -> int:
    with (settings.BASE_DIR / home / "locale" / language / "LC_MESSAGES/django.po").open(
        "rb"
    ) as po:
        return sum(2 if one.pluralizable else 1 for one in read_po(po) if one.id)


def test_the_list_has_every_text_of_both_catalogues_and_of_every_treaty_file() -> None:
    places = Counter(row["place"] for row in table(written()))
    for language in ("fa", "ka"):
        assert places["web"] == forms_in("pe_wizard", language)
        assert places["law"] == forms_in("treaties", language)
    for code, treaty in TREATIES.items():
        assert places[code] == len(re.findall(r"\ben = \"", treaty.source.decode())), code


def test_a_text_stands_beside_its_versions_in_every_format() -> None:
    text = TREATIES["IR-BD"].paragraph("5(1)").text
    said = [text.en, text["fa"], text["ka"]]
    (row,) = [row for row in table(written()) if row["key"] == "paragraphs 5(1) text"
              and row["place"] == "IR-BD"]  # fmt: skip
    assert [row[language] for language in LANGUAGES] == said
    assert f"en  {said[0]}\nfa  {said[1]}\nka  {said[2]}\n" in written("--format", "text")
    content = written("--format", "html")
    assert f'<td lang="fa" dir="rtl">{said[1]}</td>' in content


def test_both_forms_of_a_plural_are_listed() -> None:
    keys = {line.en: line.key for line in lines()}
    assert (keys["%(n)s day left."], keys["%(n)s days left."]) == ("one", "many")


def test_the_list_can_be_in_one_language_and_go_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "texts.csv"
    assert written("--language", "ka", "--output", str(path)) == ""
    rows = table(path.read_text())
    assert list(rows[0]) == ["place", "key", "en", "ka"]
    assert len(rows) == len(lines())


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        written("--output", str(tmp_path / "nowhere" / "texts.csv"))


def test_no_cell_is_a_formula() -> None:
    risky = Line("web", "@key", "=1+1", "-۱", "\t=x")
    (row,) = table(as_csv(iter([risky]), LANGUAGES))
    assert all(row[name].startswith("'") for name in ("key", "en", "fa", "ka"))
    for row in table(written()):
        assert not any(re.match(r"\s*[=+\-@%|]", cell) for cell in row.values()), row

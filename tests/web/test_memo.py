"""Memos: everything the conclusion says is in PDF and Word, and nothing typed is markup.

Nobody gets the memo of a file that is not shared with them; lists go out as CSV and JSON.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import uuid
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from email.message import Message
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import docx
import pypdfium2
import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.conclusion_page import ConclusionShown, show_conclusion
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.presenting import FindingShown
from pe_wizard.assessments.reviewing import SignOff
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.display import day_text
from pe_wizard.memo import lists
from pe_wizard.memo.content import memo
from pe_wizard.memo.files import file_name
from pe_wizard.memo.fonts import font_folders, showable
from pe_wizard.memo.pdf import as_pdf, breakable
from pe_wizard.memo.records import Record, of_version
from pe_wizard.memo.structure import Findings, Heading, Memo, Node, Picture, Span, plain, said
from pe_wizard.memo.word import as_word
from pe_wizard.memo.word_text import fit
from pe_wizard.templatetags.law import paragraph_label
from pe_wizard.tongue import long_day
from tests.web.assessing import (
    AGENT,
    a_client_file,
    cases,
    completed,
    facts,
    share,
    started,
    uploaded,
)
from tests.web.memo_sample import REASONS, RECEIPT, record, rich

Told = tuple[str, str, int]
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
CASES = dict(cases())
OF_EACH_TREATY = [
    name
    for treaty in ("IR-ME", "IR-RS", "IR-HU", "IR-BD", "GE-IN")
    for name in sorted(one for one in CASES if one.endswith(treaty))[::4][:3]
]
HOSTILE = (
    """& < > " ' ]]> <b>x</b> </w:t> <para> #panic("x") $x$ *b* _i_ `c` \\n @ref <l> [x] =1+1"""
)


@cache
def rich_memo() -> Memo:
    return memo(record(rich()))


@cache
def rich_pdf() -> bytes:
    return as_pdf(rich_memo())


@cache
def rich_word() -> bytes:
    return as_word(rich_memo())


# ---- reading what was made


def pages_of(content: bytes) -> list[str]:
    """The text of each page of a PDF, as a program reads it."""
    document = pypdfium2.PdfDocument(content)
    return [page.get_textpage().get_text_bounded() for page in document]


def squeezed(text: str) -> str:
    """The text without blanks, hyphens, marks of direction and ligatures: where lines break, and
    that a reader of PDF drops a hyphen there, does not matter."""
    plain = unicodedata.normalize("NFKC", text).replace("-", "")
    return "".join(one for one in plain if unicodedata.category(one)[0] not in "CZ")


def pdf_text(content: bytes, made: Memo) -> str:
    """The text of a PDF, squeezed, without what stands at the head and foot of each page."""
    around = sorted((squeezed(one) for one in (*made.running, made.foot)), key=len, reverse=True)
    pages = []
    for page in pages_of(content):
        text = re.sub(r"page\d+of\d+", "", squeezed(page))
        for one in around:
            text = text.replace(one, "")
        pages.append(text)
    return "".join(pages)


def word_parts(content: bytes) -> dict[str, ElementTree.Element]:
    """The parts of a Word file, each parsed: a part that is no XML fails here."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {
            name: ElementTree.fromstring(file.read(name))
            for name in file.namelist()
            if name.endswith((".xml", ".rels"))
        }


def letters(element: ElementTree.Element) -> str:
    """What can be read in a part: texts, with breaks as blanks."""
    found = []
    for one in element.iter():
        if one.tag == f"{W}t":
            found.append(one.text or "")
        elif one.tag in (f"{W}br", f"{W}tab", f"{W}p"):
            found.append(" ")
    return "".join(found)


def word_text(content: bytes) -> str:
    return letters(word_parts(content)["word/document.xml"])


def shown_of(made_from: Record) -> ConclusionShown:
    return show_conclusion(made_from.source, made_from.assessment)


def findings_of(shown: ConclusionShown) -> list[FindingShown]:
    """What the page shows, without what stands below."""
    found = [*shown.gate.findings]
    for head in shown.heads:
        found += [*head.because, *head.considered]
    return found


def told(findings: Sequence[FindingShown]) -> Iterator[Told]:
    """Lead word, sentence and depth of each step on the page, from above."""
    for finding in findings:
        yield str(finding.word), finding.sentence, 0
        yield from ((word, says, depth + 1) for word, says, depth in told(finding.parts))


def printed(nodes: Sequence[Node]) -> Iterator[Told]:
    """The same of the memo."""
    for node in nodes:
        yield node.word, plain(node.sentence), 0
        yield from ((word, says, depth + 1) for word, says, depth in printed(node.parts))


def printed_under_each_heading(made: Memo) -> list[list[Told]]:
    under: list[list[Told]] = []
    for block in made.blocks:
        if isinstance(block, Heading):
            under.append([])
        elif isinstance(block, Findings):
            under[-1] += printed(block.nodes)
    return [steps for steps in under if steps]


def numbers(conclusion: dict[str, Any]) -> Iterator[str]:
    """Every number and day of the heads, as a memo writes it."""
    for head in conclusion["heads"]:
        for day in (head["since"], head["until"]):
            if day:
                yield long_day(date.fromisoformat(day))
        measure = head.get("measure")
        if measure:
            yield from (
                str(measure[key])
                for key in ("counted", "counted_at_most", "threshold", "threshold_days")
                if measure.get(key) is not None
            )
            days = [*(measure["window"] or ()), measure["exceeded_on"], measure["threshold_on"]]
            yield from (day_text(date.fromisoformat(day)) for day in days if day)


def said_on_page(made_from: Record) -> list[str]:
    conclusion = dict(made_from.conclusion)
    steps = [f"{word} {says}" for word, says, _ in told(findings_of(shown_of(made_from)))]
    paragraphs = [
        paragraph_label(label) for head in conclusion["heads"] for label in head["paragraphs"]
    ]
    return [*steps, *paragraphs, *numbers(conclusion)]


# ---- everything is there


@pytest.mark.parametrize("name", OF_EACH_TREATY)
def test_pdf_and_word_say_everything_that_the_page_says(name: str) -> None:
    made_from = record(CASES[name])
    made = memo(made_from)
    expected = said_on_page(made_from)
    assert len(expected) > 5
    in_pdf = pdf_text(as_pdf(made), made)
    in_word = squeezed(word_text(as_word(made)))
    for one in expected:
        assert squeezed(one) in in_pdf, one
        assert squeezed(one) in in_word, one


def test_a_rich_memo_says_everything_in_both_forms() -> None:
    made_from = record(rich())
    in_pdf, in_word = pdf_text(rich_pdf(), rich_memo()), squeezed(word_text(rich_word()))
    expected = [
        *said_on_page(made_from),
        "Is there a permanent establishment in Bangladesh under Article 5?",
        "Client 0042, Plant commissioning",
        "1 Jul 2025 to 30 Jun 2026",  # the tax period
        "residence certificate, p. 1",
        "travel list, row 3",
        "Two fitters are self-employed and engaged for this work.",
        "It has several principals, but the client sets its prices.",
        REASONS["service_days"],
        "Chosen instead of the default",
        "This memo answers Article 5 only",
        "PE Wizard 0.9.0",
        RECEIPT.sha256,
        made_from.source.treaty.digest.removeprefix("sha256:"),
        "None: the first of this client file",
        *(paragraph.en for label, paragraph in made_from.source.treaty.paragraphs.items()
          if label in ("5(3)(b)", "5(7)", "5(8)")),
        *(made_from.source.treaty.notes[code].en for code in made_from.conclusion["notes"]),
        *(one.why.en for one in made_from.source.treaty.readings.values()),
        "Trading company, Dhaka: Independent",  # contested
    ]  # fmt: skip
    for one in expected:
        assert squeezed(one) in in_pdf, one
        assert squeezed(one) in in_word, one


def test_a_contested_fact_and_one_not_known_are_marked() -> None:
    text = word_text(rich_word())
    assert "Independent Contested answered: Yes agency agreement, p. 7" in " ".join(text.split())
    assert "Habitually concludes contracts Not known" in " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_memo_of_every_case_tells_each_step_as_its_page(language: str) -> None:
    """Cheap, so for every case: the blocks, before they are set."""
    with translation.override(language):
        for document in (rich(), *CASES.values()):
            made_from = record(document)
            shown = shown_of(made_from)
            on_page = [
                list(told(findings))
                for findings in (
                    shown.gate.findings,
                    *((*head.because, *head.considered) for head in shown.heads),
                )
                if findings
            ]
            assert printed_under_each_heading(memo(made_from)) == on_page


def test_an_exception_that_applies_is_a_yes_as_on_the_page() -> None:
    document = facts(
        treaty="IR-HU",
        agents=[
            {
                **AGENT,
                "limited_to_excepted_activities": False,
                "independent": True,
                "ordinary_course": True,
                "devoted_to_enterprise": False,
                "devoted_to_group": False,
            }
        ],
    )
    steps = [step for under in printed_under_each_heading(memo(record(document))) for step in under]
    (word,) = {word for word, says, _ in steps if says.endswith("to whom the exception applies.")}
    assert word == "Yes."


def test_order_is_that_of_a_memo() -> None:
    headings = [
        paragraph.text
        for paragraph in docx.Document(io.BytesIO(rich_word())).paragraphs
        if paragraph.style is not None and paragraph.style.name == "Heading 1"
    ]
    assert headings == [
        "Facts relied on",
        "Law",
        "Analysis",
        "Conclusion",
        "What it turns on",
        "What is missing, and what would settle it",
        "Readings and conventions",
        "Notes on the text",
        "Scope, and the text relied on",
        "Sign-off and receipt",
    ]


def test_counted_heads_have_a_timeline_with_words_for_it() -> None:
    pictures = [block for block in rich_memo().blocks if isinstance(block, Picture)]
    assert len(pictures) == 2
    assert "196" in pictures[0].alt
    assert {one.text for one in pictures[0].labels} >= {"Commissioning team", "183 days"}
    assert "<text" not in pictures[0].svg
    descriptions = [
        one.get("descr") for one in word_parts(rich_word())["word/document.xml"].iter()
        if one.tag.endswith("}docPr")
    ]  # fmt: skip
    assert descriptions == [picture.alt for picture in pictures]


# ---- the PDF as a document


def test_the_pdf_is_tagged_titled_and_numbered() -> None:
    content = rich_pdf()
    assert content.startswith(b"%PDF-1.7")
    assert b"pdfuaid:part" in content
    document = pypdfium2.PdfDocument(content)
    assert document.is_tagged()
    assert document.get_metadata_value("Title").startswith("Memo on Article 5, Iran – Bangladesh.")
    pages = pages_of(content)
    assert len(pages) >= 10
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        assert "Client 0042, version 4" in page.replace("\u2068", "").replace("\u2069", "")
        assert "Draft" not in page.splitlines()[0]


def test_the_same_memo_gives_the_same_bytes() -> None:
    assert as_pdf(memo(record(rich()))) == rich_pdf()


def test_fonts_come_from_packages_alone() -> None:
    assert all("site-packages" in folder.parts for folder in font_folders())
    for letter in "aß₾ქᲛمپچژگک۰۱۲٫٬":
        assert showable(letter) == letter
    assert showable("中") == "[U+4E2D]"


@pytest.mark.parametrize("language", ["fa", "ka"])
def test_other_languages_pass_the_gate_of_the_standard(language: str) -> None:
    with translation.override(language):
        made = memo(record(rich()))
        pdf, word = as_pdf(made), as_word(made)
    assert made.right_to_left == (language == "fa")
    parts = word_parts(word)
    body = parts["word/document.xml"]
    paragraphs = body.findall(f".//{W}p")
    turned = [one for one in paragraphs if one.find(f"{W}pPr/{W}bidi") is not None]
    tables = body.findall(f".//{W}tbl")
    mirrored = [one for one in tables if one.find(f"{W}tblPr/{W}bidiVisual") is not None]
    if language == "fa":
        assert "۱" in pages_of(pdf)[0]
        assert len(mirrored) == len(tables)
        assert len(turned) > len(paragraphs) * 0.9
    else:
        assert not turned
        assert not mirrored


# ---- drafts


def test_a_draft_says_so_on_every_page_and_has_no_receipt() -> None:
    made = memo(record(rich(), draft=True))
    pages = pages_of(as_pdf(made))
    for page in pages:
        assert page.count("Draft") >= 2, page[:200]  # at its head and at its foot
    assert RECEIPT.sha256[:8] not in "".join(pages)
    assert "Adviser, date" not in "".join(pages)
    parts = word_parts(as_word(made))
    for name, part in parts.items():
        if re.fullmatch(r"word/(header|footer)\d*\.xml", name):
            assert "Draft" in letters(part)
    assert file_name(record(rich(), draft=True), "pdf") == "Draft Client 0042 IR-BD.pdf"


def test_a_version_is_not_marked_as_a_draft() -> None:
    for name, part in word_parts(rich_word()).items():
        if name.startswith(("word/header", "word/footer")):
            assert "Draft" not in letters(part)


# ---- what people type stays what it is


def test_hostile_texts_come_out_as_they_are() -> None:
    document = rich()
    document["places"][0]["name"] = HOSTILE
    document["annotations"]["places[store].fixed"] = {"note": HOSTILE, "evidence": [HOSTILE]}
    made = memo(record(document, name=HOSTILE, reference=HOSTILE[:60]))
    word = as_word(made)
    assert word_text(word).count(HOSTILE) > 5
    docx.Document(io.BytesIO(word))  # opens
    in_pdf = "".join(squeezed(page) for page in pages_of(as_pdf(made)))
    assert in_pdf.count(squeezed(HOSTILE)) > 5


def test_control_characters_and_reversing_marks_end_before_any_document() -> None:
    dirty = "a\x00b\x0bc\x1bd\ufffee\u202ef\ud800g\u2028h"
    assert said(Span(dirty)) == (Span("abcdefgh"),)
    assert fit(dirty) == "abcdefgh"
    made = memo(record(rich(), name=dirty, reference=dirty))
    assert "abcdefgh" in word_text(as_word(made))
    assert "abcdefgh" in pages_of(as_pdf(made))[0]


def test_names_in_persian_and_georgian_are_whole() -> None:
    document = rich()
    document["places"][0]["name"] = "انبار بندر (شمارهٔ ۱۲)"
    document["agents"][1]["name"] = "ნინო ჯაფარიძე"
    document["services"][0]["name"] = "گروه راه‌اندازی A. K. ნინო ŁČŐ"
    document["services"][0]["project"] = "نصب و راه‌اندازی"
    made = memo(record(document, name="شرکت مهندسی کیمیا"))
    word = as_word(made)
    text = word_text(word)
    for name in (
        "انبار بندر (شمارهٔ ۱۲)",
        "ნინო ჯაფარიძე",
        "گروه راه‌اندازی A. K. ნინო ŁČŐ",
        "شرکت مهندسی کیمیا",
    ):
        assert name in text
    for run in word_parts(word)["word/document.xml"].iter(f"{W}r"):
        if re.search("[\u0600-\u06ff]", letters(run)):
            assert run.find(f"{W}rPr/{W}rtl") is not None, letters(run)
    pages = squeezed("".join(pages_of(as_pdf(made))))
    assert squeezed("ნინო ჯაფარიძე") in pages
    # Readers of PDF turn some joined letters round, whoever wrote the file.
    words = ["انبار", "بندر", "گروه", "شرکت", "مهندسی", "کیمیا", "نصب"]
    assert sum(word in pages for word in words) >= len(words) * 0.7


def test_signs_that_no_font_has_are_written_by_their_code() -> None:
    made = memo(record(rich(), name="中文 GmbH"))
    assert "[U+4E2D][U+6587] GmbH" in pages_of(as_pdf(made))[0]
    assert "中文 GmbH" in word_text(as_word(made))


def test_long_texts_are_broken_and_never_cut() -> None:
    document = rich()
    long_word, long_text = "W" * 5000, "counted " * 1200
    document["places"][0]["name"] = long_word
    document["annotations"]["places[store].fixed"] = {"note": long_text, "evidence": [long_word]}
    made = memo(record(document))
    content = as_pdf(made)
    document_read = pypdfium2.PdfDocument(content)
    written = 0
    for page in document_read:
        width, height = page.get_size()
        for one in page.get_objects():
            left, bottom, right, top = one.get_bounds()
            assert left > 0, (left, right)
            assert right < width, (left, right)
            assert bottom > 0
            assert top < height
        written += page.get_textpage().get_text_bounded().count("W")
    blocks = repr(made)
    assert written >= blocks.count("W" * 5000) * 5000 - 5000
    assert squeezed("".join(pages_of(content))).count("counted") >= 1200
    assert long_word in word_text(as_word(made))


def test_room_to_break_is_made_in_long_words_alone() -> None:
    assert breakable("short words stay") == "short words stay"
    broken = breakable("x" * 100)
    assert broken.replace("\u200b", "") == "x" * 100
    assert max(map(len, broken.split("\u200b"))) <= 14
    word = "می‌خواهم"
    assert breakable(word) == word


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("Client 0042", "Client 0042 IR-BD version 4.pdf"),
        ("../../etc/passwd", "etc passwd IR-BD version 4.pdf"),
        ('a"b\\c/d:e*f?g<h>i|j', "a b c d e f g h i j IR-BD version 4.pdf"),
        ("line\r\nSet-Cookie: x=1", "line Set-Cookie x=1 IR-BD version 4.pdf"),
        ("CON", "CON IR-BD version 4.pdf"),
        ("\u202egpj.exe", "gpj.exe IR-BD version 4.pdf"),
        ("ქართული", "ქართული IR-BD version 4.pdf"),
        ("پروندهٔ ۱۲", "پروندهٔ ۱۲ IR-BD version 4.pdf"),
        ("x" * 300, f"{'x' * 80} IR-BD version 4.pdf"),
        (" ..\u200b ", "memo IR-BD version 4.pdf"),
    ],
)
def test_file_names_are_safe(reference: str, name: str) -> None:
    assert file_name(record(CASES["S24a-IR-BD"], reference=reference), "pdf") == name


# ---- Word as a document


def test_the_word_file_has_real_structure() -> None:
    content = rich_word()
    parts = word_parts(content)
    document = docx.Document(io.BytesIO(content))
    assert document.core_properties.title.startswith("Memo on Article 5, Iran – Bangladesh.")
    assert document.core_properties.author == "Nino K."
    styles = [one.style.name for one in document.paragraphs if one.style is not None]
    assert styles.count("Heading 1") == 10
    assert styles.count("Title") == 1
    assert "Heading 2" in styles
    headed = [
        table for table in parts["word/document.xml"].iter(f"{W}tbl")
        if table.find(f"{W}tr/{W}trPr/{W}tblHeader") is not None
    ]  # fmt: skip
    assert len(headed) >= 8
    fields = [
        one.get(f"{W}instr")
        for name, part in parts.items()
        if name.startswith("word/footer")
        for one in part.iter(f"{W}fldSimple")
    ]
    assert fields == ["PAGE", "NUMPAGES"]
    language = parts["word/styles.xml"].find(f"{W}docDefaults/{W}rPrDefault/{W}rPr/{W}lang")
    assert language is not None
    assert language.get(f"{W}val") == "en-GB"
    used = {one.get(f"{W}val") for one in parts["word/document.xml"].iter(f"{W}pStyle")}
    used |= {one.get(f"{W}val") for one in parts["word/document.xml"].iter(f"{W}rStyle")}
    known = {one.get(f"{W}styleId") for one in parts["word/styles.xml"].iter(f"{W}style")}
    assert used <= known


@pytest.mark.parametrize(
    ("language", "number"),
    [("en", None), ("fa", ["۱", "۲", "۳", "۴", "۵", "۶", "۷", "۸", "۹", "۱۰"])],
)
def test_sections_are_numbered_by_word_or_in_persian_digits(
    language: str, number: list[str] | None
) -> None:
    with translation.override(language):
        content = as_word(memo(record(rich())))
    document = docx.Document(io.BytesIO(content))
    headings = [
        one.text
        for one in document.paragraphs
        if one.style is not None and one.style.name == "Heading 1"
    ]
    counted = document.styles["Heading 1"].element.find(f"{W}pPr/{W}numPr") is not None
    assert counted == (number is None)
    if number is not None:
        assert [text.split("\t")[0] for text in headings] == number


def test_a_reference_keeps_its_order_within_persian_and_page_numbers_run_with_it() -> None:
    with translation.override("fa"):
        content = as_word(memo(record(rich(), reference="2026-117")))
    parts = word_parts(content)
    around = [part for name, part in parts.items() if re.match("word/(header|footer)", name)]
    assert len(around) == 2
    for part in (*around, parts["word/document.xml"]):
        runs = [run for run in part.iter(f"{W}r") if "2026-117" in letters(run)]
        assert runs
        for run in runs:
            assert letters(run) == "\u200e2026-117\u200e"
            assert run.find(f"{W}rPr/{W}rtl") is None
        assert "\u200e2026-117\u200e\u200f" in letters(part)
    fields = [field for part in around for field in part.iter(f"{W}fldSimple")]
    assert len(fields) == 2
    for field in fields:
        assert field.find(f"{W}r/{W}rPr/{W}rtl") is not None
        language = field.find(f"{W}r/{W}rPr/{W}lang")
        assert language is not None
        assert language.get(f"{W}bidi") == "fa-IR"


def test_names_and_notes_in_another_script_keep_their_full_stop_at_their_end() -> None:
    with translation.override("fa"):
        text = word_text(as_word(memo(record(rich()))))
    for one in ("A. K.", "Two fitters are self-employed and engaged for this work.", "Nino K."):
        assert text.count(one) > 0
        assert text.count(one) == text.count(f"\u200e{one}\u200e")


# ---- downloads


def download(client: Client, name: str, pk: Any) -> HttpResponse:
    return client.get(reverse(f"memo:{name}", args=[pk]))


def named(response: HttpResponse) -> str:
    """The name under which a browser would keep the file."""
    message = Message()
    message["Content-Disposition"] = response.headers["Content-Disposition"]
    assert message.get_content_disposition() == "attachment"
    return message.get_filename() or ""


@pytest.fixture
def version(owner: User) -> Version:
    return completed(owner, a_client_file(owner), CASES["S12-IR-HU"])


@pytest.fixture
def draft(owner: User) -> Draft:
    return uploaded(owner, a_client_file(owner), CASES["S12-IR-HU"])


def test_a_version_downloads_as_pdf_and_word(as_owner: Client, version: Version) -> None:
    pdf = download(as_owner, "pdf", version.pk)
    assert pdf.status_code == 200
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert pdf.headers["Cache-Control"] == "no-store"
    assert pdf.headers["X-Content-Type-Options"] == "nosniff"
    assert named(pdf) == "Client 0042 IR-HU version 1.pdf"
    assert pdf.content.startswith(b"%PDF")
    text = squeezed("".join(pages_of(pdf.content)))
    assert version.sha256 in text
    word = download(as_owner, "docx", version.pk)
    assert "wordprocessingml" in word.headers["Content-Type"]
    assert named(word) == "Client 0042 IR-HU version 1.docx"
    assert version.sha256 in squeezed(word_text(word.content))


def test_a_memo_names_the_version_before(as_owner: Client, owner: User, version: Version) -> None:
    draft = services.new_version(by=owner, version=version)
    later = services.complete(by=owner, draft_id=draft.pk)
    text = squeezed(word_text(download(as_owner, "docx", later.pk).content))
    assert version.sha256 in text
    assert later.sha256 in text


def test_a_sign_off_stands_on_the_memo_of_its_version(owner: User, version: Version) -> None:
    signed = SignOff("Tamar B.", datetime(2026, 8, 4, 9, 5, tzinfo=UTC), "ab" * 32, "Agreed.")
    made = memo(replace(of_version(version), sign_off=signed))
    text = " ".join(word_text(as_word(made)).split())
    assert "Signed off by Tamar B., 4 Aug 2026" in text
    assert "Signed off Tamar B., 4 Aug 2026, 09:05 UTC Agreed." in text
    assert "ab" * 32 in squeezed(text)
    assert "Partner, date" not in text
    assert "Partner, date" in word_text(as_word(memo(of_version(version))))


def test_a_reading_that_was_chosen_is_told_with_its_reason(owner: User) -> None:
    draft = uploaded(owner, a_client_file(owner), CASES["S24a-IR-BD"])
    services.choose_reading(
        by=owner, draft_id=draft.pk, reading="month", option="thirty_days", reason="Art. 443."
    )
    version = services.complete(by=owner, draft_id=draft.pk)
    text = " ".join(word_text(as_word(memo(of_version(version)))).split())
    assert "Chosen instead of the default Art. 443." in text
    assert "Months of thirty days" in text


def test_a_memo_in_another_language_tells_the_answers_in_it(owner: User, version: Version) -> None:
    with translation.override("fa"):
        answers = {one["answer"] for one in of_version(version).questions}
    assert "بله" in answers


def test_a_conclusion_that_no_longer_comes_out_the_same_is_printed_as_it_was(
    owner: User, version: Version
) -> None:
    version.conclusion["heads"][0]["outcome"] = version.conclusion["conclusion"] = "undetermined"
    made = memo(of_version(version))
    assert not [block for block in made.blocks if isinstance(block, Picture)]
    text = squeezed(word_text(as_word(made)))
    steps = list(told(findings_of(shown_of(of_version(version)))))
    assert steps
    assert all(squeezed(f"{word} {says}") in text for word, says, _ in steps)


def test_a_draft_downloads_marked_as_one(as_owner: Client, draft: Draft) -> None:
    pdf, word = (download(as_owner, f"draft_{form}", draft.pk) for form in ("pdf", "docx"))
    assert named(pdf) == "Draft Client 0042 IR-HU.pdf"
    assert named(word) == "Draft Client 0042 IR-HU.docx"
    assert all("Draft" in page for page in pages_of(pdf.content))


def test_a_draft_with_nothing_in_it_has_a_memo_all_the_same(as_owner: Client, owner: User) -> None:
    draft = started(owner, a_client_file(owner))
    pdf = download(as_owner, "draft_pdf", draft.pk)
    assert "Undetermined" in pages_of(pdf.content)[0]


def test_a_completed_draft_leads_to_its_version(as_owner: Client, version: Version) -> None:
    for form in ("pdf", "docx"):
        response = download(as_owner, f"draft_{form}", version.draft_id)
        assert response.status_code == 302
        assert response.headers["Location"] == reverse(f"memo:{form}", args=[version.pk])


def test_a_discarded_draft_has_no_memo(as_owner: Client, owner: User, draft: Draft) -> None:
    services.discard_draft(by=owner, draft_id=draft.pk)
    assert download(as_owner, "draft_pdf", draft.pk).status_code == 404


ALL_METHODS = ("get", "head", "options", "post", "put", "patch", "delete")
OF_VERSIONS, OF_DRAFTS = ("pdf", "docx"), ("draft_pdf", "draft_docx")


@pytest.mark.parametrize("method", ALL_METHODS)
def test_for_an_outsider_there_is_no_memo(
    as_outsider: Client, version: Version, draft: Draft, method: str
) -> None:
    ask = getattr(as_outsider, method)
    for names, pk in ((OF_VERSIONS, version.pk), (OF_DRAFTS, draft.pk)):
        for name in names:
            assert ask(reverse(f"memo:{name}", args=[pk])).status_code == 404
            assert ask(reverse(f"memo:{name}", args=[uuid.uuid4()])).status_code == 404


def test_whoever_may_read_the_file_may_print_and_only_read(
    owner: User, as_colleague: Client, colleague: User, version: Version
) -> None:
    share(version.client_file, colleague, Membership.Role.READER)
    address = reverse("memo:pdf", args=[version.pk])
    assert as_colleague.get(address).status_code == 200
    assert as_colleague.head(address).status_code == 200
    assert as_colleague.post(address).status_code == 405
    Membership.objects.filter(user=colleague).delete()
    assert as_colleague.get(address).status_code == 404


@pytest.mark.parametrize("name", [*OF_VERSIONS, *OF_DRAFTS])
def test_without_signing_in_there_is_a_way_to_sign_in(client: Client, name: str, db: None) -> None:
    response = client.get(reverse(f"memo:{name}", args=[uuid.uuid4()]))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]


@pytest.mark.parametrize(
    "tail", ["../memo.pdf", "%2e%2e/memo.pdf", "memo.exe", "memo.pdf/", "memo"]
)
def test_other_addresses_are_none(as_owner: Client, version: Version, tail: str) -> None:
    assert as_owner.get(f"/versions/{version.pk}/{tail}").status_code == 404


def downloads_on(client: Client, name: str, pk: Any) -> list[str]:
    """Where the links of a page lead that a browser keeps as a file."""
    page = client.get(reverse(name, args=[pk])).content.decode()
    return re.findall(r'<a href="([^"]+)"\s+download', page)


def in_each_language(*addresses: str) -> set[str]:
    return {*addresses} | {
        f"{address}?language={code}" for address in addresses for code in ("en", "fa", "ka")
    }


def test_the_page_of_a_version_leads_to_its_memo_in_each_language(
    as_owner: Client, version: Version
) -> None:
    offered = downloads_on(as_owner, "assessments:version", version.pk)
    wanted = in_each_language(*(reverse(f"memo:{form}", args=[version.pk]) for form in OF_VERSIONS))
    assert wanted <= set(offered)
    assert len(offered) == len(set(offered))
    assert as_owner.get(offered[0]).headers["Content-Type"] == "application/pdf"


def test_the_conclusion_of_a_draft_leads_to_its_memo(as_owner: Client, draft: Draft) -> None:
    offered = downloads_on(as_owner, "assessments:draft_conclusion", draft.pk)
    wanted = in_each_language(*(reverse(f"memo:{name}", args=[draft.pk]) for name in OF_DRAFTS))
    assert wanted <= set(offered)


def test_a_client_file_leads_to_the_memo_of_each_version(
    as_owner: Client, owner: User, version: Version
) -> None:
    draft = services.new_version(by=owner, version=version)
    later = services.complete(by=owner, draft_id=draft.pk)
    offered = downloads_on(as_owner, "clients:detail", version.client_file_id)
    assert offered == [
        reverse(f"memo:{form}", args=[one.pk]) for one in (later, version) for form in OF_VERSIONS
    ]


def test_a_reader_is_led_to_the_memo_as_well(
    as_colleague: Client, colleague: User, version: Version
) -> None:
    share(version.client_file, colleague, Membership.Role.READER)
    address = reverse("memo:pdf", args=[version.pk])
    assert address in downloads_on(as_colleague, "assessments:version", version.pk)
    assert address in downloads_on(as_colleague, "clients:detail", version.client_file_id)


# ---- lists


FORMULAS = (
    "=1+1", "+49", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "|calc", "%1", "＝1+1", "－1", "-2+3 x",
)  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_of_a_cell_is_a_formula(text: str) -> None:
    shown = str(lists.inert(text))
    assert shown.startswith("'")
    assert shown[1:] == text.replace("\r", "")


@pytest.mark.parametrize("text", ["Client 0042", "2026-06-30", "شرکت", "'=1", "a=1", "x-2"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert lists.inert(text) == text


def test_numbers_stay_numbers() -> None:
    assert [lists.inert(one) for one in (4, -2, None)] == [4, -2, ""]


def listed(response: HttpResponse) -> list[dict[str, str]]:
    text = response.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_list_has_every_version_and_open_draft_as_csv_and_json(
    as_owner: Client, owner: User, version: Version
) -> None:
    client_file = a_client_file(owner, reference="=HYPERLINK(0)")
    uploaded(owner, client_file, CASES["S24a-IR-BD"])
    services.new_version(by=owner, version=version)
    response = as_owner.get(reverse("memo:list_csv"))
    assert response.content.startswith(b"\xef\xbb\xbf")
    assert response.headers["Cache-Control"] == "no-store"
    assert named(response) == "assessments.csv"
    rows = listed(response)
    assert [(row["client"], row["treaty"], row["state"], row["version"]) for row in rows] == [
        ("Client 0042", "IR-HU", "draft", ""),
        ("'=HYPERLINK(0)", "IR-BD", "draft", ""),
        ("Client 0042", "IR-HU", "completed", "1"),
    ]
    assert rows[2]["sha256"] == version.sha256
    assert rows[2]["conclusion"] == version.conclusion["conclusion"]
    assert rows[2]["as_of"] == "2026-06-30"
    content = json.loads(as_owner.get(reverse("memo:list_json")).content)
    assert content["format"] == "pe-assessments/1"
    assert content["assessments"][1]["client"] == "=HYPERLINK(0)"
    assert content["assessments"][2]["version"] == 1
    assert [list(row) for row in content["assessments"]] == [list(lists.COLUMNS)] * 3


def test_the_list_of_one_client_file(as_owner: Client, owner: User, version: Version) -> None:
    other = a_client_file(owner, reference="Client 0043")
    uploaded(owner, other, CASES["S24a-IR-BD"])
    rows = listed(as_owner.get(reverse("memo:list_csv"), {"client": str(other.pk)}))
    assert [row["client"] for row in rows] == ["Client 0043"]


@pytest.mark.parametrize("asked", ["x", "1", str(uuid.UUID(int=42)), "../", "\x00"])
def test_a_list_of_no_client_file_is_none(as_owner: Client, asked: str) -> None:
    assert as_owner.get(reverse("memo:list_json"), {"client": asked}).status_code == 404


def test_an_outsider_lists_nothing_of_others(
    as_outsider: Client, version: Version, draft: Draft
) -> None:
    assert listed(as_outsider.get(reverse("memo:list_csv"))) == []
    for file in ClientFile.objects.all():
        response = as_outsider.get(reverse("memo:list_csv"), {"client": str(file.pk)})
        assert response.status_code == 404


def test_a_list_takes_the_same_queries_for_one_and_for_many(
    as_owner: Client, owner: User, version: Version
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            as_owner.get(reverse("memo:list_json"))
        return len(seen)

    few = queries()
    for number in range(4):
        completed(owner, a_client_file(owner, reference=f"Client {number}"), CASES["S12-IR-HU"])
        uploaded(owner, a_client_file(owner, reference=f"Draft {number}"), CASES["S12-IR-HU"])
    assert queries() <= few


def test_no_file_of_the_memo_names_a_state_a_paragraph_or_a_number_of_days() -> None:
    """The law stands in the treaty files alone."""
    folder = Path(lists.__file__).parent
    for path in folder.glob("*.py"):
        text = path.read_text()
        assert not re.search(r"\b(Iran|Hungary|Bangladesh|Georgia|India|Serbia)\b", text), path
        assert not re.search(r"\b(183|270|90|twelve months) days\b", text), path


# ---- very many days


def test_of_very_many_rows_the_first_and_those_with_a_note_are_printed() -> None:
    document = rich()
    day = date(2020, 1, 1)
    stays = [
        {"from": (day + timedelta(days=2 * n)).isoformat(),
         "to": (day + timedelta(days=2 * n)).isoformat(), "person": f"Person {n}"}
        for n in range(260)
    ]  # fmt: skip
    document["services"][0]["periods"] = stays
    item = document["services"][0]["id"]
    document["annotations"] = {f"services[{item}].periods[250]": {"evidence": ["row 251"]}}
    text = repr(memo(record(document)).blocks)
    assert "Person 199" in text
    assert "Person 200" not in text
    assert "row 251" in text
    assert "59 more rows of days were relied on." in text

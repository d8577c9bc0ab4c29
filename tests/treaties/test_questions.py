"""The wording of questions and readings: complete, plain, and free of any one treaty."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from treaties.facts import FIELDS, Field
from treaties.questions import QUESTIONS, SECTIONS, UNNAMED, Question
from treaties.reading_words import (
    APPLICABILITY_WORDS,
    HEAD_WORDS,
    OUTCOME_TITLES,
    OUTCOME_WORDS,
    READING_WORDS,
)
from treaties.readings import READINGS

HOLDINGS = "beneficial_interest votes share_value equity"
KEYS = {  # the facts document, list by list, as the contract names it
    "": "treaty residence_state source_state as_of tax_period related_enterprises places "
    "building_sites services exploration agents controls_company_there",
    "tax_period.": "from to",
    "conditions.": "resident in_effect reciprocity",
    "enterprise.": "insurer international_transport premiums_without_person",
    "related_enterprises[].": "name control direct common_owner",
    "related_enterprises[].direct.": HOLDINGS,
    "related_enterprises[].common_owner.": "in_enterprise in_related",
    "related_enterprises[].common_owner.in_enterprise.": HOLDINGS,
    "related_enterprises[].common_owner.in_related.": HOLDINGS,
    "places[].": "name kind at_disposal fixed business_carried_on from to part_of_site activities "
    "combination_preparatory_or_auxiliary fragmentation",
    "places[].activities[].": "kind goods_of_enterprise preparatory_or_auxiliary occasional "
    "earns_income earns_profit sold_there",
    "places[].fragmentation.": "business_at_same_or_other_place enterprise complementary one_is_pe "
    "combined_preparatory_or_auxiliary",
    "building_sites[].": "name kind project of_building by substantially_same from to "
    "interruptions",
    "building_sites[].interruptions[].": "from to",
    "services[].": "name project through_personnel periods",
    "services[].periods[].": "from to person worked note by substantially_same",
    "exploration[].": "name kind project periods",
    "exploration[].periods[].": "from to by substantially_same",
    "agents[].": "name relation enterprise acts_on_behalf authority_to_conclude "
    "habitually_concludes concludes_any principal_role no_material_modification in_name "
    "for_property for_services limited_to_excepted_activities maintains_stock delivers_regularly "
    "secures_orders fulfils_orders orders_for_enterprise_only independent ordinary_course "
    "ordinary_course_of_enterprise devoted_to_enterprise devoted_to_group arms_length_terms "
    "exclusive_for_related closely_related collects_premiums insures_risks reinsurance_only",
}
PATTERNS = [prefix + name for prefix, names in KEYS.items() for name in names.split()]
NOT_ASKED = {"format", "readings", "enterprise", "conditions", "not_known"}  # groups and machinery

BANNED = {
    "contraction": r"\w[’'](t|s|re|ll|ve|d|m)\b",
    "we": r"\b(we|us|our|ours)\b",
    "legalese": r"\b(shall|deemed|deem|hereby|thereof)\b",
    "another word than the glossary's": r"(?i)\b(main part|taken on|exempt|merchandise|visits?)\b",
    "threshold not said as more than": r"(?i)\b(at least|or over|over \d|days or more)\b",
    "negated question": r"(?i)^(is not|does not|are not)\b.*\?$",
    "dash or straight quote": r"[—–\"']",
    "double space": r"  ",
}
A_STATE = re.compile(
    r"\b(Iran|Bangladesh|Hungary|Montenegro|Serbia|Georgia|India|[A-Z]{2}-[A-Z]{2})"
)
ROOT = Path(__file__).parents[2] / "treaties"


def texts_of(question: Question) -> Iterator[str]:
    yield from (question.text, question.label, question.why, question.hint)
    yield from question.leads.values()
    yield from question.choices.values()


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def every_text() -> Iterator[tuple[str, str]]:
    for pattern, question in QUESTIONS.items():
        yield from ((pattern, text) for text in texts_of(question) if text)
    for key, section in SECTIONS.items():
        yield from ((key, text) for text in (section.title, section.lead))
    for name, reading in READING_WORDS.items():
        yield from ((name, text) for text in (reading.title, reading.question))
        for option in reading.options.values():
            yield from ((name, text) for text in (option.label, option.effect))
    for words in (UNNAMED, HEAD_WORDS, OUTCOME_WORDS, OUTCOME_TITLES, APPLICABILITY_WORDS):
        yield from words.items()


def fields_of(*kinds: str) -> list[tuple[str, Field]]:
    return [(pattern, FIELDS[pattern]) for pattern in PATTERNS if FIELDS[pattern].kind in kinds]


def test_every_fact_has_its_question_and_no_question_is_without_a_fact() -> None:
    assert sorted(QUESTIONS) == sorted(PATTERNS)


def test_the_list_of_facts_is_that_of_the_facts_document() -> None:
    asked = {
        pattern
        for pattern, field in FIELDS.items()
        if field.kind != "id" and not pattern.startswith("annotations")
    }
    assert asked - NOT_ASKED == set(PATTERNS)


@pytest.mark.parametrize(("pattern", "field"), fields_of("yes_no"))
def test_a_yes_no_fact_says_what_each_answer_leads_to(pattern: str, field: Field) -> None:
    assert set(QUESTIONS[pattern].leads) == {"yes", "no", "unknown"}


@pytest.mark.parametrize("pattern", list(UNNAMED))
def test_a_list_says_what_some_none_and_not_known_lead_to(pattern: str) -> None:
    assert FIELDS[pattern].kind == "list"
    assert set(QUESTIONS[pattern].leads) == {"yes", "no", "unknown"}


@pytest.mark.parametrize(("pattern", "field"), fields_of("choice"))
def test_a_choice_has_a_label_for_every_value(pattern: str, field: Field) -> None:
    assert tuple(QUESTIONS[pattern].choices) == field.choices


def test_activities_offer_the_kinds_that_an_activity_can_have() -> None:
    offered = QUESTIONS["places[].activities"].choices
    assert offered == QUESTIONS["places[].activities[].kind"].choices
    assert "outside every exception" in offered["core"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_question_asks_and_a_name_or_a_date_is_a_label(pattern: str) -> None:
    text = QUESTIONS[pattern].text
    is_label = pattern.endswith((".name", ".from", ".to"))
    assert text.endswith("?") is not is_label
    assert not text.endswith(".")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_hints_reasons_and_leads_are_whole_sentences_and_labels_are_short(pattern: str) -> None:
    question = QUESTIONS[pattern]
    for sentence in (question.why, *question.leads.values(), *filter(None, [question.hint])):
        assert sentence.endswith("."), sentence
        assert sentence[0].isupper(), sentence
    for lead in question.leads.values():
        assert lead.count(". ") == 0, f"one sentence: {lead}"
    for label in (question.label, *question.choices.values()):
        assert len(label) <= 70, label
        assert not label.endswith((".", "?")), label


@pytest.mark.parametrize("pattern", PATTERNS)
def test_only_known_placeholders_are_used_and_only_where_they_have_a_value(pattern: str) -> None:
    known = {"state", "residence"}
    if "[]" in pattern:
        known.add("name")
    if pattern.startswith("places[].activities[].") and not pattern.endswith(".kind"):
        known.add("activity")
    question = QUESTIONS[pattern]
    for text in texts_of(question):
        assert placeholders(text) <= known, text
    assert not placeholders(question.label)
    assert not any(map(placeholders, question.choices.values()))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_words_name_no_treaty_no_paragraph_and_no_number_of_days(pattern: str) -> None:
    question = QUESTIONS[pattern]
    for text in texts_of(question):
        assert not A_STATE.search(text), text
        assert not re.search(r"(?i)\b(article|paragraph) \d", text), text
    for text in (question.text, question.why, *question.leads.values()):
        assert not re.search(r"\d", text), text


def test_names_stand_in_quotation_marks_so_that_no_grammar_hangs_on_them() -> None:
    for key, text in every_text():
        for name in ("name", "activity"):
            assert text.count(f"{{{name}}}") == text.count(f"“{{{name}}}”"), f"{key}: {text}"


@pytest.mark.parametrize("why", list(BANNED))
def test_no_text_uses_a_word_that_is_not_used_here(why: str) -> None:
    found = [f"{key}: {text}" for key, text in every_text() if re.search(BANNED[why], text)]
    assert found == []


def test_the_sections_are_those_of_the_interview_in_its_order() -> None:
    assert list(SECTIONS) == [
        "treaty", "related_enterprises", "places", "activities", "building_sites", "services",
        "exploration", "agents", "agent", "insurance", "check",
    ]  # fmt: skip
    for key, section in SECTIONS.items():
        assert section.key == key
        assert section.lead.endswith(".")
        assert placeholders(section.title + section.lead) <= {"state"}


def test_every_reading_and_option_has_its_words_in_the_same_order() -> None:
    written = {name: tuple(reading.options) for name, reading in READING_WORDS.items()}
    assert written == {name: kind.options for name, kind in READINGS.items()}


@pytest.mark.parametrize("name", list(READING_WORDS))
def test_a_reading_asks_and_each_option_says_its_effect_in_one_sentence(name: str) -> None:
    reading = READING_WORDS[name]
    assert reading.question.endswith("?")
    for option in reading.options.values():
        assert option.effect.endswith(".")
        assert option.effect.count(". ") == 0
        assert len(option.label) <= 45
        assert not placeholders(option.label + option.effect)


def test_heads_outcomes_and_applicability_have_a_label_each() -> None:
    assert set(HEAD_WORDS) == {
        "fixed_place", "building_site", "services", "exploration", "dependent_agent", "insurance",
    }  # fmt: skip
    assert set(OUTCOME_WORDS) == set(OUTCOME_TITLES) == {"pe", "no_pe", "undetermined"}
    assert set(APPLICABILITY_WORDS) == {"applies", "does_not_apply", "unknown"}


def test_every_text_is_marked_for_translation() -> None:
    marked = set()
    for source in (*(ROOT / "questions").glob("*.py"), ROOT / "reading_words.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="_N"), args=[ast.Constant(value=str(text))]):
                    marked.add(text)
    assert [text for _, text in every_text() if text not in marked] == []

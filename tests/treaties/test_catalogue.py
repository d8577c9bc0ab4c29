"""The five treaties as data, held against what their texts say.

The tables here were made from the texts and from the working papers on them, not from the files.
"""

import re
from pathlib import Path

import pytest

import treaties
from treaties.clauses import KINDS
from treaties.readings import READINGS
from treaties.treaty import catalogue

TREATIES = catalogue().treaties
CODES = ["IR-ME", "IR-RS", "IR-HU", "IR-BD", "GE-IN"]


def items(paragraph: str, marks: str) -> list[str]:
    """The paragraph and its items: items("5(2)", "ab") is 5(2), 5(2)(a), 5(2)(b)."""
    return [paragraph, *(f"{paragraph}({mark})" for mark in marks)]


ME = [
    "5(1)", *items("5(2)", "1234567"), "5(3)", *items("5(4)", "123456"), *items("5(5)", "12"),
    "5(6)", "5(7)",
]  # fmt: skip
PARAGRAPHS = {
    "IR-ME": ME,
    "IR-RS": [*ME, "Protocol(1)", "Protocol(2)", "Law(note 1)", "Law(note 2)"],
    "IR-HU": [
        "5(1)", *items("5(2)", "abcdef"), "5(3)", *items("5(4)", "abcdef"), "5(5)", "5(6)", "5(7)",
    ],
    "IR-BD": [
        "5(1)", *items("5(2)", "abcdefhi"), *items("5(3)", "ab"), *items("5(4)", "ab"),
        *items("5(5)", "abcdef"), *items("5(6)", "ab"), *items("5(7)", "abc"), "5(8)", "5(9)",
        "5(10)", "5(11)",
    ],
    "GE-IN": [
        "5(1)", *items("5(2)", "abcdefghi"), *items("5(3)", "ab"), *items("5(4)", "abcdef"),
        *items("5(5)", "abc"), "5(6)", "5(7)", "5(8)",
    ],
}  # fmt: skip
COUNTS = {"IR-ME": 22, "IR-RS": 26, "IR-HU": 19, "IR-BD": 34, "GE-IN": 28}

# what a treaty leaves open, with its options; the first is the default
OPTIONS = {
    "month": ("calendar", "solar_hijri", "thirty_days"),
    "breaks": ("counted", "excluded"),
    "first_day": ("counted", "not_counted"),
    "service_days": ("worked", "presence"),
    "omitted_delivery": ("residual", "not_excepted"),
    "installation": ("any", "building_only"),
    "protocol": ("applies", "does_not_apply"),
    "delivery_income": ("any_income", "profit"),
    "protocol_storage": ("separate", "together"),
    "unused_authority": ("bars_stock", "does_not_bar"),
    "related_principals": ("single", "group"),
    "each_item_preparatory": ("every_item", "combination_only"),
    "aggregation": ("exploration_only", "sites_and_services"),
    "supervision_as_service": ("no", "yes"),
    "ordinary_course": ("of_agent", "of_enterprise"),
    "stock_contract": ("habitual", "any_contract"),
    "reinsurance": ("insures", "does_not_insure"),
    "common_owner": ("votes_and_value", "votes_or_value"),
    "orders": ("secures", "carries_out"),
    "insurance_person": ("person_required", "premiums_without_person"),
}
LEFT_OPEN = {
    "IR-ME": "month breaks first_day omitted_delivery installation protocol delivery_income "
    "protocol_storage unused_authority",
    "IR-RS": "month breaks first_day omitted_delivery installation delivery_income "
    "protocol_storage unused_authority",
    "IR-HU": "month breaks first_day omitted_delivery related_principals",
    "IR-BD": "month breaks first_day service_days omitted_delivery each_item_preparatory "
    "aggregation supervision_as_service ordinary_course stock_contract reinsurance common_owner",
    "GE-IN": "breaks first_day service_days unused_authority related_principals "
    "supervision_as_service orders insurance_person",
}


def codes(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(first, last + 1)]


# peculiarities: general ones where they apply, then those of the text
NOTES = {
    "IR-ME": [
        "G1", "G3", *codes("G", 4, 9), *codes("M", 1, 11), *codes("P", 1, 7), "P21",
    ],
    "IR-RS": ["G1", "G3", *codes("G", 4, 9), *codes("M", 1, 11), *codes("P", 1, 21)],
    "IR-HU": ["G1", "G2", *codes("G", 4, 9), *codes("H", 1, 9)],
    "IR-BD": ["G1", *codes("G", 4, 9), "M6", *codes("B", 1, 19)],
    "GE-IN": ["G1", *codes("G", 5, 9), "M5", "M6", *codes("K", 1, 16)],
}  # fmt: skip

LIMITS = {  # kind of clause -> treaty -> threshold, window, what is counted
    "building_site": {
        "IR-ME": ("5(3)", "12 months", "whole_period", "run", "same"),
        "IR-RS": ("5(3)", "12 months", "whole_period", "run", "same"),
        "IR-HU": ("5(3)", "6 months", "whole_period", "run", "same"),
        "IR-BD": ("5(3)(a)", "270 days", "whole_period", "run", "same"),
        "GE-IN": ("5(3)(a)", "90 days", "whole_period", "run", "same"),
    },
    "services": {
        "IR-BD": ("5(3)(b)", "183 days", "any_twelve_months", "days", "same_or_connected"),
        "GE-IN": ("5(3)(b)", "90 days", "any_twelve_months", "days", "same_or_connected"),
    },
    "exploration": {"IR-BD": ("5(4)", "6 months", "whole_period", "days", "same")},
}
HEADS = {  # which kinds of clause a text has besides those that all five have
    "IR-ME": {}, "IR-RS": {}, "IR-HU": {},
    "IR-BD": {"services", "exploration", "fragmentation", "insurance", "relation"},
    "GE-IN": {"services", "insurance"},
}  # fmt: skip
IN_ALL = {
    "conditions", "fixed_place", "exceptions", "building_site", "agent", "independence", "control",
}  # fmt: skip


def test_the_catalogue_holds_five_treaties():
    assert sorted(TREATIES) == sorted(CODES)
    assert catalogue().refused == ()


@pytest.mark.parametrize("code", CODES)
class TestEachTreaty:
    """What holds for each of the five files."""

    def test_restates_every_paragraph_and_item(self, code):
        assert list(TREATIES[code].paragraphs) == PARAGRAPHS[code]
        assert len(PARAGRAPHS[code]) == COUNTS[code]

    def test_prints_the_labels_of_its_own_text(self, code):
        for label, paragraph in TREATIES[code].paragraphs.items():
            assert latin(paragraph.source) == label

    def test_leaves_open_what_its_text_leaves_open(self, code):
        readings = TREATIES[code].readings
        assert list(readings) == LEFT_OPEN[code].split()
        for name, reading in readings.items():
            assert reading.options == OPTIONS[name]
            assert reading.default == OPTIONS[name][0]
            assert reading.why.en.endswith(".")

    def test_notes_the_peculiarities_of_its_text(self, code):
        assert list(TREATIES[code].notes) == ["X1", "X2", *NOTES[code]]

    def test_has_the_kinds_of_clause_its_text_has(self, code):
        kinds = [clause.kind for clause in TREATIES[code].clauses]
        assert sorted(kinds) == sorted(IN_ALL | set(HEADS[code]))

    def test_is_written_in_plain_english(self, code):
        for text in texts(TREATIES[code]):
            assert not re.search(r"\b(deemed|shall|thereof|whereby)\b|n't\b|\bwe\b", text), text
            assert text[0].isupper() or text[0] in "“"
            assert text.endswith((".", "; or")), text

    def test_names_only_situations_that_a_clause_can_meet(self, code):
        for note in TREATIES[code].notes.values():
            assert set(note.touched_by) <= situations(), note.code

    def test_gives_a_source_for_everything_dated(self, code):
        treaty = TREATIES[code]
        assert list(treaty.in_effect) == list(treaty.parties)
        for dated in (treaty.signed, treaty.in_force, *treaty.in_effect.values()):
            assert dated.source
            assert dated.certainty in ("found", "derived", "unconfirmed")


def latin(source: str) -> str:
    """The Latin label of a label as printed: ۲ (ب) is 5(2)(b), 3 a) is 5(3)(a)."""
    digits = source.translate(str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789"))
    if found := re.fullmatch(r"پروتکل، (\d)", digits):
        return f"Protocol({found[1]})"
    if found := re.fullmatch(r"تبصره (\d)", digits):
        return f"Law(note {found[1]})"
    found = re.fullmatch(r"(\d+)(?: \(?(\w+)\))?", digits)
    assert found, source
    letters = dict(zip(["الف", *"بپتثجچحخ"], "abcdefghi", strict=True))
    item = f"({letters.get(found[2], found[2])})" if found[2] else ""
    return f"5({found[1]}){item}"


def texts(treaty):
    """Every English text of a treaty file that is shown to an adviser as a sentence."""
    for paragraph in (*treaty.paragraphs.values(), *treaty.borrowed.values()):
        yield paragraph.en
        if paragraph.decides_nothing:
            yield paragraph.decides_nothing.en
    yield from (note.en for note in treaty.notes.values())
    yield from (reading.why.en for reading in treaty.readings.values())
    yield treaty.text_note.en
    if treaty.beyond:
        yield treaty.beyond.en


def situations() -> set[str]:
    sources = Path(treaties.__file__).parent.rglob("*.py")
    calls = re.findall(r"\.touch\(([^)]*)\)", " ".join(s.read_text("utf-8") for s in sources))
    return set(re.findall(r'"([a-z_.]+)"', " ".join(calls)))


@pytest.mark.parametrize(
    ("kind", "code", "expected"),
    [(kind, code, limit) for kind, limits in LIMITS.items() for code, limit in limits.items()],
)
def test_a_clock_has_the_limit_of_its_text(kind, code, expected):
    (clause,) = TREATIES[code].clauses_of(kind)
    limit = clause.more_than
    words = f"{limit.days} days" if limit.days else f"{limit.months} months"
    measured = clause.measured
    found = (clause.paragraph, words, measured.within, measured.counts, measured.project)
    assert found == expected


NUMBERS = {"twelve": 12, "six": 6}


@pytest.mark.parametrize("code", CODES)
def test_a_restatement_names_the_limit_of_its_clause(code):
    for kind in ("building_site", "services", "exploration"):
        for clause in TREATIES[code].clauses_of(kind):
            said = TREATIES[code].paragraph(clause.paragraph).en
            found = re.search(r"more than (\w+) (days|months)", said)
            number = NUMBERS.get(found[1]) or int(found[1])
            assert getattr(clause.more_than, found[2]) == number


class TestIranMontenegro:
    """The text of IR-RS under another partner: the Protocol and the law's note are borrowed."""

    treaty = TREATIES["IR-ME"]
    lender = TREATIES["IR-RS"]

    def test_has_the_article_of_the_treaty_of_2004(self):
        for label, paragraph in self.treaty.paragraphs.items():
            other = self.lender.paragraphs[label]
            assert (paragraph.en, paragraph.fa, paragraph.ka) == (other.en, other.fa, other.ka)

    def test_borrows_the_protocol_and_the_condition_of_reciprocity(self):
        assert sorted(self.treaty.borrowed) == ["Law(note 2)", "Protocol(1)", "Protocol(2)"]
        for label, paragraph in self.treaty.borrowed.items():
            assert paragraph.borrowed_from == "IR-RS"
            assert paragraph.text == self.lender.paragraphs[label].text
            assert self.treaty.paragraph(label) is paragraph

    def test_asks_for_reciprocity_and_the_other_four_do_not(self):
        assert {code: treaty.reciprocity for code, treaty in TREATIES.items()} == {
            **dict.fromkeys(CODES), "IR-ME": "Law(note 2)",
        }  # fmt: skip

    def test_reads_the_protocol_in_where_the_treaty_of_2004_fixes_it(self):
        (open_one,) = self.treaty.clauses_of("exceptions")
        (fixed,) = self.lender.clauses_of("exceptions")
        assert open_one.protocol_delivery.protocol is None
        assert fixed.protocol_delivery.protocol == "applies"
        assert open_one.protocol_delivery.needs == fixed.protocol_delivery.needs

    def test_differs_from_it_in_nothing_else(self):
        for kind in KINDS:
            if kind not in ("conditions", "exceptions"):
                assert self.treaty.clauses_of(kind) == self.lender.clauses_of(kind)


class TestWhatIsNotKnown:
    """What was not found is said, not guessed."""

    def test_the_georgian_text_names_no_partner_and_says_why_india_is_presumed(self):
        note = TREATIES["GE-IN"].text_note.en
        assert "names no partner State" in note
        assert "India is presumed" in note
        assert "K1" in TREATIES["GE-IN"].notes_touched((), ("5(1)",))

    def test_articles_read_beyond_article_5_are_named_as_not_decided(self):
        beyond = TREATIES["IR-RS"].beyond.en
        assert "4, 8, 14(1)(2), 15(2) and 15(4)" in beyond
        assert "not decided here" in beyond
        assert {code for code, treaty in TREATIES.items() if treaty.beyond} == {"IR-RS"}

    def test_the_protocol_with_hungary_was_not_found(self):
        assert TREATIES["IR-HU"].protocol == "named_not_seen"
        assert "Protocol whose text was not found" in TREATIES["IR-HU"].text_note.en
        assert "G2" in TREATIES["IR-HU"].notes_touched((), ("5(7)",))

    def test_nobody_knows_whether_the_treaty_with_bangladesh_is_in_force(self):
        treaty = TREATIES["IR-BD"]
        assert [treaty.signed.date, treaty.in_force.date] == [None, None]
        assert {dated.date for dated in treaty.in_effect.values()} == {None}

    def test_english_prevails_where_the_text_says_so(self):
        prevails = {code: treaty.prevails for code, treaty in TREATIES.items()}
        assert prevails == {**dict.fromkeys(CODES, "unknown"), "IR-ME": "en", "IR-RS": "en"}

    def test_dates_are_those_of_the_sources(self):
        known = {
            code: tuple(one.date for one in (t.signed, t.in_force, *t.in_effect.values()))
            for code, t in TREATIES.items()
        }
        assert known == {
            "IR-ME": ("2004-12-07", None, None, None),
            "IR-RS": ("2004-12-07", "2011", "2012-01-01", "2012-01-01"),
            "IR-HU": ("2015-11-30", "2017-01-01", None, None),
            "IR-BD": (None, None, None, None),
            "GE-IN": ("2011-08-24", "2011-12-08", "2012-01-01", "2012-04-01"),
        }

    def test_a_day_from_memory_is_unconfirmed(self):
        assert TREATIES["IR-HU"].signed.certainty == "unconfirmed"


# the activities of each item
IRANIAN_ITEMS = [
    "storage display", "processing_by_another", "purchasing collecting_information", "other",
]  # fmt: skip
GEORGIAN_ITEMS = [
    "storage display delivery", "processing_by_another", "purchasing", "collecting_information",
    "other",
]  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_the_exceptions_are_the_items_of_the_text(code):
    (clause,) = TREATIES[code].clauses_of("exceptions")
    expected = GEORGIAN_ITEMS if code == "GE-IN" else IRANIAN_ITEMS
    assert [" ".join(item.activities) for item in clause.items] == expected
    cited = {label for item in clause.items for label in item.paragraphs}
    listed = {label for label in PARAGRAPHS[code] if label.startswith(f"{clause.paragraph}(")}
    assert cited | {clause.combination.paragraph} == listed


AGENTS = {  # paragraphs of the limbs on contracts, stock and orders, and how independence is lost
    "IR-ME": ("5(5)(1)", "5(5)(2)", None, "never"),
    "IR-RS": ("5(5)(1)", "5(5)(2)", None, "never"),
    "IR-HU": ("5(5)", None, None, "devoted_and_not_arms_length"),
    "IR-BD": ("5(7)", "5(7)", None, "exclusive_for_related"),
    "GE-IN": ("5(5)(a)", "5(5)(b)", "5(5)(c)", "devoted"),
}


@pytest.mark.parametrize("code", CODES)
def test_the_agent_clause_has_the_limbs_and_the_proviso_of_the_text(code):
    (clause,) = TREATIES[code].clauses_of("agent")
    limbs = [
        None if limb == "none" else limb.paragraph
        for limb in (clause.contract, clause.stock, clause.order)
    ]
    shield = TREATIES[code].clause_at(clause.independent, "independence")
    assert (*limbs, shield.lost_if) == AGENTS[code]
    assert clause.contract.unless_limited_to == TREATIES[code].clauses_of("exceptions")[0].paragraph
    assert clause.stock == "none" or clause.stock.unless_limited_to == "none"


def test_every_reading_known_is_left_open_by_some_treaty():
    assert {name for names in LEFT_OPEN.values() for name in names.split()} == set(READINGS)
    assert {name: kind.options for name, kind in READINGS.items()} == OPTIONS

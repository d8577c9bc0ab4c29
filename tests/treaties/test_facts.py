"""Facts documents: what is read, what is refused and in which words, and the paths of facts."""

import dataclasses
import json
import unicodedata
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.treaties.schema_check import schema_faults
from treaties.conclusion_schema import conclusion_schema
from treaties.errors import TreatiesError
from treaties.facts import (
    FIELDS,
    SHAPES,
    FactsError,
    Span,
    fact_field,
    facts_schema,
    get_fact,
    load_json,
    parse_facts,
    parse_path,
    with_fact,
)
from treaties.text import TextError, clean_line, clean_note, shown

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
REQUIRED = {
    "format": "pe-facts/1",
    "treaty": "IR-BD",
    "residence_state": "IR",
    "source_state": "BD",
    "as_of": "2026-06-30",
}


def document(**keys):
    """A small document with one item of each kind, and the keys given in place of its own."""
    return {
        **REQUIRED,
        "related_enterprises": [{"id": "sub", "name": "Sub", "direct": {"votes": 60}}],
        "places": [
            {
                "id": "store",
                "kind": "storage",
                "fixed": True,
                "from": "2025-01-10",
                "to": None,
                "activities": [{"kind": "storage", "goods_of_enterprise": True}],
            }
        ],
        "building_sites": [{"id": "s1", "kind": "construction", "project": "bridge"}],
        "services": [
            {
                "id": "e1",
                "project": "plant",
                "through_personnel": True,
                "periods": [{"from": "2025-02-01", "to": "2025-03-31", "person": "A. K."}],
            }
        ],
        "exploration": [{"id": "r1", "kind": "rig", "periods": [{"from": "2025-01-01"}]}],
        "agents": [{"id": "a1", "relation": "third_party", "enterprise": "sub"}],
        **keys,
    }


def place(**keys):
    return document(places=[{"id": "store", **keys}])


def faults_of(bad, **options):
    with pytest.raises(FactsError) as refused:
        parse_facts(bad, **options)
    return [(fault.path, fault.problem, fault.remedy) for fault in refused.value.faults]


def refusal(call, *arguments):
    """The error of the one family that a call raises, or None; any other error fails the test."""
    try:
        call(*arguments)
    except FactsError as refused:
        return refused
    return None


# What is read


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_is_read_and_fits_the_schema(path):
    facts = json.loads(path.read_text("utf-8"))["facts"]
    assert schema_faults(facts, facts_schema()) == []
    assert parse_facts(facts).document == facts
    assert parse_facts(load_json(json.dumps(facts))) == parse_facts(facts)


def test_the_cases_are_there():
    assert len(CASES) > 50


def test_what_is_missing_is_not_known():
    facts = parse_facts(REQUIRED)
    assert facts.as_of == date(2026, 6, 30)
    assert facts.places is facts.agents is facts.services is facts.exploration is None
    assert facts.conditions.resident is facts.enterprise.insurer is None
    assert facts.controls_company_there is facts.tax_period is None
    assert (facts.readings, facts.annotations) == ({}, {})
    assert facts.not_known == facts.contested == frozenset()
    assert facts.document == REQUIRED


def test_an_empty_list_says_that_there_are_none():
    facts = parse_facts({**REQUIRED, "places": [], "agents": None})
    assert facts.places == ()
    assert facts.agents is None


def test_missing_groups_hold_facts_that_are_not_known():
    facts = parse_facts(document(related_enterprises=[{"id": "sub", "common_owner": None}]))
    assert facts.places[0].fragmentation.complementary is None
    assert facts.related_enterprises[0].direct.votes is None
    assert facts.related_enterprises[0].in_related.votes is None


def test_a_name_is_the_id_where_there_is_none():
    facts = parse_facts(document())
    assert facts.places[0].name == facts.places[0].id == "store"
    assert facts.related_enterprises[0].name == "Sub"
    assert "name" not in facts.document["places"][0]


DATES = [
    # from, to (… = key missing), first known, last known, still going on
    ("2025-01-10", "2025-02-01", True, True, False),
    ("2025-01-10", "2025-01-10", True, True, False),
    ("2025-01-10", None, True, False, True),
    ("2025-01-10", ..., True, False, False),
    (None, None, False, False, True),
    (..., "2025-02-01", False, True, False),
    (..., ..., False, False, False),
]


@pytest.mark.parametrize(("first", "last", "first_known", "last_known", "ongoing"), DATES)
def test_an_explicit_null_end_goes_on_and_a_missing_one_is_not_known(
    first, last, first_known, last_known, ongoing
):
    dates = {key: day for key, day in (("from", first), ("to", last)) if day is not ...}
    span = parse_facts(place(**dates)).places[0].span
    assert span.first == (date.fromisoformat(first).toordinal() if first_known else None)
    assert span.last == (date.fromisoformat(last).toordinal() if last_known else None)
    assert span.ongoing is ongoing
    assert span.known is (first_known and (last_known or ongoing))


@pytest.mark.parametrize(
    ("worked", "expected"), [({}, True), ({"worked": None}, None), ({"worked": False}, False)]
)
def test_a_period_that_does_not_say_is_worked(worked, expected):
    facts = parse_facts(document(services=[{"id": "e1", "periods": [worked]}]))
    assert facts.services[0].periods[0].worked is expected


def test_days_of_a_rig_are_worked():
    assert parse_facts(document()).exploration[0].periods[0].worked is True


@pytest.mark.parametrize("interruptions", [{}, {"interruptions": None}, {"interruptions": []}])
def test_a_site_without_interruptions_has_none(interruptions):
    facts = parse_facts(document(building_sites=[{"id": "s1", **interruptions}]))
    assert facts.building_sites[0].interruptions == ()


def test_other_lists_of_an_item_can_be_not_known():
    facts = parse_facts(
        document(
            places=[{"id": "p", "activities": None}, {"id": "q", "activities": []}],
            services=[{"id": "e1", "periods": None}],
        )
    )
    assert facts.places[0].activities is None
    assert facts.places[1].activities == ()
    assert facts.services[0].periods is None


PERCENTAGES = [
    # as given, exact value, as normalised
    (60, Decimal(60), 60),
    (0, Decimal(0), 0),
    (100, Decimal(100), 100),
    (-0.0, Decimal(0), 0),
    (50.0, Decimal(50), 50),
    (33.3, Decimal("33.3"), 33.3),
    (0.1 + 0.2, Decimal("0.30000000000000004"), 0.30000000000000004),
    (1e-7, Decimal("0.0000001"), 1e-7),
    ("50", Decimal(50), 50),
    ("50.0001", Decimal("50.0001"), 50.0001),
    ("050.50", Decimal("50.5"), 50.5),
    (Decimal("33.333333333333333333333333"), Decimal("33.333333333333333333333333"), ...),
    ("99." + "9" * 50, Decimal("99." + "9" * 50), "99." + "9" * 50),
    (None, None, None),
]


@pytest.mark.parametrize(("given_as", "exact", "normal"), PERCENTAGES)
def test_percentages_are_exact(given_as, exact, normal):
    facts = parse_facts(
        document(related_enterprises=[{"id": "sub", "direct": {"votes": given_as}}])
    )
    assert facts.related_enterprises[0].direct.votes == exact
    kept = facts.document["related_enterprises"][0]["direct"]["votes"]
    assert kept == (str(exact) if normal is ... else normal)
    assert type(kept) in (int, float, str, type(None))
    assert parse_facts(json.loads(json.dumps(facts.document))) == facts


def test_a_number_in_json_keeps_all_its_digits():
    text = json.dumps(document()).replace('"votes": 60', '"votes": 50.00000000000000000001')
    votes = parse_facts(load_json(text)).related_enterprises[0].direct.votes
    assert votes == Decimal("50.00000000000000000001")
    assert votes > 50


def test_a_contested_fact_is_not_known_but_its_value_is_kept():
    paths = [
        "places[store].fixed",
        "places[store].activities[storage].goods_of_enterprise",
        "places[store].fragmentation.complementary",
        "services[e1].periods[0].worked",
        "controls_company_there",
    ]
    facts = parse_facts(document(annotations={path: {"contested": True} for path in paths}))
    assert facts.contested == frozenset(paths)
    assert [get_fact(facts, path) for path in paths] == [None] * 5
    assert get_fact(facts.document, paths[0]) is True
    assert get_fact(facts.document, paths[1]) is True
    assert facts.document["services"][0]["periods"][0] == document()["services"][0]["periods"][0]


def test_an_annotation_may_stand_on_a_fact_or_on_an_item():
    notes = {
        "places[store].from": {"note": "lease\r\nseen", "evidence": ["lease.pdf p. 3"]},
        "services[e1].periods[0]": {"note": None, "contested": False},
        "as_of": {"note": "day of the client's letter"},
    }
    facts = parse_facts(document(annotations=notes))
    assert facts.annotations["places[store].from"]["note"] == "lease\nseen"
    assert facts.contested == frozenset()


def test_facts_named_not_known_are_kept_once():
    facts = parse_facts(document(not_known=["agents", "agents[a1].independent", "agents"]))
    assert facts.not_known == {"agents", "agents[a1].independent"}
    assert facts.document["not_known"] == ["agents", "agents[a1].independent"]


def test_the_input_is_neither_kept_nor_changed():
    given_document = document(services=[{"id": "e1", "project": " plant ", "periods": [{}]}])
    before = json.dumps(given_document)
    facts = parse_facts(given_document)
    assert json.dumps(given_document) == before
    given_document["services"][0]["periods"][0]["worked"] = False
    given_document["places"].clear()
    assert facts.document["places"]
    assert facts.document["services"][0]["periods"] == [{}]


def test_facts_cannot_be_changed():
    facts = parse_facts(document())
    for part in (facts, facts.places[0], facts.places[0].span, facts.services[0].periods[0]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, None)


# Text


TEXTS = [
    # as given, as kept
    ("Rashid", "Rashid"),
    ("  Rashid \t& Sons ", "Rashid  & Sons"),
    ("two\r\nlines\rand\u2028more", "two lines and more"),
    ("e\u0301", "\u00e9"),
    ("\u0645\u06cc\u200c\u0634\u0648\u062f", "\u0645\u06cc\u200c\u0634\u0648\u062f"),
    ("\u10d7\u10d1\u10d8\u10da\u10d8\u10e1\u10d8", "\u10d7\u10d1\u10d8\u10da\u10d8\u10e1\u10d8"),
    ("a\u200db", "a\u200db"),
    ("{{ settings.SECRET_KEY }} %(name)s =1+1", "{{ settings.SECRET_KEY }} %(name)s =1+1"),
    ("", None),
    (" \n ", None),
    (None, None),
]


@pytest.mark.parametrize(("given_as", "kept"), TEXTS)
def test_a_single_line_is_cleaned(given_as, kept):
    facts = parse_facts(document(services=[{"id": "e1", "project": given_as}]))
    assert facts.services[0].project == kept
    assert facts.document["services"][0]["project"] == kept


FORBIDDEN = [
    *(chr(code) for code in (*range(0x00, 0x09), 0x0B, 0x0C, *range(0x0E, 0x20))),
    *(chr(code) for code in range(0x7F, 0xA0)),
    *(chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    "\ud800",
    "\udfff",
    "\ufffe",
    "\uffff",
    "\U0010ffff",
]


@pytest.mark.parametrize("character", FORBIDDEN, ids=lambda c: f"U+{ord(c):04X}")
def test_forbidden_characters_are_refused_and_named(character):
    for clean in (clean_line, clean_note):
        with pytest.raises(TextError) as refused:
            clean(f"abc{character}fdp.exe")
        assert refused.value.problem == f"holds the character U+{ord(character):04X} at position 4"
    [(path, problem, _)] = faults_of(place(name=f"abc{character}"))
    assert path == "places[store].name"
    assert f"U+{ord(character):04X}" in problem


@given(st.text(max_size=200))
def test_clean_text_is_stable_and_printable_in_xml(text):
    for clean in (clean_line, clean_note):
        try:
            cleaned = clean(text)
        except TextError:
            continue
        assert clean(cleaned) == cleaned
        assert unicodedata.is_normalized("NFC", cleaned)
        cleaned.encode("utf-8")
        assert not any(unicodedata.category(c) == "Cc" and c != "\n" for c in cleaned)


def test_a_text_has_at_most_ten_thousand_characters_after_normalisation():
    assert clean_line("e\u0301" * 10_000) == "\u00e9" * 10_000
    for too_long in ("x" * 10_001, "e\u0301" * 10_001, "\u0301" * 1_000_000):
        [(path, problem, remedy)] = faults_of(place(name=too_long))
        assert path == "places[store].name"
        assert "characters" in problem
        assert "10000" in remedy


# What is refused: the document, then path, a part of the problem, a part of the remedy

BAD = {
    "a list": ([], "", "must be an object, but is a list", "pe-facts/1"),
    "null": (None, "", "must be an object, but is null", "pe-facts/1"),
    "no format": ({**REQUIRED, "format": ...}, "format", "is missing", "pe-facts/1"),
    "another format": ({**REQUIRED, "format": "pe-facts/2"}, "format", "pe-facts/2", "pe-facts/1"),
    "no treaty": ({**REQUIRED, "treaty": ...}, "treaty", "is missing", "treaty"),
    "treaty null": ({**REQUIRED, "treaty": None}, "treaty", "but is null", "treaty"),
    "no day": ({**REQUIRED, "as_of": ...}, "as_of", "is missing", "day"),
    "day null": ({**REQUIRED, "as_of": None}, "as_of", "but is null", "YYYY-MM-DD"),
    "one State": ({**REQUIRED, "source_state": "IR"}, "source_state", "residence State", "party"),
    "unknown key": (document(place=[]), "place", "is no key", '"places"'),
    "unknown key, none near": (document(zzz=1), "zzz", "is no key", "agents"),
    "key of an item": (place(fixd=True), "places[store].fixd", "is no key", '"fixed"'),
    "key that is no text": (document() | {7: 1}, "the number 7", "is no key", "remove it"),
    "worked of a rig": (
        document(exploration=[{"id": "r1", "periods": [{"worked": True}]}]),
        "exploration[r1].periods[0].worked",
        "is no key",
        "remove it",
    ),
    "yes as text": (place(fixed="yes"), "places[store].fixed", 'the text "yes"', "null"),
    "one as yes": (place(fixed=1), "places[store].fixed", "the number 1", "null"),
    "zero as no": (place(fixed=0), "places[store].fixed", "the number 0", "null"),
    "decimal as yes": (place(fixed=Decimal("1.0")), "places[store].fixed", "number 1.0", "null"),
    "list as yes": (place(fixed=[]), "places[store].fixed", "is a list", "null"),
    "kind": (place(kind="Storage"), "places[store].kind", '"Storage"', '"storage"'),
    "kind as list": (place(kind=["storage"]), "places[store].kind", "a list", "branch"),
    "date as number": (place(**{"from": 20250101}), "places[store].from", "number", "YYYY"),
    "date as day": (place(**{"from": date(2025, 1, 1)}), "places[store].from", "date", "YYYY"),
    "date and time": (
        place(**{"from": "2025-01-01T00:00"}),
        "places[store].from",
        "no date",
        "YYYY-MM-DD",
    ),
    "basic format": (place(**{"from": "20250101"}), "places[store].from", "no date", "YYYY-MM-DD"),
    "week date": (place(**{"from": "2025-W01-1"}), "places[store].from", "no date", "YYYY-MM-DD"),
    "Arabic digits": (
        place(**{"from": "\u06f2\u06f0\u06f2\u06f5-01-01"}),
        "places[store].from",
        "no date",
        "YYYY-MM-DD",
    ),
    "no such day": (place(**{"from": "2025-02-29"}), "places[store].from", "no day", "YYYY-MM-DD"),
    "Solar Hijri": (place(**{"from": "1403-12-30"}), "places[store].from", "1900 to 2200", "Hijri"),
    "far future": (place(to="2201-01-01"), "places[store].to", "1900 to 2200", "Gregorian"),
    "end first": (
        place(**{"from": "2025-01-02", "to": "2025-01-01"}),
        "places[store].to",
        "before the first day 2025-01-02",
        "Correct",
    ),
    "period's end first": (
        document(services=[{"id": "e1", "periods": [{"from": "2025-01-02", "to": "2025-01-01"}]}]),
        "services[e1].periods[0].to",
        "before the first day",
        "Correct",
    ),
    "break's end first": (
        document(
            building_sites=[
                {"id": "s1", "interruptions": [{"from": "2025-01-02", "to": "2025-01-01"}]}
            ]
        ),
        "building_sites[s1].interruptions[0].to",
        "before the first day",
        "Correct",
    ),
    "tax period": (
        document(tax_period={"from": "2026-12-31", "to": "2026-01-01"}),
        "tax_period.to",
        "before the first day",
        "Correct",
    ),
    "no id": (document(places=[{"fixed": True}]), "places[0].id", "is missing", "unique"),
    "id null": (document(places=[{"id": None}]), "places[0].id", "must be an id", "64"),
    "id with a space": (document(places=[{"id": "a b"}]), "places[0].id", '"a b"', "A-Z"),
    "id with a bracket": (document(places=[{"id": "a]"}]), "places[0].id", "must be an id", "A-Z"),
    "id with a line feed": (document(places=[{"id": "a\n"}]), "places[0].id", "an id", "A-Z"),
    "empty id": (document(places=[{"id": ""}]), "places[0].id", "must be an id", "64"),
    "long id": (document(places=[{"id": "x" * 65}]), "places[0].id", "must be an id", "64"),
    "id as number": (document(places=[{"id": 7}]), "places[0].id", "the number 7", "A-Z"),
    "same id in two lists": (
        document(places=[{"id": "a1"}]),
        "agents[0].id",
        'is "a1", which places[0].id has already',
        "of its own",
    ),
    "same id in one list": (
        document(places=[{"id": "p"}, {"id": "q"}, {"id": "p"}]),
        "places[2].id",
        'is "p", which places[0].id has already',
        "of its own",
    ),
    "activity twice": (
        place(activities=[{"kind": "storage"}, {"kind": "storage"}]),
        "places[store].activities[1].kind",
        'is "storage", which places[store].activities[0].kind has already',
        "once",
    ),
    "activity without a kind": (
        place(activities=[{"occasional": True}]),
        "places[store].activities[0].kind",
        "is missing",
        "kind",
    ),
    "activity of no kind": (
        place(activities=[{"kind": None}]),
        "places[store].activities[0].kind",
        "null",
        "core",
    ),
    "items as an object": (document(places={}), "places", "must be a list or null", "[]"),
    "an item as text": (document(places=["store"]), "places[0]", "must be an object", "{}"),
    "a period as null": (
        document(services=[{"id": "e1", "periods": [None]}]),
        "services[e1].periods[0]",
        "must be an object, but is null",
        "{}",
    ),
    "a group as a list": (document(conditions=[]), "conditions", "must be an object", "{}"),
    "dangling by": (
        document(building_sites=[{"id": "s1", "by": "subs"}], exploration=[]),
        "building_sites[s1].by",
        'names no item of related_enterprises: the text "subs"',
        'Write "sub"; or null',
    ),
    "by of a list not known": (
        {**REQUIRED, "services": [{"id": "e1", "periods": [{"by": "sub"}]}]},
        "services[e1].periods[0].by",
        "names no item of related_enterprises",
        "null",
    ),
    "dangling enterprise": (
        document(agents=[{"id": "a1", "enterprise": "store"}]),
        "agents[a1].enterprise",
        "names no item of related_enterprises",
        "sub",
    ),
    "dangling fragmentation": (
        place(fragmentation={"enterprise": "x"}),
        "places[store].fragmentation.enterprise",
        "names no item",
        "sub",
    ),
    "dangling part_of_site": (
        place(part_of_site="a1"),
        "places[store].part_of_site",
        "names no item of building_sites or exploration",
        "s1, r1",
    ),
    "reference as object": (place(part_of_site={}), "places[store].part_of_site", "object", "null"),
    "project as number": (
        document(services=[{"id": "e1", "project": 7}]),
        "services[e1].project",
        "must be a text or null, but is the number 7",
        "quotes",
    ),
    "readings as list": (document(readings=["month"]), "readings", "must be an object", "{}"),
    "option null": (document(readings={"month": None}), "readings.month", "option", "remove"),
    "option as text": (document(readings={"month": "a b"}), "readings.month", "option", "remove"),
    "reading's name": (document(readings={"a b": "x"}), "readings.a b", "no name", "Remove"),
    "not_known as text": (document(not_known="agents"), "not_known", "must be a list", "[]"),
    "not_known number": (document(not_known=[1]), "not_known[0]", "must be a text", "remove"),
    "not_known, no key": (
        document(not_known=["places[store].fixd"]),
        "not_known[0]",
        'names no fact: the text "fixd"',
        '"fixed"',
    ),
    "not_known, no item": (
        document(not_known=["places[stor].fixed"]),
        "not_known[0]",
        "names an item that is not in places",
        '"store"',
    ),
    "not_known, list null": (
        document(agents=None, not_known=["agents[a1].independent"]),
        "not_known[0]",
        "not in agents",
        "Remove",
    ),
    "not_known, no period": (
        document(not_known=["services[e1].periods[1].worked"]),
        "not_known[0]",
        "not in periods",
        "0 to 0",
    ),
    "not_known, no activity": (
        document(not_known=["places[store].activities[delivery].occasional"]),
        "not_known[0]",
        "not in activities",
        "storage",
    ),
    "not_known item": (document(not_known=["places[store]"]), "not_known[0]", "no single", "one"),
    "not_known group": (document(not_known=["conditions"]), "not_known[0]", "no single", "one"),
    "not_known id": (document(not_known=["places[store].id"]), "not_known[0]", "no single", "one"),
    "not_known day": (document(not_known=["as_of"]), "not_known[0]", "always known", "Remove"),
    "annotations list": (document(annotations=[]), "annotations", "must be an object", "{}"),
    "annotation null": (
        document(annotations={"as_of": None}),
        "annotations[as_of]",
        "must be an object",
        "{}",
    ),
    "annotation on nothing": (
        document(annotations={"places[x].fixed": {}}),
        "annotations[places[x].fixed]",
        "names an item that is not in places",
        "store",
    ),
    "annotation on format": (
        document(annotations={"format.x": {}}),
        "annotations[format.x]",
        "goes on after",
        "End",
    ),
    "annotation on itself": (
        document(annotations={"annotations": {}}),
        "annotations[annotations]",
        "is on no fact",
        "fact",
    ),
    "annotation's key": (
        document(annotations={"as_of": {"notes": "x"}}),
        "annotations[as_of].notes",
        "is no key",
        '"note"',
    ),
    "evidence": (
        document(annotations={"as_of": {"evidence": ["a", 1]}}),
        "annotations[as_of].evidence[1]",
        "must be a text",
        "quotes",
    ),
    "contested text": (
        document(annotations={"as_of": {"contested": "no"}}),
        "annotations[as_of].contested",
        "must be true, false or null",
        "null",
    ),
    **{
        f"contested {path}": (
            document(annotations={path: {"contested": True}}),
            f"annotations[{path}].contested",
            "only a yes/no fact can be contested",
            "false",
        )
        for path in (
            "places",
            "places[store]",
            "places[store].from",
            "places[store].kind",
            "related_enterprises[sub].direct.votes",
            "services[e1].project",
        )
    },
}


@pytest.mark.parametrize(("bad", "path", "problem", "remedy"), BAD.values(), ids=BAD)
def test_a_fault_says_where_what_and_what_to_do(bad, path, problem, remedy):
    if isinstance(bad, dict):
        bad = {key: value for key, value in bad.items() if value is not ...}
    [(fault_path, fault_problem, fault_remedy)] = faults_of(bad)
    assert fault_path == path
    assert problem in fault_problem
    assert remedy in fault_remedy


BAD_PERCENTAGES = [
    (True, "is true"),
    (False, "is false"),
    (-1, "outside 0 to 100"),
    (101, "outside 0 to 100"),
    (100.0001, "outside 0 to 100"),
    ("100.0001", "outside 0 to 100"),
    (10**30, "outside 0 to 100"),
    (10**5000, "a very large number"),
    (Decimal("1e400"), "outside 0 to 100"),
    (Decimal("-1e-999999"), "outside 0 to 100"),
    (Decimal("1e-999999"), "decimal places"),
    (float("nan"), "finite"),
    (float("inf"), "finite"),
    (Decimal("NaN"), "finite"),
    (Decimal("sNaN"), "finite"),
    (Decimal("-Infinity"), "finite"),
    ("NaN", "no plain decimal number"),
    ("1e2", "no plain decimal number"),
    ("1_0", "no plain decimal number"),
    ("33,3", "no plain decimal number"),
    ("50%", "no plain decimal number"),
    ("\u066a", "no plain decimal number"),
    ("\u06f5\u06f0", "no plain decimal number"),
    ("-0", "no plain decimal number"),
    ("", "no plain decimal number"),
    ("1" * 100_000, "no plain decimal number"),
    ("0." + "1" * 51, "51 decimal places"),
    ([50], "a list"),
    (1j, "a value of type complex"),
]


@pytest.mark.parametrize(("value", "problem"), BAD_PERCENTAGES, ids=lambda v: shown(v)[:30])
def test_what_is_no_percentage_is_refused(value, problem):
    bad = document(related_enterprises=[{"id": "sub", "direct": {"votes": value}}])
    [(path, found, remedy)] = faults_of(bad)
    assert path == "related_enterprises[sub].direct.votes"
    assert problem in found
    assert remedy


def test_all_faults_are_named_at_once():
    found = faults_of(
        document(
            as_of="2026-13-01",
            places=[{"id": "p", "fixed": "yes", "from": "x", "to": 3, "sie": 1}, {"id": "p"}, 4],
            not_known=["nothing"],
        )
    )
    assert [path for path, _, _ in found] == [
        "as_of",
        "places[p].fixed",
        "places[p].from",
        "places[p].to",
        "places[p].sie",
        "places[1].id",
        "places[2]",
        "not_known[0]",
    ]


def test_the_error_reads_as_lines_of_path_problem_and_remedy():
    with pytest.raises(TreatiesError) as refused:
        parse_facts(place(fixed="yes", kind="offce"))
    assert str(refused.value).splitlines() == [
        'places[store].fixed: must be true, false or null, but is the text "yes". '
        "Write null for not known.",
        'places[store].kind: is none of the values allowed: the text "offce". '
        'Write "office"; or null when it is not known.',
    ]


def test_of_very_many_faults_the_first_are_kept_and_the_others_counted():
    periods = [{"worked": 0, "zzz": 1}] * 20_000
    with pytest.raises(FactsError) as refused:
        parse_facts(document(services=[{"id": "e1", "periods": periods}]))
    assert len(refused.value.faults) == 1_000
    assert refused.value.more == 39_000
    assert str(refused.value).endswith("… and 39950 more.")


@pytest.mark.parametrize(
    ("treaty", "source", "path", "remedy"),
    [
        ("IR-DB", "BD", "treaty", 'Write "IR-BD"'),
        ("IR-RS", "BD", "source_state", "IR or RS"),
        ("GE-IN", "GE", "residence_state", "GE or IN"),
    ],
)
def test_with_the_treaties_at_hand_the_parties_are_checked(treaty, source, path, remedy):
    states = {"IR-BD": ("IR", "BD"), "IR-RS": ("IR", "RS"), "GE-IN": ("GE", "IN")}
    assert parse_facts(document(), states=states).treaty == "IR-BD"
    bad = document(treaty=treaty, source_state=source)
    [(fault_path, _, fault_remedy)] = faults_of(bad, states=states)
    assert (fault_path, remedy in fault_remedy) == (path, True)


def test_messages_hold_nothing_invisible_and_stay_short():
    nasty = "\ud800\u202e\x00" + "x" * 100_000
    bad = document(
        **{nasty: 1},
        readings={nasty: nasty},
        annotations={nasty: {nasty: nasty}},
        not_known=[nasty],
        places=[{"id": nasty, "kind": nasty, "from": nasty, "name": nasty, "part_of_site": nasty}],
    )
    for fault in faults_of(bad):
        for text in fault:
            assert text.isprintable()
            assert len(text) < 500


# JSON text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not JSON"),
        ("{", "line 1, column 2"),
        ('{"a": 1,\n "b" 2}', "line 2, column 6"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1, "b": 2, "a": 3}', 'names the text "a" twice'),
        ('{"x": [{"a\\u0000": 1, "a\\u0000": 1}]}', 'names the text "aU+0000" twice'),
        (b'{"a": "\xff"}', "not UTF-8: byte 8"),
        ('{"a": ' + "1" * 5000 + "}", "too long"),
        ('{"a": 1e99999999999999999999}', "too long"),
        ("[" * 500_000, "nested too deeply"),
        ('{"a":' * 500_000, "nested too deeply"),
        ("[" * 5_000_000 + "]" * 5_000_000, "nested too deeply"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_safe_json_is_refused(text, problem):
    with pytest.raises(FactsError) as refused:
        load_json(text)
    [fault] = refused.value.faults
    assert problem in fault.problem
    assert fault.remedy


def test_every_repeated_key_is_named():
    with pytest.raises(FactsError) as refused:
        load_json('{"a": {"b": 1, "b": 2}, "c": 1, "c": 2, "c": 3}')
    assert [fault.problem for fault in refused.value.faults] == [
        'names the text "b" twice in one object',
        'names the text "c" twice in one object',
    ]


def test_json_is_read_from_bytes_with_or_without_a_mark():
    expected = {"a": Decimal("0.1"), "b": [1, None, True, "\u00e9"]}
    text = '{"a": 0.1, "b": [1, null, true, "\u00e9"]}'
    assert load_json(text) == load_json(text.encode()) == expected
    assert load_json(text.encode("utf-8-sig")) == expected


def test_values_nested_without_end_are_refused_where_they_stand():
    deep = []
    for _ in range(200_000):
        deep = [deep]
    endless = {}
    endless["places"] = [endless]
    for bad in (deep, document(places=deep), document(zzz=deep), document(not_known=deep)):
        assert len(faults_of(bad)) == 1
    assert faults_of(endless)


# Paths

EVERY = [
    # path, pattern, kind of answer
    ("places", "places", "list"),
    ("places[store].fixed", "places[].fixed", "yes_no"),
    ("places[store].from", "places[].from", "date"),
    ("places[store].kind", "places[].kind", "choice"),
    ("places[store].activities", "places[].activities", "list"),
    (
        "places[store].activities[storage].goods_of_enterprise",
        "places[].activities[].goods_of_enterprise",
        "yes_no",
    ),
    ("places[store].fragmentation.complementary", "places[].fragmentation.complementary", "yes_no"),
    ("places[store].part_of_site", "places[].part_of_site", "reference"),
    ("services[e1].periods[0].worked", "services[].periods[].worked", "yes_no"),
    ("services[e1].periods[0]", "services[].periods[]", "list"),
    ("services[e1].project", "services[].project", "text"),
    ("related_enterprises[sub].direct.votes", "related_enterprises[].direct.votes", "percent"),
    (
        "related_enterprises[sub].common_owner.in_related.votes",
        "related_enterprises[].common_owner.in_related.votes",
        "percent",
    ),
    ("enterprise.insurer", "enterprise.insurer", "yes_no"),
    ("conditions.resident", "conditions.resident", "yes_no"),
    ("controls_company_there", "controls_company_there", "yes_no"),
    ("places[store].id", "places[].id", None),
]


@pytest.mark.parametrize(("path", "pattern", "asks"), EVERY)
def test_a_path_names_its_field(path, pattern, asks):
    assert parse_path(path).pattern == pattern
    assert fact_field(path).asks == asks
    assert FIELDS[pattern.removesuffix("[]")] is fact_field(path)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("", "names no fact"),
        ("place[store].fixed", "names no fact"),
        ("places[store].fixd", "names no fact"),
        ("places.fixed", "goes on after"),
        ("places[store].fixed.x", "goes on after"),
        ("places[store]fixed", "names no fact"),
        ("places[store", "names no fact"),
        ("places[].fixed", "is no id"),
        ("places[a b].fixed", "is no id"),
        ("enterprise[x].insurer", "is no list"),
        ("services[e1].periods[x].worked", "is no number"),
        ("services[e1].periods[-1].worked", "is no number"),
        ("services[e1].periods[01].worked", "is no number"),
        ("services[e1].periods[9999999999].worked", "is no number"),
        (" places[store].fixed", "names no fact"),
        ("places[store].fixed\n", "names no fact"),
        ("x" * 10_000, "is no facts path"),
    ],
)
def test_what_is_no_path_is_refused(path, problem):
    for use in (parse_path, fact_field, lambda path: get_fact(document(), path)):
        with pytest.raises(FactsError, match=problem):
            use(path)


FOUND = [
    ("places[store].fixed", True, True),
    ("places[store].at_disposal", None, None),
    ("places[store].from", "2025-01-10", "2025-01-10"),
    ("places[store].to", None, None),
    ("places[store].name", "store", None),
    ("places[store].fragmentation.complementary", None, None),
    ("places[store].activities[storage].goods_of_enterprise", True, True),
    ("services[e1].periods[0].worked", True, True),
    ("services[e1].periods[0].to", "2025-03-31", "2025-03-31"),
    ("related_enterprises[sub].direct.votes", Decimal(60), 60),
    ("related_enterprises[sub].common_owner.in_related.votes", None, None),
    ("conditions.resident", None, None),
    ("tax_period.from", None, None),
    ("as_of", "2026-06-30", "2026-06-30"),
    ("format", "pe-facts/1", "pe-facts/1"),
]


@pytest.mark.parametrize(("path", "in_facts", "in_document"), FOUND)
def test_a_fact_is_found_by_its_path(path, in_facts, in_document):
    facts = parse_facts(document())
    assert get_fact(facts, path) == in_facts
    assert get_fact(facts.document, path) == in_document


def test_an_item_is_found_by_its_path():
    facts = parse_facts(document())
    assert get_fact(facts, "places[store]") is facts.places[0]
    assert get_fact(facts, "services[e1].periods[0]") is facts.services[0].periods[0]
    assert get_fact(facts, "places") is facts.places
    assert get_fact(facts.document, "agents[a1]") is facts.document["agents"][0]


@pytest.mark.parametrize("path", ["places[x].fixed", "services[e1].periods[1].worked"])
def test_an_item_that_is_not_there_is_refused(path):
    facts = parse_facts(document())
    for use in (
        lambda: get_fact(facts, path),
        lambda: get_fact(facts.document, path),
        lambda: get_fact(parse_facts(REQUIRED), path),
        lambda: get_fact(REQUIRED, path),
        lambda: with_fact(facts, path, True),
    ):
        with pytest.raises(FactsError, match="names no item"):
            use()


CHANGEABLE = [path for path, _, asks in EVERY if asks == "yes_no"]


@pytest.mark.parametrize("path", CHANGEABLE)
@pytest.mark.parametrize("value", [True, False, None])
def test_one_fact_is_changed_and_all_others_stay(path, value):
    facts = parse_facts(document())
    changed = with_fact(facts, path, value)
    assert get_fact(changed, path) is value
    others = [other for other, _, _ in EVERY if not path.startswith(other) and other != path]
    assert [get_fact(changed, other) for other in others] == [
        get_fact(facts, other) for other in others
    ]
    assert get_fact(facts, path) is get_fact(document(), path)
    assert changed.document is facts.document


@pytest.mark.parametrize(
    "holder", ["direct", "common_owner.in_enterprise", "common_owner.in_related"]
)
def test_a_percentage_is_changed(holder):
    facts = parse_facts(document())
    path = f"related_enterprises[sub].{holder}.votes"
    assert get_fact(with_fact(facts, path, 51), path) == 51
    assert get_fact(with_fact(facts, path, Decimal("50.5")), path) == Decimal("50.5")
    assert get_fact(with_fact(facts, path, None), path) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("places[store].fixed", 1),
        ("places[store].fixed", "yes"),
        ("related_enterprises[sub].direct.votes", True),
        ("related_enterprises[sub].direct.votes", 101),
        ("places[store].from", None),
        ("places[store].kind", "office"),
        ("places[store]", None),
        ("places", None),
    ],
)
def test_a_change_that_does_not_fit_is_refused(path, value):
    with pytest.raises(FactsError):
        with_fact(parse_facts(document()), path, value)


# The table


def test_every_attribute_comes_from_the_table():
    elsewhere = {
        "span",
        "in_enterprise",
        "in_related",
        "document",
        "contested",
        "worked",
        "person",
        "note",
        "first",
        "last",
        "ongoing",
    }
    for shape in SHAPES.values():
        if shape.builds is not None:
            names = {attribute.name for attribute in dataclasses.fields(shape.builds)}
            assert names - {field.name for field in shape.fields} <= elsewhere


def test_every_key_says_what_it_means():
    assert all(field.means for field in FIELDS.values())
    assert len({id(field) for field in FIELDS.values()}) <= len(FIELDS)


def test_a_judgement_is_a_yes_no_fact():
    judgements = {pattern for pattern, field in FIELDS.items() if field.judgement}
    assert all(FIELDS[pattern].asks == "yes_no" for pattern in judgements)
    assert "places[].fixed" in judgements
    assert "services[].through_personnel" in judgements
    assert "places[].at_disposal" not in judgements
    assert FIELDS["places[].at_disposal"].changeable
    assert not FIELDS["places[].from"].changeable


# Round trips and rubbish

IDS = st.text("abcXYZ019_-", min_size=1, max_size=4)


def _values(field, ids):
    match field.kind:
        case "yes_no":
            return st.sampled_from([True, False, None])
        case "percent":
            return st.one_of(
                st.none(),
                st.integers(0, 100),
                st.floats(0, 100).map(lambda share: round(share, 12)),
                st.decimals(0, 100, places=7).map(lambda share: f"{abs(share):f}"),
            )
        case "choice":
            return st.sampled_from([*field.choices, *([] if field.required else [None])])
        case "text":
            return st.none() | st.sampled_from(["plant", "e\u0301", "two\nlines", " x ", ""])
        case "reference":
            return st.sampled_from([None, *(one for name in field.to for one in ids.get(name, []))])
    raise AssertionError(field.kind)


@st.composite
def documents(draw):
    """Valid documents of every shape, with keys left out at random."""
    names = draw(st.lists(IDS, unique=True, max_size=10))
    lists = [field for field in SHAPES["facts"].fields if field.kind == "list"]
    ids = {}
    for name in names:
        ids.setdefault(draw(st.sampled_from(lists)).name, []).append(name)

    def item(shape, fixed):
        made = dict(fixed)
        for field in shape.fields:
            if field.name in fixed or (not field.required and draw(st.booleans())):
                continue
            if field.kind == "list":
                keys = draw(st.none() | st.lists(st.integers(0, 7), unique=True, max_size=3))
                inner = SHAPES[field.of]
                kinds = inner.field("kind").choices if inner.key else ()
                made[field.name] = keys and [
                    item(inner, {"kind": kinds[key]} if kinds else {}) for key in keys
                ]
            elif field.kind == "group":
                made[field.name] = draw(st.none() | st.just({})) or item(SHAPES[field.of], {})
            elif field.kind != "date":
                made[field.name] = draw(_values(field, ids))
        if shape.dated:
            days = sorted(
                draw(st.lists(st.dates(date(1900, 1, 1), date(2200, 12, 31)), min_size=2))
            )
            made |= {"from": days[0].isoformat(), "to": days[-1].isoformat()}
            for key in draw(st.sampled_from([(), ("from",), ("to",), ("from", "to")])):
                made[key] = None
            for key in draw(st.sampled_from([(), ("from",), ("to",)])):
                del made[key]
        return made

    made = {
        **REQUIRED,
        **{name: [item(SHAPES[_of(name)], {"id": one}) for one in of] for name, of in ids.items()},
    }
    for name in ("conditions", "enterprise"):
        made[name] = item(SHAPES[name], {})
    contestable = list(_yes_no_paths(made))
    for path in draw(st.lists(st.sampled_from(contestable), max_size=3)):
        made.setdefault("annotations", {})[path] = {"contested": draw(st.booleans())}
    made["not_known"] = draw(st.lists(st.sampled_from(contestable), max_size=3))
    return made


def _of(name):
    return SHAPES["facts"].field(name).of


def _yes_no_paths(made):
    for name in ("conditions", "enterprise"):
        yield from (f"{name}.{field.name}" for field in SHAPES[name].fields)
    for field in SHAPES["facts"].fields:
        if field.kind == "list":
            for one in made.get(field.name) or ():
                for fact in SHAPES[field.of].fields:
                    if fact.kind == "yes_no":
                        yield f"{field.name}[{one['id']}].{fact.name}"


@settings(max_examples=150, deadline=None)
@given(documents())
def test_a_normalised_document_is_read_to_the_same_facts(made):
    facts = parse_facts(made)
    again = json.loads(json.dumps(facts.document))
    assert again == facts.document
    assert schema_faults(again, facts_schema()) == []
    assert parse_facts(again) == facts
    assert parse_facts(load_json(json.dumps(facts.document))) == facts
    for path in facts.contested:
        assert get_fact(facts, path) is None


@settings(max_examples=100, deadline=None)
@given(documents(), st.data())
def test_a_changed_fact_reads_as_if_it_had_stood_in_the_document(made, data):
    made.pop("annotations", None)
    path = data.draw(st.sampled_from(list(_yes_no_paths(made))))
    value = data.draw(st.sampled_from([True, False, None]))
    changed = with_fact(parse_facts(made), path, value)
    *way, last = path.replace("]", "").replace("[", ".").split(".")
    owner = made
    for key in way:
        is_item = isinstance(owner, list)
        owner = next(one for one in owner if one["id"] == key) if is_item else owner[key]
    owner[last] = value
    assert dataclasses.replace(parse_facts(made), document={}) == dataclasses.replace(
        changed, document={}
    )


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["pe-facts/1", "2025-01-01", "places[a].fixed", "storage", "a"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(sorted({field.name for field in FIELDS.values()}))
            | st.text(max_size=5),
            inner,
            max_size=6,
        )
    ),
    max_leaves=30,
)


@settings(max_examples=400, deadline=None)
@given(JSON, st.booleans())
def test_rubbish_is_refused_in_the_one_family_of_errors(value, framed):
    if framed and isinstance(value, dict):
        value = {**value, **REQUIRED}
    refused = refusal(parse_facts, value)
    if refused is None:
        facts = parse_facts(value)
        assert parse_facts(json.loads(json.dumps(facts.document))) == facts
    else:
        assert refused.faults
        assert all(f.problem and f.remedy and str(f).isprintable() for f in refused.faults)


@settings(max_examples=200, deadline=None)
@given(documents(), st.data())
def test_one_value_replaced_by_rubbish_never_breaks_the_reading(made, data):
    owner = made
    while True:
        keys = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(owner[key], dict | list) and owner[key] and data.draw(st.booleans()):
            owner = owner[key]
            continue
        owner[key] = data.draw(JSON)
        break
    refused = refusal(parse_facts, made)
    assert refused is None or refused.faults


@given(st.text(max_size=60))
def test_any_text_is_a_path_or_is_refused(text):
    refused = refusal(parse_path, text)
    assert refused is None or len(refused.faults) == 1


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_is_json_or_is_refused(text):
    refused = refusal(load_json, text)
    assert refused is None or refused.faults


# Schemas


SCHEMA_REFUSES = [
    {**REQUIRED, "as_of": None},
    {**REQUIRED, "format": "pe-facts/2"},
    {**REQUIRED, "as_of": "1403-12-30"},
    {**REQUIRED, "zzz": 1},
    {key: value for key, value in REQUIRED.items() if key != "treaty"},
    place(fixed=1),
    place(kind="shop"),
    place(activities=[{}]),
    document(related_enterprises=[{"id": "sub", "direct": {"votes": 100.5}}]),
    document(related_enterprises=[{"id": "sub", "direct": {"votes": "100.5"}}]),
]


@pytest.mark.parametrize("bad", SCHEMA_REFUSES)
def test_the_schema_refuses_what_is_refused_in_reading(bad):
    assert schema_faults(bad, facts_schema())
    assert faults_of(bad)


def test_the_schema_describes_every_key():
    properties = facts_schema()["properties"]
    assert set(properties) == {field.name for field in SHAPES["facts"].fields}
    definitions = facts_schema()["$defs"]
    assert definitions["service_period"]["properties"]["worked"]["default"] is True
    assert definitions["place"]["properties"]["fixed"]["description"]


def conclusion(**keys):
    finding = {
        "paragraph": "5(3)(b)",
        "outcome": "yes",
        "message": "services.exceeded",
        "values": {"days": 190},
        "statement": "Services were furnished on 190 days.",
        "facts": ["services[e1].periods[0]"],
        "parts": [],
    }
    head = {
        "head": "services",
        "subject": "plant",
        "outcome": "pe",
        "paragraphs": ["5(3)(b)"],
        "since": "2025-02-01",
        "until": None,
        "measure": {
            "counted": 190,
            "unit": "days",
            "threshold": 183,
            "window": ["2025-02-01", "2026-01-31"],
            "exceeded_on": "2025-09-12",
            "threshold_on": None,
        },
        "because": [{**finding, "parts": [{**finding, "paragraph": None}]}],
        "considered": [],
    }
    return {
        "format": "pe-conclusion/1",
        "treaty": "IR-BD",
        "treaty_digest": "sha256:" + "0" * 64,
        "as_of": "2026-06-30",
        "applicability": "applies",
        "conclusion": "pe",
        "heads": [head],
        "readings": {"month": "calendar"},
        "missing": [],
        "settled_by": [{"facts": ["places[p].fixed"], "gives": ["pe"]}],
        "flips": [
            {
                "fact": "services[e1].through_personnel",
                "value": False,
                "conclusion": "no_pe",
                "kind": "past",
            }
        ],
        "turns_on": [{"reading": "aggregation", "option": "x", "conclusion": "pe"}],
        "postures": {"taxpayer": "pe", "revenue": "pe"},
        "notes": ["B4"],
        **keys,
    }


def test_a_conclusion_fits_its_schema_with_and_without_the_inquiry():
    whole = conclusion()
    assert schema_faults(whole, conclusion_schema()) == []
    inquiry = ("missing", "settled_by", "flips", "turns_on", "postures", "notes")
    first_step = {key: value for key, value in whole.items() if key not in inquiry}
    assert schema_faults(first_step, conclusion_schema()) == []
    assert schema_faults(conclusion(added_later=1), conclusion_schema()) == []


@pytest.mark.parametrize(
    "bad",
    [
        conclusion(conclusion="maybe"),
        conclusion(applicability=None),
        conclusion(as_of="30.06.2026"),
        conclusion(treaty_digest="md5:0"),
        conclusion(heads=[{"head": "services"}]),
        conclusion(flips=[{"fact": "x", "value": None, "conclusion": "pe", "kind": "past"}]),
        conclusion(settled_by=[{"facts": ["x"], "gives": ["undetermined"]}]),
        conclusion(postures={"taxpayer": "pe"}),
        {key: value for key, value in conclusion().items() if key != "notes"},
    ],
)
def test_the_schema_of_the_conclusion_refuses_other_shapes(bad):
    assert schema_faults(bad, conclusion_schema())


def test_a_schema_is_a_copy_of_its_own():
    facts_schema()["properties"].clear()
    conclusion_schema()["properties"].clear()
    assert facts_schema()["properties"]
    assert conclusion_schema()["properties"]


def test_a_hundred_thousand_periods_are_read():
    periods = [
        {"from": "2025-02-01", "to": "2025-02-03", "person": f"P{n}"} for n in range(100_000)
    ]
    facts = parse_facts(document(services=[{"id": "e1", "periods": periods}]))
    assert len(facts.services[0].periods) == 100_000
    changed = with_fact(facts, "services[e1].periods[99999].worked", False)
    assert changed.services[0].periods[-1].worked is False
    assert facts.services[0].periods[-1].span == Span(739283, 739285, False)

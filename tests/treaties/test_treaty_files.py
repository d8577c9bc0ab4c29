"""What a treaty file may say: a toy treaty that loads, and every way in which a file is refused."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.treaties.refused_files import REFUSED, SITE, Row
from tests.treaties.test_catalogue import situations
from treaties.clauses import KINDS
from treaties.readings import READINGS
from treaties.treaty import Fault, TreatyError, catalogue, load_treaty, treaty_schema
from treaties.treaty.draft import kinds_of_table, open_in
from treaties.treaty.tables import literals

EMPTY = "treaty = 1\nparagraph = 2\nclause = [3]"
TOY = Path(__file__).with_name("toy_treaty.toml").read_text(encoding="utf-8")


def load(text: str):
    return load_treaty(text.encode(), "toy.toml")


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(TreatyError) as refused:
        load(text)
    return refused.value.faults


def changed(old: str, new: str, text: str = TOY) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def without_lines(*starts: str) -> str:
    return "".join(line for line in TOY.splitlines(True) if not line.startswith(starts))


class TestAToyTreaty:
    """A new treaty that mixes known clauses is one new file and nothing else."""

    treaty = load(TOY)

    def test_loads_with_every_kind_of_clause(self):
        assert {clause.kind for clause in self.treaty.clauses} == set(KINDS)
        assert [clause.id for clause in self.treaty.clauses_of("building_site")] == [
            "works",
            "assembly",
        ]

    def test_is_named_by_the_digest_of_its_bytes(self):
        assert self.treaty.digest == f"sha256:{hashlib.sha256(TOY.encode()).hexdigest()}"
        assert self.treaty.source == TOY.encode()
        assert load(TOY) == self.treaty
        assert load(TOY + "\n") != self.treaty
        assert len({load(TOY), self.treaty}) == 1

    def test_says_when_it_was_made_and_how_that_is_known(self):
        assert (self.treaty.signed.date, self.treaty.signed.certainty) == ("2001-02-03", "found")
        assert self.treaty.in_force.date == "2002"
        assert self.treaty.in_effect["XB"].date is None
        assert self.treaty.languages == ("en", "fa")
        assert self.treaty.reciprocity == "Law(note 1)"

    def test_takes_the_first_option_of_a_reading_as_its_default(self):
        assert self.treaty.defaults() == {
            "month": "thirty_days",
            "first_day": "counted",
            "unused_authority": "does_not_bar",
        }
        assert self.treaty.readings["month"].paragraphs == ("5(3)", "5(4)")

    def test_falls_back_to_english_where_a_text_is_not_translated(self):
        assert self.treaty.title.said("fa-IR") == "زانادو – زبل"
        assert self.treaty.title.said("ka") == self.treaty.title["en"] == "Xanadu – Xebel"
        assert self.treaty.readings["month"].why.said("ka").startswith("განს")

    def test_finds_clauses_by_paragraph_and_kind(self):
        assert self.treaty.clause_at("5(8)", "independence").lost_if == "exclusive_for_related"
        assert self.treaty.clause_at("5(8)", "agent") is None
        assert self.treaty.paragraph("21(2)").article == "21"

    def test_shows_a_note_where_its_paragraph_is_cited(self):
        assert self.treaty.notes_touched((), ("5(3)",)) == ("X1",)
        assert self.treaty.notes_touched((), ("28(1)",)) == ("X1",)
        assert self.treaty.notes_touched(("site.supervision",), ("5(4)",)) == ()

    def test_shows_a_note_that_names_situations_in_those_only(self):
        text = changed('en = "Two clocks', 'touched_by = ["site.supervision"], en = "Two clocks')
        assert load(text).notes_touched((), ("5(3)",)) == ()
        assert load(text).notes_touched(("site.supervision",), ()) == ("X1",)

    def test_may_say_once_for_all_clauses_what_a_month_is(self):
        text = changed("[readings]\nmonth", '[counting]\nmonth = "solar_hijri"\n[readings]\n#')
        months = [
            clause.month
            for kind in ("building_site", "services")
            for clause in load(text).clauses_of(kind)
        ]
        assert months == ["solar_hijri", None, "solar_hijri"]

    def test_may_be_read_with_a_byte_order_mark_and_windows_line_ends(self):
        assert load("\ufeff" + TOY.replace("\n", "\r\n")).code == "XA-XB"

    def test_may_have_a_code_with_a_suffix(self):
        assert load(changed('"XA-XB"', '"XA-XB-2026"')).code == "XA-XB-2026"


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_a_treaty_file_is_refused_for(row: Row):
    found = faults_of(changed(row.old, row.new))
    matching = [fault for fault in found if fault.key == row.key and row.problem in fault.problem]
    assert matching, [str(fault) for fault in found]
    fault = matching[0]
    assert fault.file == "toy.toml"
    assert row.allowed in fault.allowed
    assert row.remedy in fault.remedy
    assert fault.remedy


class TestARefusal:
    """A refusal names everything that is wrong, and nothing that is not."""

    def test_names_all_faults_at_once(self):
        text = changed("{ months = 3 }", "{ weeks = 3 }")
        text = changed('kind = "control"', 'kind = "contorl"', text)
        text = changed('lifts = "5(5)"', 'lifts = "5(4)"', text)
        text = changed('code = "XA-XB"', 'code = "toy"', text)
        assert [fault.key for fault in faults_of(text)] == [
            "treaty.code",
            SITE + "more_than.weeks",
            "clause 12: kind",
            "clause 8 (fragmentation): lifts",
        ]

    @pytest.mark.parametrize("kind", sorted(KINDS))
    def test_draws_no_other_faults_after_a_faulty_clause(self, kind):
        found = faults_of(changed(f'kind = "{kind}"\n', f'kind = "{kind}"\nnonsense = 1\n'))
        assert [fault.problem for fault in found] == ['the key "nonsense" is unknown']

    def test_reads_as_one_line_with_file_key_problem_allowed_and_remedy(self):
        with pytest.raises(TreatyError) as refused:
            load(changed("works =", "work ="))
        assert str(refused.value).splitlines()[0] == (
            'toy.toml: clause 3 (building_site): work: the key "work" is unknown. Allowed: kind, '
            "paragraph, id, more_than, measured, month, works, breaks, first_day, installation. "
            'Perhaps "works" is meant.'
        )

    def test_names_the_line_of_a_file_that_is_not_utf_8(self):
        with pytest.raises(TreatyError) as refused:
            load_treaty(TOY.encode().replace(b"Insurance", b"Insur\xe9", 1), "toy.toml")
        (fault,) = refused.value.faults
        assert fault.key.startswith("line ")
        assert "UTF-8" in fault.problem

    @pytest.mark.parametrize("text", ["", "# nothing", "[[clause]]", "clause = 1", EMPTY])
    def test_comes_for_a_file_that_says_next_to_nothing(self, text):
        assert {"treaty", "paragraph"} <= {fault.key for fault in faults_of(text)}

    def test_comes_for_a_file_that_is_too_large(self):
        assert "bytes" in faults_of(TOY + "#" * 2_000_000)[0].problem

    def test_comes_for_tables_nested_without_end(self):
        assert faults_of("treaty = " + "[" * 100_000)

    def test_names_a_key_left_to_no_one_in_every_clause_that_asks_for_it(self):
        found = faults_of(without_lines("first_day"))
        assert [fault.key for fault in found] == [
            SITE + "first_day",
            "clause 4 (building_site): first_day",
            "clause 6 (exploration): first_day",
        ]


JUNK = ["1", '"x"', '""', "[[]]", "{ x = 1 }", "1979-05-27T07:32:00Z"]


HARMLESS = {
    ("id", '"x"'),
    ("decides_nothing", '"x"'),
    ("en", '"x"'),
    ("source", '"x"'),
    ("title", '"x"'),
    ("more_than_percent", "1"),
}


@pytest.mark.parametrize("junk", JUNK)
def test_junk_in_any_place_is_refused_and_never_crashes(junk):
    lines = TOY.splitlines()
    for number, line in enumerate(lines):
        name, equals, _ = line.partition(" = ")
        if equals and not line.startswith((" ", "#")):
            spoiled = "\n".join([*lines[:number], f"{name} = {junk}", *lines[number + 1 :]])
            assert ((name, junk) in HARMLESS) is loads(spoiled), line


def loads(text: str) -> bool:
    try:
        load(text)
    except TreatyError:
        return False
    return True


@pytest.mark.parametrize("name", sorted(READINGS))
def test_every_reading_is_a_key_that_some_kind_of_clause_can_leave_open(name):
    users = {kind for kind, model in KINDS.items() if name in open_in(model)}
    assert users == set(READINGS[name].used_by)


class TestAFirmsDirectory:
    """A firm's own files stand beside the product's; a faulty one harms no other."""

    def test_adds_its_treaties(self, tmp_path):
        (tmp_path / "toy.toml").write_text(TOY, encoding="utf-8")
        (tmp_path / "README").write_text("not a treaty", encoding="utf-8")
        found = catalogue(tmp_path)
        assert list(found.treaties)[-1] == "XA-XB"
        assert len(found.treaties) == len(catalogue().treaties) + 1
        assert found.refused == ()

    def test_has_its_faulty_files_listed_as_refused(self, tmp_path):
        (tmp_path / "bad.toml").write_text(changed("works =", "work ="), encoding="utf-8")
        (tmp_path / "good.toml").write_text(TOY, encoding="utf-8")
        (tmp_path / "folder.toml").mkdir()
        found = catalogue(tmp_path)
        assert "XA-XB" in found.treaties
        assert [refusal.path.name for refusal in found.refused] == ["bad.toml", "folder.toml"]
        assert found.refused[0].faults[0].file == "bad.toml"

    def test_cannot_give_two_treaties_one_code(self, tmp_path):
        (tmp_path / "a.toml").write_text(TOY, encoding="utf-8")
        (tmp_path / "b.toml").write_text(TOY, encoding="utf-8")
        (tmp_path / "c.toml").write_text(changed('"XA-XB"', '"IR-BD"'), encoding="utf-8")
        found = catalogue(tmp_path)
        assert [(r.path.name, r.faults[0].problem) for r in found.refused] == [
            ("b.toml", 'the code "XA-XB" belongs to a.toml already'),
            ("c.toml", 'the code "IR-BD" belongs to ir_bd.toml already'),
        ]

    def test_may_borrow_only_from_a_treaty_that_has_the_paragraph(self, tmp_path):
        text = changed('[paragraph."Law(note 1)"]\n', '[borrowed."Law(note 1)"]\nfrom = "IR-HU"\n')
        (tmp_path / "toy.toml").write_text(text, encoding="utf-8")
        (refusal,) = catalogue(tmp_path).refused
        assert (
            "IR-HU is no treaty of the catalogue that restates Law(note 1)"
            in refusal.faults[0].problem
        )
        (tmp_path / "toy.toml").write_text(text.replace("IR-HU", "IR-RS"), encoding="utf-8")
        assert catalogue(tmp_path).refused == ()

    def test_is_read_again_when_a_file_changes(self, tmp_path):
        file = tmp_path / "toy.toml"
        file.write_text(TOY, encoding="utf-8")
        first = catalogue(tmp_path).treaties["XA-XB"]
        assert catalogue(tmp_path).treaties["XA-XB"] is first
        file.write_text(TOY + "# more\n", encoding="utf-8")
        assert catalogue(tmp_path).treaties["XA-XB"].digest != first.digest

    def test_that_does_not_exist_is_listed_as_refused(self, tmp_path):
        (refusal,) = catalogue(tmp_path / "nowhere").refused
        assert "no such directory" in refusal.faults[0].problem


class TestTheGuide:
    """docs/treaty-files.md is kept to: it names every word, and its example loads."""

    guide = (Path(__file__).parents[2] / "docs" / "treaty-files.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", guide, flags=re.DOTALL)
    words = frozenset(re.findall(r"[a-z][a-z_.0-9]*", " ".join(re.findall(r"`([^`]+)`", prose))))

    def test_has_an_example_that_loads(self):
        (example,) = re.findall(r"```toml\n(.*?)```", self.guide, re.DOTALL)
        assert load(example).readings["month"].default == "calendar"

    @pytest.mark.parametrize("kind", sorted(KINDS))
    def test_names_every_key_and_value_of_a_kind_of_clause(self, kind):
        for table in kinds_of_table(KINDS[kind]):
            for name, field in table.model_fields.items():
                assert {field.alias or name, *literals(field.annotation)} <= self.words

    def test_names_every_reading_with_its_options(self):
        for name, reading in READINGS.items():
            row = f"| `{name}` | {', '.join(f'`{option}`' for option in reading.options)} |"
            assert row in self.guide

    def test_names_every_situation_in_which_a_note_can_be_shown(self):
        listed = re.findall(r"^\| `([a-z]+\.[a-z_]+)` \|", self.guide, re.MULTILINE)
        assert situations() == set(listed)


class TestTheSchema:
    """The JSON Schema of a treaty file, for editors."""

    schema = treaty_schema()

    def test_is_json_and_names_its_dialect(self):
        assert json.loads(json.dumps(self.schema)) == self.schema
        assert self.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"

    def test_knows_every_table_and_every_kind_of_clause(self):
        assert set(self.schema["properties"]) == {
            "treaty",
            "paragraph",
            "borrowed",
            "clause",
            "readings",
            "notes",
            "counting",
        }
        assert set(self.schema["properties"]["clause"]["items"]["discriminator"]["mapping"]) == set(
            KINDS
        )

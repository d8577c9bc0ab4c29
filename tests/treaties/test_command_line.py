"""The command line: documents in, one answer for each out, whatever the documents hold."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import Error, Warning
from django.core.management import CommandError, call_command

import treaties
from treaties import checks
from treaties.treaty import listing

from .deciding import TREATIES, decided, facts_document, samples
from .schema_check import schema_faults

ROOT = Path(__file__).parent.parent.parent
CASES = sorted((ROOT / "tests" / "cases").glob("*.json"))
GOOD = facts_document("IR-BD", agents=None)


def manage(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess:
    """Runs manage.py as a user would."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "PE_ENVIRONMENT": "test", **environment},
        input=given,
        capture_output=True,
        check=False,
    )


def lines(*documents) -> bytes:
    return b"".join(
        (one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n" for one in documents
    )


def complaint_of(*arguments, **options) -> str:
    """Runs a command in this process; what it complains of at the end, "" where it does not."""
    try:
        call_command(*arguments, **options)
    except CommandError as error:
        return str(error)
    return ""


@pytest.fixture
def assess(monkeypatch):
    """Runs the command in this process: the answers, and how many documents were refused."""

    def run(*arguments: str, given: bytes = b"") -> tuple[list[dict], str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        out = io.StringIO()
        complaint = complaint_of("assess", *arguments, stdout=out)
        return out.getvalue().splitlines(), complaint

    return run


# assess


def test_every_case_comes_out_as_the_library_has_it_one_line_each_and_in_order(assess):
    cases = [json.loads(path.read_text(encoding="utf-8"))["facts"] for path in CASES]
    answers, refused = assess("-", given=lines(*cases))
    assert not refused
    assert [json.loads(line) for line in answers] == [
        treaties.conclude(decided(case)) for case in cases
    ]


def test_files_hold_one_document_each_however_it_is_laid_out(assess, tmp_path):
    names = []
    for number, document in enumerate([GOOD, facts_document("GE-IN")]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(document, indent=4), encoding="utf-8")
        names.append(str(path))
    answers, refused = assess(*names, "-", given=lines(GOOD))
    assert not refused
    assert [json.loads(line)["treaty"] for line in answers] == ["IR-BD", "GE-IN", "IR-BD"]


def test_heads_only_leaves_the_inquiry_out(assess):
    (answer,), _ = assess("-", "--heads-only", given=lines(GOOD))
    assert json.loads(answer) == treaties.heads_document(decided(GOOD))


def test_reasons_are_told_as_indented_text(assess):
    site = {"id": "s1", "project": "bridge", "from": "2025-01-15", "to": "2025-02-01"}
    document = facts_document("IR-RS", building_sites=[site], agents=None)
    told, _ = assess("-", "--explain", given=lines(document))
    assert told[:5] == [
        "IR-RS, 2026-06-30: Undetermined (The treaty applies)",
        "Building site bridge: No PE",
        "  Project “bridge” ran from 15 January 2025 to 1 February 2025, 18 days: not more than "
        "12 months, which hold 365 days from its first day. [5(3)]",
        "Agent: Undetermined",
        "  It is not known what there is under this head. [5(5)]",
    ]
    assert "Missing: agents" in told


@pytest.mark.parametrize("richness", ["small", "rich"])
def test_reasons_of_any_document_are_told_without_anything_raw(assess, richness):
    documents = [sample.values[0] for sample in samples(40, richness)]
    told, refused = assess("-", "--explain", given=lines(*documents))
    assert not refused
    reasons = [line for line in told if line.startswith("  ")]
    assert reasons
    assert all(line.rstrip("]").split(" [")[0].endswith(".") for line in reasons)


def test_blank_lines_hold_no_document_and_nothing_in_gives_nothing_out(assess):
    answers, refused = assess("-", given=b"\n  \n" + lines(GOOD) + b"\r\n")
    assert (len(answers), refused) == (1, "")
    assert assess("-") == ([], "")


# What cannot be read gives its errors in its place


def changed(**changes) -> dict:
    return {**GOOD, **changes}


PLACE = {"id": "p1", "from": "2025-01-01"}
REFUSED = {
    "no JSON": (b"{", "", "is not JSON"),
    "no UTF-8": (b'{"a": "\xff"}', "", "is not UTF-8"),
    "two documents": (lines(GOOD).strip() * 2, "", "is not JSON"),
    "a case file": (CASES[0].read_bytes().replace(b"\n", b" "), "id", "is no key"),
    "a list": ([GOOD], "", "must be an object"),
    "a number": (b"1", "", "must be an object"),
    "ten megabytes of brackets": (b"[" * 10_000_000, "", "is nested too deeply"),
    "two megabytes of objects": (b'{"a":' * 400_000, "", "is nested too deeply"),
    "nested but closed": (
        b'{"places":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "",
        "is nested too deeply",
    ),
    "a key twice": (b'{"format": "pe-facts/1", "format": "pe-facts/1"}', "", "twice"),
    "NaN": (b'{"format": NaN}', "", "holds NaN"),
    "a huge number": (
        lines(changed(as_of=0)).replace(b'"as_of": 0', b'"as_of": 1' + b"0" * 9999),
        "",
        "holds a number that is too long",
    ),
    "an unknown key": (changed(palces=[]), "palces", "is no key"),
    "a missing key": ({**GOOD, "as_of": None}, "as_of", "must be a date"),
    "another format": (changed(format="pe-facts/2"), "format", "pe-facts/2"),
    "an unknown treaty": (changed(treaty="IR-XX"), "treaty", "is no treaty of the catalogue"),
    "a State that is no party": (changed(source_state="DE"), "source_state", "is no party"),
    "one State twice": (changed(source_state="IR"), "source_state", "is the residence State"),
    "an unknown reading": (changed(readings={"x": "y"}), "readings.x", "leaves no such reading"),
    "an unknown option": (changed(readings={"month": "lunar"}), "readings.month", "not an option"),
    "text for a yes": (
        changed(places=[{**PLACE, "fixed": "yes"}]),
        "places[p1].fixed",
        "must be true, false or null",
    ),
    "the end before the beginning": (
        changed(places=[{**PLACE, "to": "2024-01-01"}]),
        "places[p1].to",
        "before the first day",
    ),
    "a Solar Hijri year": (
        changed(places=[{**PLACE, "from": "1404-01-01"}]),
        "places[p1].from",
        "outside the years 1900 to 2200",
    ),
    "an id twice": (
        changed(places=[PLACE], agents=[{"id": "p1"}]),
        "agents[0].id",
        "has already",
    ),
    "a dangling reference": (
        changed(building_sites=[{"id": "s1", "by": "nobody"}]),
        "building_sites[s1].by",
        "nobody",
    ),
    "a dangling path": (changed(not_known=["places[p9].fixed"]), "not_known[0]", "p9"),
    "a NUL in a name": (changed(places=[{**PLACE, "name": "a\0b"}]), "places[p1].name", "U+0000"),
    "a name that reverses text": (
        changed(places=[{**PLACE, "name": "a\u202eb"}]),
        "places[p1].name",
        "U+202E",
    ),
    "half a character": (b'{"format": "\\ud800"}', "format", "U+D800"),
    "more than everything": (
        changed(
            related_enterprises=[{"id": "n1", "direct": {"votes": 100.1}}],
        ),
        "related_enterprises[n1].direct.votes",
        "is outside 0 to 100",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_document_that_cannot_be_read_gives_one_clear_error_and_the_rest_goes_on(assess, what):
    document, path, problem = REFUSED[what]
    answers, refused = assess("-", given=lines(GOOD, document, GOOD))
    assert refused == "1 of 3 documents could not be read"
    first, middle, last = map(json.loads, answers)
    assert first == last == treaties.conclude(decided(GOOD))
    assert middle["error"] in middle["faults"]
    assert any(fault["path"] == path and problem in fault["problem"] for fault in middle["faults"])
    for fault in middle["faults"]:
        assert set(fault) == {"path", "problem", "remedy"}
        assert fault["problem"]
        assert fault["remedy"]
        assert len(fault["problem"]) < 400
        assert all(character.isprintable() for text in fault.values() for character in text)


def test_an_unknown_treaty_is_told_the_known_ones(assess):
    (answer,), _ = assess("-", given=lines(changed(treaty="IR-XX")))
    assert all(code in json.loads(answer)["error"]["problem"] for code in TREATIES)


def test_every_fault_of_a_document_is_told_at_once(assess):
    document = changed(as_of="today", places=[{**PLACE, "fixed": 1, "kind": "castle"}], x=1)
    (answer,), _ = assess("-", given=lines(document))
    paths = [fault["path"] for fault in json.loads(answer)["faults"]]
    assert sorted(paths) == ["as_of", "places[p1].fixed", "places[p1].kind", "x"]


def test_thousands_of_faults_are_counted_beyond_the_first_thousand(assess):
    document = changed(agents=[{"id": f"a{number}", "x": 1} for number in range(1500)])
    (answer,), _ = assess("-", given=lines(document))
    refusal = json.loads(answer)
    assert len(refusal["faults"]) + refusal["more"] == 1500


def test_errors_are_told_as_text_beside_reasons(assess):
    told, refused = assess("-", "--explain", given=lines(changed(x=1)))
    assert told[0].startswith("x: is no key of this format. ")
    assert refused


def test_a_file_that_is_not_there_gives_an_error_in_its_place(assess, tmp_path):
    path = tmp_path / "facts.json"
    path.write_bytes(lines(GOOD))
    (missing, folder, good), refused = assess(str(tmp_path / "none"), str(tmp_path), str(path))
    assert "cannot be read" in json.loads(missing)["error"]["problem"]
    assert "cannot be read" in json.loads(folder)["error"]["problem"]
    assert json.loads(good)["treaty"] == "IR-BD"
    assert refused


# As a program


def test_the_exit_status_is_two_and_answers_are_utf_8_and_the_same_in_every_run():
    document = changed(places=[{**PLACE, "name": "انبار داکا"}])
    rich = [sample.values[0] for sample in samples(25, "rich")]
    given = lines(document, b"{", *rich)
    first = manage("assess", "-", given=given, PYTHONHASHSEED="1", LC_ALL="C", PYTHONUTF8="0")
    other = manage("assess", "-", given=given, PYTHONHASHSEED="2", PYTHONIOENCODING="latin-1")
    assert (first.returncode, other.returncode) == (2, 2)
    assert first.stderr.decode() == "CommandError: 1 of 27 documents could not be read\n"
    assert first.stdout == other.stdout
    assert "انبار داکا" in first.stdout.decode("utf-8")


def test_each_document_is_answered_before_the_next_one_is_given():
    with subprocess.Popen(
        [sys.executable, "manage.py", "assess", "-"],
        cwd=ROOT,
        env={**os.environ, "PE_ENVIRONMENT": "test"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        for treaty in ("IR-BD", "IR-RS"):
            process.stdin.write(lines(facts_document(treaty)))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["treaty"] == treaty
        process.stdin.close()
        assert process.wait(30) == 0


def test_the_package_needs_no_django():
    code = (
        "import sys, treaties; "
        "treaties.catalogue(); "
        "assert not [name for name in sys.modules if name.partition('.')[0] == 'django']"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_the_front_door_opens_on_everything_it_names():
    assert sorted(treaties.__all__, key=str.casefold)
    assert all(hasattr(treaties, name) for name in treaties.__all__)
    assert treaties.assess.__module__ == "treaties.assess"


# schema


@pytest.mark.parametrize(
    ("document", "schema"),
    [
        ("facts", treaties.facts_schema()),
        ("conclusion", treaties.conclusion_schema()),
        ("treaty", treaties.treaty_schema()),
    ],
)
def test_a_schema_is_printed(document, schema):
    out = io.StringIO()
    call_command("schema", document, stdout=out)
    assert json.loads(out.getvalue()) == schema
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_answers_of_the_command_fit_the_schema(assess):
    answers, _ = assess("-", given=lines(*(sample.values[0] for sample in samples(20, "rich"))))
    for answer in answers:
        assert schema_faults(json.loads(answer), treaties.conclusion_schema()) == []


# check_treaties and the system check


def check_treaties() -> tuple[list[str], list[str], str]:
    """The lines printed, the faults, and the complaint at the end."""
    out, err = io.StringIO(), io.StringIO()
    complaint = complaint_of("check_treaties", stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines(), complaint


def test_the_catalogue_is_a_table():
    table, faults, complaint = check_treaties()
    assert (faults, complaint) == ([], "")
    head, *rows = [line.split("  ") for line in table]
    assert head[:2] == ["code ", "title"] or head[0] == "code"
    assert [row[0] for row in rows] == sorted(TREATIES)
    for row, treaty in zip(rows, (TREATIES[row[0]] for row in rows), strict=True):
        cells = [cell.strip() for cell in row if cell.strip()]
        assert cells[1] == treaty.title.en
        assert cells[2] == f"{treaty.in_force.date or 'unknown'} ({treaty.in_force.certainty})"
        numbers = (treaty.paragraphs, treaty.clauses, treaty.readings, treaty.notes)
        assert cells[3:] == [*(str(len(things)) for things in numbers), treaty.digest]


TOY = (Path(__file__).parent / "toy_treaty.toml").read_text(encoding="utf-8")


@pytest.fixture
def firm(tmp_path, settings):
    """A directory for a firm's own treaty files, named in the settings."""
    settings.TREATY_FILES_DIR = tmp_path
    return tmp_path


def test_a_treaty_of_the_firm_stands_beside_those_of_the_catalogue(firm, assess):
    (firm / "toy.toml").write_text(TOY, encoding="utf-8")
    table, _, complaint = check_treaties()
    assert complaint == ""
    assert [line.split()[0] for line in table[1:]] == [*sorted(TREATIES), "XA-XB"]
    assert checks.treaty_files() == []
    document = changed(treaty="XA-XB", residence_state="XA", source_state="XB")
    (answer,), refused = assess("-", given=lines(document))
    assert (json.loads(answer)["treaty"], refused) == ("XA-XB", "")


def test_a_faulty_treaty_of_the_firm_is_told_and_harms_no_other(firm, assess):
    (firm / "toy.toml").write_text(TOY.replace('kind = "insurance"', 'kind = "assurance"'))
    (firm / "other.toml").write_text("code = ")
    table, faults, complaint = check_treaties()
    assert len(table) == 1 + len(TREATIES)
    assert complaint == f"Faults in treaty files: {len(faults)}"
    assert {fault.partition(":")[0] for fault in faults} == {"toy.toml", "other.toml"}
    warnings = checks.treaty_files()
    assert {type(one) for one in warnings} == {Warning}
    assert {str(one.msg) for one in warnings} == set(faults)
    answers, refused = assess("-", given=lines(GOOD))
    assert (len(answers), refused) == (1, "")


def test_a_directory_of_the_firm_that_is_not_there_is_told(firm, settings):
    settings.TREATY_FILES_DIR = firm / "nowhere"
    (warning,) = checks.treaty_files()
    assert "no such directory" in warning.msg


def test_without_the_setting_there_is_the_catalogue(settings):
    del settings.TREATY_FILES_DIR
    assert checks.treaties_in_use().treaties.keys() == TREATIES.keys()


def test_a_faulty_file_of_the_catalogue_is_an_error_and_nothing_is_assessed(
    tmp_path, monkeypatch, assess
):
    (tmp_path / "toy.toml").write_text(TOY.replace('test = "premiums_or_risks"', 'test = "x"'))
    monkeypatch.setattr(listing, "OWN", tmp_path)
    table, faults, complaint = check_treaties()
    assert (table, len(faults)) == ([], 1)
    assert complaint
    (error,) = checks.treaty_files()
    assert isinstance(error, Error)
    assert str(error.msg) == faults[0]
    with pytest.raises(CommandError, match="catalogue of treaties is faulty"):
        call_command("assess", "-")


def test_a_second_clause_of_a_kind_that_is_read_once_is_refused():
    start = TOY.index('[[clause]]\nkind = "insurance"')
    clause = TOY[start : TOY.index("[[clause]]", start + 1)]
    text = TOY.replace(clause, f'{clause}id = "one"\n{clause}id = "two"\n')
    with pytest.raises(treaties.TreatyError, match="insurance: more than one"):
        treaties.load_treaty(text.encode(), "toy.toml")

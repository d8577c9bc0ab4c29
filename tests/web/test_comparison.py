"""Comparisons over HTTP: facts under several treaties, and treaties clause by clause."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import treaties
from pe_wizard.accounts.models import User
from pe_wizard.assessments.basis import of_draft, of_version
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.assessments.selectors import draft_for, version_for
from pe_wizard.clients.models import Event
from pe_wizard.comparison.parameters import beside, differing
from pe_wizard.comparison.under_treaties import UnderTreaties, under_treaties
from tests.web.assessing import (
    AGENT,
    TREATIES,
    Document,
    a_client_file,
    cases,
    completed,
    facts,
    uploaded,
)
from tests.web.pages import page

CATALOGUE = treaties.catalogue().treaties
SITE = {"id": "s1", "kind": "construction", "project": "bridge",
        "from": "2026-01-01", "to": "2026-06-20"}  # fmt: skip


def written_for(document: Document, code: str) -> Document:
    """The document as one would write it for the treaty by hand."""
    treaty = CATALOGUE[code]
    readings = {
        name: option
        for name, option in (document.get("readings") or {}).items()
        if name in treaty.readings and option in treaty.readings[name].options
    }
    residence, source = treaty.parties
    return {**document, "treaty": code, "residence_state": residence, "source_state": source,
            "readings": readings}  # fmt: skip


def outcomes(shown: UnderTreaties, code: str) -> set[tuple[str, str]]:
    at = [column.treaty.code for column in shown.columns].index(code)
    return {(row.head, row.cells[at].outcome) for row in shown.rows if row.cells[at].outcome}


@pytest.mark.parametrize(("name", "document"), cases())
def test_a_case_compares_as_it_is_assessed_under_each_treaty(
    owner: User, name: str, document: Document
) -> None:
    draft = uploaded(owner, a_client_file(owner), document)
    shown = under_treaties(of_draft(draft), list(CATALOGUE.values()))
    for code, conclusion in zip(CATALOGUE, shown.conclusions, strict=True):
        facts_there = treaties.parse_facts(written_for(document, code))
        assessment = treaties.assess(facts_there, CATALOGUE[code])
        assert conclusion.outcome == assessment.conclusion
        assert outcomes(shown, code) == {(one.head, one.outcome) for one in assessment.heads}


def test_a_version_is_compared_with_the_answers_its_own_treaty_does_not_use(owner: User) -> None:
    orders = {"secures_orders": True, "orders_for_enterprise_only": True}
    person = {**AGENT, "habitually_concludes": False, "principal_role": False,
              "maintains_stock": False, **orders}  # fmt: skip
    version = completed(owner, a_client_file(owner), facts(agents=[person]))
    assert version.facts["agents"][0]["secures_orders"] is None
    shown = under_treaties(of_version(version), [CATALOGUE["GE-IN"], CATALOGUE["IR-BD"]])
    assert [cell.outcome for cell in shown.conclusions] == ["pe", "no_pe"]


def test_the_page_shows_each_treaty_with_outcome_paragraph_and_count(
    owner: User, as_owner: Client
) -> None:
    version = completed(owner, a_client_file(owner), facts(building_sites=[SITE]))
    shown = page(as_owner.get(reverse("comparison:version_facts", args=[version.pk])))
    assert not shown.broken()
    assert "The same facts under 5 treaties" in shown.text
    for words in ("this file", "171 of 270 days", "171 of 90 days", "passed on", "5(3)(a)",
                  "No such rule", "Nothing on file", "More than 12 months",
                  "Montenegro stands for Bangladesh."):  # fmt: skip
        assert words in shown.text


def test_only_the_treaties_asked_for_are_compared(owner: User, as_owner: Client) -> None:
    site = {**SITE, "from": "2025-11-01"}
    draft = uploaded(owner, a_client_file(owner), facts(building_sites=[site]))
    address = reverse("comparison:draft_facts", args=[draft.pk])
    text = page(as_owner.get(f"{address}?treaty=IR-HU&treaty=IR-BD")).text
    assert "The same facts under 2 treaties" in text
    assert "More than 6 months" in text
    assert "More than 12 months" not in text
    assert as_owner.get(f"{address}?treaty=XX-YY").status_code == 404


def test_what_other_treaties_ask_and_the_file_does_not_answer_is_listed(
    owner: User, as_owner: Client
) -> None:
    person = {**AGENT, "habitually_concludes": False, "authority_to_conclude": False,
              "principal_role": False, "maintains_stock": False, "independent": None}  # fmt: skip
    draft = uploaded(owner, a_client_file(owner), facts(agents=[person]))
    shown = under_treaties(of_draft(draft), list(CATALOGUE.values()))
    asked = {one.path: [by.treaty.code for by in one.by] for one in shown.unanswered}
    assert asked["agents[a1].secures_orders"] == ["GE-IN"]
    assert not any(path.startswith("conditions.") for path in asked)
    text = page(as_owner.get(reverse("comparison:draft_facts", args=[draft.pk]))).text
    assert "habitually secure orders in India?" in text
    assert "its conclusion can depend on it" in text


def test_facts_that_a_treaty_does_not_ask_for_are_listed_as_left_aside(owner: User) -> None:
    engagement = {"id": "e1", "project": "plant", "through_personnel": True,
                  "periods": [{"from": "2026-01-01", "to": "2026-01-31"}]}  # fmt: skip
    draft = uploaded(owner, a_client_file(owner), facts(services=[engagement]))
    shown = under_treaties(of_draft(draft), [CATALOGUE["IR-BD"], CATALOGUE["IR-HU"]])
    (assumed,) = shown.assumed
    assert assumed.column.treaty.code == "IR-HU"
    assert len(assumed.unread) == 1


def test_a_draft_whose_answers_cannot_be_read_says_so(owner: User, as_owner: Client) -> None:
    draft = uploaded(owner, a_client_file(owner), facts())
    Draft.objects.filter(pk=draft.pk).update(document={"format": "no facts"})
    address = reverse("comparison:draft_facts", args=[draft.pk])
    assert "Some answers cannot be read." in page(as_owner.get(address)).text
    assert as_owner.get(reverse("comparison:draft_csv", args=[draft.pk])).status_code == 404


def test_a_completed_draft_leads_to_its_version(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner))
    answer = as_owner.get(reverse("comparison:draft_facts", args=[version.draft_id]))
    assert answer["Location"] == reverse("comparison:version_facts", args=[version.pk])


def table_of(client: Client, version: Version, query: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("comparison:version_csv", args=[version.pk]) + query)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_csv_has_a_row_for_each_head_and_treaty(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner), facts(building_sites=[SITE]))
    rows = table_of(as_owner, version, "?treaty=IR-HU&treaty=IR-BD")
    found = {(row["treaty"], row["head"]): row for row in rows}
    assert found["IR-HU", "building_site"]["outcome"] == "no_pe"
    assert found["IR-HU", "building_site"]["threshold"] == "6"
    assert found["IR-BD", "building_site"]["paragraphs"] == "5(3)(a)"
    assert found["IR-HU", "services"]["outcome"] == "no_such_rule"
    assert found["IR-BD", "exploration"]["outcome"] == "nothing_on_file"
    assert {row["outcome"] for row in rows if row["head"] == "conclusion"} == {"no_pe"}


@pytest.mark.parametrize("project", ["=1+1", "+SUM(A1)", "@x", "-2"])
def test_no_text_of_the_csv_is_a_formula(owner: User, as_owner: Client, project: str) -> None:
    site = {**SITE, "project": project}
    version = completed(owner, a_client_file(owner), facts(building_sites=[site]))
    subjects = {row["subject"] for row in table_of(as_owner, version)}
    assert f"'{project}" in subjects
    assert project not in subjects


def test_comparing_writes_nothing_but_that_someone_looked(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner))
    before = [model.objects.count() for model in (Assessment, Draft, Version)]
    events = set(Event.objects.values_list("pk", flat=True))
    as_owner.get(reverse("comparison:version_facts", args=[version.pk]))
    as_owner.get(reverse("comparison:version_csv", args=[version.pk]))
    as_owner.get(reverse("comparison:clauses"), {"treaty": list(TREATIES)})
    assert [model.objects.count() for model in (Assessment, Draft, Version)] == before
    new = Event.objects.exclude(pk__in=events).values_list("action", flat=True)
    assert sorted(new) == ["version.downloaded", "version.viewed"]


def test_the_conclusion_leads_to_the_comparison(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner))
    text = as_owner.get(reverse("assessments:version", args=[version.pk])).content.decode()
    assert reverse("comparison:version_facts", args=[version.pk]) in text


def test_facts_of_a_version_and_of_a_draft_are_read_once_each(owner: User) -> None:
    version = completed(owner, a_client_file(owner), facts(agents=[AGENT]))
    assert of_version(version_for(owner, version.pk)).document == version.facts
    draft = uploaded(owner, a_client_file(owner, "Client 0043"), facts(agents=[AGENT]))
    basis = of_draft(draft_for(owner, draft.pk))
    assert basis.document == basis.all_answers
    assert json.loads(json.dumps(basis.document)) == draft.document


# ---- treaties against each other


def test_two_treaties_stand_beside_each_other_clause_by_clause(as_owner: Client) -> None:
    answer = as_owner.get(reverse("comparison:clauses"), {"treaty": ["IR-BD", "GE-IN"]})
    shown = page(answer)
    assert not shown.broken()
    for words in ("More than 270 days", "More than 90 days", "differs", "Anti-fragmentation rule",
                  "No such rule", "Exploration", CATALOGUE["IR-BD"].paragraphs["5(4)"].en,
                  CATALOGUE["GE-IN"].paragraphs["5(5)(c)"].en):  # fmt: skip
        assert words in shown.text


@pytest.mark.parametrize("language", ["fa", "ka"])
def test_every_treaty_can_be_laid_beside_every_other_in_each_language(
    as_owner: Client, language: str
) -> None:
    as_owner.cookies["django_language"] = language
    answer = as_owner.get(reverse("comparison:clauses"), {"treaty": list(TREATIES)})
    assert answer.status_code == 200
    assert not page(answer).broken()


def test_one_treaty_asks_for_another_and_none_for_a_choice(as_owner: Client) -> None:
    one = page(as_owner.get(reverse("comparison:clauses"), {"treaty": "IR-BD"})).text
    assert "Choose another treaty to lay beside it." in one
    none = page(as_owner.get(reverse("comparison:clauses"))).text
    assert "Choose another treaty to lay beside it." not in none
    assert as_owner.get(reverse("comparison:clauses"), {"treaty": "XX"}).status_code == 404


def test_a_treaty_beside_itself_shows_no_difference() -> None:
    treaty = CATALOGUE["IR-BD"]
    assert [part.differing for part in beside([treaty, treaty])] == [0] * len(beside([treaty]))
    assert differing([treaty, treaty], treaties.HEADS) == []


@pytest.mark.parametrize("code", TREATIES)
def test_every_parameter_of_the_library_and_every_paragraph_is_in_the_comparison(code: str) -> None:
    from pe_wizard.comparison.parameters import other_paragraphs

    treaty: Any = CATALOGUE[code]
    parts = beside([treaty])
    assert {part.kind for part in parts} == {clause.kind for clause in treaty.clauses}
    shown = {one.label for part in parts for one in part.paragraphs[0]}
    shown |= {one.label for one in other_paragraphs([treaty], parts)[0]}
    assert set(treaty.paragraphs) <= shown
    thresholds = [
        value.text
        for part in parts
        for line in part.parameters
        if str(line.name).startswith("Threshold") and (value := line.values[0])
    ]
    clocked = ("building_site", "services", "exploration")
    assert len(thresholds) == sum(len(treaty.clauses_of(kind)) for kind in clocked)

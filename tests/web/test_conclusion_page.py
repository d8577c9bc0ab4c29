"""The pages of conclusions: of a version, of a draft so far, of two versions beside each other."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pe_wizard import __version__
from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.comparing import compare
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import ClientFile, Membership
from tests.web.assessing import a_client_file, cases, completed, facts, save, share, uploaded
from tests.web.conftest import signed_in
from tests.web.pages import page
from tests.web.test_presenting import ACTS, STORE, TEAM
from treaties import catalogue

CASES = dict(cases())
LANGUAGES = ("en", "fa", "ka")


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


def story(**more: Any) -> dict[str, Any]:
    """Services above the limit, a store that is excepted, an agent of whom it is not known."""
    return facts(
        as_of="2026-07-31",
        readings={"service_days": "presence"},
        services=[deepcopy(TEAM)],
        places=[deepcopy(STORE)],
        agents=[{**ACTS, "independent": None}],
        annotations={
            "places[store].fixed": {"evidence": ["lease.pdf p. 3"]},
            "services[team].through_personnel": {"note": "staffing plan", "evidence": []},
        },
        **more,
    )


@pytest.fixture
def version(owner: User, client_file: ClientFile) -> Version:
    return completed(owner, client_file, story())


@pytest.fixture
def draft(owner: User, client_file: ClientFile) -> Draft:
    return uploaded(owner, client_file, story())


def at(version: Version) -> str:
    return reverse("assessments:version", args=[version.pk])


def so_far(draft: Draft) -> str:
    return reverse("assessments:draft_conclusion", args=[draft.pk])


# ---- a completed version


def test_the_verdict_stands_first_and_the_heads_after_it(
    as_owner: Client, version: Version
) -> None:
    shown = page(as_owner.get(at(version)))
    text = shown.text
    order = [
        "Version 1, as of 31 July 2026",
        "The enterprise has a permanent establishment in Bangladesh through services",
        "195 of 183 days 12 days above the threshold",
        "The treaty applies.",
        "Under each head",
        "Not decided here",
    ]
    found = [text.index(words) for words in order]
    assert found == sorted(found)
    parts = ["heads", "time", "reasons", "depends", "readings", "notes", "receipt"]
    assert [one for one in shown.ids if one in parts] == parts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_leads_somewhere_in_every_language(
    as_owner: Client, version: Version, language: str
) -> None:
    as_owner.cookies["django_language"] = language
    assert page(as_owner.get(at(version))).broken() == []


def test_the_reasons_name_facts_evidence_notes_and_readings(
    as_owner: Client, version: Version
) -> None:
    text = page(as_owner.get(at(version))).text
    assert "Commissioning team : Through employees or other personnel" in text
    assert "“ staffing plan ”" in text
    assert "lease.pdf p. 3" in text  # considered: the place is fixed, and excepted
    assert "Considered, did not matter" in text


def test_restatements_stand_beside_the_reasons(as_owner: Client, version: Version) -> None:
    shown = page(as_owner.get(at(version)))
    restated = catalogue().treaties["IR-BD"].paragraphs["5(3)(b)"].en
    assert " ".join(restated.split()) in shown.text
    assert "head-1-par-5-3-b" in shown.ids
    assert "head-1-par-5-3-b" in shown.references


def test_the_receipt_has_everything_that_proves_the_version(
    as_owner: Client, version: Version, owner: User
) -> None:
    text = page(as_owner.get(at(version))).text
    groups = [version.sha256[start : start + 8] for start in range(0, 64, 8)]
    assert " ".join(groups) in text
    assert version.treaty_file_id.removeprefix("sha256:")[:8] in text
    assert f"PE Wizard {__version__}" in text
    assert f"Completed {owner}" in " ".join(text.split())
    content = as_owner.get(at(version)).content.decode()
    for part in ("facts", "conclusion"):
        assert reverse("assessments:version_json", args=[version.pk, part]) in content


def test_a_version_that_nobody_reviewed_says_so(as_owner: Client, version: Version) -> None:
    text = page(as_owner.get(at(version))).text
    assert "Signed off Not yet No review was asked for." in text


def test_the_page_works_without_scripts_and_styles_in_it(
    as_owner: Client, version: Version
) -> None:
    content = as_owner.get(at(version)).content.decode()
    main = content[content.index("<main") : content.index("</main>")]
    assert "<script" not in main
    assert not re.search(r'\s(style|on[a-z]+)="', main)


def test_a_conclusion_stays_as_it_was_completed(
    as_owner: Client, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the facts no longer come out the same, what was kept is shown, without drawings."""
    kept = deepcopy(version.conclusion)
    for head in kept["heads"]:
        head["outcome"] = "no_pe"
    kept["conclusion"] = "no_pe"
    monkeypatch.setattr(
        Version, "conclusion", property(lambda self: kept, lambda self, value: None)
    )
    monkeypatch.setattr("pe_wizard.assessments.receipts.damage", lambda version: [])
    text = page(as_owner.get(at(version))).text
    assert "No permanent establishment" in text
    assert "Timeline" not in text


def test_what_a_treaty_leaves_undecided_stands_beside_its_conclusions(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    other = completed(owner, client_file, facts(treaty="IR-RS"))
    text = page(as_owner.get(at(other))).text
    assert "Articles 4, 8, 14(1)(2), 15(2) and 15(4)" in text
    assert "They are not decided here." in text


def test_a_treaty_that_does_not_apply_is_said_before_everything_else(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    document = {**story(), "conditions": {"resident": True, "in_effect": False}}
    text = page(as_owner.get(at(completed(owner, client_file, document)))).text
    assert "it has an effect only if the treaty applies" in text
    assert text.index("The treaty does not apply.") < text.index("Under each head")


@pytest.mark.parametrize("name", CASES)
def test_the_page_of_every_case_holds_together(
    as_owner: Client, owner: User, client_file: ClientFile, name: str
) -> None:
    shown = page(as_owner.get(at(completed(owner, client_file, CASES[name]))))
    assert shown.broken() == []
    assert re.findall(r"\b(?:places|agents|services|building_sites)\[", shown.text) == []
    assert re.findall(r"%\([a-z]+\)|\{[a-z]+\}", shown.text) == []


def test_names_that_clients_typed_are_never_markup(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    document = story()
    document["places"][0]["name"] = document["services"][0]["project"] = "<b>Store</b>&amp;"
    content = as_owner.get(at(completed(owner, client_file, document))).content.decode()
    assert "<b>Store</b>" not in content
    assert "&lt;b&gt;Store&lt;/b&gt;&amp;amp;" in content


@pytest.mark.parametrize("items", [1, 30])
def test_queries_do_not_grow_with_the_facts(
    as_owner: Client, owner: User, client_file: ClientFile, items: int
) -> None:
    places = [{**deepcopy(STORE), "id": f"p{at}", "name": f"Place {at}"} for at in range(items)]
    one = completed(owner, client_file, facts(places=places))
    as_owner.get(at(one))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        as_owner.get(at(one))
    assert len(queries) <= 8


# ---- who may see it


def test_for_an_outsider_there_is_no_such_version_or_draft(
    as_outsider: Client, version: Version, draft: Draft
) -> None:
    for address in (
        at(version),
        so_far(draft),
        reverse("assessments:compare_versions", args=[version.pk, version.pk]),
    ):
        assert as_outsider.get(address).status_code == 404
    choice = {"reading": "service_days", "option": "worked"}
    address = reverse("assessments:draft_reading", args=[draft.pk])
    assert as_outsider.post(address, choice).status_code == 404


def test_a_reader_sees_the_conclusion_and_cannot_change_anything(
    client_file: ClientFile, colleague: User, version: Version, draft: Draft
) -> None:
    share(client_file, colleague, Membership.Role.READER)
    reader = signed_in(colleague)
    assert "New version" not in page(reader.get(at(version))).text
    shown = page(reader.get(so_far(draft))).text
    assert "Choose another option" not in shown
    assert "Check your answers" not in shown
    assert f"/drafts/{draft.pk}/agent-" not in reader.get(so_far(draft)).content.decode()
    address = reverse("assessments:draft_reading", args=[draft.pk])
    assert reader.post(address, {"reading": "breaks", "option": "excluded"}).status_code == 403


# ---- a draft


def test_a_draft_says_so_and_leads_to_where_facts_are_answered(
    as_owner: Client, draft: Draft
) -> None:
    response = as_owner.get(so_far(draft))
    shown = page(response)
    assert "Draft" in shown.text
    assert "Conclusion so far, as of 31 July 2026" in shown.text
    assert "Receipt" not in shown.text
    assert shown.broken() == []
    step = reverse("wizard:step", args=[draft.pk, "agent-a1"])
    assert f'href="{step}#agents[a1].independent"' in response.content.decode()


def test_a_draft_that_cannot_be_read_has_no_conclusion_and_no_fault(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts())
    Draft.objects.filter(pk=draft.pk).update(document={"format": "other"}, revision=9)
    shown = page(as_owner.get(so_far(draft)))
    assert "No conclusion yet" in shown.text


def test_a_completed_draft_leads_to_its_version(
    as_owner: Client, owner: User, draft: Draft
) -> None:
    done = services.complete(by=owner, draft_id=draft.pk)
    assert as_owner.get(so_far(draft)).headers["Location"] == at(done)


# ---- readings


def choose(client: Client, draft: Draft, **choice: str) -> Any:
    address = reverse("assessments:draft_reading", args=[draft.pk])
    return client.post(address, choice, follow=True)


def test_another_reading_is_chosen_with_a_reason_and_shows_in_the_result(
    as_owner: Client, draft: Draft
) -> None:
    text = page(
        choose(as_owner, draft, reading="breaks", option="excluded", reason="The site stood still.")
    ).text
    draft.refresh_from_db()
    assert draft.document["readings"]["breaks"] == "excluded"
    assert "Breaks are left out chosen" in text
    assert "The site stood still." in text


def test_choosing_the_default_takes_the_choice_back(as_owner: Client, draft: Draft) -> None:
    text = page(choose(as_owner, draft, reading="service_days", option="worked")).text
    draft.refresh_from_db()
    assert "service_days" not in draft.document["readings"]
    assert "125 of 183 days" not in text
    assert "181 of 183 days" in text


@pytest.mark.parametrize(
    ("reading", "option"), [("colour", "blue"), ("breaks", "perhaps"), ("", "")]
)
def test_there_is_no_such_reading(
    as_owner: Client, draft: Draft, reading: str, option: str
) -> None:
    before = Draft.objects.get(pk=draft.pk).document
    assert choose(as_owner, draft, reading=reading, option=option).status_code == 404
    assert Draft.objects.get(pk=draft.pk).document == before


def test_a_choice_from_an_old_page_changes_nothing_and_says_so(
    as_owner: Client, owner: User, draft: Draft
) -> None:
    old = str(draft.section_revision("treaty"))

    def later(document: dict[str, Any]) -> None:
        document["as_of"] = "2026-08-01"

    save(owner, draft, "treaty", later)
    text = page(choose(as_owner, draft, reading="breaks", option="excluded", revision=old)).text
    assert "Someone else changed the readings meanwhile." in text
    draft.refresh_from_db()
    assert "breaks" not in draft.document["readings"]


def test_a_reason_that_cannot_be_shown_is_refused_in_words(as_owner: Client, draft: Draft) -> None:
    text = page(
        choose(as_owner, draft, reading="breaks", option="excluded", reason="left \u202e right")
    ).text
    assert "cannot be shown" in text
    draft.refresh_from_db()
    assert "breaks" not in draft.document["readings"]


def test_a_draft_that_was_discarded_keeps_its_readings(
    as_owner: Client, owner: User, draft: Draft
) -> None:
    services.discard_draft(by=owner, draft_id=draft.pk)
    text = page(choose(as_owner, draft, reading="breaks", option="excluded")).text
    assert "no longer open" in text
    assert "Choose another option" not in text


# ---- two versions


@pytest.fixture
def second(owner: User, version: Version) -> Version:
    draft = services.new_version(by=owner, version=version, language="en")

    def shorter(document: dict[str, Any]) -> None:
        document["services"][0]["periods"][4]["to"] = "2026-06-15"
        document["places"].append({**deepcopy(STORE), "id": "p2", "name": "Second store"})

    draft = save(owner, draft, "services", shorter)
    services.choose_reading(by=owner, draft_id=draft.pk, reading="service_days", option=None)
    return services.complete(by=owner, draft_id=draft.pk)


def test_two_versions_show_facts_outcomes_and_readings_that_differ(
    as_owner: Client, version: Version, second: Version
) -> None:
    address = reverse("assessments:compare_versions", args=[second.pk, version.pk])
    shown = page(as_owner.get(address))
    assert shown.broken() == []
    text = shown.text
    assert "Last day (stay 5) Commissioning team 24 Jul 2026 15 Jun 2026" in text
    assert "Fixed places Second store – on file" in text
    assert "195 of 183 days" in text
    assert "Days not worked, in services Every day of presence Only days worked" in text


def test_the_older_version_stands_first_whichever_way_they_are_named(
    as_owner: Client, version: Version, second: Version
) -> None:
    addresses = [
        reverse("assessments:compare_versions", args=pair)
        for pair in ([version.pk, second.pk], [second.pk, version.pk])
    ]
    first, other = (page(as_owner.get(address)).text for address in addresses)
    assert first == other
    assert first.index("Version 1") < first.index("Version 2")


def test_a_version_names_those_it_can_be_compared_with(
    as_owner: Client, version: Version, second: Version
) -> None:
    content = as_owner.get(at(version)).content.decode()
    assert reverse("assessments:compare_versions", args=[version.pk, second.pk]) in content


def test_the_same_version_twice_or_one_of_another_client_cannot_be_compared(
    as_owner: Client, owner: User, version: Version
) -> None:
    other = completed(owner, a_client_file(owner, "Client 0043"), facts())
    for pair in ([version.pk, version.pk], [version.pk, other.pk]):
        address = reverse("assessments:compare_versions", args=pair)
        assert as_owner.get(address).status_code == 404


def test_versions_of_the_same_facts_do_not_differ(owner: User, version: Version) -> None:
    draft = services.new_version(by=owner, version=version, language="en")
    again = services.complete(by=owner, draft_id=draft.pk)
    comparison = compare(version, again)
    assert comparison.facts == comparison.readings == ()
    assert not any(head.differs for head in comparison.heads)
    assert comparison.same_treaty_file

"""The wizard over HTTP: where requests lead, what is saved, and what is never lost."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.assessments.standing import standing
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import create_client_file, set_member
from pe_wizard.wizard.steps import Step, steps_of
from tests.web.conftest import signed_in
from tests.web.entering import item_ids
from tests.web.wizard_pages import Walk

FRAME = {
    "format": "pe-facts/1",
    "treaty": "IR-BD",
    "residence_state": "IR",
    "source_state": "BD",
    "as_of": "2026-06-30",
}
HUNGARY = {**FRAME, "treaty": "IR-HU", "source_state": "HU"}
PERSON = {"id": "a1", "name": "Trading Co", "relation": "third_party"}
STORE = {"id": "p1", "name": "Store", "kind": "storage"}
STAY = {"from": "2025-08-04", "to": "2025-09-26", "person": "Team A"}
TEAM = {
    "id": "e1",
    "name": "Team",
    "project": "Plant",
    "periods": [STAY, {**STAY, "from": "2025-08-05"}],
}


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return create_client_file(
        owner=owner, reference="0042", name="Client", residence_state="IR", form_token=uuid4()
    )


@pytest.fixture
def begin(owner: User, client_file: ClientFile) -> Any:
    """begin(**answers): a draft that has these answers."""

    def begun(**answers: Any) -> Draft:
        return services.start_from_facts(
            by=owner, client_file=client_file, document={**FRAME, **answers}
        )

    return begun


@pytest.fixture
def walk(as_owner: Client, begin: Any) -> Any:
    """walk(**answers): an adviser in front of such a draft."""
    return lambda **answers: Walk(as_owner, begin(**answers).pk)


def answers(walk: Walk) -> dict[str, Any]:
    document: dict[str, Any] = Draft.objects.get(pk=walk.draft_id).document
    return document


def draft_of(walk: Walk) -> Draft:
    return Draft.objects.get(pk=walk.draft_id)


# ---- where requests lead


def test_a_draft_opens_at_the_first_step_with_something_open(walk: Any) -> None:
    assert walk().open().step == "treaty"
    asked = walk(conditions={"resident": True, "in_effect": True}, places=[])
    assert asked.open().step == "building_sites"


@pytest.mark.parametrize(
    "step", ["services", "related_enterprises", "agent-nobody", "nonsense", "done"]
)
def test_a_step_that_is_not_on_the_path_leads_to_the_first_open_one(walk: Any, step: str) -> None:
    hungary = walk(**HUNGARY)
    response = hungary.client.get(hungary.url(step))
    assert response.status_code == 303
    assert response["Location"] == hungary.url("treaty")
    response = hungary.client.post(hungary.url(step), {"revision": "0", "services": "none"})
    assert response.status_code == 303
    assert "services" not in answers(hungary)


def test_each_treaty_has_its_own_sections(walk: Any) -> None:
    hungary = walk(**HUNGARY).open("treaty")
    steps = [value for name, value in hungary.buttons if name == "go"]
    assert "services" not in steps
    assert "insurance" not in steps
    bangladesh = walk().open("treaty")
    steps = [value for name, value in bangladesh.buttons if name == "go"]
    assert {"related_enterprises", "services", "exploration", "insurance"} <= set(steps)


def test_looking_changes_nothing(walk: Any) -> None:
    there = walk(places=[STORE], services=[TEAM], agents=[PERSON])
    before = Draft.objects.filter(pk=there.draft_id).values().get()
    for step in (
        "",
        "treaty",
        "places",
        "activities-p1",
        "services",
        "agents",
        "agent-a1",
        "check",
    ):
        for method in ("get", "head", "options"):
            assert getattr(there.client, method)(there.url(step)).status_code < 500
    there.client.get(f"/drafts/{there.draft_id}/panel/places/")
    there.client.get(f"/drafts/{there.draft_id}/remove/places/p1/")
    assert Draft.objects.filter(pk=there.draft_id).values().get() == before


def test_nobody_else_sees_that_there_is_a_draft(walk: Any, outsider: User) -> None:
    there = walk(places=[STORE])
    stranger = signed_in(outsider)
    for url in (
        there.url("places"),
        f"/drafts/{there.draft_id}/panel/places/",
        f"/drafts/{there.draft_id}/remove/places/p1/",
        f"/drafts/{there.draft_id}/treaty-file/",
    ):
        assert stranger.get(url).status_code == 404
        assert stranger.post(url, {"revision": "0"}).status_code == 404
    assert stranger.post(f"/drafts/{there.draft_id}/confirm/", {"path": "x"}).status_code == 404


def test_who_may_only_read_is_shown_the_conclusion_and_saves_nothing(
    walk: Any, owner: User, colleague: User, client_file: ClientFile
) -> None:
    there = walk()
    set_member(client_file=client_file, by=owner, user=colleague, role=Membership.Role.READER)
    reader = signed_in(colleague)
    response = reader.get(there.url("treaty"))
    assert response["Location"] == reverse("assessments:draft_conclusion", args=[there.draft_id])
    assert reader.post(there.url("treaty"), {"revision": "0"}).status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        {"revision": None},
        {"revision": ["abc"]},
        {"revision": ["-1"]},
        {"revision": ["99"]},
        {"revision": ["9" * 400]},
        {"revision": ["٣"]},
        {"conditions.resident": ["true", "false"]},
        {"wizard-current_step": None},
        {"wizard-current_step": ["places"]},
        {"wizard_goto_step": ["places"]},
    ],
    ids=str,
)
def test_a_form_that_no_page_can_have_sent_is_refused_with_a_way_back(
    walk: Any, change: dict[str, list[str] | None]
) -> None:
    there = walk()
    page = there.open("treaty")
    page.values["conditions.resident"] = ["true"]
    data = {name: texts for name, texts in {**page.values, **change}.items() if texts is not None}
    response = there.client.post(page.action, data)
    assert response.status_code == 400
    assert there.url("treaty") in response.content.decode()
    assert "conditions" not in answers(there)


def test_another_content_type_is_refused(walk: Any) -> None:
    there = walk()
    response = there.client.post(there.url("treaty"), "{}", content_type="application/json")
    assert response.status_code == 400


# ---- saving


def test_every_post_answers_303_and_saves(walk: Any) -> None:
    there = walk()
    page = (
        there.open("treaty")
        .fill("conditions.resident", "true")
        .fill("conditions.in_effect", "null")
    )
    after = page.next()
    assert after.step == "related_enterprises"
    assert answers(there)["conditions"] == {"resident": True, "in_effect": None}
    assert answers(there)["not_known"] == ["conditions.in_effect"]


@pytest.mark.parametrize("way", ["stay", "back", "next", "agents", "check"])
def test_leaving_by_any_button_saves(walk: Any, way: str) -> None:
    there = walk(places=[STORE])
    there.open("places").fill("places[p1].fixed", "true").press("go", way)
    assert answers(there)["places"][0]["fixed"] is True


def test_switching_the_language_saves_and_stays(walk: Any) -> None:
    there = walk(places=[STORE])
    page = there.open("places").fill("places[p1].name", "انبار")
    page = page.fill("places[p1].from", "never").press("language", "fa")
    assert page.step == "places"
    assert 'lang="fa"' in page.html
    assert 'dir="rtl"' in page.html
    assert page.values["places[p1].name"] == ["انبار"]
    assert page.values["places[p1].from"] == ["never"]
    assert there.client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "fa"


def test_a_yes_to_a_list_adds_its_first_item(walk: Any) -> None:
    there = walk()
    page = there.open("services").fill("services", "some").next()
    assert page.step == "services"
    assert answers(there)["services"][0]["periods"] == [{}]
    assert page.has(f"services[{item_ids(there, 'services')[0]}].periods[0].from")


def test_yes_and_the_button_that_adds_make_one_item(walk: Any) -> None:
    there = walk()
    page = there.open("services").fill("services", "some").do("add services")
    assert len(answers(there)["services"]) == 1
    page.do("add services")
    assert len(answers(there)["services"]) == 2


def test_yes_and_the_way_to_the_import_make_no_empty_item(walk: Any) -> None:
    there = walk()
    there.open("services").fill("services", "some").press("go", "table")
    assert answers(there).get("services") in (None, [])
    there.open("services").fill("services", "some").save()
    assert len(answers(there)["services"]) == 1


def test_a_list_that_is_answered_with_none_is_done(walk: Any) -> None:
    there = walk()
    (step,) = (one for one in steps(there) if one.key == "related_enterprises")
    assert (step.mark, step.says) == ("off", "Not needed now")
    there.open("related_enterprises").fill("related_enterprises", "none").save()
    (step,) = (one for one in steps(there) if one.key == "related_enterprises")
    assert (step.mark, step.says) == ("done", "Done")


def steps(walk: Walk) -> list[Step]:
    draft = draft_of(walk)
    return steps_of(draft, standing(draft))


def test_a_persian_error_has_a_persian_comma(walk: Any) -> None:
    there = walk(services=[{"id": "e1", "name": "Team", "periods": [{}]}])
    there.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fa"
    page = there.open("services").fill("services[e1].periods[0].from", "soon").save()
    assert "دورهٔ حضور ۱، اولین روز" in page.text


def test_none_and_not_known_are_answers_to_a_list(walk: Any) -> None:
    there = walk()
    there.open("services").fill("services", "none").save()
    there.open("exploration").fill("exploration", "null").save()
    assert answers(there)["services"] == []
    assert answers(there)["exploration"] is None
    assert "exploration" in answers(there)["not_known"]
    assert there.open("exploration").values["exploration"] == ["null"]


def test_none_does_not_throw_items_away(walk: Any) -> None:
    there = walk(places=[STORE])
    page = there.open("places").fill("places", "none").save()
    assert answers(there)["places"] == [STORE]
    assert "Remove it first" in page.text
    assert page.values["places"] == ["none"]


def test_an_end_is_never_read_from_an_empty_field(walk: Any) -> None:
    there = walk(places=[STORE])
    there.open("places").fill("places[p1].from", "2025-01-10").save()
    assert "to" not in answers(there)["places"][0]
    assert "places[p1].to" not in (answers(there).get("not_known") or [])
    there.open("places").fill("places[p1].to:is", "ongoing").save()
    assert answers(there)["places"][0]["to"] is None
    page = there.open("places").fill("places[p1].to:is", "null").save()
    assert "to" not in answers(there)["places"][0]
    assert answers(there)["not_known"] == ["places[p1].to"]
    assert page.values["places[p1].to:is"] == ["null"]
    there.open("places").fill("places[p1].to:is", "given").fill("places[p1].to", "3.2.2026").save()
    assert answers(there)["places"][0]["to"] == "2026-02-03"
    assert answers(there)["not_known"] == []


def test_what_cannot_be_read_is_kept_marked_and_blocks_nothing(walk: Any) -> None:
    there = walk(places=[{**STORE, "from": "2025-01-10"}])
    page = (
        there.open("places").fill("places[p1].from", "31 Feb 2026").fill("places[p1].fixed", "true")
    )
    page = page.save()
    assert page.values["places[p1].from"] == ["31 Feb 2026"]
    assert 'href="#places[p1].from"' in page.html
    assert "<title>Error:" in " ".join(page.html.split()).replace("> ", ">")
    assert answers(there)["places"][0].get("from") is None
    assert answers(there)["places"][0]["fixed"] is True
    assert draft_of(there).typed == {
        "places": {"places[p1].from": "31 Feb 2026", "places[p1].from:is": "given"}
    }
    # going on shows the errors once, and then goes on
    assert there.open("places").fill("places[p1].from", "soon").next().step == "places"
    assert there.open("places").next().step == "activities-p1"
    page = there.open("places").fill("places[p1].from", "2025-02-01").save()
    assert draft_of(there).typed == {}
    assert answers(there)["places"][0]["from"] == "2025-02-01"


def test_the_day_of_the_question_stays_until_another_one_can_be_read(walk: Any) -> None:
    there = walk()
    page = there.open("treaty").fill("as_of", "tomorrow").save()
    assert answers(there)["as_of"] == "2026-06-30"
    assert page.values["as_of"] == ["tomorrow"]
    there.open("treaty").fill("as_of", "2026-07-31").save()
    assert answers(there)["as_of"] == "2026-07-31"


def test_a_contradiction_is_kept_and_shown_beside_the_field(walk: Any) -> None:
    there = walk(places=[{**STORE, "from": "2026-01-10", "to": "2026-03-01"}])
    page = there.open("places").fill("places[p1].from", "2026-05-01").save()
    assert answers(there)["places"][0]["from"] == "2026-05-01"
    assert "before the first day" in page.text
    assert "before the first day" in there.open("check").text
    assert "Complete this version" not in [v for _n, v in there.open("check").buttons]


def test_a_share_is_exact(walk: Any) -> None:
    there = walk(
        related_enterprises=[{"id": "r1", "name": "Sister"}],
        agents=[{**PERSON, "enterprise": "r1"}],
    )
    path = "related_enterprises[r1].direct.votes"
    there.open("related_enterprises").fill(path, "۳۳٫۳۳").save()
    assert answers(there)["related_enterprises"][0]["direct"] == {"votes": 33.33}
    page = there.open("related_enterprises").fill(path, "101").save()
    assert "from 0 to 100" in page.text
    there.open("related_enterprises").fill(path, "").fill(f"{path}:is", "null").save()
    assert answers(there)["not_known"] == [path]


# ---- items and rows


def test_items_are_added_copied_moved_removed_and_put_back_without_losing_what_is_typed(
    walk: Any,
) -> None:
    there = walk(places=[STORE, {**STORE, "id": "p2", "name": "Office"}])
    page = there.open("places").fill("places[p1].name", "Depot").do("add places")
    assert answers(there)["places"][0]["name"] == "Depot"
    third = item_ids(there, "places")[2]
    page.fill(f"places[{third}].name", "Third").do(f"up places {third}")
    assert [one.get("name") for one in answers(there)["places"]] == ["Depot", "Third", "Office"]
    there.open("places").fill("places[p1].fixed", "true").do("copy places p1")
    assert [one.get("name") for one in answers(there)["places"]][:2] == ["Depot", "Depot (copy)"]
    assert answers(there)["places"][1]["fixed"] is True

    page = there.open("places").fill("places[p2].name", "Bureau")
    response = there.client.post(page.action, {**page.values, "do": ["remove places p1"]})
    asks = there.client.get(response["Location"])
    assert "Depot" in asks.content.decode()
    assert len(answers(there)["places"]) == 4
    there.client.post(response["Location"])
    assert "p1" not in item_ids(there, "places")
    assert any(one.get("name") == "Bureau" for one in answers(there)["places"])
    there.open("places").do("restore places p1")
    assert answers(there)["places"][0]["name"] == "Depot"


def test_removing_says_which_answers_name_the_item(walk: Any) -> None:
    there = walk(
        building_sites=[{"id": "s1", "name": "Bridge"}], places=[{**STORE, "part_of_site": "s1"}]
    )
    response = there.client.get(f"/drafts/{there.draft_id}/remove/building_sites/s1/")
    assert "Store" in response.content.decode()


def test_rows_are_added_pasted_removed_and_put_back_with_what_is_said_about_them(walk: Any) -> None:
    there = walk(services=[TEAM], not_known=["services[e1].periods[1].worked"])
    path = "services[e1].periods"
    page = there.open("services").fill(f"{path}[0].person", "A. K.").do(f"row-add {path}")
    assert answers(there)["services"][0]["periods"][0]["person"] == "A. K."
    page.fill(f"{path}[2].from", "not a day").save()
    there.open("services").do(f"row-remove {path} 0")
    draft = draft_of(there)
    assert [row.get("person") for row in draft.document["services"][0]["periods"]] == [
        "Team A",
        None,
    ]
    assert draft.document["not_known"] == [f"{path}[0].worked"]
    assert draft.typed["services"][f"{path}[1].from"] == "not a day"
    there.open("services").do(f"row-restore {path}")
    draft = draft_of(there)
    assert draft.document["services"][0]["periods"][0]["person"] == "A. K."
    assert draft.document["not_known"] == [f"{path}[1].worked"]
    assert draft.typed["services"][f"{path}[2].from"] == "not a day"

    pasted = "2026-01-01\t2026-01-31\tB. L.\n5 March 2026; soon; C. M.\n\n"
    page = there.open("services").fill(f"{path}:paste", pasted).do(f"row-paste {path}")
    rows = answers(there)["services"][0]["periods"]
    assert rows[3] == {"from": "2026-01-01", "to": "2026-01-31", "person": "B. L."}
    assert rows[4] == {"from": "2026-03-05", "person": "C. M."}
    assert page.values[f"{path}[4].to"] == ["soon"]


@pytest.mark.parametrize("target", ["as_of", "services", "services[e1].periods[0].from"])
def test_what_is_no_table_of_days_gets_no_row(walk: Any, target: str) -> None:
    there = walk(services=[TEAM])
    there.open("services").save()
    before = answers(there)
    shown = there.open("services")
    there.client.post(shown.action, {**shown.values, "do": [f"row-add {target}"]})
    assert answers(there) == before


def test_activities_keep_their_answers_when_others_are_chosen(walk: Any) -> None:
    there = walk(
        places=[{**STORE, "activities": [{"kind": "storage", "goods_of_enterprise": True}]}]
    )
    path = "places[p1].activities"
    there.open("activities-p1").fill(f"{path}:kinds", ["delivery", "storage"]).save()
    assert answers(there)["places"][0]["activities"] == [
        {"kind": "storage", "goods_of_enterprise": True},
        {"kind": "delivery"},
    ]
    page = there.open("activities-p1").fill(path, "none").save()
    assert "Take them out first" in page.text
    assert page.values[f"{path}:kinds"] == ["storage", "delivery"]
    page.fill(f"{path}:kinds", []).fill(path, "none").save()
    assert answers(there)["places"][0]["activities"] == []


# ---- notes, readings, relevance


def test_notes_evidence_and_contested_stand_beside_the_answer(walk: Any) -> None:
    there = walk(agents=[PERSON])
    path = "agents[a1].independent"
    page = there.open("agent-a1").fill(path, "true").fill(f"{path}:note", "Two views")
    page.fill(f"{path}:evidence", "lease p. 3\ncontract").fill(f"{path}:contested", "on").save()
    assert answers(there)["annotations"][path] == {
        "note": "Two views",
        "evidence": ["lease p. 3", "contract"],
        "contested": True,
    }
    check = there.open("check").text
    assert "Contested" in check
    assert "lease p. 3" in check
    page = there.open("agent-a1").fill(f"{path}:note", "").fill(f"{path}:evidence", "")
    page.fill(f"{path}:contested", []).save()
    assert path not in answers(there).get("annotations", {})


def test_a_reading_is_chosen_with_its_reason(walk: Any) -> None:
    there = walk()
    page = there.open("treaty").fill("readings.service_days", "presence")
    page.fill("readings.service_days:why", "The contract pays leave days").save()
    draft = draft_of(there)
    assert draft.document["readings"] == {"service_days": "presence"}
    assert draft.reasons == {"service_days": "The contract pays leave days"}
    assert "The contract pays leave days" in there.open("check").text
    there.open("treaty").fill("readings.service_days", "worked").save()
    draft = draft_of(there)
    assert draft.document["readings"] == {}
    assert draft.reasons == {}


def test_what_cannot_matter_is_not_asked_and_can_be_opened(walk: Any) -> None:
    there = walk(agents=[{**PERSON, "acts_on_behalf": False}], enterprise={"insurer": False})
    page = there.open("agent-a1")
    before, _sep, idle = page.html.partition("data-idle>")
    assert 'data-fact="agents[a1].acts_on_behalf"' in before
    assert 'data-fact="agents[a1].principal_role"' not in before
    assert 'data-fact="agents[a1].principal_role"' in idle
    page.fill("agents[a1].principal_role", "true").save()
    assert answers(there)["agents"][0]["principal_role"] is True
    check = there.open("check")
    assert "Not used" in check.text


def test_an_answer_that_comes_back_has_to_be_confirmed(walk: Any) -> None:
    there = walk(
        agents=[{**PERSON, "acts_on_behalf": True, "principal_role": True}],
        enterprise={"insurer": False},
    )
    there.open("agent-a1").fill("agents[a1].acts_on_behalf", "false").save()
    # on another page, so that the answer that comes back is not on the page that is sent
    there.client.post(
        there.url("agent-a1"),
        {
            "wizard-current_step": "agent-a1",
            "revision": draft_of(there).section_revision("agent-a1"),
            "agents[a1].acts_on_behalf": "true",
        },
    )
    assert draft_of(there).confirm == ["agents[a1].principal_role"]
    check = there.open("check")
    assert "Confirm again" in check.text
    there.client.post(f"/drafts/{there.draft_id}/confirm/", {"path": "agents[a1].principal_role"})
    assert draft_of(there).confirm == []


def test_the_paragraphs_the_reason_and_the_consequences_stand_beside_a_question(walk: Any) -> None:
    text = walk(agents=[PERSON]).open("agent-a1")
    assert reverse("library:treaty", args=["IR-BD"]) + "#par-5-7" in text.html
    assert "Why this is asked" in text.text
    assert "The rules on agents are tested for this person." in text.text


def test_bangladesh_asks_what_its_text_asks(walk: Any) -> None:
    bangladesh = walk(agents=[PERSON], places=[{**STORE, "activities": [{"kind": "storage"}]}],
                      related_enterprises=[{"id": "r1", "name": "Sister"}])  # fmt: skip
    page = bangladesh.open("agent-a1")
    assert page.has("agents[a1].principal_role")
    assert not page.has("agents[a1].secures_orders")
    assert page.has("agents[a1].enterprise")
    assert bangladesh.open("activities-p1").has("places[p1].fragmentation.complementary")
    assert bangladesh.open("related_enterprises").has("related_enterprises[r1].direct.votes")


def test_hungary_and_georgia_ask_what_theirs_ask(walk: Any) -> None:
    hungary = walk(**HUNGARY, agents=[PERSON]).open("agent-a1")
    assert not hungary.has("agents[a1].maintains_stock")
    assert not hungary.has("agents[a1].principal_role")
    georgia = walk(treaty="GE-IN", residence_state="GE", source_state="IN", agents=[PERSON])
    page = georgia.open("agent-a1")
    assert page.has("agents[a1].secures_orders")
    assert page.has("agents[a1].devoted_to_enterprise")


# ---- the panel


def test_the_panel_counts_days_and_says_when_they_pass(walk: Any) -> None:
    there = walk(
        services=[
            {**TEAM, "through_personnel": True, "periods": [{"from": "2026-02-01", "to": None}]}
        ]
    )
    text = there.open("services").text
    assert "150 of 183 days" in text
    assert "3 Aug 2026" in text
    assert "34 days left" in text


def test_the_panel_shows_what_is_typed_and_saves_nothing(walk: Any) -> None:
    there = walk(
        services=[
            {**TEAM, "through_personnel": True, "periods": [{"from": "2026-02-01", "to": None}]}
        ]
    )
    page = there.open("services").fill("services[e1].periods[0].from", "2025-12-01")
    before = Draft.objects.filter(pk=there.draft_id).values().get()
    response = there.client.post(f"/drafts/{there.draft_id}/panel/services/", page.values)
    assert response.status_code == 200
    assert "212" in response.content.decode()
    assert Draft.objects.filter(pk=there.draft_id).values().get() == before


@pytest.mark.parametrize("data", [{}, {"revision": ["x"]}, {"services": ["some", "none"]}])
def test_the_panel_takes_any_form(walk: Any, data: dict[str, list[str]]) -> None:
    there = walk()
    for step in ("services", "nonsense", "check"):
        response = there.client.post(f"/drafts/{there.draft_id}/panel/{step}/", data)
        assert response.status_code == 200


# ---- two savers


def shared(owner: User, colleague: User, client_file: ClientFile) -> Client:
    set_member(client_file=client_file, by=owner, user=colleague, role=Membership.Role.EDITOR)
    return signed_in(colleague)


def test_two_advisers_on_one_answer_see_both_values_and_choose(
    walk: Any, owner: User, colleague: User, client_file: ClientFile
) -> None:
    mine = walk(places=[STORE])
    theirs = Walk(shared(owner, colleague, client_file), mine.draft_id)
    page = mine.open("places").fill("places[p1].fixed", "true").fill("places[p1].name", "Depot")
    theirs.open("places").fill("places[p1].fixed", "false").save()
    response = mine.client.post(page.action, {**page.values, "go": ["stay"]})
    assert response.status_code == 409
    html = response.content.decode()
    assert "Tamar" in html
    assert answers(mine)["places"][0]["fixed"] is False
    assert "name" not in answers(mine)["places"][0] or answers(mine)["places"][0]["name"] == "Store"
    revision = re.search(r'name="revision" value="(\d+)"', html)
    assert revision
    chosen = {
        "wizard-current_step": "places",
        "revision": revision[1],
        "keep:places[p1].fixed": "theirs",
        "places[p1].fixed": "true",
        "keep:places[p1].name": "mine",
        "places[p1].name": "Depot",
        "go": "stay",
    }
    assert mine.client.post(page.action, chosen).status_code == 303
    assert answers(mine)["places"][0]["fixed"] is False
    assert answers(mine)["places"][0]["name"] == "Depot"


def test_what_one_did_not_touch_is_no_conflict(
    walk: Any, owner: User, colleague: User, client_file: ClientFile
) -> None:
    mine = walk(places=[STORE])
    theirs = Walk(shared(owner, colleague, client_file), mine.draft_id)
    page = mine.open("places")
    theirs.open("places").fill("places[p1].fixed", "false").save()
    response = mine.client.post(page.action, {**page.values, "go": ["stay"]})
    assert response.status_code == 303
    assert answers(mine)["places"][0]["fixed"] is False


def test_two_advisers_on_two_sections_do_not_meet(
    walk: Any, owner: User, colleague: User, client_file: ClientFile
) -> None:
    mine = walk(places=[STORE], agents=[PERSON])
    theirs = Walk(shared(owner, colleague, client_file), mine.draft_id)
    page = mine.open("places").fill("places[p1].fixed", "true")
    theirs.open("agent-a1").fill("agents[a1].independent", "false").save()
    page.save()
    assert answers(mine)["places"][0]["fixed"] is True
    assert answers(mine)["agents"][0]["independent"] is False


def test_the_same_form_sent_twice_is_saved_once(walk: Any) -> None:
    there = walk(places=[STORE])
    page = there.open("places").fill("places[p1].fixed", "true")
    first = there.client.post(page.action, {**page.values, "go": ["stay"]})
    revision = draft_of(there).revision
    second = there.client.post(page.action, {**page.values, "go": ["stay"]})
    assert (first.status_code, second.status_code) == (303, 303)
    assert draft_of(there).revision == revision


def test_an_item_that_was_removed_meanwhile_takes_no_answers(walk: Any) -> None:
    there = walk(agents=[PERSON])
    page = there.open("agent-a1").fill("agents[a1].independent", "true")
    there.client.post(f"/drafts/{there.draft_id}/remove/agents/a1/")
    response = there.client.post(page.action, {**page.values, "go": ["stay"]})
    assert response.status_code == 303
    assert answers(there)["agents"] == []


# ---- check your answers, completing


def test_a_change_link_leads_back_to_the_answers(walk: Any) -> None:
    there = walk(places=[STORE])
    check = there.open("check")
    link = re.search(r'href="([^"]+/places/\?return=check#places\[p1\]\.kind)"', check.html)
    assert link
    page = there.get(link[1].partition("#")[0])
    page.fill("places[p1].kind", "office")
    assert page.next().step == "check"
    assert page.save().values["return"] == ["check"]


def test_completing_is_a_post_and_a_finished_draft_leads_to_its_version(walk: Any) -> None:
    there = walk(conditions={"resident": True, "in_effect": True}, places=[])
    page = there.open("places")
    there.client.get(reverse("assessments:complete", args=[there.draft_id]))
    assert Version.objects.count() == 0
    there.client.post(
        reverse("assessments:complete", args=[there.draft_id]),
        {"revision": draft_of(there).revision},
    )
    version = Version.objects.get()
    for response in (
        there.client.get(there.url("places")),
        there.client.post(page.action, {**page.values, "go": ["next"]}),
        there.client.post(f"/drafts/{there.draft_id}/confirm/", {"path": "all"}),
    ):
        assert response.status_code == 303
        assert response["Location"] == reverse("assessments:version", args=[version.pk])
    assert Version.objects.count() == 1


# ---- what people type


def test_what_is_typed_is_shown_as_text_on_every_page(walk: Any) -> None:
    attack = "<script>alert(1)</script>{{ 7|add:7 }}\"'><img src=x onerror=alert(1)>"
    there = walk(
        related_enterprises=[{"id": "r1", "name": attack}],
        places=[{**STORE, "name": attack, "activities": [{"kind": "other"}]}],
        services=[{**TEAM, "name": attack, "project": attack}],
        agents=[{**PERSON, "name": attack}],
        annotations={"agents[a1].independent": {"note": attack, "evidence": [attack]}},
    )
    for step in ("places", "activities-p1", "services", "related_enterprises", "agents", "agent-a1",
                 "check", "remove/places/p1"):  # fmt: skip
        page = there.open(step)
        assert "<script>alert" not in page.html
        assert "<img src=x" not in page.html
        assert "alert(1)" in page.html


@pytest.mark.parametrize("text", ["a\x00b", "a\u202eb", "a\u2066b"])
def test_a_character_that_hides_others_is_refused_and_the_rest_is_saved(
    walk: Any, text: str
) -> None:
    there = walk(places=[STORE])
    page = there.open("places").fill("places[p1].name", text).fill("places[p1].fixed", "true")
    page = page.save()
    assert "cannot be shown" in page.text
    assert answers(there)["places"][0]["name"] == "Store"
    assert answers(there)["places"][0]["fixed"] is True


# ---- cost


def test_the_number_of_queries_does_not_grow_with_the_number_of_items(
    walk: Any, django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def counted(number: int) -> dict[str, tuple[int, int]]:
        there = walk(
            conditions={"resident": True},
            related_enterprises=[{"id": f"r{n}"} for n in range(number)],
            places=[{**STORE, "id": f"p{n}"} for n in range(number)],
            services=[{**TEAM, "id": f"e{n}"} for n in range(number)],
            agents=[{**PERSON, "id": f"a{n}"} for n in range(number)],
        )
        found = {}
        for step in (
            "treaty",
            "places",
            "activities-p0",
            "services",
            "agents",
            "agent-a0",
            "check",
        ):
            with CaptureQueriesContext(connection) as looked:
                page = there.open(step)
            saved = None
            if step != "check":
                page.values["conditions.resident"] = ["false"]
                with CaptureQueriesContext(connection) as saved:
                    there.client.post(page.action, {**page.values, "go": ["stay"]})
            found[step] = (len(looked), len(saved) if saved else 0)
        return found

    few, many = counted(1), counted(30)
    assert few == many
    assert max(max(pair) for pair in many.values()) <= 12, many


# ---- calendars


def _days(page: Any) -> tuple[str, str]:
    return page.values["services[e1].periods[0].from"][0], page.values[
        "services[e1].periods[1].from"
    ][0]


def test_a_day_is_shown_again_in_the_calendar_it_was_typed_in(owner: User, begin: Any) -> None:
    draft = begin(services=[TEAM])
    walk = Walk(signed_in(owner), draft.pk)
    page = walk.open("services")
    assert _days(page) == ("2025-08-04", "2025-08-05")
    page.fill("services[e1].periods[0].from", "۱۴۰۴/۵/۱۳")
    page = page.save()
    assert _days(page) == ("1404/05/13", "2025-08-05")
    draft.refresh_from_db()
    assert draft.document["services"][0]["periods"][0]["from"] == "2025-08-04"
    page.fill("services[e1].periods[0].from", "2025-08-04")
    assert _days(page.save()) == ("2025-08-04", "2025-08-05")


def test_a_persian_page_shows_its_own_calendar_unless_the_other_was_typed(
    owner: User, begin: Any
) -> None:
    client = signed_in(owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fa"
    page = Walk(client, begin(services=[TEAM]).pk).open("services")
    assert _days(page) == ("۱۴۰۴/۰۵/۱۳", "۱۴۰۴/۰۵/۱۴")
    page.fill("services[e1].periods[1].from", "2025-08-05")
    assert _days(page.save()) == ("۱۴۰۴/۰۵/۱۳", "۲۰۲۵-۰۸-۰۵")


@pytest.mark.parametrize(
    ("language", "typed", "beside"),
    [
        ("en", "1404/05/13", "4 Aug 2025"),
        ("ka", "1404/05/13", "4 აგვ. 2025"),
        ("fa", "1404/05/13", "۴ اوت ۲۰۲۵"),
        ("fa", "2025-08-04", "۱۳ مرداد ۱۴۰۴"),
    ],
)
def test_the_other_calendar_stands_beside_a_day(
    owner: User, begin: Any, language: str, typed: str, beside: str
) -> None:
    client = signed_in(owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = Walk(client, begin(services=[TEAM]).pk).open("services")
    page.fill("services[e1].periods[0].from", typed)
    assert beside in page.save().html


def test_a_page_in_one_calendar_says_each_day_once(owner: User, begin: Any) -> None:
    page = Walk(signed_in(owner), begin(services=[TEAM]).pk).open("services")
    assert "other-day" not in page.html

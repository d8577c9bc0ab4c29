"""What-ifs over HTTP: other facts are tried out, nothing is written until they are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import Event
from pe_wizard.scenarios.views import MOST_ROWS
from tests.web.assessing import AGENT, Document, a_client_file, completed, facts, share, uploaded
from tests.web.conftest import signed_in
from tests.web.pages import page

ENGAGEMENT = {"id": "e1", "name": "Plant", "project": "plant", "through_personnel": True,
              "periods": [{"from": "2026-01-01", "to": "2026-05-31"}]}  # fmt: skip
PERSON = {**AGENT, "in_name": True, "limited_to_excepted_activities": False}
INDEPENDENT = "agents[a1].independent"


def address(of: Version | Draft, what: str = "what_if") -> str:
    kind = "version" if isinstance(of, Version) else "draft"
    return reverse(f"scenarios:{kind}_{what}", args=[of.pk])


def fields(text: str) -> dict[str, list[str]]:
    """What the form of the page would send as it stands."""
    found: dict[str, list[str]] = {}
    form = text[text.index('id="step-form"') : text.index('class="whatif__result"')]
    for tag in re.findall(r"<(?:input|textarea)[^>]*>(?:[^<]*</textarea>)?", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag.partition(">")[0]))
        if said.get("type") in ("radio", "checkbox") and " checked" not in tag:
            continue
        value = said.get("value", "on" if said.get("type") == "checkbox" else "")
        if tag.startswith("<textarea"):
            value = tag.partition(">")[2].removesuffix("</textarea>")
        found.setdefault(unescape(said["name"]), []).append(unescape(value))
    for name, options in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected', options)
        found[unescape(name)] = [unescape(chosen[0])] if chosen else [""]
    return found


def opened(client: Client, of: Version | Draft) -> dict[str, list[str]]:
    answer = client.get(address(of))
    assert not page(answer).broken()
    return fields(answer.content.decode())


def sent(client: Client, of: Version | Draft, changes: Mapping[str, Any], **headers: str) -> Any:
    return client.post(address(of), {**opened(client, of), **changes}, headers=headers)


def result(answer: Any) -> str:
    """The text of the result alone."""
    text = answer.content.decode()
    start = text.index('<div class="panel"')
    return page_text(text[start : text.index("Throw away") if "Throw away" in text else len(text)])


def page_text(text: str) -> str:
    from tests.web.pages import Page

    return Page(text).text


@pytest.fixture
def version(owner: User) -> Version:
    return completed(owner, a_client_file(owner), facts(agents=[PERSON], services=[ENGAGEMENT]))


def rows() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_the_page_shows_what_decides_first_and_every_other_section(
    version: Version, as_owner: Client
) -> None:
    text = page(as_owner.get(address(version))).text
    decisive = text[text.index("What decides") : text.index("Every other fact")]
    assert "legally and economically independent" in decisive
    for section in ("Treaty and parties", "Building sites", "Services", "Trading Co"):
        assert section in text[text.index("Every other fact") :]
    assert "Nothing yet: these are the facts on file." in text


def test_another_answer_gives_another_conclusion_at_once(
    version: Version, as_owner: Client
) -> None:
    changed = {INDEPENDENT: "true", "agents[a1].ordinary_course": "true",
               "agents[a1].exclusive_for_related": "false"}  # fmt: skip
    answer = sent(as_owner, version, changed, hx_request="true")
    assert "<html" not in answer.content.decode()
    told = result(answer)
    assert "On file PE" in told
    assert "Tried out No PE differs" in told
    assert "Trading Co : Independent No Yes" in told


def test_without_scripts_the_button_shows_the_same_and_keeps_what_was_chosen(
    version: Version, as_owner: Client
) -> None:
    answer = sent(as_owner, version, {INDEPENDENT: "null", "go": "stay"})
    assert "Tried out Undetermined differs" in result(answer)
    again = as_owner.post(address(version), fields(answer.content.decode()))
    assert "Tried out Undetermined differs" in result(again)


def test_nothing_is_written_however_much_is_tried_out(version: Version, as_owner: Client) -> None:
    draft = uploaded(version.author, version.client_file, facts(agents=[PERSON]))
    as_owner.get(address(version))
    as_owner.get(address(draft))
    before, revision = rows(), Draft.objects.values_list("pk", "revision", "document", "saved_at")
    events, revisions = list(Event.objects.values_list("pk", flat=True)), list(revision)
    receipt = Version.objects.get(pk=version.pk).sha256
    for of in (version, draft):
        form = opened(as_owner, of)
        for changes in (
            {INDEPENDENT: "true"},
            {INDEPENDENT: "null", "readings.month": "thirty_days"},
            {"do": "add places new"},
            {"do": "remove agents a1"},
            {"do": "copy agents a1"},
            {"as_of": "no day"},
        ):
            for headers in ({}, {"hx_request": "true"}):
                answer = as_owner.post(address(of), {**form, **changes}, headers=headers)
                assert answer.status_code == 200
    assert rows() == before
    assert list(revision.all()) == revisions
    assert list(Event.objects.values_list("pk", flat=True)) == events
    assert Version.objects.get(pk=version.pk).sha256 == receipt


def test_a_day_more_is_counted_and_the_count_of_the_file_stands_beside_it(
    version: Version, as_owner: Client
) -> None:
    told = result(sent(as_owner, version, {"services[e1].periods[0].to": "2026-07-03"}))
    assert "151 of 183 days" in told
    assert "184 of 183 days" in told
    assert "31 May 2026 3 Jul 2026" in told


def test_rows_and_items_come_and_go(version: Version, as_owner: Client) -> None:
    answer = sent(as_owner, version, {"do": "row-add services[e1].periods"})
    form = fields(answer.content.decode())
    form["services[e1].periods[1].from"] = ["2026-06-01"]
    form["services[e1].periods[1].to"] = ["2026-06-20"]
    assert "171 of 183 days" in result(as_owner.post(address(version), form))
    form["do"] = ["row-remove services[e1].periods 0"]
    answer = as_owner.post(address(version), form)
    assert "20 of 183 days" in result(answer)
    form = {**fields(answer.content.decode()), "do": ["remove agents a1"]}
    assert "Trading Co" in result(as_owner.post(address(version), form))
    pasted = {"services[e1].periods:paste": "2026-06-01\t2026-06-20",
              "do": "row-paste services[e1].periods"}  # fmt: skip
    assert "171 of 183 days" in result(sent(as_owner, version, pasted))
    answer = sent(as_owner, version, {"do": "add places new"})
    assert "places[p" in answer.content.decode()


@pytest.mark.parametrize(
    "do",
    [
        "remove agents zz",
        "add nothing x",
        "row-remove services[e1].periods 99",
        "row-add as_of",
        "row-add services[e1].periods[0].from",
        "row-add services[zz].periods",
        "row-add agents",
        "row-remove agents 0",
        "row-paste places[p1].activities",
        "x y",
        "row-",
    ],
)
def test_a_button_that_names_nothing_does_nothing(
    version: Version, as_owner: Client, do: str
) -> None:
    assert "Nothing yet" in result(sent(as_owner, version, {"do": do}))


def test_a_yes_about_a_list_begins_its_first_item(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner), facts(places=None))
    answer = sent(as_owner, version, {"places": "some"})
    assert re.search(r"places\[p\w+\]\.fixed", answer.content.decode())


def test_a_contested_fact_can_be_taken_one_way(owner: User, as_owner: Client) -> None:
    contested = {INDEPENDENT: {"contested": True}}
    document = facts(agents=[PERSON], annotations=contested)
    draft = uploaded(owner, a_client_file(owner), document)
    form = opened(as_owner, draft)
    assert form.pop(f"{INDEPENDENT}:contested") == ["on"]
    told = result(as_owner.post(address(draft), form))
    assert "On file Undetermined Tried out PE differs" in told
    assert "Contested" in told


def test_another_reading_can_be_tried_out(owner: User, as_owner: Client) -> None:
    site = {"id": "s1", "kind": "supervision", "project": "plant",
            "from": "2025-12-01", "to": "2026-06-20"}  # fmt: skip
    version = completed(owner, a_client_file(owner), facts(building_sites=[site]))
    told = result(sent(as_owner, version, {"readings.supervision_as_service": "yes"}))
    assert "On file No PE Tried out PE differs" in told
    assert "Supervision as services" in told


def test_what_cannot_be_read_is_said_and_kept_as_typed(version: Version, as_owner: Client) -> None:
    answer = sent(as_owner, version, {"services[e1].periods[0].to": "31 Juember"})
    text = answer.content.decode()
    assert "1 answer needs a look" in page_text(text)
    assert fields(text)["services[e1].periods[0].to"] == ["31 Juember"]
    kept = as_owner.post(address(version, "keep"), fields(text))
    assert kept.status_code == 422
    assert fields(kept.content.decode())["services[e1].periods[0].to"] == ["31 Juember"]


def test_days_that_contradict_each_other_are_said_and_not_kept(
    version: Version, as_owner: Client
) -> None:
    answer = sent(as_owner, version, {"services[e1].periods[0].to": "2025-12-01"})
    assert "The last day is before the first day" in result(answer)
    kept = as_owner.post(address(version, "keep"), fields(answer.content.decode()))
    assert kept.status_code == 422
    assert Draft.objects.count() == 1


def test_kept_it_is_a_draft_of_its_own_once(version: Version, as_owner: Client) -> None:
    answer = sent(as_owner, version, {INDEPENDENT: "true", "readings.month": "thirty_days",
                                      "readings.month:why": "Circular 7"})  # fmt: skip
    form = fields(answer.content.decode())
    first = as_owner.post(address(version, "keep"), form)
    second = as_owner.post(address(version, "keep"), form)
    assert first.status_code == 302
    assert first["Location"] == second["Location"]
    draft = Draft.objects.get(status=Draft.Status.DRAFT)
    assert first["Location"] == reverse("wizard:step", args=[draft.pk, "check"])
    assert draft.assessment_id != version.assessment_id
    assert draft.document["agents"][0]["independent"] is True
    assert draft.document["readings"] == {"month": "thirty_days"}
    assert draft.reasons == {"month": "Circular 7"}
    assert draft.treaty_file_id == version.treaty_file_id
    assert Event.objects.filter(action="assessment.what_if").count() == 1
    assert Version.objects.get(pk=version.pk).facts == version.facts


def test_a_form_of_one_file_sent_about_another_begins_one_draft_there(
    version: Version, owner: User, as_owner: Client
) -> None:
    other = completed(owner, a_client_file(owner, "Client 0043"), facts(agents=[PERSON]))
    form = opened(as_owner, version)
    assert as_owner.post(address(version, "keep"), form).status_code == 302
    there = {**opened(as_owner, other), "form_token": form["form_token"]}
    first = as_owner.post(address(other, "keep"), there)
    assert first["Location"] == as_owner.post(address(other, "keep"), there)["Location"]
    drafts = Draft.objects.filter(status=Draft.Status.DRAFT)
    assert drafts.count() == 2
    assert drafts.filter(assessment__client_file=other.client_file).count() == 1


def test_a_draft_stays_as_it_is_when_its_what_if_is_kept(owner: User, as_owner: Client) -> None:
    draft = uploaded(owner, a_client_file(owner), facts(agents=[PERSON]))
    form = {**opened(as_owner, draft), INDEPENDENT: "true"}
    assert as_owner.post(address(draft, "keep"), form).status_code == 302
    assert Draft.objects.get(pk=draft.pk).document == draft.document
    assert Draft.objects.get(pk=draft.pk).revision == draft.revision
    assert Draft.objects.count() == 2


def test_whoever_may_only_see_tries_out_and_keeps_nothing(version: Version, owner: User) -> None:
    reader = share(version.client_file, User.objects.create_user("reader"), "reader")
    client = signed_in(reader)
    answer = sent(client, version, {INDEPENDENT: "null"})
    assert "Tried out Undetermined differs" in result(answer)
    assert "Keep as a draft" not in answer.content.decode()
    assert client.post(address(version, "keep"), {}).status_code == 403


@pytest.mark.parametrize("scratch", ["", "x", "x:y:z", "\x00"])
def test_a_scratch_that_is_not_ours_starts_again(
    version: Version, as_owner: Client, scratch: str
) -> None:
    answer = sent(as_owner, version, {"scratch": scratch, INDEPENDENT: "true"})
    assert "Nothing yet" in result(answer)


def test_the_scratch_of_one_file_is_none_of_another(
    version: Version, owner: User, as_owner: Client
) -> None:
    other = completed(owner, a_client_file(owner, "Client 0043"), facts(agents=[PERSON]))
    form = opened(as_owner, other)
    assert "Nothing yet" in result(as_owner.post(address(version), form))


def test_a_completed_draft_leads_to_its_version_and_a_discarded_one_nowhere(
    version: Version, owner: User, as_owner: Client
) -> None:
    done = Draft.objects.get(pk=version.draft_id)
    for what in ("what_if", "plan"):
        assert as_owner.get(address(done, what))["Location"] == address(version, what)
    draft = uploaded(owner, version.client_file, facts())
    services.discard_draft(by=owner, draft_id=draft.pk)
    for what in ("what_if", "plan"):
        assert as_owner.get(address(draft, what)).status_code == 404


def test_answers_that_cannot_be_read_are_no_basis(owner: User, as_owner: Client) -> None:
    draft = uploaded(owner, a_client_file(owner), facts())
    Draft.objects.filter(pk=draft.pk).update(document={"format": "no facts"})
    for what in ("what_if", "plan"):
        text = page(as_owner.get(address(draft, what))).text
        assert "Nothing to start from yet" in text


@pytest.mark.parametrize("language", ["fa", "ka"])
def test_the_page_is_whole_in_every_language(
    version: Version, as_owner: Client, language: str
) -> None:
    as_owner.cookies["django_language"] = language
    assert opened(as_owner, version)[INDEPENDENT] == ["false"]
    assert sent(as_owner, version, {INDEPENDENT: "true"}).status_code == 200


def test_another_language_keeps_what_is_tried_out(version: Version, as_owner: Client) -> None:
    tried = {INDEPENDENT: "null", "services[e1].periods[0].to": "31 Juember", "language": "fa"}
    answer = sent(as_owner, version, tried)
    text = answer.content.decode()
    assert '<html lang="fa"' in text
    kept = fields(text)
    assert kept[INDEPENDENT] == ["null"]
    assert kept["services[e1].periods[0].to"] == ["31 Juember"]
    assert '<html lang="fa"' in as_owner.get("/").content.decode()
    assert User.objects.get(pk=version.author_id).language == "fa"


def many(number: int) -> Document:
    periods = [{"from": f"2020-01-{day % 28 + 1:02}", "to": f"2020-02-{day % 28 + 1:02}"}
               for day in range(number)]  # fmt: skip
    return facts(services=[{**ENGAGEMENT, "periods": periods}])


def test_a_long_table_is_shown_in_part_and_stays_whole(owner: User, as_owner: Client) -> None:
    version = completed(owner, a_client_file(owner), many(310))
    form = opened(as_owner, version)
    assert "services[e1].periods[0].from" in form
    assert "services[e1].periods[309].from" not in form
    form["services[e1].periods[5].to"] = ["2021-03-05"]
    form["services[e1].periods[6].to"] = ["no day"]
    answer = as_owner.post(address(version), {**form, "go": "rows services[e1].periods:300"})
    later = fields(answer.content.decode())
    assert "services[e1].periods[309].from" in later
    assert "services[e1].periods[0].from" not in later
    assert as_owner.post(address(version, "keep"), later).status_code == 422
    first = {**later, "go": "rows services[e1].periods:0"}
    form = fields(as_owner.post(address(version), first).content.decode())
    assert form["services[e1].periods[6].to"] == ["no day"]
    form["services[e1].periods[6].to"] = ["2020-02-07"]
    assert as_owner.post(address(version, "keep"), form).status_code == 302
    draft = Draft.objects.get(status=Draft.Status.DRAFT)
    periods = draft.document["services"][0]["periods"]
    assert len(periods) == 310
    assert periods[5]["to"] == "2021-03-05"


def test_more_days_than_a_form_can_carry_are_tried_out_in_a_draft(
    owner: User, as_owner: Client
) -> None:
    draft = uploaded(owner, a_client_file(owner), many(MOST_ROWS + 1))
    for answer in (as_owner.get(address(draft)), as_owner.post(address(draft, "keep"), {})):
        assert (
            "Stays and periods of use on file: 2001. This page can carry 2000." in page(answer).text
        )
        assert reverse("wizard:step", args=[draft.pk, "check"]) in answer.content.decode()
    version = services.complete(by=owner, draft_id=draft.pk)
    answer = as_owner.get(address(version))
    assert reverse("assessments:new_version", args=[version.pk]) in answer.content.decode()
    assert Draft.objects.count() == 1


def test_rows_beyond_what_a_form_can_carry_are_not_added(
    version: Version, as_owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pe_wizard.scenarios.views.MOST_ROWS", 1)
    answer = sent(as_owner, version, {"do": "row-add services[e1].periods"})
    assert "Up to 1 stays and periods of use can be tried out here" in page(answer).text
    assert "services[e1].periods[1].from" not in fields(answer.content.decode())

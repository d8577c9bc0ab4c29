"""A draft: how it begins, how answers are saved, what becomes of answers that do not matter now."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from pe_wizard.accounts.models import User
from pe_wizard.assessments import errors, selectors, services
from pe_wizard.assessments.models import Assessment, Draft
from pe_wizard.assessments.problems import problems
from pe_wizard.assessments.sections import changed_sections, section_of
from pe_wizard.assessments.services.items import next_id, references
from pe_wizard.assessments.standing import forget, standing
from pe_wizard.assessments.treaty_files import changes, newer_treaty, on_offer, treaty_on_offer
from pe_wizard.clients.models import ClientFile, Membership
from tests.web.assessing import (
    AGENT,
    AS_OF,
    TREATIES,
    Document,
    a_client_file,
    facts,
    save,
    setting,
    share,
    started,
    uploaded,
)


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


@pytest.fixture
def draft(owner: User, client_file: ClientFile) -> Draft:
    return started(owner, client_file)


# ---- beginning


@pytest.mark.parametrize("treaty", TREATIES)
@pytest.mark.parametrize("home", [0, 1])
def test_every_treaty_begins_in_both_directions(
    owner: User, client_file: ClientFile, treaty: str, home: int
) -> None:
    states = treaty.split("-")
    draft = services.start_assessment(
        by=owner,
        client_file=client_file,
        treaty_code=treaty,
        residence_state=states[home],
        as_of=AS_OF,
        tax_period=(date(2026, 1, 1), None),
    )
    assert draft.document == {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": states[home],
        "source_state": states[1 - home],
        "as_of": "2026-06-30",
        "tax_period": {"from": "2026-01-01"},
    }
    assert draft.treaty_file.load() is not None
    assert draft.treaty_file_id == treaty_on_offer(treaty).digest
    assert standing(draft).interview is not None
    assert draft.progress["open"] > 0


@pytest.mark.parametrize(("treaty", "home"), [("IR-XX", "IR"), ("IR-BD", "HU"), ("", "")])
def test_no_other_treaty_and_no_other_state(
    owner: User, client_file: ClientFile, treaty: str, home: str
) -> None:
    with pytest.raises(errors.UnknownChoice):
        services.start_assessment(
            by=owner,
            client_file=client_file,
            treaty_code=treaty,
            residence_state=home,
            as_of=AS_OF,
        )
    assert Assessment.objects.count() == 0


def test_the_same_form_sent_twice_begins_one_assessment(
    owner: User, client_file: ClientFile
) -> None:
    token = uuid.uuid4()
    drafts = {
        services.start_assessment(
            by=owner,
            client_file=client_file,
            treaty_code="IR-BD",
            residence_state="IR",
            as_of=AS_OF,
            form_token=token,
        ).pk
        for _ in range(3)
    }
    assert len(drafts) == Assessment.objects.count() == 1


def test_who_may_only_read_begins_and_changes_nothing(
    owner: User, colleague: User, outsider: User, client_file: ClientFile, draft: Draft
) -> None:
    share(client_file, colleague, Membership.Role.READER)
    for by, error in ((colleague, errors.NotAllowed), (outsider, errors.NotVisible)):
        with pytest.raises(error):
            save(by, draft, "treaty", setting("as_of", "2026-01-01"))
        with pytest.raises(error):
            services.add_item(by=by, draft_id=draft.pk, section="places", list_name="places")
        with pytest.raises(error):
            services.complete(by=by, draft_id=draft.pk)
        with pytest.raises(error):
            services.discard_draft(by=by, draft_id=draft.pk)
        with pytest.raises(error):
            services.confirm_fact(by=by, draft_id=draft.pk, path="enterprise.insurer")
    assert selectors.draft_for(colleague, draft.pk).revision == 1
    assert not selectors.drafts_for(outsider).exists()


def test_what_is_listed_as_open(
    owner: User, colleague: User, outsider: User, client_file: ClientFile, draft: Draft
) -> None:
    share(client_file, colleague, Membership.Role.READER)
    second = started(owner, client_file, "GE-IN")
    save(owner, draft, "insurance", setting("enterprise.insurer", False))
    assert [one.pk for one in selectors.open_drafts(colleague)] == [draft.pk, second.pk]
    services.discard_draft(by=owner, draft_id=second.pk)
    assert [one.pk for one in selectors.open_drafts(owner)] == [draft.pk]
    assert list(selectors.open_drafts(outsider)) == []


# ---- saving


def test_a_save_counts_up_the_draft_and_its_section(owner: User, draft: Draft) -> None:
    saved = save(owner, draft, "insurance", setting("enterprise.insurer", False))
    assert (saved.revision, saved.section_revision("insurance")) == (2, 1)
    assert saved.section_revision("places") == 0
    assert saved.saved_sections["insurance"]["by"] == "Nino"
    stored = selectors.draft_for(owner, draft.pk)
    assert stored.document["enterprise"] == {"insurer": False}
    assert (stored.progress["answered"], stored.progress["confirm"]) == (1, 0)
    assert stored.progress["as_of"] == "2026-06-30"


def test_saving_what_is_there_already_changes_nothing_whatever_the_revision(
    owner: User, draft: Draft
) -> None:
    saved = save(owner, draft, "insurance", setting("enterprise.insurer", False))
    again = save(owner, draft, "insurance", setting("enterprise.insurer", False), revision=0)
    assert again.revision == saved.revision == 2


def test_a_save_costs_few_queries_however_many_items_there_are(
    owner: User, client_file: ClientFile
) -> None:
    def queries(places: int) -> int:
        made = [{"id": f"p{n}", "name": f"Place {n}", "fixed": True} for n in range(places)]
        draft = uploaded(owner, client_file, facts(places=made))
        with CaptureQueriesContext(connection) as seen:
            save(owner, draft, "places", setting("places[p0].at_disposal", True))
        return len(seen)

    queries(1)  # reads what is then kept: the treaty file
    assert queries(1) == queries(100) <= 8  # clocks and lists keep a row each


def test_what_was_typed_and_is_no_answer_is_kept_until_the_page_is_saved_again(
    owner: User, draft: Draft
) -> None:
    raw = {"places[p1].from": "32 Jan", "note": "a\x00b"}
    saved = save(owner, draft, "places", typed=raw)
    assert saved.typed == {"places": {"places[p1].from": "32 Jan", "note": "a\ufffdb"}}
    assert [one.kind for one in problems(saved)] == ["typed"]
    saved = save(owner, saved, "services", typed={})
    assert "places" in saved.typed
    assert save(owner, saved, "places", typed={}).typed == {}


def test_texts_and_numbers_are_stored_as_the_format_writes_them(owner: User, draft: Draft) -> None:
    def change(document: Document) -> None:
        document["related_enterprises"] = [
            {"id": "r1", "name": "Cafe\u0301", "direct": {"votes": "33.30"}}
        ]

    saved = save(owner, draft, "related_enterprises", change)
    assert saved.document["related_enterprises"] == [
        {"id": "r1", "name": "Caf\u00e9", "direct": {"votes": 33.3}}
    ]


def test_a_draft_that_is_closed_takes_no_answers(
    owner: User, client_file: ClientFile, draft: Draft
) -> None:
    services.discard_draft(by=owner, draft_id=draft.pk)
    services.discard_draft(by=owner, draft_id=draft.pk)
    with pytest.raises(errors.NotOpen) as error:
        save(owner, draft, "insurance", setting("enterprise.insurer", False))
    assert error.value.version is None
    done = uploaded(owner, client_file, facts())
    version = services.complete(by=owner, draft_id=done.pk)
    with pytest.raises(errors.NotOpen) as error:
        save(owner, done, "insurance", setting("enterprise.insurer", True))
    assert error.value.version == version
    with pytest.raises(errors.NotOpen):
        services.discard_draft(by=owner, draft_id=done.pk)


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("as_of", "treaty"),
        ("tax_period.from", "treaty"),
        ("conditions.reciprocity", "treaty"),
        ("controls_company_there", "treaty"),
        ("enterprise.international_transport", "treaty"),
        ("enterprise.insurer", "insurance"),
        ("enterprise.premiums_without_person", "insurance"),
        ("places", "places"),
        ("places[p1].fixed", "places"),
        ("places[p1].activities", "activities-p1"),
        ("places[p1].activities[storage].occasional", "activities-p1"),
        ("places[p1].combination_preparatory_or_auxiliary", "activities-p1"),
        ("places[p1].fragmentation.complementary", "activities-p1"),
        ("related_enterprises[r1].common_owner.in_related.votes", "related_enterprises"),
        ("building_sites[s1].interruptions[0].from", "building_sites"),
        ("services[e1].periods[0].worked", "services"),
        ("exploration[x1].periods[0].by", "exploration"),
        ("agents", "agents"),
        ("agents[a1]", "agents"),
        ("agents[a1].name", "agents"),
        ("agents[a1].independent", "agent-a1"),
    ],
)
def test_every_fact_belongs_to_a_section(path: str, section: str) -> None:
    assert section_of(path) == section


def test_a_change_is_counted_where_it_shows(owner: User, client_file: ClientFile) -> None:
    before = facts(places=[{"id": "p1"}], agents=[dict(AGENT)])
    after = facts(
        places=[{"id": "p1", "activities": []}],
        agents=[{**AGENT, "independent": None}],
        not_known=["agents[a1].independent", "services[e1].project"],
        as_of="2026-07-01",
    )
    assert changed_sections(before, after) == {"activities-p1", "agent-a1", "services", "treaty"}
    assert changed_sections(before, facts(places=[], agents=[dict(AGENT)])) == {
        "places",
        "activities-p1",
    }


# ---- items


def test_items_get_short_ids_of_their_own(owner: User, draft: Draft) -> None:
    made = set()
    for list_name in ("related_enterprises", "places", "building_sites", "services", "agents"):
        for _ in range(3):
            draft, item_id = services.add_item(
                by=owner,
                draft_id=draft.pk,
                section=list_name,
                list_name=list_name,
                values={"name": "New"},
            )
            made.add(item_id)
            assert draft.document[list_name][-1] == {"id": item_id, "name": "New"}
    assert len(made) == 15
    assert all(re.fullmatch("[A-Za-z0-9_-]{1,64}", one) for one in made)
    assert standing(draft).faults == ()


def test_a_form_that_adds_an_item_adds_one_however_often_it_is_sent(
    owner: User, draft: Draft
) -> None:
    item_id = next_id(draft, "agents")
    for _ in range(3):
        draft, given = services.add_item(
            by=owner, draft_id=draft.pk, section="agents", list_name="agents", item_id=item_id
        )
        assert given == item_id
    assert len(draft.document["agents"]) == 1


@pytest.mark.parametrize("item_id", ["", "a b", "ä1", "x" * 65, "a]"])
def test_an_id_from_outside_is_one_or_refused(owner: User, draft: Draft, item_id: str) -> None:
    with pytest.raises(errors.UnknownChoice):
        services.add_item(
            by=owner, draft_id=draft.pk, section="agents", list_name="agents", item_id=item_id
        )
    with pytest.raises(errors.UnknownChoice):
        services.add_item(by=owner, draft_id=draft.pk, section="x", list_name="not_known")


def test_adding_to_a_list_that_was_not_known_makes_it_known(owner: User, draft: Draft) -> None:
    draft = save(owner, draft, "places", setting("not_known", ["places"]))
    draft, item_id = services.add_item(
        by=owner, draft_id=draft.pk, section="places", list_name="places"
    )
    assert draft.document["not_known"] == []
    assert draft.document["places"] == [{"id": item_id}]


def test_a_copy_has_the_answers_and_not_the_evidence(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(
        owner,
        client_file,
        facts(
            agents=[dict(AGENT), {"id": "a2"}],
            not_known=["agents[a1].devoted_to_enterprise"],
            annotations={"agents[a1].independent": {"note": "contract seen"}},
        ),
    )
    draft, copy_id = services.copy_item(
        by=owner, draft_id=draft.pk, section="agents", list_name="agents", item_id="a1"
    )
    ids = [one["id"] for one in draft.document["agents"]]
    assert ids == ["a1", copy_id, "a2"]
    assert draft.document["agents"][1] == {**AGENT, "id": copy_id, "name": "Trading Co (copy)"}
    assert f"agents[{copy_id}].devoted_to_enterprise" in draft.document["not_known"]
    assert list(draft.document["annotations"]) == ["agents[a1].independent"]
    again, _ = services.copy_item(
        by=owner,
        draft_id=draft.pk,
        section="agents",
        list_name="agents",
        item_id="a1",
        copy_id=copy_id,
    )
    assert again.revision == draft.revision


@pytest.mark.parametrize(
    ("item_id", "to", "order"),
    [("a1", 1, "a2 a1 a3"), ("a3", 0, "a3 a1 a2"), ("a1", 99, "a2 a3 a1"), ("a2", -5, "a2 a1 a3")],
)
def test_items_change_places(
    owner: User, client_file: ClientFile, item_id: str, to: int, order: str
) -> None:
    draft = uploaded(owner, client_file, facts(agents=[{"id": f"a{n}"} for n in (1, 2, 3)]))
    draft = services.move_item(
        by=owner,
        draft_id=draft.pk,
        section="agents",
        list_name="agents",
        item_id=item_id,
        to=to,
    )
    assert [one["id"] for one in draft.document["agents"]] == order.split()


def a_group() -> Document:
    """A related enterprise that others name, with answers and notes about it."""
    return facts(
        related_enterprises=[{"id": "r0"}, {"id": "sub", "name": "Sub"}],
        places=[{"id": "p1", "fragmentation": {"enterprise": "sub"}}],
        building_sites=[{"id": "s1", "by": "sub"}],
        services=[
            {
                "id": "e1",
                "periods": [
                    {"from": "2026-01-01", "to": "2026-01-31", "by": None},
                    {"from": "2026-02-01", "to": "2026-02-28", "by": "sub"},
                ],
            }
        ],
        agents=[{"id": "a1", "enterprise": "sub"}],
        not_known=["related_enterprises[sub].direct.votes", "services[e1].project"],
        annotations={
            "related_enterprises[sub].control": {"note": "register seen"},
            "places[p1].fixed": {"note": "lease seen"},
        },
    )


REFERENCES = [
    "places[p1].fragmentation.enterprise",
    "building_sites[s1].by",
    "services[e1].periods[1].by",
    "agents[a1].enterprise",
]


def test_removing_an_item_leaves_nothing_behind_and_can_be_undone(
    owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, a_group())
    before = draft.document
    assert sorted(references(draft, "sub")) == sorted(REFERENCES)
    removed = services.remove_item(
        by=owner,
        draft_id=draft.pk,
        section="related_enterprises",
        list_name="related_enterprises",
        item_id="sub",
        revision=0,
    )
    assert "sub" not in str(removed.document)
    assert standing(removed).faults == ()
    assert sorted(one["path"] for one in removed.removed[-1]["references"]) == sorted(REFERENCES)
    assert removed.removed[-1]["by"] == "Nino"
    # what named it shows the change on its own page too
    for section in ("activities-p1", "building_sites", "services", "agents", "agent-a1"):
        assert removed.section_revision(section) == 1, section
    restored = services.restore_item(
        by=owner,
        draft_id=draft.pk,
        section="related_enterprises",
        list_name="related_enterprises",
        item_id="sub",
    )
    assert restored.removed == []
    assert {**restored.document, "not_known": set(restored.document["not_known"])} == {
        **before,
        "not_known": set(before["not_known"]),
    }


def test_undoing_twice_is_undoing_once_and_removing_likewise(
    owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, a_group())
    which = {
        "by": owner,
        "draft_id": draft.pk,
        "section": "agents",
        "list_name": "agents",
        "item_id": "a1",
    }
    first = services.remove_item(**which)
    assert services.remove_item(**which).revision == first.revision
    second = services.restore_item(**which)
    assert services.restore_item(**which).revision == second.revision
    with pytest.raises(errors.ItemGone):
        services.restore_item(**{**which, "item_id": "never"})
    with pytest.raises(errors.ItemGone):
        services.remove_item(**{**which, "item_id": "never"})


def test_a_row_that_moved_meanwhile_gets_its_reference_back(
    owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, a_group())
    which = {
        "by": owner,
        "draft_id": draft.pk,
        "section": "related_enterprises",
        "list_name": "related_enterprises",
        "item_id": "sub",
    }
    draft = services.remove_item(**which)

    def put_before(document: Document) -> None:
        document["services"][0]["periods"].insert(0, {"from": "2025-01-01", "to": "2025-01-02"})

    save(owner, draft, "services", put_before)
    restored = services.restore_item(**which)
    periods = restored.document["services"][0]["periods"]
    assert [row.get("by") for row in periods] == [None, None, "sub"]


def test_an_item_comes_back_beside_what_was_added_meanwhile(
    owner: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    which = {"by": owner, "draft_id": draft.pk, "section": "agents", "list_name": "agents"}
    services.remove_item(**which, item_id="a1")
    _, other = services.add_item(**which)
    restored = services.restore_item(**which, item_id="a1")
    assert [one["id"] for one in restored.document["agents"]] == ["a1", other]


# ---- answers that do not matter now


def dependent(draft: Draft) -> str:
    return standing(draft).statuses["agents[a1].habitually_concludes"]


def test_an_answer_that_does_not_matter_is_kept_and_not_used(
    owner: User, client_file: ClientFile
) -> None:
    note = {"note": "KANARI"}
    draft = uploaded(
        owner,
        client_file,
        facts(
            agents=[{**AGENT, "acts_on_behalf": False}],
            annotations={"agents[a1].habitually_concludes": note},
        ),
    )
    assert draft.document["agents"][0]["habitually_concludes"] is True
    assert dependent(draft) == "unused"
    used = standing(draft).used
    assert used is not None
    assert used["agents"][0]["habitually_concludes"] is None
    version = services.complete(by=owner, draft_id=draft.pk)
    for kept in (version.facts, version.conclusion, version.questions):
        assert "KANARI" not in str(kept)
    assert b"KANARI" not in bytes(type(version).objects.get(pk=version.pk).canonical)
    assert version.facts["agents"][0]["habitually_concludes"] is None


def test_lists_that_the_treaty_never_reads_are_not_used(
    owner: User, client_file: ClientFile
) -> None:
    document = facts(
        "IR-HU",
        services=[{"id": "e1", "name": "KANARI", "periods": []}],
        exploration=[{"id": "x1", "name": "KANARI", "periods": []}],
        places=[{"id": "hut", "name": "Hut", "part_of_site": "x1"}],
        not_known=["services[e1].project"],
    )
    draft = uploaded(owner, client_file, document)
    assert draft.document["services"][0]["name"] == "KANARI"
    version = services.complete(by=owner, draft_id=draft.pk)
    assert "KANARI" not in str((version.facts, version.conclusion, version.questions))
    assert version.facts["places"][0]["part_of_site"] is None


def test_an_answer_that_comes_back_is_asked_to_be_confirmed(
    owner: User, client_file: ClientFile
) -> None:
    gate = "agents[a1].acts_on_behalf"
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    draft = save(owner, draft, "agent-a1", setting(gate, False))
    assert draft.confirm == []
    assert dependent(draft) == "unused"
    draft = save(owner, draft, "agent-a1", setting(gate, True))
    assert set(draft.confirm) == {"agents[a1].habitually_concludes", "agents[a1].independent"}
    assert draft.document["agents"][0]["habitually_concludes"] is True
    assert {one.path for one in problems(draft)} == set(draft.confirm)
    with pytest.raises(errors.NotReady) as refused:
        services.complete(by=owner, draft_id=draft.pk)
    assert {one.path for one in refused.value.problems} == set(draft.confirm)
    for path in list(draft.confirm):
        draft = services.confirm_fact(by=owner, draft_id=draft.pk, path=path)
    assert services.confirm_fact(by=owner, draft_id=draft.pk, path="x").revision == draft.revision
    assert services.complete(by=owner, draft_id=draft.pk).number == 1


def test_what_a_change_would_do_is_known_before_it_is_saved(
    owner: User, client_file: ClientFile
) -> None:
    gate = "agents[a1].acts_on_behalf"

    def to(value: object) -> Callable[[Document], Document]:
        def change(document: Document) -> Document:
            setting(gate, value)(document)
            return document

        return change

    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    no = services.effects_of(draft, to(False))
    assert set(no.unused) == {"agents[a1].habitually_concludes", "agents[a1].independent"}
    assert no.back == ()
    assert services.effects_of(draft, to(True)) == services.Effects((), ())
    draft = save(owner, draft, "agent-a1", setting(gate, False))
    assert services.effects_of(draft, to(True)) == services.Effects((), no.unused)
    assert save(owner, draft, "agent-a1", setting(gate, True)).confirm == list(no.unused)


def test_an_answer_given_anew_or_seen_on_its_page_waits_no_longer(
    owner: User, client_file: ClientFile
) -> None:
    gate, fact = "agents[a1].acts_on_behalf", "agents[a1].habitually_concludes"
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    draft = save(owner, draft, "agent-a1", setting(gate, False))
    draft = save(owner, draft, "agent-a1", setting(gate, True))
    waiting = set(draft.confirm)
    assert fact in waiting
    seen = save(owner, draft, "agent-a1", confirmed=waiting - {fact})
    assert seen.confirm == [fact]
    anew = save(owner, seen, "agent-a1", setting(fact, False))
    assert anew.confirm == []


def test_the_save_that_brings_an_answer_back_does_not_confirm_it(
    owner: User, client_file: ClientFile
) -> None:
    gate, fact = "agents[a1].acts_on_behalf", "agents[a1].habitually_concludes"
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    draft = save(owner, draft, "agent-a1", setting(gate, False))
    draft = save(owner, draft, "agent-a1", setting(gate, True), confirmed=[gate, fact])
    assert fact in draft.confirm


def test_an_answer_that_goes_again_waits_for_nothing(owner: User, client_file: ClientFile) -> None:
    gate = "agents[a1].acts_on_behalf"
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    for value in (False, True, False):
        draft = save(owner, draft, "agent-a1", setting(gate, value))
    assert draft.confirm == []
    assert problems(draft) == []


def test_not_known_comes_back_to_be_confirmed_too(owner: User, client_file: ClientFile) -> None:
    gate, fact = "agents[a1].acts_on_behalf", "agents[a1].independent"
    agent = {**AGENT, "independent": None}
    draft = uploaded(owner, client_file, facts(agents=[agent], not_known=[fact]))
    assert standing(draft).statuses[fact] == "not_known"
    draft = save(owner, draft, "agent-a1", setting(gate, False))
    assert standing(draft).statuses[fact] == "unused"
    draft = save(owner, draft, "agent-a1", setting(gate, True))
    assert fact in draft.confirm


# ---- contradictions


@pytest.mark.parametrize(
    ("document", "path", "section", "kind"),
    [
        (
            {"building_sites": [{"id": "s1", "from": "2026-02-01", "to": "2026-01-01"}]},
            "building_sites[s1].to",
            "building_sites",
            "contradiction",
        ),
        (
            {"tax_period": {"from": "2026-02-01", "to": "2026-01-01"}},
            "tax_period.to",
            "treaty",
            "contradiction",
        ),
        (
            {"services": [{"id": "e1", "periods": [{"from": "2026-02-01", "to": "2025-01-01"}]}]},
            "services[e1].periods[0].to",
            "services",
            "contradiction",
        ),
        (
            {"places": [{"id": "p1", "part_of_site": "gone"}]},
            "places[p1].part_of_site",
            "places",
            "contradiction",
        ),
        (
            {"building_sites": [{"id": "s1", "by": "gone"}]},
            "building_sites[s1].by",
            "building_sites",
            "contradiction",
        ),
        (
            {"agents": [{**AGENT, "relation": "employee", "independent": True}]},
            "agents[a1].independent",
            "agent-a1",
            "contradiction",
        ),
        ({"enterprise": {"insurer": "maybe"}}, "enterprise.insurer", "insurance", "fault"),
        ({"places": [{"id": "p1", "colour": "red"}]}, "places[p1].colour", "places", "fault"),
        ({"readings": {"month": "lunar"}}, "readings.month", "treaty", "fault"),
        ({"as_of": "30 June"}, "as_of", "treaty", "fault"),
    ],
)
def test_contradictions_are_found_named_and_keep_the_draft_open(
    owner: User,
    client_file: ClientFile,
    document: Document,
    path: str,
    section: str,
    kind: str,
) -> None:
    draft = uploaded(owner, client_file, facts())
    # as a later change of an earlier answer leaves it, or someone in the database
    Draft.objects.filter(pk=draft.pk).update(document=facts(**document))
    draft = selectors.draft_for(owner, draft.pk)
    assert [(one.path, one.section, one.kind) for one in problems(draft)] == [(path, section, kind)]
    with pytest.raises(errors.NotReady):
        services.complete(by=owner, draft_id=draft.pk)
    if path != "as_of":
        # the rest is assessed all the same
        assert standing(draft).conclusion is not None


def test_an_employee_whose_independence_does_not_matter_is_no_contradiction(
    owner: User, client_file: ClientFile
) -> None:
    agent = {"id": "a1", "relation": "employee", "acts_on_behalf": False, "independent": True}
    assert problems(uploaded(owner, client_file, facts(agents=[agent]))) == []


# ---- readings, notes, the treaty file


def test_a_reading_is_chosen_with_a_reason_and_given_up_again(owner: User, draft: Draft) -> None:
    treaty = draft.treaty_file.load()
    name, reading = next(iter(treaty.readings.items()))
    option = reading.options[1]
    chosen = services.choose_reading(
        by=owner, draft_id=draft.pk, reading=name, option=option, reason=" As the Ministry says. "
    )
    assert chosen.document["readings"] == {name: option}
    assert chosen.reasons == {name: "As the Ministry says."}
    stands = standing(chosen)
    assert stands.conclusion is not None
    assert stands.conclusion["readings"][name] == option
    default = services.choose_reading(by=owner, draft_id=draft.pk, reading=name, option=None)
    assert (default.document["readings"], default.reasons) == ({}, {})
    for reading_name, wrong in (("weather", "fine"), (name, "fine")):
        with pytest.raises(errors.UnknownChoice):
            services.choose_reading(by=owner, draft_id=draft.pk, reading=reading_name, option=wrong)
    with pytest.raises(ValidationError):
        services.choose_reading(
            by=owner, draft_id=draft.pk, reading=name, option=option, reason="\u202eabc"
        )


def test_a_note_evidence_and_a_contested_fact(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    path = "agents[a1].independent"
    noted = services.set_annotation(
        by=owner,
        draft_id=draft.pk,
        path=path,
        note="two\r\nlines",
        evidence=["contract.pdf p. 3", "  "],
        contested=True,
    )
    assert noted.document["annotations"] == {
        path: {"note": "two\nlines", "evidence": ["contract.pdf p. 3"], "contested": True}
    }
    assert noted.section_revision("agent-a1") == 1
    stands = standing(noted)
    assert stands.facts is not None
    assert stands.facts.contested == {path}
    bare = services.set_annotation(by=owner, draft_id=draft.pk, path=path)
    assert bare.document["annotations"] == {}
    for wrong, contested in (("agents[a1].wings", False), ("agents[a1].name", True)):
        with pytest.raises(errors.UnknownChoice):
            services.set_annotation(
                by=owner, draft_id=draft.pk, path=wrong, note="x", contested=contested
            )
    assert services.set_note(by=owner, draft_id=draft.pk, note="Ask again").note == "Ask again"


@pytest.fixture
def firm(tmp_path: Path, settings: Settings) -> Path:
    """A firm's own treaty file, in a directory that the settings name."""
    settings.TREATY_FILES_DIR = tmp_path
    text = Path(treaty_on_offer("IR-BD").path).read_text()
    file = tmp_path / "own.toml"
    file.write_text(text.replace('code = "IR-BD"', 'code = "IR-BD-OWN"', 1))
    return file


def test_a_draft_keeps_its_treaty_file_until_the_newer_one_is_taken(
    owner: User, client_file: ClientFile, firm: Path
) -> None:
    assert "IR-BD-OWN" in on_offer().treaties
    document = {
        **facts(services=[{"id": "e1", "project": "x", "through_personnel": True, "periods": [
            {"from": "2025-01-01", "to": "2025-07-03"}]}]),
        "treaty": "IR-BD-OWN",
    }  # fmt: skip
    draft = uploaded(owner, client_file, document)
    before = standing(draft).conclusion
    assert before is not None
    assert before["conclusion"] == "pe"
    assert newer_treaty(draft) is None

    text = firm.read_text()
    changed = text.replace("days = 183", "days = 300")
    assert changed != text
    firm.write_text(changed)
    forget()
    draft = selectors.draft_for(owner, draft.pk)
    after = standing(draft).conclusion
    assert after == before  # pinned
    newer = newer_treaty(draft)
    assert newer is not None
    listed = changes(draft.treaty_file.load(), newer)
    assert any(
        one.kind == "clause" and "183" in one.before and "300" in one.after for one in listed
    )

    with pytest.raises(errors.UnknownChoice):
        services.adopt_treaty_file(by=owner, draft_id=draft.pk, digest="sha256:0")
    adopted = services.adopt_treaty_file(by=owner, draft_id=draft.pk, digest=newer.digest)
    assert adopted.treaty_file_id == newer.digest
    assert adopted.document == draft.document
    conclusion = standing(selectors.draft_for(owner, draft.pk)).conclusion
    assert conclusion is not None
    assert (conclusion["treaty_digest"], conclusion["conclusion"]) == (newer.digest, "no_pe")
    version = services.complete(by=owner, draft_id=draft.pk)
    firm.unlink()
    forget()
    assert services.new_version(by=owner, version=version).treaty_file_id == newer.digest


def test_the_standing_of_a_draft_is_made_once_for_a_revision(owner: User, draft: Draft) -> None:
    first = standing(draft)
    assert standing(selectors.draft_for(owner, draft.pk)) is first
    saved = save(owner, draft, "insurance", setting("enterprise.insurer", False))
    second = standing(selectors.draft_for(owner, draft.pk))
    assert second is standing(saved)
    assert second is not first


def test_the_standing_is_never_that_of_other_answers(owner: User, draft: Draft) -> None:
    standing(draft)
    Draft.objects.filter(pk=draft.pk).update(document=facts(agents=[dict(AGENT)]))
    assert "agents[a1].independent" in standing(selectors.draft_for(owner, draft.pk)).statuses

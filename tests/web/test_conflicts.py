"""Two at the same draft: nothing that was acknowledged is lost, and nothing is there twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import errors, selectors, services
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.clients.models import ClientFile
from tests.web.assessing import (
    AGENT,
    a_client_file,
    completed,
    facts,
    save,
    setting,
    share,
    started,
    uploaded,
)
from tests.web.conftest import signed_in

PARALLEL = pytest.mark.django_db(transaction=True)


def at_once(*those: Callable[[], object]) -> list[object]:
    """Run them at the same moment, each with a connection of its own; results or exceptions."""
    barrier = threading.Barrier(len(those))

    def run(one: Callable[[], object]) -> object:
        try:
            barrier.wait(timeout=30)
            return one()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(those)) as pool:
        return list(pool.map(run, those))


@pytest.fixture
def client_file(owner: User, colleague: User) -> ClientFile:
    client_file = a_client_file(owner)
    share(client_file, colleague)
    return client_file


@pytest.fixture
def draft(owner: User, client_file: ClientFile) -> Draft:
    return started(owner, client_file)


# ---- one after the other


def test_the_second_of_two_sees_what_the_first_saved(
    owner: User, colleague: User, draft: Draft
) -> None:
    save(owner, draft, "insurance", setting("enterprise.insurer", True))
    with pytest.raises(errors.SectionMoved) as moved:
        save(colleague, draft, "insurance", setting("enterprise.insurer", False))
    assert moved.value.section == "insurance"
    assert moved.value.saved_by == "Nino"
    assert moved.value.saved_at is not None
    assert moved.value.theirs["enterprise"] == {"insurer": True}
    assert moved.value.draft.section_revision("insurance") == 1
    stored = selectors.draft_for(owner, draft.pk)
    assert stored.document["enterprise"] == {"insurer": True}
    # and now on purpose
    save(colleague, moved.value.draft, "insurance", setting("enterprise.insurer", False))
    assert selectors.draft_for(owner, draft.pk).document["enterprise"] == {"insurer": False}


def test_different_sections_do_not_meet(owner: User, colleague: User, draft: Draft) -> None:
    save(owner, draft, "insurance", setting("enterprise.insurer", True))
    save(colleague, draft, "places", setting("places", []))
    stored = selectors.draft_for(owner, draft.pk)
    assert stored.document["enterprise"] == {"insurer": True}
    assert stored.document["places"] == []
    assert stored.revision == 3


def test_both_giving_the_same_answer_is_no_conflict(
    owner: User, colleague: User, draft: Draft
) -> None:
    save(owner, draft, "insurance", setting("enterprise.insurer", True))
    assert save(colleague, draft, "insurance", setting("enterprise.insurer", True)).revision == 2


def test_a_revision_of_the_future_is_a_conflict_too(owner: User, draft: Draft) -> None:
    with pytest.raises(errors.SectionMoved):
        save(owner, draft, "insurance", setting("enterprise.insurer", True), revision=7)


def test_the_page_of_an_item_that_was_removed_is_a_conflict(
    owner: User, colleague: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    services.remove_item(
        by=owner, draft_id=draft.pk, section="agents", list_name="agents", item_id="a1"
    )

    def change(document: dict[str, object]) -> None:
        raise errors.ItemGone("agents", "a1")

    with pytest.raises(errors.SectionMoved):
        save(colleague, draft, "agent-a1", change)


def test_removing_what_someone_else_changed_is_a_conflict(
    owner: User, colleague: User, client_file: ClientFile
) -> None:
    draft = uploaded(owner, client_file, facts(agents=[dict(AGENT)]))
    save(owner, draft, "agents", setting("agents[a1].name", "Trading Company"))
    with pytest.raises(errors.SectionMoved):
        services.remove_item(
            by=colleague,
            draft_id=draft.pk,
            section="agents",
            list_name="agents",
            item_id="a1",
            revision=0,
        )


def test_a_change_elsewhere_that_reaches_a_section_moves_it(
    owner: User, colleague: User, client_file: ClientFile
) -> None:
    document = facts(
        related_enterprises=[{"id": "sub"}], building_sites=[{"id": "s1", "by": "sub"}]
    )
    draft = uploaded(owner, client_file, document)
    services.remove_item(
        by=owner,
        draft_id=draft.pk,
        section="related_enterprises",
        list_name="related_enterprises",
        item_id="sub",
    )
    with pytest.raises(errors.SectionMoved):
        save(colleague, draft, "building_sites", setting("building_sites[s1].by", "sub"))


def test_who_lost_access_saves_nothing(owner: User, colleague: User, draft: Draft) -> None:
    save(colleague, draft, "insurance", setting("enterprise.insurer", True))
    draft.assessment.client_file.memberships.all().delete()
    with pytest.raises(errors.NotVisible):
        save(colleague, draft, "places", setting("places", []))


# ---- at the same moment


@PARALLEL
def test_saves_of_different_sections_at_the_same_moment_all_arrive(
    owner: User, colleague: User
) -> None:
    client_file = a_client_file(owner)
    share(client_file, colleague)
    draft = started(owner, client_file)
    acknowledged = []
    for round_ in range(50):
        one, other = at_once(
            lambda n=round_: save(owner, current(draft), "treaty", setting("as_of", day(n))),
            lambda n=round_: save(
                colleague, current(draft), "insurance", setting("enterprise.insurer", n % 2 == 0)
            ),
        )
        assert isinstance(one, Draft), one
        assert isinstance(other, Draft), other
        stored = current(draft)
        assert stored.document["as_of"] == day(round_)
        assert stored.document["enterprise"]["insurer"] is (round_ % 2 == 0)
        acknowledged.append(stored.revision)
    assert current(draft).revision == 1 + 100


def current(draft: Draft) -> Draft:
    return Draft.objects.select_related("assessment__client_file").get(pk=draft.pk)


def day(number: int) -> str:
    return f"2026-01-{number % 28 + 1:02}" if number < 28 else f"2026-02-{number % 28 + 1:02}"


@PARALLEL
def test_of_two_different_answers_at_the_same_moment_one_is_kept_and_one_told(
    owner: User, colleague: User
) -> None:
    client_file = a_client_file(owner)
    share(client_file, colleague)
    for _ in range(10):
        draft = started(owner, client_file)
        replies = at_once(
            lambda d=draft: save(owner, d, "treaty", setting("as_of", "2026-01-01")),
            lambda d=draft: save(colleague, d, "treaty", setting("as_of", "2026-01-02")),
        )
        kept = [one for one in replies if isinstance(one, Draft)]
        told = [one for one in replies if isinstance(one, errors.SectionMoved)]
        assert (len(kept), len(told)) == (1, 1), replies
        assert current(draft).document["as_of"] == kept[0].document["as_of"]


@PARALLEL
def test_two_identical_saves_at_the_same_moment_are_one(owner: User) -> None:
    client_file = a_client_file(owner)
    for _ in range(10):
        draft = started(owner, client_file)
        replies = at_once(
            *[lambda d=draft: save(owner, d, "treaty", setting("as_of", "2026-01-01"))] * 2
        )
        assert all(isinstance(one, Draft) for one in replies), replies
        assert current(draft).revision == 2


@PARALLEL
def test_a_double_click_on_complete_makes_one_version(owner: User, colleague: User) -> None:
    client_file = a_client_file(owner)
    share(client_file, colleague)
    drafts = [uploaded(owner, client_file, facts()) for _ in range(10)]
    for draft in drafts:
        url = reverse("assessments:complete", args=[draft.pk])
        browsers = [signed_in(owner), signed_in(owner), signed_in(colleague)]
        replies = at_once(*(partial(one.post, url, {"revision": 1}) for one in browsers))
        version = Version.objects.get(draft=draft)
        there = reverse("assessments:version", args=[version.pk])
        assert {(one.status_code, one["Location"]) for one in replies} == {(302, there)}  # type: ignore[attr-defined]
    positions = list(Version.objects.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, 11))
    chain = list(Version.objects.order_by("position").values_list("previous_sha256", "sha256"))
    assert all(chain[n + 1][0] == chain[n][1] for n in range(9))


@PARALLEL
def test_different_drafts_of_a_file_completed_at_once_stand_in_one_chain(owner: User) -> None:
    client_file = a_client_file(owner)
    drafts = [uploaded(owner, client_file, facts()) for _ in range(6)]
    replies = at_once(
        *(lambda d=draft: services.complete(by=owner, draft_id=d.pk) for draft in drafts)
    )
    assert all(isinstance(one, Version) for one in replies), replies
    positions = sorted(Version.objects.values_list("position", flat=True))
    assert positions == [1, 2, 3, 4, 5, 6]


@PARALLEL
def test_new_versions_at_the_same_moment_are_one_draft(owner: User, colleague: User) -> None:
    client_file = a_client_file(owner)
    share(client_file, colleague)
    version = completed(owner, client_file)
    url = reverse("assessments:new_version", args=[version.pk])
    browsers: list[Client] = [signed_in(one) for one in (owner, colleague) * 5]
    replies = at_once(*(lambda one=one: one.post(url) for one in browsers))
    draft = Draft.objects.get(status="draft")
    there = reverse("wizard:step", args=[draft.pk, "check"])
    assert {(one.status_code, one["Location"]) for one in replies} == {(302, there)}  # type: ignore[attr-defined]


@PARALLEL
def test_the_same_form_at_the_same_moment_begins_one_assessment(owner: User) -> None:
    client_file = a_client_file(owner)
    url = reverse("assessments:start", args=[client_file.pk])
    form = {
        "direction": "IR-BD:IR",
        "as_of": "2026-06-30",
        "form_token": "7d0f9d6e-54b5-4c8f-8d63-4dfef6f3a1c5",
    }
    browsers = [signed_in(owner) for _ in range(4)]
    replies = at_once(*(lambda one=one: one.post(url, form) for one in browsers))
    assert {one.status_code for one in replies} == {302}  # type: ignore[attr-defined]
    assert Assessment.objects.count() == Draft.objects.count() == 1


@PARALLEL
def test_saving_against_completing_leaves_a_version_of_what_was_saved(owner: User) -> None:
    client_file = a_client_file(owner)
    for _ in range(10):
        draft = uploaded(owner, client_file, facts())
        saved, done = at_once(
            lambda d=draft: save(owner, d, "treaty", setting("as_of", "2026-01-01")),
            lambda d=draft: services.complete(by=owner, draft_id=d.pk),
        )
        assert isinstance(done, Version), done
        if isinstance(saved, errors.NotOpen):
            assert done.facts["as_of"] == "2026-06-30"
        else:
            assert isinstance(saved, Draft), saved
            assert done.facts["as_of"] == current(draft).document["as_of"] == "2026-01-01"


@PARALLEL
def test_many_at_many_drafts_are_never_refused_for_the_lock(owner: User) -> None:
    client_file = a_client_file(owner)
    drafts = [started(owner, client_file) for _ in range(8)]

    def work(draft: Draft) -> int:
        for number in range(15):
            draft = save(owner, draft, "treaty", setting("as_of", day(number)))
        return draft.revision

    assert at_once(*(lambda d=draft: work(d) for draft in drafts)) == [16] * 8

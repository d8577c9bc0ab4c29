"""Reviews: who may take which step when, what stays as it was, what pages and lists show."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import reviewing, selectors, services
from pe_wizard.assessments.errors import NotAllowed
from pe_wizard.assessments.models import ReviewEvent, Version
from pe_wizard.assessments.reviewing import NothingRemarked, ReviewMoved
from pe_wizard.clients.models import ClientFile, Event, Membership
from pe_wizard.clients.services import remove_member, set_member
from tests.web.assessing import AGENT, a_client_file, completed, facts, share, uploaded
from tests.web.conftest import signed_in
from tests.web.pages import Page

REVIEWER = Membership.Role.REVIEWER


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner)


@pytest.fixture
def version(owner: User, client_file: ClientFile) -> Version:
    return completed(owner, client_file, facts(agents=[dict(AGENT)]))


@pytest.fixture
def reviewer(colleague: User, client_file: ClientFile) -> User:
    return share(client_file, colleague, REVIEWER)


def state(version: Version, user: User) -> str:
    return reviewing.review_of(selectors.version_for(user, version.pk), user).state


def at(name: str, version: Version) -> str:
    return reverse(f"assessments:{name}", args=[version.pk])


def text_of(response: Any) -> str:
    assert response.status_code == 200, response.status_code
    return Page(response.content).text


# ---- the way of a review


def test_from_completed_to_signed_off_by_way_of_remarks(
    owner: User, reviewer: User, version: Version
) -> None:
    assert state(version, owner) == "completed"
    reviewing.ask(by=owner, version=version, seen=0, text="Before Friday, please.")
    assert state(version, owner) == "asked"
    pin = next(one for one in reviewing.pins(version) if one.pin == "agents[a1].independent")
    reviewing.remark(by=reviewer, version=version, seen=1, text="Why dependent?", pin=pin)
    reviewing.give_back(by=reviewer, version=version, seen=2)
    assert state(version, owner) == "returned"
    reviewing.ask(by=owner, version=version, seen=3, text="See the contract.")
    reviewing.sign_off(by=reviewer, version=version, seen=4, sha256=version.sha256, text="Agreed.")
    review = reviewing.review_of(selectors.version_for(owner, version.pk), owner)
    assert [one.kind for one in review.steps] == [
        "asked",
        "remarked",
        "returned",
        "asked",
        "signed",
    ]
    assert review.sign_off == reviewing.sign_off_of(version)
    assert review.sign_off is not None
    assert (review.sign_off.by, review.sign_off.sha256) == ("Tamar", version.sha256)
    assert (review.may_ask, review.may_review) == (False, False)
    [remark] = review.remarks
    assert (remark.text, remark.is_answered) == ("Why dependent?", True)
    assert "Trading Co" in remark.pinned_to
    assert remark.pinned_to.endswith("No")


def test_a_new_version_leaves_the_sign_off_where_it_is(
    owner: User, reviewer: User, version: Version
) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    reviewing.sign_off(by=reviewer, version=version, seen=1, sha256=version.sha256)
    draft = services.new_version(by=owner, version=version)
    second = services.complete(by=owner, draft_id=draft.pk)
    assert reviewing.sign_off_of(second) is None
    assert state(second, owner) == "completed"
    signed = reviewing.sign_off_of(version)
    assert signed is not None
    assert signed.sha256 == version.sha256


def test_a_sign_off_keeps_the_name_it_was_given_under(
    owner: User, reviewer: User, version: Version
) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    reviewing.sign_off(by=reviewer, version=version, seen=1, sha256=version.sha256)
    User.objects.filter(pk=reviewer.pk).update(first_name="Someone")
    signed = reviewing.sign_off_of(version)
    assert signed is not None
    assert signed.by == "Tamar"


# ---- who may not

Step = Callable[..., ReviewEvent]
BY_THE_REVIEWER: dict[str, Callable[[User, Version, int], object]] = {
    "remark": lambda by, version, seen: reviewing.remark(
        by=by, version=version, seen=seen, text="?"
    ),
    "return": lambda by, version, seen: reviewing.give_back(by=by, version=version, seen=seen),
    "sign": lambda by, version, seen: reviewing.sign_off(
        by=by, version=version, seen=seen, sha256=version.sha256
    ),
}


@pytest.mark.parametrize("step", BY_THE_REVIEWER)
@pytest.mark.parametrize("role", ["owner", Membership.Role.EDITOR, Membership.Role.READER])
def test_only_a_reviewer_reviews(
    owner: User, colleague: User, client_file: ClientFile, version: Version, step: str, role: str
) -> None:
    by = owner if role == "owner" else share(client_file, colleague, role)
    reviewing.ask(by=owner, version=version, seen=0)
    with pytest.raises(NotAllowed):
        BY_THE_REVIEWER[step](by, version, 1)


@pytest.mark.parametrize("step", BY_THE_REVIEWER)
@pytest.mark.parametrize("hand", ["author", "began it", "saved answers"])
def test_whoever_had_a_hand_in_it_does_not_review_it(
    owner: User, colleague: User, client_file: ClientFile, step: str, hand: str
) -> None:
    """Not even after the role has changed from editor to reviewer."""
    share(client_file, colleague, Membership.Role.EDITOR)
    draft = uploaded(colleague if hand == "began it" else owner, client_file, facts())
    if hand == "saved answers":
        services.set_annotation(
            by=colleague, draft_id=draft.pk, path="enterprise.insurer", note="Asked.",
            evidence=[], contested=False,
        )  # fmt: skip
    version = services.complete(by=colleague if hand == "author" else owner, draft_id=draft.pk)
    set_member(client_file=client_file, by=owner, user=colleague, role=REVIEWER)
    reviewing.ask(by=owner, version=version, seen=0)
    with pytest.raises(NotAllowed):
        BY_THE_REVIEWER[step](colleague, version, 1)
    page = text_of(signed_in(colleague).get(at("version", version)))
    assert "You had a hand in this version" in page


@pytest.mark.parametrize("step", BY_THE_REVIEWER)
def test_nothing_is_reviewed_before_it_was_asked_for_or_after_it_was_signed(
    owner: User, reviewer: User, version: Version, step: str
) -> None:
    with pytest.raises(ReviewMoved):
        BY_THE_REVIEWER[step](reviewer, version, 0)
    reviewing.ask(by=owner, version=version, seen=0)
    reviewing.sign_off(by=reviewer, version=version, seen=1, sha256=version.sha256)
    with pytest.raises(ReviewMoved):
        BY_THE_REVIEWER[step](reviewer, version, 2)
    with pytest.raises(ReviewMoved):
        reviewing.ask(by=owner, version=version, seen=2)


@pytest.mark.parametrize("step", BY_THE_REVIEWER)
def test_access_that_was_taken_away_ends_the_review_at_once(
    owner: User, reviewer: User, client_file: ClientFile, version: Version, step: str
) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    remove_member(client_file=client_file, by=owner, user=reviewer)
    with pytest.raises(Http404):
        BY_THE_REVIEWER[step](reviewer, version, 1)


def test_a_reader_does_not_ask(
    owner: User, colleague: User, client_file: ClientFile, version: Version
) -> None:
    share(client_file, colleague, Membership.Role.READER)
    with pytest.raises(NotAllowed):
        reviewing.ask(by=colleague, version=version, seen=0)


def test_it_is_returned_with_remarks_or_not_at_all(
    owner: User, reviewer: User, version: Version
) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    with pytest.raises(NothingRemarked):
        reviewing.give_back(by=reviewer, version=version, seen=1)
    reviewing.remark(by=reviewer, version=version, seen=1, text="One.")
    reviewing.give_back(by=reviewer, version=version, seen=2)
    reviewing.ask(by=owner, version=version, seen=3)
    with pytest.raises(NothingRemarked):  # the remark of the first round is answered
        reviewing.give_back(by=reviewer, version=version, seen=4)


def test_another_hash_is_not_signed(owner: User, reviewer: User, version: Version) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    with pytest.raises(ReviewMoved):
        reviewing.sign_off(by=reviewer, version=version, seen=1, sha256="0" * 64)


@pytest.mark.parametrize("step", BY_THE_REVIEWER)
def test_a_page_that_is_behind_takes_no_step(
    owner: User, reviewer: User, version: Version, step: str
) -> None:
    reviewing.ask(by=owner, version=version, seen=0)
    reviewing.remark(by=reviewer, version=version, seen=1, text="One.")
    with pytest.raises(ReviewMoved):
        BY_THE_REVIEWER[step](reviewer, version, 1)
    assert ReviewEvent.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_takes_the_step(owner: User, colleague: User) -> None:
    client_file = a_client_file(owner)
    version = completed(owner, client_file)
    share(client_file, colleague, REVIEWER)
    reviewing.ask(by=owner, version=version, seen=0)
    gate = threading.Barrier(4)
    outcomes = []

    def sign() -> None:
        gate.wait()
        try:
            reviewing.sign_off(by=colleague, version=version, seen=1, sha256=version.sha256)
            outcomes.append("signed")
        except ReviewMoved:
            outcomes.append("moved")
        finally:
            connection.close()

    those = [threading.Thread(target=sign) for _ in range(4)]
    for one in those:
        one.start()
    for one in those:
        one.join()
    assert sorted(outcomes) == ["moved", "moved", "moved", "signed"]
    assert ReviewEvent.objects.filter(kind="signed").count() == 1
    assert Event.objects.filter(action="review.signed").count() == 1


# ---- pages


def test_the_page_leads_through_a_review(
    as_owner: Client, as_colleague: Client, reviewer: User, version: Version
) -> None:
    page = text_of(as_owner.get(at("version", version)))
    assert "Not yet" in page
    assert "Ask for a review" in page
    page = text_of(as_owner.post(at("review_ask", version), {"seen": 0}, follow=True))
    assert "The version is in review." in page
    assert "Waiting for your review" in text_of(as_colleague.get("/"))
    assert "Waiting for your review" not in text_of(as_owner.get("/"))
    page = as_colleague.get(at("review", version)).content.decode()
    assert "Sign off" in page
    assert 'value="finding:0.because.0"' in page
    assert 'value="fact:agents[a1].independent"' in page
    response = as_colleague.post(
        at("review_remark", version),
        {"seen": 1, "text": "<b>Why</b> so?", "pin": "finding:0.because.0"},
        follow=True,
    )
    assert b"&lt;b&gt;Why&lt;/b&gt; so?" in response.content
    response = as_colleague.post(at("review_return", version), {"seen": 2}, follow=True)
    assert "was returned with your remarks" in text_of(response)
    assert "Returned with remarks" in text_of(as_owner.get(at("version", version)))
    as_owner.post(at("review_ask", version), {"seen": 3})
    response = as_colleague.post(
        at("review_sign", version), {"seen": 4, "sha256": version.sha256}, follow=True
    )
    assert "You signed this version off." in text_of(response)
    page = text_of(as_owner.get(at("version", version)))
    assert "Signed off by" in page
    assert "Ask for" not in page
    file_page = text_of(as_owner.get(reverse("clients:detail", args=[version.client_file_id])))
    assert "Signed off" in file_page
    assert "signed off version" in file_page
    assert "Waiting for your review" not in text_of(as_colleague.get("/"))


def test_a_remark_without_words_is_asked_for_again(
    as_owner: Client, as_colleague: Client, reviewer: User, version: Version
) -> None:
    as_owner.post(at("review_ask", version), {"seen": 0})
    response = as_colleague.post(
        at("review_remark", version), {"seen": 1, "text": " ", "pin": "fact:enterprise.insurer"}
    )
    assert response.status_code == 422
    page = response.content.decode()
    assert 'value="fact:enterprise.insurer" selected' in page
    assert 'href="#remark-text"' in page
    assert ReviewEvent.objects.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"seen": "x"},
        {"seen": "-1"},
        {"seen": "99"},
        {"seen": "1", "text": "a\x00b", "sha256": "0" * 64},
        {"seen": "1", "sha256": "zz"},
        {"seen": "1", "text": "x", "pin": "fact:nothing"},
        {"seen": "1", "text": "x" * 10_001},
    ],
)
def test_what_no_page_sends_changes_nothing(
    as_owner: Client, as_colleague: Client, reviewer: User, version: Version, sent: dict[str, str]
) -> None:
    as_owner.post(at("review_ask", version), {"seen": 0})
    for name in ("review_remark", "review_return", "review_sign"):
        response = as_colleague.post(at(name, version), sent)
        assert response.status_code in (302, 422), name
    assert ReviewEvent.objects.count() == 1


def test_a_pin_in_the_address_is_chosen_already(
    as_owner: Client, as_colleague: Client, reviewer: User, version: Version
) -> None:
    as_owner.post(at("review_ask", version), {"seen": 0})
    page = as_colleague.get(at("review", version), {"pin": "fact:enterprise.insurer"})
    assert 'value="fact:enterprise.insurer" selected' in page.content.decode()


def test_the_event_log_tells_each_step_and_no_remark(
    owner: User, reviewer: User, version: Version
) -> None:
    reviewing.ask(by=owner, version=version, seen=0, text="secret words")
    reviewing.remark(by=reviewer, version=version, seen=1, text="secret words")
    reviewing.give_back(by=reviewer, version=version, seen=2)
    told = Event.objects.filter(action__startswith="review.").order_by("id")
    assert [(one.action, one.actor) for one in told] == [
        ("review.asked", owner),
        ("review.remarked", reviewer),
        ("review.returned", reviewer),
    ]
    assert "secret" not in str(list(told.values()))


def test_nobody_waits_for_a_review_of_ones_own(
    owner: User, colleague: User, client_file: ClientFile
) -> None:
    share(client_file, colleague, Membership.Role.EDITOR)
    version = completed(colleague, client_file)
    set_member(client_file=client_file, by=owner, user=colleague, role=REVIEWER)
    reviewing.ask(by=owner, version=version, seen=0)
    assert list(reviewing.waiting_for(colleague)) == []

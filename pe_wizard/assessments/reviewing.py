"""The review of a completed version, by someone who had no hand in it.

completed → in review → signed off, or returned with remarks, and in review again. Every step is a
row that is added and never changed; what they add up to is worked out here. A new version begins
without any: a sign-off stays with the version, and the hash, that it was given for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from pe_wizard.accounts.models import User
from pe_wizard.assessments import following, receipts, selectors
from pe_wizard.assessments.errors import AssessmentError, NotAllowed
from pe_wizard.assessments.models import ReviewEvent, Version
from pe_wizard.assessments.shown import nameless
from pe_wizard.clients import events
from pe_wizard.clients.models import Membership
from pe_wizard.clients.selectors import Right, rights
from pe_wizard.clients.services import touch
from pe_wizard.tongue import finding_sentence

Kind: TypeAlias = ReviewEvent.Kind
Pin: TypeAlias = ReviewEvent.Pin

COMPLETED = "completed"
OPEN = (COMPLETED, Kind.RETURNED.value)  # where a review can be asked for


class ReviewMoved(AssessmentError):
    """Somebody took a step after the page was opened, or the step is not possible any more."""


class NothingRemarked(AssessmentError):
    """A version is returned with remarks, and there is none yet."""


class Damaged(AssessmentError):
    """The version does not match its receipt: nobody can sign for it."""


@dataclass(frozen=True)
class SignOff:
    """Who signed off a version, when, for which hash, and what was said about it."""

    by: str
    at: datetime
    sha256: str
    text: str


@dataclass(frozen=True)
class Remark:
    """A remark and what it is pinned to, in words (empty: the whole version)."""

    by: str
    at: datetime
    text: str
    pinned_to: str
    is_answered: bool  # the version was put in review again, or signed, after it


@dataclass(frozen=True)
class Review:
    """Where the review of a version stands, and what the person who asks may do about it."""

    state: str  # "completed" or a value of ReviewEvent.Kind
    steps: tuple[ReviewEvent, ...]
    remarks: tuple[Remark, ...]
    sign_off: SignOff | None
    seen: int
    may_ask: bool
    may_review: bool
    had_a_hand: bool

    @property
    def can_return(self) -> bool:
        """Whether there is a remark that is not answered yet."""
        return any(not one.is_answered for one in self.remarks)


def sign_off_of(version: Version) -> SignOff | None:
    """The sign-off of a version, for its page and its memo; None as long as there is none."""
    step = ReviewEvent.objects.filter(version=version, kind=Kind.SIGNED).first()
    return SignOff(step.by_name, step.at, step.sha256, step.text) if step else None


def had_a_hand(user: User, version: Version) -> bool:
    """Whether the person completed the version or saved answers of it."""
    draft = version.draft
    hands = {version.author_id, draft.created_by_id, draft.saved_by_id}
    hands |= {entry.get("by_id") for entry in draft.saved_sections.values()}
    return user.pk in hands


def review_of(version: Version, user: User) -> Review:
    """Where the review stands, for somebody for whom the version was read (`version_for`)."""
    steps = tuple(ReviewEvent.objects.filter(version=version).order_by("number"))
    state = _state(steps)
    signed = next((one for one in steps if one.kind == Kind.SIGNED), None)
    allowed = rights(version.client_file)
    hand = Right.REVIEW in allowed and had_a_hand(user, version)
    return Review(
        state=state,
        steps=steps,
        remarks=tuple(_remarks(version, steps)),
        sign_off=SignOff(signed.by_name, signed.at, signed.sha256, signed.text) if signed else None,
        seen=len(steps),
        may_ask=state in OPEN and bool({Right.EDIT, Right.REVIEW} & allowed),
        may_review=state == Kind.ASKED and Right.REVIEW in allowed and not hand,
        had_a_hand=hand,
    )


def _state(steps: tuple[ReviewEvent, ...]) -> str:
    decided = [one.kind for one in steps if one.kind != Kind.REMARKED]
    return decided[-1] if decided else COMPLETED


def _remarks(version: Version, steps: tuple[ReviewEvent, ...]) -> list[Remark]:
    words = {choice.value: choice.words for choice in pins(version)} if steps else {}
    last = max((one.number for one in steps if one.kind in (Kind.ASKED, Kind.SIGNED)), default=0)
    return [
        Remark(
            by=one.by_name,
            at=one.at,
            text=one.text,
            pinned_to=words.get(f"{one.pin_kind}:{one.pin}", one.pin),
            is_answered=one.number < last,
        )
        for one in steps
        if one.kind == Kind.REMARKED
    ]


# ---- what a remark can be pinned to


@dataclass(frozen=True)
class PinChoice:
    """A fact or a finding of a version: ``fact:places[p1].fixed``, ``finding:0.because.0``."""

    kind: Pin
    pin: str
    words: str

    @property
    def value(self) -> str:
        """As a form sends it."""
        return f"{self.kind.value}:{self.pin}"


def pins(version: Version) -> list[PinChoice]:
    """The findings and facts of the version, as they were shown; findings come first."""
    found = []
    called = nameless(version.facts)
    for at, head in enumerate(version.conclusion["heads"]):
        for name in ("because", "considered"):
            for place, finding in enumerate(head.get(name) or ()):
                found += _findings(f"{at}.{name}.{place}", finding, called)
    for place, finding in enumerate(version.conclusion["applicability_because"]):
        found += _findings(f"applicability.{place}", finding, called)
    found += [
        PinChoice(Pin.FACT, one["path"], f"{one['question']} {one['answer']}")
        for one in version.questions
    ]
    return found


def _findings(pin: str, finding: Mapping[str, Any], called: Mapping[str, str]) -> list[PinChoice]:
    clause = f"{finding['paragraph']}: " if finding["paragraph"] else ""
    found = [PinChoice(Pin.FINDING, pin, f"{clause}{finding_sentence(finding, called)}")]
    for place, part in enumerate(finding["parts"]):
        found += _findings(f"{pin}.{place}", part, called)
    return found


# ---- steps


def ask(*, by: User, version: Version, seen: int, text: str = "") -> ReviewEvent:
    """Put the version in review, or in review again; who may edit or review the file may ask.

    `seen` is how many steps the page showed that it is asked from, here and below: ReviewMoved
    when there are more by now.
    """

    def allowed(version: Version, review: Review) -> None:
        if not {Right.EDIT, Right.REVIEW} & rights(version.client_file):
            raise NotAllowed("This adviser may read the client file and nothing more.")
        if not review.may_ask:
            raise ReviewMoved("The version is in review already, or signed off.")

    return _step(by, version, seen, Kind.ASKED, allowed, text=text)


def remark(
    *, by: User, version: Version, seen: int, text: str, pin: PinChoice | None = None
) -> ReviewEvent:
    """Say something about a fact, a finding, or (without `pin`) the whole version."""
    return _step(by, version, seen, Kind.REMARKED, _by_the_reviewer, text=text, pin=pin)


def give_back(*, by: User, version: Version, seen: int, text: str = "") -> ReviewEvent:
    """Return the version with the remarks made since it was put in review. NothingRemarked when
    there is none."""

    def allowed(version: Version, review: Review) -> None:
        _by_the_reviewer(version, review)
        if not review.can_return:
            raise NothingRemarked("There is no remark to return it with.")

    return _step(by, version, seen, Kind.RETURNED, allowed, text=text)


def sign_off(*, by: User, version: Version, seen: int, sha256: str, text: str = "") -> ReviewEvent:
    """Sign for the version whose hash is `sha256`, as the page showed it. Damaged when the version
    no longer matches its receipt, ReviewMoved for any other hash."""

    def allowed(version: Version, review: Review) -> None:
        _by_the_reviewer(version, review)
        if receipts.damage(version):
            raise Damaged("The version does not match its receipt.")
        if sha256 != version.sha256:
            raise ReviewMoved("The sign-off was for another hash.")

    return _step(by, version, seen, Kind.SIGNED, allowed, text=text)


def _by_the_reviewer(version: Version, review: Review) -> None:
    if Right.REVIEW not in rights(version.client_file):
        raise NotAllowed("This adviser does not review in this client file.")
    if review.had_a_hand:
        raise NotAllowed("Whoever had a hand in a version does not review it.")
    if not review.may_review:
        raise ReviewMoved("The version is not in review.")


def _step(
    by: User,
    version: Version,
    seen: int,
    kind: Kind,
    allowed: Callable[[Version, Review], None],
    *,
    text: str = "",
    pin: PinChoice | None = None,
) -> ReviewEvent:
    """Add the step that comes after the `seen` first ones; two at the same moment cannot both."""
    try:
        with transaction.atomic():
            version = selectors.version_for(by, version.pk)
            review = review_of(version, by)
            allowed(version, review)
            if review.seen != seen:
                raise ReviewMoved("Somebody took a step meanwhile.")
            step = ReviewEvent.objects.create(
                version=version,
                number=seen + 1,
                kind=kind,
                by=by,
                by_name=str(by),
                text=text,
                pin_kind=pin.kind if pin else Pin.NONE,
                pin=pin.pin if pin else "",
                sha256=version.sha256,
            )
            events.record(
                client_file=version.client_file,
                actor=by,
                action=f"review.{kind.value}",
                treaty=version.assessment.treaty_code,
                number=version.number,
                version=str(version.pk),
                sha256=version.sha256,
            )
            touch(client_file=version.client_file)
            following.tell(following.Change(version.assessment_id, version=version))
            return step
    except IntegrityError:
        raise ReviewMoved("Somebody took a step at the same moment.") from None


# ---- lists


def waiting_for(user: User) -> QuerySet[Version]:
    """The versions in review that this person may sign off or return, the longest waiting first."""
    reviewed = Membership.objects.filter(user=user, role=Membership.Role.REVIEWER)
    if not reviewed.exists():
        return Version.objects.none()
    return (
        Version.objects.filter(
            client_file__in=reviewed.values("client_file"), client_file__archived=False
        )
        .annotate(review=selectors.latest_step())
        .filter(review=Kind.ASKED)
        .exclude(author=user)
        .select_related("assessment", "client_file", "author")
        .defer(*selectors.HEAVY_OF_VERSIONS)
        .order_by("completed_at")
    )

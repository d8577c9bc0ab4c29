"""Clocks across files: rows beside assessments, the desk, the list, a version as of today."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import archive
from pe_wizard.clocks.models import Clock, Reminders
from pe_wizard.clocks.selectors import clocks_for
from tests.web.assessing import (
    AS_OF,
    a_client_file,
    completed,
    facts,
    save,
    setting,
    share,
    uploaded,
)
from tests.web.conftest import signed_in
from tests.web.pages import page

# IR-HU: more than six months. From 1 March 2026 they are passed on 1 September.
PASSES = date(2026, 9, 1)
LATER = date(2026, 9, 4)

Document = dict[str, Any]


def site(first: str = "2026-03-01", **more: Any) -> Document:
    return {"id": "s1", "kind": "construction", "project": "bridge", "from": first, "to": None,
            "interruptions": [], **more}  # fmt: skip


def running(treaty: str = "IR-HU", first: str = "2026-03-01", **more: Any) -> Document:
    return facts(treaty, building_sites=[site(first)], **more)


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner, "Client 0017")


@pytest.fixture
def today(settings: Any) -> Callable[[date], None]:
    """Sets the day on which the pages are looked at."""

    def on(day: date) -> None:
        settings.PE_TODAY = day

    on(AS_OF)
    return on


def days() -> list[date]:
    return list(Clock.objects.order_by("passes_on", "pk").values_list("passes_on", flat=True))


# ---- rows


def test_a_version_with_a_site_that_goes_on_has_a_clock(
    owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, running())
    clock = Clock.objects.get()
    assert (clock.version, clock.draft) == (version, None)
    assert (clock.head, clock.subject, clock.name) == ("building_site", "bridge", "bridge")
    assert (clock.passes_on, clock.unit, clock.threshold) == (PASSES, "months", 6)
    assert clock.threshold_days == 184


def test_what_is_left_and_counted_follows_the_day_without_a_change_of_the_row(
    owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    clock = Clock.objects.get()
    seen = [
        (clock.days_left(AS_OF + timedelta(days=n)), clock.counted(AS_OF + timedelta(days=n)))
        for n in range(70)
    ]
    assert [left for left, _ in seen] == list(range(63, -7, -1))
    assert [counted for _, counted in seen] == [122 + n for n in range(70)]


def services_that_go_on(through_personnel: bool | None) -> Document:
    period = {"from": "2026-06-01", "to": None, "worked": True}
    return facts("GE-IN", services=[{"id": "e1", "project": "bridge", "periods": [period],
                                     "through_personnel": through_personnel}])  # fmt: skip


@pytest.mark.parametrize("through_personnel", [True, None])
def test_a_stay_that_is_not_known_to_count_has_a_clock_that_says_so_in_words(
    as_owner: Client,
    owner: User,
    client_file: ClientFile,
    today: Any,
    through_personnel: bool | None,
) -> None:
    completed(owner, client_file, services_that_go_on(through_personnel))
    clock = Clock.objects.get()
    assert clock.possible == (through_personnel is None)
    assert clock.passes_on == date(2026, 8, 30)
    for name in ("desk", "clocks:list"):
        text = page(as_owner.get(reverse(name))).text
        assert "30 of 90 days" in text
        assert ("If its days count" in text) == clock.possible
    content = as_owner.get(reverse("clocks:download")).content.decode()
    assert ("if its days count" in content) == clock.possible


def test_an_answer_that_makes_a_clock_certain_is_told_by_the_draft(
    owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, services_that_go_on(None))
    draft = services.new_version(by=owner, version=version)
    assert not Clock.objects.filter(draft=draft).exists()
    answered = setting("services[e1].through_personnel", True)
    save(owner, draft, "services", answered)
    assert list(Clock.objects.order_by("pk").values_list("possible", flat=True)) == [True, False]


def test_a_passed_clock_counts_what_a_version_as_of_today_says(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    version = completed(owner, client_file, running())
    today(date(2026, 11, 22))
    assert "267 of 184 days" in section(as_owner)
    as_owner.post(reverse("clocks:as_of_today", args=[version.pk]))
    draft = Draft.objects.get(based_on=version)
    latest = services.complete(by=owner, draft_id=draft.pk)
    measure = next(head["measure"] for head in latest.conclusion["heads"] if head["measure"])
    assert measure["counted"] == 267


def test_a_persian_page_writes_the_paragraph_as_the_treaty_does(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, running())
    as_owner.post(reverse("set_language"), {"language": "fa"})
    for name in ("desk", "clocks:list"):
        content = as_owner.get(reverse(name)).content.decode()
        assert re.search(r'class="para"><bdi>بند[^<]*[۰-۹]', content), name
        assert not re.search(r'class="para"><bdi>[^<]*[0-9]', content), name


def test_a_paragraph_that_is_not_persian_keeps_its_order_on_a_persian_page(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, services_that_go_on(True))
    as_owner.post(reverse("set_language"), {"language": "fa"})
    content = as_owner.get(reverse("clocks:list")).content.decode()
    assert '<span class="para"><bdi>بند \u20685(3)(b)\u2069</bdi></span>' in content


def test_a_saved_draft_moves_its_clock(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, running())
    assert days() == [PASSES]
    row = Clock.objects.get().pk
    draft = save(owner, draft, "insurance", setting("enterprise.insurer", None))
    assert Clock.objects.get().pk == row  # the clock stayed as it was
    draft = save(owner, draft, "building_sites", setting("building_sites[s1].from", "2026-04-01"))
    assert days() == [date(2026, 10, 1)]
    save(owner, draft, "building_sites", setting("building_sites[s1].to", "2026-06-01"))
    assert days() == []


def test_a_discarded_draft_takes_its_clock_with_it(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, running())
    services.discard_draft(by=owner, draft_id=draft.pk)
    assert days() == []


def test_of_several_versions_the_latest_has_the_clock(owner: User, client_file: ClientFile) -> None:
    version = completed(owner, client_file, running())
    draft = services.new_version(by=owner, version=version)
    assert Clock.objects.filter(draft=draft).count() == 0  # it says what the version says
    draft = save(owner, draft, "building_sites", setting("building_sites[s1].from", "2026-05-01"))
    assert days() == [PASSES, date(2026, 11, 1)]
    latest = services.complete(by=owner, draft_id=draft.pk)
    assert [clock.version for clock in Clock.objects.all()] == [latest]


def test_answers_that_cannot_be_read_have_no_clock(owner: User, client_file: ClientFile) -> None:
    draft = uploaded(owner, client_file, running())
    save(owner, draft, "building_sites", setting("building_sites[s1].from", "2027-01-01"))
    save(owner, Draft.objects.get(pk=draft.pk), "building_sites",
         setting("building_sites[s1].to", "2026-01-01"))  # fmt: skip
    assert days() == []


def test_rows_made_again_are_the_same(owner: User, client_file: ClientFile) -> None:
    completed(owner, client_file, running())
    uploaded(owner, client_file, running("IR-ME"))
    version = completed(owner, a_client_file(owner, "Client 0018"), running())
    draft = services.new_version(by=owner, version=version)
    save(owner, draft, "building_sites", setting("building_sites[s1].from", "2026-05-01"))
    said = ("assessment_id", "version_id", "draft_id", "head", "name", "passes_on", "course")

    def rows() -> list[Any]:
        return sorted(map(str, Clock.objects.values_list(*said)))

    before = rows()
    assert len(before) == 4
    Clock.objects.all().delete()
    call_command("rebuild_clocks", verbosity=0)
    assert rows() == before


# ---- who sees them


def test_clocks_are_seen_by_who_sees_the_file(
    owner: User, colleague: User, outsider: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    share(client_file, colleague, Membership.Role.READER)
    assert [clocks_for(who).count() for who in (owner, colleague, outsider)] == [1, 1, 0]
    archive(client_file=client_file, by=owner)
    assert clocks_for(owner).count() == 0


def test_an_outsider_finds_no_trace(
    owner: User, as_outsider: Client, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, running())
    for name in ("desk", "clocks:list", "clocks:download"):
        content = as_outsider.get(reverse(name)).content.decode()
        assert "0017" not in content
        assert "bridge" not in content


# ---- pages


def test_the_desk_shows_clocks_within_the_lead_times_by_urgency(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, running())
    completed(owner, a_client_file(owner, "Client 0018"), running(first="2026-06-20"))
    assert "Client 0018" not in section(as_owner)  # more than ninety days left
    assert "Within 90 days" in section(as_owner)
    assert "122 of 184 days (6 months)" in section(as_owner)
    today(date(2026, 8, 10))
    assert "Within 30 days" in section(as_owner)
    assert "22" in section(as_owner)
    assert "163 of 184 days (6 months)" in section(as_owner)
    today(LATER)
    assert "Passed since the day of the assessment" in section(as_owner)
    assert "Passed on 1 Sept 2026" in section(as_owner)
    assert "New version as of today" in section(as_owner)


def section(client: Client) -> str:
    text = page(client.get("/")).text
    return text[text.index("Clocks running out soon") : text.index("Worked on last")]


def test_the_desk_keeps_to_the_lead_times_of_the_person(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, running())
    Reminders.objects.create(user=owner, lead_times=[10])
    assert "No threshold is passed within 10 days" in section(as_owner)
    Reminders.objects.update(lead_times=[10, 63])
    assert "Within 63 days" in section(as_owner)


def test_all_clocks_are_listed_filtered_and_sorted(
    as_owner: Client, owner: User, colleague: User, client_file: ClientFile, today: Any
) -> None:
    completed(owner, client_file, running())
    theirs = a_client_file(colleague, "Client 0031")
    share(theirs, owner, Membership.Role.READER)
    completed(colleague, theirs, running("IR-ME", "2025-09-01"))
    completed(owner, a_client_file(owner, "Client 0009"), running("IR-BD", "2026-06-01"))

    def order(query: str = "") -> list[str]:
        content = as_owner.get(reverse("clocks:list") + query).content.decode()
        return sorted(
            (one for one in ("0009", "0017", "0031") if f"Client {one}</bdi>" in content),
            key=lambda one: content.index(f"Client {one}</bdi>"),
        )

    assert order() == ["0017", "0031", "0009"]
    assert order("?sort=-passes")[0] == "0009"
    assert order("?sort=client") == ["0009", "0017", "0031"]
    assert order("?sort=-treaty") == ["0031", "0017", "0009"]
    assert order("?sort=adviser")[-1] == "0031"  # Nino before Tamar
    assert order("?treaty=IR-ME") == ["0031"]
    assert order("?adviser=tamar") == ["0031"]
    assert order("?q=0009") == ["0009"]
    assert order("?q=nobody") == []
    assert order("?state=passed") == []
    today(LATER)
    assert order("?state=passed") == ["0017", "0031"]
    assert order("?state=running") == ["0009"]
    assert order("?sort=nonsense&page=99&treaty=") == ["0017", "0031", "0009"]


def test_a_list_of_many_costs_as_many_queries_as_a_list_of_few(
    as_owner: Client, owner: User, today: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        uploaded(owner, a_client_file(owner, f"Client {number:04}"), running())
    for name, most in (("clocks:list", 12), ("desk", 16)):
        with django_assert_max_num_queries(most):
            as_owner.get(reverse(name))
    assert "Page 1 of 2" in page(as_owner.get(reverse("clocks:list"))).text


# ---- a version as of today


def test_a_version_as_of_today_is_begun_once(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    version = completed(owner, client_file, running())
    today(LATER)
    address = reverse("clocks:as_of_today", args=[version.pk])
    answers = [as_owner.post(address) for _ in range(3)]
    draft = Draft.objects.get(based_on=version)
    assert {answer["Location"] for answer in answers} == {
        reverse("wizard:step", args=[draft.pk, "treaty"])
    }
    assert draft.document["as_of"] == "2026-09-04"
    assert draft.revision == 1
    latest = services.complete(by=owner, draft_id=draft.pk)
    assert latest.conclusion["conclusion"] == "pe"
    assert days() == []  # it is passed on its own day


def test_an_open_draft_with_the_day_of_the_version_is_moved_to_today(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    version = completed(owner, client_file, running())
    draft = services.new_version(by=owner, version=version)
    today(LATER)
    as_owner.post(reverse("clocks:as_of_today", args=[version.pk]))
    draft.refresh_from_db()
    assert draft.document["as_of"] == "2026-09-04"


def test_an_open_draft_with_a_day_of_its_own_keeps_it(
    as_owner: Client, owner: User, client_file: ClientFile, today: Any
) -> None:
    version = completed(owner, client_file, running())
    draft = services.new_version(by=owner, version=version)
    draft = save(owner, draft, "treaty", setting("as_of", "2026-08-15"))
    today(LATER)
    answer = as_owner.post(reverse("clocks:as_of_today", args=[version.pk]), follow=True)
    assert "with a day of its own" in page(answer).text
    draft.refresh_from_db()
    assert draft.document["as_of"] == "2026-08-15"


def test_who_may_only_read_sees_no_button(
    owner: User, colleague: User, client_file: ClientFile, today: Any
) -> None:
    version = completed(owner, client_file, running())
    share(client_file, colleague, Membership.Role.READER)
    today(LATER)
    client = signed_in(colleague)
    assert "New version as of today" not in section(client)
    assert client.post(reverse("clocks:as_of_today", args=[version.pk])).status_code == 403
    assert client.post(reverse("clocks:as_of_today", args=[uuid.uuid4()])).status_code == 404


# ---- reminders


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("90, 30", [30, 90]), ("۳۰ ۹۰", [30, 90]), ("7;7 14", [7, 14]), ("1", [1]), ("730", [730])],
)
def test_lead_times_are_read_in_any_digits(
    as_owner: Client, owner: User, typed: str, kept: list[int]
) -> None:
    form = {"lead_times": typed, "names": "reference", "by_mail": "on"}
    answer = as_owner.post(reverse("clocks:reminders"), form)
    assert answer.status_code == 302
    chosen = Reminders.objects.get(user=owner)
    assert (chosen.lead_times, chosen.by_mail) == (kept, True)
    assert ", ".join(map(str, kept)) in as_owner.get(reverse("clocks:reminders")).content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "required"),
        ("soon", "numbers of days alone"),
        ("-5", "numbers of days alone"),
        ("0", "from 1 to 730 days; 0 is not"),
        ("731", "from 1 to 730 days; 731 is not"),
        ("1 2 3 4 5 6", "more than 5"),
        ("30.5, 90", "numbers of days alone"),
        ("۳۰٫۵", "numbers of days alone"),
        ("\u221230", "numbers of days alone"),
        ("30\x0090", "cannot be shown"),
    ],
)
def test_lead_times_that_are_none_are_refused_and_shown_again(
    as_owner: Client, owner: User, typed: str, said: str
) -> None:
    answer = as_owner.post(reverse("clocks:reminders"), {"lead_times": typed, "names": "reference"})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    if typed.isalpha():
        assert f'value="{typed}"' in answer.content.decode()
    assert not Reminders.objects.exists()


def test_looking_changes_nothing(as_owner: Client, owner: User, client_file: ClientFile) -> None:
    completed(owner, client_file, running())
    for name in ("desk", "clocks:list", "clocks:reminders", "clocks:download"):
        as_owner.get(reverse(name))
    assert not Reminders.objects.exists()
    assert Clock.objects.count() == 1

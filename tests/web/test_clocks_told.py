"""Clocks in calendars and mails: the file format, the private link, the digest that tells once."""

from __future__ import annotations

import io
import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.clients.models import ClientFile, Event
from pe_wizard.clocks import ics
from pe_wizard.clocks.models import Clock, Reminders, Subscription
from tests.web.assessing import AS_OF, a_client_file, completed, save, setting, share
from tests.web.conftest import signed_in
from tests.web.test_clocks import LATER, running, services_that_go_on

# ---- the file format, read back by the rules of RFC 5545


def unfolded(content: bytes) -> list[tuple[str, str]]:
    """The lines of a file as (name with parameters, value)."""
    text = content.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in content.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()  # no character is cut apart
    lines = text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    return [(line.partition(":")[0], line.partition(":")[2]) for line in lines]


def text_of(value: str) -> str:
    """A value of the type TEXT."""
    assert not re.search(r"(?<!\\)(\\\\)*[;,]", value)
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1].lower(), found[1]), value)


def events(content: bytes) -> list[dict[str, str]]:
    """The events of a calendar; of each the values by name."""
    lines = unfolded(content)
    assert lines[0] == ("BEGIN", "VCALENDAR")
    assert lines[-1] == ("END", "VCALENDAR")
    assert ("VERSION", "2.0") in lines
    found: list[dict[str, str]] = []
    depth: list[str] = []
    for name, value in lines:
        if name == "BEGIN":
            depth.append(value)
            if value == "VEVENT":
                found.append({})
        elif name == "END":
            assert depth.pop() == value
        elif depth[-1] == "VEVENT":
            assert name not in found[-1]
            found[-1][name] = value
    return found


def a_day(**more: Any) -> ics.Day:
    return ics.Day(
        **{
            "uid": "1@x",
            "on": date(2026, 12, 31),
            "summary": "s",
            "description": "d",
            "changed_at": datetime(2026, 6, 30, 21, 5, 9, tzinfo=UTC),
            **more,
        }
    )


def test_a_day_is_a_whole_day_with_everything_an_event_must_have() -> None:
    (event,) = events(ics.calendar("Clocks", [a_day(remind=(30, 90))]))
    assert event["DTSTART;VALUE=DATE"] == "20261231"
    assert event["DTEND;VALUE=DATE"] == "20270101"
    assert event["DTSTAMP"] == "20260630T210509Z"
    assert event["UID"] == "1@x"
    content = ics.calendar("Clocks", [a_day(remind=(30, 90))]).decode()
    assert re.findall("TRIGGER:(.*)\r\n", content) == ["-P30D", "-P90D"]


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_every_text_comes_back_without_what_cannot_be_shown(text: str) -> None:
    (event,) = events(ics.calendar(text, [a_day(summary=text, description=text)]))
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join(
        one
        for one in lines
        if one in "\n\u200c\u200d" or (one >= " " and (one.isprintable() or one.isspace()))
    )
    assert text_of(event["SUMMARY"]) == shown
    assert text_of(event["DESCRIPTION"]) == shown


def test_what_would_begin_another_line_does_not() -> None:
    evil = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:y,z;\\n"
    (event,) = events(ics.calendar("c", [a_day(summary=evil)]))
    assert text_of(event["SUMMARY"]) == evil.replace("\r\n", "\n")
    long = "ქართული " * 40
    (event,) = events(ics.calendar("c", [a_day(summary=long)]))
    assert text_of(event["SUMMARY"]) == long


# ---- a person's calendar


@pytest.fixture
def today(settings: Any) -> Callable[[date], None]:
    """Sets the day on which the pages are looked at."""

    def on(day: date) -> None:
        settings.PE_TODAY = day

    on(AS_OF)
    return on


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return a_client_file(owner, "Client 0017")


@pytest.fixture
def link(as_owner: Client) -> str:
    content = as_owner.post(reverse("clocks:make_link")).content.decode()
    return re.search(r'<code class="link" dir="ltr">(.*?)</code>', content)[1]  # type: ignore[index]


def test_the_calendar_names_the_reference_alone_unless_more_was_chosen(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    (event,) = events(as_owner.get(reverse("clocks:download")).content)
    assert text_of(event["SUMMARY"]) == "Client 0017: 6 months passed, Building site (IR-HU)"
    assert event["DTSTART;VALUE=DATE"] == "20260901"
    content = as_owner.get(reverse("clocks:download")).content
    assert b"Engineering" not in content
    assert b"bridge" not in content
    Reminders.objects.create(user=owner, names="name")
    (event,) = events(as_owner.get(reverse("clocks:download")).content)
    assert text_of(event["SUMMARY"]).startswith("Client 0017 Engineering: ")


def test_the_name_of_an_event_lasts_while_its_day_moves(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    version = completed(owner, client_file, running())
    (before,) = events(as_owner.get(reverse("clocks:download")).content)
    draft = services.new_version(by=owner, version=version)
    draft = save(owner, draft, "building_sites", setting("building_sites[s1].from", "2026-04-01"))
    both = events(as_owner.get(reverse("clocks:download")).content)
    assert len({one["UID"] for one in both}) == 2
    services.complete(by=owner, draft_id=draft.pk)
    (after,) = events(as_owner.get(reverse("clocks:download")).content)
    assert after["UID"] == before["UID"]
    assert after["DTSTART;VALUE=DATE"] == "20261001"
    assert after["DTSTAMP"] >= before["DTSTAMP"]
    assert after["URL"].startswith("http://testserver/versions/")


def test_the_download_holds_what_the_list_was_asked_for(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    completed(owner, a_client_file(owner, "Client 0018"), running("IR-ME"))
    answer = as_owner.get(reverse("clocks:download") + "?treaty=IR-ME")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert [one["SUMMARY"][:11] for one in events(answer.content)] == ["Client 0018"]


# ---- the private link


def test_the_link_opens_the_own_clocks_without_a_session(
    link: str, owner: User, colleague: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    theirs = a_client_file(colleague, "Client 0099")
    completed(colleague, theirs, running())
    answer = Client().get(link)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    assert [one["SUMMARY"][:11] for one in events(answer.content)] == ["Client 0017"]
    assert Client().head(link).status_code == 200
    assert Client().post(link).status_code == 405
    share(theirs, owner)
    assert len(events(Client().get(link).content)) == 2


def test_only_the_hash_of_the_token_is_kept(link: str, as_owner: Client) -> None:
    token = link.rpartition("/")[2].removesuffix(".ics")
    kept = Subscription.objects.get()
    assert len(token) >= 43
    assert token not in str(vars(kept))
    assert token not in as_owner.get(reverse("clocks:reminders")).content.decode()
    assert token not in str(list(Event.objects.values_list("details", flat=True)))


def test_a_link_that_is_none_is_not_there(link: str, owner: User, as_owner: Client) -> None:
    kept = Subscription.objects.get()
    token = link.rpartition("/")[2].removesuffix(".ics")
    for key, word in ((kept.pk, "x"), (kept.pk, token[:-1]), (uuid.uuid4(), token), (kept.pk, "ä")):
        address = reverse("clocks:calendar", args=[key, word])
        for client in (Client(), as_owner):
            assert client.get(address).status_code == 404
    assert Client().get(link).status_code == 200


def test_a_link_ends_with_a_new_one_with_its_revocation_and_with_the_account(
    link: str, owner: User, as_owner: Client
) -> None:
    content = as_owner.post(reverse("clocks:make_link")).content.decode()
    second = re.search(r'<code class="link" dir="ltr">(.*?)</code>', content)[1]  # type: ignore[index]
    assert [Client().get(one).status_code for one in (link, second)] == [404, 200]
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert Client().get(second).status_code == 404
    User.objects.filter(pk=owner.pk).update(is_active=True)
    for _ in range(2):
        as_owner.post(reverse("clocks:end_link"))
    assert Client().get(second).status_code == 404
    said = Event.objects.filter(action__startswith="clocks.").order_by("id")
    assert [one.action for one in said] == [
        "clocks.link_made",
        "clocks.link_made",
        "clocks.link_ended",
    ]


def test_the_calendar_speaks_the_language_of_the_person(
    link: str, owner: User, client_file: ClientFile
) -> None:
    completed(owner, client_file, running())
    User.objects.filter(pk=owner.pk).update(language="fa")
    (event,) = events(Client(headers={"accept-language": "ka"}).get(link).content)
    assert "۱۸۴" in event["DESCRIPTION"]
    assert "\u2068" not in event["DESCRIPTION"]


# ---- the digest


@pytest.fixture
def reader(owner: User) -> User:
    owner.email = "nino@example.com"
    owner.save()
    return owner


def digest() -> Iterator[str]:
    """The mails of one run, as subject and text."""
    mail.outbox.clear()
    call_command("send_clock_digest", stdout=io.StringIO())
    yield from (f"{one.subject}\n{one.body}" for one in mail.outbox)


def test_a_digest_tells_what_changed_and_nothing_twice(
    reader: User,
    client_file: ClientFile,
    today: Any,
) -> None:
    assert list(digest()) == []
    version = completed(reader, client_file, running())
    (text,) = digest()
    assert "1 clock changed" in text
    assert "Running out" in text
    assert "Client 0017, Building site, IR-HU: 63 days left; 6 months passed on 1 Sept 2026" in text
    assert "Engineering" not in text
    assert list(digest()) == []
    today(date(2026, 7, 20))
    assert list(digest()) == []  # still within ninety days
    today(date(2026, 8, 10))
    (text,) = digest()  # within thirty now
    assert "22 days left" in text
    draft = services.new_version(by=reader, version=version)
    save(reader, draft, "building_sites", setting("building_sites[s1].from", "2026-03-02"))
    services.complete(by=reader, draft_id=draft.pk)
    (text,) = digest()
    assert "Passed on another day than told before" in text
    assert "2 Sept 2026" in text
    today(LATER)
    (text,) = digest()
    assert "Passed since the day of the assessment" in text
    assert list(digest()) == []
    assert Event.objects.filter(action="clocks.told").count() == 4


def test_a_clock_of_days_that_may_count_says_so_in_the_mail(
    reader: User, client_file: ClientFile, today: Any
) -> None:
    completed(reader, client_file, services_that_go_on(None))
    (text,) = digest()
    assert (
        "If its days count: Client 0017, Services, GE-IN: 61 days left; "
        "90 days passed on 30 Aug 2026" in text
    )


def test_of_what_is_far_away_nothing_is_told(
    reader: User,
    client_file: ClientFile,
    today: Any,
) -> None:
    completed(reader, client_file, running(first="2026-06-20"))
    assert list(digest()) == []


def test_who_wants_no_mail_or_has_left_is_told_nothing(
    reader: User,
    client_file: ClientFile,
    today: Any,
) -> None:
    completed(reader, client_file, running())
    Reminders.objects.create(user=reader, by_mail=False)
    assert list(digest()) == []
    Reminders.objects.update(by_mail=True)
    User.objects.filter(pk=reader.pk).update(is_active=False)
    assert list(digest()) == []
    User.objects.filter(pk=reader.pk).update(is_active=True)
    assert len(list(digest())) == 1


def test_the_person_says_where_mails_about_clocks_go(
    as_owner: Client, reader: User, client_file: ClientFile, today: Any
) -> None:
    completed(reader, client_file, running())
    form = {"lead_times": "90", "names": "name", "by_mail": "on", "address": "desk@example.com"}
    as_owner.post(reverse("clocks:reminders"), form)
    (text,) = digest()
    assert mail.outbox[0].to == ["desk@example.com"]
    assert "Client 0017 Engineering, Building site" in text
    refused = as_owner.post(reverse("clocks:reminders"), {**form, "address": "nowhere"})
    assert refused.status_code == 422
    assert 'value="nowhere"' in refused.content.decode()


def test_a_mail_that_cannot_be_sent_is_sent_the_next_time(
    reader: User,
    client_file: ClientFile,
    today: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    completed(reader, client_file, running())

    def refuses(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError("no mail server")

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", refuses)
        with pytest.raises(CommandError, match="no mail server"):
            list(digest())
    assert len(list(digest())) == 1


def test_each_person_is_told_of_the_own_clocks_in_the_own_language(
    reader: User,
    colleague: User,
    client_file: ClientFile,
    today: Any,
) -> None:
    completed(reader, client_file, running())
    User.objects.filter(pk=colleague.pk).update(email="tamar@example.com", language="fa")
    assert len(list(digest())) == 1
    share(client_file, colleague)
    (text,) = digest()
    assert mail.outbox[0].to == ["tamar@example.com"]
    assert "۶۳" in text


def test_without_a_mail_server_the_mail_is_written_to_the_console(
    reader: User,
    client_file: ClientFile,
    settings: Any,
    today: Any,
    capsys: Any,
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    completed(reader, client_file, running())
    call_command("send_clock_digest")
    written = capsys.readouterr().out
    assert "To: nino@example.com" in written
    assert "1 told." in written


def test_an_account_that_is_none_is_named(reader: User) -> None:
    with pytest.raises(CommandError, match="omid"):
        call_command("send_clock_digest", "omid")


def test_somebody_who_may_not_see_a_file_any_more_is_told_nothing_of_it(
    reader: User,
    colleague: User,
    client_file: ClientFile,
    today: Any,
) -> None:
    completed(reader, client_file, running())
    list(digest())
    assert Clock.objects.count() == 1
    User.objects.filter(pk=colleague.pk).update(email="tamar@example.com")
    assert list(digest()) == []
    assert signed_in(colleague).get(reverse("clocks:download")).content.count(b"VEVENT") == 0

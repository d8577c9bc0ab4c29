"""Client files: who may do what with them, finding one among thousands, one form making one."""

from __future__ import annotations

import re
import threading
import time
import uuid
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.clients import selectors, services
from pe_wizard.clients.models import ClientFile, Event, Membership
from pe_wizard.clients.urls import urlpatterns
from pe_wizard.text import fold
from tests.web.conftest import signed_in

EDITOR, REVIEWER, READER = Membership.Role.EDITOR, Membership.Role.REVIEWER, Membership.Role.READER


def make(owner: User, name: str = "Engineering", reference: str = "Client 0042") -> ClientFile:
    return services.create_client_file(
        owner=owner,
        reference=reference,
        name=name,
        residence_state="IR",
        notes="Ask for the travel sheets.",
        form_token=uuid.uuid4(),
    )


@pytest.fixture
def client_file(owner: User) -> ClientFile:
    return make(owner)


def form(**changes: object) -> dict[str, object]:
    return {
        "reference": "Client 0042",
        "name": "Engineering",
        "residence_state": "IR",
        "notes": "",
        "form_token": str(uuid.uuid4()),
        **changes,
    }


def text(response: HttpResponse) -> str:
    """The words of the page, without tags and marks of direction."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(re.sub("[\u2066-\u2069]", "", unescape(words)).split())


# ---- who may do what

EVERYONE = {"owner", "editor", "reviewer", "reader"}
EDITORS = {"owner", "editor"}
OWNER = {"owner"}
NOBODY: set[str] = set()

# Each page about one file: who may GET and who may POST it. A page that is missing fails the test.
POLICY = {
    "detail": (EVERYONE, NOBODY),
    "log": (EVERYONE, NOBODY),
    "edit": (EDITORS, EDITORS),
    "archive": (NOBODY, EDITORS),
    "unarchive": (NOBODY, EDITORS),
    "members": (OWNER, OWNER),
    "member_role": (NOBODY, OWNER),
    "member_remove": (NOBODY, OWNER),
    "hand_over": (NOBODY, OWNER),
}
ABOUT_NO_FILE = {"list", "create"}
ALL_METHODS = ("get", "head", "options", "post", "put", "patch", "delete")


def done() -> list[dict[str, object]]:
    """The events of what was done; who signed in, looked and was refused is told elsewhere."""
    seen = ("client_file.viewed", "access.refused", "sign_in.done")
    return list(Event.objects.exclude(action__in=seen).values())


def address(page: str, client_file: ClientFile, member: User) -> str:
    arguments: list[object] = [client_file.pk]
    if page in ("member_role", "member_remove", "hand_over"):
        arguments.append(member.pk)
    return reverse(f"clients:{page}", args=arguments)


def test_every_page_has_a_policy() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(POLICY) | ABOUT_NO_FILE


@pytest.mark.parametrize("view", POLICY)
@pytest.mark.parametrize("role", sorted(EVERYONE))
def test_the_policy_holds_for_each_role(
    owner: User, colleague: User, outsider: User, client_file: ClientFile, view: str, role: str
) -> None:
    services.set_member(client_file=client_file, by=owner, user=outsider, role=READER)
    person = owner
    if role != "owner":
        person = colleague
        services.set_member(client_file=client_file, by=owner, user=colleague, role=role)
    client = signed_in(person)
    for method, allowed in zip(("get", "post"), POLICY[view], strict=True):
        other = POLICY[view][method == "get"]
        response = getattr(client, method)(address(view, client_file, outsider))
        if role in allowed:
            assert response.status_code in (200, 302), (method, response.status_code)
        elif allowed:
            assert response.status_code == 403, (method, response.status_code)
        else:
            assert other
            assert response.status_code == 405, (method, response.status_code)


@pytest.mark.parametrize("view", POLICY)
@pytest.mark.parametrize("method", ALL_METHODS)
def test_for_an_outsider_the_file_does_not_exist(
    owner: User,
    colleague: User,
    client_file: ClientFile,
    as_outsider: Client,
    view: str,
    method: str,
) -> None:
    services.set_member(client_file=client_file, by=owner, user=colleague, role=READER)
    before = list(ClientFile.objects.values()), done()
    there = getattr(as_outsider, method)(address(view, client_file, colleague))
    nowhere = getattr(as_outsider, method)(address(view, ClientFile(pk=uuid.uuid4()), colleague))
    assert there.status_code == nowhere.status_code == 404
    assert text(there) == text(nowhere)
    assert (list(ClientFile.objects.values()), done()) == before


def test_an_outsider_finds_no_trace(client_file: ClientFile, as_outsider: Client) -> None:
    for page in ("/", "/clients/", "/clients/?q=Engineering", "/clients/?archived=1"):
        response = as_outsider.get(page)
        assert "0042" not in text(response)
        assert "1 file" not in text(response)


def test_access_ends_with_the_next_click(
    owner: User, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    page = address("detail", client_file, colleague)
    assert as_colleague.get(page).status_code == 404
    services.set_member(client_file=client_file, by=owner, user=colleague, role=READER)
    assert as_colleague.get(page).status_code == 200
    services.remove_member(client_file=client_file, by=owner, user=colleague)
    assert as_colleague.get(page).status_code == 404


def test_who_may_only_read_sees_no_buttons(
    owner: User, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    services.set_member(client_file=client_file, by=owner, user=colleague, role=READER)
    page = as_colleague.get(address("detail", client_file, colleague)).content.decode()
    for action in ("edit", "archive", "members"):
        assert address(action, client_file, colleague) not in page


# ---- making a file


def test_a_new_file_opens_and_stands_in_the_list(as_owner: Client) -> None:
    response = as_owner.post("/clients/new/", form(), follow=True)
    assert "Engineering" in text(response)
    assert "Nino opened the file." in text(response)
    assert "Client 0042" in text(as_owner.get("/clients/"))


def test_the_same_form_twice_makes_one_file(as_owner: Client) -> None:
    sent = form()
    first = as_owner.post("/clients/new/", sent)
    second = as_owner.post("/clients/new/", sent)
    assert first["Location"] == second["Location"]
    assert ClientFile.objects.count() == len(done()) == 1


def test_each_page_of_the_form_makes_a_file_of_its_own(as_owner: Client) -> None:
    tokens = {
        re.search(
            r'name="form_token" value="([^"]+)"', as_owner.get("/clients/new/").content.decode()
        )[1]  # type: ignore[index]
        for _ in range(2)
    }
    assert len(tokens) == 2


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_make_one_file(owner: User) -> None:
    for _ in range(5):
        sent = form()
        browsers = [signed_in(owner), signed_in(owner)]
        places: list[str] = []

        def click(browser: Client, sent: dict[str, object], places: list[str]) -> None:
            places.append(browser.post("/clients/new/", sent)["Location"])
            connection.close()

        threads = [threading.Thread(target=click, args=(b, sent, places)) for b in browsers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(places)) == 1
    assert ClientFile.objects.count() == 5


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"reference": ""}, "Reference: This field is required."),
        ({"name": "   "}, "Name of the enterprise: This field is required."),
        ({"name": "a" * 201}, "at most 200 characters"),
        ({"notes": "a" * 10_001}, "at most 10000 characters"),
        ({"residence_state": "XX"}, "State of residence: Select a valid choice"),
        ({"residence_state": "Iran"}, "State of residence: Select a valid choice"),
        ({"name": "abc\u202efdp.exe"}, "U+202E"),
        ({"name": "abc\u2066def"}, "U+2066"),
        ({"name": "abc\x00def"}, "U+0000"),
        ({"notes": "abc\x1bdef"}, "U+001B"),
        ({"form_token": "not-a-token"}, "Not saved yet"),
    ],
)
def test_a_form_that_cannot_be_saved_says_why_and_keeps_the_rest(
    as_owner: Client, changes: dict[str, object], says: str
) -> None:
    response = as_owner.post("/clients/new/", form(**changes))
    assert response.status_code == 200
    assert says in text(response)
    assert re.search(r"<title>\s*Error:", response.content.decode())
    if "name" not in changes:
        assert 'value="Engineering"' in response.content.decode()
    assert not ClientFile.objects.exists()


@pytest.mark.parametrize(
    "payload",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ settings.SECRET_KEY }}",
        "{% debug %}",
        "%(actor)s {0.__class__}",
        "=1+1",
        "می‌روم نیم‌فاصله",
    ],
)
def test_what_is_typed_is_shown_as_text(as_owner: Client, payload: str) -> None:
    response = as_owner.post(
        "/clients/new/", form(name=payload, reference=payload[:60], notes=payload), follow=True
    )
    for page in (response, as_owner.get("/clients/"), as_owner.get("/")):
        assert payload in unescape(page.content.decode())
        assert "<script>alert" not in page.content.decode()
        assert "<img" not in page.content.decode()


# ---- changing a file


def edit_form(client_file: ClientFile, **changes: object) -> dict[str, object]:
    sent = form(revision=client_file.revision, **changes)
    del sent["form_token"]
    return sent


def test_details_can_be_changed(as_owner: Client, owner: User, client_file: ClientFile) -> None:
    page = address("edit", client_file, owner)
    response = as_owner.post(page, edit_form(client_file, name="Bridges"), follow=True)
    assert "The details were saved." in text(response)
    assert "Bridges" in text(response)
    assert "Bridges" in text(as_owner.get("/clients/?q=bridges"))


def test_a_change_made_meanwhile_is_shown_and_not_overwritten(
    as_owner: Client, owner: User, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    services.set_member(client_file=client_file, by=owner, user=colleague, role=EDITOR)
    page = address("edit", client_file, owner)
    sent = edit_form(client_file, name="What I typed")
    as_colleague.post(page, edit_form(client_file, name="What they typed"))
    response = as_owner.post(page, sent)
    assert response.status_code == 409
    assert "someone changed the file meanwhile" in text(response)
    assert "What they typed" in text(response)
    assert 'value="What I typed"' in response.content.decode()
    client_file.refresh_from_db()
    assert client_file.name == "What they typed"
    revision = re.search(r'name="revision" value="(\d+)"', response.content.decode())
    assert revision is not None
    as_owner.post(page, {**sent, "revision": revision[1]})
    client_file.refresh_from_db()
    assert client_file.name == "What I typed"


@pytest.mark.parametrize("revision", ["0", "-1", "abc", "", "99", "9" * 40])
def test_a_revision_that_is_none_changes_nothing(
    as_owner: Client, owner: User, client_file: ClientFile, revision: str
) -> None:
    sent = {**edit_form(client_file, name="Other"), "revision": revision}
    response = as_owner.post(address("edit", client_file, owner), sent)
    assert response.status_code in (200, 409)
    client_file.refresh_from_db()
    assert client_file.name == "Engineering"


def test_archiving_moves_the_file_and_loses_nothing(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    for _ in range(2):
        as_owner.post(address("archive", client_file, owner))
    assert "Client 0042" not in text(as_owner.get("/clients/"))
    assert "Client 0042" in text(as_owner.get("/clients/?archived=1"))
    assert "Archived" in text(as_owner.get(address("detail", client_file, owner)))
    as_owner.post(address("unarchive", client_file, owner))
    assert "Client 0042" in text(as_owner.get("/clients/"))
    actions = list(selectors.activity_of(client_file).values_list("action", flat=True))
    assert actions == ["client_file.unarchived", "client_file.archived", "client_file.created"]


def test_looking_at_pages_changes_nothing(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    before = list(ClientFile.objects.values()), done()
    for page in POLICY:
        for method in ("get", "head", "options"):
            getattr(as_owner, method)(address(page, client_file, owner))
    assert (list(ClientFile.objects.values()), done()) == before


# ---- people


def test_a_colleague_is_added_given_another_role_and_removed(
    as_owner: Client, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    members = address("members", client_file, colleague)
    response = as_owner.post(members, {"user": colleague.pk, "role": READER}, follow=True)
    assert "Tamar sees the file now." in text(response)
    assert as_colleague.get(address("detail", client_file, colleague)).status_code == 200
    as_owner.post(address("member_role", client_file, colleague), {"role": EDITOR})
    assert as_colleague.get(address("edit", client_file, colleague)).status_code == 200
    as_owner.post(address("member_remove", client_file, colleague))
    assert as_colleague.get(address("detail", client_file, colleague)).status_code == 404
    log = text(as_owner.get(address("log", client_file, colleague)))
    for sentence in (
        "Nino let Tamar see the file.",
        "Nino changed what Tamar may do.",
        "Nino ended the access of Tamar.",
    ):
        assert sentence in log


def test_the_owner_hands_over_and_may_still_edit(
    as_owner: Client, owner: User, colleague: User, as_colleague: Client, client_file: ClientFile
) -> None:
    services.set_member(client_file=client_file, by=owner, user=colleague, role=READER)
    as_owner.post(address("hand_over", client_file, colleague))
    assert as_colleague.get(address("members", client_file, owner)).status_code == 200
    assert as_owner.get(address("members", client_file, owner)).status_code == 403
    assert as_owner.get(address("edit", client_file, owner)).status_code == 200


def test_the_owner_cannot_be_removed_or_made_a_member(
    as_owner: Client, owner: User, client_file: ClientFile
) -> None:
    assert as_owner.post(address("member_remove", client_file, owner)).status_code == 404
    response = as_owner.post(
        address("members", client_file, owner), {"user": owner.pk, "role": READER}
    )
    assert "Select a valid choice" in text(response)
    with pytest.raises(ValueError, match="owner"):
        services.set_member(client_file=client_file, by=owner, user=owner, role=READER)


@pytest.mark.parametrize("user_id", [0, 10**30])
def test_someone_who_is_no_member_cannot_be_changed(
    as_owner: Client, client_file: ClientFile, user_id: int
) -> None:
    address = f"/clients/{client_file.pk}/members/{user_id}/remove/"
    assert as_owner.post(address).status_code == 404


def test_a_role_that_is_none_changes_nothing(
    as_owner: Client, owner: User, colleague: User, client_file: ClientFile
) -> None:
    services.set_member(client_file=client_file, by=owner, user=colleague, role=READER)
    as_owner.post(address("member_role", client_file, colleague), {"role": "owner"})
    assert Membership.objects.get().role == READER


def test_an_event_is_never_changed_or_removed(client_file: ClientFile) -> None:
    event = Event.objects.get()
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()


# ---- finding


def references(response: HttpResponse) -> list[str]:
    return re.findall(r'class="who"[^>]*><bdi class="typed">([^<]*)', response.content.decode())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("شرکت کارون", "كارون"),
        ("شركة كارون", "شرکه کارون"),
        ("ایران خودرو", "ايران"),
        ("می‌روم", "میروم"),
        ("آبادان", "ابادان"),
        ("پروژه ۱۴۰۳", "1403"),
        ("Project 1403", "۱۴۰۳"),
        ("Société Générale", "societe"),
        ("STRASSE", "straße"),
        ("თბილისი", "თბილ"),
        ("Bridge building", "build bridge"),
        ("50 % share", "%"),
        ("under_score", "_"),
    ],
)
def test_a_file_is_found_however_its_name_is_typed(
    as_owner: Client, owner: User, name: str, words: str
) -> None:
    make(owner, name, "found")
    make(owner, "Other", "other")
    assert references(as_owner.get("/clients/", {"q": words})) == ["found"]


def test_texts_that_fold_to_many_letters_are_kept_within_their_columns_and_found(
    as_owner: Client,
) -> None:
    reference, name = "\ufdfa" * 40, "\ufdfa" * 100
    assert as_owner.post("/clients/new/", form(reference=reference, name=name)).status_code == 302
    kept = ClientFile.objects.get()
    assert (kept.reference, kept.name) == (reference, name)
    assert 0 < len(kept.folded_reference) <= 240
    assert 0 < len(kept.folded_name) <= 800
    assert reference in as_owner.get("/clients/", {"q": reference}).content.decode()


def test_words_that_no_file_has_find_none(as_owner: Client, client_file: ClientFile) -> None:
    assert "No file has all these words" in text(as_owner.get("/clients/", {"q": "0042 bridge"}))


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("reference", ["a", "B", "c"]),
        ("-reference", ["c", "B", "a"]),
        ("name", ["c", "a", "B"]),
        ("residence", ["c", "a", "B"]),
        ("-residence", ["B", "a", "c"]),
        ("changed", ["B", "a", "c"]),
        ("-changed", ["c", "a", "B"]),
    ],
)
def test_the_list_is_sorted_by_its_columns(
    as_owner: Client, owner: User, sort: str, expected: list[str]
) -> None:
    # Codes GE, DE, AT stand in another order than the names Georgia, Germany, Austria.
    for reference, name, state in (
        ("B", "third", "DE"),
        ("a", "second", "GE"),
        ("c", "First", "AT"),
    ):
        file = make(owner, name, reference)
        ClientFile.objects.filter(pk=file.pk).update(residence_state=state)
    assert references(as_owner.get("/clients/", {"sort": sort})) == expected


@pytest.mark.parametrize(
    "query",
    [
        "sort=owner__password",
        "sort=-",
        "order_by=secret",
        "owner__password__startswith=a",
        "_connector=OR",
        "page=0",
        "page=-1",
        "page=x",
        "page=" + "9" * 5_000,
        "archived=maybe",
        "q=%00",
        "q=%F0%9F%92%A9%ED%A0%80",
    ],
)
def test_an_address_that_makes_no_sense_shows_the_list(
    as_owner: Client, client_file: ClientFile, query: str
) -> None:
    response = as_owner.get(f"/clients/?{query}")
    assert response.status_code == 200
    if not query.startswith("q=%F0"):
        assert references(response) == ["Client 0042"]


def many(owner: User, count: int) -> None:
    ClientFile.objects.bulk_create(
        ClientFile(
            owner=owner,
            reference=f"Client {n:04}",
            name=f"Enterprise {n}",
            residence_state=("IR", "GE", "BD", "HU")[n % 4],
            folded_reference=fold(f"Client {n:04}"),
            folded_name=fold(f"Enterprise {n}"),
        )
        for n in range(count)
    )


def test_pages_show_each_file_once(as_owner: Client, owner: User) -> None:
    many(owner, 60)
    pages = [references(as_owner.get("/clients/", {"page": n, "sort": "name"})) for n in (1, 2, 3)]
    assert [len(page) for page in pages] == [25, 25, 10]
    assert len({reference for page in pages for reference in page}) == 60


def test_the_links_of_a_list_keep_what_was_asked(as_owner: Client, owner: User) -> None:
    many(owner, 60)
    page = unescape(
        as_owner.get("/clients/", {"q": "enterprise", "sort": "name", "page": 2}).content.decode()
    )
    assert "?q=enterprise&sort=name&page=3" in page
    assert "?q=enterprise&sort=-name" in page
    assert "?q=enterprise&sort=name&archived=1" in page


@pytest.mark.parametrize("query", ["", "?q=enterprise+49", "?sort=residence", "?sort=name&page=99"])
def test_a_list_of_five_thousand_costs_as_many_queries_as_a_list_of_fifty(
    as_owner: Client, owner: User, colleague: User, query: str
) -> None:
    def cost() -> tuple[int, float]:
        # The processor's time, which does not depend on what else the machine is doing.
        with CaptureQueriesContext(connection) as queries:
            began = time.process_time()
            assert as_owner.get(f"/clients/{query}").status_code == 200
            return len(queries), time.process_time() - began

    many(owner, 50)
    few, _ = cost()
    many(owner, 4_950)
    many(colleague, 1_000)
    thousands, seconds = cost()
    assert thousands == few
    assert thousands <= 6
    assert seconds < 0.5


def test_the_desk_shows_what_was_worked_on_last(as_owner: Client, owner: User) -> None:
    for number in range(12):
        make(owner, reference=f"Client {number}")
    page = as_owner.get("/")
    assert references(page) == [f"Client {number}" for number in range(11, 4, -1)]
    assert "12 client files" in text(page)

"""Whole assessments in a real browser: from the client file to a completed version."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.services import create_client_file, set_member
from tests.browser.conftest import Opens, go_back, overflow, violations

PASSWORD = "a long one: 7f3k"
RICH: dict[str, Any] = {
    "format": "pe-facts/1",
    "treaty": "IR-BD",
    "residence_state": "IR",
    "source_state": "BD",
    "as_of": "2026-06-30",
    "conditions": {"resident": True},
    "enterprise": {"insurer": True},
    "readings": {"service_days": "presence"},
    "related_enterprises": [{"id": "sub", "name": "Trading company, Dhaka"}],
    "places": [
        {
            "id": "p1",
            "name": "Store in Dhaka",
            "kind": "storage",
            "at_disposal": True,
            "from": "2025-01-10",
            "to": None,
            "activities": [{"kind": "storage", "goods_of_enterprise": True}, {"kind": "delivery"}],
        }
    ],
    "building_sites": [
        {
            "id": "s1",
            "name": "Erection of the plant",
            "kind": "supervision",
            "project": "Plant",
            "by": "sub",
            "from": "2026-01-15",
            "to": None,
            "interruptions": [{"from": "2026-02-01", "to": "2026-02-10"}],
        }
    ],
    "services": [
        {
            "id": "e1",
            "name": "Commissioning team",
            "project": "Plant commissioning",
            "through_personnel": True,
            "periods": [
                {"from": "2025-08-04", "to": "2025-09-26", "person": "Team A"},
                {"from": "2026-02-01", "to": None, "person": "Team B", "by": "sub"},
                {},
            ],
        }
    ],
    "exploration": [{"id": "x1", "name": "Rig 9", "kind": "rig", "periods": [{}]}],
    "agents": [
        {
            "id": "a1",
            "name": "Trading company, Dhaka",
            "relation": "subsidiary",
            "enterprise": "sub",
            "acts_on_behalf": True,
            "principal_role": False,
            "no_material_modification": True,
        }
    ],
    "not_known": ["agents[a1].independent"],
    "annotations": {
        "agents[a1].independent": {"note": "two views", "contested": True},
        "places[p1].at_disposal": {"evidence": ["lease, p. 3"]},
    },
}
STEPS = (
    "treaty", "related_enterprises", "places", "activities-p1", "building_sites", "services",
    "exploration", "agents", "agent-a1", "insurance", "check",
)  # fmt: skip


@pytest.fixture
def client_file(owner: Any) -> ClientFile:
    return create_client_file(
        owner=owner,
        reference="Client 0042",
        name="Karun Engineering",
        residence_state="IR",
        form_token=uuid.uuid4(),
    )


def rich_draft(owner: Any, client_file: ClientFile) -> Draft:
    """A draft with something on every page, an unused answer and a text that is no day."""
    draft = services.start_from_facts(by=owner, client_file=client_file, document=RICH)
    Draft.objects.filter(pk=draft.pk).update(
        typed={"places": {"places[p1].from": "31 Feb", "places[p1].from:is": "given"}}
    )
    return draft


def empty_draft(owner: Any, client_file: ClientFile, treaty: str = "IR-BD") -> Draft:
    home = "GE" if treaty == "GE-IN" else "IR"
    return services.start_assessment(
        by=owner,
        client_file=client_file,
        treaty_code=treaty,
        residence_state=home,
        as_of=date(2026, 6, 30),
    )


# ---- filling pages


def at(page: Page, path: str) -> Any:
    return page.locator(f'[name="{path}"]')


def choose(page: Page, path: str, value: str) -> None:
    """An answer of a question, wherever on the page it stands."""
    page.locator(f'input[name="{path}"][value="{value}"]').check()


def answer_all(page: Page, answers: dict[str, str]) -> None:
    """Every question that is asked: by the last part of its path, else no."""
    for _ in range(40):
        open_one = page.locator(".qs > .q[role=radiogroup]:not(:has(input:checked)):visible").first
        if open_one.count() == 0:
            return
        path = open_one.get_attribute("data-fact") or ""
        value = answers.get(path.rpartition(".")[2], "false")
        with page.expect_response(lambda r: "/panel/" in r.url):
            choose(page, path, value)
    raise AssertionError("the page goes on asking")


def save_and_continue(page: Page) -> None:
    with page.expect_navigation():
        page.locator("button.btn--main[name=go]").click()


def save_and_stay(page: Page) -> None:
    with page.expect_navigation():
        page.locator("button[name=go][value=stay]:visible").click()


def heading(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def walk_through(page: Page, lists: dict[str, Any], answers: dict[str, str]) -> list[str]:
    """From the first page to the last; `lists` fills what is listed. Returns the headings seen."""
    seen = []
    while "/check/" not in page.url:
        seen.append(heading(page))
        step = page.url.rstrip("/").partition("?")[0].rpartition("/")[2].partition("#")[0]
        listed = page.locator('input[type=radio][value="some"]').first
        name = listed.get_attribute("name") if listed.count() else None
        if name and "[" not in name and not page.locator(f'input[name="{name}"]:checked').count():
            if name not in lists:
                choose(page, name, "none")
            else:
                choose(page, name, "some")
                save_and_stay(page)
                lists[name](page)
        elif step.startswith("activities-"):
            page.get_by_label("Core activity (outside every exception)").check()
            save_and_stay(page)
        answer_all(page, answers)
        save_and_continue(page)
        assert page.locator(".error-summary").count() == 0
        assert len(seen) < 30, seen
    return seen


def item_of(page: Page, name: str) -> str:
    """The path of the only item on the page."""
    return str(page.locator(f'section.card[id^="{name}["]').first.get_attribute("id"))


def team(page: Page) -> None:
    path = item_of(page, "services")
    at(page, f"{path}.name").fill("Commissioning team")
    at(page, f"{path}.project").fill("Plant")
    at(page, f"{path}.periods[0].from").fill("1 Oct 2025")
    at(page, f"{path}.periods[0].to:is").select_option("ongoing")
    at(page, f"{path}.periods[0].person").fill("Team A")


def office(page: Page) -> None:
    path = item_of(page, "places")
    at(page, f"{path}.name").fill("Office")
    at(page, f"{path}.kind").select_option("office")
    at(page, f"{path}.from").fill("2025-01-10")
    at(page, f"{path}.to:is").select_option("ongoing")


def site(page: Page) -> None:
    path = item_of(page, "building_sites")
    at(page, f"{path}.name").fill("Bridge")
    at(page, f"{path}.kind").select_option("construction")
    at(page, f"{path}.from").fill("2024-01-01")
    at(page, f"{path}.to").fill("2026-03-31")


def person(page: Page) -> None:
    page.get_by_role("button", name="Answer the questions").click()
    path = "agents[" + page.url.partition("agent-")[2].partition("/")[0] + "]"
    at(page, f"{path}.name").fill("Sales agent")
    at(page, f"{path}.relation").select_option("third_party")


WALKS: dict[str, tuple[str, dict[str, Any], dict[str, str], str]] = {
    "IR-BD": ("IR", {"services": team}, {"through_personnel": "true"}, "Permanent establishment"),
    "IR-HU": ("IR", {"places": office}, {"at_disposal": "true", "fixed": "true",
              "business_carried_on": "true"}, "Permanent establishment"),
    "IR-RS": ("IR", {"building_sites": site}, {}, "Permanent establishment"),
    "IR-ME": ("IR", {"agents": person}, {"acts_on_behalf": "true", "authority_to_conclude": "true",
              "habitually_concludes": "true"}, "Permanent establishment"),
    "GE-IN": ("GE", {"places": office}, {"at_disposal": "null", "fixed": "true",
              "business_carried_on": "true"}, "Undetermined"),
}  # fmt: skip
CONDITIONS = {"resident": "true", "in_effect": "true", "reciprocity": "true"}


@pytest.mark.parametrize("code", sorted(WALKS))
def test_an_adviser_gets_from_the_client_file_to_a_completed_version(
    opens: Opens, owner: Any, client_file: ClientFile, code: str
) -> None:
    home, lists, answers, verdict = WALKS[code]
    page = opens(owner).new_page()
    page.goto(f"/clients/{client_file.pk}/assessments/new/")
    direction = page.locator(f'input[name=direction][value="{code}:{home}"]')
    if not direction.is_visible():
        page.get_by_text("From other States of residence").click()
    direction.check()
    page.get_by_label("As of").fill("2026-06-30")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Treaty and parties")
    seen = walk_through(page, lists, {**CONDITIONS, **answers})
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your answers")
    assert ("Services" in seen) == (code in ("IR-BD", "GE-IN"))
    page.get_by_role("button", name="Complete this version").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text(verdict)
    assert Version.objects.count() == 1
    go_back(page)
    page.wait_for_load_state()
    assert Version.objects.count() == 1


def test_it_works_without_scripts(opens: Opens, owner: Any, client_file: ClientFile) -> None:
    draft = empty_draft(owner, client_file)
    page = opens(owner, java_script_enabled=False).new_page()
    page.goto(f"/drafts/{draft.pk}/services/")
    choose(page, "services", "some")
    save_and_stay(page)
    team(page)
    path = item_of(page, "services")
    choose(page, f"{path}.through_personnel", "true")
    save_and_stay(page)
    expect(page.locator("#so-far")).to_contain_text("273 of 183 days")
    page.locator(f'button[value^="row-add {path}"]').click()
    assert at(page, f"{path}.periods[1].from").count() == 1
    page.locator(f'button[value="remove services {path[9:-1]}"]').click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Remove")
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Put back").click()
    expect(at(page, f"{path}.name")).to_have_value("Commissioning team")
    page.locator("#steps").get_by_role("button", name="Fixed places").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fixed places")
    page.locator("button[name=language][value=fa]").click()
    assert page.locator("html").get_attribute("dir") == "rtl"
    page.goto(f"/drafts/{draft.pk}/check/")
    page.locator("form.card button.btn--main").click()
    assert Version.objects.count() == 1


def test_it_works_by_keyboard_alone(opens: Opens, owner: Any, client_file: ClientFile) -> None:
    draft = empty_draft(owner, client_file)
    page = opens(owner).new_page()
    page.goto(f"/drafts/{draft.pk}/places/")

    def tab_to(selector: str) -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"the keyboard does not get to {selector}")

    tab_to('input[name="places"]')
    page.keyboard.press("Space")
    tab_to('button[name="go"][value="next"]')
    page.keyboard.press("Enter")
    page.locator('input[name$=".name"]').wait_for()
    tab_to('input[name$=".name"]')
    page.keyboard.type("Office")
    with page.expect_navigation():
        page.keyboard.press("Enter")  # Enter saves and stays
    expect(page.locator('input[name$=".name"]')).to_have_value("Office")
    tab_to('input[name$=".at_disposal"]')
    page.keyboard.press("ArrowRight")
    assert page.locator('input[name$=".at_disposal"][value="false"]').is_checked()
    tab_to('button[name="go"][value="next"]')
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "activities" in url or "building_sites" in url)
    draft.refresh_from_db()
    assert draft.document["places"][0]["at_disposal"] is False
    # the first stop of a page leads past everything to what it is about
    page.keyboard.press("Tab")
    assert "Skip" in page.evaluate("document.activeElement.textContent")


def test_the_back_button_shows_what_was_saved_and_saving_again_does_no_harm(
    opens: Opens, owner: Any, client_file: ClientFile
) -> None:
    draft = empty_draft(owner, client_file, "IR-HU")
    page = opens(owner).new_page()
    page.goto(f"/drafts/{draft.pk}/treaty/")
    choose(page, "conditions.resident", "true")
    save_and_continue(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Fixed places")
    choose(page, "places", "none")
    save_and_continue(page)
    go_back(page)
    go_back(page)
    expect(page.locator('input[name="conditions.resident"][value="true"]')).to_be_checked()
    choose(page, "conditions.resident", "null")
    save_and_continue(page)
    draft.refresh_from_db()
    assert draft.document["conditions"]["resident"] is None
    assert draft.document["places"] == []


def test_two_tabs_on_two_clients_stay_apart(
    opens: Opens, owner: Any, client_file: ClientFile
) -> None:
    other_file = create_client_file(
        owner=owner, reference="0043", name="Other", residence_state="IR", form_token=uuid.uuid4()
    )
    context = opens(owner)
    drafts = [empty_draft(owner, client_file), empty_draft(owner, other_file)]
    tabs = [context.new_page(), context.new_page()]
    for tab, draft in zip(tabs, drafts, strict=True):
        tab.goto(f"/drafts/{draft.pk}/places/")
        choose(tab, "places", "some")
    for tab in tabs:
        save_and_stay(tab)
    for number, tab in enumerate(tabs):
        at(tab, f"{item_of(tab, 'places')}.name").fill(f"KANARI-{number}")
    for tab in reversed(tabs):
        save_and_continue(tab)
    for number, draft in enumerate(drafts):
        draft.refresh_from_db()
        assert [one["name"] for one in draft.document["places"]] == [f"KANARI-{number}"]


def test_two_advisers_on_one_draft_choose_between_two_values(
    opens: Opens, browser: Browser, live_server: Any, owner: Any, client_file: ClientFile
) -> None:
    colleague = User.objects.create_user(username="tamar", first_name="Tamar", password=PASSWORD)
    set_member(client_file=client_file, by=owner, user=colleague, role="editor")
    draft = rich_draft(owner, client_file)
    # the browser itself complains of a 409 in its console, so this one is not watched
    unwatched = browser.new_context(base_url=live_server.url)
    unwatched.add_cookies(opens(owner).cookies())
    mine, theirs = unwatched.new_page(), opens(colleague).new_page()
    for page in (mine, theirs):
        page.goto(f"/drafts/{draft.pk}/agent-a1/")
    choose(theirs, "agents[a1].habitually_concludes", "true")
    save_and_stay(theirs)
    choose(mine, "agents[a1].habitually_concludes", "false")
    at(mine, "agents[a1].name").fill("Trading Dhaka")
    with mine.expect_response(lambda r: r.request.method == "POST" and r.status == 409):
        save_and_continue(mine)
    expect(mine.get_by_role("alert")).to_contain_text("Tamar")
    assert violations(mine) == []
    mine.locator('input[name="keep:agents[a1].habitually_concludes"][value="theirs"]').check()
    mine.get_by_role("button", name="Save these answers").click()
    expect(at(mine, "agents[a1].name")).to_have_value("Trading Dhaka")
    draft.refresh_from_db()
    assert draft.document["agents"][0]["habitually_concludes"] is True
    assert draft.document["agents"][0]["name"] == "Trading Dhaka"
    unwatched.close()


def test_the_panel_and_the_questions_follow_the_answers(
    opens: Opens, owner: Any, client_file: ClientFile
) -> None:
    draft = rich_draft(owner, client_file)
    page = opens(owner).new_page()
    page.goto(f"/drafts/{draft.pk}/agent-a1/")
    row = page.locator('.q[data-fact="agents[a1].habitually_concludes"]')
    expect(row).to_be_visible()
    with page.expect_response(lambda r: "/panel/" in r.url):
        choose(page, "agents[a1].acts_on_behalf", "false")
    expect(row).to_be_hidden()
    expect(page.locator("#so-far")).to_contain_text("Saving leaves these answers unused")
    with page.expect_response(lambda r: "/panel/" in r.url):
        choose(page, "agents[a1].acts_on_behalf", "true")
    expect(row).to_be_visible()
    draft.refresh_from_db()
    assert draft.document["agents"][0]["acts_on_behalf"] is True


def test_leaving_by_a_link_asks_first(opens: Opens, owner: Any, client_file: ClientFile) -> None:
    draft = rich_draft(owner, client_file)
    page = opens(owner).new_page()
    page.goto(f"/drafts/{draft.pk}/places/")
    page.locator('input[name="places[p1].name"]').type("!")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Treaties").click()
    assert asked == ["beforeunload"]
    expect(page.get_by_role("heading", level=1)).to_have_text("Fixed places")


# ---- every page


def opened_details(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")


@pytest.mark.parametrize(
    ("language", "width", "steps"),
    [
        ("en", 1280, (*STEPS, "remove/related_enterprises/sub")),
        ("fa", 390, STEPS),
        ("ka", 1280, ("services", "agent-a1", "check")),
    ],
)
def test_axe_finds_nothing_on_any_page(
    opens: Opens,
    owner: Any,
    client_file: ClientFile,
    language: str,
    width: int,
    steps: tuple[str, ...],
) -> None:
    draft = rich_draft(owner, client_file)
    page = opens(owner, language=language, width=width).new_page()
    found = {}
    for step in steps:
        page.goto(f"/drafts/{draft.pk}/{step}/")
        opened_details(page)
        found[step] = violations(page)
    assert {step: those for step, those in found.items() if those} == {}


@pytest.mark.parametrize("language", ["fa", "ka"])
def test_no_page_scrolls_sideways(
    opens: Opens, owner: Any, client_file: ClientFile, language: str
) -> None:
    draft = rich_draft(owner, client_file)
    page = opens(owner, language=language, width=320).new_page()
    wide = {}
    for step in STEPS:
        page.goto(f"/drafts/{draft.pk}/{step}/")
        opened_details(page)
        for width in (320, 640, 1280):  # 640 is 1280 at 200 % zoom
            page.set_viewport_size({"width": width, "height": 800})
            wide[step, width] = overflow(page)
    assert {where: by for where, by in wide.items() if by} == {}

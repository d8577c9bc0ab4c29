"""Random advisers: whatever they answer, change, add, remove, reload or jump to, the draft holds
what a simple model of it holds, and no request ever fails.

The model knows nothing of treaties, relevance or forms: a dictionary of answers by path, and lists
of items. An answer counts once its page was sent, by whichever button.
"""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.standing import Standing, standing
from pe_wizard.clients.services import create_client_file
from pe_wizard.wizard.editing import MISSING, NOT_KNOWN, Answer, answer_at
from tests.web.entering import item_ids
from tests.web.wizard_pages import Page, Walk
from treaties import FIELDS, LISTS, parse_path

START = {
    "IR-BD": {
        "related_enterprises": [{"id": "r1", "name": "Sister"}],
        "places": [{"id": "p1", "name": "Store", "activities": [{"kind": "storage"}]}],
        "services": [{"id": "e1", "periods": [{}, {}]}],
        "agents": [{"id": "a1"}],
    },
    "IR-ME": {
        "places": [{"id": "p1", "activities": [{"kind": "delivery"}]}],
        "agents": [{"id": "a1"}],
    },
    "GE-IN": {"building_sites": [{"id": "s1"}], "agents": [{"id": "a1"}, {"id": "a2"}]},
}
DAYS = {
    "2025-01-10": "2025-01-10",
    "3 Aug 2026": "2026-08-03",
    "31.12.2025": "2025-12-31",
    "۱۴۰۴/۱۰/۱۱": "2026-01-01",
    "soon": None,
    "31 Feb 2026": None,
    "": "",
}
TEXTS = ("Plant", "ساختمان", "a “quoted” one", "<b>bold</b>", "")
SHARES: dict[str, Any] = {"50": 50, "۳۳٫۵": 33.5, "120": None, "x": None, "": ""}


class Model:
    """What the draft should hold."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.items = {
            name: [item["id"] for item in document.get(name) or []]
            for name in LISTS
            if document.get(name) is not None
        }
        self.answers: dict[str, Answer] = {}
        self.aside: dict[str, dict[str, Answer]] = {}

    def remove(self, name: str, item: str) -> None:
        start = f"{name}[{item}]"
        self.items[name].remove(item)
        self.aside[item] = {p: a for p, a in self.answers.items() if p.startswith(start)}
        self.answers = {p: a for p, a in self.answers.items() if not p.startswith(start)}
        for path, answer in list(self.answers.items()):
            if answer.value == item:
                self.answers[path] = Answer(None)

    def put_back(self, name: str, item: str, at: int) -> None:
        self.items[name].insert(at, item)
        self.answers.update(self.aside.pop(item))


class Adviser:
    """One who does anything at random."""

    def __init__(self, walk: Walk, model: Model, seed: int) -> None:
        self.walk, self.model, self.random = walk, model, random.Random(seed)
        self.page = walk.open()
        self.pending: dict[str, Answer] = {}

    def act(self) -> None:
        action = self.random.choices(
            (self.answer, self.jump, self.save, self.reload, self.add, self.remove, self.put_back,
             self.move, self.look, self.nonsense),
            (60, 10, 14, 4, 4, 3, 3, 2, 3, 2),
        )[0]  # fmt: skip
        action()

    # ---- answering

    def answer(self) -> None:
        """Fill in one field of the page."""
        names = sorted(name for name in self.page.names if _is_fact(name))
        if not names:
            return
        path = self.random.choice(names)
        field = FIELDS[parse_path(path).pattern]
        if field.kind == "yes_no":
            value = self.random.choice([one for one in self.page.choices[path] if one])
            known = {"true": Answer(True), "false": Answer(False)}
            self._fill(path, {"": value}, known.get(value, NOT_KNOWN))
        elif field.kind == "date":
            self._day(path)
        elif field.kind == "percent":
            text = self.random.choice(list(SHARES))
            self._said(path, text, SHARES[text])
        elif field.name == "project":
            text = self.random.choice(TEXTS)
            self._said(path, text, text)
        elif field.kind == "text":
            text = self.random.choice(TEXTS)
            self._fill(path, {"": text}, Answer(text) if text else Answer(MISSING))
        elif field.kind in ("choice", "reference"):
            value = self.random.choice(self.page.choices[path])
            nothing = None if field.kind == "reference" else MISSING
            self._fill(path, {"": value}, Answer(value or nothing))

    def _day(self, path: str) -> None:
        if not self.page.has(f"{path}:is"):  # the day of the question, the tax period
            text = self.random.choice([one for one, day in DAYS.items() if day])
            self._fill(path, {"": text}, Answer(DAYS[text]))
            return
        way = self.random.choice(self.page.choices[f"{path}:is"])
        if way == "given":
            text = self.random.choice(list(DAYS))
            self._said(path, text, DAYS[text])
        elif way == "ongoing":
            self._fill(path, {":is": way}, Answer(None))
        else:
            self._fill(path, {":is": way}, NOT_KNOWN)

    def _said(self, path: str, text: str, value: Any) -> None:
        """None is a text that cannot be read: it is no answer."""
        answer = Answer(MISSING if value in (None, "") else value)
        self._fill(path, {"": text, ":is": "given"}, answer)

    def _fill(self, path: str, raw: dict[str, str], answer: Answer) -> None:
        for suffix, text in raw.items():
            self.page.fill(path + suffix, text)
        self.pending[path] = answer

    # ---- going about

    def jump(self) -> None:
        """To any step, by its button."""
        steps = [value for name, value in self.page.buttons if name == "go"]
        if steps:
            self._sent(self.page.press("go", self.random.choice(steps)))
        else:
            self.page = self.walk.open(self.random.choice(("treaty", "agents", "places")))

    def save(self) -> None:
        """Save, or save and continue."""
        if self.page.buttons and ("go", "stay") in self.page.buttons:
            self._sent(self.page.press("go", self.random.choice(("stay", "next"))))
        else:
            self.jump()

    def reload(self) -> None:
        """What was typed and not sent is gone, and nothing else."""
        self.pending.clear()
        self.page = self.walk.get(self.page.url.partition("#")[0])

    def look(self) -> None:
        """At other pages, in another tab."""
        for step in ("check", "", "nonsense"):
            self.walk.open(step)
        client = self.walk.client
        response = client.post(
            f"/drafts/{self.walk.draft_id}/panel/{self.page.step}/", self.page.values
        )
        assert response.status_code == 200

    def nonsense(self) -> None:
        """A form that no page sends is refused and changes nothing."""
        response = self.walk.client.post(self.page.action, {**self.page.values, "revision": "x"})
        assert response.status_code in (303, 400)

    # ---- items

    def add(self) -> None:
        adds = [v for n, v in self.page.buttons if n == "do" and v.startswith("add ")]
        if not adds:
            return
        _verb, name, new = adds[0].split(" ")
        self._sent(self.page.press("do", adds[0]))
        self.model.items.setdefault(name, []).append(new)
        if name in ("services", "exploration"):
            self.model.answers.pop(f"{name}[{new}].periods", None)

    def remove(self) -> None:
        removes = [v for n, v in self.page.buttons if n == "do" and v.startswith("remove ")]
        if not removes:
            return
        chosen = self.random.choice(removes)
        _verb, name, item = chosen.split(" ")
        response = self.walk.client.post(self.page.action, {**self.page.values, "do": [chosen]})
        self._commit()
        asks = response["Location"]
        assert self.walk.client.get(asks).status_code == 200
        self.model.remove(name, item)
        self.page = self.walk.get(self.walk.client.post(asks)["Location"])

    def put_back(self) -> None:
        backs = [v for n, v in self.page.buttons if n == "do" and v.startswith("restore ")]
        if not backs:
            return
        chosen = self.random.choice(backs)
        _verb, name, item = chosen.split(" ")
        self._sent(self.page.press("do", chosen))
        self.model.put_back(name, item, item_ids(self.walk, name).index(item))

    def move(self) -> None:
        moves = [v for n, v in self.page.buttons if n == "do" and v.startswith("down ")]
        if not moves:
            return
        chosen = self.random.choice(moves)
        _verb, name, item = chosen.split(" ")
        self._sent(self.page.press("do", chosen))
        those = self.model.items[name]
        at = those.index(item)
        those[at], those[at + 1] = those[at + 1], those[at]

    def _sent(self, page: Page) -> None:
        self._commit()
        self.page = page

    def _commit(self) -> None:
        self.model.answers.update(self.pending)
        self.pending.clear()


def _is_fact(name: str) -> bool:
    """Whether a field is an answer at a path, and not one of a list or a note."""
    pattern = name.partition("[")[0]
    if ":" in name or pattern not in (*LISTS, "conditions.resident", "as_of", "enterprise.insurer"):
        return False
    field = FIELDS[parse_path(name).pattern]
    return field.kind != "list"


@pytest.mark.parametrize("seed", range(9))
def test_the_draft_holds_what_the_model_holds(owner: User, as_owner: Client, seed: int) -> None:
    code = sorted(START)[seed % len(START)]
    home, away = ("GE", "IN") if code == "GE-IN" else ("IR", code[3:])
    document = {
        "format": "pe-facts/1",
        "treaty": code,
        "residence_state": home,
        "source_state": away,
        "as_of": "2026-06-30",
        **START[code],
    }
    file = create_client_file(
        owner=owner, reference="1", name="Client", residence_state="IR", form_token=uuid4()
    )
    draft = services.start_from_facts(by=owner, client_file=file, document=document)
    model = Model(document)
    adviser = Adviser(Walk(as_owner, draft.pk), model, seed)
    for _ in range(70):
        adviser.act()
        draft = Draft.objects.get(pk=draft.pk)
        for name, those in model.items.items():
            assert [one["id"] for one in draft.document.get(name) or []] == those
        held = {path: answer_at(draft.document, path) for path in model.answers}
        assert held == model.answers
    stands = standing(draft)
    assert stands.interview is not None
    fresh = Standing(stands.treaty, draft.document)
    assert fresh.statuses == stands.statuses

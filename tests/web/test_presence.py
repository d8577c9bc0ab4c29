"""Tables of stays over HTTP: sent, looked at, taken, sent again, downloaded."""

from __future__ import annotations

import io
import uuid
from datetime import date
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Draft
from pe_wizard.clients.models import Event
from pe_wizard.presence.models import Import
from tests.web.assessing import a_client_file, facts, save, setting, share, started, uploaded

PLANT = {"id": "e1", "name": "Plant", "project": "plant", "through_personnel": True, "periods": []}
BRIDGE = {"id": "e2", "name": "Bridge", "project": "bridge", "through_personnel": True}
HEAD = "Person\tFrom\tTo\tProject\tWorked\tNote\n"
GOOD = HEAD + "A. K.\t2026-01-05\t2026-01-09\tplant\tyes\tvisa seen\n"


@pytest.fixture
def draft(owner: User) -> Draft:
    return uploaded(owner, a_client_file(owner), facts(services=[PLANT, BRIDGE]))


def sent(client: Client, draft: Draft, text: str | bytes, name: str = "", **more: Any) -> Any:
    """Send a table: pasted, or as a file where it has a name."""
    form: dict[str, Any] = {"form_token": str(uuid.uuid4()), "engagement": "", **more}
    if name:
        form["file"] = SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())
    else:
        form["text"] = text
    return client.post(reverse("presence:start", args=[draft.pk]), form)


def read(client: Client, response: HttpResponse) -> Import:
    """Go on reading until the rows are there; the table."""
    assert response.status_code == 303, response.content.decode()
    address = response["Location"]
    for _ in range(50):
        table = Import.objects.get(pk=address.rstrip("/").rpartition("/")[2])
        if table.state not in (Import.State.READING, Import.State.COMPARING):
            return table
        assert client.post(f"{address}read/").status_code == 303
    raise AssertionError("It is never read to its end.")


def address(table: Import, way: str = "") -> str:
    return f"{reverse('presence:table', args=[table.draft_id, table.pk])}{way}"


def taken(client: Client, table: Import, **more: str) -> HttpResponse:
    response = client.post(address(table, "take/"), {"faulty": "leave", **more})
    assert response.status_code == 303
    return client.get(response["Location"])


def stays_of(draft: Draft, engagement: str = "e1") -> list[dict[str, Any]]:
    document = Draft.objects.get(pk=draft.pk).document
    return next(one for one in document["services"] if one["id"] == engagement).get("periods") or []


def rows_of(table: Import) -> list[Any]:
    return [row for part in table.parts.order_by("number") for row in part.rows]


def test_a_pasted_table_is_shown_then_taken(as_owner: Client, draft: Draft) -> None:
    table = read(as_owner, sent(as_owner, draft, GOOD))
    page = as_owner.get(address(table)).content.decode()
    assert "A. K." in page
    assert "visa seen" in page
    assert stays_of(draft) == []  # nothing before it is confirmed
    page = taken(as_owner, table).content.decode()
    assert "1 stay of this table is in the draft now" in page
    assert stays_of(draft) == [
        {"from": "2026-01-05", "to": "2026-01-09", "person": "A. K.", "note": "visa seen"}
    ]

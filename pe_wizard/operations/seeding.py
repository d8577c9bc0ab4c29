"""People and client files for tests from outside: who may see what, with a mark in every text.

Every text of a client of A holds one mark and every text of a client of B another, so that a page
which shows what it must not is found by looking for the mark. Refused in production; passwords are
made anew each time and stored only as hashes.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse

from pe_wizard.accounts.models import User
from pe_wizard.accounts.services import one_time_password
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import create_client_file, set_member
from pe_wizard.operations.errors import OperationRefused

NAMES = uuid.UUID("b1b5b0a4-54c0-4a0c-8f57-0a4d5f5f7c1e")  # for ids made from names
CANARIES = {"A": "KANARI-A-7731", "B": "KANARI-B-4492"}
AS_OF = "2026-06-30"

Document = dict[str, Any]


@dataclass(frozen=True)
class Person:
    """Somebody of the cast: the name to sign in with and as colleagues know it."""

    key: str
    username: str
    first_name: str
    last_name: str
    what: str
    active: bool = True
    administrator: bool = False


CAST = (
    Person("A", "seed-a", "Ana", "Abashidze", "adviser, owns FA and FA2"),
    Person("B", "seed-b", "Babak", "Bahrami", "adviser, owns FB"),
    Person("C", "seed-c", "Clara", "Colleague", "adviser, may edit FA"),
    Person("R", "seed-r", "Rusudan", "Reader", "adviser, may read FA"),
    Person("V", "seed-v", "Vahid", "Viewer", "adviser, may review and sign off in FA"),
    Person("X", "seed-x", "Xenia", "Ended", "deactivated, was a member of FA", active=False),
    Person("M", "seed-m", "Mariam", "Manager", "administrator", administrator=True),
)
MEMBERS_OF_FA = {
    "C": Membership.Role.EDITOR,
    "R": Membership.Role.READER,
    "V": Membership.Role.REVIEWER,
    "X": Membership.Role.READER,
}


def seed(*, ready: int = 0, files: int = 0) -> dict[str, Any]:
    """Make what is not there yet; give ids, addresses and passwords, ready for JSON.

    `ready` are drafts in FA that can be completed at once, `files` further client files of A with
    nothing in them. Raises OperationRefused in production.
    """
    if settings.PRODUCTION:
        raise OperationRefused("Accounts to test with are refused in production.")
    passwords = {person.key: one_time_password() for person in CAST}
    people = {person.key: _person(person, passwords[person.key]) for person in CAST}
    a, b = people["A"], people["B"]
    client_files = {
        "FA": _client_file(a, "A", "FA", "Engineering"),
        "FA2": _client_file(a, "A", "FA2", "Drilling"),
        "FB": _client_file(b, "B", "FB", "Trading"),
    }
    for key, role in MEMBERS_OF_FA.items():
        set_member(client_file=client_files["FA"], by=a, user=people[key], role=role)
    drafts = {
        "DA1": _draft(a, client_files["FA"], "DA1", half_answered("A")),
        "DA2": _draft(a, client_files["FA2"], "DA2", half_answered("A", treaty="IR-RS")),
        "DB1": _draft(b, client_files["FB"], "DB1", half_answered("B")),
    }
    done = _draft(a, client_files["FA"], "VA1", answered("A", number=0))
    versions = {"VA1": services.complete(by=a, draft_id=done.pk)}
    more = [
        _draft(a, client_files["FA"], f"ready {number}", answered("A", number=number))
        for number in range(1, ready + 1)
    ]
    for number in range(1, files + 1):
        _client_file(a, "A", f"F{number:05}", f"Client {number}")
    return {
        "canaries": CANARIES,
        "users": {
            person.key: {
                "id": people[person.key].pk,
                "username": person.username,
                "password": passwords[person.key],
                "what": person.what,
            }
            for person in CAST
        },
        "client_files": {
            name: {
                "id": str(one.pk),
                "owner": {a.pk: "A", b.pk: "B"}[one.owner_id],
                "url": reverse("clients:detail", args=[one.pk]),
            }
            for name, one in client_files.items()
        },
        "drafts": {name: _told(one) for name, one in drafts.items()},
        "versions": {name: _version(one) for name, one in versions.items()},
        "ready": [_told(one) for one in more],
    }


def _person(person: Person, password: str) -> User:
    user, _ = User.objects.get_or_create(
        username=person.username,
        defaults={"first_name": person.first_name, "last_name": person.last_name},
    )
    user.set_password(password)
    user.must_change_password = False
    user.is_active = person.active
    user.is_staff = person.administrator
    user.save()
    return user


def _client_file(owner: User, side: str, reference: str, name: str) -> ClientFile:
    canary = CANARIES[side]
    return create_client_file(
        owner=owner,
        reference=f"{canary} {reference}",
        name=f"{canary} {name}",
        residence_state="IR",
        notes=f"{canary}: what was said on the telephone.",
        form_token=uuid.uuid5(NAMES, reference),
    )


def _draft(owner: User, client_file: ClientFile, name: str, document: Document) -> Draft:
    return services.start_from_facts(
        by=owner,
        client_file=client_file,
        document=document,
        form_token=uuid.uuid5(NAMES, f"{client_file.pk} {name}"),
    )


def _told(draft: Draft) -> dict[str, Any]:
    return {
        "id": str(draft.pk),
        "client_file": str(draft.assessment.client_file_id),
        "status": draft.status,
        "url": reverse("wizard:start", args=[draft.pk]),
    }


def _version(version: Version) -> dict[str, Any]:
    return {
        "id": str(version.pk),
        "client_file": str(version.client_file_id),
        "draft": str(version.draft_id),
        "number": version.number,
        "sha256": version.sha256,
        "url": reverse("assessments:version", args=[version.pk]),
    }


def half_answered(side: str, *, treaty: str = "IR-BD") -> Document:
    """Facts with open questions in every section, and the mark of A or B in every text."""
    canary = CANARIES[side]
    return _facts(
        treaty,
        places=[
            {
                "id": "p1",
                "name": f"{canary} workshop",
                "kind": "workshop",
                "at_disposal": True,
                "from": "2025-01-01",
                "to": None,
            }
        ],
        building_sites=[
            {"id": "s1", "name": f"{canary} plant", "from": "2025-03-01", "to": "2025-12-15"}
        ],
        services=[
            {
                "id": "e1",
                "name": f"{canary} supervision",
                "project": f"{canary} plant",
                "through_personnel": True,
                "periods": [
                    {"from": "2026-01-10", "to": "2026-03-20", "person": f"{canary} engineer"}
                ],
            }
        ],
        agents=[{"id": "a1", "name": f"{canary} agent", "acts_on_behalf": True}],
        annotations={
            "places[p1].at_disposal": {
                "note": f"{canary} lease seen",
                "evidence": [f"{canary} annex 3"],
            }
        },
    )


def answered(side: str, *, number: int, treaty: str = "IR-BD") -> Document:
    """Facts in which nothing is wrong or to be confirmed: a draft of them can be completed."""
    canary = CANARIES[side]
    return _facts(
        treaty,
        building_sites=[
            {
                "id": "s1",
                "name": f"{canary} site {number}",
                "kind": "building_site",
                "project": f"{canary} project {number}",
                "from": "2025-01-01",
                "to": "2026-03-31",
            }
        ],
        agents=[],
    )


def _facts(treaty: str, **lists: Any) -> Document:
    home, source = treaty.split("-")
    return {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": home,
        "source_state": source,
        "as_of": AS_OF,
        "conditions": {"resident": True, "in_effect": True},
        "enterprise": {"insurer": False},
        "related_enterprises": [],
        "places": [],
        "services": [],
        "exploration": [],
        **lists,
    }

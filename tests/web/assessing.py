"""What tests of assessments share: a client file, drafts with answers, ways to answer."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Draft, Version
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.clients.services import create_client_file, set_member

CASES = Path(__file__).parents[1] / "cases"
AS_OF = date(2026, 6, 30)
TREATIES = ("IR-ME", "IR-RS", "IR-HU", "IR-BD", "GE-IN")

Document = dict[str, Any]


def a_client_file(owner: User, reference: str = "Client 0042") -> ClientFile:
    return create_client_file(
        owner=owner,
        reference=reference,
        name="Engineering",
        residence_state="IR",
        form_token=uuid.uuid4(),
    )


def share(client_file: ClientFile, user: User, role: str = Membership.Role.EDITOR) -> User:
    set_member(client_file=client_file, by=client_file.owner, user=user, role=role)
    return user


def started(by: User, client_file: ClientFile, treaty: str = "IR-BD") -> Draft:
    return services.start_assessment(
        by=by,
        client_file=client_file,
        treaty_code=treaty,
        residence_state=treaty[:2],
        as_of=AS_OF,
    )


def save(
    by: User,
    draft: Draft,
    section: str,
    change: Callable[[Document], object] | None = None,
    *,
    revision: int | None = None,
    typed: dict[str, str] | None = None,
    confirmed: Iterable[str] = (),
) -> Draft:
    """Save a section as its page would: `change` changes the document it is given."""

    def changed(document: Document) -> Document:
        if change is not None:
            change(document)
        return document

    return services.save_section(
        by=by,
        draft_id=draft.pk,
        section=section,
        revision=draft.section_revision(section) if revision is None else revision,
        document_changes=changed,
        typed=typed or {},
        confirmed=confirmed,
    )


def setting(path: str, value: object) -> Callable[[Document], None]:
    """A change that answers one fact: "agents[a1].independent", "enterprise.insurer"."""

    def change(document: Document) -> None:
        *way, last = path.split(".")
        owner: Any = document
        for step in way:
            name, _, key = step.partition("[")
            if key:
                owner = next(
                    one for one in owner[name] if key[:-1] in (one.get("id"), one.get("kind"))
                )
            else:
                owner = owner.setdefault(name, {})
        owner[last] = value

    return change


AGENT: Document = {
    "id": "a1",
    "name": "Trading Co",
    "relation": "third_party",
    "acts_on_behalf": True,
    "authority_to_conclude": True,
    "habitually_concludes": True,
    "independent": False,
}


def facts(treaty: str = "IR-BD", **more: Any) -> Document:
    """A small facts document in which nothing is open but what `more` says."""
    home, source = treaty.split("-")
    document: Document = {
        "format": "pe-facts/1",
        "treaty": treaty,
        "residence_state": home,
        "source_state": source,
        "as_of": AS_OF.isoformat(),
        "conditions": {"resident": True, "in_effect": True, "reciprocity": True},
        "enterprise": {"insurer": False},
        "related_enterprises": [],
        "places": [],
        "building_sites": [],
        "services": [],
        "exploration": [],
        "agents": [],
        **more,
    }
    return document


def uploaded(by: User, client_file: ClientFile, document: Document) -> Draft:
    return services.start_from_facts(by=by, client_file=client_file, document=document)


def completed(by: User, client_file: ClientFile, document: Document | None = None) -> Version:
    draft = uploaded(by, client_file, document or facts())
    return services.complete(by=by, draft_id=draft.pk)


def cases() -> list[tuple[str, Document]]:
    """The case files: name and facts."""
    return [
        (path.stem, json.loads(path.read_text())["facts"]) for path in sorted(CASES.glob("*.json"))
    ]

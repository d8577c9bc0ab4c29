"""Every case is entered through the wizard and comes to the same facts and the same conclusion."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from pe_wizard.accounts.models import User
from pe_wizard.assessments import services
from pe_wizard.assessments.documents import copied
from pe_wizard.assessments.models import Draft
from pe_wizard.assessments.standing import Standing, standing
from pe_wizard.clients.services import create_client_file
from tests.web.entering import enter, with_ids
from tests.web.wizard_pages import Walk
from treaties import assess, catalogue, conclude, parse_facts

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


def started(by: User, document: dict[str, Any]) -> Draft:
    """An empty draft under the treaty and in the direction of the document."""
    client_file = create_client_file(
        owner=by, reference="0042", name="Client", residence_state="IR", form_token=uuid4()
    )
    return services.start_assessment(
        by=by,
        client_file=client_file,
        treaty_code=document["treaty"],
        residence_state=document["residence_state"],
        as_of=date.fromisoformat(document["as_of"]),
    )


def comparable(stands: Standing) -> Any:
    """The typed facts that are used, without the form in which the document writes them.

    What the treaty has no question for at all (insurance, reciprocity) is left out as well.
    """
    document = copied(stands.used)
    for group in ("enterprise", "conditions"):
        for name in document.get(group) or {}:
            if f"{group}.{name}" not in stands.statuses:
                document[group][name] = None
    return replace(parse_facts(document), document={}, annotations={})


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_entered_page_by_page_is_the_same_case(
    path: Path, owner: User, as_owner: Client
) -> None:
    document = json.loads(path.read_text())["facts"]
    draft = started(owner, document)
    ids = enter(Walk(as_owner, draft.pk), document)
    draft.refresh_from_db()

    stands = standing(draft)
    expected = Standing(catalogue().treaties[document["treaty"]], with_ids(document, ids))
    assert stands.faults == expected.faults == ()
    assert draft.typed == {}
    assert comparable(stands) == comparable(expected)
    assert stands.conclusion == expected.conclusion
    # Postures range over all readings at once, relevance over one at a time: not compared here.
    direct = conclude(assess(parse_facts(with_ids(document, ids)), stands.treaty))
    outcome = ("conclusion", "applicability", "missing", "turns_on")
    assert {k: stands.conclusion[k] for k in outcome} == {k: direct[k] for k in outcome}

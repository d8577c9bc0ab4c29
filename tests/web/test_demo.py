"""The sample files: made once, complete, under every treaty, with nothing in them that is wrong."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from pe_wizard.accounts.models import User
from pe_wizard.assessments.models import Assessment, Draft, Version
from pe_wizard.assessments.problems import problems
from pe_wizard.assessments.samples import SAMPLES
from pe_wizard.clients.models import ClientFile
from tests.web.assessing import TREATIES


def run(**options: object) -> str:
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


def test_a_fresh_installation_gets_an_account_and_files(db: None) -> None:
    said = run()
    assert re.search(r"name +adviser", said)
    assert re.search(r"password +\w{4}-\w{4}-", said)
    assert ClientFile.objects.count() == len(SAMPLES)
    assert {one.owner.username for one in ClientFile.objects.all()} == {"adviser"}


def test_twice_is_once(owner: User) -> None:
    run()
    counts = [model.objects.count() for model in (ClientFile, Assessment, Draft, Version)]
    assert "all there already" in run()
    assert [model.objects.count() for model in (ClientFile, Assessment, Draft, Version)] == counts


def test_every_treaty_has_a_version_and_every_outcome_is_there(owner: User) -> None:
    run(adviser="nino", verbosity=0)
    versions = list(Version.objects.all())
    assert {one.assessment.treaty_code for one in versions} == set(TREATIES)
    assert {one.summary["conclusion"] for one in versions} == {"pe", "no_pe", "undetermined"}
    assert any(one.status == "draft" for one in Draft.objects.all())
    for draft in Draft.objects.filter(status="draft").select_related("assessment", "treaty_file"):
        assert problems(draft) == []


def test_the_plant_is_told_as_days_go_by(owner: User) -> None:
    run()
    versions = Version.objects.filter(client_file__reference="Client 0042").order_by("number")
    told = [
        (one.summary["as_of"], one.summary["conclusion"], measure(one)) for one in versions
    ]  # fmt: skip
    assert told == [
        ("2025-12-31", "no_pe", 61),
        ("2026-03-31", "undetermined", 125),
        ("2026-06-30", "undetermined", 171),
        ("2026-07-31", "pe", 195),
    ]


def measure(version: Version) -> int:
    heads = {head["head"]: head for head in version.conclusion["heads"]}
    counted: int = heads["services"]["measure"]["counted"]
    return counted


def test_nobody_of_that_name(db: None) -> None:
    with pytest.raises(CommandError, match="no active adviser"):
        run(adviser="nobody")

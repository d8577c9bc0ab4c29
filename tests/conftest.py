"""For all tests: Hypothesis without a deadline and with the same examples every time; and a
database that can be emptied between tests although it guards what is written once."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections
from django.test import TransactionTestCase
from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("project")


@pytest.fixture(autouse=True, scope="session")
def _emptied_between_tests() -> Iterator[None]:
    """Without the guards the flush after a test on real transactions works; it puts them back."""
    from pe_wizard.assessments import triggers

    empties = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def without_guards(case: Any) -> None:
        for alias in case._databases_names(include_mirrors=False):
            triggers.remove(connections[alias])
        empties(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", without_guards)
        yield

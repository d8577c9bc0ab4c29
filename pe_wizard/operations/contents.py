"""What is in a database, in figures that a backup keeps outside of it: rows, and the last hash of
the completed versions in each client file, so that a missing last version is noticed as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pe_wizard.assessments.models import Version
from pe_wizard.operations import databases


@dataclass(frozen=True)
class Contents:
    """`tables`: rows of each; `versions`: of each client file {"count", "last_sha256"}."""

    tables: dict[str, int]
    versions: dict[str, dict[str, Any]]
    migrations: list[str]

    def differences(self, found: Contents) -> list[str]:
        """One line for everything in which `found` is not this; none when they are the same."""
        lines = [
            f"table {table}: {self.tables.get(table, 'none')} rows expected, "
            f"{found.tables.get(table, 'none')} found"
            for table in sorted(self.tables.keys() | found.tables.keys())
            if self.tables.get(table) != found.tables.get(table)
        ]
        lines += [
            f"client file {client_file}: {_told(self.versions.get(client_file))} expected, "
            f"{_told(found.versions.get(client_file))} found"
            for client_file in sorted(self.versions.keys() | found.versions.keys())
            if self.versions.get(client_file) != found.versions.get(client_file)
        ]
        if self.migrations != found.migrations:
            lines.append("the migrations that were applied are others")
        return lines


def contents(alias: str) -> Contents:
    """What is in the database now. Read in one transaction, or from a copy that nobody writes."""
    tables = databases.counts(alias)
    versions: dict[str, dict[str, Any]] = {}
    if Version._meta.db_table in tables:
        rows = Version.objects.using(alias).order_by("client_file_id", "position")
        for client_file, sha256 in rows.values_list("client_file_id", "sha256").iterator():
            chain = versions.setdefault(str(client_file), {"count": 0, "last_sha256": ""})
            chain["count"] += 1
            chain["last_sha256"] = sha256
    return Contents(tables, versions, databases.applied(alias))


def _told(chain: dict[str, Any] | None) -> str:
    if chain is None:
        return "no versions"
    return f"{chain['count']} versions, the last {chain['last_sha256'][:12]}"

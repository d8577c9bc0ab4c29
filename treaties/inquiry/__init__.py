"""What the conclusion depends on: missing facts, what would settle it, flips, readings, postures.

A second, dearer step over the same facts. It is exact: the reasons of an assessment are turned into
decision diagrams over the facts that are not known, and only facts and readings that were read are
looked at. Heads are joined by OR, so heads that share no unknown fact are looked at apart.
"""

from __future__ import annotations

from treaties.assess import Assessment
from treaties.inquiry.flips import flips
from treaties.inquiry.missing import unknown_facts
from treaties.inquiry.objects import Flip, Inquiry, Settling, Turn
from treaties.inquiry.ranks import worst
from treaties.inquiry.readings import Tables, postures, turns_on


def inquire(assessment: Assessment) -> Inquiry:
    """What the conclusion of an assessment depends on."""
    tables = Tables(assessment.facts, assessment)
    missing, settled_by = unknown_facts(assessment)
    taxpayer, revenue = postures(assessment, tables)
    return Inquiry(
        missing=missing,
        settled_by=settled_by,
        flips=tuple(flips(assessment)),
        turns_on=tuple(turns_on(assessment, tables)),
        taxpayer=taxpayer,
        revenue=revenue,
    )


__all__ = ["Flip", "Inquiry", "Settling", "Tables", "Turn", "inquire", "postures", "worst"]

"""One rich assessment for the tests and the benchmark of memos; records without a database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import treaties
from pe_wizard.assessments.presenting import Source
from pe_wizard.assessments.shown import questions_shown
from pe_wizard.assessments.standing import Standing
from pe_wizard.clients.models import ClientFile
from pe_wizard.memo.records import Receipt, Record

TREATIES = treaties.catalogue().treaties
Document = dict[str, Any]
RECEIPT = Receipt(sha256="9f2c61d0" * 8, previous_sha256="", position=1, product_version="0.9.0")
REASONS = {"service_days": "The contract pays stand-by and leave days on site."}


def rich() -> Document:
    """A plant in Bangladesh: stays with leave, a supervision going on, a store, two people."""
    return {
        "format": "pe-facts/1",
        "treaty": "IR-BD",
        "residence_state": "IR",
        "source_state": "BD",
        "as_of": "2026-07-31",
        "tax_period": {"from": "2025-07-01", "to": "2026-06-30"},
        "conditions": {"resident": True, "in_effect": True},
        "readings": {"service_days": "presence"},
        "enterprise": {"insurer": False, "international_transport": True},
        "related_enterprises": [],
        "places": [_store(), _site_office()],
        "building_sites": [_supervision()],
        "services": [_commissioning(), _training()],
        "exploration": [],
        "agents": [_trading_company(), _representative()],
        "controls_company_there": True,
        "not_known": ["agents[rep].habitually_concludes"],
        "annotations": {
            "conditions.resident": {"evidence": ["residence certificate, p. 1"]},
            "services[team].periods[0]": {"evidence": ["travel list, row 3"]},
            "services[team].through_personnel": {
                "note": "Two fitters are self-employed and engaged for this work.",
                "evidence": ["staffing plan, p. 2"],
            },
            "agents[trade].independent": {
                "note": "It has several principals, but the client sets its prices.",
                "evidence": ["agency agreement, p. 7"],
                "contested": True,
            },
            "places[store].fixed": {"evidence": ["lease, p. 3"]},
        },
    }


def _store() -> Document:
    return {
        "id": "store",
        "name": "Store in Dhaka",
        "kind": "storage",
        "at_disposal": True,
        "fixed": True,
        "business_carried_on": True,
        "from": "2025-01-10",
        "to": None,
        "activities": [
            {"kind": "storage", "goods_of_enterprise": True, "preparatory_or_auxiliary": True},
            {"kind": "delivery", "goods_of_enterprise": True, "preparatory_or_auxiliary": None},
        ],
        "combination_preparatory_or_auxiliary": True,
        "fragmentation": {"business_at_same_or_other_place": False},
    }


def _site_office() -> Document:
    return {
        "id": "office",
        "name": "Site office, Chattogram",
        "kind": "office",
        "from": "2026-01-15",
        "to": None,
        "part_of_site": "sup",
    }


def _supervision() -> Document:
    return {
        "id": "sup",
        "name": "Supervision of the erection",
        "kind": "supervision",
        "project": "Chattogram works",
        "from": "2026-01-15",
        "to": None,
        "interruptions": [{"from": "2026-03-01", "to": "2026-03-14"}],
    }


def _commissioning() -> Document:
    stays = (
        ("2025-08-04", "2025-09-26", True),
        ("2025-11-10", "2025-12-12", True),
        ("2026-01-19", "2026-02-11", True),
        ("2026-02-12", "2026-02-25", False),
        ("2026-05-15", "2026-07-24", True),
    )
    return {
        "id": "team",
        "name": "Commissioning team",
        "project": "Plant commissioning",
        "through_personnel": True,
        "periods": [
            {"from": first, "to": last, "person": "A. K.", "worked": worked}
            for first, last, worked in stays
        ],
    }


def _training() -> Document:
    return {
        "id": "train",
        "name": "Operator training",
        "project": "Plant commissioning",
        "through_personnel": False,
        "periods": [{"from": "2026-03-02", "to": "2026-03-09"}],
    }


def _trading_company() -> Document:
    return {
        "id": "trade",
        "name": "Trading company, Dhaka",
        "relation": "third_party",
        "acts_on_behalf": True,
        "habitually_concludes": False,
        "principal_role": True,
        "no_material_modification": True,
        "in_name": False,
        "for_property": True,
        "independent": True,
        "ordinary_course": True,
        "exclusive_for_related": False,
        "limited_to_excepted_activities": False,
    }


def _representative() -> Document:
    return {
        "id": "rep",
        "name": "Representative",
        "relation": "employee",
        "acts_on_behalf": True,
        "habitually_concludes": None,
        "independent": False,
    }


def record(
    document: Document,
    *,
    draft: bool = False,
    reference: str = "Client 0042",
    name: str = "Plant commissioning",
    reasons: Mapping[str, str] = REASONS,
) -> Record:
    """What the memo of these facts is made from, in the language of the page."""
    treaty = TREATIES[document["treaty"]]
    stands = Standing(treaty, document)
    assert not stands.faults, stands.faults
    assert stands.conclusion is not None
    assert stands.used is not None
    return Record(
        source=Source(stands.conclusion, treaty, stands.used, reasons),
        questions=questions_shown(stands, reasons),
        assessment=stands.assessment,
        client_file=ClientFile(reference=reference, name=name, residence_state="IR"),
        prepared_by="Nino K.",
        prepared_at=datetime(2026, 8, 3, 14, 20, tzinfo=UTC),
        number=None if draft else 4,
        receipt=None if draft else RECEIPT,
    )

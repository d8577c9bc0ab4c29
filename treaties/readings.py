"""The points a text can leave open, the options known for each, and the kinds they shape.

Which of them a treaty leaves open, in what order (the first is the default) and why, stands in the
treaty file; how an option decides stands in the clause that reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingKind:
    """One point: its name, every option known, and the kinds of clause that read it."""

    name: str
    options: tuple[str, ...]
    used_by: tuple[str, ...]


READINGS: Mapping[str, ReadingKind] = {
    kind.name: kind
    for kind in (
        ReadingKind(
            "month",
            ("calendar", "solar_hijri", "thirty_days"),
            ("building_site", "services", "exploration"),
        ),
        ReadingKind("breaks", ("counted", "excluded"), ("building_site",)),
        ReadingKind("first_day", ("counted", "not_counted"), ("building_site", "exploration")),
        ReadingKind("service_days", ("worked", "presence"), ("services",)),
        ReadingKind("omitted_delivery", ("residual", "not_excepted"), ("exceptions",)),
        ReadingKind("installation", ("any", "building_only"), ("building_site",)),
        ReadingKind("protocol", ("applies", "does_not_apply"), ("exceptions",)),
        ReadingKind("delivery_income", ("any_income", "profit"), ("exceptions",)),
        ReadingKind("protocol_storage", ("separate", "together"), ("exceptions",)),
        ReadingKind("unused_authority", ("bars_stock", "does_not_bar"), ("agent",)),
        ReadingKind("related_principals", ("single", "group"), ("independence",)),
        ReadingKind("each_item_preparatory", ("every_item", "combination_only"), ("exceptions",)),
        ReadingKind("aggregation", ("exploration_only", "sites_and_services"), ("relation",)),
        ReadingKind("supervision_as_service", ("no", "yes"), ("services",)),
        ReadingKind("ordinary_course", ("of_agent", "of_enterprise"), ("independence",)),
        ReadingKind("stock_contract", ("habitual", "any_contract"), ("agent",)),
        ReadingKind("reinsurance", ("insures", "does_not_insure"), ("insurance",)),
        ReadingKind("common_owner", ("votes_and_value", "votes_or_value"), ("relation",)),
        ReadingKind("orders", ("secures", "carries_out"), ("agent",)),
        ReadingKind(
            "insurance_person", ("person_required", "premiums_without_person"), ("insurance",)
        ),
    )
}

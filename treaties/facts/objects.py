"""The facts of one assessment as typed, immutable objects.

A yes/no fact is True, False or None (not known); compare with `is`, never by truthiness. Days are
ordinals (`date.toordinal()`), both ends of a span inclusive. A tuple that is None was a list "not
known"; an empty one says that there are none. A contested yes/no fact stands here as None.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """Dates of a place, site, period or interruption; both days inclusive.

    `first` None: not known. `last` None: still going on where `ongoing`, otherwise not known.
    """

    first: int | None
    last: int | None
    ongoing: bool

    @property
    def known(self) -> bool:
        """Whether both ends are known; "still going on" is a known end."""
        return self.first is not None and (self.last is not None or self.ongoing)


@dataclass(frozen=True, slots=True)
class Holdings:
    """Shares held, direct or indirect, in exact per cent from 0 to 100; None = not known."""

    beneficial_interest: Decimal | None
    votes: Decimal | None
    share_value: Decimal | None
    equity: Decimal | None


@dataclass(frozen=True, slots=True)
class Related:
    """A related enterprise: what one holds in the other, or a common owner in both."""

    id: str
    name: str
    control: bool | None
    direct: Holdings
    in_enterprise: Holdings
    in_related: Holdings


@dataclass(frozen=True, slots=True)
class Activity:
    """One kind of activity at a place."""

    kind: str
    goods_of_enterprise: bool | None
    preparatory_or_auxiliary: bool | None
    occasional: bool | None
    earns_income: bool | None
    earns_profit: bool | None
    sold_there: bool | None


@dataclass(frozen=True, slots=True)
class Fragmentation:
    """What an anti-fragmentation rule asks; `enterprise` None = the enterprise itself."""

    business_at_same_or_other_place: bool | None
    enterprise: str | None
    complementary: bool | None
    one_is_pe: bool | None
    combined_preparatory_or_auxiliary: bool | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the source State; `activities` None = not known, () = no exception applies."""

    id: str
    name: str
    kind: str | None
    at_disposal: bool | None
    fixed: bool | None
    business_carried_on: bool | None
    span: Span
    part_of_site: str | None
    activities: tuple[Activity, ...] | None
    combination_preparatory_or_auxiliary: bool | None
    fragmentation: Fragmentation


@dataclass(frozen=True, slots=True)
class Site:
    """A building site, construction, assembly or installation project, or its supervision."""

    id: str
    name: str
    kind: str | None
    project: str | None
    of_building: bool | None
    by: str | None
    substantially_same: bool | None
    span: Span
    interruptions: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Period:
    """Days on which services are furnished, or a rig is used; `by` None = the enterprise itself.

    `worked` is True where the document does not say; a rig's periods have no `person` and `note`.
    """

    span: Span
    person: str | None
    worked: bool | None
    note: str | None
    by: str | None
    substantially_same: bool | None


@dataclass(frozen=True, slots=True)
class Engagement:
    """Services furnished for one project; `project` None = not known."""

    id: str
    name: str
    project: str | None
    through_personnel: bool | None
    periods: tuple[Period, ...] | None


@dataclass(frozen=True, slots=True)
class Rig:
    """A structure, rig or ship used for the exploration of natural resources."""

    id: str
    name: str
    kind: str | None
    project: str | None
    periods: tuple[Period, ...] | None


@dataclass(frozen=True, slots=True)
class Agent:
    """A person who acts in the source State for the enterprise; `relation` decides nothing."""

    id: str
    name: str
    relation: str | None
    enterprise: str | None
    acts_on_behalf: bool | None
    authority_to_conclude: bool | None
    habitually_concludes: bool | None
    concludes_any: bool | None
    principal_role: bool | None
    no_material_modification: bool | None
    in_name: bool | None
    for_property: bool | None
    for_services: bool | None
    limited_to_excepted_activities: bool | None
    maintains_stock: bool | None
    delivers_regularly: bool | None
    secures_orders: bool | None
    fulfils_orders: bool | None
    orders_for_enterprise_only: bool | None
    independent: bool | None
    ordinary_course: bool | None
    ordinary_course_of_enterprise: bool | None
    devoted_to_enterprise: bool | None
    devoted_to_group: bool | None
    arms_length_terms: bool | None
    exclusive_for_related: bool | None
    closely_related: bool | None
    collects_premiums: bool | None
    insures_risks: bool | None
    reinsurance_only: bool | None


@dataclass(frozen=True, slots=True)
class Enterprise:
    """The enterprise whose permanent establishment is in question."""

    insurer: bool | None
    international_transport: bool | None
    premiums_without_person: bool | None


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of applying the treaty at all."""

    resident: bool | None
    in_effect: bool | None
    reciprocity: bool | None


@dataclass(frozen=True, slots=True)
class Facts:
    """A checked facts document.

    `document` is the normalised JSON form (contested values still in it) and, like the other
    dictionaries, is only to be read. `not_known` and `contested` are sets of facts paths.
    """

    treaty: str
    residence_state: str
    source_state: str
    as_of: date
    tax_period: Span | None
    conditions: Conditions
    readings: dict[str, str]
    enterprise: Enterprise
    related_enterprises: tuple[Related, ...] | None
    places: tuple[Place, ...] | None
    building_sites: tuple[Site, ...] | None
    services: tuple[Engagement, ...] | None
    exploration: tuple[Rig, ...] | None
    agents: tuple[Agent, ...] | None
    controls_company_there: bool | None
    not_known: frozenset[str]
    contested: frozenset[str]
    annotations: dict[str, dict[str, Any]]
    document: dict[str, Any]

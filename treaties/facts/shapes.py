"""The shape of a facts document, in one table: which keys, what each may hold, what each means.

Parsing, the JSON Schema and the grammar of facts paths are all derived from SHAPES; a key is added
here and as an attribute in `objects`, and nowhere else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from treaties.facts import objects

FORMAT = "pe-facts/1"
FIRST_YEAR, LAST_YEAR = 1900, 2200  # of every date; a Solar Hijri year is caught by it

Kind = Literal[
    "yes_no",  # true, false, null
    "percent",  # exact number from 0 to 100, or null
    "date",  # YYYY-MM-DD
    "choice",  # one of `choices`
    "text",  # a single line; empty is null
    "note",  # text of several lines
    "code",  # a short name: treaty, State
    "id",
    "reference",  # the id of an item in one of the lists `to`
    "group",  # an object of the shape `of`
    "list",  # objects of the shape `of`
    "texts",  # a list of single lines
    "paths",  # a list of facts paths
    "readings",  # an object: name of a reading → option
    "annotations",  # an object: facts path → object of the shape `of`
]

ANSWERS: frozenset[Kind] = frozenset(
    {"yes_no", "percent", "date", "choice", "text", "code", "reference", "list"}
)


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a facts document.

    `means` says what the value states; `choices` are the values of a "choice"; a `required` key
    must be there and is never null; `absent` is what a missing yes/no key means. `of` is the shape
    of a group or of a list's items, `to` the lists that a reference may name an item of.
    `judgement` marks a legal characterisation on which advisers can differ, not a circumstance.
    """

    name: str
    kind: Kind
    means: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False
    of: str = ""
    to: tuple[str, ...] = ()
    absent: bool | None = None
    judgement: bool = False

    @property
    def asks(self) -> Kind | None:
        """The kind of answer this fact takes; None for a key that states no fact, such as `id`."""
        return self.kind if self.kind in ANSWERS else None

    @property
    def changeable(self) -> bool:
        """A yes/no fact or percentage that a different arrangement would change."""
        return self.kind in ("yes_no", "percent") and not self.judgement


@dataclass(frozen=True, slots=True)
class Shape:
    """The keys of one kind of object.

    `builds` is the class in `objects` that it becomes (None: its keys become its owner's own);
    `key` is the field that names an item within its list, "" where items are numbered from 0.
    """

    name: str
    builds: type[Any] | None
    key: str
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        """The field of that name, or None."""
        return next((field for field in self.fields if field.name == name), None)

    def absent(self, name: str) -> bool | None:
        """What a missing key means; a rig's period, which does not ask `worked`, is worked."""
        field = self.field(name)
        if field is None:
            return True if name == "worked" else None
        return field.absent

    @property
    def dated(self) -> bool:
        """Whether it has `from` and `to`, which together are a span."""
        return self.field("from") is not None


def _yes_no(name: str, means: str, *, judgement: bool = False) -> Field:
    return Field(name, "yes_no", means, judgement=judgement)


def _reference(name: str, means: str, *to: str) -> Field:
    return Field(name, "reference", means, to=to)


_ID = Field("id", "id", "names the item; unique in the document", required=True)
_NAME = Field("name", "text", "name shown to people; the project, else the id where there is none")
_FROM = Field("from", "date", "first day; null or missing = not known")
_TO = Field("to", "date", "last day; null = still going on, missing = not known")
_PROJECT = Field("project", "text", "the same text = the same or a connected project")
_BY = _reference("by", "who does it; null = the enterprise itself", "related_enterprises")
_SAME = _yes_no(
    "substantially_same",
    "the same activities, or substantially the same, as the enterprise's own",
    judgement=True,
)

_HOLDINGS = (
    Field("beneficial_interest", "percent", "share of the beneficial interest"),
    Field("votes", "percent", "share of the votes"),
    Field("share_value", "percent", "share of the value of the shares"),
    Field("equity", "percent", "share of the beneficial equity interest"),
)

_SHAPES = (
    Shape(
        "facts",
        objects.Facts,
        "",
        (
            Field(
                "format",
                "choice",
                f'name of this format, "{FORMAT}"',
                choices=(FORMAT,),
                required=True,
            ),
            Field("treaty", "code", "code of the treaty in the catalogue", required=True),
            Field(
                "residence_state",
                "code",
                "State of which the enterprise is a resident",
                required=True,
            ),
            Field("source_state", "code", "State in which it acts; the other party", required=True),
            Field("as_of", "date", "day on which the question is asked", required=True),
            Field("tax_period", "group", "printed; decides nothing", of="tax_period"),
            Field("conditions", "group", "conditions of applying the treaty", of="conditions"),
            Field("readings", "readings", "the readings that the adviser chose"),
            Field("enterprise", "group", "the enterprise", of="enterprise"),
            Field(
                "related_enterprises", "list", "enterprises related to it", of="related_enterprise"
            ),
            Field("places", "list", "its places in the source State", of="place"),
            Field("building_sites", "list", "sites, and supervision of sites", of="building_site"),
            Field("services", "list", "services furnished in the source State", of="service"),
            Field("exploration", "list", "structures, rigs and ships", of="exploration"),
            Field("agents", "list", "every person who acts there for the enterprise", of="agent"),
            _yes_no(
                "controls_company_there",
                "the enterprise controls, or is controlled by, a company of the other State",
            ),
            Field("not_known", "paths", 'facts that were asked and answered "not known"'),
            Field("annotations", "annotations", "notes on facts, by path", of="annotation"),
        ),
    ),
    Shape("tax_period", objects.Span, "", (_FROM, _TO)),
    Shape(
        "conditions",
        objects.Conditions,
        "",
        (
            _yes_no("resident", "resident of the residence State", judgement=True),
            _yes_no("in_effect", "the treaty is in effect for the tax period", judgement=True),
            _yes_no("reciprocity", "the condition of reciprocity is met", judgement=True),
        ),
    ),
    Shape(
        "enterprise",
        objects.Enterprise,
        "",
        (
            _yes_no("insurer", "an insurance enterprise"),
            _yes_no("international_transport", "ships or aircraft in international traffic"),
            _yes_no("premiums_without_person", "collects premiums or insures risks by no person"),
        ),
    ),
    Shape(
        "related_enterprise",
        objects.Related,
        "id",
        (
            _ID,
            _NAME,
            _yes_no(
                "control",
                "on all the facts one controls the other, or the same persons control both",
                judgement=True,
            ),
            Field("direct", "group", "held by one of them in the other", of="holdings"),
            Field("common_owner", "group", "held by the same persons in both", of="common_owner"),
        ),
    ),
    Shape("holdings", objects.Holdings, "", _HOLDINGS),
    Shape(
        "common_owner",
        None,
        "",
        (
            Field("in_enterprise", "group", "held in the enterprise", of="holdings"),
            Field("in_related", "group", "held in the related enterprise", of="holdings"),
        ),
    ),
    Shape(
        "place",
        objects.Place,
        "id",
        (
            _ID,
            _NAME,
            Field(
                "kind",
                "choice",
                "kind of place; it only picks the item cited",
                choices=(
                    "place_of_management",
                    "branch",
                    "office",
                    "factory",
                    "workshop",
                    "extraction",
                    "exploration_place",
                    "sales_outlet",
                    "retail_outlet",
                    "warehouse_for_others",
                    "farm",
                    "storage",
                    "other",
                ),
            ),
            _yes_no("at_disposal", "at the disposal of the enterprise"),
            _yes_no("fixed", "bound to a location, with a degree of permanence", judgement=True),
            _yes_no(
                "business_carried_on",
                "the enterprise's business is carried on, wholly or partly, through it",
                judgement=True,
            ),
            _FROM,
            _TO,
            _reference(
                "part_of_site",
                "the building site or exploration that this place merely serves",
                "building_sites",
                "exploration",
            ),
            Field(
                "activities",
                "list",
                "all activities at the place; [] = no exception applies",
                of="activity",
            ),
            _yes_no(
                "combination_preparatory_or_auxiliary",
                "the place's overall activity is preparatory or auxiliary",
                judgement=True,
            ),
            Field("fragmentation", "group", "for an anti-fragmentation rule", of="fragmentation"),
        ),
    ),
    Shape(
        "activity",
        objects.Activity,
        "kind",
        (
            Field(
                "kind",
                "choice",
                'kind of activity, each at most once; "core" is one that no exception can cover',
                choices=(
                    "storage",
                    "display",
                    "delivery",
                    "processing_by_another",
                    "purchasing",
                    "collecting_information",
                    "other",
                    "core",
                ),
                required=True,
            ),
            _yes_no(
                "goods_of_enterprise", "the goods are, or it is done for, the enterprise's own"
            ),
            _yes_no(
                "preparatory_or_auxiliary",
                "of a preparatory or auxiliary character",
                judgement=True,
            ),
            _yes_no("occasional", "occasional only", judgement=True),
            _yes_no("earns_income", "income arises from it"),
            _yes_no("earns_profit", "profit arises from it"),
            _yes_no("sold_there", "the place is a sales outlet, or the goods are sold there"),
        ),
    ),
    Shape(
        "fragmentation",
        objects.Fragmentation,
        "",
        (
            _yes_no(
                "business_at_same_or_other_place",
                "the enterprise, or the one named here, carries on business there or elsewhere",
            ),
            _reference(
                "enterprise",
                "the related enterprise meant; null = the enterprise itself",
                "related_enterprises",
            ),
            _yes_no(
                "complementary",
                "complementary functions that are part of a cohesive business operation",
                judgement=True,
            ),
            _yes_no(
                "one_is_pe",
                "this or the other place is a permanent establishment of either",
                judgement=True,
            ),
            _yes_no(
                "combined_preparatory_or_auxiliary",
                "the activities taken together are preparatory or auxiliary",
                judgement=True,
            ),
        ),
    ),
    Shape(
        "building_site",
        objects.Site,
        "id",
        (
            _ID,
            _NAME,
            Field(
                "kind",
                "choice",
                "kind of site",
                choices=(
                    "building_site",
                    "construction",
                    "assembly",
                    "installation",
                    "supervision",
                ),
            ),
            _PROJECT,
            _yes_no("of_building", "assembly or installation of a building, not of machinery"),
            _BY,
            _SAME,
            _FROM,
            _TO,
            Field("interruptions", "list", "breaks; missing or null = none", of="interruption"),
        ),
    ),
    Shape("interruption", objects.Span, "", (_FROM, _TO)),
    Shape(
        "service",
        objects.Engagement,
        "id",
        (
            _ID,
            _NAME,
            _PROJECT,
            _yes_no(
                "through_personnel",
                "through employees or other personnel engaged for the purpose",
                judgement=True,
            ),
            Field("periods", "list", "periods of services", of="service_period"),
        ),
    ),
    Shape(
        "service_period",
        objects.Period,
        "",
        (
            _FROM,
            _TO,
            Field("person", "text", "who is there"),
            Field(
                "worked",
                "yes_no",
                "false = leave, business development, private days; missing = true",
                absent=True,
            ),
            Field("note", "text", "what a list of travels says beside it; decides nothing"),
            _BY,
            _SAME,
        ),
    ),
    Shape(
        "exploration",
        objects.Rig,
        "id",
        (
            _ID,
            _NAME,
            Field("kind", "choice", "what is used", choices=("structure", "rig", "ship")),
            _PROJECT,
            Field("periods", "list", "periods of use", of="exploration_period"),
        ),
    ),
    Shape("exploration_period", objects.Period, "", (_FROM, _TO, _BY, _SAME)),
    Shape(
        "agent",
        objects.Agent,
        "id",
        (
            _ID,
            _NAME,
            Field(
                "relation",
                "choice",
                "described; decides nothing",
                choices=("employee", "subsidiary", "related", "third_party"),
            ),
            _reference(
                "enterprise", "the related enterprise that the agent is", "related_enterprises"
            ),
            _yes_no("acts_on_behalf", "acts on behalf of the enterprise"),
            _yes_no(
                "authority_to_conclude",
                "has authority to conclude contracts in the name of the enterprise",
            ),
            _yes_no(
                "habitually_concludes",
                "habitually exercises it, or habitually concludes contracts",
                judgement=True,
            ),
            _yes_no("concludes_any", "concludes any contract at all, however rarely"),
            _yes_no(
                "principal_role",
                "habitually plays the principal role leading to the conclusion of contracts",
                judgement=True,
            ),
            _yes_no(
                "no_material_modification",
                "which the enterprise routinely concludes without material modification",
                judgement=True,
            ),
            _yes_no("in_name", "the contracts are in the name of the enterprise"),
            _yes_no("for_property", "they are for property of the enterprise"),
            _yes_no("for_services", "they are for services by the enterprise"),
            _yes_no(
                "limited_to_excepted_activities",
                "the activities are limited to excepted ones",
                judgement=True,
            ),
            _yes_no("maintains_stock", "habitually maintains a stock of goods"),
            _yes_no("delivers_regularly", "regularly delivers from it"),
            _yes_no("secures_orders", "habitually secures orders"),
            _yes_no("fulfils_orders", "habitually fulfils orders"),
            _yes_no("orders_for_enterprise_only", "wholly or almost wholly for the enterprise"),
            _yes_no(
                "independent",
                "independent of the enterprise, legally and economically",
                judgement=True,
            ),
            _yes_no(
                "ordinary_course",
                "acts in the ordinary course of the agent's own business",
                judgement=True,
            ),
            _yes_no(
                "ordinary_course_of_enterprise",
                "acts in the ordinary course of the enterprise's business",
                judgement=True,
            ),
            _yes_no(
                "devoted_to_enterprise",
                "activities wholly or almost wholly for this enterprise alone",
            ),
            _yes_no(
                "devoted_to_group",
                "activities wholly or almost wholly for it and others of its group together",
            ),
            _yes_no(
                "arms_length_terms", "conditions as between independent enterprises", judgement=True
            ),
            _yes_no(
                "exclusive_for_related",
                "exclusively or almost exclusively for one enterprise, or several of one group",
            ),
            _yes_no("closely_related", "closely related to them", judgement=True),
            _yes_no("collects_premiums", "collects premiums"),
            _yes_no("insures_risks", "insures risks situated there"),
            _yes_no("reinsurance_only", "only by way of reinsurance"),
        ),
    ),
    Shape(
        "annotation",
        None,
        "",
        (
            Field("note", "note", "what was seen or thought"),
            Field("evidence", "texts", "documents, with page"),
            _yes_no("contested", "both sides can argue the fact; it is evaluated as unknown"),
        ),
    ),
)

SHAPES: dict[str, Shape] = {shape.name: shape for shape in _SHAPES}

ITEM_LISTS: dict[str, Shape] = {
    field.name: SHAPES[field.of] for field in SHAPES["facts"].fields if field.kind == "list"
}


def _patterns(shape: Shape, prefix: str) -> Iterator[tuple[str, Field]]:
    for field in shape.fields:
        pattern = f"{prefix}{field.name}"
        yield pattern, field
        if field.kind == "group":
            yield from _patterns(SHAPES[field.of], f"{pattern}.")
        elif field.kind == "list":
            yield from _patterns(SHAPES[field.of], f"{pattern}[].")


FIELDS: dict[str, Field] = dict(_patterns(SHAPES["facts"], ""))
"""Every key of a facts document by its path with the ids left out: `places[].fixed`."""

"""A second, slow and plain reading of the documents, for tests only.

It is written from the contract (docs/documents.md) and the texts alone and shares no code with
`treaties`. The five treaties are a small table; days are sets of day numbers; a yes/no fact is
True, False or None (not known). `conclude` answers one document. The `brute_...` functions answer
for small documents by trying every answer to every unknown yes/no fact (both values) and
percentage (50 and 51).

Where the documents leave a choice, this is what was chosen. C marks what can change a conclusion,
H what changes only heads or measures.

Sites, services, exploration
 1 C Own item: a project has an item of the enterprise's own when one of its sites or periods has
     no `by`, whatever its dates (unknown, or going on but beginning after `as_of`), `worked` or
     `through_personnel`. An entry whose `periods` are null may hold one; an entry with `periods:
     []` holds none.
 2 H A project of related items only is `no_pe` for sure only if no own item of unknown project
     could belong to it; otherwise the with-and-without rule for unknown attribution is applied to
     it as to any other.
 3 C Unknown attribution is judged exactly twice: without all such days and with all of them. So a
     null project is tried with every other group at once, though it cannot belong to two of them;
     and with thresholds in months, where more days can mean a higher limit, the cases between are
     not tried.
 4 C The same two judgements are made with an uncertain item's effect on the first day, the run and
     the limit.
 5 C A site or period of unknown project and unknown dates opens every group that is not above
     without it.
 6 C `periods: null` is a period of unknown dates that can count (unless `through_personnel` is
     false).
 7 C `first_day: not_counted` drops the earliest day; months then run from the earliest day that
     remains (of a run: the day after; of a set of days: the next day of the set, even after a
     gap).
 8 H Under `not_counted` the measure counts one day less; `since` is still the first day itself.
 9 C Under `breaks: excluded` the first day is the first day on which a site works. An interruption
     `to: null` is cut at `as_of`; one of unknown dates leaves all days of its site of unknown
     attribution.
10 H When days are uncertain only `counted` is given (what is certain); `since` and `exceeded_on`
     are left out.
11 C `supervision_as_service: yes`: each supervision from its own first to its own last day, its
     interruptions included, two of one project each by itself. A related enterprise's supervision
     adds only as its services would (`aggregation: sites_and_services`).
12 H With `services: null` the head of subject null is undetermined and each project supervised is
     a head beside it, judged by the supervision alone. A null `building_sites` adds no head to
     services.
13 H `installation: building_only`: an item outside whose project is not known makes every other
     group that is not a PE without it undetermined, too. No measure is given where an item is
     outside.
14 C A related enterprise's site never joins outside IR-BD, nor its services; so it can leave
     nothing unknown.
15 H A site with `kind: null` is a building site.
16 C An interruption never shortens a run under `breaks: counted`, also where it lies at an end of
     it.

Places
17 C `goods_of_enterprise` is read for storage, display, processing (and delivery: GE-IN,
     Protocol), never for purchasing, collecting information, other, nor for delivery judged as an
     `other` activity.
18 C In a combination each `other` activity must be preparatory in IR-BD as well ("the whole
     decides" there speaks of the proviso on each item).
19 C `protocol_storage: together`: goods belong to the enterprise (storage and display, too),
     delivery meets every condition of the Protocol, and there is nothing but storage, display and
     delivery.
20 C Delivery meets the Protocol OR is preparatory as `other`: Kleene's OR of the two.
21 C Fragmentation: a null or missing `fragmentation` is null in every part, so with the enterprise
     itself.
22 H `one_is_pe` takes in all other places and all site projects, whatever `enterprise` is; with
     `building_sites: null` it is unknown (the conclusion is then not `no_pe` anyway).
23 C Places that know only of each other stay excepted: the loop begins without 5(6) and so finds
     the least.
24 C The dates of a place decide nothing; a place planned for after `as_of` can be a PE.
25 C `part_of_site` naming an id that is not in the document: the place is tested by itself.

Agents, insurance, relation
26 C Unknown `authority_to_conclude` and `habitually_concludes` are tried together, all answers to
     both, with the other unknown facts left unknown, for each agent's outcome under the agent
     head.
27 C In an alternative of `unused_authority`, exercised authority is authority AND
     habitually_concludes.
28 C A common owner is enough when in the enterprise and in the related one some limb is met, not
     necessarily the same limb in both.
29 C An enterprise referred to but not in `related_enterprises`: relation not known.
30 H `insurance_person: premiums_without_person` adds a head of subject null (not listed when it is
     a no); with `agents: null` it is one with the head of subject null.
31 H `insurer: true` or unknown with `agents: []` lists no insurance head (but 30).
32 C `reciprocity` is asked in IR-ME in both directions, and in no other treaty (IR-RS neither).

Inquiry
33   `brute_missing` names a contested fact only when the conclusion depends on it, although
     the contract can be read as listing it always; dates, projects and lists are not named.
34   In `settled_by`, other unknown yes/no facts and percentages take every value; unknown dates,
     projects and lists stay unknown. A conclusion already definite has none.
35   `flips`: a contested fact is not a known one; a percentage up to 50 is tried as 51, one above
     as 50.
36   In `postures` and `turns_on`, unknown facts stay unknown.
"""

import copy
import datetime
import itertools
import re
from bisect import bisect_right
from decimal import Decimal
from functools import cache

from persiantools.jdatetime import JalaliDate

TREATIES = {
    "IR-ME": {
        "parties": ("IR", "ME"),
        "reciprocity": True,
        "site": (12, "months"),
        "services": None,
        "exploration": None,
        "delivery": "protocol",
        "each_item": False,
        "fragmentation": False,
        "contract": "authority",
        "stock": "authority",
        "orders": False,
        "shield": "plain",
        "insurance": False,
    },
    "IR-RS": {
        "parties": ("IR", "RS"),
        "reciprocity": False,
        "site": (12, "months"),
        "services": None,
        "exploration": None,
        "delivery": "protocol",
        "each_item": False,
        "fragmentation": False,
        "contract": "authority",
        "stock": "authority",
        "orders": False,
        "shield": "plain",
        "insurance": False,
    },
    "IR-HU": {
        "parties": ("IR", "HU"),
        "reciprocity": False,
        "site": (6, "months"),
        "services": None,
        "exploration": None,
        "delivery": "omitted",
        "each_item": False,
        "fragmentation": False,
        "contract": "authority",
        "stock": None,
        "orders": False,
        "shield": "devoted_and_not_arms_length",
        "insurance": False,
    },
    "IR-BD": {
        "parties": ("IR", "BD"),
        "reciprocity": False,
        "site": (270, "days"),
        "services": 183,
        "exploration": (6, "months"),
        "delivery": "omitted",
        "each_item": True,
        "fragmentation": True,
        "contract": "concludes",
        "stock": "conclusion",
        "orders": False,
        "shield": "exclusive_for_related",
        "insurance": True,
    },
    "GE-IN": {
        "parties": ("GE", "IN"),
        "reciprocity": False,
        "site": (90, "days"),
        "services": 90,
        "exploration": None,
        "delivery": "listed",
        "each_item": False,
        "fragmentation": False,
        "contract": "authority",
        "stock": "authority",
        "orders": True,
        "shield": "devoted",
        "insurance": True,
    },
}

READINGS = {  # the first option is the default
    "month": ("IR-ME IR-RS IR-HU IR-BD", ["calendar", "solar_hijri", "thirty_days"]),
    "breaks": ("IR-ME IR-RS IR-HU IR-BD GE-IN", ["counted", "excluded"]),
    "first_day": ("IR-ME IR-RS IR-HU IR-BD GE-IN", ["counted", "not_counted"]),
    "service_days": ("IR-BD GE-IN", ["worked", "presence"]),
    "omitted_delivery": ("IR-ME IR-RS IR-HU IR-BD", ["residual", "not_excepted"]),
    "installation": ("IR-ME IR-RS", ["any", "building_only"]),
    "protocol": ("IR-ME", ["applies", "does_not_apply"]),
    "delivery_income": ("IR-ME IR-RS", ["any_income", "profit"]),
    "protocol_storage": ("IR-ME IR-RS", ["separate", "together"]),
    "unused_authority": ("IR-ME IR-RS GE-IN", ["bars_stock", "does_not_bar"]),
    "related_principals": ("IR-HU GE-IN", ["single", "group"]),
    "each_item_preparatory": ("IR-BD", ["every_item", "combination_only"]),
    "aggregation": ("IR-BD", ["exploration_only", "sites_and_services"]),
    "supervision_as_service": ("IR-BD GE-IN", ["no", "yes"]),
    "ordinary_course": ("IR-BD", ["of_agent", "of_enterprise"]),
    "stock_contract": ("IR-BD", ["habitual", "any_contract"]),
    "reinsurance": ("IR-BD", ["insures", "does_not_insure"]),
    "common_owner": ("IR-BD", ["votes_and_value", "votes_or_value"]),
    "orders": ("GE-IN", ["secures", "carries_out"]),
    "insurance_person": ("GE-IN", ["person_required", "premiums_without_person"]),
}

OUTCOME = {True: "pe", None: "undetermined", False: "no_pe"}


def options(treaty):
    """{reading: options} of one treaty."""
    return {name: opts for name, (where, opts) in READINGS.items() if treaty in where.split()}


# Kleene's strong logic. All parts are always evaluated, so that what is read is complete.


def every(*parts):
    return False if False in parts else None if None in parts else True


def some(*parts):
    return True if True in parts else None if None in parts else False


def no(part):
    return None if part is None else not part


# Documents and paths

STEP = re.compile(r"([a-z_]+)(?:\[([A-Za-z0-9_-]+)\])?")


def put(doc, path, value):
    """Sets the fact at `path`, e.g. places[p1].activities[storage].goods_of_enterprise."""
    steps = STEP.findall(path)
    node = doc
    for place, (key, which) in enumerate(steps):
        last = place == len(steps) - 1
        if which:
            items = node[key]
            node = (
                items[int(which)]
                if key == "periods"
                else next(
                    item
                    for item in items
                    if item.get("kind" if key == "activities" else "id") == which
                )
            )
        elif last:
            node[key] = value
        else:
            if node.get(key) is None:
                node[key] = {}
            node = node[key]


def contested(doc):
    notes = doc.get("annotations") or {}
    return sorted(path for path, note in notes.items() if (note or {}).get("contested") is True)


def without_contested(doc):
    doc = copy.deepcopy(doc)
    for path in contested(doc):
        put(doc, path, None)
    return doc


class Question:
    """One document under one set of readings; remembers every fact and reading it looked at."""

    def __init__(self, doc, readings):
        self.doc = doc
        self.treaty = TREATIES[doc["treaty"]]
        self.readings = readings
        self.read = {}  # path: ("yes_no" or "percentage", value)
        self.consulted = set()

    def reading(self, name):
        """The option applied, or None where the treaty does not have this reading."""
        if name in self.readings:
            self.consulted.add(name)
        return self.readings.get(name)

    def ask(self, node, path, key, missing=None):
        value = (node or {}).get(key, missing)
        self.read[f"{path}.{key}"] = ("yes_no", value)
        return value

    def above_half(self, node, path, key):
        value = (node or {}).get(key)
        self.read[f"{path}.{key}"] = ("percentage", value)
        return None if value is None else Decimal(str(value)) > 50


def readings_for(doc, readings=None):
    applied = {name: opts[0] for name, opts in options(doc["treaty"]).items()}
    for chosen in (doc.get("readings") or {}, readings or {}):
        applied.update({name: option for name, option in chosen.items() if name in applied})
    return applied


# Days. A day is its ordinal number.


def day(text):
    return datetime.date.fromisoformat(text).toordinal()


def iso(ordinal):
    return None if ordinal is None else datetime.date.fromordinal(ordinal).isoformat()


def hijri_month_length(year, month):
    return JalaliDate.days_in_month(month, year)


@cache
def months_after(first, months, calendar):
    """The day on which a period that begins on `first` exceeds that many months."""
    if calendar == "thirty_days":
        return first + 30 * months
    date = datetime.date.fromordinal(first)
    if calendar == "solar_hijri":
        date = JalaliDate(date)
    index = date.year * 12 + date.month - 1 + months
    year, month = index // 12, index % 12 + 1
    following = (year + month // 12, month % 12 + 1)
    if calendar == "solar_hijri":
        if date.day <= hijri_month_length(year, month):
            return JalaliDate(year, month, date.day).to_gregorian().toordinal()
        return JalaliDate(*following, 1).to_gregorian().toordinal()
    try:
        return datetime.date(year, month, date.day).toordinal()
    except ValueError:
        return datetime.date(*following, 1).toordinal()


def days_of(item, as_of):
    """The set of days of a site, period or interruption; None where the dates are not known."""
    if item.get("from") is None or "to" not in item:
        return None
    last = day(as_of) if item["to"] is None else day(item["to"])
    return set(range(day(item["from"]), last + 1))


def whole_run(days):
    return set(range(min(days), max(days) + 1)) if days else set()


def clock(question, days, threshold):
    """(counted, exceeded_on, since) of a set of days against a number of days or months."""
    amount, unit = threshold
    counted = sorted(days)
    since = counted[0] if counted else None
    if question.reading("first_day") == "not_counted":
        counted = counted[1:]
    calendar = question.reading("month") if unit == "months" else None
    if not counted:
        return 0, None, since
    limit = amount
    if unit == "months":
        limit = months_after(counted[0], amount, calendar) - counted[0]
    exceeded_on = counted[limit] if len(counted) > limit else None
    return len(counted), exceeded_on, since


def window_end(first):
    return months_after(first, 12, "calendar") - 1


def any_twelve_months(days, limit):
    """(counted, exceeded_on, since) of a set of days against a limit in any twelve-month period.

    A fullest period may be taken to begin on a counted day. The period that first holds more than
    the limit holds, up to that day, the limit + 1 latest days.
    """
    days = sorted(days)
    counted = max(
        (bisect_right(days, window_end(first)) - i for i, first in enumerate(days)), default=0
    )
    for i in range(limit, len(days)):
        if days[i] <= window_end(days[i - limit]):
            return counted, days[i], days[i - limit]
    return counted, None, None


class Item:
    """A site or period: whose it is (own: yes, perhaps, no), whether it counts, and its days."""

    def __init__(self, name, project, own, counts, days):
        self.group = name if project is None else project
        self.project = project
        self.own, self.counts, self.days = own, counts, days


def judge_groups(items, measure):
    """One (subject, outcome, extras) for each project, with and without what is uncertain.

    `measure` takes the list of day sets and gives (counted, exceeded_on, since).
    """
    results = []
    for group in dict.fromkeys(item.group for item in items):
        core = [item for item in items if item.group == group]
        of_null = core[0].project is None
        others = [
            item for item in items if item.group != group and (of_null or item.project is None)
        ]
        possible = [item for item in core + others if item.counts is not False]
        sure = [item for item in core if item.counts is True]
        undated = any(item.days is None for item in possible)
        own_surely = any(item.own is True for item in core)
        own_perhaps = any(item.own is not False for item in core + others)
        sure_days = [item.days for item in sure if item.days is not None]
        possible_days = [item.days for item in possible if item.days is not None]
        counted, exceeded_on, since = measure(sure_days)
        at_most = measure(possible_days)
        above = own_surely and exceeded_on is not None
        above_with = own_perhaps and at_most[1] is not None
        if not own_perhaps:
            outcome = False
        elif above and above_with:
            outcome = True
        elif undated or above or above_with:
            outcome = None
        else:
            outcome = False
        extras = {}
        if own_surely:
            extras["measure"] = {"counted": counted}
            certain = not undated and set().union(*sure_days) == set().union(*possible_days)
            if certain:
                extras["measure"]["exceeded_on"] = iso(exceeded_on)
                if outcome is True:
                    extras["since"] = iso(since)
        results.append((group, outcome, extras))
    return results


# 5(11): closely related


def closely_related(question, identifier):
    related = {r["id"]: r for r in question.doc.get("related_enterprises") or []}
    enterprise = related.get(identifier)
    if enterprise is None:
        return None
    path = f"related_enterprises[{identifier}]"
    control = question.ask(enterprise, path, "control")
    direct = some(
        *(
            question.above_half(enterprise.get("direct"), f"{path}.direct", limb)
            for limb in ("beneficial_interest", "votes", "share_value", "equity")
        )
    )
    joint = some if question.reading("common_owner") == "votes_or_value" else every

    def owned(side):
        where = f"{path}.common_owner.{side}"
        holding = (enterprise.get("common_owner") or {}).get(side)
        interest, votes, value, equity = (
            question.above_half(holding, where, limb)
            for limb in ("beneficial_interest", "votes", "share_value", "equity")
        )
        return some(interest, joint(votes, value), equity)

    return some(control, direct, every(owned("in_enterprise"), owned("in_related")))


def joins(question, node, path):
    """Do the days of a site or period done by a related enterprise count for the enterprise?"""
    return every(
        closely_related(question, node["by"]), question.ask(node, path, "substantially_same")
    )


# Building sites


def site_days(question, site):
    """Days of the site as `breaks` counts them, and whether they are certain."""
    days = days_of(site, question.doc["as_of"])
    excluded = question.reading("breaks") == "excluded"
    certain = True
    for stop in site.get("interruptions") or []:
        stopped = days_of(stop, question.doc["as_of"])
        if excluded and stopped is None:
            certain = None
        elif excluded and days is not None:
            days = days - stopped
    return days, certain


def building_sites(question):
    sites = question.doc.get("building_sites")
    if sites is None:
        return [("building_site", None, None, {})]
    items, outside = [], []
    for site in sites:
        path = f"building_sites[{site['id']}]"
        own = site.get("by") is None
        counts = True
        if not own:
            counts = question.reading("aggregation") == "sites_and_services"
            counts = every(counts, joins(question, site, path)) if counts else False
        days, certain = site_days(question, site)
        item = Item(site["id"], site.get("project"), own, every(counts, certain), days)
        of_building = True
        only_buildings = question.reading("installation") == "building_only"
        if only_buildings and own and site.get("kind") in ("assembly", "installation"):
            of_building = question.ask(site, path, "of_building")
        if of_building is not True:
            outside.append(item)
            item.counts = False
        items.append(item)

    def measure(sets):
        days = set().union(*sets)
        if question.reading("breaks") != "excluded":
            days = whole_run(days)
        return clock(question, days, question.treaty["site"])

    heads = []
    for group, outcome, extras in judge_groups(items, measure):
        near = [
            item
            for item in outside
            if item.group == group
            or item.project is None
            or next(i for i in items if i.group == group).project is None
        ]
        if near:
            extras = {}
            outcome = True if outcome is True else None
        heads.append(("building_site", group, outcome, extras))
    return heads


# Services


def services(question):
    entries = question.doc.get("services")
    as_of = question.doc["as_of"]
    aggregated = question.reading("aggregation") == "sites_and_services"
    presence = question.reading("service_days") == "presence"
    items = []
    for entry in entries or []:
        path = f"services[{entry['id']}]"
        through = question.ask(entry, path, "through_personnel")
        project = entry.get("project")
        if entry.get("periods") is None:
            items.append(Item(entry["id"], project, None, through, None))
            continue
        if not entry["periods"]:
            items.append(Item(entry["id"], project, False, False, set()))
        for i, period in enumerate(entry["periods"]):
            where = f"{path}.periods[{i}]"
            own = period.get("by") is None
            counts = through
            if not presence:
                counts = every(counts, question.ask(period, where, "worked", missing=True))
            if not own:
                counts = every(counts, joins(question, period, where)) if aggregated else False
            items.append(Item(entry["id"], project, own, counts, days_of(period, as_of)))
    supervisions = [
        site
        for site in question.doc.get("building_sites") or []
        if site.get("kind") == "supervision"
    ]
    if supervisions and question.reading("supervision_as_service") == "yes":
        for site in supervisions:
            own = site.get("by") is None
            counts = True
            if not own:
                path = f"building_sites[{site['id']}]"
                counts = joins(question, site, path) if aggregated else False
            items.append(Item(site["id"], site.get("project"), own, counts, days_of(site, as_of)))
    limit = question.treaty["services"]
    heads = [
        ("services", group, outcome, extras)
        for group, outcome, extras in judge_groups(
            items, lambda sets: any_twelve_months(set().union(*sets), limit)
        )
    ]
    if entries is None:
        heads.insert(0, ("services", None, None, {}))
    return heads


# Exploration


def exploration(question):
    units = question.doc.get("exploration")
    if units is None:
        return [("exploration", None, None, {})]
    items = []
    for unit in units:
        path = f"exploration[{unit['id']}]"
        project = unit.get("project")
        if unit.get("periods") is None:
            items.append(Item(unit["id"], project, None, True, None))
            continue
        if not unit["periods"]:
            items.append(Item(unit["id"], project, False, False, set()))
        for i, period in enumerate(unit["periods"]):
            own = period.get("by") is None
            counts = True if own else joins(question, period, f"{path}.periods[{i}]")
            items.append(
                Item(unit["id"], project, own, counts, days_of(period, question.doc["as_of"]))
            )
    threshold = question.treaty["exploration"]
    return [
        ("exploration", group, outcome, extras)
        for group, outcome, extras in judge_groups(
            items, lambda sets: clock(question, set().union(*sets), threshold)
        )
    ]


# Fixed places and the list of exceptions


def excepted(question, place, path):
    """Do the activities at the place fall under the list of excepted activities?"""
    if place.get("activities") is None:
        return None
    activities = {a["kind"]: a for a in place["activities"]}

    def fact(kind, key):
        return question.ask(activities[kind], f"{path}.activities[{kind}]", key)

    def goods(kinds):
        return every(*(fact(kind, "goods_of_enterprise") for kind in kinds))

    def preparatory(kinds):
        return every(*(fact(kind, "preparatory_or_auxiliary") for kind in kinds))

    if not activities:
        return False
    listed = question.treaty["delivery"] == "listed"
    not_excepted, by_protocol = False, False
    if "delivery" in activities and not listed:
        not_excepted = question.reading("omitted_delivery") == "not_excepted"
    if "delivery" in activities and question.treaty["delivery"] == "protocol":
        applies = question.reading("protocol") != "does_not_apply"
        profit = question.reading("delivery_income") == "profit"
        together = question.reading("protocol_storage") == "together"
        beside = set(activities) - {"delivery"}
        if applies and (not beside or (together and beside <= {"storage", "display"})):
            income = fact("delivery", "earns_income")
            if profit:
                income = every(income, fact("delivery", "earns_profit"))
            by_protocol = every(
                goods(activities),
                fact("delivery", "occasional"),
                no(income),
                no(fact("delivery", "sold_there")),
            )
    if "core" in activities or not_excepted:
        return by_protocol

    if listed:
        items = {
            "stock": {"storage", "display", "delivery"},
            "processing": {"processing_by_another"},
            "purchasing": {"purchasing"},
            "information": {"collecting_information"},
            "other": {"other"},
        }
    else:
        items = {
            "stock": {"storage", "display"},
            "processing": {"processing_by_another"},
            "purchasing": {"purchasing", "collecting_information"},
            "other": {"other", "delivery"},
        }
    present = {
        name: sorted(kinds & set(activities))
        for name, kinds in items.items()
        if kinds & set(activities)
    }
    conditions = []
    for name, kinds in present.items():
        if name in ("stock", "processing"):
            conditions.append(goods(kinds))
        if name == "other":
            conditions.append(preparatory(kinds))
    if len(present) > 1:
        conditions.append(question.ask(place, path, "combination_preparatory_or_auxiliary"))
    elif question.treaty["each_item"] and question.reading("each_item_preparatory") == "every_item":
        conditions.append(preparatory(activities))
    return some(by_protocol, every(*conditions))


def fixed_places(question, site_outcomes):
    places = question.doc.get("places")
    if places is None:
        return [("fixed_place", None, None, {})]
    site_ids = {site["id"] for site in question.doc.get("building_sites") or []}
    if question.treaty["exploration"]:
        site_ids |= {unit["id"] for unit in question.doc.get("exploration") or []}
    basic, exception, fragment = {}, {}, {}
    for place in places:
        name, path = place["id"], f"places[{place['id']}]"
        if place.get("part_of_site") in site_ids:
            continue
        basic[name] = every(
            *(
                question.ask(place, path, key)
                for key in ("at_disposal", "fixed", "business_carried_on")
            )
        )
        exception[name] = excepted(question, place, path)
        if question.treaty["fragmentation"] and exception[name] is not False:
            parts, where = place.get("fragmentation") or {}, f"{path}.fragmentation"
            fragment[name] = {
                key: question.ask(parts, where, key)
                for key in (
                    "business_at_same_or_other_place",
                    "complementary",
                    "one_is_pe",
                    "combined_preparatory_or_auxiliary",
                )
            }
            enterprise = parts.get("enterprise")
            fragment[name]["related"] = (
                True if enterprise is None else closely_related(question, enterprise)
            )
    outcome = {place["id"]: False for place in places}
    for name in basic:
        outcome[name] = every(basic[name], no(exception[name]))
    while True:
        again = dict(outcome)
        for name, facts in fragment.items():
            others = [outcome[other] for other in outcome if other != name]
            one_is_pe = some(facts["one_is_pe"], *others, *site_outcomes)
            lifted = every(
                facts["business_at_same_or_other_place"],
                facts["related"],
                facts["complementary"],
                some(one_is_pe, no(facts["combined_preparatory_or_auxiliary"])),
            )
            again[name] = every(basic[name], some(no(exception[name]), lifted))
        if again == outcome:
            break
        outcome = again
    return [
        (
            "fixed_place",
            place["id"],
            outcome[place["id"]],
            {"since": place.get("from")} if outcome[place["id"]] is True else {},
        )
        for place in places
    ]


# Agents and insurance


def shield(question, agent, path):
    """Is the person an agent of independent status?"""
    kind = question.treaty["shield"]
    independent = question.ask(agent, path, "independent")
    own_course = "ordinary_course"
    if question.reading("ordinary_course") == "of_enterprise":
        own_course = "ordinary_course_of_enterprise"
    course = question.ask(agent, path, own_course)
    lost = False
    if kind in ("devoted", "devoted_and_not_arms_length"):
        lost = question.ask(agent, path, "devoted_to_enterprise")
        if question.reading("related_principals") == "group":
            lost = some(lost, question.ask(agent, path, "devoted_to_group"))
        if kind == "devoted_and_not_arms_length":
            lost = every(lost, no(question.ask(agent, path, "arms_length_terms")))
    if kind == "exclusive_for_related":
        exclusive = question.ask(agent, path, "exclusive_for_related")
        if agent.get("enterprise") is None:
            related = question.ask(agent, path, "closely_related")
        else:
            related = closely_related(question, agent["enterprise"])
        lost = every(exclusive, related)
    return every(independent, course, no(lost))


def dependent_agent(question, agent):
    path = f"agents[{agent['id']}]"

    def fact(key):
        return question.ask(agent, path, key)

    treaty = question.treaty
    behalf = fact("acts_on_behalf")
    dependent = no(shield(question, agent, path))
    not_limited = no(fact("limited_to_excepted_activities"))
    authority = habitual = None
    habitual = fact("habitually_concludes")
    if treaty["contract"] == "authority":
        authority = fact("authority_to_conclude")
    else:
        by_role = every(fact("principal_role"), fact("no_material_modification"))
        subject = some(fact("in_name"), fact("for_property"), fact("for_services"))
    stock = False
    if treaty["stock"]:
        stock = every(fact("maintains_stock"), fact("delivers_regularly"))
    unused = question.reading("unused_authority")
    any_contract = False
    if question.reading("stock_contract") == "any_contract":
        any_contract = fact("concludes_any")
    order = False
    if treaty["orders"]:
        carried = question.reading("orders") == "carries_out"
        order = every(
            fact("fulfils_orders" if carried else "secures_orders"),
            fact("orders_for_enterprise_only"),
        )

    def outcome(authority, habitual):
        if treaty["contract"] == "authority":
            contract = every(authority, habitual, not_limited)
            bar = every(authority, habitual) if unused == "does_not_bar" else authority
        else:
            contract = every(some(habitual, by_role), subject, not_limited)
            bar = some(habitual, any_contract)
        return every(behalf, dependent, some(contract, every(stock, no(bar)), order))

    answers = {
        outcome(a, h)
        for a in ([True, False] if authority is None else [authority])
        for h in ([True, False] if habitual is None else [habitual])
    }
    return answers.pop() if len(answers) == 1 else None


def agents(question):
    people = question.doc.get("agents")
    if people is None:
        return [("dependent_agent", None, None, {})]
    return [
        ("dependent_agent", agent["id"], dependent_agent(question, agent), {}) for agent in people
    ]


def insurance(question):
    enterprise = question.doc.get("enterprise")
    insurer = question.ask(enterprise, "enterprise", "insurer")
    if insurer is False:
        return [("insurance", None, False, {})]
    people = question.doc.get("agents")
    general = False if people is not None else None
    if question.reading("insurance_person") == "premiums_without_person":
        premiums = question.ask(enterprise, "enterprise", "premiums_without_person")
        general = some(general, every(insurer, premiums))
    heads = [] if general is False else [("insurance", None, general, {})]
    for agent in people or []:
        path = f"agents[{agent['id']}]"
        premiums = question.ask(agent, path, "collects_premiums")
        risks = question.ask(agent, path, "insures_risks")
        allowed = True
        if "reinsurance" not in question.readings:  # GE-IN: reinsurance excepted
            allowed = no(question.ask(agent, path, "reinsurance_only"))
        elif question.reading("reinsurance") == "does_not_insure":
            risks = every(risks, no(question.ask(agent, path, "reinsurance_only")))
        heads.append(
            (
                "insurance",
                agent["id"],
                every(insurer, allowed, no(shield(question, agent, path)), some(premiums, risks)),
                {},
            )
        )
    return heads


# The conclusion


def decide(doc, readings):
    """(question, heads, conclusion) of a document whose contested facts are already null."""
    question = Question(doc, readings)
    sites = building_sites(question)
    heads = fixed_places(question, [outcome for _, _, outcome, _ in sites]) + sites
    if question.treaty["services"]:
        heads += services(question)
    if question.treaty["exploration"]:
        heads += exploration(question)
    heads += agents(question)
    if question.treaty["insurance"]:
        heads += insurance(question)
    return question, heads, OUTCOME[some(*(outcome for _, _, outcome, _ in heads))]


def applicability(doc):
    conditions = doc.get("conditions") or {}
    asked = ["resident", "in_effect"]
    if TREATIES[doc["treaty"]]["reciprocity"]:
        asked.append("reciprocity")
    return {True: "applies", None: "unknown", False: "does_not_apply"}[
        every(*(conditions.get(key) for key in asked))
    ]


def conclude(doc, readings=None):
    """The yardstick's conclusion. `readings` overrides those of the document and the defaults.

    `turns_on` is {(reading, option): conclusion} for each single change that changes it.
    """
    applied = readings_for(doc, readings)
    doc = without_contested(doc)
    _, heads, conclusion = decide(doc, applied)
    turns_on = {}
    for name, choices in options(doc["treaty"]).items():
        for option in choices:
            if option != applied[name]:
                other = decide(doc, {**applied, name: option})[2]
                if other != conclusion:
                    turns_on[name, option] = other
    return {
        "applicability": applicability(doc),
        "conclusion": conclusion,
        "heads": [
            {"head": head, "subject": subject, "outcome": OUTCOME[outcome], **extras}
            for head, subject, outcome, extras in heads
        ],
        "turns_on": turns_on,
    }


# The inquiry, by trying everything


class TooMany(Exception):
    """More unknown facts (or combinations) than brute force should try."""


VALUES = {"yes_no": [True, False], "percentage": [50, 51]}


def unknown_facts(doc, readings=None):
    """{path: kind} of the unknown yes/no facts and percentages that are read."""
    doc = without_contested(doc)
    question = decide(doc, readings_for(doc, readings))[0]
    return {path: kind for path, (kind, value) in sorted(question.read.items()) if value is None}


def completions(doc, readings=None, limit=14):
    """(unknown paths, {their values: conclusion}) over every completion."""
    unknown = unknown_facts(doc, readings)
    if len(unknown) > limit:
        raise TooMany(f"{len(unknown)} unknown facts")
    applied = readings_for(doc, readings)
    doc = without_contested(doc)
    table = {}
    for values in itertools.product(*(VALUES[kind] for kind in unknown.values())):
        for path, value in zip(unknown, values, strict=True):
            put(doc, path, value)
        table[values] = decide(doc, applied)[2]
    return list(unknown), table


def brute_missing(doc, readings=None, limit=14):
    """The unknown yes/no facts and percentages on which some completion of the others depends."""
    unknown, table = completions(doc, readings, limit)
    missing = set()
    for i, path in enumerate(unknown):
        seen = {}
        for values, conclusion in table.items():
            seen.setdefault(values[:i] + values[i + 1 :], set()).add(conclusion)
        if any(len(conclusions) > 1 for conclusions in seen.values()):
            missing.add(path)
    return missing


def brute_settled_by(doc, readings=None, limit=14):
    """[{"facts": [...], "gives": [...]}]: the smallest sets some answers to which settle it."""
    if decide(without_contested(doc), readings_for(doc, readings))[2] != "undetermined":
        return []
    unknown, table = completions(doc, readings, limit)
    for size in range(len(unknown) + 1):
        found = []
        for chosen in itertools.combinations(range(len(unknown)), size):
            seen = {}
            for values, conclusion in table.items():
                seen.setdefault(tuple(values[i] for i in chosen), set()).add(conclusion)
            gives = {
                next(iter(conclusions)) for conclusions in seen.values() if len(conclusions) == 1
            } - {"undetermined"}
            if gives:
                found.append({"facts": [unknown[i] for i in chosen], "gives": sorted(gives)})
        if found:
            return found
    return []


def brute_flips(doc, readings=None):
    """{(path, other value): conclusion} for each known fact whose other value changes it."""
    applied = readings_for(doc, readings)
    doc = without_contested(doc)
    question, _, conclusion = decide(doc, applied)
    flips = {}
    for path, (kind, value) in sorted(question.read.items()):
        if value is None:
            continue
        other = not value
        if kind == "percentage":
            other = 51 if Decimal(str(value)) <= 50 else 50
        changed = copy.deepcopy(doc)
        put(changed, path, other)
        flipped = decide(changed, applied)[2]
        if flipped != conclusion:
            flips[path, other] = flipped
    return flips


def brute_postures(doc, limit=20000, all_readings=False):
    """The best and the worst conclusion over all readings and both values of contested facts.

    Readings that nothing in the document consults are left at their default, unless `all_readings`.
    """
    paths = contested(doc)
    doc = without_contested(doc)
    choices = options(doc["treaty"])
    if not all_readings:
        default = readings_for({"treaty": doc["treaty"]})
        consulted = set(decide(doc, default)[0].consulted)
        while True:  # a reading may come into play only under another one
            wider = set(consulted)
            for name in consulted:
                for option in choices[name]:
                    wider |= decide(doc, {**default, name: option})[0].consulted
            if wider == consulted:
                break
            consulted = wider
        choices = {name: opts if name in consulted else opts[:1] for name, opts in choices.items()}
    number = 2 ** len(paths)
    for opts in choices.values():
        number *= len(opts)
    if number > limit:
        raise TooMany(f"{number} combinations")
    rank = ["no_pe", "undetermined", "pe"]
    seen = set()
    for values in itertools.product([True, False], repeat=len(paths)):
        for path, value in zip(paths, values, strict=True):
            put(doc, path, value)
        for combination in itertools.product(*choices.values()):
            seen.add(decide(doc, dict(zip(choices, combination, strict=True)))[2])
            if {"pe", "no_pe"} <= seen:
                return {"taxpayer": "no_pe", "revenue": "pe"}
    return {"taxpayer": min(seen, key=rank.index), "revenue": max(seen, key=rank.index)}

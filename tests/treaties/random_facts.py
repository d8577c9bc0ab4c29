"""Random pe-facts/1 documents that stress every rule, for comparing the product with the yardstick.

`random_document(rng, treaty=None, richness="small")` is a function of the random generator alone.
Documents begin from situations that nearly decide (a store that is just excepted, a site of just
twelve months, an agent who lacks one element) and are then blurred: facts become null, keys go
missing, lists become null, dates are lost, projects are not known. Small documents look at one or
two heads and keep the number of unknown facts low enough for brute force most of the time; rich
ones mix all heads.

All documents are valid: every reference names an item of the document, ids are unique, dates are
in order.
"""

import datetime
import random

from persiantools.jdatetime import JalaliDate

from . import yardstick

ACTIVITY_FACTS = (
    "goods_of_enterprise",
    "preparatory_or_auxiliary",
    "occasional",
    "earns_income",
    "earns_profit",
    "sold_there",
)
AGENT_FACTS = (
    "acts_on_behalf",
    "authority_to_conclude",
    "habitually_concludes",
    "concludes_any",
    "principal_role",
    "no_material_modification",
    "in_name",
    "for_property",
    "for_services",
    "limited_to_excepted_activities",
    "maintains_stock",
    "delivers_regularly",
    "secures_orders",
    "fulfils_orders",
    "orders_for_enterprise_only",
    "independent",
    "ordinary_course",
    "ordinary_course_of_enterprise",
    "devoted_to_enterprise",
    "devoted_to_group",
    "arms_length_terms",
    "exclusive_for_related",
    "closely_related",
    "collects_premiums",
    "insures_risks",
    "reinsurance_only",
)
LIMBS = ("beneficial_interest", "votes", "share_value", "equity")
PLACE_KINDS = [
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
]
EDGE_DAYS = (
    "2024-02-29",
    "2024-08-31",
    "2023-08-31",
    "2025-01-31",
    "2024-12-31",
    "2025-03-01",
    "2024-03-19",
    "2024-03-20",
    "2025-03-20",
    "2025-03-21",
    "2025-08-31",
    "2024-11-30",
    "2024-02-28",
    "2025-02-28",
    "2025-01-15",
)

# What nearly makes, or nearly fails to make, a PE. Everything else about the person is a no.
CONTRACT = {
    "acts_on_behalf": True,
    "authority_to_conclude": True,
    "habitually_concludes": True,
    "concludes_any": True,
    "in_name": True,
}
INDEPENDENT = {
    "independent": True,
    "ordinary_course": True,
    "ordinary_course_of_enterprise": True,
    "arms_length_terms": True,
}
STOCK = {"acts_on_behalf": True, "maintains_stock": True, "delivers_regularly": True}
PEOPLE = [
    CONTRACT,
    CONTRACT | {"habitually_concludes": False},
    CONTRACT | {"limited_to_excepted_activities": True},
    CONTRACT | {"in_name": False, "for_property": True},
    CONTRACT | {"in_name": False, "for_services": None},
    CONTRACT | INDEPENDENT,
    CONTRACT | INDEPENDENT | {"ordinary_course": False},
    CONTRACT | INDEPENDENT | {"ordinary_course_of_enterprise": False},
    CONTRACT | INDEPENDENT | {"devoted_to_enterprise": True},
    CONTRACT | INDEPENDENT | {"devoted_to_enterprise": True, "arms_length_terms": False},
    CONTRACT | INDEPENDENT | {"devoted_to_group": True, "arms_length_terms": False},
    CONTRACT | INDEPENDENT | {"exclusive_for_related": True, "closely_related": True},
    CONTRACT | INDEPENDENT | {"exclusive_for_related": True, "closely_related": None},
    {
        "acts_on_behalf": True,
        "principal_role": True,
        "no_material_modification": True,
        "for_property": True,
    },
    {
        "acts_on_behalf": True,
        "principal_role": True,
        "no_material_modification": None,
        "in_name": True,
    },
    STOCK,
    STOCK | INDEPENDENT,
    STOCK | {"concludes_any": True},
    STOCK | {"authority_to_conclude": True},
    STOCK | {"authority_to_conclude": None},
    STOCK
    | {
        "authority_to_conclude": None,
        "habitually_concludes": True,
        "concludes_any": True,
        "in_name": True,
    },
    STOCK | {"authority_to_conclude": True, "habitually_concludes": None, "in_name": True},
    STOCK | {"authority_to_conclude": None, "habitually_concludes": None, "in_name": True},
    STOCK | {"habitually_concludes": None, "concludes_any": None, "in_name": True},
    STOCK | {"maintains_stock": True, "delivers_regularly": False},
    {"acts_on_behalf": True, "secures_orders": True, "orders_for_enterprise_only": True},
    {"acts_on_behalf": True, "fulfils_orders": True, "orders_for_enterprise_only": True},
    {"acts_on_behalf": True, "secures_orders": True, "fulfils_orders": True},
    {"acts_on_behalf": True, "secures_orders": True, "orders_for_enterprise_only": True}
    | INDEPENDENT,
    {"acts_on_behalf": True},
    {},
]
INSURERS_PEOPLE = [
    {"collects_premiums": True},
    {"insures_risks": True},
    {"insures_risks": True, "reinsurance_only": True},
    {"collects_premiums": True, "reinsurance_only": True},
    {"collects_premiums": True, "reinsurance_only": None},
    {"insures_risks": True} | INDEPENDENT,
    {"collects_premiums": True} | INDEPENDENT | {"devoted_to_enterprise": True},
    {"insures_risks": True}
    | INDEPENDENT
    | {"exclusive_for_related": True, "closely_related": True},
    {"insures_risks": True} | INDEPENDENT | {"ordinary_course": False},
    {},
]
CALMING = [
    INDEPENDENT,
    {"acts_on_behalf": False, "collects_premiums": False},
    {"habitually_concludes": False, "maintains_stock": False, "collects_premiums": False},
    {"limited_to_excepted_activities": True, "delivers_regularly": False, "insures_risks": False},
]
PLACES = [  # activities with what is special about them; most of these are just excepted somewhere
    {"core": {}},
    {"core": {}, "storage": {}},
    {"storage": {}},
    {"storage": {}, "display": {}},
    {"storage": {"preparatory_or_auxiliary": False}},
    {"storage": {"goods_of_enterprise": False}},
    {"processing_by_another": {}},
    {"processing_by_another": {"preparatory_or_auxiliary": False}},
    {"purchasing": {}},
    {"purchasing": {}, "collecting_information": {}},
    {"purchasing": {"preparatory_or_auxiliary": False}, "collecting_information": {}},
    {"other": {}},
    {"other": {"preparatory_or_auxiliary": False}},
    {"delivery": {}},
    {"delivery": {"preparatory_or_auxiliary": None}},
    {"delivery": {"earns_income": True, "preparatory_or_auxiliary": False}},
    {"delivery": {"earns_income": True, "earns_profit": True, "preparatory_or_auxiliary": False}},
    {"delivery": {"occasional": False}},
    {"delivery": {"sold_there": True, "preparatory_or_auxiliary": None}},
    {"delivery": {"preparatory_or_auxiliary": False}, "storage": {}},
    {"delivery": {"preparatory_or_auxiliary": False}, "storage": {}, "display": {}},
    {"delivery": {}, "storage": {}, "purchasing": {}},
    {"delivery": {}, "other": {}},
    {"delivery": {}, "core": {}},
    {"storage": {}, "purchasing": {}},
    {"storage": {"preparatory_or_auxiliary": False}, "purchasing": {}},
    {"storage": {}, "other": {}},
    {"storage": {}, "other": {"preparatory_or_auxiliary": False}},
    {"storage": {}, "processing_by_another": {"goods_of_enterprise": False}},
    {"storage": {}, "display": {}, "processing_by_another": {}, "collecting_information": {}},
]
EXCEPTED = [
    {"storage": {}},
    {"processing_by_another": {}},
    {"purchasing": {}},
    {"other": {}},
    {"delivery": {}},
    {"storage": {}, "display": {}},
    {"storage": {}, "purchasing": {}},
]
USUAL_ACTIVITY = {
    "goods_of_enterprise": True,
    "preparatory_or_auxiliary": True,
    "occasional": True,
    "earns_income": False,
    "earns_profit": False,
    "sold_there": False,
}


class Writer:
    """Writes one document; `blur` is the chance that a fact becomes unknown."""

    def __init__(self, rng, treaty, richness):
        self.rng, self.treaty, self.rich = rng, treaty, richness == "rich"
        self.table = yardstick.TREATIES[treaty]
        self.blur = rng.choice([0, 0, 0.03, 0.08, 0.2] if self.rich else [0, 0.03, 0.07, 0.15])
        self.calm = self.chance(0.65 if self.rich else 0.3)  # leans to no PE
        self.number = 0
        self.related = []
        self.as_of = yardstick.day("2026-06-30")
        if self.chance(0.6):
            self.as_of = self.some_day() + rng.choice([0, 200, 400])

    def chance(self, likelihood):
        return self.rng.random() < likelihood

    def identifier(self, letter):
        self.number += 1
        return f"{letter}{self.number}"

    def fact(self, value, blur=None):
        """The value, now and then unknown, seldom the opposite."""
        if self.chance(self.blur if blur is None else blur):
            return None
        return (not value) if value is not None and self.chance(0.02) else value

    def one_of(self, *values):
        return self.rng.choice(values)

    # Days

    def some_day(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return yardstick.day(self.rng.choice(EDGE_DAYS))
        if kind == 1:  # the last day of a Solar Hijri month, or the day before
            year, month = self.rng.choice([1402, 1403, 1404]), self.rng.randint(1, 12)
            last = JalaliDate.days_in_month(month, year)
            return JalaliDate(year, month, last).to_gregorian().toordinal() - self.rng.randrange(2)
        if kind == 2:  # the last day of a month
            first = datetime.date(self.rng.choice([2023, 2024, 2025]), self.rng.randint(1, 12), 1)
            return first.toordinal() - 1
        return yardstick.day("2023-01-01") + self.rng.randrange(900)

    def limit(self, first, threshold):
        amount, unit = threshold
        if unit == "days":
            return amount
        calendar = self.rng.choice(["calendar", "calendar", "solar_hijri", "thirty_days"])
        return yardstick.months_after(first, amount, calendar) - first

    def near(self):
        """How many days above the limit: mostly close to it."""
        if self.calm:
            return self.rng.choice([-1, 0, 0, 0, -self.rng.randrange(5, 80)])
        return self.rng.choice([-1, 0, 0, 1, 1, 1, 2, -40, 60, -self.rng.randrange(5, 80)])

    def stretch(self, threshold):
        """(first, number of days), near the threshold; now and then ending on `as_of`."""
        first = self.some_day()
        length = max(3, self.limit(first, threshold) + self.near())
        if self.chance(0.25):
            first = self.as_of - length + 1
            for _ in range(3):  # months are not all of one length
                length = max(3, self.limit(first, threshold) + self.rng.choice([-1, 0, 1, 2]))
                first = self.as_of - length + 1
        return first, length

    def pieces(self, first, total, most=3):
        """Splits days into one to `most` pieces with gaps; together they hold `total` days."""
        number = min(self.rng.choice([1, 1, 2, 2, most]), total)
        cuts = sorted(self.rng.sample(range(1, total), number - 1))
        spans = []
        for start, end in zip([0, *cuts], [*cuts, total], strict=True):
            spans.append((first, first + end - start - 1))
            first += end - start + self.rng.choice([0, 0, 1, 10, 45, 120])
        return spans

    def dates(self, span):
        """from and to, as the contract has them: known, going on, or not known."""
        first, last = yardstick.iso(span[0]), yardstick.iso(span[1])
        if span[1] == self.as_of and self.chance(0.7):
            return {"from": first, "to": None}
        if self.chance(self.blur / 2):
            return self.one_of(
                {"from": None, "to": last},
                {"from": first},
                {"to": last},
                {"from": None, "to": None},
                {"from": None},
            )
        if self.chance(0.02):  # goes on, or has not begun by as_of
            return {"from": first, "to": None}
        return {"from": first, "to": last}

    def doer(self, likelihood):
        """by and substantially_same."""
        if self.related and self.chance(likelihood):
            return {
                "by": self.rng.choice(self.related)["id"],
                "substantially_same": self.fact(True, 0.25),
            }
        return {"by": None, "substantially_same": None}

    def project(self, name):
        return None if self.chance(0.1) else name

    # Lists

    def related_enterprise(self):
        def holding(**values):
            return {limb: values.get(limb, self.one_of(0, 0, 40, 50)) for limb in LIMBS}

        direct, ours, theirs = holding(), holding(), holding()
        control = False
        kind = self.rng.randrange(10)
        if kind == 0:
            control = True
        elif kind == 1:
            control = None
        elif kind == 2:
            direct[self.rng.choice(LIMBS)] = self.one_of(60, 50.01, 51, 100)
        elif kind == 3:
            direct = dict.fromkeys(LIMBS, 50)
        elif kind in (4, 5):
            for side in (ours, theirs):
                side.update(votes=60, share_value=self.one_of(40, 40, 50, 55))
        elif kind == 6:
            ours.update(beneficial_interest=60)
            theirs.update({self.rng.choice(LIMBS): 60})
        elif kind == 7:
            ours.update(votes=51, share_value=51)
            theirs.update(votes=51, share_value=self.one_of(51, None, 50))
        elif kind == 8:
            ours.update(equity=75)
        if self.chance(0.5):  # one percentage, or a few, not known
            for side in self.rng.sample([direct, ours, theirs], 1 if not self.rich else 2):
                side[self.rng.choice(LIMBS)] = None
        enterprise = {
            "id": self.identifier("n"),
            "name": "Related",
            "control": self.fact(control),
            "direct": direct,
            "common_owner": {"in_enterprise": ours, "in_related": theirs},
        }
        if self.rich and self.chance(0.1):
            enterprise[self.one_of("direct", "common_owner")] = None
        return enterprise

    def building_sites(self):
        sites = []
        for _ in range(self.one_of(1, 1, 2, 3) if self.rich else self.one_of(1, 1, 1, 2)):
            first, length = self.stretch(self.table["site"])
            name = self.one_of("bridge", "tower", "plant")
            stop = 0
            if self.chance(0.4):  # a break; the length is that of the run, or of the days worked
                stop = min(self.one_of(1, 2, 30, 60), length - 2)
                length += self.one_of(0, stop)
            spans = [(first, first + length - 1)]
            if self.chance(0.7 if self.related else 0.35):
                spans = self.pieces(first, length)
            for place, span in enumerate(spans):
                kind = self.one_of(
                    "building_site",
                    "construction",
                    "assembly",
                    "installation",
                    "installation",
                    "supervision",
                    "supervision",
                )
                site = {
                    "id": self.identifier("s"),
                    "kind": kind,
                    "project": self.project(name),
                    "of_building": self.one_of(True, True, False, None),
                    **self.doer(0.5 if place else 0.1),
                    **self.dates(span),
                }
                stops = None
                if stop and place == 0 and span[1] - span[0] > stop:
                    begin = span[0] + self.rng.randrange(0, span[1] - span[0] - stop + 1)
                    stops = [{"from": yardstick.iso(begin), "to": yardstick.iso(begin + stop - 1)}]
                    if stop > 3 and self.chance(0.3):
                        stops.append(
                            {
                                "from": yardstick.iso(begin + 2),
                                "to": yardstick.iso(min(begin + stop, span[1])),
                            }
                        )
                site["interruptions"] = stops if stops else self.one_of(None, [])
                if site.get("to", "") is None and self.chance(0.3):  # stopped ever since
                    begin = max(span[0], span[1] - self.one_of(0, 3, 30))
                    stops = [*(stops or []), {"from": yardstick.iso(begin), "to": None}]
                    site["interruptions"] = stops
                sites.append(site)
        return sites

    def services(self):
        limit = self.table["services"] or 183
        entries = []
        for _ in range(self.one_of(1, 2, 3) if self.rich else self.one_of(1, 1, 2)):
            first, total = self.stretch((limit, "days"))
            spans = self.pieces(first, total)
            if len(spans) > 1 and self.chance(0.4):  # the last piece just in or out of the window
                begin, end = spans[-1]
                shift = yardstick.window_end(first) - end + self.one_of(-1, 0, 1, 2)
                if begin + shift > spans[-2][1]:
                    spans[-1] = (begin + shift, end + shift)
            name = self.one_of("plant", "bridge", "audit")
            periods = []
            for place, span in enumerate(spans):
                period = {
                    **self.dates(span),
                    "person": self.one_of("A. K.", "B. L."),
                    "worked": self.fact(True, self.blur),
                    **self.doer(0.35 if place else 0.05),
                }
                if period["worked"] is True and self.chance(0.5):
                    del period["worked"]
                periods.append(period)
            if self.chance(0.35):  # leave after, or a colleague beside
                begin = spans[-1][1] + 1
                worked = self.one_of(False, False, False, None)
                if self.chance(0.3):
                    begin, worked = spans[-1][0] + 1, True
                end = begin + self.one_of(0, 1, 4, 20)
                periods.append(
                    {
                        "from": yardstick.iso(begin),
                        "to": yardstick.iso(end),
                        "worked": worked,
                        "by": None,
                        "substantially_same": None,
                    }
                )
            through = self.one_of(True, True, True, self.fact(True, 0.4), False)
            entry = {
                "id": self.identifier("e"),
                "project": self.project(name),
                "through_personnel": through,
                "periods": periods,
            }
            if len(periods) > 1 and self.chance(0.3):  # the same project in two entries
                other = {
                    "id": self.identifier("e"),
                    "project": self.project(name),
                    "through_personnel": through,
                    "periods": [periods.pop()],
                }
                entries.append(other)
            if self.chance(self.blur / 4):
                entry["periods"] = self.one_of(None, None, [])
            entries.append(entry)
        return entries

    def exploration(self):
        threshold = self.table["exploration"] or (6, "months")
        units = []
        for _ in range(self.one_of(1, 2) if self.rich else 1):
            first, total = self.stretch(threshold)
            name = self.one_of("block-9", "block-10")
            spans = self.pieces(first, total)
            periods = [
                {**self.dates(span), **self.doer(0.5 if place else 0.1)}
                for place, span in enumerate(spans)
            ]
            if self.chance(0.3):  # at the same time, on a second rig
                begin, end = spans[0]
                extra = {
                    "from": yardstick.iso(begin),
                    "to": yardstick.iso(end + self.one_of(0, 1, 5)),
                }
                units.append(
                    {
                        "id": self.identifier("r"),
                        "kind": "rig",
                        "project": self.project(name),
                        "periods": [extra | self.doer(0.6)],
                    }
                )
            unit = {
                "id": self.identifier("r"),
                "kind": self.one_of("structure", "rig", "ship"),
                "project": self.project(name),
                "periods": periods,
            }
            if self.chance(self.blur / 4):
                unit["periods"] = self.one_of(None, None, [])
            units.append(unit)
        return units

    def places(self, served):
        places = []
        for _ in range(self.one_of(1, 2, 3) if self.rich else self.one_of(1, 1, 2)):
            chosen = self.rng.choice(PLACES)
            if self.calm and ("core" in chosen or self.chance(0.5)):
                chosen = self.rng.choice(EXCEPTED)
            if self.chance(0.15):
                kinds = self.rng.sample(
                    [
                        "storage",
                        "display",
                        "delivery",
                        "processing_by_another",
                        "purchasing",
                        "collecting_information",
                        "other",
                    ],
                    self.rng.randint(1, 4),
                )
                chosen = {kind: {} for kind in kinds}
            activities = []
            for kind, special in chosen.items():
                activity = {"kind": kind}
                for key in ACTIVITY_FACTS:
                    activity[key] = self.fact((USUAL_ACTIVITY | special)[key])
                activities.append(activity)
            self.rng.shuffle(activities)
            if self.chance(0.04 + self.blur / 4):
                activities = self.one_of(None, None, [])
            fragmentation = {
                "business_at_same_or_other_place": self.one_of(False, False, True, True, None),
                "enterprise": None,
                "complementary": self.one_of(True, True, False, None),
                "one_is_pe": self.one_of(False, False, True, None),
                "combined_preparatory_or_auxiliary": self.one_of(True, True, False, None),
            }
            if self.related and self.chance(0.5):
                fragmentation["enterprise"] = self.rng.choice(self.related)["id"]
            if not self.table["fragmentation"] and self.chance(0.5):
                fragmentation = None
            first = self.some_day()
            place = {
                "id": self.identifier("p"),
                "name": "Place",
                "kind": self.rng.choice(PLACE_KINDS),
                "at_disposal": self.fact(True),
                "fixed": self.fact(True, self.blur + 0.04),
                "business_carried_on": self.fact(True),
                **self.dates((first, first + self.one_of(20, 400))),
                "part_of_site": None,
                "activities": activities,
                "combination_preparatory_or_auxiliary": self.one_of(True, True, True, False, None),
                "fragmentation": fragmentation,
            }
            if served and self.chance(0.35):
                place["part_of_site"] = self.rng.choice(served)
            places.append(place)
        return places

    def agents(self, people):
        agents = []
        for _ in range(self.one_of(1, 1, 2, 3) if self.rich else 1):
            person = dict.fromkeys(AGENT_FACTS, False) | self.rng.choice(people)
            if self.calm and self.chance(0.6):
                person |= self.rng.choice(CALMING)
            if self.chance(0.12):
                person = {key: self.one_of(True, False, self.fact(True)) for key in AGENT_FACTS}
            agent = {
                "id": self.identifier("a"),
                "name": "Person",
                "relation": self.one_of("employee", "subsidiary", "related", "third_party"),
                "enterprise": None,
            }
            agent |= {key: self.fact(value) for key, value in person.items()}
            if self.chance(0.3):  # one more element not known
                agent[self.rng.choice(AGENT_FACTS)] = None
            if self.related and self.chance(0.4):
                agent["enterprise"] = self.rng.choice(self.related)["id"]
                agent["exclusive_for_related"] = self.one_of(True, True, None, False)
            agents.append(agent)
        return agents

    # The document

    def document(self):
        rng = self.rng
        heads = ["places", "building_sites", "agents"]
        heads += ["services"] * (self.table["services"] is not None)
        heads += ["exploration"] * (self.table["exploration"] is not None)
        heads += ["insurance"] * self.table["insurance"]
        number = rng.randint(2, len(heads)) if self.rich else self.one_of(1, 1, 1, 2)
        looked_at = set(rng.sample(heads, min(number, len(heads))))
        if self.chance(0.55 if self.table["fragmentation"] else 0.15):
            self.related = [
                self.related_enterprise() for _ in range(self.one_of(1, 2) if self.rich else 1)
            ]
        doc = {
            "format": "pe-facts/1",
            "treaty": self.treaty,
            "as_of": yardstick.iso(self.as_of),
            "conditions": {
                "resident": self.fact(True),
                "in_effect": self.one_of(True, True, True, None, False),
                "reciprocity": self.one_of(True, True, None, False),
            },
            "enterprise": {
                "insurer": False,
                "international_transport": self.one_of(False, True),
                "premiums_without_person": None,
            },
            "related_enterprises": self.related,
            "places": [],
            "building_sites": [],
            "services": [],
            "exploration": [],
            "agents": [],
            "controls_company_there": self.one_of(True, False, None),
        }
        doc["residence_state"], doc["source_state"] = rng.sample(list(self.table["parties"]), 2)
        for name in ("building_sites", "services", "exploration"):
            if name in looked_at or (name not in heads and self.chance(0.1)):
                doc[name] = getattr(self, name)()
        if "places" in looked_at:
            doc["places"] = self.places(
                [item["id"] for name in ("building_sites", "exploration") for item in doc[name]]
            )
        if "agents" in looked_at:
            doc["agents"] = self.agents(PEOPLE)
        if "insurance" in looked_at:
            doc["enterprise"]["insurer"] = self.one_of(True, True, True, None)
            doc["enterprise"]["premiums_without_person"] = self.one_of(False, True, None)
            doc["agents"] += self.agents(INSURERS_PEOPLE)
            if self.chance(0.15):
                doc["agents"] = []
        if self.chance(0.08):
            name = self.one_of("places", "building_sites", "services", "exploration", "agents")
            if name not in ("building_sites", "exploration") or not any(
                place["part_of_site"] for place in doc["places"]
            ):
                doc[name] = None
        if self.chance(0.03):
            doc["enterprise"] = None
        if self.chance(0.4):
            doc["tax_period"] = {"from": "2026-01-01", "to": "2026-12-31"}
        if self.chance(0.35):
            choices = yardstick.options(self.treaty)
            doc["readings"] = {
                name: rng.choice(choices[name])
                for name in rng.sample(list(choices), self.one_of(1, 1, 2, 3))
            }
        self.annotate(doc)
        forget(rng, doc, self.one_of(0, 0, 0.3, 1))
        return doc

    def annotate(self, doc):
        read = yardstick.decide(doc, yardstick.readings_for(doc))[0].read
        yes_no = sorted(path for path, (kind, _) in read.items() if kind == "yes_no")
        notes = {}
        if yes_no and self.chance(0.25):
            for path in self.rng.sample(yes_no, min(len(yes_no), self.one_of(1, 1, 2))):
                notes[path] = {
                    "note": "seen otherwise",
                    "evidence": ["file, p. 3"],
                    "contested": True,
                }
        if self.chance(0.05):
            notes["conditions.in_effect"] = {"note": "fiscal year", "contested": True}
        if yes_no and self.chance(0.2):
            notes.setdefault(
                self.rng.choice(yes_no), {"note": "lease seen", "evidence": [], "contested": False}
            )
        if notes or self.chance(0.5):
            doc["annotations"] = notes
        unknown = sorted(
            path for path, (kind, value) in read.items() if kind == "yes_no" and value is None
        )
        if unknown and self.chance(0.3):
            doc["not_known"] = self.rng.sample(unknown, 1)


def forget(rng, node, likelihood):
    """Drops keys that are null, where a missing key means the same."""
    if isinstance(node, list):
        for item in node:
            forget(rng, item, likelihood)
    elif isinstance(node, dict):
        for key in list(node):
            if node[key] is None and key not in ("to", "worked") and rng.random() < likelihood:
                del node[key]
            else:
                forget(rng, node[key], likelihood)


def random_document(rng: random.Random, treaty: str | None = None, richness: str = "small") -> dict:
    """One valid document, plain JSON values only; the same for the same state of `rng`."""
    treaty = treaty or rng.choice([*sorted(yardstick.TREATIES), "IR-BD"])
    return Writer(rng, treaty, richness).document()

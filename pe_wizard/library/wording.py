"""Words for what a treaty file says in keys: kinds of clause, parameters, standing of the text.

A key or a value that has no word here is an error a test finds, so that no raw key reaches a page.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Word = str | Promise

# What each kind of clause is called, and what it does, in one sentence.
KINDS: Mapping[str, tuple[Word, Word]] = {
    "conditions": (
        _("Conditions of application"),
        _("What must be met before the treaty applies at all; it stands beside the conclusion."),
    ),
    "fixed_place": (
        _("Fixed place of business"),
        _("A fixed place through which the business is carried on, wholly or partly."),
    ),
    "exceptions": (
        _("Excepted activities"),
        _("What is no permanent establishment although the place is fixed."),
    ),
    "fragmentation": (
        _("Anti-fragmentation rule"),
        _("Takes the exceptions away where places are parts of one cohesive business operation."),
    ),
    "building_site": (
        _("Building site and projects"),
        _("A site or project alone decides, whatever place stands on it."),
    ),
    "services": (
        _("Services"),
        _("Services furnished there give a permanent establishment without any fixed place."),
    ),
    "exploration": (
        _("Exploration"),
        _("Equipment used there to explore for natural resources."),
    ),
    "agent": (
        _("Person acting for the enterprise"),
        _("What a person does for the enterprise can give it a permanent establishment."),
    ),
    "independence": (
        _("Agent of an independent status"),
        _("Acts of an independent agent in the ordinary course of business give none."),
    ),
    "insurance": (
        _("Insurance"),
        _("Premiums collected, or risks insured, through a person who is not independent."),
    ),
    "control": (
        _("Control of a company"),
        _("Control alone makes neither company a permanent establishment of the other."),
    ),
    "relation": (
        _("Closely related enterprises"),
        _("When two enterprises, or a person and an enterprise, count as closely related."),
    ),
}

# Names of parameters.
THRESHOLD = _("Threshold")
COUNTED = _("Counted")
WITHIN = _("Over")
PROJECT = _("Added together")
COVERS = _("Covers")
FOR = _("Used for")
NEEDS = _("Asks for")
NEEDS_NOT = _("Only where")
PLACES = _("Places listed")
SHIELD = _("Not through")
CARVED_OUT = _("Not where limited to")
TEST = _("Test")
LIFTS = _("Lifts")
RELATED_BY = _("Who is related")
OWN_HOLDING = _("Holding of one in the other")
COMMON_HOLDING = _("Holding of a third in both")
CONTROL = _("Control")
LOST_IF = _("Not independent if")
CONTRACTS = _("Contracts")
THROUGH = _("Furnished through")

PARAMETERS: Mapping[str, Word] = {
    "listed": PLACES,
    "more_than": THRESHOLD,
}

# Values of parameters, by the key they stand under.
VALUES: Mapping[str, Mapping[str, Word]] = {
    "asks": {
        "resident": _("residence in one of the two States"),
        "in_effect": _("the treaty being in effect"),
        "reciprocity": _("reciprocity"),
    },
    "within": {
        "whole_period": _("the whole time of the project"),
        "any_twelve_months": _("any period of twelve months, beginning on any day"),
    },
    "counts": {
        "run": _("from the first day to the last"),
        "days": _("day by day, each day once"),
    },
    "project": {
        "same": _("what belongs to the same project"),
        "same_or_connected": _("what belongs to the same project or to connected ones"),
    },
    "purpose": {"exploration": _("exploration of natural resources")},
    "through": {"personnel": _("employees or other personnel engaged for the purpose")},
    "needs": {
        "own_goods": _("goods of the enterprise"),
        "preparatory": _("a preparatory or auxiliary character"),
        "occasional": _("occasional delivery only"),
        "no_income": _("no income from it"),
        "not_sold_there": _("no sale there"),
    },
    "if": {"whole_preparatory": _("the whole activity of the place is preparatory or auxiliary")},
    "test": {
        "authority": _(
            "authority to conclude contracts in the name of the enterprise, habitually exercised"
        ),
        "concludes_or_principal_role": _(
            "habitually concludes contracts, or habitually plays the principal role leading to "
            "contracts that the enterprise routinely concludes without material modification"
        ),
        "premiums_or_risks": _("premiums collected there, or risks situated there insured"),
    },
    "kinds": {
        "in_name": _("in the name of the enterprise"),
        "for_property": _("to transfer its property, or to grant the use of it"),
        "for_services": _("for services it provides"),
    },
    "needs_not": {
        "authority": _("the person has no such authority"),
        "conclusion": _("the person concludes no contract for the enterprise"),
    },
    "for": {"enterprise": _("orders wholly or almost wholly for the enterprise")},
    "lost_if": {
        "never": _("the text takes the status away in no case"),
        "devoted": _("its activities are devoted wholly or almost wholly to the enterprise"),
        "devoted_and_not_arms_length": _(
            "its activities are devoted wholly or almost wholly to the enterprise, and the "
            "conditions between them are not those of independent enterprises"
        ),
        "exclusive_for_related": _(
            "it acts exclusively or almost exclusively for closely related enterprises"
        ),
    },
    "reinsurance": {"excepted": _("not for reinsurance")},
    "holding": {
        "beneficial_interest": _("the beneficial interest"),
        "votes": _("the votes"),
        "share_value": _("the value of the shares"),
        "equity": _("the beneficial equity interest"),
    },
    "limb": {
        "contract": _("Contracts"),
        "stock": _("Stock of goods"),
        "order": _("Orders"),
    },
}

COMBINATION = _("Combination of activities")
PROTOCOL_DELIVERY = _("Occasional delivery, by the Protocol")
ADDED_TIME = _("Time of related enterprises")
ADDED_TIME_SAYS = _(
    "Added where closely related, doing substantially the same, on the same project; days on which "
    "both work count once."
)
STOCK_SAYS = _("Goods are habitually kept there, and regularly delivered from.")
CONTROL_ON_FACTS = _("on all the facts, one controls the other or the same persons control both")

# The standing of the text.
CERTAINTY: Mapping[str, Word] = {
    "found": pgettext_lazy("certainty", "found"),
    "derived": pgettext_lazy("certainty", "worked out"),
    "unconfirmed": pgettext_lazy("certainty", "not confirmed"),
}
CERTAINTY_IN_FULL: Mapping[str, Word] = {
    "found": _("Found in the source named."),
    "derived": _("Worked out from the source named."),
    "unconfirmed": _("Not confirmed by any source."),
}
PROTOCOL: Mapping[str, Word] = {
    "seen": _("Read"),
    "named_not_seen": _("Named, not seen"),
    "none_named": _("None named"),
    "unknown": pgettext_lazy("protocol", "Not known"),
}

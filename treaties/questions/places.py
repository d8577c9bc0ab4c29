"""Places, what is done there, and the anti-fragmentation rule."""

from collections.abc import Mapping

from treaties.questions.question import (
    LAST_DAY_HINT,
    Question,
    leads,
)
from treaties.wording import _N

PLACE_KINDS: Mapping[str, str] = {
    "place_of_management": _N("Place of management"),
    "branch": _N("Branch"),
    "office": _N("Office"),
    "factory": _N("Factory"),
    "workshop": _N("Workshop"),
    "extraction": _N("Mine, oil or gas well, quarry, or other place of extraction"),
    "exploration_place": _N("Place of exploration of natural resources"),
    "sales_outlet": _N("Sales outlet"),
    "retail_outlet": _N("Retail outlet"),
    "warehouse_for_others": _N("Warehouse offered to others"),
    "farm": _N("Farm or plantation"),
    "storage": _N("Store for goods"),
    "other": _N("Other place"),
}
ACTIVITY_KINDS: Mapping[str, str] = {
    "storage": _N("Storage of goods"),
    "display": _N("Display of goods"),
    "delivery": _N("Delivery of goods"),
    "processing_by_another": _N("Processing by another enterprise"),
    "purchasing": _N("Purchasing for the enterprise itself"),
    "collecting_information": _N("Collecting information for the enterprise itself"),
    "other": _N("Other activity"),
    "core": _N("Core activity (outside every exception)"),
}

_OPEN_PLACE = _N(
    "The fixed place head stays open for this place, unless another answer settles it."
)
_OPEN_EXCEPTION = _N(
    "It stays open whether the place is excepted, unless another answer settles it."
)
_OPEN_FRAGMENTATION = _N(
    "It stays open whether the exceptions still apply, unless another answer settles it."
)

PLACES: Mapping[str, Question] = {
    "places": Question(
        text=_N("Does the enterprise use a place in {state} for its business?"),
        label=_N("Fixed places"),
        hint=_N(
            "Premises, facilities, equipment at one spot, or space at the premises of someone "
            "else; rented, owned or used without any contract. Past and planned places count as "
            "well."
        ),
        why=_N(
            "A fixed place of business through which the business of the enterprise is carried on "
            "is a permanent establishment, unless the place is excepted."
        ),
        leads=leads(
            yes=_N("Each place is tested by itself, with its activities and the exceptions."),
            no=_N("There is no place to test under the fixed place head."),
            unknown=_N("The fixed place head stays open."),
        ),
    ),
    "places[].name": Question(
        text=_N("Name of the place"),
        label=_N("Name"),
        hint=_N("As it is to stand in the reasons, for example “Store at the port”."),
        why=_N("The reasons name the place."),
    ),
    "places[].kind": Question(
        text=_N("What kind of place is “{name}”?"),
        label=_N("Kind of place"),
        hint=_N("Choose the closest one; it changes no outcome."),
        why=_N(
            "The kind only picks the item of the list of places that is cited; the general rule "
            "has to be met in any case."
        ),
        choices=PLACE_KINDS,
    ),
    "places[].at_disposal": Question(
        text=_N("Is “{name}” at the disposal of the enterprise?"),
        label=_N("At the disposal of the enterprise"),
        hint=_N(
            "It can use the place for its own business, whoever owns or rents it. Being let in as "
            "a visitor is not enough."
        ),
        why=_N("A place counts for the enterprise only if it is at its disposal."),
        leads=leads(
            yes=_N("This condition of a fixed place of business is met."),
            no=_N("The place is not a permanent establishment under the fixed place head."),
            unknown=_OPEN_PLACE,
        ),
    ),
    "places[].fixed": Question(
        text=_N("Is “{name}” fixed: bound to a location, with a degree of permanence?"),
        label=_N("Fixed"),
        hint=_N(
            "The first and the last day inform this judgement, and so does regular return to the "
            "same spot. The text gives no number."
        ),
        why=_N("Only a fixed place of business is a permanent establishment under this head."),
        leads=leads(
            yes=_N("This condition of a fixed place of business is met."),
            no=_N("The place is not a permanent establishment under the fixed place head."),
            unknown=_OPEN_PLACE,
        ),
    ),
    "places[].business_carried_on": Question(
        text=_N(
            "Is the business of the enterprise carried on, wholly or partly, through “{name}”?"
        ),
        label=_N("Business carried on through the place"),
        hint=_N(
            "Part of the business is enough. Answer yes for preparatory or auxiliary activities "
            "too: exceptions are tested separately."
        ),
        why=_N("A place that does not serve the business is not a place of business."),
        leads=leads(
            yes=_N("This condition of a fixed place of business is met."),
            no=_N("The place is not a permanent establishment under the fixed place head."),
            unknown=_OPEN_PLACE,
        ),
    ),
    "places[].from": Question(
        text=_N("First day at the place"),
        label=_N("First day"),
        hint=_N("The first day on which the place was at the disposal of the enterprise."),
        why=_N(
            "The dates inform the judgement on permanence, and say since when there is a permanent "
            "establishment."
        ),
        leads={"unknown": _N("The conclusion does not say since when; no outcome changes.")},
    ),
    "places[].to": Question(
        text=_N("Last day at the place"),
        label=_N("Last day"),
        hint=LAST_DAY_HINT,
        why=_N(
            "The dates inform the judgement on permanence, and say until when there is a permanent "
            "establishment."
        ),
        leads={"unknown": _N("The conclusion does not say until when; no outcome changes.")},
    ),
    "places[].part_of_site": Question(
        text=_N("Which building site or exploration does “{name}” merely serve, if any?"),
        label=_N("Merely serves a site"),
        hint=_N(
            "A site hut or an office used only for the site, for example. Choose none if the place "
            "serves other business as well."
        ),
        why=_N(
            "Where the treaty has a head for sites or for exploration, that head alone decides a "
            "place which merely serves one; otherwise the place is tested by itself."
        ),
    ),
    "places[].activities": Question(
        text=_N("Which activities are carried on at “{name}”?"),
        label=_N("Activities"),
        hint=_N(
            "Choose all of them. A core activity is one that no exception can cover, such as "
            "selling or manufacturing; purchasing or collecting information for others is a core "
            "activity too. With none chosen, no exception applies."
        ),
        why=_N(
            "An exception covers a place only if nothing else is done there: one activity outside "
            "the exceptions is enough to lose them."
        ),
        leads=leads(
            yes=_N("Each activity is held against the list of exceptions."),
            no=_N("No exception applies; the general rule decides."),
            unknown=_OPEN_EXCEPTION,
        ),
        choices=ACTIVITY_KINDS,
    ),
    "places[].activities[].kind": Question(
        text=_N("What kind of activity is carried on at “{name}”?"),
        label=_N("Kind of activity"),
        hint=_N("Each kind is entered once; a core activity is one that no exception can cover."),
        why=_N("Each kind of activity has its own exception, or none."),
        choices=ACTIVITY_KINDS,
    ),
    "places[].activities[].goods_of_enterprise": Question(
        text=_N("In the activity “{activity}” at “{name}”, do the goods belong to the enterprise?"),
        label=_N("Goods belong to the enterprise"),
        hint=_N(
            "Goods that belong to a customer, to a supplier or to another enterprise of its group "
            "do not."
        ),
        why=_N("Exceptions for goods cover only goods that belong to the enterprise."),
        leads=leads(
            yes=_N("This condition of the exception is met."),
            no=_N(
                "Where the exception is for goods of the enterprise, it does not cover the place."
            ),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].activities[].preparatory_or_auxiliary": Question(
        text=_N("Is the activity “{activity}” at “{name}” preparatory or auxiliary?"),
        label=_N("Preparatory or auxiliary"),
        hint=_N(
            "Measured against the business of the enterprise: what comes before its essential part "
            "is preparatory, what supports it without being part of it is auxiliary."
        ),
        why=_N(
            "Exceptions are meant for activities that prepare or support the business. Some texts "
            "ask this of every activity, others only of those that the list does not name."
        ),
        leads=leads(
            yes=_N("This condition of the exception is met."),
            no=_N("Where the exception asks for this, it does not cover the place."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].activities[].occasional": Question(
        text=_N("Is the activity “{activity}” at “{name}” occasional?"),
        label=_N("Occasional"),
        hint=_N(
            "Case by case, not as a pattern. The text gives no number: look at how often goods are "
            "delivered, and over what time."
        ),
        why=_N("A protocol can except occasional delivery of goods that belong to the enterprise."),
        leads=leads(
            yes=_N("This condition of the exception for occasional delivery is met."),
            no=_N("The delivery is not occasional and is tested like any other activity."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].activities[].earns_income": Question(
        text=_N("Is income derived from the activity “{activity}” at “{name}”?"),
        label=_N("Income derived"),
        hint=_N("Any charge for the delivery is income, even one that only covers its cost."),
        why=_N(
            "A protocol can except occasional delivery only where no income is derived from it."
        ),
        leads=leads(
            yes=_N(
                "The exception for occasional delivery does not apply, unless it is read as asking "
                "for profit."
            ),
            no=_N("This condition of the exception for occasional delivery is met."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].activities[].earns_profit": Question(
        text=_N("Is profit derived from the activity “{activity}” at “{name}”?"),
        label=_N("Profit derived"),
        hint=_N("A charge above cost gives profit; a charge at cost gives income, but no profit."),
        why=_N("The word for income in a protocol can also be read as profit."),
        leads=leads(
            yes=_N("The exception for occasional delivery does not apply, on either reading."),
            no=_N("On the reading that only profit matters, this condition is met."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].activities[].sold_there": Question(
        text=_N("Is “{name}” used as a sales outlet, or are its goods sold in {state}?"),
        label=_N("Sales outlet, or goods sold there"),
        hint=_N("One of the two is enough for yes."),
        why=_N(
            "A protocol can except occasional delivery only where the place is not a sales outlet "
            "and the goods are not sold there."
        ),
        leads=leads(
            yes=_N("The exception for occasional delivery does not apply."),
            no=_N("This condition of the exception for occasional delivery is met."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].combination_preparatory_or_auxiliary": Question(
        text=_N("Is the whole activity of “{name}” preparatory or auxiliary?"),
        label=_N("Whole activity preparatory or auxiliary"),
        hint=_N("Weigh all activities at the place together, not one by one."),
        why=_N(
            "A combination of excepted activities is excepted only if the whole activity of the "
            "place is preparatory or auxiliary."
        ),
        leads=leads(
            yes=_N("The combination is excepted, if each activity meets its own conditions."),
            no=_N("The combination is not excepted."),
            unknown=_OPEN_EXCEPTION,
        ),
    ),
    "places[].fragmentation": Question(
        text=_N("Is “{name}” one part of a business that is spread over several places?"),
        label=_N("Anti-fragmentation rule"),
        hint=_N("Places of the enterprise and of closely related enterprises are seen together."),
        why=_N(
            "The anti-fragmentation rule takes the exceptions away where one cohesive business "
            "operation is divided into parts that are each preparatory or auxiliary."
        ),
    ),
    "places[].fragmentation.business_at_same_or_other_place": Question(
        text=_N(
            "Is business carried on at “{name}” or at another place in {state} by the enterprise "
            "itself, or by a closely related enterprise?"
        ),
        label=_N("Business at the same or another place"),
        hint=_N(
            "The other business counts, not the one tested here; say below which enterprise "
            "carries it on."
        ),
        why=_N(
            "The anti-fragmentation rule needs other business with which the place is combined."
        ),
        leads=leads(
            yes=_N("The other conditions of the anti-fragmentation rule are tested."),
            no=_N("The exceptions still apply."),
            unknown=_OPEN_FRAGMENTATION,
        ),
    ),
    "places[].fragmentation.enterprise": Question(
        text=_N("Which enterprise carries on that business?"),
        label=_N("Enterprise that carries on the other business"),
        hint=_N("The enterprise itself, or one of the related enterprises."),
        why=_N("Another enterprise counts for this rule only if it is closely related."),
    ),
    "places[].fragmentation.complementary": Question(
        text=_N(
            "Are the activities at “{name}” and that business complementary functions of one "
            "cohesive business operation?"
        ),
        label=_N("Complementary functions of one operation"),
        hint=_N("Storing goods and selling them nearby, for example."),
        why=_N(
            "The anti-fragmentation rule reaches only parts that complement each other in one "
            "cohesive business operation."
        ),
        leads=leads(
            yes=_N("The other conditions of the anti-fragmentation rule are tested."),
            no=_N("The exceptions still apply."),
            unknown=_OPEN_FRAGMENTATION,
        ),
    ),
    "places[].fragmentation.one_is_pe": Question(
        text=_N(
            "Is “{name}” or the other place a permanent establishment of either of the enterprises?"
        ),
        label=_N("Permanent establishment at one of the places"),
        hint=_N(
            "Other places and building sites in this assessment are taken into account by "
            "themselves. Answer for places that are not in it."
        ),
        why=_N(
            "The exceptions do not apply where one of the places that belong together is a "
            "permanent establishment."
        ),
        leads=leads(
            yes=_N("The exceptions do not apply, if the functions are complementary."),
            no=_N(
                "Unless another place or site of this assessment is one, the rule turns on the "
                "activities taken together."
            ),
            unknown=_OPEN_FRAGMENTATION,
        ),
    ),
    "places[].fragmentation.combined_preparatory_or_auxiliary": Question(
        text=_N(
            "Are the activities at “{name}” and that business, taken together, preparatory or "
            "auxiliary?"
        ),
        label=_N("Activities together preparatory or auxiliary"),
        hint=_N("Weigh the parts as one, as if one enterprise did them all at one place."),
        why=_N(
            "The exceptions do not apply where the parts, taken together, are more than "
            "preparatory or auxiliary."
        ),
        leads=leads(
            yes=_N(
                "The exceptions still apply, unless one of the places is a permanent establishment."
            ),
            no=_N("The exceptions do not apply, if the functions are complementary."),
            unknown=_OPEN_FRAGMENTATION,
        ),
    ),
}

"""The words for readings, heads and outcomes: what can be chosen, and what came out.

Each reading has a title, a question, and for each option a short label and its effect in one
sentence. Why a given text leaves the point open stands in that treaty's file, not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from treaties.wording import _N


@dataclass(frozen=True, slots=True)
class OptionWords:
    """One option of a reading: its short label, and what the conclusion does under it."""

    label: str
    effect: str


@dataclass(frozen=True, slots=True)
class ReadingWords:
    """A reading in words; `options` in the usual order, the sense of the article first."""

    title: str
    question: str
    options: Mapping[str, OptionWords]


HEAD_WORDS: Mapping[str, str] = {
    "fixed_place": _N("Fixed place"),
    "building_site": _N("Building site"),
    "services": _N("Services"),
    "exploration": _N("Exploration"),
    "dependent_agent": _N("Agent"),
    "insurance": _N("Insurance"),
}
OUTCOME_WORDS: Mapping[str, str] = {  # tags: of a head and of the whole conclusion
    "pe": _N("PE"),
    "no_pe": _N("No PE"),
    "undetermined": _N("Undetermined"),
}
OUTCOME_TITLES: Mapping[str, str] = {  # the same in full, for headings and for readers of a tag
    "pe": _N("Permanent establishment"),
    "no_pe": _N("No permanent establishment"),
    "undetermined": _N("Undetermined"),
}
APPLICABILITY_WORDS: Mapping[str, str] = {
    "applies": _N("The treaty applies"),
    "does_not_apply": _N("The treaty does not apply"),
    "unknown": _N("It is not known whether the treaty applies"),
}

READING_WORDS: Mapping[str, ReadingWords] = {
    "month": ReadingWords(
        title=_N("Months of a threshold"),
        question=_N("In which calendar does a threshold in months run?"),
        options={
            "calendar": OptionWords(
                _N("Gregorian months"),
                _N("A threshold in months runs in months of the Gregorian calendar."),
            ),
            "solar_hijri": OptionWords(
                _N("Solar Hijri months"),
                _N(
                    "A threshold in months runs in months of the Solar Hijri calendar; "
                    "twelve-month periods stay Gregorian."
                ),
            ),
            "thirty_days": OptionWords(
                _N("Months of thirty days"),
                _N(
                    "Each month of a threshold is thirty days; twelve-month periods stay Gregorian."
                ),
            ),
        },
    ),
    "breaks": ReadingWords(
        title=_N("Breaks in the work"),
        question=_N("Do breaks in the work count towards the time of a building site?"),
        options={
            "counted": OptionWords(
                _N("Breaks count"),
                _N("A project runs from its first day to its last; breaks do not stop the clock."),
            ),
            "excluded": OptionWords(
                _N("Breaks are left out"),
                _N(
                    "A day counts only if a site of the project works on it; these days are held "
                    "against the days that the threshold holds."
                ),
            ),
        },
    ),
    "first_day": ReadingWords(
        title=_N("First day of a project"),
        question=_N("Does the first day of a building site or an exploration count?"),
        options={
            "counted": OptionWords(
                _N("The first day counts"),
                _N("The first day of a project is counted, like the last."),
            ),
            "not_counted": OptionWords(
                _N("The first day is left out"),
                _N("The count of a project begins on its second day."),
            ),
        },
    ),
    "service_days": ReadingWords(
        title=_N("Days not worked, in services"),
        question=_N("Do days of presence without work count towards services?"),
        options={
            "worked": OptionWords(
                _N("Only days worked"),
                _N("Leave, business development and private days are left out."),
            ),
            "presence": OptionWords(
                _N("Every day of presence"),
                _N("Every day of a stay counts, leave and private days included."),
            ),
        },
    ),
    "omitted_delivery": ReadingWords(
        title=_N("Delivery, left out of the list"),
        question=_N("Can delivery be excepted although the list of exceptions does not name it?"),
        options={
            "residual": OptionWords(
                _N("As an other activity"),
                _N("Delivery is excepted if it is preparatory or auxiliary."),
            ),
            "not_excepted": OptionWords(
                _N("Not excepted"),
                _N(
                    "Delivery is outside every exception of the list, as a core activity is; a "
                    "protocol can still except it."
                ),
            ),
        },
    ),
    "installation": ReadingWords(
        title=_N("Installation of a building"),
        question=_N(
            "Does the clause on building sites cover installation other than of a building?"
        ),
        options={
            "any": OptionWords(
                _N("Any installation"),
                _N("Assembly and installation count, of a building or of machinery."),
            ),
            "building_only": OptionWords(
                _N("Only of a building"),
                _N(
                    "Assembly or installation of anything but a building is outside the clause; "
                    "the place is then to be tested as a fixed place."
                ),
            ),
        },
    ),
    "protocol": ReadingWords(
        title=_N("Protocol on occasional delivery"),
        question=_N("Does the Protocol on occasional delivery apply to this treaty?"),
        options={
            "applies": OptionWords(
                _N("The Protocol applies"),
                _N("Occasional delivery that meets the conditions of the Protocol is excepted."),
            ),
            "does_not_apply": OptionWords(
                _N("The Protocol does not apply"),
                _N("Delivery is tested by the list of exceptions alone."),
            ),
        },
    ),
    "delivery_income": ReadingWords(
        title=_N("Income from delivery"),
        question=_N("Does income that is no profit take the exception for delivery away?"),
        options={
            "any_income": OptionWords(
                _N("Any income"),
                _N("Any charge for the delivery takes the exception away, even one at cost."),
            ),
            "profit": OptionWords(
                _N("Only profit"),
                _N("Only a profit takes the exception away; a charge at cost does no harm."),
            ),
        },
    ),
    "protocol_storage": ReadingWords(
        title=_N("Storage together with delivery"),
        question=_N(
            "Is a place excepted that both stores or displays goods and delivers them occasionally?"
        ),
        options={
            "separate": OptionWords(
                _N("Only as a combination"),
                _N(
                    "The place is tested as a combination of activities, in which the delivery is "
                    "an other activity."
                ),
            ),
            "together": OptionWords(
                _N("Without more"),
                _N("Storage or display together with occasional delivery is excepted."),
            ),
        },
    ),
    "unused_authority": ReadingWords(
        title=_N("Authority that is not used"),
        question=_N(
            "Does authority that is not habitually exercised exclude the rule on a stock of goods?"
        ),
        options={
            "bars_stock": OptionWords(
                _N("It excludes the rule"),
                _N(
                    "A person with authority to conclude contracts is outside the rule on a stock "
                    "of goods, used or not."
                ),
            ),
            "does_not_bar": OptionWords(
                _N("It does not exclude the rule"),
                _N(
                    "Only a person who habitually exercises the authority is outside the rule on a "
                    "stock of goods."
                ),
            ),
        },
    ),
    "related_principals": ReadingWords(
        title=_N("Principals of one group"),
        question=_N("Do the enterprises of one group count as one principal of an agent?"),
        options={
            "single": OptionWords(
                _N("This enterprise alone"),
                _N(
                    "Only work wholly or almost wholly for this enterprise counts against the "
                    "independent status."
                ),
            ),
            "group": OptionWords(
                _N("The whole group"),
                _N(
                    "Work wholly or almost wholly for this enterprise and others of its group "
                    "counts against the independent status as well."
                ),
            ),
        },
    ),
    "each_item_preparatory": ReadingWords(
        title=_N("What has to be preparatory or auxiliary"),
        question=_N("Must every excepted activity be preparatory or auxiliary?"),
        options={
            "every_item": OptionWords(
                _N("Every activity"),
                _N("Storage alone, too, is excepted only if it is preparatory or auxiliary."),
            ),
            "combination_only": OptionWords(
                _N("Only other activities and combinations"),
                _N("An activity that the list names, such as storage, is excepted without more."),
            ),
        },
    ),
    "aggregation": ReadingWords(
        title=_N("Days of related enterprises"),
        question=_N("Where are the days of closely related enterprises added?"),
        options={
            "exploration_only": OptionWords(
                _N("Exploration only"),
                _N("Days of closely related enterprises are added for exploration only."),
            ),
            "sites_and_services": OptionWords(
                _N("Building sites and services as well"),
                _N(
                    "Days of closely related enterprises are added for building sites and services "
                    "as well."
                ),
            ),
        },
    ),
    "supervision_as_service": ReadingWords(
        title=_N("Supervision as services"),
        question=_N("Do supervisory activities also count as services?"),
        options={
            "no": OptionWords(
                _N("Not as services"),
                _N("Supervisory activities count under the building site head alone."),
            ),
            "yes": OptionWords(
                _N("As services too"),
                _N(
                    "All days of supervisory activities, from the first to the last, count as "
                    "services of their project as well."
                ),
            ),
        },
    ),
    "ordinary_course": ReadingWords(
        title=_N("Ordinary course of whose business"),
        question=_N("In the ordinary course of whose business must an independent agent act?"),
        options={
            "of_agent": OptionWords(
                _N("Business of the agent"),
                _N("An agent is independent only in the ordinary course of its own business."),
            ),
            "of_enterprise": OptionWords(
                _N("Business of the enterprise"),
                _N(
                    "An agent is independent only in the ordinary course of the business of the "
                    "enterprise."
                ),
            ),
        },
    ),
    "stock_contract": ReadingWords(
        title=_N("Contracts of a person who keeps a stock"),
        question=_N("Which contracts exclude the rule on a stock of goods?"),
        options={
            "habitual": OptionWords(
                _N("Only habitual ones"),
                _N(
                    "A person who habitually concludes contracts is outside the rule on a stock of "
                    "goods."
                ),
            ),
            "any_contract": OptionWords(
                _N("Any contract"),
                _N(
                    "A person who concludes even one contract is outside the rule on a stock of "
                    "goods."
                ),
            ),
        },
    ),
    "reinsurance": ReadingWords(
        title=_N("Reinsurance"),
        question=_N("Is reinsurance insuring risks?"),
        options={
            "insures": OptionWords(
                _N("It insures risks"),
                _N("A person limited to reinsurance counts like any other."),
            ),
            "does_not_insure": OptionWords(
                _N("It does not insure risks"),
                _N(
                    "For a person limited to reinsurance, only premiums that are collected count, "
                    "not risks that are insured."
                ),
            ),
        },
    ),
    "common_owner": ReadingWords(
        title=_N("Holdings of a common owner"),
        question=_N("Must a common owner hold both votes and share value?"),
        options={
            "votes_and_value": OptionWords(
                _N("Votes and share value"),
                _N("Votes and share value of a common owner count only together."),
            ),
            "votes_or_value": OptionWords(
                _N("Votes or share value"),
                _N("Either votes or share value of a common owner is enough."),
            ),
        },
    ),
    "orders": ReadingWords(
        title=_N("Orders"),
        question=_N("Which dealing with orders does the rule on orders mean?"),
        options={
            "secures": OptionWords(
                _N("Securing orders"),
                _N("The rule reaches a person who habitually secures orders for the enterprise."),
            ),
            "carries_out": OptionWords(
                _N("Carrying out orders"),
                _N(
                    "The rule reaches a person who habitually carries out orders for the "
                    "enterprise."
                ),
            ),
        },
    ),
    "insurance_person": ReadingWords(
        title=_N("Premiums without any person"),
        question=_N("Does the insurance rule need a person who acts there for the enterprise?"),
        options={
            "person_required": OptionWords(
                _N("A person is needed"),
                _N("Premiums that are collected without any person there do not count."),
            ),
            "premiums_without_person": OptionWords(
                _N("No person is needed"),
                _N(
                    "Premiums that an insurance enterprise collects there without any person count "
                    "as well, other than for reinsurance."
                ),
            ),
        },
    ),
}

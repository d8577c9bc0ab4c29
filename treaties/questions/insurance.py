"""Insurance: the enterprise, and what it does through each person."""

from collections.abc import Mapping

from treaties.questions.question import (
    Question,
    leads,
)
from treaties.wording import _N

_OPEN_INSURANCE = _N("The insurance head stays open, unless another answer settles it.")

INSURANCE: Mapping[str, Question] = {
    "enterprise.insurer": Question(
        text=_N("Is the enterprise an insurance enterprise?"),
        label=_N("Insurance enterprise"),
        hint=_N("It insures risks itself; a broker or agent for insurers does not."),
        why=_N("A treaty can have a head of its own for insurance enterprises."),
        leads=leads(
            yes=_N("Premiums and risks are tested for each person who acts for the enterprise."),
            no=_N("There is no permanent establishment under the insurance head."),
            unknown=_OPEN_INSURANCE,
        ),
    ),
    "enterprise.premiums_without_person": Question(
        text=_N("Does the enterprise collect premiums in {state} without any person there?"),
        label=_N("Premiums without any person"),
        hint=_N("By bank transfer or online, for example. Premiums for reinsurance do not count."),
        why=_N("It is a matter of reading whether a person has to act there for the enterprise."),
        leads=leads(
            yes=_N(
                "On the reading that no person is needed, the enterprise, if it is an insurer, has "
                "a permanent establishment."
            ),
            no=_N("The insurance head turns on the people who act for the enterprise."),
            unknown=_OPEN_INSURANCE,
        ),
    ),
    "agents[].collects_premiums": Question(
        text=_N("Does the enterprise collect premiums in {state} through “{name}”?"),
        label=_N("Collects premiums"),
        hint=_N("Whether or not the person also concludes the insurance contracts."),
        why=_N(
            "An insurance enterprise has a permanent establishment where it collects premiums "
            "there through a person who is not an independent agent."
        ),
        leads=leads(
            yes=_N(
                "The insurance head is met, unless independence or reinsurance stands against it."
            ),
            no=_N("For this person, the insurance head turns on the risks insured."),
            unknown=_OPEN_INSURANCE,
        ),
    ),
    "agents[].insures_risks": Question(
        text=_N("Does the enterprise insure risks situated in {state} through “{name}”?"),
        label=_N("Insures risks situated there"),
        hint=_N("The place of the risk counts, not that of the contract."),
        why=_N(
            "An insurance enterprise has a permanent establishment where it insures risks situated "
            "there through a person who is not an independent agent."
        ),
        leads=leads(
            yes=_N(
                "The insurance head is met, unless independence or reinsurance stands against it."
            ),
            no=_N("For this person, the insurance head turns on the premiums collected."),
            unknown=_OPEN_INSURANCE,
        ),
    ),
    "agents[].reinsurance_only": Question(
        text=_N("Is what “{name}” does for the enterprise reinsurance only?"),
        label=_N("Reinsurance only"),
        hint=_N("Answer no if there is any direct insurance."),
        why=_N("Reinsurance can be excepted, or it can be a matter of reading whether it counts."),
        leads=leads(
            yes=_N(
                "Where reinsurance is excepted, this person gives no permanent establishment by "
                "insurance; elsewhere it is a matter of reading whether its risks count."
            ),
            no=_N("No exception for reinsurance concerns this person."),
            unknown=_OPEN_INSURANCE,
        ),
    ),
}

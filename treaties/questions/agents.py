"""Every person who acts for the enterprise: contracts, goods, orders, independence."""

from collections.abc import Mapping

from treaties.questions.question import (
    Question,
    leads,
)
from treaties.wording import _N

RELATIONS: Mapping[str, str] = {
    "employee": _N("Employee"),
    "subsidiary": _N("Subsidiary"),
    "related": _N("Other related enterprise"),
    "third_party": _N("Third party"),
}

_OPEN_AGENT = _N("The agent head stays open for this person, unless another answer settles it.")
_OPEN_INDEPENDENCE = _N(
    "It stays open whether the person is an independent agent, unless another answer settles it."
)

_CONTRACT_KINDS_WHY = _N(
    "Contracts count if they are in the name of the enterprise, for its property or for its "
    "services; one of the three is enough."
)
_CONTRACT_KIND_MET = _N("The contracts are of a kind that counts.")
_CONTRACT_KIND_NOT_MET = _N("The contracts count only if they are of one of the other two kinds.")
_HABIT_HINT = _N(
    "A pattern over time, more than now and then. The text gives no number: look at how often it "
    "happens, over what time, and whether it is part of the role."
)

AGENTS: Mapping[str, Question] = {
    "agents": Question(
        text=_N("Does any person act in {state} for the enterprise?"),
        label=_N("People who act for the enterprise"),
        hint=_N(
            "Employees, subsidiaries, other related enterprises, agents, brokers: everyone who "
            "concludes or prepares contracts, keeps goods, takes orders, collects premiums or "
            "insures risks for it."
        ),
        why=_N(
            "A person who acts for the enterprise can give it a permanent establishment without "
            "any fixed place."
        ),
        leads=leads(
            yes=_N("Each person is tested separately."),
            no=_N("There is no person to test, neither as an agent nor for insurance."),
            unknown=_N("The agent head stays open, and so does insurance for an insurer."),
        ),
    ),
    "agents[].name": Question(
        text=_N("Name of the person"),
        label=_N("Name"),
        hint=_N("An individual or a company, as it is to stand in the reasons."),
        why=_N("The reasons name the person."),
    ),
    "agents[].relation": Question(
        text=_N("How is “{name}” related to the enterprise?"),
        label=_N("Relation"),
        hint=_N("It describes the person and changes no outcome."),
        why=_N(
            "The rules on agents are not limited to outsiders: employees and group companies "
            "count as well."
        ),
        choices=RELATIONS,
    ),
    "agents[].enterprise": Question(
        text=_N("Which of the related enterprises is “{name}”?"),
        label=_N("Which related enterprise"),
        hint=_N("Choose none if it is not one of them."),
        why=_N("Control and holdings then decide whether the person is closely related."),
    ),
    "agents[].acts_on_behalf": Question(
        text=_N("Does “{name}” act in {state} on behalf of the enterprise?"),
        label=_N("Acts on behalf of the enterprise"),
        hint=_N(
            "It does so where what it does is done for the enterprise. A buyer that resells on its "
            "own account acts for itself."
        ),
        why=_N("Every rule on agents needs a person who acts on behalf of the enterprise."),
        leads=leads(
            yes=_N("The rules on agents are tested for this person."),
            no=_N(
                "This person gives no permanent establishment under the agent head; insurance is "
                "tested separately."
            ),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].authority_to_conclude": Question(
        text=_N(
            "Does “{name}” have authority to conclude contracts in the name of the enterprise?"
        ),
        label=_N("Authority to conclude contracts"),
        hint=_N(
            "Authority to bind the enterprise, given in writing or in practice. Where the text "
            "speaks of authority in that State, count only authority to conclude contracts in "
            "{state}."
        ),
        why=_N(
            "Authority that is habitually exercised gives a permanent establishment; a rule on a "
            "stock of goods can ask that there be no such authority."
        ),
        leads=leads(
            yes=_N(
                "The rule on contracts is met, if the authority is habitually exercised and its "
                "other conditions are met."
            ),
            no=_N("The rule on contracts is not met; a rule on a stock of goods can be."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].habitually_concludes": Question(
        text=_N("Does “{name}” habitually conclude contracts for the enterprise?"),
        label=_N("Habitually concludes contracts"),
        hint=_N(
            "A pattern over time, more than now and then; where there is authority, its habitual "
            "exercise. The text gives no number: look at how many contracts there are, over what "
            "time, and whether concluding them is part of the role."
        ),
        why=_N("Only contracts that are habitually concluded give a permanent establishment."),
        leads=leads(
            yes=_N("The rule on contracts is met, if its other conditions are."),
            no=_N(
                "Contracts that the person concludes give no permanent establishment; other rules "
                "can."
            ),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].concludes_any": Question(
        text=_N("Does “{name}” conclude any contract at all for the enterprise, however rarely?"),
        label=_N("Concludes any contract"),
        hint=_N("One contract is enough for yes."),
        why=_N(
            "A rule on a stock of goods can be limited to a person who concludes no contract; it "
            "is a matter of reading whether one contract is enough to be outside it."
        ),
        leads=leads(
            yes=_N("On that reading the rule on a stock of goods does not reach this person."),
            no=_N("The rule on a stock of goods can reach this person, on either reading."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].principal_role": Question(
        text=_N(
            "Does “{name}” habitually play the principal role leading to the conclusion of "
            "contracts?"
        ),
        label=_N("Principal role leading to contracts"),
        hint=_N(
            "The person brings the customers to agree, as a pattern over time. Advertising or "
            "supplying information alone is not enough."
        ),
        why=_N(
            "The principal role in contracts that the enterprise then routinely concludes can "
            "count like concluding them."
        ),
        leads=leads(
            yes=_N("What counts next is whether those contracts are materially modified."),
            no=_N("Contracts count only if the person habitually concludes them itself."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].no_material_modification": Question(
        text=_N(
            "Does the enterprise routinely conclude, without material modification, the contracts "
            "in which “{name}” plays that role?"
        ),
        label=_N("Concluded without material modification"),
        hint=_N("Approval as a matter of form is no modification; new prices or terms are."),
        why=_N(
            "The principal role counts only if the enterprise then routinely concludes the "
            "contracts without material modification."
        ),
        leads=leads(
            yes=_N("With the principal role, this can count like concluding the contracts."),
            no=_N("The principal role does not count."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].in_name": Question(
        text=_N(
            "Are the contracts that “{name}” concludes or leads to in the name of the enterprise?"
        ),
        label=_N("Contracts in the name of the enterprise"),
        hint=_N("The enterprise is named as the party to the contract."),
        why=_CONTRACT_KINDS_WHY,
        leads=leads(yes=_CONTRACT_KIND_MET, no=_CONTRACT_KIND_NOT_MET, unknown=_OPEN_AGENT),
    ),
    "agents[].for_property": Question(
        text=_N(
            "Are the contracts that “{name}” concludes or leads to for property of the enterprise, "
            "or for the right to use it?"
        ),
        label=_N("Contracts for its property, or the use of it"),
        hint=_N("Property that the enterprise owns or has the right to use, goods included."),
        why=_CONTRACT_KINDS_WHY,
        leads=leads(yes=_CONTRACT_KIND_MET, no=_CONTRACT_KIND_NOT_MET, unknown=_OPEN_AGENT),
    ),
    "agents[].for_services": Question(
        text=_N(
            "Are the contracts that “{name}” concludes or leads to for services of the enterprise?"
        ),
        label=_N("Contracts for its services"),
        hint=_N("Services that the enterprise, not the person, is to furnish."),
        why=_CONTRACT_KINDS_WHY,
        leads=leads(yes=_CONTRACT_KIND_MET, no=_CONTRACT_KIND_NOT_MET, unknown=_OPEN_AGENT),
    ),
    "agents[].limited_to_excepted_activities": Question(
        text=_N("Are the activities of “{name}” limited to the exceptions?"),
        label=_N("Activities limited to the exceptions"),
        hint=_N(
            "Everything the person does for the enterprise would be excepted if it were done "
            "through a fixed place, such as purchasing for it."
        ),
        why=_N(
            "A person limited to activities that a fixed place may carry on gives no permanent "
            "establishment by contracts."
        ),
        leads=leads(
            yes=_N(
                "The rule on contracts does not reach this person; rules on a stock of goods, on "
                "orders and on insurance still can."
            ),
            no=_N("The rule on contracts is not cut back."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].maintains_stock": Question(
        text=_N("Does “{name}” habitually keep a stock of goods in {state}?"),
        label=_N("Habitually keeps a stock of goods"),
        hint=_N(
            "A pattern over time, not a single consignment. The goods need not belong to the "
            "enterprise."
        ),
        why=_N(
            "A person who keeps goods there and regularly delivers from them can give a permanent "
            "establishment without any contract."
        ),
        leads=leads(
            yes=_N("The rule on a stock of goods is met, if its other conditions are."),
            no=_N("The rule on a stock of goods does not reach this person."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].delivers_regularly": Question(
        text=_N(
            "Does “{name}” regularly deliver goods from that stock on behalf of the enterprise?"
        ),
        label=_N("Regularly delivers from the stock"),
        hint=_N("At regular times or whenever customers order, not only in single cases."),
        why=_N("A stock of goods counts only if the person regularly delivers from it."),
        leads=leads(
            yes=_N("The rule on a stock of goods is met, if its other conditions are."),
            no=_N("The rule on a stock of goods does not reach this person."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].secures_orders": Question(
        text=_N("Does “{name}” habitually secure orders in {state}?"),
        label=_N("Habitually secures orders"),
        hint=_HABIT_HINT,
        why=_N("A person who habitually secures orders can give a permanent establishment."),
        leads=leads(
            yes=_N("The rule on orders is met, if its other conditions are."),
            no=_N("The rule on orders, where it means securing them, does not reach this person."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].fulfils_orders": Question(
        text=_N("Does “{name}” habitually carry out orders in {state}?"),
        label=_N("Habitually carries out orders"),
        hint=_HABIT_HINT,
        why=_N("A text on orders can be read as meaning their being carried out."),
        leads=leads(
            yes=_N("On that reading the rule on orders is met, if its other conditions are."),
            no=_N("On that reading the rule on orders does not reach this person."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].orders_for_enterprise_only": Question(
        text=_N("Are the orders of “{name}” wholly or almost wholly for the enterprise?"),
        label=_N("Orders wholly or almost wholly for the enterprise"),
        hint=_N("The orders that the person secures or carries out there, all principals counted."),
        why=_N("The rule on orders asks for orders wholly or almost wholly for the enterprise."),
        leads=leads(
            yes=_N("This condition of the rule on orders is met."),
            no=_N("The rule on orders does not reach this person."),
            unknown=_OPEN_AGENT,
        ),
    ),
    "agents[].independent": Question(
        text=_N("Is “{name}” legally and economically independent of the enterprise?"),
        label=_N("Independent"),
        hint=_N(
            "It bears its own risk, takes no detailed instructions and has other principals. A "
            "broker or commission agent often is; an employee is not."
        ),
        why=_N(
            "An agent of an independent status who acts in the ordinary course of business gives "
            "no permanent establishment."
        ),
        leads=leads(
            yes=_N(
                "In the ordinary course of business the person is an independent agent, unless "
                "that status is lost."
            ),
            no=_N("The outcome turns on what the person does for the enterprise."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].ordinary_course": Question(
        text=_N("Does “{name}” act in the ordinary course of its own business?"),
        label=_N("Ordinary course of its own business"),
        hint=_N("What it does for the enterprise is what agents of its trade usually do."),
        why=_N(
            "An independent agent keeps the enterprise from a permanent establishment only while "
            "it acts in the ordinary course of business."
        ),
        leads=leads(
            yes=_N("This condition of an independent agent is met."),
            no=_N(
                "The person does not count as an independent agent, unless the text is read as "
                "meaning the business of the enterprise."
            ),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].ordinary_course_of_enterprise": Question(
        text=_N("Does “{name}” act in the ordinary course of the business of the enterprise?"),
        label=_N("Ordinary course of the business of the enterprise"),
        hint=_N("What it does is part of the usual business of the enterprise."),
        why=_N("A text can be read as meaning the business of the enterprise, not of the agent."),
        leads=leads(
            yes=_N("On that reading this condition of an independent agent is met."),
            no=_N("On that reading the person does not count as an independent agent."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].devoted_to_enterprise": Question(
        text=_N(
            "Are the activities of “{name}” wholly or almost wholly for this enterprise alone?"
        ),
        label=_N("Wholly or almost wholly for this enterprise"),
        hint=_N("All its activities count, wherever they are; look at income or time."),
        why=_N("An agent who works for one principal alone can lose its independent status."),
        leads=leads(
            yes=_N(
                "The independent status is lost; in some texts only if the conditions are not "
                "those of independent enterprises either."
            ),
            no=_N("The independent status is not lost by work for this enterprise alone."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].devoted_to_group": Question(
        text=_N(
            "Are the activities of “{name}” wholly or almost wholly for this enterprise and others "
            "of its group, taken together?"
        ),
        label=_N("Wholly or almost wholly for the group"),
        hint=_N("Work for this enterprise alone is work for its group too."),
        why=_N("It is a matter of reading whether the enterprises of a group are one principal."),
        leads=leads(
            yes=_N(
                "On the reading that a group is one principal, this counts like one enterprise."
            ),
            no=_N("The independent status is not lost by work for the group."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].arms_length_terms": Question(
        text=_N(
            "Are the conditions between “{name}” and the enterprise those of independent "
            "enterprises?"
        ),
        label=_N("Conditions of independent enterprises"),
        hint=_N(
            "All commercial and financial conditions made or imposed: commission, prices, risks."
        ),
        why=_N(
            "An agent who works for one principal alone can keep its independent status if the "
            "conditions are those of independent enterprises."
        ),
        leads=leads(
            yes=_N("The independent status is not lost, even with one principal."),
            no=_N("With one principal, the independent status is lost."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].exclusive_for_related": Question(
        text=_N(
            "Does “{name}” act exclusively or almost exclusively for one enterprise, or for "
            "several of one group?"
        ),
        label=_N("Exclusively for one enterprise or one group"),
        hint=_N(
            "Count its principals whether they are related to “{name}” or not; that is a question "
            "of its own."
        ),
        why=_N(
            "An agent who acts exclusively or almost exclusively for enterprises to which it is "
            "closely related loses its independent status."
        ),
        leads=leads(
            yes=_N("The independent status is lost, if the person is closely related to them."),
            no=_N("The independent status is not lost in this way."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
    "agents[].closely_related": Question(
        text=_N("Is “{name}” closely related to the enterprises for which it acts?"),
        label=_N("Closely related to its principals"),
        hint=_N(
            "Asked only of a person who is not one of the related enterprises; for those, control "
            "and holdings decide."
        ),
        why=_N(
            "Acting exclusively for others does no harm to an agent not closely related to them."
        ),
        leads=leads(
            yes=_N("The independent status is lost, if the person acts exclusively for them."),
            no=_N("The independent status is not lost in this way."),
            unknown=_OPEN_INDEPENDENCE,
        ),
    ),
}

"""What the question is about: treaty, States, day, conditions, control of a company."""

from collections.abc import Mapping

from treaties.questions.question import (
    Question,
    leads,
)
from treaties.wording import _N

_OPEN_APPLICATION = _N(
    "It stays open whether the treaty applies, unless another condition fails; the heads are "
    "assessed all the same."
)
_NO_APPLICATION = _N("The treaty does not apply; the heads are assessed all the same.")
_NOT_NEEDED_FOR_OUTCOME = _N("No outcome hangs on it.")

FRAME: Mapping[str, Question] = {
    "treaty": Question(
        text=_N("Which treaty is tested?"),
        label=_N("Treaty"),
        hint=_N(
            "Every treaty is named by its two Contracting States and works in both directions."
        ),
        why=_N("The treaty decides which heads there are, and so which questions are asked."),
    ),
    "residence_state": Question(
        text=_N("Of which Contracting State is the enterprise a resident?"),
        label=_N("Resident in"),
        hint=_N("The State in which it is liable to tax as a resident."),
        why=_N(
            "A treaty tests the activities of an enterprise of one Contracting State in the other "
            "one."
        ),
    ),
    "source_state": Question(
        text=_N("In which Contracting State does the enterprise act?"),
        label=_N("Acts in"),
        hint=_N("The other party to the treaty."),
        why=_N("This is the State in which the enterprise may have a permanent establishment."),
    ),
    "as_of": Question(
        text=_N("As of which day is the question asked?"),
        label=_N("As of"),
        hint=_N(
            "What is still going on is counted up to this day. Later days are taken as planned and "
            "count as given."
        ),
        why=_N("Days can only be counted up to a day, and a conclusion speaks as of that day."),
    ),
    "tax_period": Question(
        text=_N("For which tax period is the question asked?"),
        label=_N("Tax period"),
        hint=_N("It is printed in the memo and changes no outcome."),
        why=_N(
            "The memo names the period, and whether the treaty is in effect is answered for it."
        ),
    ),
    "tax_period.from": Question(
        text=_N("First day of the tax period"),
        label=_N("First day of the tax period"),
        why=_N("The tax period is printed in the memo."),
    ),
    "tax_period.to": Question(
        text=_N("Last day of the tax period"),
        label=_N("Last day of the tax period"),
        why=_N("The tax period is printed in the memo."),
    ),
    "conditions.resident": Question(
        text=_N("Is the enterprise a resident of {residence} under the treaty?"),
        label=_N("Resident under the treaty"),
        hint=_N(
            "Liable to tax there as a resident, not only on income from sources there. Where both "
            "States claim residence, the rule of the treaty for that case decides. The usual "
            "evidence is a certificate of residence."
        ),
        why=_N("Only a resident of one of the two Contracting States can rely on the treaty."),
        leads=leads(
            yes=_N("This condition for the treaty to apply is met."),
            no=_NO_APPLICATION,
            unknown=_OPEN_APPLICATION,
        ),
    ),
    "conditions.in_effect": Question(
        text=_N("Is the treaty in effect for this tax period?"),
        label=_N("Treaty in effect for this tax period"),
        hint=_N(
            "Entry into force is not enough: a treaty says from which tax period it is in effect, "
            "and the two States can begin at different times."
        ),
        why=_N("A treaty applies only to tax periods for which it is in effect."),
        leads=leads(
            yes=_N("This condition for the treaty to apply is met."),
            no=_NO_APPLICATION,
            unknown=_OPEN_APPLICATION,
        ),
    ),
    "conditions.reciprocity": Question(
        text=_N("Is the condition of reciprocity met?"),
        label=_N("Reciprocity"),
        hint=_N("Evidence is that the other State applies the treaty as well."),
        why=_N("The application of this treaty is subject to reciprocity."),
        leads=leads(
            yes=_N("This condition for the treaty to apply is met."),
            no=_NO_APPLICATION,
            unknown=_OPEN_APPLICATION,
        ),
    ),
    "enterprise.international_transport": Question(
        text=_N("Does the enterprise carry passengers or goods in international traffic?"),
        label=_N("International traffic"),
        hint=_N("By ship, aircraft, road vehicle or rail."),
        why=_N("Profits from international traffic may be governed by another article."),
        leads=leads(
            yes=_N("A note says that another article may govern the profits; no outcome changes."),
            no=_N("There is no such note, and no outcome changes."),
            unknown=_NOT_NEEDED_FOR_OUTCOME,
        ),
    ),
    "controls_company_there": Question(
        text=_N("Does the enterprise control a company in {state}, or does one control it?"),
        label=_N("Control of, or by, a company there"),
        hint=_N(
            "A company that is resident or does business there. If it acts for the enterprise, add "
            "it to the people who act for the enterprise as well."
        ),
        why=_N(
            "Control of one company by another does not by itself make either of them a permanent "
            "establishment of the other."
        ),
        leads=leads(
            yes=_N("A note says that control alone is not enough; no outcome changes."),
            no=_N("There is no such note, and no outcome changes."),
            unknown=_NOT_NEEDED_FOR_OUTCOME,
        ),
    ),
}

"""Services and the days on which they are furnished."""

from collections.abc import Mapping

from treaties.questions.question import (
    BY_WHY,
    DAYS_ADDED,
    DAYS_NOT_ADDED,
    LAST_DAY_HINT,
    OPEN_DAYS,
    OPEN_PROJECT,
    PERIODS_HINT,
    SAME_HINT,
    SAME_WHY,
    Question,
    leads,
)
from treaties.wording import _N

SERVICES: Mapping[str, Question] = {
    "services": Question(
        text=_N("Does the enterprise furnish services in {state}, consultancy included?"),
        label=_N("Services"),
        hint=_N("On the spot, by its people. Past and planned services count as well."),
        why=_N(
            "Services can be a permanent establishment without any fixed place: days are counted "
            "for each project and held against the threshold."
        ),
        leads=leads(
            yes=_N("The days of each project are held against the threshold."),
            no=_N("There is no engagement to test under the services head."),
            unknown=_N("The services head stays open."),
        ),
    ),
    "services[].name": Question(
        text=_N("Name of the engagement"),
        label=_N("Name"),
        why=_N("The reasons name the engagement."),
    ),
    "services[].project": Question(
        text=_N("For which project are the services of “{name}” furnished?"),
        label=_N("Project"),
        hint=_N("Give connected projects the same name: their days are added together."),
        why=_N("Days are added for the same or a connected project, and for no other."),
        leads={"unknown": OPEN_PROJECT},
    ),
    "services[].through_personnel": Question(
        text=_N(
            "Are the services of “{name}” furnished through employees or other personnel engaged "
            "for the purpose?"
        ),
        label=_N("Through employees or other personnel"),
        hint=_N("Seconded staff and self-employed specialists count, if engaged for this work."),
        why=_N("Only services that the enterprise furnishes through such personnel count."),
        leads=leads(
            yes=_N("The days of this engagement count."),
            no=_N("The days of this engagement are left out."),
            unknown=OPEN_DAYS,
        ),
    ),
    "services[].periods": Question(
        text=_N("On which days are the services of “{name}” furnished in {state}?"),
        label=_N("Stays"),
        hint=_N(
            "One row for each stay, by its first and last day. Give leave, business development "
            "and private days rows of their own."
        ),
        why=_N("The days of all stays for a project are added; each day counts once."),
        leads={"unknown": OPEN_DAYS},
    ),
    "services[].periods[].from": Question(
        text=_N("First day of the stay"),
        label=_N("First day"),
        hint=PERIODS_HINT,
        why=_N("Services are counted by whole days."),
        leads={"unknown": OPEN_DAYS},
    ),
    "services[].periods[].to": Question(
        text=_N("Last day of the stay"),
        label=_N("Last day"),
        hint=LAST_DAY_HINT,
        why=_N("Services are counted by whole days."),
        leads={"unknown": OPEN_DAYS},
    ),
    "services[].periods[].person": Question(
        text=_N("Who is there?"),
        label=_N("Who"),
        hint=_N("A name or initials; it changes no outcome."),
        why=_N("The name ties the stay to its evidence, such as a travel list."),
    ),
    "services[].periods[].worked": Question(
        text=_N("Are these days worked?"),
        label=_N("Worked"),
        hint=_N("Answer no for leave, business development and private days."),
        why=_N("It is a matter of reading whether days of presence without work count."),
        leads=leads(
            yes=_N("These days count."),
            no=_N("These days count only where every day of presence counts."),
            unknown=OPEN_DAYS,
        ),
    ),
    "services[].periods[].note": Question(
        text=_N("What else is said about the stay?"),
        label=_N("Note"),
        hint=_N("As in the list that it comes from; it changes no outcome."),
        why=_N("The note keeps beside the stay what its source says about it."),
    ),
    "services[].periods[].by": Question(
        text=_N("Which enterprise furnishes the services?"),
        label=_N("Done by"),
        hint=_N("The enterprise itself, or one of the related enterprises."),
        why=BY_WHY,
    ),
    "services[].periods[].substantially_same": Question(
        text=_N(
            "Are these services substantially the same as those of the enterprise on the same "
            "project?"
        ),
        label=_N("Substantially the same"),
        hint=SAME_HINT,
        why=SAME_WHY,
        leads=leads(yes=DAYS_ADDED, no=DAYS_NOT_ADDED, unknown=OPEN_DAYS),
    ),
}

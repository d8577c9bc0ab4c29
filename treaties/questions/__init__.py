"""The wording of every question: what is asked, why, and what each answer leads to.

One entry for each fact of the facts document, under its path with the ids left out
(`places[].activities[].occasional`). The words belong to the kind of fact and hold under every
treaty: no State, no paragraph and no number of days stands here, and nothing is decided here.
"""

from collections.abc import Mapping

from treaties.questions.agents import AGENTS
from treaties.questions.building_sites import BUILDING_SITES
from treaties.questions.exploration import EXPLORATION
from treaties.questions.frame import FRAME
from treaties.questions.insurance import INSURANCE
from treaties.questions.places import PLACES
from treaties.questions.question import Question, Section
from treaties.questions.related import RELATED
from treaties.questions.sections import SECTIONS, UNNAMED
from treaties.questions.services import SERVICES

QUESTIONS: Mapping[str, Question] = {
    **FRAME,
    **RELATED,
    **PLACES,
    **BUILDING_SITES,
    **SERVICES,
    **EXPLORATION,
    **AGENTS,
    **INSURANCE,
}

__all__ = ["QUESTIONS", "SECTIONS", "UNNAMED", "Question", "Section"]

"""Related enterprises: control and holdings."""

from collections.abc import Mapping

from treaties.questions.question import (
    Question,
    leads,
)
from treaties.wording import _N

_HOLDING_HINT = _N(
    "In per cent, direct and indirect together, from 0 to 100; decimals are exact. Say so if it is "
    "not known."
)
_SHARES_HINT = _N(
    "For companies. In per cent, direct and indirect together, from 0 to 100; decimals are exact. "
    "Say so if it is not known."
)
_DIRECT_WHY = _N(
    "Two enterprises are closely related in any case where one holds more in the other than the "
    "percentage that the treaty names."
)
_COMMON_WHY = _N(
    "Two enterprises are closely related in any case where one person or enterprise holds more in "
    "both than the percentage that the treaty names."
)
_OPEN_RELATED = _N(
    "It stays open whether the two are closely related, unless another answer settles it."
)

RELATED: Mapping[str, Question] = {
    "related_enterprises": Question(
        text=_N("Is there a related enterprise that matters to the activities in {state}?"),
        label=_N("Related enterprises"),
        hint=_N(
            "One that works on the same project, carries on business in {state}, or acts there for "
            "the enterprise."
        ),
        why=_N(
            "Where two enterprises are closely related, a treaty can add their days, look at their "
            "places together, or take the independent status of an agent away."
        ),
        leads=leads(
            yes=_N("Control and holdings decide whether each of them is closely related."),
            no=_N("No activity of another enterprise is added to those of the enterprise."),
            unknown=_N("What hangs on a closely related enterprise stays open."),
        ),
    ),
    "related_enterprises[].name": Question(
        text=_N("Name of the related enterprise"),
        label=_N("Name"),
        why=_N("The reasons name the enterprise."),
    ),
    "related_enterprises[].control": Question(
        text=_N(
            "Does the enterprise control “{name}”, does “{name}” control it, or do the same "
            "persons control both?"
        ),
        label=_N("Control, or common control"),
        hint=_N(
            "On all the facts and circumstances, whatever the holdings are; those are tested as "
            "well."
        ),
        why=_N(
            "Two enterprises are closely related where one controls the other or the same persons "
            "control both."
        ),
        leads=leads(
            yes=_N("The two are closely related, whatever the holdings are."),
            no=_N("The two are closely related only if the holdings are large enough."),
            unknown=_N(
                "The two are closely related if the holdings are large enough; otherwise it stays "
                "open."
            ),
        ),
    ),
    "related_enterprises[].direct": Question(
        text=_N("What does one of the two, the enterprise or “{name}”, hold in the other?"),
        label=_N("Holding of one in the other"),
        hint=_HOLDING_HINT,
        why=_DIRECT_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].direct.beneficial_interest": Question(
        text=_N(
            "What percentage of the beneficial interest in the other does one of the two hold?"
        ),
        label=_N("Beneficial interest, one in the other"),
        hint=_HOLDING_HINT,
        why=_DIRECT_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].direct.votes": Question(
        text=_N("What percentage of the votes in the other does one of the two hold?"),
        label=_N("Votes, one in the other"),
        hint=_SHARES_HINT,
        why=_DIRECT_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].direct.share_value": Question(
        text=_N(
            "What percentage of the value of the shares in the other does one of the two hold?"
        ),
        label=_N("Share value, one in the other"),
        hint=_SHARES_HINT,
        why=_DIRECT_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].direct.equity": Question(
        text=_N(
            "What percentage of the beneficial equity interest in the other does one of the two "
            "hold?"
        ),
        label=_N("Beneficial equity interest, one in the other"),
        hint=_SHARES_HINT,
        why=_DIRECT_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner": Question(
        text=_N("What does a common owner hold in the enterprise and in “{name}”?"),
        label=_N("Holdings of a common owner"),
        hint=_N("One person or enterprise with a holding in both. Give 0 if there is none."),
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_enterprise": Question(
        text=_N("What does the common owner hold in the enterprise?"),
        label=_N("Holdings in the enterprise (common owner)"),
        hint=_HOLDING_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_enterprise.beneficial_interest": Question(
        text=_N(
            "What percentage of the beneficial interest in the enterprise does the common owner "
            "hold?"
        ),
        label=_N("Beneficial interest in the enterprise (common owner)"),
        hint=_HOLDING_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_enterprise.votes": Question(
        text=_N("What percentage of the votes in the enterprise does the common owner hold?"),
        label=_N("Votes in the enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_enterprise.share_value": Question(
        text=_N(
            "What percentage of the value of the shares in the enterprise does the common owner "
            "hold?"
        ),
        label=_N("Share value in the enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_enterprise.equity": Question(
        text=_N(
            "What percentage of the beneficial equity interest in the enterprise does the common "
            "owner hold?"
        ),
        label=_N("Beneficial equity interest in the enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_related": Question(
        text=_N("What does the common owner hold in “{name}”?"),
        label=_N("Holdings in the related enterprise (common owner)"),
        hint=_HOLDING_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_related.beneficial_interest": Question(
        text=_N(
            "What percentage of the beneficial interest in “{name}” does the common owner hold?"
        ),
        label=_N("Beneficial interest in the related enterprise (common owner)"),
        hint=_HOLDING_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_related.votes": Question(
        text=_N("What percentage of the votes in “{name}” does the common owner hold?"),
        label=_N("Votes in the related enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_related.share_value": Question(
        text=_N(
            "What percentage of the value of the shares in “{name}” does the common owner hold?"
        ),
        label=_N("Share value in the related enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
    "related_enterprises[].common_owner.in_related.equity": Question(
        text=_N(
            "What percentage of the beneficial equity interest in “{name}” does the common owner "
            "hold?"
        ),
        label=_N("Beneficial equity interest in the related enterprise (common owner)"),
        hint=_SHARES_HINT,
        why=_COMMON_WHY,
        leads={"unknown": _OPEN_RELATED},
    ),
}

"""What is done to assessments: starting, saving, items, choices, completing.

Each function is one transaction, looks for itself whether the adviser may do it (NotVisible is a
404, NotAllowed a 403), and raises what is in pe_wizard.assessments.errors. Done twice is done once.
"""

from pe_wizard.assessments.services.answers import (
    adopt_treaty_file,
    choose_reading,
    confirm_fact,
    set_annotation,
    set_note,
)
from pe_wizard.assessments.services.completing import complete
from pe_wizard.assessments.services.items import (
    add_item,
    copy_item,
    move_item,
    remove_item,
    restore_item,
)
from pe_wizard.assessments.services.saving import Effects, effects_of, save_section
from pe_wizard.assessments.services.starting import (
    discard_draft,
    new_version,
    start_assessment,
    start_from_facts,
    start_from_what_if,
)

__all__ = [
    "Effects",
    "add_item",
    "adopt_treaty_file",
    "choose_reading",
    "complete",
    "confirm_fact",
    "copy_item",
    "discard_draft",
    "effects_of",
    "move_item",
    "new_version",
    "remove_item",
    "restore_item",
    "save_section",
    "set_annotation",
    "set_note",
    "start_assessment",
    "start_from_facts",
    "start_from_what_if",
]

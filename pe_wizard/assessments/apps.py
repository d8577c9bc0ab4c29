"""Assessments and what the log of a client file says about them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

EVENTS = {
    "assessment.started": _("%(actor)s began an assessment under %(treaty)s."),
    "assessment.uploaded": _("%(actor)s began an assessment under %(treaty)s from a facts file."),
    "assessment.completed": _("%(actor)s completed version %(number)s under %(treaty)s."),
    "version.begun": _("%(actor)s began a new version from version %(number)s under %(treaty)s."),
    "draft.discarded": _("%(actor)s discarded a draft under %(treaty)s."),
    "draft.treaty_file": _("%(actor)s moved a draft to the newer file of %(treaty)s."),
}
DRAFTS_ON_DESK = 10


class AssessmentsConfig(AppConfig):
    """Drafts, completed versions, uploads."""

    name = "pe_wizard.assessments"

    def ready(self) -> None:
        from pe_wizard.assessments import selectors
        from pe_wizard.clients import contributions, events

        events.register(EVENTS)
        contributions.register(
            desk=lambda user: {"drafts": selectors.open_drafts(user)[:DRAFTS_ON_DESK]},
            client_file=lambda client_file: {"assessments": selectors.assessments_of(client_file)},
        )

"""Assessments and what the log of a client file says about them."""

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

EVENTS = {
    "assessment.started": _("%(actor)s began an assessment under %(treaty)s."),
    "assessment.uploaded": _("%(actor)s began an assessment under %(treaty)s from a facts file."),
    "assessment.what_if": _("%(actor)s kept a what-if under %(treaty)s as a draft."),
    "assessment.completed": _("%(actor)s completed version %(number)s under %(treaty)s."),
    "version.begun": _("%(actor)s began a new version from version %(number)s under %(treaty)s."),
    "draft.discarded": _("%(actor)s discarded a draft under %(treaty)s."),
    "draft.saved": _("%(actor)s saved answers of a draft under %(treaty)s."),
    "draft.viewed": _("%(actor)s looked at a draft under %(treaty)s."),
    "draft.downloaded": _("%(actor)s took %(what)s of a draft under %(treaty)s."),
    "version.viewed": _("%(actor)s looked at version %(number)s under %(treaty)s."),
    "version.downloaded": _("%(actor)s took %(what)s of version %(number)s under %(treaty)s."),
    "review.asked": _("%(actor)s asked for a review of version %(number)s under %(treaty)s."),
    "review.remarked": _("%(actor)s made a remark on version %(number)s under %(treaty)s."),
    "review.returned": _("%(actor)s returned version %(number)s under %(treaty)s with remarks."),
    "review.signed": _("%(actor)s signed off version %(number)s under %(treaty)s."),
    "bundle.written": _("%(actor)s wrote the completed versions to a bundle."),
    "draft.treaty_file": _("%(actor)s moved a draft to the newer file of %(treaty)s."),
}
ROUTINE = (
    "draft.saved",
    "draft.viewed",
    "draft.downloaded",
    "version.viewed",
    "version.downloaded",
    "review.remarked",
)
DRAFTS_ON_DESK = 10


class AssessmentsConfig(AppConfig):
    """Drafts, completed versions, uploads."""

    name = "pe_wizard.assessments"

    def ready(self) -> None:
        from pe_wizard.assessments import reviewing, selectors, triggers
        from pe_wizard.clients import contributions, events, subjects

        post_migrate.connect(triggers.after_migrating, sender=self)
        checks.register(triggers.check, checks.Tags.database)
        events.register(EVENTS, routine=ROUTINE)
        subjects.register(draft_id=selectors.draft_subject, version_id=selectors.version_subject)
        contributions.register(
            desk=lambda user: {
                "drafts": selectors.drafts_on_desk(user, DRAFTS_ON_DESK),
                "reviews": reviewing.waiting_for(user)[:DRAFTS_ON_DESK],
            },
            client_file=lambda client_file: {"assessments": selectors.assessments_of(client_file)},
        )

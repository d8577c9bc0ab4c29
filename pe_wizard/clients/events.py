"""The event log: services write it, pages read it, nobody changes it.

An event keeps a code and values, never a sentence, never the name of a client and never an answer;
the sentence is made for whoever reads it, in that person's language. Other applications `register`
theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients import whereabouts
from pe_wizard.clients.models import ClientFile, Event
from pe_wizard.display import isolated

log = logging.getLogger("pe_wizard.events")

SENTENCES: dict[str, str | Promise] = {
    "client_file.created": _("%(actor)s opened the file."),
    "client_file.changed": _("%(actor)s changed the details of the file."),
    "client_file.archived": _("%(actor)s archived the file."),
    "client_file.unarchived": _("%(actor)s took the file out of the archive."),
    "client_file.handed_over": _("%(actor)s handed the file over to %(to)s."),
    "client_file.viewed": _("%(actor)s looked at the file."),
    "client_file.downloaded": _("%(actor)s took %(what)s from the file."),
    "list.downloaded": _("%(actor)s took a list of assessments (%(what)s)."),
    "member.added": _("%(actor)s let %(who)s see the file."),
    "member.changed": _("%(actor)s changed what %(who)s may do."),
    "member.removed": _("%(actor)s ended the access of %(who)s."),
    "access.refused": _("%(actor)s was refused: %(what)s (%(status)s)."),
    "sign_in.done": _("%(actor)s signed in."),
    "sign_in.refused": _("A sign-in as %(actor)s was refused."),
    "sign_in.unknown": _("A sign-in under a name that does not exist was refused."),
    "sign_in.ended": _("%(actor)s signed out."),
    "account.made": _("%(actor)s made an account for %(who)s."),
    "account.password": _("%(actor)s changed the own password."),
    "account.password_given": _("%(actor)s gave %(who)s a new one-time password."),
    "account.deactivated": _("%(actor)s ended the account of %(who)s."),
    "account.reactivated": _("%(actor)s opened the account of %(who)s again."),
    "account.administrator": _("%(actor)s made %(who)s an administrator."),
    "account.no_administrator": _("%(actor)s ended the administration by %(who)s."),
    "account.factor_added": _("%(actor)s added a second factor."),
    "account.factor_removed": _("%(actor)s removed a second factor."),
}

# What happens all the time: in the whole log, not among the latest activity of a file.
ROUTINE: set[str] = {"client_file.viewed", "client_file.downloaded", "list.downloaded"}


def register(sentences: Mapping[str, str | Promise], *, routine: tuple[str, ...] = ()) -> None:
    """Add sentences for actions named "what.happened", with %(named)s values.

    `routine` names those of them that the latest activity of a file leaves out.
    """
    SENTENCES.update(sentences)
    ROUTINE.update(routine)


def record(
    *, client_file: ClientFile | None, actor: User | None, action: str, **details: str | int
) -> Event:
    """Write one event, inside the transaction of what it tells. KeyError for an unknown action.

    Without an actor it was nobody who had signed in, or a command at the server.
    """
    SENTENCES[action]
    event = Event.objects.create(
        client_file=client_file,
        actor=actor,
        address=whereabouts.here(),
        action=action,
        details=details,
    )
    log.debug(
        "%s: account %s, client file %s",
        action,
        actor.pk if actor else None,
        client_file.pk if client_file else None,
    )
    return event


def sentence(event: Event) -> str:
    """What happened, in the language of the page."""
    actor = event.actor or _now("The command line")
    pattern = SENTENCES.get(event.action)
    if pattern is None:
        return f"{isolated(actor)}: {isolated(event.action)}"
    values = {"actor": actor, **event.details}
    return str(pattern) % {name: isolated(value) for name, value in values.items()}

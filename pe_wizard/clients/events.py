"""The log of a client file: services write it, pages read it, nobody changes it.

An event keeps a code and values, never a sentence and never an answer of the client; the sentence
is made for whoever reads it, in that person's language. Other applications `register` theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pe_wizard.accounts.models import User
from pe_wizard.clients.models import ClientFile, Event
from pe_wizard.display import isolated

log = logging.getLogger("pe_wizard.events")

SENTENCES: dict[str, str | Promise] = {
    "client_file.created": _("%(actor)s opened the file."),
    "client_file.changed": _("%(actor)s changed the details of the file."),
    "client_file.archived": _("%(actor)s archived the file."),
    "client_file.unarchived": _("%(actor)s took the file out of the archive."),
    "client_file.handed_over": _("%(actor)s handed the file over to %(to)s."),
    "member.added": _("%(actor)s let %(who)s see the file."),
    "member.changed": _("%(actor)s changed what %(who)s may do."),
    "member.removed": _("%(actor)s ended the access of %(who)s."),
}


def register(sentences: Mapping[str, str | Promise]) -> None:
    """Add sentences for actions named "what.happened", with %(named)s values."""
    SENTENCES.update(sentences)


def record(*, client_file: ClientFile, actor: User, action: str, **details: str | int) -> Event:
    """Write one event, inside the transaction of what it tells. KeyError for an unknown action."""
    SENTENCES[action]
    event = Event.objects.create(
        client_file=client_file, actor=actor, action=action, details=details
    )
    log.debug("%s: account %s, client file %s", action, actor.pk, client_file.pk)
    return event


def sentence(event: Event) -> str:
    """What happened, in the language of the page."""
    pattern = SENTENCES.get(event.action)
    if pattern is None:
        return f"{isolated(event.actor)}: {isolated(event.action)}"
    values = {"actor": event.actor, **event.details}
    return str(pattern) % {name: isolated(value) for name, value in values.items()}

"""What is done to client files. Each function is one transaction and writes its event in it.

Whether someone may do it is decided before, at the door: see pe_wizard.clients.access.
"""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from pe_wizard.accounts.models import User
from pe_wizard.clients import events
from pe_wizard.clients.models import ClientFile, Membership
from pe_wizard.text import fold_for


class ChangedMeanwhile(Exception):
    """Someone else changed the file after the form was opened; ``now`` is the file as it stands."""

    def __init__(self, now: ClientFile) -> None:
        super().__init__("The client file was changed by someone else after this form was opened.")
        self.now = now


def create_client_file(
    *,
    owner: User,
    reference: str,
    name: str,
    residence_state: str,
    notes: str = "",
    memo_language: str = "",
    form_token: UUID,
) -> ClientFile:
    """A new file; the same form sent again answers with the file it made the first time."""
    try:
        with transaction.atomic():
            client_file = ClientFile.objects.create(
                owner=owner,
                reference=reference,
                name=name,
                residence_state=residence_state,
                notes=notes,
                memo_language=memo_language,
                folded_reference=fold_for(ClientFile, "folded_reference", reference),
                folded_name=fold_for(ClientFile, "folded_name", name),
                form_token=form_token,
            )
            events.record(client_file=client_file, actor=owner, action="client_file.created")
            return client_file
    except IntegrityError:
        made = ClientFile.objects.filter(owner=owner, form_token=form_token).first()
        if made is None:
            raise
        return made


def update_client_file(
    *,
    client_file: ClientFile,
    by: User,
    revision: int,
    reference: str,
    name: str,
    residence_state: str,
    notes: str,
    memo_language: str,
) -> None:
    """Change the details as of this revision; ChangedMeanwhile when it is no longer the last."""
    with transaction.atomic():
        changed = ClientFile.objects.filter(pk=client_file.pk, revision=revision).update(
            reference=reference,
            name=name,
            residence_state=residence_state,
            notes=notes,
            memo_language=memo_language,
            folded_reference=fold_for(ClientFile, "folded_reference", reference),
            folded_name=fold_for(ClientFile, "folded_name", name),
            revision=F("revision") + 1,
            updated_at=timezone.now(),
        )
        if not changed:
            raise ChangedMeanwhile(ClientFile.objects.get(pk=client_file.pk))
        events.record(client_file=client_file, actor=by, action="client_file.changed")


def archive(*, client_file: ClientFile, by: User) -> None:
    """Out of the lists of current work; nothing is lost. Doing it twice is doing it once."""
    _set_archived(client_file, by, archived=True, action="client_file.archived")


def unarchive(*, client_file: ClientFile, by: User) -> None:
    """Back among current work."""
    _set_archived(client_file, by, archived=False, action="client_file.unarchived")


def _set_archived(client_file: ClientFile, by: User, *, archived: bool, action: str) -> None:
    with transaction.atomic():
        changed = ClientFile.objects.filter(pk=client_file.pk, archived=not archived).update(
            archived=archived, updated_at=timezone.now()
        )
        if changed:
            events.record(client_file=client_file, actor=by, action=action)


def touch(*, client_file: ClientFile) -> None:
    """Something in the file changed, an assessment for one: it moves to the top of "changed"."""
    ClientFile.objects.filter(pk=client_file.pk).update(updated_at=timezone.now())


def set_member(*, client_file: ClientFile, by: User, user: User, role: str) -> None:
    """Let someone see the file in this role, or change the role; ValueError for the owner."""
    if user.pk == client_file.owner_id:
        raise ValueError("The owner of a client file is not one of its members.")
    with transaction.atomic():
        before = Membership.objects.filter(client_file=client_file, user=user).first()
        if before is not None and before.role == role:
            return
        Membership.objects.update_or_create(
            client_file=client_file, user=user, defaults={"role": role}
        )
        events.record(
            client_file=client_file,
            actor=by,
            action="member.changed" if before else "member.added",
            who=str(user),
            role=role,
        )


def remove_member(*, client_file: ClientFile, by: User, user: User) -> None:
    """End someone's access, from the next request on. Doing it twice is doing it once."""
    with transaction.atomic():
        removed, _ = Membership.objects.filter(client_file=client_file, user=user).delete()
        if removed:
            events.record(client_file=client_file, actor=by, action="member.removed", who=str(user))


def hand_over(*, client_file: ClientFile, by: User, to: User) -> None:
    """Another adviser becomes the owner; the owner until now may still edit."""
    if to.pk == client_file.owner_id:
        return
    with transaction.atomic():
        changed = ClientFile.objects.filter(pk=client_file.pk, owner=client_file.owner_id).update(
            owner=to, form_token=uuid4(), updated_at=timezone.now()
        )
        if not changed:
            return
        Membership.objects.filter(client_file=client_file, user=to).delete()
        Membership.objects.update_or_create(
            client_file=client_file,
            user=client_file.owner,
            defaults={"role": Membership.Role.EDITOR},
        )
        events.record(
            client_file=client_file, actor=by, action="client_file.handed_over", to=str(to)
        )


def hand_over_all(*, by: User, owner: User, to: User) -> int:
    """Give the files of somebody who has left to a colleague; how many there were.

    By an administrator, who does not see them: ValueError while the account is open, for a
    colleague whose account is not, and for the administrator in person.
    """
    if owner.is_active or not to.is_active or by.pk == to.pk:
        raise ValueError("Files of an ended account go to a colleague, not to whoever does this.")
    with transaction.atomic():
        files = list(ClientFile.objects.filter(owner=owner))
        for client_file in files:
            hand_over(client_file=client_file, by=by, to=to)
    return len(files)

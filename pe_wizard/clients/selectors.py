"""What is read about client files. Every query begins with the files that the adviser may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.http import Http404

from pe_wizard.accounts.models import User
from pe_wizard.clients import events
from pe_wizard.clients.models import ClientFile, Event, Membership
from pe_wizard.display import state_choices
from pe_wizard.text import fold

OWNER = "owner"


class Right(Enum):
    """What can be done with a file."""

    SEE = "see"
    EDIT = "edit"
    REVIEW = "review"
    SHARE = "share"


RIGHTS = {
    OWNER: frozenset({Right.SEE, Right.EDIT, Right.SHARE}),
    Membership.Role.EDITOR.value: frozenset({Right.SEE, Right.EDIT}),
    Membership.Role.REVIEWER.value: frozenset({Right.SEE, Right.REVIEW}),
    Membership.Role.READER.value: frozenset({Right.SEE}),
}

# What a table says of a file.
IN_TABLES = ("reference", "folded_reference", "name", "residence_state", "updated_at", "owner")

# What a list may be sorted by, as it stands in an address.
SORTS = ("reference", "name", "residence", "changed")


def seen_files(user: User, client_file: str = "") -> Q:
    """Those that this adviser owns or that are shared with this adviser: of client files, or of
    what leads to one by `client_file` ("assessment__client_file__")."""
    shared = Membership.objects.filter(user=user).values("client_file")
    return Q(**{f"{client_file}owner": user}) | Q(**{f"{client_file}pk__in": shared})


def role_in_file(user: User, client_file: str = "") -> Case:
    """To annotate what `seen_files` lets through: "owner", or the role of the membership."""
    shared = Membership.objects.filter(user=user, client_file=OuterRef(f"{client_file}pk"))
    return Case(
        When(**{f"{client_file}owner": user}, then=Value(OWNER)),
        default=Subquery(shared.values("role")[:1]),
        output_field=CharField(),
    )


def roles_in(user: User, files: Iterable[ClientFile]) -> dict[UUID, str]:
    """The role in each of these files, which the adviser sees, by id; "" where there is none."""
    owned = {file.pk: OWNER if file.owner_id == user.pk else "" for file in files}
    others = [key for key, role in owned.items() if not role]
    if not others:
        return owned
    shared = Membership.objects.filter(user=user, client_file__in=others)
    return {**owned, **dict(shared.values_list("client_file", "role"))}


def client_files_for(user: User) -> QuerySet[ClientFile]:
    """The files that this adviser owns or that are shared with this adviser, archived ones too.

    Each carries ``role``: "owner" or the role of the membership; see `rights`.
    """
    return (
        ClientFile.objects.filter(seen_files(user))
        .annotate(role=role_in_file(user))
        .select_related("owner")
    )


def client_file_for(user: User, client_file_id: UUID) -> ClientFile:
    """The file with this id, or Http404 when there is none that this adviser may see."""
    try:
        return client_files_for(user).get(pk=client_file_id)
    except ClientFile.DoesNotExist:
        raise Http404("No such client file for this adviser.") from None


def seen_by(user: User, client_file: ClientFile) -> ClientFile:
    """A file that was read with something in it, as this adviser sees it: with role, or Http404.

    For one object of a file this is cheaper than beginning with `client_files_for`, and it keeps to
    the same rule: no query for the owner, one for anybody else.
    """
    role: str | None = OWNER
    if client_file.owner_id != user.pk:
        shared = Membership.objects.filter(user=user, client_file=client_file)
        role = shared.values_list("role", flat=True).first()
    if role is None:
        raise Http404("No such client file for this adviser.")
    client_file.role = role  # type: ignore[attr-defined]
    return client_file


def rights(client_file: ClientFile) -> frozenset[Right]:
    """What the adviser for whom the file was read may do with it."""
    return RIGHTS[client_file.role]  # type: ignore[attr-defined]


def worked_on_last(user: User, number: int) -> list[ClientFile]:
    """So many of the current files of this adviser, changed last first; what a table says of them.

    Those that are owned and those that are shared are read apart: each then comes from an index.
    """
    current = (
        ClientFile.objects.filter(archived=False)
        .select_related("owner")
        .only(*IN_TABLES, *(f"owner__{name}" for name in ("first_name", "last_name", "username")))
        .order_by("-updated_at", "folded_reference", "pk")
    )
    files = list(current.filter(owner=user)[:number])
    shared = Membership.objects.filter(user=user)
    if shared.exists():
        files += current.filter(pk__in=shared.values("client_file"))[:number]
        files.sort(key=lambda file: (file.folded_reference, file.pk))
        files.sort(key=lambda file: file.updated_at, reverse=True)
    return files[:number]


def found(files: QuerySet[ClientFile], words: str) -> QuerySet[ClientFile]:
    """Those in whose reference or name each of the words occurs, however it is typed."""
    for word in fold(words).split()[:10]:
        files = files.filter(Q(folded_reference__contains=word) | Q(folded_name__contains=word))
    return files


def in_order(files: QuerySet[ClientFile], sort: str) -> QuerySet[ClientFile]:
    """Sorted by one of SORTS, downwards with a minus before it; anything else is by last change."""
    key = sort.removeprefix("-")
    if key not in SORTS:
        key, sort = "changed", "-changed"
    if key == "residence":
        # By the names as the page shows them, which the database does not know.
        files = files.annotate(
            residence_position=Case(
                *(
                    When(residence_state=code, then=Value(position))
                    for position, code in enumerate(_states_of(files))
                ),
                default=Value(-1),
                output_field=IntegerField(),
            )
        )
    field = {
        "reference": "folded_reference",
        "name": "folded_name",
        "residence": "residence_position",
        "changed": "updated_at",
    }[key]
    order = F(field).desc() if sort.startswith("-") else F(field).asc()
    return files.order_by(order, "folded_reference", "pk")


def _states_of(files: QuerySet[ClientFile]) -> list[str]:
    """The States of these files, in the alphabet of the page."""
    present = set(files.order_by().values_list("residence_state", flat=True).distinct())
    return [code for code, _ in state_choices() if code in present]


def owners_of(files: QuerySet[ClientFile]) -> QuerySet[User]:
    """Whose files these are, by name."""
    owners = files.order_by().values("owner").distinct()
    return User.objects.filter(pk__in=owners).order_by("first_name", "last_name", "username")


def events_of(client_file: ClientFile) -> QuerySet[Event]:
    """What was done with the file, newest first."""
    return Event.objects.filter(client_file=client_file).select_related("actor").order_by("-id")


def activity_of(client_file: ClientFile) -> QuerySet[Event]:
    """The same without what is routine: looking, saving, taking files."""
    return events_of(client_file).exclude(action__in=events.ROUTINE)


def all_events(beginnings: Sequence[str] = ()) -> QuerySet[Event]:
    """What was done by anybody, newest first, for administrators; `beginnings` of the names of the
    actions choose among it."""
    chosen = Q()
    for beginning in beginnings:
        chosen |= Q(action__startswith=beginning)
    return Event.objects.filter(chosen).select_related("actor").order_by("-id")


def members_of(client_file: ClientFile) -> QuerySet[Membership]:
    """Who else may see the file, by name."""
    return (
        Membership.objects.filter(client_file=client_file)
        .select_related("user")
        .order_by("user__first_name", "user__last_name", "user__username")
    )


def colleagues_to_add(client_file: ClientFile) -> QuerySet[User]:
    """Active advisers who do not see the file yet."""
    return (
        User.objects.filter(is_active=True)
        .exclude(pk=client_file.owner_id)
        .exclude(pk__in=Membership.objects.filter(client_file=client_file).values("user"))
        .order_by("first_name", "last_name", "username")
    )

"""manage.py demo: sample client files, to look around in before there are real ones."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from pe_wizard.accounts.models import User
from pe_wizard.accounts.services import create_first_adviser
from pe_wizard.assessments import services
from pe_wizard.assessments.models import Assessment, Draft
from pe_wizard.assessments.samples import SAMPLES, SampleAssessment, SampleFile
from pe_wizard.clients.models import ClientFile
from pe_wizard.clients.services import archive, create_client_file

NAMES = uuid.UUID("0a4e9c6e-6a0e-4f0e-9a37-5d2f6f1f6b10")  # of the samples, for ids made from names


class Command(BaseCommand):
    help = (
        "Add sample client files with drafts and completed assessments under every treaty. What is "
        "there already stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--adviser", default="", help="who owns the files; the first account where not given"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = self._owner(options["adviser"])
        made = sum(self._file(owner, sample) for sample in SAMPLES)
        if options["verbosity"]:
            self.stdout.write(
                f"{made} assessments were added to the files of {owner.get_username()}."
                if made
                else f"The sample files of {owner.get_username()} are all there already."
            )

    def _owner(self, username: str) -> User:
        if username:
            named = User.objects.filter(username=username, is_active=True).first()
            if named is None:
                raise CommandError(f"There is no active adviser named {username!r}.")
            return named
        made = create_first_adviser(username="adviser")
        if made is not None:
            user, password = made
            self.stdout.write(
                "\n  Your first account. The password is shown this once; you choose your own"
                "\n  when you first sign in."
                f"\n\n      name      {user.username}"
                f"\n      password  {password}\n"
            )
            return user
        first = User.objects.filter(is_active=True).order_by("pk").first()
        if first is None:
            raise CommandError("No adviser is active. Name one with --adviser.")
        return first

    def _file(self, owner: User, sample: SampleFile) -> int:
        """How many of the file's assessments were added."""
        client_file = create_client_file(
            owner=owner,
            reference=sample.reference,
            name=sample.name,
            residence_state=sample.residence_state,
            notes=sample.notes,
            form_token=uuid.uuid5(NAMES, sample.reference),
        )
        made = 0
        for number, assessment in enumerate(sample.assessments):
            token = uuid.uuid5(NAMES, f"{sample.reference} {number}")
            if Assessment.objects.filter(created_by=owner, form_token=token).exists():
                continue
            with transaction.atomic():
                _assess(owner, client_file, assessment, token)
            made += 1
        if made and sample.archived:
            archive(client_file=client_file, by=owner)
        return made


def _assess(
    owner: User, client_file: ClientFile, sample: SampleAssessment, token: uuid.UUID
) -> None:
    draft = services.start_from_facts(
        by=owner, client_file=client_file, document=sample.facts[0], form_token=token
    )
    last = len(sample.facts) - 1
    for number, document in enumerate(sample.facts):
        if number:
            draft = _saved(owner, draft, document)
        for name, option in (document.get("readings") or {}).items():
            draft = services.choose_reading(
                by=owner,
                draft_id=draft.pk,
                reading=name,
                option=option,
                reason=(sample.reasons or {}).get(name, ""),
            )
        if number < last or not sample.draft:
            version = services.complete(by=owner, draft_id=draft.pk)
            if number < last:
                draft = services.new_version(by=owner, version=version)


def _saved(owner: User, draft: Draft, document: dict[str, Any]) -> Draft:
    return services.save_section(
        by=owner,
        draft_id=draft.pk,
        section="check",
        revision=draft.section_revision("check"),
        document_changes=lambda _: document,
    )

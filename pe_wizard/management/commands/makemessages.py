"""manage.py makemessages, which also finds texts that are marked by _N and translated later on."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=_N"]  # noqa: RUF012

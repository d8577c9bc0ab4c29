"""manage.py makemessages, which also finds texts that are marked by _N or Plural and translated later on."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=_N",
        "--keyword=Plural:1,2",
    ]

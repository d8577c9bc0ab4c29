"""manage.py makemessages, which also finds texts marked by _N or Plural, to be translated later."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [  # noqa: RUF012
        *makemessages.Command.xgettext_options,
        "--keyword=_N",
        "--keyword=Plural:1,2",
    ]

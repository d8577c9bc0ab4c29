"""Texts of Django and allauth that are shown here and that they do not say in Persian or Georgian.

Named here, they stand in our catalogues, which are asked before theirs.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
    gettext_noop("Enter a valid UUID."),
    gettext_noop("Enter a valid JSON."),
    gettext_noop("“%(pk)s” is not a valid value."),
    gettext_noop(
        "File extension “%(extension)s” is not allowed. "
        "Allowed extensions are: %(allowed_extensions)s."
    ),
    gettext_noop("Signed out of all other sessions."),
)
COUNTED = (
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)

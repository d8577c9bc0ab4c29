"""What a password may not be, beyond Django's own rules."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

PRODUCT = "pewizard"


class NotTheProductsName:
    """Refuse passwords built around the product's name: the first thing anyone tries."""

    def validate(self, password: str, user: object = None) -> None:
        if PRODUCT in re.sub(r"[\W_]+", "", password).lower():
            raise ValidationError(_("The password must not contain the name of this product."))

    def get_help_text(self) -> str:
        return _("Your password must not contain the name of this product.")

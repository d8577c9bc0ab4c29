"""Settings of the controls: the product with the pages of `controls_urls` instead of its own."""

from pe_wizard.settings import *  # noqa: F403
from pe_wizard.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "tests.soak.controls_urls"
TEMPLATES[0]["DIRS"] = [BASE_DIR / "tests" / "soak" / "templates"]

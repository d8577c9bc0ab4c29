"""For all tests: Hypothesis without a deadline and with the same examples every time."""

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("project")

#!/usr/bin/env python
"""Commands of the product. Without PE_ENVIRONMENT they run as on a developer's machine."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pe_wizard.settings")
    os.environ.setdefault("PE_ENVIRONMENT", "development")
    execute_from_command_line(sys.argv)

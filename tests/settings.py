"""The product's own settings, for tests: environment "test", a database in a folder of this run."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ["PE_ENVIRONMENT"] = "test"
for name in ("DEBUG", "PE_TODAY", "TREATY_FILES_DIR", "EMAIL_HOST", "PE_TIME_ZONE"):
    os.environ.pop(name, None)
_folder = Path(tempfile.mkdtemp(prefix="pe-wizard-test-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["PE_VAR_DIR"] = str(_folder)

from pe_wizard.settings import *  # noqa: E402, F403
from pe_wizard.settings import DATABASES  # noqa: E402

# A file, as in the product: threads of a live server get connections of their own. Only the wait
# for the disk is left out.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )

# Fast where no test is about passwords; tests of signing in use the product's own.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

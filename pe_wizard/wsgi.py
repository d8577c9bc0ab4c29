"""What a web server calls. Without PE_ENVIRONMENT this is production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pe_wizard.settings")

application = get_wsgi_application()

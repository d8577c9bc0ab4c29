"""Pages that belong to no application: the desk and the sign of life."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, else 503; no details, no session."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database not available\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")

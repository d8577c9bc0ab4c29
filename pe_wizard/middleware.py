"""Headers for every answer that Django and django-csp do not set by themselves."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
GetResponse = Callable[[HttpRequest], HttpResponse]


def headers(get_response: GetResponse) -> GetResponse:
    """Browsers and proxies keep no page; static files have a rule of their own by whitenoise."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware

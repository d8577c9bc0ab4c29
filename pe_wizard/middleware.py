"""What holds for every answer, whoever gives it: headers, and which methods there are."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
GetResponse = Callable[[HttpRequest], HttpResponse]


def headers(get_response: GetResponse) -> GetResponse:
    """Browsers and proxies keep no page; static files have a rule of their own by whitenoise.

    Django sets some of these itself, but not where a request is refused before it gets that far.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", settings.SECURE_REFERRER_POLICY)
        response.headers.setdefault(
            "Cross-Origin-Opener-Policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY
        )
        return response

    return middleware


def methods(get_response: GetResponse) -> GetResponse:
    """Refuse TRACE, which repeats cookies, and what nobody knows, before anything looks at it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        return get_response(request)

    return middleware

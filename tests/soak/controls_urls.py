"""What the pages of the product are measured against, behind the same middleware: a page that only
looks who asks, and a plain wizard of django-formtools."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path
from formtools.wizard.views import NamedUrlSessionWizardView

from pe_wizard.views import health


def hello(request: HttpRequest) -> HttpResponse:
    """The session and the person: two queries."""
    return HttpResponse(f"hello {request.user} {request.session.get('seen_at')}")


def sign_in_is_elsewhere(request: HttpRequest) -> HttpResponse:
    """Nobody signs in here; the sessions are those of the product."""
    return HttpResponse(status=404)


class Step(forms.Form):
    """Five answers."""

    name = forms.CharField(max_length=200)
    kind = forms.ChoiceField(choices=[("office", "office"), ("branch", "branch")])
    fixed = forms.BooleanField(required=False)
    first = forms.DateField()
    share = forms.DecimalField(max_digits=5, decimal_places=2)


class Bare(NamedUrlSessionWizardView):
    """Six steps, as the package has them."""

    template_name = "bare.html"

    def done(self, form_list: Any, **kwargs: Any) -> HttpResponse:
        """Never reached."""
        return HttpResponse("done")


STEPS = [(f"s{number}", Step) for number in range(6)]
urlpatterns = [
    path("hello/", hello),
    path("health/", health),
    path("bare/<str:step>/", Bare.as_view(STEPS, url_name="bare"), name="bare"),
    path("account/login/", sign_in_is_elsewhere, name="account_login"),
]

"""Pages of a review: its remarks, and the steps somebody may take. Load, call, render."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pe_wizard.accounts.people import adviser
from pe_wizard.assessments import reviewing
from pe_wizard.assessments.access import Methods, Right, on_version
from pe_wizard.assessments.models import ReviewEvent, Version
from pe_wizard.assessments.reviewing import PinChoice, pins
from pe_wizard.clients.selectors import rights
from pe_wizard.text import TextField


class StepForm(forms.Form):
    """The steps that the page showed, and something to say."""

    seen = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput)
    text = TextField(label=gettext_lazy("Note"), max_length=10_000, required=False, multiline=True)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["text"].widget.attrs.update({"rows": 3, "dir": "auto"})


class RemarkForm(StepForm):
    """A remark and what it is pinned to."""

    pin = forms.ChoiceField(label=gettext_lazy("Pinned to"), required=False)

    field_order = ("seen", "pin", "text")

    def __init__(self, *args: Any, choices: list[PinChoice], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["text"].label = _("Remark")
        self.fields["text"].required = True
        groups = {
            kind: [(one.value, one.words) for one in choices if one.kind == kind]
            for kind in (ReviewEvent.Pin.FINDING, ReviewEvent.Pin.FACT)
        }
        self.fields["pin"].choices = [  # type: ignore[attr-defined]
            ("", _("The whole version")),
            (_("Findings"), groups[ReviewEvent.Pin.FINDING]),
            (_("Facts"), groups[ReviewEvent.Pin.FACT]),
        ]


class SignForm(StepForm):
    """The hash that is signed for."""

    sha256 = forms.RegexField(r"\A[0-9a-f]{64}\Z", widget=forms.HiddenInput)


@on_version(Right.SEE)
def review(request: HttpRequest, version: Version) -> HttpResponse:
    """The steps and remarks so far; forms for whoever may take the next step. A `pin` in the
    address is chosen already."""
    form = RemarkForm(
        initial={"pin": request.GET.get("pin", "")}, choices=pins(version), auto_id="remark-%s"
    )
    return _page(request, version, form)


def _page(
    request: HttpRequest, version: Version, form: RemarkForm, status: int = 200
) -> HttpResponse:
    found = reviewing.review_of(version, adviser(request))
    form.initial["seen"] = found.seen
    return render(
        request,
        "assessments/review.html",
        {"completed": version, "client_file": version.client_file, "review": found, "form": form},
        status=status,
    )


@on_version(Right.SEE, Methods.ACT)
def ask(request: HttpRequest, version: Version) -> HttpResponse:
    """Put the version in review; who only reads the file does not ask."""
    if not {Right.EDIT, Right.REVIEW} & rights(version.client_file):
        raise PermissionDenied
    return _take(
        request, version, StepForm(request.POST), reviewing.ask, _("The version is in review.")
    )


@on_version(Right.REVIEW, Methods.ACT)
def remark(request: HttpRequest, version: Version) -> HttpResponse:
    """Add a remark; one without words is asked for again."""
    choices = pins(version)
    form = RemarkForm(request.POST, choices=choices, auto_id="remark-%s")
    if not form.is_valid() and "seen" not in form.errors:
        return _page(request, version, form, status=422)
    chosen = next((one for one in choices if one.value == form.cleaned_data.get("pin")), None)
    return _take(request, version, form, reviewing.remark, _("The remark was added."), pin=chosen)


@on_version(Right.REVIEW, Methods.ACT)
def give_back(request: HttpRequest, version: Version) -> HttpResponse:
    """Return the version with its remarks."""
    return _take(
        request, version, StepForm(request.POST), reviewing.give_back,
        _("The version was returned with your remarks."),
    )  # fmt: skip


@on_version(Right.REVIEW, Methods.ACT)
def sign_off(request: HttpRequest, version: Version) -> HttpResponse:
    """Sign for the hash that the page showed."""
    form = SignForm(request.POST)
    return _take(
        request, version, form, reviewing.sign_off, _("You signed this version off."),
        sha256=form.data.get("sha256", ""),
    )  # fmt: skip


def _take(
    request: HttpRequest,
    version: Version,
    form: StepForm,
    step: Callable[..., ReviewEvent],
    done: str,
    **more: Any,
) -> HttpResponse:
    """Take a step and show where the review stands; a form that no page sent changes nothing."""
    if not form.is_valid():
        messages.error(request, _("Nothing was done: the form was not complete. Try again."))
        return redirect("assessments:review", version.pk)
    try:
        step(
            by=adviser(request), version=version, seen=form.cleaned_data["seen"],
            text=form.cleaned_data["text"], **more,
        )  # fmt: skip
    except reviewing.NothingRemarked:
        messages.error(request, _("Make a remark first: it is what the version is returned with."))
    except reviewing.ReviewMoved:
        messages.warning(
            request, _("The review went on after you opened the page. Look at it and try again.")
        )
    except reviewing.Damaged:
        messages.error(request, _("This version does not match its receipt; nobody can sign it."))
    else:
        messages.success(request, done)
    return redirect("assessments:review", version.pk)

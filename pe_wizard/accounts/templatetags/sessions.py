"""What templates ask about the session and the second factor of whoever is signed in."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from pe_wizard.accounts import second_factor, sessions
from pe_wizard.accounts.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def session_ends(context: dict[str, Any]) -> SafeString | str:
    """The notice before the end of the session; nothing where nobody is signed in."""
    request = context.get("request")
    if request is None or not isinstance(getattr(request, "user", None), User):
        return ""
    idle, absolute = sessions.seconds_left(request)
    return render_to_string(
        "account/_session.html",
        {
            "account": request.user.pk,
            "idle": idle,
            "absolute": absolute,
            "warn": sessions.warn_before(),
        },
    )


@register.simple_tag(takes_context=True)
def second_factor_missing(context: dict[str, Any]) -> bool:
    """Whether this person must set up a second factor before anything else."""
    user = context["user"]
    return second_factor.must_have(user) and not second_factor.has(user)

"""How allauth behaves here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from pe_wizard.accounts import interrupted, languages, throttle
from pe_wizard.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the firm, so there is no signing up; tries are counted by `throttle`."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return self.get_login_redirect_url(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raises ValidationError where there were too many tries; nothing is checked then."""
        usage = throttle.count_a_try(request, str(credentials.get("username") or ""))
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage = usage  # taken back by allauth after the right password

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """On to the page that was asked for, or to what was being sent when the session ended."""
        response = super().post_login(request, user, **more)
        if interrupted.kept(request) is not None:
            response = redirect("account_resume")
        throttle.mark_the_browser(response, user)
        languages.at_sign_in(request, response, user)
        return response

"""Who is asking, with the type that the database knows."""

from django.http import HttpRequest

from pe_wizard.accounts.models import User


def adviser(request: HttpRequest) -> User:
    """The adviser who is signed in. Every page but those marked otherwise has one."""
    if not isinstance(request.user, User):
        raise TypeError("This view is open without signing in and must not ask who it is.")
    return request.user

"""Where everything is. Every page asks for signing in unless its view says otherwise."""

from django.urls import include, path

from pe_wizard import views
from pe_wizard.accounts.languages import choose
from pe_wizard.clients.log_views import log
from pe_wizard.clients.views import desk

urlpatterns = [
    path("", desk, name="desk"),
    path("clients/", include("pe_wizard.clients.urls")),
    path("", include("pe_wizard.assessments.urls")),
    path("", include("pe_wizard.memo.urls")),
    path("", include("pe_wizard.comparison.urls")),
    path("", include("pe_wizard.scenarios.urls")),
    path("drafts/<uuid:draft_id>/stays/", include("pe_wizard.presence.urls")),
    path("drafts/", include("pe_wizard.wizard.urls")),
    path("treaties/", include("pe_wizard.library.urls")),
    path("glossary/", include("pe_wizard.glossary.urls")),
    path("clocks/", include("pe_wizard.clocks.urls")),
    path("assessments/", include("pe_wizard.lists.urls")),
    path("", include("pe_wizard.rerun.urls")),
    path("people/", include("pe_wizard.accounts.people_urls")),
    path("log/", log, name="log"),
    path("account/", include("pe_wizard.accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("language/", choose, name="set_language"),
    path("healthz", views.health, name="healthz"),
    path("health/", views.health, name="health"),
]

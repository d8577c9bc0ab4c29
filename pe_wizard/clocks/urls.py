"""Addresses of clocks. That of a calendar is open: its token is what opens it."""

from django.urls import path

from pe_wizard.clocks import views

app_name = "clocks"
urlpatterns = [
    path("", views.all_clocks, name="list"),
    path("clocks.ics", views.download, name="download"),
    path("reminders/", views.reminders, name="reminders"),
    path("reminders/link/", views.make_link, name="make_link"),
    path("reminders/link/end/", views.end_link, name="end_link"),
    path("calendar/<uuid:subscription_id>/<str:token>.ics", views.calendar, name="calendar"),
    path("versions/<uuid:version_id>/as-of-today/", views.version_as_of_today, name="as_of_today"),
]

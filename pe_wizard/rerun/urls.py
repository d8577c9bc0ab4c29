"""Addresses about corrected treaty files."""

from django.urls import path

from pe_wizard.rerun import views

app_name = "rerun"
urlpatterns = [
    path("corrected/", views.corrected, name="corrected"),
    path("versions/<uuid:version_id>/corrected/", views.new_version, name="new_version"),
]

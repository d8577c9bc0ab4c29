"""Addresses of what-ifs and plans, from a version or from a draft."""

from django.urls import path

from pe_wizard.scenarios import views

app_name = "scenarios"
urlpatterns = [
    path("versions/<uuid:version_id>/what-if/", views.version_what_if, name="version_what_if"),
    path("versions/<uuid:version_id>/what-if/keep/", views.version_keep, name="version_keep"),
    path("versions/<uuid:version_id>/plan/", views.version_plan, name="version_plan"),
    path("drafts/<uuid:draft_id>/what-if/", views.draft_what_if, name="draft_what_if"),
    path("drafts/<uuid:draft_id>/what-if/keep/", views.draft_keep, name="draft_keep"),
    path("drafts/<uuid:draft_id>/plan/", views.draft_plan, name="draft_plan"),
]

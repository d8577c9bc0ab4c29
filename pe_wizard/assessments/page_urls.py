"""Addresses of the pages of conclusions, for pe_wizard.assessments.urls."""

from django.urls import path

from pe_wizard.assessments import pages

urlpatterns = [
    path("versions/<uuid:version_id>/", pages.version, name="version"),
    path(
        "versions/<uuid:version_id>/beside/<uuid:other_id>/",
        pages.compare_versions,
        name="compare_versions",
    ),
    path("drafts/<uuid:draft_id>/conclusion/", pages.draft_conclusion, name="draft_conclusion"),
    path("drafts/<uuid:draft_id>/reading/", pages.draft_reading, name="draft_reading"),
]

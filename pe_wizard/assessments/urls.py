"""Assessments of a client, drafts and completed versions, by random id."""

from django.urls import path

from pe_wizard.assessments import page_urls, review_urls, views

app_name = "assessments"
urlpatterns = [
    path("clients/<uuid:client_file_id>/assessments/new/", views.start, name="start"),
    path("clients/<uuid:client_file_id>/assessments/upload/", views.upload, name="upload"),
    path("drafts/<uuid:draft_id>/complete/", views.complete, name="complete"),
    path("drafts/<uuid:draft_id>/discard/", views.discard, name="discard"),
    path("drafts/<uuid:draft_id>/<str:part>.json", views.draft_json, name="draft_json"),
    path("versions/<uuid:version_id>/new/", views.new_version, name="new_version"),
    path("versions/<uuid:version_id>/<str:part>.json", views.version_json, name="version_json"),
    *page_urls.urlpatterns,
    *review_urls.urlpatterns,
]

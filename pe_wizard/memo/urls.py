"""Addresses of memos, by the random id of a version or draft, and of the lists."""

from django.urls import path

from pe_wizard.memo import views

app_name = "memo"
urlpatterns = [
    path("versions/<uuid:version_id>/memo.pdf", views.of_a_version, {"form": "pdf"}, name="pdf"),
    path("versions/<uuid:version_id>/memo.docx", views.of_a_version, {"form": "docx"}, name="docx"),
    path("drafts/<uuid:draft_id>/memo.pdf", views.of_a_draft, {"form": "pdf"}, name="draft_pdf"),
    path("drafts/<uuid:draft_id>/memo.docx", views.of_a_draft, {"form": "docx"}, name="draft_docx"),
    path("assessments.csv", views.list_csv, name="list_csv"),
    path("assessments.json", views.list_json, name="list_json"),
]

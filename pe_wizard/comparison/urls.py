"""Addresses of comparisons: of treaties, and of the facts of a version or a draft under them."""

from django.urls import path

from pe_wizard.comparison import views

app_name = "comparison"
urlpatterns = [
    path("compare/", views.clauses, name="clauses"),
    path("versions/<uuid:version_id>/treaties/", views.version_facts, name="version_facts"),
    path("versions/<uuid:version_id>/treaties.csv", views.version_csv, name="version_csv"),
    path("drafts/<uuid:draft_id>/treaties/", views.draft_facts, name="draft_facts"),
    path("drafts/<uuid:draft_id>/treaties.csv", views.draft_csv, name="draft_csv"),
]

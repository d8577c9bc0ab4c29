"""Addresses of the list of assessments. What is asked for stands in the query."""

from django.urls import path

from pe_wizard.lists import views

app_name = "lists"
urlpatterns = [
    path("", views.assessments, name="list"),
    path("assessments.csv", views.export_csv, name="csv"),
    path("assessments.xlsx", views.export_xlsx, name="xlsx"),
    path("filters/", views.keep_filter, name="keep_filter"),
    path("filters/<int:filter_id>/name/", views.rename_filter, name="rename_filter"),
    path("filters/<int:filter_id>/delete/", views.drop_filter, name="drop_filter"),
]

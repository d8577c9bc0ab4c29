"""Tables of stays for one draft: drafts/<draft>/stays/."""

from django.urls import path

from pe_wizard.presence import views

app_name = "presence"
urlpatterns = [
    path("", views.start, name="start"),
    path("stays.csv", views.stays, {"form": "csv"}, name="csv"),
    path("stays.xlsx", views.stays, {"form": "xlsx"}, name="xlsx"),
    path("<uuid:import_id>/", views.table, name="table"),
    path("<uuid:import_id>/columns/", views.columns, name="columns"),
    path("<uuid:import_id>/read/", views.read, name="read"),
    path("<uuid:import_id>/take/", views.take, name="take"),
    path("<uuid:import_id>/drop/", views.drop, name="drop"),
    path("<uuid:import_id>/faulty.csv", views.faulty, {"form": "csv"}, name="faulty_csv"),
    path("<uuid:import_id>/faulty.xlsx", views.faulty, {"form": "xlsx"}, name="faulty_xlsx"),
]

"""Client files, by random id."""

from django.urls import path

from pe_wizard.clients import views

app_name = "clients"
urlpatterns = [
    path("", views.client_file_list, name="list"),
]

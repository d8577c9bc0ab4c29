"""Addresses of the catalogue and of each treaty in it."""

from django.urls import path

from pe_wizard.library import views

app_name = "library"
urlpatterns = [
    path("", views.index, name="index"),
    path("<str:code>/", views.treaty, name="treaty"),
]

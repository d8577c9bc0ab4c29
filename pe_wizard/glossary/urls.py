"""The address of the glossary."""

from django.urls import path

from pe_wizard.glossary import views

app_name = "glossary"
urlpatterns = [path("", views.index, name="index")]

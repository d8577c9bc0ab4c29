"""Addresses of the wizard: the draft and the step in each of them."""

from django.urls import path

from pe_wizard.wizard import items, views

app_name = "wizard"
urlpatterns = [
    path("<uuid:draft_id>/", views.wizard, name="start"),
    path("<uuid:draft_id>/panel/<str:step>/", views.panel, name="panel"),
    path("<uuid:draft_id>/confirm/", items.confirm, name="confirm"),
    path("<uuid:draft_id>/treaty-file/", items.treaty_file, name="treaty_file"),
    path("<uuid:draft_id>/remove/<str:list_name>/<str:item_id>/", items.remove, name="remove"),
    path("<uuid:draft_id>/<str:step>/", views.wizard, name="step"),
]

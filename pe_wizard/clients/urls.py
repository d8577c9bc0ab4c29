"""Client files, by random id."""

from django.urls import path

from pe_wizard.clients import views

app_name = "clients"
urlpatterns = [
    path("", views.client_file_list, name="list"),
    path("new/", views.create, name="create"),
    path("<uuid:client_file_id>/", views.detail, name="detail"),
    path("<uuid:client_file_id>/edit/", views.edit, name="edit"),
    path("<uuid:client_file_id>/archive/", views.archive, name="archive"),
    path("<uuid:client_file_id>/unarchive/", views.unarchive, name="unarchive"),
    path("<uuid:client_file_id>/log/", views.log, name="log"),
    path("<uuid:client_file_id>/members/", views.members, name="members"),
    path(
        "<uuid:client_file_id>/members/<int:user_id>/role/", views.member_role, name="member_role"
    ),
    path(
        "<uuid:client_file_id>/members/<int:user_id>/remove/",
        views.member_remove,
        name="member_remove",
    ),
    path("<uuid:client_file_id>/members/<int:user_id>/owner/", views.hand_over, name="hand_over"),
]

"""People, for administrators."""

from django.urls import path

from pe_wizard.accounts import people_views

app_name = "people"
urlpatterns = [
    path("", people_views.people, name="list"),
    path("<int:user_id>/password/", people_views.password, name="password"),
    path("<int:user_id>/end/", people_views.end, name="end"),
    path("<int:user_id>/open/", people_views.reopen, name="open"),
    path("<int:user_id>/administrator/", people_views.administrator, name="administrator"),
    path("<int:user_id>/second-factor/", people_views.factor, name="factor"),
    path("<int:user_id>/files/", people_views.files, name="files"),
]

"""Pages of the own account, beside those of allauth."""

from django.urls import path

from pe_wizard.accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("session/", views.session, name="account_session"),
    path("resume/", views.resume, name="account_resume"),
    path("sessions/<int:pk>/end/", views.end_session, name="account_end_session"),
    path("second-factor/totp/square.svg", views.totp_picture, name="account_totp_picture"),
    path("second-factor/webauthn/login/", views.passkey_login, name="mfa_login_webauthn"),
]

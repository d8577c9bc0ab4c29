"""Addresses of the review of a version, for pe_wizard.assessments.urls."""

from django.urls import path

from pe_wizard.assessments import review_views

urlpatterns = [
    path("versions/<uuid:version_id>/review/", review_views.review, name="review"),
    path("versions/<uuid:version_id>/review/ask/", review_views.ask, name="review_ask"),
    path("versions/<uuid:version_id>/review/remark/", review_views.remark, name="review_remark"),
    path("versions/<uuid:version_id>/review/return/", review_views.give_back, name="review_return"),
    path("versions/<uuid:version_id>/review/sign/", review_views.sign_off, name="review_sign"),
]

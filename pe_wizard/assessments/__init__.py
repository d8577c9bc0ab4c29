"""Assessments: drafts that are worked on, versions that never change."""

"""The memo: a conclusion as PDF and Word, and the list of assessments as CSV and JSON."""

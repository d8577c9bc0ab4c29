"""Completed versions under a corrected treaty file: which would end differently now, and why.

Nothing stored changes. `manage.py rerun` goes through all of them; a page shows each adviser the
own ones.
"""

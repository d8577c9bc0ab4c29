"""Clocks across files: which thresholds will be passed, when, and who is told in time."""

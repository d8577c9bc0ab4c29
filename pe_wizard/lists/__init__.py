"""Lists of work across files: which assessments there are, how they ended, what waits."""

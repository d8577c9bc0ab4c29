"""Treaties laid side by side: one set of facts under several, and their clauses without facts."""

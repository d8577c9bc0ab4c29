"""The treaties on show: the catalogue, and each treaty with its clauses and paragraphs."""

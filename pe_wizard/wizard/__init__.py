"""The interview in the browser: a page for each section of a draft, a panel beside it."""

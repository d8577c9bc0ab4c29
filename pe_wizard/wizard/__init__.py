"""The interview in the browser: one page for each section of a draft, one panel that looks ahead."""

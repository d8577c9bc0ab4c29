"""Stays from the firm's own tables: read, shown with what they mean, and taken when confirmed."""

"""The web: client files, the wizard, saved assessments. No law lives here."""

__version__ = "0.1.0"

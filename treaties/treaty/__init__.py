"""What a treaty file may say; loading and checking it, with all faults at once; the catalogue.

A treaty file is TOML and holds no code. This package refuses a file that leaves anything unsaid: a
parameter without a value or reading, a paragraph without a restatement or a reason.
"""

from treaties.treaty.faults import Fault, TreatyError
from treaties.treaty.listing import Catalogue, Refusal, catalogue
from treaties.treaty.loading import load_treaty
from treaties.treaty.objects import Dated, Note, Paragraph, Reading, Text, Treaty
from treaties.treaty.schema import treaty_schema

__all__ = [
    "Catalogue",
    "Dated",
    "Fault",
    "Note",
    "Paragraph",
    "Reading",
    "Refusal",
    "Text",
    "Treaty",
    "TreatyError",
    "catalogue",
    "load_treaty",
    "treaty_schema",
]

"""A memo as a download: its name, safe on every machine, and the headers it goes out with."""

from __future__ import annotations

import re
import unicodedata

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from pe_wizard.memo.records import Record

LONGEST = 80  # letters of the client's reference
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|%]')


def file_name(record: Record, ending: str) -> str:
    """The name of the file: "Client 0042 IR-BD version 4.pdf"; a draft says so first."""
    code = record.source.treaty.code
    reference = safe(record.client_file.reference)
    if record.number is None:
        return f"{safe(_('Draft'))} {reference} {safe(code)}.{ending}"
    version = _("version %(number)s") % {"number": record.number}
    return f"{reference} {safe(code)} {safe(version)}.{ending}"


def safe(text: str) -> str:
    """The text without what a file name may not hold or hide; "memo" if nothing is left."""
    composed = unicodedata.normalize("NFC", text)
    shown = "".join(" " if unicodedata.category(one)[0] in "CZ" else one for one in composed)
    words = _NOT_IN_NAMES.sub(" ", shown).split()
    return " ".join(words)[:LONGEST].strip(" .") or "memo"


def attachment(content: bytes | str, content_type: str, name: str) -> HttpResponse:
    """The content as a file to keep; browsers and proxies keep no copy of their own."""
    return HttpResponse(
        content,
        content_type=content_type,
        headers={
            "Content-Disposition": content_disposition_header(True, name) or "attachment",
            "Cache-Control": "no-store",
        },
    )

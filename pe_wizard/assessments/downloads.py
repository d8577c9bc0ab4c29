"""Facts and conclusions as files: names without client data, JSON that people can read too."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def json_file(content: Any, name: str) -> HttpResponse:
    """The content as a JSON file of that name, to be kept and not shown."""
    return HttpResponse(
        json.dumps(content, ensure_ascii=False, indent=2) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": content_disposition_header(True, name) or "attachment"},
    )

"""Days as an iCalendar file (RFC 5545): whole days, lines folded, texts escaped, names that last.

Nothing here knows what the days are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

CONTENT_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//PE Wizard//Clocks//EN"
FOLDED_AT = 75  # octets of a line, without its end (section 3.1)
REFRESH = "PT6H"


@dataclass(frozen=True)
class Day:
    """An event of one whole day. `uid` names it for good; `changed_at` is when it was made so.

    `remind` are days before it on which a calendar reminds of it.
    """

    uid: str
    on: date
    summary: str
    description: str
    changed_at: datetime
    url: str = ""
    remind: tuple[int, ...] = ()


def calendar(name: str, days: Iterable[Day]) -> bytes:
    """The file, in UTF-8 with CRLF at the end of each line."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    for day in days:
        lines += _event(day)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines).encode()


def _event(day: Day) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(day.uid)}"
    yield f"DTSTAMP:{day.changed_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{day.on:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day.on + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(day.summary)}"
    yield f"DESCRIPTION:{escaped(day.description)}"
    if day.url:
        yield f"URL:{day.url}"
    yield "CLASS:CONFIDENTIAL"
    yield "TRANSP:TRANSPARENT"
    for before in day.remind:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"TRIGGER:-P{before}D"
        yield f"DESCRIPTION:{escaped(day.summary)}"
        yield "END:VALARM"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    """A text as a value (section 3.3.11); control characters and marks of direction left out."""
    shown = "".join(
        one
        for one in text.replace("\r\n", "\n").replace("\r", "\n")
        if one == "\n" or (one.isprintable() or one in "\u200c\u200d") or one.isspace()
    )
    for one, other in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        shown = shown.replace(one, other)
    return "".join(one for one in shown if one >= " ")


def folded(line: str) -> str:
    """The line cut so that no piece has more than 75 octets; no character is cut apart."""
    pieces, length = [""], 0
    for one in line:
        size = len(one.encode())
        if length + size > FOLDED_AT:
            pieces.append(" ")
            length = 1
        pieces[-1] += one
        length += size
    return "\r\n".join(pieces)

"""What is wrong with a table or a row of it, and what there is to know, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pe_wizard.assessments.documents import Document
from pe_wizard.dates import parse_day
from pe_wizard.display import day_text, digits, isolated
from pe_wizard.presence.cells import LONGEST_TEXT
from pe_wizard.presence.columns import WORDS
from pe_wizard.presence.places import engagements
from pe_wizard.presence.rows import Coded
from pe_wizard.text import without_forbidden

FILES: dict[str, str | Promise] = {
    "empty": gettext_lazy("There is no row in it. Choose another file, or paste the table."),
    "encoding": gettext_lazy(
        "Its letters cannot be read. Save it as CSV in UTF-8, or as XLSX, and send it again."
    ),
    "no_text": gettext_lazy(
        "This is no table in text. Send CSV or XLSX; other spreadsheets can be saved as one."
    ),
    "protected": gettext_lazy(
        "This is an older XLS file, or one with a password. Save it as XLSX without a password."
    ),
    "no_workbook": gettext_lazy(
        "This cannot be read as XLSX. Open it in a spreadsheet, save it as XLSX, and send that."
    ),
    "too_much": gettext_lazy(
        "Unpacked, this file is too large. Send the sheet with the stays alone, in a file of its "
        "own, or as CSV."
    ),
    "too_many_rows": gettext_lazy(
        "It has more than %(most)s rows. Send it in several files; what is there already is "
        "recognised."
    ),
    "quotes": gettext_lazy(
        "At row %(row)s the quotation marks do not match, so that cells cannot be told apart. "
        "Correct the row, or send the table as XLSX."
    ),
    "broken": gettext_lazy(
        "The file is damaged at row %(row)s or after it. Save it anew in a spreadsheet, and send "
        "that."
    ),
}

# Short names of faults, for the counts above the rows.
FAULTS: dict[str, str | Promise] = {
    "merged": gettext_lazy("Merged cells"),
    "no_first": gettext_lazy("First day missing"),
    "no_last": gettext_lazy("Last day missing"),
    "day": gettext_lazy("Day that cannot be read"),
    "ambiguous_day": gettext_lazy("Day that can be two days"),
    "two_days": gettext_lazy("Two calendars, two days"),
    "reversed": gettext_lazy("Last day before the first"),
    "worked": gettext_lazy("Worked or not: cannot be read"),
    "no_project": gettext_lazy("No project"),
    "unknown_project": gettext_lazy("Unknown project"),
    "many_projects": gettext_lazy("Project of several engagements"),
    "unknown_enterprise": gettext_lazy("Unknown enterprise"),
    "text": gettext_lazy("Text that cannot be kept"),
    "twice": gettext_lazy("The same row twice"),
    "overlap": gettext_lazy("Overlap of the same person"),
}

REMARKS: dict[str, str | Promise] = {
    "outside": gettext_lazy("Days outside of the tax period. They are kept and count."),
    "planned": gettext_lazy("Days after the as-of date. They are kept and count as planned."),
    "solar": gettext_lazy("Written in the Solar Hijri calendar."),
    "two_calendars": gettext_lazy("First and last day are written in two calendars."),
}


def file_text(code: str, values: Mapping[str, Any]) -> str:
    """Why a table cannot be read, and what to do."""
    return str(FILES[code]) % {name: digits(value) for name, value in values.items()}


def fault_text(fault: Coded, document: Document) -> str:
    """What is wrong with a row, and what to do."""
    code, *values = fault
    return _FAULT_TEXTS[code](document, *values)


def remark_text(remark: Coded) -> str:
    """What there is to know of a row."""
    return str(REMARKS[remark[0]])


def _merged(document: Document, role: str) -> str:
    return _(
        "%(column)s: this cell is merged with the one above it. Unmerge the cells in the "
        "spreadsheet, and write in each row what holds for it."
    ) % {"column": str(WORDS[role])}


def _no_first(document: Document) -> str:
    return _("The first day is missing. Write it, or “not known”.")


def _no_last(document: Document) -> str:
    return _("The last day is missing. Write it, “still going on”, or “not known”.")


def _unread_day(document: Document, role: str, text: str) -> str:
    values = {"column": str(WORDS[role]), "text": isolated(without_forbidden(text))}
    try:
        parse_day(text)
    except ValidationError as error:
        return _("%(column)s, %(text)s: %(why)s") % {**values, "why": " ".join(error.messages)}
    return _("%(column)s, %(text)s: write one day in the cell.") % values


def _two_days(document: Document, role: str, text: str, one: str, other: str) -> str:
    return _(
        "%(column)s, %(text)s: the two calendars say two days, %(one)s and %(other)s. Write the "
        "right one alone."
    ) % {
        "column": str(WORDS[role]),
        "text": isolated(without_forbidden(text)),
        "one": day_text(date.fromisoformat(one)),
        "other": day_text(date.fromisoformat(other)),
    }


def _reversed(document: Document, first: str, last: str) -> str:
    return _("The last day, %(last)s, is before the first, %(first)s. Correct one of them.") % {
        "first": day_text(date.fromisoformat(first)),
        "last": day_text(date.fromisoformat(last)),
    }


def _worked(document: Document, text: str) -> str:
    return _("Worked, %(text)s: write yes, no or “not known”, or leave it empty for yes.") % {
        "text": isolated(without_forbidden(text))
    }


def _no_project(document: Document) -> str:
    return _("It names no project. Write one, or choose where such stays go.")


def _unknown_project(document: Document, project: str) -> str:
    return _(
        "No engagement of this draft has the project %(project)s. Correct it, or let an engagement "
        "be added."
    ) % {"project": isolated(project)}


def _many_projects(document: Document, project: str) -> str:
    return _(
        "Several engagements have the project %(project)s. Write the name of the one that is meant."
    ) % {"project": isolated(project)}


def _unknown_enterprise(document: Document, name: str) -> str:
    return _(
        "No related enterprise of this draft is called %(name)s. Correct it, add the enterprise, "
        "or leave the cell empty for the enterprise itself."
    ) % {"name": isolated(name)}


def _text(document: Document, role: str) -> str:
    return _(
        "%(column)s: it is longer than %(most)s characters or holds one that cannot be shown."
    ) % {"column": str(WORDS[role]), "most": digits(LONGEST_TEXT)}


def _twice(document: Document, row: int) -> str:
    return _("Row %(row)s says the same.") % {"row": digits(row)}


def _overlap(document: Document, kind: str, *where: Any) -> str:
    if kind == "row":
        return _("This person is there on some of these days in row %(row)s already.") % {
            "row": digits(where[0])
        }
    identity, number = where
    return _(
        "This person is there on some of these days already: %(engagement)s, stay %(number)s."
    ) % {
        "engagement": isolated(engagements(document).shown(identity)),
        "number": digits(number),
    }


_FAULT_TEXTS: dict[str, Callable[..., str]] = {
    "merged": _merged,
    "no_first": _no_first,
    "no_last": _no_last,
    "day": _unread_day,
    "ambiguous_day": _unread_day,
    "two_days": _two_days,
    "reversed": _reversed,
    "worked": _worked,
    "no_project": _no_project,
    "unknown_project": _unknown_project,
    "many_projects": _many_projects,
    "unknown_enterprise": _unknown_enterprise,
    "text": _text,
    "twice": _twice,
    "overlap": _overlap,
}


def rows_text(number: int) -> str:
    """How many rows."""
    return ngettext("%(n)s row", "%(n)s rows", number) % {"n": digits(number)}

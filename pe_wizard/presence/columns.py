"""The columns of a table of stays, recognised by their headings in English, Persian or Georgian."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pe_wizard.text import fold

PERSON, FIRST, LAST, DAY = "person", "first", "last", "day"
PROJECT, WORKED, NOTE, BY = "project", "worked", "note", "by"

# The headings of a download, in the order of its columns; each is recognised in every language.
HEADINGS: dict[str, str | Promise] = {
    PERSON: _("Person"),
    FIRST: _("From"),
    LAST: _("To"),
    PROJECT: _("Project"),
    WORKED: _("Worked"),
    NOTE: _("Note"),
    BY: _("Done by"),
}
WORDS: dict[str, str | Promise] = {
    **HEADINGS,
    FIRST: format_lazy("{} ({})", HEADINGS[FIRST], _("first day")),
    LAST: format_lazy("{} ({})", HEADINGS[LAST], _("last day")),
    DAY: _("Single day"),
}

_KNOWN = {
    PERSON: "person name who employee staff traveller traveler worker consultant|employee name|"
    "full name|person name|شخص|نام|کی|چه کسی|فرد|کارمند|کارکنان|نام کارمند|نام و نام خانوادگی|"
    "نام خانوادگی|مسافر|پیمانکار|პირი|სახელი|ვინ|თანამშრომელი|სახელი და გვარი|სახელი, გვარი",
    FIRST: "from start begin arrival entry|start date|from date|date from|first day|arrival date|"
    "entry date|date of arrival|date of entry|از|از تاریخ|شروع|آغاز|تاریخ شروع|تاریخ آغاز|ورود|"
    "تاریخ ورود|نخستین روز|اولین روز|روز اول|საიდან|დაწყება|დაწყების თარიღი|პირველი დღე|"
    "ჩამოსვლა|ჩამოსვლის თარიღი|თარიღიდან",
    LAST: "to until till end departure exit|end date|to date|date to|last day|departure date|"
    "exit date|date of departure|date of exit|تا|تا تاریخ|پایان|تاریخ پایان|خروج|تاریخ خروج|"
    "آخرین روز|واپسین روز|روز آخر|სადამდე|დასრულება|დასრულების თარიღი|ბოლო დღე|"
    "უკანასკნელი დღე|გამგზავრება|გამგზავრების თარიღი|თარიღამდე",
    DAY: "day date|single day|work date|روز|تاریخ|დღე|თარიღი",
    PROJECT: "project engagement contract|project name|project code|پروژه|طرح|قرارداد|نام پروژه|"
    "პროექტი|პროექტის სახელი|ხელშეკრულება|დავალება",
    WORKED: "worked working|working day|worked?|days worked|کارکرده|کار کرده|کار شده|کار|روز کاری|"
    "ნამუშევარი|იმუშავა|სამუშაო|სამუშაო დღე",
    NOTE: "note notes remark remarks comment comments|یادداشت|توضیح|توضیحات|ملاحظات|შენიშვნა|"
    "შენიშვნები|კომენტარი",
    BY: "by|done by|enterprise|توسط|انجام‌دهنده|بنگاه|საწარმო|ვის მიერ",
}


@cache
def _roles() -> dict[str, str]:
    roles: dict[str, str] = {}
    for role, text in _KNOWN.items():
        latin, *phrases = text.split("|")
        roles.update(dict.fromkeys((fold(word) for word in (*latin.split(), *phrases)), role))
    for code, _name in settings.LANGUAGES:
        with override(code):
            for role, word in (*WORDS.items(), *HEADINGS.items()):
                roles[fold(str(word))] = role
    return roles


def role_of(heading: str) -> str:
    """The role of a column with this heading; "" for one that is not known."""
    return _roles().get(fold(heading.strip(" :*\u200e\u200f")), "")


def recognised(headings: Sequence[str]) -> list[str]:
    """The role of each column, each role once: of two columns with one role the first has it."""
    found: list[str] = []
    for heading in headings:
        role = role_of(heading)
        found.append("" if role in found else role)
    return found


def is_enough(roles: Sequence[str]) -> bool:
    """Whether rows can be read: the days of a stay are there, in one way and only in one."""
    days = {DAY} & set(roles), {FIRST, LAST} & set(roles)
    return days in (({DAY}, set()), (set(), {FIRST, LAST}))

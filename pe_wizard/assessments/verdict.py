"""The first screen of a conclusion: one sentence or two, and four figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pe_wizard.assessments.dependence import Dependence
from pe_wizard.assessments.facts_in_words import question
from pe_wizard.assessments.presenting import HeadShown, Source
from pe_wizard.display import comma, digits, party_name
from pe_wizard.templatetags.law import paragraph_label
from pe_wizard.tongue import say
from treaties import OUTCOME_TITLES

Text = str | Promise

BY_HEAD: dict[str, Text] = {
    "fixed_place": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through a fixed place of "
        "business, under paragraph %(paragraph)s of Article 5."
    ),
    "building_site": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through a building site or "
        "project, under paragraph %(paragraph)s of Article 5."
    ),
    "services": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through services, under "
        "paragraph %(paragraph)s of Article 5."
    ),
    "exploration": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through exploration, under "
        "paragraph %(paragraph)s of Article 5."
    ),
    "dependent_agent": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through a person who acts for "
        "it, under paragraph %(paragraph)s of Article 5."
    ),
    "insurance": gettext_lazy(
        "The enterprise has a permanent establishment in %(state)s through insurance, under "
        "paragraph %(paragraph)s of Article 5."
    ),
}


@dataclass(frozen=True)
class Figure:
    """A figure under the verdict; its value is a text or a day, `sub` may lead to `href`."""

    term: Text
    value: Text | date
    sub: Text = ""
    href: str = ""


@dataclass(frozen=True)
class Verdict:
    """The conclusion in one view."""

    outcome: str
    title: str
    sentences: tuple[str, ...]
    figures: tuple[Figure, ...]


def show_verdict(source: Source, heads: Sequence[HeadShown], depends: Dependence) -> Verdict:
    """The verdict on a conclusion."""
    outcome = source.conclusion["conclusion"]
    says = {"pe": _pe, "no_pe": _no_pe, "undetermined": _undetermined}[outcome]
    sentences, figures = says(source, heads, depends)
    return Verdict(outcome, say(OUTCOME_TITLES[outcome]), tuple(sentences), tuple(figures))


Said = tuple[list[str], list[Figure]]


def _pe(source: Source, heads: Sequence[HeadShown], depends: Dependence) -> Said:
    giving = [head for head in heads if head.outcome == "pe"]
    first = min(giving, key=lambda head: head.since or date.max)
    sentences = [str(BY_HEAD[first.head]) % _named(source, first)]
    if len(giving) > 1:
        sentences.append(
            ngettext(
                "%(n)s other head gives one as well.",
                "%(n)s other heads give one as well.",
                len(giving) - 1,
            )
            % {"n": digits(len(giving) - 1)}
        )
    sentences += _turning(depends)
    figures = [Figure(_("Since"), first.since or _("Not dated"), href="")]
    if first.measure is not None:
        figures.append(Figure(_("Counted"), first.measure.text, first.measure.margin))
        figures.append(Figure(_("Passed on"), first.measure.exceeded_on or _("Not known")))
    else:
        figures.append(_heads_figure(heads))
        figures.append(_clock(heads))
    return sentences, [*figures, _turns(depends)]


def _no_pe(source: Source, heads: Sequence[HeadShown], depends: Dependence) -> Said:
    sentences = [
        _("The enterprise has no permanent establishment in %(state)s under Article 5.")
        % _named(source)
    ]
    if not heads:
        sentences.append(_("Nothing is on file under any head."))
    sentences += _turning(depends)
    return sentences, [_heads_figure(heads), _nearest(heads), _clock(heads), _turns(depends)]


def _undetermined(source: Source, heads: Sequence[HeadShown], depends: Dependence) -> Said:
    sentences = [
        _(
            "It cannot be said yet whether the enterprise has a permanent establishment in "
            "%(state)s."
        )
        % _named(source)
    ]
    sets: list[list[str]] = [one["facts"] for one in source.conclusion["settled_by"]]
    single = [paths[0] for paths in sets if len(paths) == 1]
    if len(single) == 1:
        asked = question(source.document, single[0])
        sentences.append(_("One answer can settle it: %(question)s") % {"question": asked})
    elif single:
        sentences.append(_("Any one of %(n)s answers can settle it.") % {"n": digits(len(single))})
    elif sets:
        sentences.append(
            _("%(n)s facts together can settle it.") % {"n": digits(min(map(len, sets)))}
        )
    else:
        sentences.append(_("What is missing are dates, projects, lists or a reading."))
    figures = [
        Figure(
            _("Settled by"),
            _("%(n)s of %(all)s open facts")
            % {"n": digits(len(single)), "all": digits(len(source.conclusion["missing"]))},
            _("most decisive first"),
            "#depends",
        ),
        _heads_figure(heads),
        _turns(depends),
        _clock(heads),
    ]
    return sentences, figures


def _named(source: Source, head: HeadShown | None = None) -> dict[str, str]:
    values = {"state": party_name(source.document["source_state"], source.treaty.code)}
    if head is not None:
        label = head.cited[0].label if head.cited else ""
        shown = paragraph_label(label, source.treaty)
        inner = re.fullmatch(r"[0-9]+\(([^()]+)\)(.*)", shown)
        values["paragraph"] = f"{inner[1]}{inner[2]}" if inner else shown
    return values


def _turning(depends: Dependence) -> list[str]:
    readings = {turn.name: turn.title for turn in depends.turns}
    if not readings:
        return []
    if len(readings) == 1:
        return [
            _("It turns on one reading of the text: “%(reading)s”.")
            % {"reading": next(iter(readings.values()))}
        ]
    return [_("It turns on %(n)s readings of the text.") % {"n": digits(len(readings))}]


def _turns(depends: Dependence) -> Figure:
    readings = {turn.name: turn.title for turn in depends.turns}
    if not readings:
        return Figure(_("Turns on"), _("No reading"))
    return Figure(
        _("Turns on"),
        ngettext("%(n)s reading", "%(n)s readings", len(readings)) % {"n": digits(len(readings))},
        comma().join(readings.values()) if len(readings) == 1 else _("see them"),
        "#depends",
    )


def _heads_figure(heads: Sequence[HeadShown]) -> Figure:
    undetermined = sum(head.outcome == "undetermined" for head in heads)
    if not undetermined:
        settled = ngettext("%(n)s, settled", "%(n)s, all settled", len(heads))
        return Figure(_("Heads"), settled % {"n": digits(len(heads))})
    return Figure(
        _("Heads"),
        _("%(settled)s settled, %(open)s open")
        % {"settled": digits(len(heads) - undetermined), "open": digits(undetermined)},
    )


def _clock(heads: Sequence[HeadShown]) -> Figure:
    running = [
        (head.measure.passes_on, head.name)
        for head in heads
        if head.measure is not None and head.measure.passes_on is not None
    ]
    if not running:
        return Figure(_("Next clock"), _("None running"))
    day, name = min(running, key=lambda one: one[0])
    return Figure(_("Next clock"), day, name)


def _nearest(heads: Sequence[HeadShown]) -> Figure:
    """The count that stands nearest to its limit."""
    measured: list[Any] = [head for head in heads if head.measure is not None]
    if not measured:
        return Figure(_("Counted"), _("Nothing to count"))
    nearest = max(measured, key=lambda head: head.measure.share)
    return Figure(_("Counted"), nearest.measure.text, nearest.name)

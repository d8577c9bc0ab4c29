"""A conclusion document as its page shows it: verdict, heads, reasons, readings, notes.

Pure functions of the conclusion, the treaty it was made under and the facts. Nothing is decided
here; sentences are made anew from message and values, in the language of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pe_wizard.assessments.facts_in_words import (
    Document,
    FactRead,
    facts_read,
    item_name,
    item_of,
)
from pe_wizard.assessments.shown import nameless
from pe_wizard.display import digits, language
from pe_wizard.templatetags.law import paragraph_anchor
from pe_wizard.tongue import finding_sentence, say
from treaties import (
    APPLICABILITY_WORDS,
    HEAD_WORDS,
    HEADS,
    QUESTIONS,
    READING_WORDS,
    FactsError,
    Note,
    Paragraph,
    Treaty,
    get_fact,
)

LONG = 420  # characters of a paragraph beside the reasons
ORDER = ("pe", "undetermined", "no_pe")
LISTS = {
    "fixed_place": ("places",),
    "building_site": ("building_sites",),
    "services": ("services", "building_sites"),
    "exploration": ("exploration",),
    "dependent_agent": ("agents",),
    "insurance": ("agents",),
}
CLAUSES = {"dependent_agent": "agent"}  # kind of clause where it is not the head's own name
SITUATIONS = {  # the notes of a treaty that say what a fact without effect on outcomes means
    "enterprise.international_transport": "enterprise.international_transport",
    "controls_company_there": "control.company",
}
WORDS = {
    "yes": gettext_lazy("Yes."),
    "no": gettext_lazy("No."),
    "unknown": gettext_lazy("Not known."),
}


@dataclass(frozen=True)
class Source:
    """What a page is made from. `hrefs` gives the place where a fact can be answered, if any;
    `reasons` says why a reading was chosen."""

    conclusion: Mapping[str, Any]
    treaty: Treaty
    document: Document
    reasons: Mapping[str, str] = field(default_factory=dict)
    href_of: Callable[[str], str] = lambda path: ""

    @cached_property
    def nameless(self) -> dict[str, str]:
        """What items that are known by their id are called."""
        return nameless(self.document)

    def hrefs(self, paths: Iterable[str]) -> dict[str, str]:
        """Where each of these facts can be answered."""
        return {path: self.href_of(path) for path in paths}


@dataclass(frozen=True)
class Cited:
    """A paragraph that is referred to, and where its restatement stands on the page."""

    label: str
    href: str


@dataclass(frozen=True)
class ReadingUsed:
    """A reading as a finding used it."""

    name: str
    option: str


@dataclass(frozen=True)
class FindingShown:
    """A step of the reasoning with what it rests on; `outcome` is yes, no or unknown."""

    outcome: str
    word: str | Promise
    sentence: str
    cited: Cited | None
    facts: tuple[FactRead, ...]
    readings: tuple[ReadingUsed, ...]
    parts: tuple[FindingShown, ...]


@dataclass(frozen=True)
class MeasureShown:
    """Days against a limit; `share` of it that is counted. The meter in per cent of its width."""

    text: str
    share: float
    margin: str
    is_above: bool
    exceeded_on: date | None
    passes_on: date | None
    fill: str
    maybe: str
    tick: str


@dataclass(frozen=True)
class Rule:
    """A paragraph beside the reasons, and its anchor on the page."""

    paragraph: Paragraph
    anchor: str

    @property
    def is_long(self) -> bool:
        """Whether only its beginning is shown until it is opened."""
        return len(self.paragraph.text.said(language())) > LONG


@dataclass(frozen=True)
class HeadShown:
    """One head for one subject; `id` is the subject as the conclusion names it."""

    anchor: str
    head: str
    id: str | None
    name: str
    subject: str
    outcome: str
    aside: str
    since: date | None
    until: date | None
    measure: MeasureShown | None
    cited: tuple[Cited, ...]
    because: tuple[FindingShown, ...]
    considered: tuple[FindingShown, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class ReadingShown:
    """A reading of the treaty as applied: the option, and why where it was chosen."""

    name: str
    title: str
    question: str
    option: str
    effect: str
    is_default: bool
    reason: str
    why: Any
    paragraphs: tuple[str, ...]
    options: tuple[tuple[str, str, str, bool], ...]  # value, label, effect, whether applied


@dataclass(frozen=True)
class Gate:
    """Whether the treaty applies at all, with the findings that say so."""

    applicability: str
    title: str
    findings: tuple[FindingShown, ...]

    @property
    def sentences(self) -> str:
        """The sentences of the findings, one after the other."""
        return " ".join(finding.sentence for finding in self.findings)


# ---- findings


def show_finding(source: Source, finding: Mapping[str, Any], anchor: str) -> FindingShown:
    """A finding with its parts. `anchor` is that of the head whose paragraphs stand beside it;
    without one, references lead to the page of the treaty."""
    parts: dict[tuple[Any, ...], FindingShown] = {}
    for one in finding["parts"]:
        part = show_finding(source, _telling(one), anchor)
        parts.setdefault((part.outcome, part.sentence, part.parts), part)
    label = finding["paragraph"]
    sign = sign_of(finding, source.document)
    return FindingShown(
        outcome=sign,
        word=WORDS[sign],
        sentence=finding_sentence(finding, source.nameless),
        cited=Cited(label, href_of_paragraph(source.treaty, label, anchor)) if label else None,
        facts=facts_read(source.document, finding["facts"], source.hrefs(finding["facts"])),
        readings=tuple(
            ReadingUsed(name, option_label(name, source.conclusion["readings"][name]))
            for name in finding.get("readings", ())
            if name in source.conclusion["readings"]
        ),
        parts=tuple(parts.values()),
    )


def sign_of(finding: Mapping[str, Any], document: Document) -> str:
    """Yes, no or unknown as the sentence says it: that of a denial is the other way round.

    “X is protected by an exception” is a yes, though the finding “not excepted” is a no.
    """
    outcome: str = finding["outcome"]
    if outcome == "unknown":
        return outcome
    if len(finding["facts"]) == 1 and not finding["parts"]:
        try:
            answer = get_fact(dict(document), finding["facts"][0])
        except (FactsError, AttributeError, TypeError):
            return outcome
        return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else outcome
    denies = re.search(r"\.not(_[a-z]+)?$", finding["message"])
    if denies and finding["parts"]:
        return "no" if outcome == "yes" else "yes"
    return outcome


def _telling(finding: Mapping[str, Any]) -> Mapping[str, Any]:
    """The finding, or its only part where it merely passes that on."""
    while len(finding["parts"]) == 1 and not finding["facts"] and not finding.get("readings"):
        part = finding["parts"][0]
        if part["paragraph"] and finding["paragraph"] not in ("", part["paragraph"]):
            break
        finding = {**part, "paragraph": part["paragraph"] or finding["paragraph"]}
    return finding


def cited_in(findings: Sequence[FindingShown]) -> Iterable[str]:
    """The paragraphs that the findings cite, from above."""
    for finding in findings:
        if finding.cited is not None:
            yield finding.cited.label
        yield from cited_in(finding.parts)


def facts_in(findings: Sequence[FindingShown]) -> Iterable[FactRead]:
    """The facts that the findings read."""
    for finding in findings:
        yield from finding.facts
        yield from facts_in(finding.parts)


# ---- heads


def show_heads(source: Source) -> tuple[HeadShown, ...]:
    """The heads, those that give a permanent establishment first, open ones next."""
    heads = sorted(source.conclusion["heads"], key=lambda head: ORDER.index(head["outcome"]))
    return tuple(_head(source, head, f"head-{at}") for at, head in enumerate(heads, start=1))


def _head(source: Source, head: Mapping[str, Any], anchor: str) -> HeadShown:
    because = tuple(show_finding(source, one, anchor) for one in head["because"])
    considered = tuple(show_finding(source, _telling(one), "") for one in head["considered"])
    measure = show_measure(head.get("measure"))
    labels = dict.fromkeys([*head["paragraphs"], *cited_in(because)])
    return HeadShown(
        anchor=anchor,
        head=head["head"],
        id=head["subject"],
        name=say(HEAD_WORDS[head["head"]]),
        subject=subject_name(source.document, head),
        outcome=head["outcome"],
        aside=_aside(source.conclusion["conclusion"], head, measure),
        since=_day(head["since"]),
        until=_day(head["until"]),
        measure=measure,
        cited=tuple(
            Cited(label, href_of_paragraph(source.treaty, label, anchor))
            for label in head["paragraphs"]
        ),
        because=because,
        considered=considered,
        rules=tuple(
            Rule(paragraph, f"{anchor}-{paragraph_anchor(label)}")
            for label in labels
            if (paragraph := paragraph_of(source.treaty, label)) is not None
        ),
    )


def paragraph_of(treaty: Treaty, label: str) -> Paragraph | None:
    """The paragraph of that label, the treaty's own or a borrowed one."""
    return treaty.paragraphs.get(label) or treaty.borrowed.get(label)


def href_of_paragraph(treaty: Treaty, label: str, anchor: str) -> str:
    """The restatement of a paragraph beside a head, or on the page of the treaty."""
    if anchor:
        return f"#{anchor}-{paragraph_anchor(label)}"
    return f"{reverse('library:treaty', args=[treaty.code])}#{paragraph_anchor(label)}"


def subject_name(document: Document, head: Mapping[str, Any]) -> str:
    """What a head is about: the name of the place or person, the project, or of a lone item."""
    subject = head["subject"]
    if subject is None:
        return ""
    for list_name in LISTS[head["head"]]:
        if item_of(document, list_name, subject) is not None:
            return item_name(document, list_name, subject)
    return str(subject)


def _aside(conclusion: str, head: Mapping[str, Any], measure: MeasureShown | None) -> str:
    if head["outcome"] == "undetermined":
        if conclusion == "undetermined":
            return _("decides the conclusion")
        return _("cannot change the conclusion")
    return measure.margin if measure is not None else ""


def absent_heads(source: Source) -> tuple[list[str], list[str]]:
    """Heads on which nothing is on file, and heads that the treaty does not have, by name."""
    present = {head["head"] for head in source.conclusion["heads"]}
    none_on_file: list[str] = []
    no_such_rule: list[str] = []
    for head in HEADS:
        if head in present:
            continue
        has_rule = source.treaty.clauses_of(CLAUSES.get(head, head))
        (none_on_file if has_rule else no_such_rule).append(say(HEAD_WORDS[head]))
    return none_on_file, no_such_rule


def show_measure(measure: Mapping[str, Any] | None) -> MeasureShown | None:
    """A measure in words, with its meter."""
    if measure is None:
        return None
    counted, most = measure["counted"], measure.get("counted_at_most", measure["counted"])
    limit = threshold_days(measure)
    scale = max(1.12 * limit, 1.05 * most, 1)
    return MeasureShown(
        text=_measure_text(measure, counted, most, limit),
        share=counted / max(limit, 1),
        margin=margin(counted, limit) if counted == most else "",
        is_above=counted > limit,
        exceeded_on=_day(measure["exceeded_on"]),
        passes_on=_day(measure["threshold_on"]),
        fill=percent(counted / scale),
        maybe=percent(most / scale) if most != counted else "",
        tick=percent(limit / scale),
    )


def threshold_days(measure: Mapping[str, Any]) -> int:
    """The limit of a measure in days, whatever its unit."""
    days: int = measure.get("threshold_days", measure["threshold"])
    return days


def _measure_text(measure: Mapping[str, Any], counted: int, most: int, limit: int) -> str:
    values = {"counted": digits(counted), "most": digits(most), "limit": digits(limit)}
    if most != counted:
        text = _("%(counted)s to %(most)s of %(limit)s days") % values
    else:
        text = (
            ngettext("%(counted)s of %(limit)s day", "%(counted)s of %(limit)s days", limit)
            % values
        )
    if measure["unit"] != "months":
        return text
    months = ngettext("%(n)s month", "%(n)s months", measure["threshold"]) % {
        "n": digits(measure["threshold"])
    }
    return f"{text} ({months})"


def margin(counted: int, limit: int) -> str:
    """How far a count is from its limit."""
    if counted > limit:
        return ngettext(
            "%(n)s day above the threshold", "%(n)s days above the threshold", counted - limit
        ) % {"n": digits(counted - limit)}
    if counted == limit:
        return _("exactly at the threshold: one more day passes it")
    return ngettext(
        "%(n)s day below the threshold", "%(n)s days below the threshold", limit - counted
    ) % {"n": digits(limit - counted)}


def percent(share: float) -> str:
    """A share of the whole as a length in per cent."""
    return f"{min(share, 1) * 100:.2f}%"


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None


# ---- the gate, readings, notes


def show_gate(source: Source) -> Gate:
    """Whether the treaty applies, with its reasons."""
    applicability = source.conclusion["applicability"]
    findings = [
        show_finding(source, one, "")
        for root in source.conclusion.get("applicability_because", ())
        for one in root["parts"]
    ]
    return Gate(applicability, say(APPLICABILITY_WORDS[applicability]), tuple(findings))


def option_label(reading: str, option: str) -> str:
    """The short label of an option; the option itself where this product knows it no more."""
    words = READING_WORDS.get(reading)
    if words is None or option not in words.options:
        return option
    return say(words.options[option].label)


def show_readings(source: Source) -> tuple[ReadingShown, ...]:
    """Every reading of the treaty, as applied, in the order of the treaty file."""
    shown = []
    for name, reading in source.treaty.readings.items():
        option = source.conclusion["readings"].get(name, reading.default)
        words = READING_WORDS[name]
        shown.append(
            ReadingShown(
                name=name,
                title=say(words.title),
                question=say(words.question),
                option=say(words.options[option].label),
                effect=say(words.options[option].effect),
                is_default=option == reading.default,
                reason="" if option == reading.default else source.reasons.get(name, ""),
                why=reading.why,
                paragraphs=reading.paragraphs,
                options=tuple(
                    (
                        one,
                        say(words.options[one].label),
                        say(words.options[one].effect),
                        one == option,
                    )
                    for one in reading.options
                ),
            )
        )
    return tuple(shown)


def show_notes(source: Source) -> tuple[Note, ...]:
    """The peculiarities of the text that were touched on the way."""
    notes = source.treaty.notes
    return tuple(notes[code] for code in source.conclusion["notes"] if code in notes)


def remarks(source: Source) -> tuple[str, ...]:
    """What facts that change no outcome say beside the conclusion, where no note says it."""
    told = {
        situation
        for code in source.conclusion["notes"]
        if code in source.treaty.notes
        for situation in source.treaty.notes[code].touched_by
    }
    answers = {
        "enterprise.international_transport": (source.document.get("enterprise") or {}).get(
            "international_transport"
        ),
        "controls_company_there": source.document.get("controls_company_there"),
    }
    return tuple(
        say(QUESTIONS[path].why)
        for path, answer in answers.items()
        if answer is True and SITUATIONS[path] not in told
    )

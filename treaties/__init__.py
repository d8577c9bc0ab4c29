"""The law and the reasoning: treaties as data, facts in, reasoned conclusions out.

This is the front door: everything that a user of the package may use. It needs no Django.

    from treaties import assess, catalogue, conclude, parse_facts

    facts = parse_facts(document)
    treaty = catalogue().treaties[facts.treaty]
    print(conclude(assess(facts, treaty))["conclusion"])
"""

from treaties.assess import (
    APPLICABILITY,
    HEADS,
    OUTCOMES,
    Assessment,
    Head,
    Measure,
    assess,
    check_against,
)
from treaties.clocks import RunningClock, counted_on, running_clocks
from treaties.conclusion import (
    conclude,
    finding_document,
    head_document,
    heads_document,
    is_told_by,
    notes_touched,
    sentence,
    statement,
)
from treaties.conclusion_schema import conclusion_schema
from treaties.durations import Days, Limit, months_later
from treaties.errors import TreatiesError
from treaties.explanation import explain
from treaties.facts import (
    FIELDS,
    SHAPES,
    Facts,
    FactsError,
    Fault,
    Field,
    Path,
    fact_field,
    facts_schema,
    get_fact,
    load_json,
    parse_facts,
    parse_path,
    with_fact,
)
from treaties.finding import Finding
from treaties.inquiry import Flip, Inquiry, Settling, Turn, inquire
from treaties.interview import (
    LISTS,
    AskedFact,
    AskedItem,
    AskedSection,
    Interview,
    interview,
    lists_needed,
    structure,
    used_facts,
)
from treaties.planning import (
    Conduct,
    Planned,
    Room,
    Stretch,
    Trial,
    activities_at_places,
    independence_of_people,
    plannable,
    powers_of_people,
    rooms,
)
from treaties.questions import QUESTIONS, SECTIONS, UNNAMED, Question, Section
from treaties.reading_words import (
    APPLICABILITY_WORDS,
    HEAD_WORDS,
    OUTCOME_TITLES,
    OUTCOME_WORDS,
    READING_WORDS,
)
from treaties.taking_over import TakenOver, take_over, unread
from treaties.timeline import Convention, Stay, Timeline, conventions, timeline
from treaties.treaty import (
    Catalogue,
    Dated,
    Note,
    Paragraph,
    Reading,
    Refusal,
    Text,
    Treaty,
    TreatyError,
    catalogue,
    load_treaty,
    treaty_schema,
)
from treaties.truth import Truth
from treaties.wording import Plural, Tongue, fill

__all__ = [
    "APPLICABILITY",
    "APPLICABILITY_WORDS",
    "FIELDS",
    "HEADS",
    "HEAD_WORDS",
    "LISTS",
    "OUTCOMES",
    "OUTCOME_TITLES",
    "OUTCOME_WORDS",
    "QUESTIONS",
    "READING_WORDS",
    "SECTIONS",
    "SHAPES",
    "UNNAMED",
    "AskedFact",
    "AskedItem",
    "AskedSection",
    "Assessment",
    "Catalogue",
    "Conduct",
    "Convention",
    "Dated",
    "Days",
    "Facts",
    "FactsError",
    "Fault",
    "Field",
    "Finding",
    "Flip",
    "Head",
    "Inquiry",
    "Interview",
    "Limit",
    "Measure",
    "Note",
    "Paragraph",
    "Path",
    "Planned",
    "Plural",
    "Question",
    "Reading",
    "Refusal",
    "Room",
    "RunningClock",
    "Section",
    "Settling",
    "Stay",
    "Stretch",
    "TakenOver",
    "Text",
    "Timeline",
    "Tongue",
    "TreatiesError",
    "Treaty",
    "TreatyError",
    "Trial",
    "Truth",
    "Turn",
    "activities_at_places",
    "assess",
    "catalogue",
    "check_against",
    "conclude",
    "conclusion_schema",
    "conventions",
    "counted_on",
    "explain",
    "fact_field",
    "facts_schema",
    "fill",
    "finding_document",
    "get_fact",
    "head_document",
    "heads_document",
    "independence_of_people",
    "inquire",
    "interview",
    "is_told_by",
    "lists_needed",
    "load_json",
    "load_treaty",
    "months_later",
    "notes_touched",
    "parse_facts",
    "parse_path",
    "plannable",
    "powers_of_people",
    "rooms",
    "running_clocks",
    "sentence",
    "statement",
    "structure",
    "take_over",
    "timeline",
    "treaty_schema",
    "unread",
    "used_facts",
    "with_fact",
]

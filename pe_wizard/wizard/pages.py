"""What one page asks: the entries of a step, made from the treaty, the answers and the interview.

Nothing here is written for one treaty. Which lists and fields there are comes from `structure`,
which yes/no facts and shares matter from the interview; what the treaty never uses is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pe_wizard.assessments.documents import Document
from pe_wizard.assessments.standing import Standing
from pe_wizard.display import party_name
from pe_wizard.tongue import say
from pe_wizard.wizard import fields
from pe_wizard.wizard.editing import rows_at, value_at
from pe_wizard.wizard.steps import Step
from pe_wizard.wizard.windows import Window
from pe_wizard.wizard.words import item_choices, name_at, words_of_kinds
from treaties import FIELDS, SECTIONS, AskedFact, AskedItem, parse_path, structure

Word = str | Promise

YES_NO = fields.YesNo()
WORKED = fields.Worked()
LIST = fields.ListAnswer()
DAY = fields.Day()
LAST_DAY = fields.LastDay()
PERCENT = fields.Percent()
PROJECT = fields.Project()
LINE = fields.Line()
PLAIN_DAY = fields.PlainDay()
REQUIRED_DAY = fields.RequiredDay()
ACTIVITIES = fields.Activities(FIELDS["places[].activities[].kind"].choices)

# Shown even where nothing hangs on it yet: the adviser expects to find it there.
EXPECTED = frozenset({"services[].through_personnel"})


@dataclass(slots=True)
class Entry:
    """One field of the form. `status` is that of the interview; "" for a field that describes."""

    path: str
    field: fields.FactField
    status: str = ""
    paragraphs: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()  # beyond those of the wording: items of a list
    noted: bool = False  # whether it takes a note, evidence and "contested"

    @property
    def needed(self) -> bool:
        """Whether it is asked now."""
        return self.status not in ("closed", "unused")


@dataclass(slots=True)
class Group:
    """Questions under one heading; those not needed now come last, closed."""

    title: Word
    entries: list[Entry]

    @property
    def asked(self) -> list[Entry]:
        """The questions that matter now."""
        return [entry for entry in self.entries if entry.needed]

    @property
    def idle(self) -> list[Entry]:
        """The questions that nothing hangs on now."""
        return [entry for entry in self.entries if not entry.needed]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs that the questions answer to, each once."""
        return tuple(dict.fromkeys(label for entry in self.asked for label in entry.paragraphs))


@dataclass(slots=True)
class Table:
    """Rows of days: the stays of an engagement, the days of a rig, the breaks of a site."""

    path: str
    title: Word
    row: Word  # what one row is called
    add: Word
    rows: list[list[Entry]]  # those that the page holds
    numbers: tuple[int, ...]  # of these, from 0
    count: int  # of all rows
    listed: Entry | None = None  # the question whether there are any, while there are none


@dataclass(slots=True)
class Card:
    """One item of a list."""

    path: str
    name: str
    entries: list[Entry]
    groups: list[Group] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    step: str = ""  # the step with the rest of it


@dataclass(slots=True)
class Page:
    """The page of one step."""

    step: Step
    lead: str
    listed: Entry | None = None
    list_name: str = ""
    add: Word = ""
    entries: list[Entry] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    readings: tuple[str, ...] = ()

    def all_entries(self) -> Iterator[Entry]:
        """Every field of the page, in the order of the page."""
        if self.listed:
            yield self.listed
        yield from self.entries
        for group in self.groups:
            yield from group.entries
        for card in self.cards:
            yield from card.entries
            for group in card.groups:
                yield from group.entries
            for table in card.tables:
                if table.listed:
                    yield table.listed
                for row in table.rows:
                    yield from row


ADD: dict[str, Word] = {
    "related_enterprises": gettext_lazy("Add a related enterprise"),
    "places": gettext_lazy("Add a place"),
    "building_sites": gettext_lazy("Add a site"),
    "services": gettext_lazy("Add an engagement"),
    "exploration": gettext_lazy("Add a structure, rig or ship"),
    "agents": gettext_lazy("Add a person"),
}

# Which questions about a person stand together; the order of asking is that of the facts format.
PERSON: tuple[tuple[Word, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Contracts"),
        (
            "acts_on_behalf",
            "authority_to_conclude",
            "habitually_concludes",
            "concludes_any",
            "principal_role",
            "no_material_modification",
            "in_name",
            "for_property",
            "for_services",
            "limited_to_excepted_activities",
        ),
    ),
    (gettext_lazy("Goods"), ("maintains_stock", "delivers_regularly")),
    (
        gettext_lazy("Orders"),
        ("secures_orders", "fulfils_orders", "orders_for_enterprise_only"),
    ),
    (
        gettext_lazy("Independence"),
        (
            "independent",
            "ordinary_course",
            "ordinary_course_of_enterprise",
            "devoted_to_enterprise",
            "devoted_to_group",
            "arms_length_terms",
            "exclusive_for_related",
            "closely_related",
        ),
    ),
    (gettext_lazy("Insurance"), ("collects_premiums", "insures_risks", "reinsurance_only")),
)


def page_of(step: Step, standing: Standing, window: Window | None = None) -> Page:
    """The page of a step, for the answers as they stand; with the first rows of long tables, or
    those of the window."""
    return _Making(step, standing, window or Window()).page()


class _Making:
    def __init__(self, step: Step, standing: Standing, window: Window) -> None:
        self.step = step
        self.standing = standing
        self.window = window
        self.document: Document = standing.document
        self.structure = structure(standing.treaty)

    def page(self) -> Page:
        section = SECTIONS[self.step.section]
        page = Page(self.step, say(section.lead, state=self._state()))
        make = getattr(self, f"_{self.step.section}", None)
        if make is not None:
            make(page)
        return page

    def _state(self) -> str:
        return party_name(self.document["source_state"], self.document["treaty"])

    # ---- sections

    def _treaty(self, page: Page) -> None:
        page.entries = [Entry("as_of", REQUIRED_DAY)] + [
            Entry(f"tax_period.{end}", PLAIN_DAY) for end in ("from", "to")
        ]
        asked = self._facts("treaty")
        page.groups = [
            Group(_("Does the treaty apply?"), [e for e in asked if e.status != "optional"]),
            Group(_("For notes only"), [e for e in asked if e.status == "optional"]),
        ]
        page.readings = tuple(self.standing.treaty.readings)

    def _insurance(self, page: Page) -> None:
        page.groups = [Group("", self._facts("insurance"))]

    def _places(self, page: Page) -> None:
        self._listing(page, "places")
        for item in self._items("places"):
            page.cards.append(self._card("places", item, Group("", self._of_item("places", item))))

    def _activities(self, page: Page) -> None:
        start = f"places[{self.step.item}]."
        asked = self._asked_item("activities")
        facts = asked.facts if asked else ()
        path = f"{start}activities"
        listed = next((fact for fact in facts if fact.path == path), None)
        status, labels = (listed.status, listed.paragraphs) if listed else ("", ())
        entries = [Entry(path, ACTIVITIES, status, labels)]
        groups: list[Group] = [Group("", entries)]
        kinds = dict(words_of_kinds())
        for row in rows_at(self.document, f"{start}activities"):
            kind = str(row.get("kind"))
            inside = f"{start}activities[{kind}]."
            groups.append(Group(kinds.get(kind, kind), self._shown(facts, inside)))
        groups.append(
            Group(
                _("All activities together"),
                self._shown(facts, f"{start}combination_preparatory_or_auxiliary"),
            )
        )
        together = self._shown(facts, f"{start}fragmentation.")
        if together and rows_at(self.document, "related_enterprises"):
            together.insert(
                1,
                self._reference(
                    f"{start}fragmentation.enterprise",
                    "related_enterprises",
                    status="optional" if any(e.needed for e in together) else "closed",
                ),
            )
        groups.append(Group(_("Together with other places"), together))
        page.groups = [group for group in groups if group.entries]

    def _related_enterprises(self, page: Page) -> None:
        self._listing(page, "related_enterprises")
        for item in self._items("related_enterprises"):
            start = f"related_enterprises[{item['id']}]."
            facts = self._facts_of("related_enterprises", item["id"])
            card = self._card(
                "related_enterprises",
                item,
                Group("", self._shown(facts, f"{start}control")),
                Group(
                    _("What one of the two holds in the other"),
                    self._shown(facts, f"{start}direct."),
                ),
                Group(
                    _("What a common owner holds in the enterprise"),
                    self._shown(facts, f"{start}common_owner.in_enterprise."),
                ),
                Group(
                    _("What the common owner holds in the related enterprise"),
                    self._shown(facts, f"{start}common_owner.in_related."),
                ),
            )
            page.cards.append(card)

    def _building_sites(self, page: Page) -> None:
        self._listing(page, "building_sites")
        numbers = self._numbers("building_sites", "interruptions")
        for item in self._items("building_sites"):
            card = self._card(
                "building_sites", item, Group("", self._of_item("building_sites", item))
            )
            if "interruptions" in self.structure["building_sites"]:
                path = f"building_sites[{item['id']}].interruptions"
                card.tables.append(
                    Table(
                        path,
                        _("Breaks in the work"),
                        _("Break"),
                        _("Add a break"),
                        [
                            [Entry(f"{path}[{at}].from", DAY), Entry(f"{path}[{at}].to", LAST_DAY)]
                            for at in numbers[path]
                        ],
                        numbers[path],
                        len(rows_at(self.document, path)),
                    )
                )
            page.cards.append(card)

    def _services(self, page: Page) -> None:
        self._with_periods(
            page, "services", "service_periods", _("Stays"), _("Stay"), _("Add a stay")
        )

    def _exploration(self, page: Page) -> None:
        self._with_periods(
            page,
            "exploration",
            "exploration_periods",
            _("Days of use"),
            _("Period"),
            _("Add a period"),
        )

    def _agents(self, page: Page) -> None:
        self._listing(page, "agents")
        for item in self._items("agents"):
            page.cards.append(
                Card(
                    f"agents[{item['id']}]",
                    name_at(self.document, f"agents[{item['id']}].name"),
                    [],
                    step=f"agent-{item['id']}",
                )
            )

    def _agent(self, page: Page) -> None:
        start = f"agents[{self.step.item}]."
        page.entries = [
            self._describing(f"{start}{name}")
            for name in self.structure["agents"]
            if name != "enterprise" or rows_at(self.document, "related_enterprises")
        ]
        asked = self._asked_item("agent")
        facts = {fact.path: fact for fact in asked.facts} if asked else {}
        for title, names in PERSON:
            those = [facts[f"{start}{name}"] for name in names if f"{start}{name}" in facts]
            entries = self._shown(those, start)
            if entries:
                page.groups.append(Group(title, entries))

    # ---- parts of sections

    def _listing(self, page: Page, name: str) -> None:
        page.list_name, page.add = name, ADD[name]
        fact = self._fact(name, name)
        page.listed = Entry(
            name, LIST, fact.status if fact else "optional", fact.paragraphs if fact else ()
        )

    def _numbers(self, name: str, rows: str) -> dict[str, tuple[int, ...]]:
        """Which rows of each item of a list the page holds, by the path of the rows."""
        paths = [f"{name}[{item['id']}].{rows}" for item in self._items(name)]
        return self.window.numbers({path: len(rows_at(self.document, path)) for path in paths})

    def _items(self, name: str) -> list[dict[str, Any]]:
        return [one for one in rows_at(self.document, name) if isinstance(one.get("id"), str)]

    def _card(self, name: str, item: dict[str, Any], *groups: Group) -> Card:
        path = f"{name}[{item['id']}]"
        described = [key for key in self.structure[name] if key not in ("periods", "interruptions")]
        return Card(
            path,
            name_at(self.document, f"{path}.name"),
            [
                self._describing(f"{path}.{key}")
                for key in described
                if not self._is_idle_reference(f"{path}.{key}")
            ],
            [group for group in groups if group.entries],
        )

    def _with_periods(
        self, page: Page, name: str, shape: str, title: str, row: str, add: str
    ) -> None:
        self._listing(page, name)
        columns = [
            column
            for column in self.structure[shape]
            if column != "by" or rows_at(self.document, "related_enterprises")
        ]
        if "by" in columns:
            columns.append("substantially_same")
        numbers = self._numbers(name, "periods")
        for item in self._items(name):
            card = self._card(name, item, Group("", self._of_item(name, item)))
            path = f"{name}[{item['id']}].periods"
            rows = rows_at(self.document, path)
            fact = self._fact(name, path)
            card.tables.append(
                Table(
                    path,
                    title,
                    row,
                    add,
                    [
                        [
                            self._describing(f"{path}[{at}].{column}")
                            for column in (*columns, *_noted(rows[at]))
                        ]
                        for at in numbers[path]
                    ],
                    numbers[path],
                    len(rows),
                    None
                    if rows
                    else Entry(
                        path, LIST, fact.status if fact else "open", fact.paragraphs if fact else ()
                    ),
                )
            )
            page.cards.append(card)

    def _of_item(self, name: str, item: dict[str, Any]) -> list[Entry]:
        """The yes/no facts of an item; its dates and texts are fields of their own."""
        facts = [
            fact
            for fact in self._facts_of(name, item["id"])
            if ".periods[" not in fact.path
            and FIELDS[parse_path(fact.path).pattern].kind == "yes_no"
            and (not fact.path.endswith(".substantially_same") or item.get("by"))
        ]
        return self._shown(facts, f"{name}[{item['id']}].")

    def _shown(self, facts: Iterable[AskedFact], start: str) -> list[Entry]:
        """Entries for the facts that begin so, if the treaty can use them or they are answered."""
        return [
            Entry(
                fact.path,
                PERCENT if FIELDS[parse_path(fact.path).pattern].kind == "percent" else YES_NO,
                fact.status,
                fact.paragraphs,
                noted=True,
            )
            for fact in facts
            if fact.path.startswith(start)
            and (
                fact.status != "closed"
                or fact.paragraphs
                or fact.heads
                or parse_path(fact.path).pattern in EXPECTED
            )
        ]

    def _describing(self, path: str) -> Entry:
        """A field that describes an item: a name, a kind, a day, a project, a reference."""
        known = FIELDS[parse_path(path).pattern]
        if known.name == "project":
            return Entry(path, PROJECT)
        if known.name == "worked":
            return Entry(path, WORKED)
        if known.kind == "yes_no":
            return Entry(path, YES_NO)
        if known.kind == "choice":
            return Entry(path, fields.Choice(known.choices))
        if known.kind == "reference":
            return self._reference(path, *known.to)
        if known.kind == "date":
            return Entry(path, DAY if known.name == "from" else LAST_DAY)
        return Entry(path, LINE)

    def _reference(self, path: str, *lists: str, status: str = "") -> Entry:
        choices = tuple(choice for name in lists for choice in item_choices(self.document, name))
        now = value_at(self.document, path)
        values = [value for value, _label in choices]
        if isinstance(now, str) and now not in values:
            values.append(now)
            choices = (*choices, (now, now))
        return Entry(path, fields.ItemReference(values), status, choices=choices)

    def _is_idle_reference(self, path: str) -> bool:
        """A reference with nothing to refer to, and nothing in it."""
        known = FIELDS[parse_path(path).pattern]
        return (
            known.kind == "reference"
            and not any(rows_at(self.document, name) for name in known.to)
            and not isinstance(value_at(self.document, path), str)
        )

    # ---- what the interview says

    def _facts(self, key: str) -> list[Entry]:
        section = self._section(key)
        return self._shown(section.facts if section else (), "")

    def _facts_of(self, key: str, item_id: str) -> Sequence[AskedFact]:
        section = self._section(key)
        for item in section.items if section else ():
            if item.id == item_id:
                return item.facts
        return ()

    def _asked_item(self, key: str) -> AskedItem | None:
        section = self._section(key)
        return next((i for i in section.items if i.id == self.step.item), None) if section else None

    def _fact(self, key: str, path: str) -> AskedFact | None:
        section = self._section(key)
        return section.fact(path) if section else None

    def _section(self, key: str) -> Any:
        return self.standing.interview.section(key) if self.standing.interview else None


def _noted(row: dict[str, Any]) -> tuple[str, ...]:
    """The column of a note, for a row that has one: it comes with a table of stays."""
    return ("note",) if row.get("note") else ()

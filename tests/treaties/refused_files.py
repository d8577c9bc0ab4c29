"""Every way to spoil the toy treaty, a row each, and the fault it must be refused with."""
# ruff: noqa: E501 - a row is read as a row

from typing import NamedTuple


class Row(NamedTuple):
    """One way to spoil the toy treaty, and the fault it must be refused with."""

    old: str
    new: str
    key: str
    problem: str
    allowed: str
    remedy: str


SITE = "clause 3 (building_site): "
EXCEPTIONS = "clause 7 (exceptions): "
AGENT = "clause 9 (agent): "
INDEPENDENCE = "clause 10 (independence): "
OFFICE = '{ "5(2)(a)" = ["office", "branch"] }'
NOT_YET = "is known, not supported yet"
STORAGE = 'activities = ["storage", "display", "delivery"]'

# fmt: off
REFUSED = {
    # the file
    "a line that is not TOML": Row(
        'parties = ["XA", "XB"]', 'parties = ["XA"', "line 6, column 1", "this is not TOML", "", "Correct the line"),
    "a key written twice": Row(
        'read_from = "en"', 'read_from = "en"\nread_from = "fa"', "line 8, column 17", "this is not TOML", "", "Correct"),
    "an unknown table": Row(
        "[notes]", "[remarks]", "remarks", 'the table "remarks" is unknown', "treaty, paragraph, borrowed", "Use one"),
    "a misspelled table": Row("[notes]", "[note]", "note", "is unknown", "notes", 'Perhaps "notes" is meant'),
    # the treaty
    "a missing key of the treaty": Row(
        'read_from = "en"', "", "treaty.read_from", 'the key "read_from" is missing', "", "No key has a default"),
    "an unknown key of the treaty": Row(
        "prevails =", "prevail =", "treaty.prevail", 'the key "prevail" is unknown', "prevails", 'Perhaps "prevails"'),
    "a code of the wrong form": Row(
        '"XA-XB"', '"xaxb"', "treaty.code", '"xaxb" has the wrong form', "IR-BD", "Write it in the form shown"),
    "one party only": Row(
        '["XA", "XB"]', '["XA"]', "treaty.parties", "the list has 1 entries", "at least 2", "Correct the list"),
    "a party twice": Row(
        '["XA", "XB"]', '["XA", "XA"]', "treaty.parties", "XA stands there twice", "", "Name the two States"),
    "a State that is no code": Row(
        '["XA", "XB"]', '["XA", "Xebel"]', "treaty.parties[2]", '"Xebel" has the wrong form', "two capital letters", ""),
    "a date that is none": Row(
        '"2003-01-01"', '"1 January 2003"', "treaty.in_effect.XA.date", '"1 January 2003" is no date', '"2011-12"', ""),
    "a date that is not in the calendar": Row(
        '"2003-01-01"', '"2003-02-30"', "treaty.in_effect.XA.date", "is not in the calendar", "", "Check month and day"),
    "a year out of range": Row(
        '"2002"', '"0202"', "treaty.in_force.date", "the year 0202 is out of range", "1850 to 2200", "Check the year"),
    "force before signature": Row(
        '"2002"', '"2000"', "treaty.in_force.date", "2000 is before 2001-02-03", "", "Correct one of the two dates"),
    "a date without certainty": Row(
        'source = "a gazette", certainty = "derived"', 'source = "a gazette"', "treaty.in_force.certainty",
        "is missing", "found, derived, unconfirmed", "No key has a default"),
    "an unknown certainty": Row(
        '"a gazette", certainty = "derived"', '"a gazette", certainty = "memory"', "treaty.in_force.certainty",
        'the text "memory" is not known here', "found, derived, unconfirmed", "Use one"),
    "a State without its date": Row(
        "XB = { date", "XC = { date", "treaty.in_effect", "nothing is said of XB", "XA, XB", "Say it for both States"),
    "a date for a State that is no party": Row(
        "XB = { date", "XC = { date", "treaty.in_effect.XC", "XC is no party", "XA, XB", "Take it out"),
    "a prevailing language that is not authentic": Row(
        'prevails = "en"', 'prevails = "ka"', "treaty.prevails", "not among the authentic languages", "en, fa, unknown", ""),
    "an unknown standing of the Protocol": Row(
        '"none_named"', '"missing"', "treaty.protocol", 'the text "missing" is not known here', "named_not_seen", ""),
    # clauses
    "an unknown kind of clause": Row(
        'kind = "control"', 'kind = "contorl"', "clause 12: kind", 'the kind of clause is unknown: the text "contorl"', "fixed_place",
        'Perhaps "control" is meant'),
    "a clause without a kind": Row(
        'kind = "control"\n', "", "clause 12: kind", 'the key "kind" is missing', "control", ""),
    "an unknown key": Row(
        "works =", "work =", SITE + "work", 'the key "work" is unknown', "works, ", 'Perhaps "works" is meant'),
    "an unknown key in a table": Row(
        'counts = "run", project', 'count = "run", project', SITE + "measured.count", "is unknown",
        "within, counts, project", 'Perhaps "counts" is meant'),
    "a missing parameter": Row(
        'works = ["assembly", "installation"]\n', "", "clause 4 (building_site): works", 'the key "works" is missing',
        "building_site, construction, assembly", "No key has a default"),
    "a missing parameter in a table": Row(
        'within = "whole_period", ', "", SITE + "measured.within", "is missing", "whole_period, any_twelve_months", ""),
    "a missing paragraph": Row(
        'kind = "control"\nparagraph = "5(10)"', 'kind = "control"', "clause 12 (control): paragraph", "is missing", "", ""),
    "a threshold without a unit": Row(
        "{ months = 3 }", "{ }", SITE + "more_than", "a threshold has one unit", "days, months", "Correct it"),
    "a threshold with two units": Row(
        "{ months = 3 }", "{ months = 3, days = 90 }", SITE + "more_than", "a threshold has one unit", "", ""),
    "a threshold in an unknown unit": Row(
        "{ months = 3 }", "{ weeks = 12 }", SITE + "more_than.weeks", 'the key "weeks" is unknown', "days, months", ""),
    "a threshold of nothing": Row(
        "{ months = 3 }", "{ months = 0 }", SITE + "more_than.months", "the number 0 is out of range", "at least 1", ""),
    "a threshold in words": Row(
        "{ months = 3 }", '{ months = "3" }', SITE + "more_than.months",
        'the text "3" stands where a whole number belongs', "", "Correct the value"),
    "a number where a table belongs": Row(
        "{ months = 3 }", "3", SITE + "more_than", "the number 3 stands where a table belongs", "days, months", ""),
    "an unknown value": Row(
        'within = "whole_period"', 'within = "the_whole_period"', SITE + "measured.within", "is not known here",
        "whole_period, any_twelve_months", 'Perhaps "whole_period" is meant'),
    "an unknown kind of work": Row(
        '["assembly", "installation"]', '["assembly", "digging"]', "clause 4 (building_site): works[2]",
        'the text "digging" is not known here', "supervision", "Use one"),
    "an unknown kind of place": Row(
        '["office", "branch"]', '["office", "shop"]', 'clause 2 (fixed_place): listed."5(2)(a)"[2]',
        'the text "shop" is not known here', "sales_outlet", ""),
    "an unknown kind of activity": Row(
        STORAGE, 'activities = ["storage", "shipping"]', EXCEPTIONS + "items[1].activities[2]",
        'the text "shipping" is not known here', "processing_by_another", "Use one"),
    "an activity in two items": Row(
        'activities = ["other"]', 'activities = ["other", "display"]', EXCEPTIONS + "items",
        'the activity "display" stands in two items', "", "Name each kind of activity in one item"),
    "an activity twice in one item": Row(
        STORAGE, 'activities = ["storage", "storage", "display", "delivery"]', EXCEPTIONS + "items[1].activities",
        '"storage" stands in the list twice', "", "Keep one of them"),
    "an empty list": Row(
        STORAGE, "activities = []", EXCEPTIONS + "items[1].activities", "the list has 0 entries", "at least 1", ""),
    "a limb left out": Row(
        'order = { paragraph = "5(7)", for = "enterprise", orders = "secures" }\n', "", AGENT + "order",
        'the key "order" is missing', "none; a table with paragraph, for", "No key has a default"),
    "a kind twice without an id": Row(
        'id = "works"\n', "", SITE + "id", "the kind occurs 2 times, and this clause has no id", "", "Give each"),
    "an id twice": Row(
        'id = "assembly"', 'id = "works"', "clause 4 (building_site): id", 'the id "works" is used twice', "", ""),
    "no clause of conditions": Row(
        '[[clause]]\nkind = "conditions"\nasks = ["resident", "in_effect", "reciprocity"]\nparagraph = "Law(note 1)"',
        "", "clause", "no clause of the kind conditions", "", "Add one"),
    "a second list of exceptions": Row(
        '[[clause]]\nkind = "fragmentation"', '[[clause]]\nkind = "exceptions"\n[[clause]]\nkind = "fragmentation"',
        "clause", f"2 clauses of the kind exceptions: more than one {NOT_YET}", "", "Leave it out"),
    # reserved
    "a reserved key": Row(
        "works = [\"assembly\"", 'of = "machinery"\nworks = ["assembly"', "clause 4 (building_site): of",
        f'the key "of" {NOT_YET}', "", "Leave it out"),
    "a reserved key of every kind": Row(
        'kind = "control"', 'kind = "control"\nuntil = "2020-01-01"', "clause 12 (control): until",
        f'the key "until" {NOT_YET}', "", "Leave it out"),
    "a reserved operator": Row(
        "more_than = { days = 30 }", "at_least = { days = 30 }", "clause 4 (building_site): at_least",
        f'the key "at_least" {NOT_YET}', "", "Leave it out"),
    "a reserved value": Row(
        'within = "whole_period"', 'within = "fiscal_year"', SITE + "measured.within",
        f'the value "fiscal_year" {NOT_YET}', "", "Leave it out"),
    "a reserved kind of work": Row(
        '["assembly", "installation"]', '["assembly", "dredging"]', "clause 4 (building_site): works[2]",
        f'the value "dredging" {NOT_YET}', "", "Leave it out"),
    "a reserved activity": Row(
        STORAGE, 'activities = ["advertising"]', EXCEPTIONS + "items[1].activities[1]",
        f'the value "advertising" {NOT_YET}', "", ""),
    "a reserved combination": Row(
        'combination = { paragraph = "5(5)(c)", if = "whole_preparatory" }', 'combination = "none"',
        EXCEPTIONS + "combination", f'the value "none" {NOT_YET}', "", ""),
    "a reserved test of the agent": Row(
        'test = "authority"', 'test = "general_authority"', AGENT + "contract.test", f'"general_authority" {NOT_YET}', "", ""),
    "a reserved carve-out": Row(
        'needs_not = "authority", unless_limited_to = "5(5)"', 'needs_not = "authority", unless_limited_to = "purchasing"',
        AGENT + "stock.unless_limited_to", f'the value "purchasing" {NOT_YET}', "", ""),
    "a reserved proviso": Row(
        '"exclusive_for_related"', '"not_arms_length"', INDEPENDENCE + "lost_if", f'the value "not_arms_length" {NOT_YET}', "", ""),
    "a test of the agent that is not known": Row(
        'test = "authority"', 'test = "authorities"', AGENT + "contract.test", 'the text "authorities" is not known here',
        "authority, concludes_or_principal_role", 'Perhaps "authority" is meant'),
    "a limb without its test": Row(
        'test = "authority", ', "", AGENT + "contract.test", 'the key "test" is missing', "", "No key has a default"),
    "an empty label": Row(
        'relation = "5(11)"\nordinary', 'relation = ""\nordinary', INDEPENDENCE + "relation", "the text is empty", "", ""),
    # pointing
    "exceptions that do not stand there": Row(
        'lifts = "5(5)"', 'lifts = "5(4)"', "clause 8 (fragmentation): lifts",
        "points at 5(4), where no clause of the kind exceptions stands", "5(5)", "Point at"),
    "a shield that does not stand there": Row(
        'independent = "5(8)"\ncontract', 'independent = "5(7)"\ncontract', AGENT + "independent",
        "points at 5(7), where no clause of the kind independence stands", "5(8)", "Point at"),
    "a relation that does not stand there": Row(
        'lost_if = "exclusive_for_related"\nrelation = "5(11)"', 'lost_if = "exclusive_for_related"\nrelation = "5(10)"',
        INDEPENDENCE + "relation", "points at 5(10), where no clause of the kind relation stands", "5(11)", ""),
    "a carve-out that does not stand there": Row(
        'unless_limited_to = "5(5)"', 'unless_limited_to = "5(4)"', AGENT + "stock.unless_limited_to",
        "points at 5(4), where no clause of the kind exceptions stands", "5(5)", ""),
    "a proviso without its relation": Row(
        'relation = "5(11)"\nordinary', "ordinary", INDEPENDENCE + "relation", 'the key "relation" is missing', "", "Give it"),
    # readings
    "a key left open with no reading": Row(
        'breaks = "counted"\n', "", SITE + "breaks", 'the key "breaks" is left open, and there is no reading of that name',
        "counted, excluded", "Give it a value here, or add a reading"),
    "a key in a table left open with no reading": Row(
        ', orders = "secures"', "", AGENT + "order.orders", 'the key "orders" is left open', "secures, carries_out", ""),
    "a key given both ways": Row(
        'breaks = "counted"\n', 'breaks = "counted"\nfirst_day = "counted"\n', SITE + "first_day",
        '"first_day" is given both ways: in the clause and as a reading', "", "Keep one"),
    "a month given both ways": Row(
        "[readings]", '[counting]\nmonth = "calendar"\n[readings]', SITE + "month",
        '"month" is given both ways: in [counting] and as a reading', "", "Keep one"),
    "a key that the clause does not ask for": Row(
        'each_item_preparatory = "every_item"', 'each_item_preparatory = "every_item"\nomitted_delivery = "residual"',
        EXCEPTIONS + "omitted_delivery", "this clause does not ask for it", "", "Take it out"),
    "an unknown reading": Row(
        "first_day = {", "first_days = {", "readings.first_days", 'the reading "first_days" is unknown', "month, breaks",
        'Perhaps "first_day" is meant'),
    "a reading that no clause uses": Row(
        "[readings]", '[readings]\ninstallation_of = 1\nrelated_principals = { paragraph = "5(8)", '
        'options = ["single", "group"], why = "One is named." }', "readings.related_principals",
        'no clause uses the reading "related_principals"', "", "(kinds: independence)"),
    "an unknown option": Row(
        '["counted", "not_counted"]', '["counted", "uncounted"]', "readings.first_day.options",
        'the option "uncounted" is unknown', "counted, not_counted", 'Perhaps "counted" is meant'),
    "an option twice": Row(
        '["counted", "not_counted"]', '["counted", "counted"]', "readings.first_day.options",
        'the option "counted" stands in the list twice', "", "Keep one of them"),
    "a reading with one option": Row(
        '["counted", "not_counted"]', '["counted"]', "readings.first_day.options", "the list has 1 entries", "at least 2", ""),
    "a reading without a reason": Row(
        ', why = "No rule."', "", "readings.first_day.why", 'the key "why" is missing', "", "No key has a default"),
    "a reading without a paragraph": Row(
        'first_day = { paragraph = "5(3)", ', "first_day = { ", "readings.first_day.paragraph", "is missing", "", ""),
    # paragraphs
    "a paragraph cited but not restated": Row(
        'listed = { "5(2)(a)"', 'listed = { "5(2)(b)"', "clause 2 (fixed_place)",
        "cites 5(2)(b), which the file does not restate", "", 'Restate it in a table [paragraph."5(2)(b)"]'),
    "a paragraph cited by a reading but not restated": Row(
        '"5(4)"], options', '"5(14)"], options', "readings.month.paragraph", "cites 5(14), which", "", "Restate it"),
    "a paragraph cited by a note but not restated": Row(
        '"28"], en', '"28(1)"], en', "notes.X1.paragraph", "cites 28(1), which the file does not restate", "", ""),
    "a paragraph that nothing names": Row(
        OFFICE, "{}", 'paragraph."5(2)(a)"', "no clause and no reading names it", "", "say why not in decides_nothing"),
    "a paragraph that decides nothing and is named": Row(
        'en = "Insurance."', 'en = "Insurance."\ndecides_nothing = "It is not used."',
        'paragraph."5(9)".decides_nothing', "a clause or a reading names this paragraph", "", "Take decides_nothing out"),
    "a paragraph without a text": Row(
        'en = "Insurance."', "", 'paragraph."5(9)".en', 'the key "en" is missing', "", "No key has a default"),
    "a paragraph without its own label": Row(
        'source = "9"\n', "", 'paragraph."5(9)".source', 'the key "source" is missing', "", ""),
    "a label that is not Latin": Row(
        '[paragraph."5(9)"]', '[paragraph."5(ب)"]', 'paragraph."5(ب)"', "is no label of a paragraph", "5(3)(b)", "Latin form"),
    "an empty text": Row(
        'en = "Insurance."', 'en = " "', 'paragraph."5(9)".en', "the text is empty", "", "Write the text"),
    "a text with a hidden character": Row(
        'en = "Insurance."', 'en = "Insu\\u202Erance."', 'paragraph."5(9)".en', "U+202E", "", "Remove it"),
    "an unknown language": Row(
        'en = "Insurance."', 'en = "Insurance."\nde = "Versicherung."', 'paragraph."5(9)".de', "is unknown",
        "source, en, fa, ka, decides_nothing", ""),
    "a borrowed paragraph that the file restates": Row(
        "[readings]", '[borrowed."5(9)"]\nfrom = "IR-RS"\nsource = "9"\nen = "Insurance."\n[readings]',
        'borrowed."5(9)"', "the file restates this paragraph itself", "", "Take one of the two out"),
    "a borrowed paragraph that nothing names": Row(
        "[readings]", '[borrowed."Protocol(1)"]\nfrom = "IR-RS"\nsource = "1"\nen = "Delivery."\n[readings]',
        'borrowed."Protocol(1)"', "no clause and no reading names it", "", "Take it out"),
    # notes
    "a note without a text": Row(
        ', en = "Two clocks in one paragraph."', "", "notes.X1.en", 'the key "en" is missing', "", "No key has a default"),
    "a note without a paragraph": Row(
        'X1 = { paragraph = ["5(3)", "28"], ', "X1 = { ", "notes.X1.paragraph", "is missing", "", ""),
    "a note with a code of the wrong form": Row(
        "X1 =", "clocks =", "notes.clocks", '"clocks" is no code of a note', "such as B4", "Write the code"),
    "a text where a note belongs": Row(
        'X1 = { paragraph = ["5(3)", "28"], en = "Two clocks in one paragraph." }', 'X1 = "Two clocks."',
        "notes.X1", 'the text "Two clocks." stands where a table belongs', "", "Correct the value"),
}
# fmt: on

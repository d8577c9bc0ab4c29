"""What the glossary says about its groups and terms in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, Promise] = {
    "frame": _("The treaty and its frame"),
    "place": _("The fixed place"),
    "work": _("Sites, services, exploration"),
    "exceptions": _("Exceptions"),
    "related": _("Related enterprises"),
    "agents": _("Agents"),
    "insurance": _("Insurance and transport"),
    "product": _("Words of PE Wizard"),
}

# What an adviser must know who reads one text and writes in another language.
HINTS: Mapping[str, Promise] = {
    "contracting-state": _("A rule names the States this way; a form names them by their names."),
    "residence-state": _("On forms this State stands under the label of residence, by its name."),
    "source-state": _("On forms it is the State in which the enterprise acts, by its name."),
    "business": _(
        "Persian texts use several words for it; Georgian has one for business and activity."
    ),
    "protocol": _("The Persian text prints another word, and this one behind it in brackets."),
    "reciprocity": _("A condition of the law that adopted the treaty, not of Article 5."),
    "in-force": _("A treaty in force need not be in effect for a tax period yet."),
    "in-effect": _("Said of a tax period, and later than entry into force."),
    "permanent-establishment": _("Abbreviated in English only."),
    "fixed-place": _("Two texts print the fixed place without “of business”."),
    "place-of-management": _("The word of three Persian texts can also be read as “office”."),
    "factory": _("The Georgian word is narrow today; the form adds the wider one beside it."),
    "workshop": _(
        "In Persian the first word of “building site” too, which is never shortened to it."
    ),
    "exploration": _(
        "Not in every text: where only extraction is named, exploration is not on the list."
    ),
    "extraction": _(
        "The one word of the Georgian text; it names neither exploration nor exploitation."
    ),
    "sales-outlet": _("The exception of the Protocol does not reach a place used as one."),
    "retail-outlet": _(
        "One text names it alone; there a wholesale outlet is tested as any other place."
    ),
    "construction-project": _(
        "The Persian word of one text also means a plan; the Georgian text names an object."
    ),
    "installation": _("Two texts can be read as the installation of a building only."),
    "supervision": _("The Persian texts use a pair of words; neither stands for it alone."),
    "personnel": _("The Georgian text does not ask that personnel be engaged for the purpose."),
    "stay": _("Time spent in the State. Residence is said of tax only."),
    "days-of-presence": _("Whether leave counts among them is a reading."),
    "exception": _("Not an exemption from tax, which is another word in Persian and Georgian."),
    "facilities": _(
        "The Persian word also means bank credit: forms ask for buildings, warehouses and yards."
    ),
    "goods": _(
        "The texts pair two words; here one stands for both. The second of the Georgian text "
        "means intermediate products."
    ),
    "stock-of-goods": _("Not every text has a word for the stock itself; two speak of goods only."),
    "delivery": _(
        "The Georgian text has one word for delivery from a place and another for an agent's "
        "delivery from a stock."
    ),
    "occasional-delivery": _("Only the Protocol speaks of it, with conditions of its own."),
    "income": _(
        "In the Protocol it is income, elsewhere the same Persian word stands for profits."
    ),
    "preparatory": _(
        "Two Persian texts use an older word for “preparatory”; the test is the same."
    ),
    "core-activity": _("Meant is: outside every exception of the treaty in question."),
    "fragmentation": _("The one text with this rule gives it no name."),
    "complementary": _("In one text only, as a part of the rule against fragmentation."),
    "related-enterprise": _(
        "An entry on the form; whether it is closely related is decided by the facts."
    ),
    "closely-related": _("Defined in one text only."),
    "beneficial-interest": _(
        "The Persian words of the one text that has it are garbled; the term follows another "
        "treaty's article on dividends."
    ),
    "agent": _("Whoever acts for the enterprise, whatever the contract calls that person."),
    "independent-agent": _("The texts speak of an agent of an independent status."),
    "on-behalf": _("The Georgian text has one word for “on behalf of” and “in the name of”."),
    "in-the-name": _("Not every act on behalf of the enterprise is in its name."),
    "habitually": _("A pattern over time, not a single occasion."),
    "routinely": _("Said of the enterprise that concludes; not interchangeable with “habitually”."),
    "regularly": _("Said of deliveries; not interchangeable with “habitually”."),
    "principal-role": _("In one text only: enough there without any authority to conclude."),
    "limited-to-exceptions": _("This way out reaches only the limb on contracts."),
    "secure-orders": _("The Georgian text says literally that orders are carried out."),
    "almost-wholly": _(
        "One text then looks at the conditions between agent and enterprise, another does not."
    ),
    "almost-exclusively": _(
        "Another test than “wholly or almost wholly”: it looks at closely related enterprises."
    ),
    "ordinary-course": _(
        "One text says literally the business of the enterprise; the Georgian one says "
        "professional activity."
    ),
    "independent-enterprise": _("The conditions between two of them are the yardstick."),
    "premiums": _("In an article on interest the Persian word may mean the premium of a bond."),
    "client-file": _("Never a file of data, which has a word of its own in Persian and Georgian."),
    "assessment": _("Not the assessing of a tax by an authority."),
    "draft": _("Not a project, which Georgian often says for a draft."),
    "review": _("Not an audit by a tax authority."),
    "sign-off": _("Not ratification, and no signature by hand."),
    "outcome": _("Of one head; of the whole it is the conclusion."),
    "undetermined": _("Said of an outcome; a fact is “not known”."),
    "contested": _("Counts as not known."),
    "no-such-rule": _("Said of a treaty; it never means that there is no permanent establishment."),
    "reading": _("One way of reading a text that leaves a point open."),
    "revenue": _("Whichever State's authority it is; no body of one State is meant."),
    "counted": _("Days that the rule counts, not all that are on file."),
}

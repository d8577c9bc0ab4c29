"""Filters: day, day_of, moment, digits, isolated, state, party. See pe_wizard.display."""

from django import template

from pe_wizard import display

register = template.Library()
register.filter("day", display.day)
register.filter("day_of", display.day_of)
register.filter("moment", display.moment)
register.filter("digits", display.digits)
register.filter("isolated", display.isolated)
register.filter("state", display.state_name)
register.filter("party", display.party_name)

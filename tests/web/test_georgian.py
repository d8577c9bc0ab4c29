"""Georgian forms against a table written by hand: no figure and no name gets a wrong ending."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import translation

from pe_wizard import georgian
from pe_wizard.display import party_name
from pe_wizard.tongue import say
from treaties import catalogue

MONTHS = """
იანვარი იანვარს იანვრის იანვრიდან
თებერვალი თებერვალს თებერვლის თებერვლიდან
მარტი მარტს მარტის მარტიდან
აპრილი აპრილს აპრილის აპრილიდან
მაისი მაისს მაისის მაისიდან
ივნისი ივნისს ივნისის ივნისიდან
ივლისი ივლისს ივლისის ივლისიდან
აგვისტო აგვისტოს აგვისტოს აგვისტოდან
სექტემბერი სექტემბერს სექტემბრის სექტემბრიდან
ოქტომბერი ოქტომბერს ოქტომბრის ოქტომბრიდან
ნოემბერი ნოემბერს ნოემბრის ნოემბრიდან
დეკემბერი დეკემბერს დეკემბრის დეკემბრიდან
"""
FORMS = ("date", "date_on", "date_gen", "date_from")
STATES = """
ირანი ირანში ირანის
ბანგლადეში ბანგლადეშში ბანგლადეშის
უნგრეთი უნგრეთში უნგრეთის
მონტენეგრო მონტენეგროში მონტენეგროს
საქართველო საქართველოში საქართველოს
ინდოეთი ინდოეთში ინდოეთის
გერმანია გერმანიაში გერმანიის
ჩილე ჩილეში ჩილეს
პერუ პერუში პერუს
"""


@pytest.mark.parametrize(
    ("number", "names"),
    list(enumerate((line.split() for line in MONTHS.strip().splitlines()), start=1)),
)
def test_days_have_four_forms(number: int, names: list[str]) -> None:
    for form, name in zip(FORMS, names, strict=True):
        assert georgian.day(date(2025, number, 4), form) == f"2025 წლის 4 {name}"


@pytest.mark.parametrize("line", STATES.strip().splitlines())
def test_states_have_three_forms(line: str) -> None:
    name, within, of = line.split()
    assert [georgian.state(name, form) for form in ("", "in", "gen")] == [name, within, of]


def test_two_names_are_both_declined() -> None:
    both = "სერბეთი და მონტენეგრო"
    assert georgian.state(both, "in") == "სერბეთსა და მონტენეგროში"
    assert georgian.state(both, "gen") == "სერბეთისა და მონტენეგროს"


def test_every_party_of_the_catalogue_has_a_name_that_can_be_declined() -> None:
    with translation.override("ka"):
        for treaty in catalogue().treaties.values():
            for state in treaty.parties:
                name = party_name(state, treaty.code)
                assert georgian.state(name, "in").endswith("ში")
                assert georgian.state(name, "gen").endswith("ს")


def test_the_page_writes_the_form_that_a_message_names() -> None:
    day = "2025-08-04"
    with translation.override("ka"):
        assert say("{d:date_from}", d=day) == "2025 წლის 4 აგვისტოდან"
        assert say("{s:in}", s="ირანი") == "ირანში"
    with translation.override("en"):
        assert say("{d:date_from}", d=day) == "4 August 2025"
        assert say("{s:in}", s="Iran") == "Iran"
    with translation.override("fa"):
        assert say("{d:date_on}", d=day) == "۱۳ مرداد ۱۴۰۴ (۴ اوت ۲۰۲۵)"
        assert say("{s:gen}", s="ایران") == "ایران"


def test_tables_have_short_months() -> None:
    assert georgian.short_day(date(2025, 8, 4)) == "4 აგვ. 2025"

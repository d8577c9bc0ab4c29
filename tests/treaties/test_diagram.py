"""Decision diagrams against truth tables written out in full."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treaties.diagram import FALSE, TRUE, Diagram

NAMES = ("a", "b", "c", "d")
ALL = frozenset(NAMES)


def expressions() -> st.SearchStrategy:
    return st.recursive(
        st.sampled_from([*NAMES, True, False]),
        lambda inner: st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.sampled_from(["and", "or"]), inner, inner),
            st.tuples(st.just("if"), inner, inner, inner),
        ),
        max_leaves=12,
    )


def value(expression, answers) -> bool:
    match expression:
        case bool():
            return expression
        case str():
            return answers[expression]
        case ("not", one):
            return not value(one, answers)
        case ("and", one, other):
            return value(one, answers) and value(other, answers)
        case ("or", one, other):
            return value(one, answers) or value(other, answers)
        case ("if", test, one, other):
            return value(one if value(test, answers) else other, answers)


def node(diagram: Diagram, expression) -> int:
    match expression:
        case bool():
            return TRUE if expression else FALSE
        case str():
            return diagram.variable(expression)
        case ("not", one):
            return diagram.denied(node(diagram, one))
        case ("and", one, other):
            return diagram.both(node(diagram, one), node(diagram, other))
        case ("or", one, other):
            return diagram.either(node(diagram, one), node(diagram, other))
        case ("if", *parts):
            return diagram.choice(*(node(diagram, part) for part in parts))


def answered(diagram: Diagram, function: int, answers: dict[str, bool]) -> int:
    for name, answer in answers.items():
        function = diagram.restrict(function, name, answer)
    return function


def completions(names=NAMES):
    return [
        dict(zip(names, answers, strict=True))
        for answers in product((False, True), repeat=len(names))
    ]


def depends_on(expression, name: str) -> bool:
    return any(
        value(expression, answers) is not value(expression, {**answers, name: not answers[name]})
        for answers in completions()
    )


@given(expressions())
def test_a_function_has_the_value_of_its_expression_under_every_answer(expression):
    diagram = Diagram()
    function = node(diagram, expression)
    for answers in completions():
        assert answered(diagram, function, answers) == int(value(expression, answers))


@given(expressions(), expressions())
def test_equal_functions_are_one_node(expression, other):
    diagram = Diagram()
    same = all(value(expression, one) is value(other, one) for one in completions())
    assert (node(diagram, expression) == node(diagram, other)) is same


@given(expressions())
def test_it_depends_on_the_variables_that_can_make_a_difference(expression):
    diagram = Diagram()
    support = diagram.support(node(diagram, expression))
    assert support == {name for name in NAMES if depends_on(expression, name)}


@given(expressions())
def test_the_share_of_answers_for_which_it_is_true(expression):
    diagram = Diagram()
    true = sum(value(expression, answers) for answers in completions())
    assert diagram.count(node(diagram, expression)) == true / 2 ** len(NAMES)


@given(expressions(), st.sets(st.sampled_from(NAMES)).map(frozenset))
def test_the_smallest_sets_of_answers_that_make_it_true_for_good(expression, usable):
    diagram = Diagram()
    function = node(diagram, expression)
    for size in range(len(NAMES) + 1):
        expected = {
            frozenset(zip(names, answers, strict=True))
            for names in combinations(sorted(usable), size)
            for answers in product((False, True), repeat=size)
            if all(
                value(expression, {**rest, **dict(zip(names, answers, strict=True))})
                for rest in completions()
            )
        }
        found = diagram.implicants(function, size, usable)
        assert {cube for cube in found if len(cube) == size} == expected
        for cube in found:
            assert answered(diagram, function, dict(cube)) == TRUE
        if expected:
            break


@pytest.mark.parametrize("test", [FALSE, TRUE])
def test_a_choice_on_a_constant_is_made_at_once(test):
    diagram = Diagram()
    one, other = diagram.variable("a"), diagram.variable("b")
    assert diagram.choice(test, one, other) == (one if test else other)
    assert diagram.choice(one, TRUE, FALSE) == one
    assert diagram.choice(one, other, other) == other


def test_many_are_joined_and_an_unnamed_variable_makes_no_difference():
    diagram = Diagram()
    variables = [diagram.variable(name) for name in NAMES]
    assert diagram.names == list(NAMES)
    assert answered(diagram, diagram.all(variables), dict.fromkeys(NAMES, True)) == TRUE
    assert diagram.restrict(diagram.all(variables), "d", False) == FALSE
    assert diagram.restrict(diagram.any(variables), "a", True) == TRUE
    assert diagram.all([]) == TRUE
    assert diagram.any([]) == FALSE
    assert diagram.restrict(variables[0], "unheard of", True) == variables[0]


@given(expressions())
def test_the_weight_of_a_variable_is_the_difference_its_answer_makes(expression):
    diagram = Diagram()
    function = node(diagram, expression)
    weights = diagram.weights(function)
    assert set(weights) == diagram.support(function)
    for name, weight in weights.items():
        difference = diagram.count(diagram.restrict(function, name, True)) - diagram.count(
            diagram.restrict(function, name, False)
        )
        assert weight == pytest.approx(difference, abs=1e-12)


def test_thousands_of_variables_need_no_deep_stack():
    diagram = Diagram()
    variables = [diagram.variable(f"x{number}") for number in range(4000)]
    every, some = diagram.all(reversed(variables)), diagram.any(reversed(variables))
    assert len(diagram.support(every)) == 4000
    assert diagram.denied(diagram.denied(every)) == every
    assert diagram.restrict(every, "x2000", False) == FALSE
    assert diagram.implicants(some, 1, frozenset(["x3999"])) == {frozenset([("x3999", True)])}
    assert diagram.weights(some)["x0"] == pytest.approx(0, abs=1e-12)

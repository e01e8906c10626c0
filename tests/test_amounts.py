"""Which of many combinations the suite tries."""

from itertools import product

from tests.amounts import covering


def test_each_value_is_covered_by_as_many_cases_as_the_longest_parameter_has_values() -> None:
    cases = [
        {"theme": theme, "deck": deck, "large": large} for theme, deck, large in product("abcd", "xyz", (True, False))
    ]
    chosen = covering(cases)
    assert len(chosen) == 4
    assert {value for place in chosen for value in cases[place].items()} == {
        value for case in cases for value in case.items()
    }


def test_cases_that_share_no_value_are_all_chosen_in_their_order() -> None:
    assert covering([{"size": 3}, {"size": 1}, {"size": 2}]) == [0, 1, 2]


def test_equal_values_of_different_parameters_are_different() -> None:
    assert covering([{"one": 1, "other": 2}, {"one": 2, "other": 1}, {"one": 1, "other": 1}]) == [0, 1]

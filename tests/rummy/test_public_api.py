"""The public API of the rules: its example runs, and all names that its users need are exported."""

import doctest
import inspect

import bot.rummy
from bot.rummy import games


def test_the_example_of_the_rules_plays_a_deal() -> None:
    outcome = doctest.testmod(bot.rummy)
    assert outcome.failed == 0
    assert outcome.attempted > 10


def test_every_function_about_a_game_is_exported() -> None:
    questions = {
        name
        for name, value in vars(games).items()
        if inspect.isfunction(value) and value.__module__ == games.__name__ and not name.startswith("_")
    }
    assert questions < set(bot.rummy.__all__)
    assert all(hasattr(bot.rummy, name) for name in bot.rummy.__all__)

"""How a turn is played with melds on the table, and examples of melds."""

from bot.rummy.cards import Card, parse_card
from bot.text.catalogs import Texts
from bot.text.rule_words import CardExample


def turn_steps(texts: Texts) -> tuple[str, ...]:
    """Return how a turn is played, step by step, in the words of the buttons."""
    return (
        texts.t(
            "Press **Draw** for a card from the stock, or **Take** for the top discard. Your hand opens, and only you "
            "can see it."
        ),
        texts.t(
            "Lay what you like: press **Play all** if it's there, or choose cards under **Pick cards**. **Take back** "
            "returns everything you laid in this turn."
        ),
        texts.t(
            "Discard a card with its button or from the list. That ends your turn, and the others see what you laid."
        ),
    )


def set_and_run(texts: Texts) -> tuple[CardExample, ...]:
    """Return a set and a run, which are melds in every game."""
    return (
        CardExample(texts.p("cards", "Set"), example_cards("7C", "7S", "7H")),
        CardExample(texts.p("cards", "Run"), example_cards("4H", "5H", "6H", "7H")),
    )


def example_cards(*codes: str) -> tuple[Card, ...]:
    """Return the cards with these codes."""
    return tuple(map(parse_card, codes))

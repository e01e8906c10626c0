"""The rules of 500 Rum in words (R-1 to R-14)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.melds.options import RumOptions
from bot.rummy.refusals import Topic
from bot.rummy.views import TAKE_BACK_LIMIT
from bot.text.catalogs import Texts
from bot.text.melds.table import example_cards, set_and_run, turn_steps
from bot.text.rule_words import CardExample, GameWords, RuleWords


def _topics(texts: Texts, options: RumOptions) -> Mapping[Topic, str]:
    """Return the whole rules by topic: the cards, the melds, the turn, going out, the points, winning."""
    return {
        Topic.GOAL: texts.t(
            "Lay cards for their points, and have the most points when a player reaches {target}.",
            target=options.target,
        ),
        Topic.CARDS: texts.t(
            "Two to four players, one deck. Two players get thirteen cards each, three or four get seven. The next "
            "card, face up, starts the discard pile, which lies spread: you see all of it, in order. The rest is the "
            "stock. The first dealer is chosen at random, then the deal passes to the left. The player on the dealer's "
            "left goes first, and play goes to the left."
        ),
        Topic.MELDS: texts.t(
            "A set is three or four cards of the same rank. A run is three or more cards in a row of the same suit; an "
            "ace goes before the 2 or after the king, but no run has both. Melds on the table are open to everyone."
        ),
        Topic.TURN: _turn(texts),
        Topic.GOING_OUT: texts.t(
            "The deal ends when a player gets rid of all their cards: they lay them all, or discard the last one."
        ),
        Topic.POINTS: texts.t(
            "Every player scores the cards they laid in the deal, wherever they lie, minus the cards left in their "
            "hand, so a score can be negative. Cards from 2 to 10 count their number, face cards 10 and aces 15; only "
            "an ace that starts a run counts 1."
        ),
        Topic.NO_WINNER: texts.t(
            "When the last card of the stock is drawn, that turn is the last: if nobody goes out, the deal ends, and "
            "everyone scores as usual. It also ends after 20 turns in a row in which nobody drew from the stock or "
            "laid anything. In the statistics, nobody has won such a deal."
        ),
        Topic.WINNING: _target(texts, options) + " " + texts.t("The highest total wins. Equal totals share the win."),
    }


def _turn(texts: Texts) -> str:
    """Return the sentences on a turn (R-5 to R-9)."""
    return " ".join(
        (
            texts.t(
                "On your turn, draw from the stock, take the top discard, or take a card from below with all cards on "
                "top of it. Lay melds and lay off cards on any meld if you like, even before you've laid one yourself, "
                "and discard a card. Until you discard, you can take back what you laid, up to {limit} times. The "
                "others see it when your turn ends.",
                limit=TAKE_BACK_LIMIT,
            ),
            texts.t(
                "A card taken from below has to be laid or laid off in the same turn; the cards that come with it "
                "don't. If you can't or don't want to, give all of them back and draw from the stock."
            ),
            texts.t(
                "If you took only the top discard, you can't discard it in the same turn, and you can't lay cards so "
                "that it's the only one left in your hand, unless it fits a meld on the table."
            ),
        )
    )


def _target(texts: Texts, options: RumOptions) -> str:
    """Return the sentence on the target score (R-13)."""
    return texts.n(
        "The game ends after the deal in which a player reaches {n} point.",
        "The game ends after the deal in which a player reaches {n} points.",
        options.target,
    )


def _steps(texts: Texts) -> tuple[str, ...]:
    """Return how a turn is played, step by step, in the words of the buttons."""
    draw, *later = turn_steps(texts)
    below = texts.t(
        "Or take a card from below in the discard pile: it has to be laid in this turn, and you get all cards on top "
        "of it, too. *{button}* returns them, and you draw from the stock.",
        button=texts.p("button", "Give back"),
    )
    return (draw, below, *later)


def _examples(texts: Texts) -> tuple[CardExample, ...]:
    return (*set_and_run(texts), CardExample(texts.p("cards", "Run"), example_cards("QC", "KC", "AC")))


WORDS: Final = GameWords(
    {"target": RuleWords(name=lambda texts: texts.p("option", "Target"), sentence=_target)},
    _topics,
    lambda texts, _: _steps(texts),
    lambda texts, _: _examples(texts),
)
"""The words for the game's rules and options."""

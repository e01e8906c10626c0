"""The rules of Basic Rummy in words (B-1 to B-18)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.melds.options import BasicOptions
from bot.rummy.refusals import Topic
from bot.rummy.views import TAKE_BACK_LIMIT
from bot.text.catalogs import Texts
from bot.text.melds.table import set_and_run, turn_steps
from bot.text.rule_words import GameWords, RuleWords


def _topics(texts: Texts, options: BasicOptions) -> Mapping[Topic, str]:
    """Return the whole rules by topic: the cards, the melds, the turn, going out, the stalemate, winning."""
    return {
        Topic.GOAL: _goal(texts, options),
        Topic.CARDS: texts.t(
            "Two to four players, one deck. Two players get ten cards each, three or four get seven. The next card, "
            "face up, starts the discard pile; the rest is the stock. The first dealer is chosen at random, then the "
            "deal passes to the left. The player on the dealer's left goes first, and play goes to the left."
        ),
        Topic.MELDS: texts.t(
            "A set is three or four cards of the same rank. A run is three or more cards in a row of the same suit; "
            "aces are low and only go before the 2. Melds on the table belong to everyone."
        ),
        Topic.TURN: texts.t(
            "On your turn, draw from the stock or take the top discard, lay melds if you like, and discard a card. "
            "You can lay off cards on any meld on the table, even before you've laid one yourself. Until you discard, "
            "you can take back what you laid, up to {limit} times. The others see it when your turn ends.",
            limit=TAKE_BACK_LIMIT,
        )
        + " "
        + _one_meld_per_turn(texts, options)
        + " "
        + texts.t(
            "You can't discard the card you just took from the discard pile, and you can't lay cards so that it's the "
            "only one left in your hand, unless it fits a meld on the table."
        ),
        Topic.GOING_OUT: texts.t(
            "You go out and win the deal by getting rid of all your cards: lay them all, or discard the last one face "
            "down."
        ),
        Topic.POINTS: _points(texts, options),
        Topic.NO_WINNER: _no_winner(texts),
        Topic.WINNING: _target(texts, options) + " " + _wins(texts, options),
    }


def _points(texts: Texts, options: BasicOptions) -> str:
    """Return the sentences on the points of a deal (B-11, B-12), or on its penalty points (B-15, B-16)."""
    if options.losers_pay:
        return " ".join(
            (
                _losers_pay(texts, options),
                texts.t(
                    "Aces count 1, face cards 10, other cards their number. If you go out in a single turn and laid "
                    "nothing earlier in the deal, you go rummy and the penalty points double."
                ),
            )
        )
    return texts.t(
        "If you go out, you score the cards the others still hold: aces count 1, face cards 10, other cards their "
        "number. Nobody loses points. If you go out in a single turn and laid nothing earlier in the deal, you go "
        "rummy and score double."
    )


def _losers_pay(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on who scores when a player goes out (B-11, B-15)."""
    if options.losers_pay:
        return texts.t("The winner of a deal scores nothing; the others take the cards they hold as penalty points.")
    return texts.t("The winner of a deal scores the cards the others still hold.")


def _wins(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on who wins the game (B-13, B-18)."""
    if options.losers_pay:
        return texts.t("The player with the fewest penalty points wins. Equal totals share the win.")
    return texts.t("The highest total wins.")


def _no_winner(texts: Texts) -> str:
    return texts.t(
        "When the stock runs out for the first time, the discard pile is shuffled and becomes the stock. When it "
        "runs out again, that turn is the last: if nobody goes out, the deal is a stalemate. It's also a "
        "stalemate if everyone holds a single card and no remaining card fits a meld, or after 20 turns in a row "
        "in which nobody drew from the stock or laid anything. A stalemate scores nothing and counts as a lost "
        "deal for everyone in the statistics."
    )


def _goal(texts: Texts, options: BasicOptions) -> str:
    if options.losers_pay:
        return texts.t(
            "Get rid of all your cards before the others do, and have the fewest penalty points when a player has "
            "{points}.",
            points=options.ends_below(2),
        )
    if options.target is None:
        return texts.t(
            "Get rid of all your cards before the others do, and have the most points when a player reaches the target."
        )
    return texts.t(
        "Get rid of all your cards before the others do, and have the most points when a player reaches {target}.",
        target=options.target,
    )


def _one_meld_per_turn(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on new melds per turn (B-14)."""
    if options.one_meld_per_turn:
        return texts.t("You can lay only one new meld per turn.")
    return texts.t("You can lay as many melds per turn as you like.")


def _target(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on the target score (B-13), or the penalty points that end the game (B-18)."""
    if options.losers_pay:
        return texts.n(
            "The game ends when a player has {n} penalty point or more.",
            "The game ends when a player has {n} penalty points or more.",
            options.ends_below(2) or 0,
        )
    if options.target is None:
        return texts.t("The game ends when a player reaches 100 points (two players), 150 (three) or 200 (four).")
    return texts.n(
        "The game ends when a player reaches {n} point.",
        "The game ends when a player reaches {n} points.",
        options.target,
    )


_RULES: Final[Mapping[str, RuleWords[BasicOptions]]] = {
    "target": RuleWords(
        name=lambda texts: texts.p("option", "Target"),
        sentence=_target,
        values={
            None: lambda texts: texts.p("value", "standard"),
        },
    ),
    "one_meld_per_turn": RuleWords(
        name=lambda texts: texts.p("option", "One meld per turn"),
        sentence=_one_meld_per_turn,
    ),
    "losers_pay": RuleWords(
        name=lambda texts: texts.p("option", "Losers pay"),
        sentence=_losers_pay,
        brief=lambda texts: texts.t("The winner scores nothing; the others take their cards as penalty points"),
    ),
}
WORDS: Final = GameWords(
    _RULES,
    _topics,
    lambda texts, _: turn_steps(texts),
    lambda texts, _: set_and_run(texts),
)
"""The words for the game's rules and options."""

"""How German Rummy ends, in words: a round's points, rounds without a winner, and the game (D-12, D-13, D-15)."""

from typing import Final

from bot.rummy.cards import parse_card
from bot.rummy.melds.options import GermanOptions
from bot.text.catalogs import Texts
from bot.text.lists import signed

_QUEEN_OF_SPADES: Final = parse_card("QS")


def casino_scoring(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on what the cards count when a player goes out (D-1, D-13, H-10)."""
    if not options.casino_scoring:
        cards = texts.t("Aces count 11, face cards 10, other cards their number.")
        told = " ".join((losers_pay(texts, options), cards))
        return told if options.without_jokers else " ".join((told, joker_value(texts, options)))
    told = texts.t(
        "Casino scoring: when a player goes out, the others lose the points in their hands, and the winner gets the "
        "sum: {queen} counts 40, aces 15, 10s and other face cards 10, other cards 5. The winner also gets "
        "the points of all cards they laid in the round, and the others split that loss evenly. Points that don't "
        "divide evenly go one by one to the players on the winner's left.",
        queen=texts.card(_QUEEN_OF_SPADES),
    )
    return told if options.without_jokers else " ".join((told, texts.t("Jokers count nothing.")))


def losers_pay(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on who wins and loses points when a player goes out (D-13, H-20)."""
    if options.losers_pay:
        return texts.t(
            "When a player goes out, the others take the points in their hands as penalty points, and the winner gets "
            "nothing."
        )
    return texts.t("When a player goes out, the others lose the points in their hands, and the winner gets the sum.")


def joker_value(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on what a joker counts at the end (D-1, H-22)."""
    return texts.t("A joker in your hand counts {value}.", value=options.joker_value)


def training(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on training games (H-11)."""
    if options.training:
        return texts.t("Training: the game isn't rated, but it earns experience.")
    return texts.t("The game counts for ratings.")


def rounds(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the number of rounds (D-15)."""
    if options.losers_pay:
        return texts.n(
            "The player with the fewest penalty points after {n} round wins. Equal totals share the win.",
            "The player with the fewest penalty points after {n} rounds wins. Equal totals share the win.",
            options.rounds,
        )
    return texts.n(
        "The highest total after {n} round wins. Equal totals share the win.",
        "The highest total after {n} rounds wins. Equal totals share the win.",
        options.rounds,
    )


def end_at(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the total that ends the game (H-21)."""
    if not options.end_at:
        return texts.t("The game ends after a set number of rounds.")
    if options.losers_pay:
        return texts.n(
            "The game ends after the round in which a player reaches {n} penalty point. The player with the fewest "
            "wins. Equal totals share the win.",
            "The game ends after the round in which a player reaches {n} penalty points. The player with the fewest "
            "wins. Equal totals share the win.",
            options.end_at,
        )
    return texts.n(
        "The game ends after the round in which a total reaches {total} point. The highest total wins. Equal totals "
        "share the win.",
        "The game ends after the round in which a total reaches {total} points. The highest total wins. Equal totals "
        "share the win.",
        options.end_at,
        total=signed(-options.end_at),
    )


def winning(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the end of the game (D-15, H-11, H-21)."""
    told = end_at(texts, options) if options.end_at else rounds(texts, options)
    return " ".join((told, training(texts, options))) if options.training else told


def goal(texts: Texts, options: GermanOptions) -> str:
    """Return what players try to do (D-13, D-15, H-20, H-21)."""
    if options.end_at and options.losers_pay:
        return texts.t(
            "Get rid of all your cards before the others do, and have the fewest penalty points when a player has "
            "{points}.",
            points=options.end_at,
        )
    if options.end_at:
        return texts.t(
            "Get rid of all your cards before the others do, and have the most points when a total falls to {total}.",
            total=signed(-options.end_at),
        )
    if options.losers_pay:
        return texts.n(
            "Get rid of all your cards before the others do, and have the fewest penalty points after {n} round.",
            "Get rid of all your cards before the others do, and have the fewest penalty points after {n} rounds.",
            options.rounds,
        )
    return texts.n(
        "Get rid of all your cards before the others do, and have the most points after {n} round.",
        "Get rid of all your cards before the others do, and have the most points after {n} rounds.",
        options.rounds,
    )


def no_winner(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on rounds without a winner (D-12, C-8)."""
    return " ".join(
        (
            reshuffle(texts, options),
            texts.t(
                "If nobody goes out in that turn, or after 20 turns in a row in which nobody drew from the stock or "
                "laid anything, the round has no winner: everyone's hand counts against them."
            ),
        )
    )


def reshuffle(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the end of the stock (D-12, H-19)."""
    if options.reshuffle:
        return texts.t(
            "When the stock's last card is drawn for the first time, the whole discard pile is shuffled and becomes "
            "the new stock. The second time, that turn is the last."
        )
    return texts.t("When the stock runs out, that turn is the last.")

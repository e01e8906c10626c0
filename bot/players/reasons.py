"""Hints as values: a move, and what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.rummy.cards import Card
from bot.rummy.moves import Move


class Why(StrEnum):
    """What speaks for a move. Each value is the English sentence, with places for a hint's values in it.

    In the sentences ``{card}`` and ``{other}`` stand for cards and every other name for a number.
    """

    PASS = "Pass: {card} makes no meld with your cards that would be worth it."  # noqa: S105 - no password
    TAKE = "Take {card}: it makes a meld with your cards."
    TAKE_JOKER = "Take {card}: it stands for any card that you miss."
    TAKE_TO_LAY = "Take {card}: it can be laid off on the table, and that rids you of another card."
    DRAW = "Draw from the stock: {card} makes no meld with your cards that would be worth it."
    DRAW_ONLY = "Draw from the stock: there is nothing to take."
    THROW = "Discard {card}: that leaves you with {deadwood} deadwood, and with the cards most likely to be of use."
    THROW_KEEPING = (
        "Discard {card}: {other} would leave you with less deadwood, but with fewer cards that could still help you."
    )
    THROW_SAFELY = "Discard {card}: your opponent is less likely to have use for it than for {other}."
    WAIT = (
        "Discard {card} and do not knock yet: to wait for gin, or for your opponent's knock, is worth more "
        "(cards not seen yet that would make gin: {outs})."
    )
    WAIT_FOR_KNOCK = "Discard {card} and do not knock yet: to wait for your opponent's knock is worth more."
    KNOCK = "Knock with {card}: {deadwood} deadwood now is worth more than to wait for gin."
    KNOCK_LAST = "Knock with {card}: the stock has run out, and without a knock the deal is void."
    GIN = "Knock with {card}: all your other cards stand in melds, and that is gin."
    OUT = "Lay all that you can, then discard {card}: that wins the deal."
    OUT_ALL = "Lay all your cards: that wins the deal."
    LAY = "Lay what the bot suggests, then discard {card}: what is laid can't count against you."
    HOLD = "Discard {card} and lay nothing yet: on cards in your hand nobody can lay off, and you may go out in one go."
    LOOSE = "Discard {card}: of the cards that stand in no meld it is the one that you will miss least."
    UNDO = "Take back what you laid: the turn can't end with it."


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the reason for it with the values that its sentence names."""

    move: Move
    why: Why
    values: Mapping[str, Card | int] = field(default_factory=dict, hash=False)
